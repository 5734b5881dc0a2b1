/**
 * A legal move as a person puts it together: card by card and zone by zone, or by its name.
 */

import { tellCard } from "./narration.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Touch} Touch */
/** @typedef {import("./scene.js").LegalMove} LegalMove */

/**
 * @typedef {object} Known a legal move, and what is compared of it
 * @property {LegalMove} move
 * @property {string[]} keys what it touches
 * @property {boolean} ordered another move touches the same, so the order of cards in a zone counts
 */

/** The parts that are picked of a move; `fitting` are the legal moves that they can still become. */
export class Choice {
  /** @type {Touch[]} */
  picks = [];
  /** @type {LegalMove | null} */
  #named = null;

  /** @param {Scene} scene one with a decision, of a seat that is to act */
  constructor(scene) {
    this.scene = scene;
    this.moves = scene.decision?.moves ?? [];
    this.known = this.#compare();
  }

  #compare() {
    const keys = this.moves.map(({ touches }) => touches.map((touch) => this.#key(touch)));
    const sorted = keys.map((of) => [...of].sort().join("\n"));
    const times = /** @type {Map<string, number>} */ (new Map());
    for (const same of sorted) times.set(same, (times.get(same) ?? 0) + 1);
    return this.moves.map((move, index) => ({
      move,
      keys: keys[index],
      ordered: (times.get(sorted[index]) ?? 0) > 1,
    }));
  }

  /**
   * Name what is touched; equal cards of a zone have one name, as each would do.
   * @param {Touch} touch
   */
  #key({ zone: name, card }) {
    const zone = this.scene.zones.find((one) => one.name === name);
    return `${name}\t${card === null || !zone ? "" : tellCard(zone.cards[card])}`;
  }

  /** Return the moves that the picks can still become. */
  get fitting() {
    return this.#fitting(this.picks.map((touch) => this.#key(touch)));
  }

  /** @param {string[]} picked */
  #fitting(picked) {
    return this.known.filter((known) => fits(picked, known)).map(({ move }) => move);
  }

  /**
   * Return the move that is chosen: the one that touches what is picked and nothing else, or the one
   * that was chosen by its name. Null while parts are missing.
   */
  get whole() {
    if (this.#named || this.picks.length === 0) return this.#named;
    return this.fitting.find(({ touches }) => touches.length === this.picks.length) ?? null;
  }

  /**
   * Say whether any legal move touches this.
   * @param {Touch} touch
   */
  isUsed(touch) {
    const key = this.#key(touch);
    return this.known.some(({ keys }) => keys.includes(key));
  }

  /**
   * Return the one move that this is a part of, if it is the whole of it.
   * @param {Touch} touch
   */
  moveOf(touch) {
    const of = this.#fitting([this.#key(touch)]);
    return of.length === 1 && of[0].touches.length === 1 ? of[0] : null;
  }

  /** @param {Touch} touch */
  isPicked(touch) {
    return this.picks.some((picked) => isSame(picked, touch));
  }

  /**
   * Say whether this can be picked next.
   * @param {Touch} touch
   */
  isPossible(touch) {
    if (this.isPicked(touch)) return false;
    return this.#fitting([...this.picks, touch].map((one) => this.#key(one))).length > 0;
  }

  /**
   * Pick this, or put it back; what was picked after it stays if it can. False: it is not possible.
   * @param {Touch} touch
   */
  toggle(touch) {
    if (!this.isPicked(touch)) {
      if (!this.isPossible(touch)) return false;
      this.picks.push(touch);
    } else {
      const others = this.picks.filter((picked) => !isSame(picked, touch));
      this.picks = [];
      for (const one of others) if (this.isPossible(one)) this.picks.push(one);
    }
    this.#named = null;
    return true;
  }

  /**
   * Choose a move by its name, in whatever case and spacing. False: no legal move has this name.
   * @param {string} text
   */
  name(text) {
    const move = this.moves.find((one) => plain(one.text) === plain(text));
    if (!move) return false;
    this.picks = [...move.touches];
    this.#named = move;
    return true;
  }

  /** Put all back. */
  clear() {
    this.picks = [];
    this.#named = null;
  }
}

/**
 * @param {string[]} picked
 * @param {Known} known
 */
function fits(picked, { keys, ordered }) {
  const left = [...keys];
  for (const key of picked) {
    const at = left.indexOf(key);
    if (at < 0) return false;
    // Of a zone whose order counts, the next one is the first that is left.
    if (ordered && left.findIndex((other) => zoneOf(other) === zoneOf(key)) !== at) return false;
    left.splice(at, 1);
  }
  return true;
}

/** @param {string} key */
function zoneOf(key) {
  return key.split("\t", 1)[0];
}

/** @param {string} text */
function plain(text) {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}

/**
 * @param {Touch} one
 * @param {Touch} other
 */
function isSame(one, other) {
  return one.zone === other.zone && one.card === other.card;
}
