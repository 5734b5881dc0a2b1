/**
 * The replay of a match: one state, the acts that change it, and a page that is drawn from it.
 */

import { EXAMPLE, readAddress, writeAddress } from "./address.js";
import { isolated, show } from "./elements.js";
import { develop, motionsOf, sceneOf, stepOfForfeit, unpack } from "./frames.js";
import { fly, placesOf } from "./motion.js";
import { SPEEDS, drawReplay, seatOf, turningOf } from "./watching.js";

/** @typedef {import("./address.js").Position} Position */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./frames.js").Tables} Tables */
/** @typedef {import("./narration.js").Forfeit} Forfeit */
/** @typedef {import("./narration.js").Reviewed} Reviewed */

/**
 * @typedef {object} GameOutline
 * @property {number} number from 1 on
 * @property {number} attempt how often the match had been played in vain before
 * @property {string[]} names by seat
 * @property {number[]} scores by seat
 * @property {number[]} ranks by seat
 * @property {Forfeit[]} forfeits
 * @property {Reviewed[]} reviewed
 * @property {{seat: number, step: number, text: string}[]} printed what bots printed at their turns
 * @property {TurningPoint | null} [turning]
 */

/**
 * @typedef {object} TurningPoint the step from which on the chance of a seat to win was another, from 0 to 1
 * @property {number} step
 * @property {number} seat
 * @property {number} before
 * @property {number} after
 */

/**
 * @typedef {object} RawOutline
 * @property {string} title
 * @property {string} unit
 * @property {string} version
 * @property {Record<string, string>} options
 * @property {{bank_ms: number, increment_ms: number}} clock
 * @property {string} box
 * @property {number} planned
 * @property {GameOutline[]} games
 */

/** @typedef {RawOutline & Tables} Outline all that is known of a match without its frames */
/** @typedef {{outline: string, games: string[]}} Match all packed: see `unpack` */

/**
 * @typedef {object} State all that the page shows
 * @property {Outline} outline
 * @property {number} game the index of the one that is open
 * @property {Frame[]} frames of it
 * @property {number} step
 * @property {string | null} eyes the bot whose cards are seen, in whatever seat; null: open hands
 * @property {boolean} study whether hands, decisions and times are shown
 * @property {boolean} told whether the reader wants to know how games end
 * @property {ReadonlySet<number>} ended the games whose end was seen, by index
 * @property {boolean} closed whether the closing card was put away
 * @property {boolean} trying whether mistakes are asked for before they are told
 * @property {ReadonlyMap<Reviewed, string>} tried what was chosen of those that were asked for
 * @property {number} speed steps a second
 * @property {boolean} playing
 * @property {string} notice
 * @property {Played | null} by
 * @property {boolean} bare whether the table alone is shown, which plays by itself
 */

/**
 * @typedef {object} Played of a match that a person has just played
 * @property {string} person by name
 * @property {string} again where one sits down to the next
 */

/** @typedef {ReturnType<typeof actsOf>} Acts what changes the state */
/** @typedef {Acts & {number: number}} Opened a replay, and the number of the game that it began with */

// A finger that moved this many pixels to the side, and more than up or down, turns a page.
const SWIPE = 50;
const MOST_QUOTED = 60;
// Milliseconds between two changes of the page's address: browsers refuse to write many.
const WRITING = 400;
// The turning point is shown as long as so many other steps.
const HELD = 3;

/** Why there is no such position, as a sentence. */
class NoPosition extends Error {}

/**
 * Open the replay of a match inside an element, at the position that the page's address names; for a
 * person who has played it at its end. On a touch screen a swipe over the table is a step.
 * @param {HTMLElement} root is emptied; it gets an event `end` at the end of each game
 * @param {Match} match
 * @param {{by?: Played | null, bare?: boolean}} [how] `bare`: the newest game, without keys and address
 * @returns {Promise<Opened>}
 */
export async function openReplay(root, match, { by = null, bare = false } = {}) {
  const outline = /** @type {Outline} */ (await unpack(match.outline));
  const game = by || bare ? outline.games.length - 1 : 0;
  const frames = await read(game);
  // Who has asked for what was lost by which move knows the end.
  const told = outline.games.some(({ reviewed }) => reviewed.length > 0);
  /** @type {State} */
  let state = { outline, game, frames, step: by ? frames.length - 1 : 0, eyes: null, study: told, told,
    ended: new Set(), closed: false, trying: false, tried: new Map(), speed: 1, playing: false, notice: "", by, bare };
  const address = keepAddress(root, () => writeAddress(positionOf(state)));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer = undefined;
  let flight = 0;

  /** @param {number} index */
  async function read(index) {
    return develop(await unpack(match.games[index]), outline);
  }

  /** Change the state, and draw the page that it is now. @param {Partial<State>} change */
  function set(change) {
    const before = state;
    state = { ...state, notice: "", ...change };
    const last = state.step === state.frames.length - 1;
    if (last) state = { ...state, playing: false, ended: new Set([...state.ended, state.game]) };
    if (state.step !== before.step) state = { ...state, closed: false };
    draw(before);
    if (state.playing !== before.playing) wait();
    address.writeSoon();
    if (last && state.step !== before.step) root.dispatchEvent(new CustomEvent("end"));
  }

  /** Draw the state; cards move to it from the step before, where that was shown. @param {State} [before] */
  function draw(before) {
    const goesOn = before && state.frames === before.frames && state.step === before.step + 1 && state.eyes === before.eyes;
    const table = root.querySelector(".table");
    const old = goesOn && table instanceof HTMLElement ? placesOf(table) : null;
    show(root, drawReplay(state, acts));
    if (!old || !(table instanceof HTMLElement)) return;
    const seat = seatOf(state);
    const scenes = [state.step, state.step - 1].map((step) => sceneOf(state.frames[step], seat, outline));
    flight = fly(table, old, motionsOf(state.frames[state.step], seat, outline), scenes, state.speed);
    root.style.setProperty("--flight", `${flight}ms`);
  }

  /** While it plays, go to the next step after the time that this one has. */
  function wait() {
    clearTimeout(timer);
    if (!state.playing) return;
    const turns = turningOf(state) ? HELD : 1;
    const step = (turns * 1000) / state.speed;
    timer = setTimeout(() => {
      if (!root.isConnected) return;
      acts.go(state.step + 1);
      wait();
    }, Math.max(step, flight + step / 2));
  }

  /** @param {string} hash */
  async function find(hash) {
    const position = readAddress(hash);
    if (!position) throw new NoPosition(`${quoted(hash)} is no position; expected one as ${EXAMPLE}.`);
    const index = outline.games.findIndex(({ number }) => number === position.game);
    if (index < 0) throw new NoPosition(`There is no game ${position.game} here.`);
    const { eyes } = position;
    if (eyes !== null && !outline.games[index].names.includes(eyes)) {
      throw new NoPosition(`No bot of game ${position.game} is called ${quoted(eyes)}.`);
    }
    const found = await read(index);
    const step = findStep(position, found, outline.games[index]);
    const forfeited = position.step === "forfeit";
    set({ game: index, frames: found, step, eyes, playing: false, study: state.study || forfeited || eyes !== null,
      told: state.told || forfeited });
  }

  /** Go where the page's address leads; if that is nowhere, say why and stay. */
  async function follow() {
    // A fragment may as well be another place of the page.
    const { hash } = location;
    if (!hash || document.getElementById(hash.slice(1)) || !root.isConnected) return;
    try {
      await find(hash);
    } catch (error) {
      if (!(error instanceof NoPosition)) throw error;
      set({ notice: error.message });
    }
    address.follow(hash);
    root.scrollIntoView();
  }

  const acts = { ...actsOf(() => state, set, read, () => address.copy()), number: outline.games[game].number };
  root.replaceChildren();
  draw();
  if (bare) return acts;
  addEventListener("hashchange", follow);
  listenToKeys(root, acts, () => state);
  address.follow(writeAddress(positionOf(state)));
  await follow();
  return acts;
}

/**
 * @param {() => State} now
 * @param {(change: Partial<State>) => void} set
 * @param {(game: number) => Promise<Frame[]>} read
 * @param {() => Promise<string>} copy
 */
function actsOf(now, set, read, copy) {
  const last = () => now().frames.length - 1;
  /** @param {number} step */
  const go = (step) => set({ step: Math.min(Math.max(step, 0), last()) });
  /** @type {Touch | null} */
  let finger = null;
  return {
    go,
    set,
    last,
    /** @param {number} game by its index */
    open: async (game) => {
      if (game in now().outline.games) set({ game, frames: await read(game), step: 0, playing: false });
    },
    /** Have it play or pause; at its end it begins again. @param {boolean} playing */
    play: (playing) => set({ playing, ...(playing && now().step === last() ? { step: 0 } : {}) }),
    /** @param {number} by places in the list of speeds */
    change: (by) => set({ speed: SPEEDS[SPEEDS.indexOf(now().speed) + by] ?? now().speed }),
    copy: async () => set({ notice: await copy() }),
    /** @param {TouchEvent} event */
    touch: ({ touches }) => (finger = touches.length === 1 ? touches[0] : null),
    /** @param {TouchEvent} event */
    lift: ({ changedTouches: [end] }) => {
      const [x, y] = finger ? [end.clientX - finger.clientX, end.clientY - finger.clientY] : [0, 0];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(now().step - Math.sign(x));
    },
  };
}

/**
 * Follow keys: of a page that is all its own, or else of the part of a page that it is in.
 * @param {HTMLElement} root
 * @param {Acts} acts
 * @param {() => State} now
 */
function listenToKeys(root, acts, now) {
  /** @type {Record<string, () => unknown>} */
  const keys = {
    ArrowLeft: () => acts.go(now().step - 1),
    ArrowRight: () => acts.go(now().step + 1),
    Home: () => acts.go(0),
    End: () => acts.go(acts.last()),
    " ": () => acts.play(!now().playing),
    PageUp: () => acts.open(now().game - 1),
    PageDown: () => acts.open(now().game + 1),
    "+": () => acts.change(1),
    "-": () => acts.change(-1),
    s: () => acts.set({ study: !now().study }),
    e: () => {
      const { names } = now().outline.games[now().game];
      acts.set({ study: true, eyes: names[(seatOf(now()) ?? -1) + 1] ?? null });
    },
  };
  root.getRootNode().addEventListener("keydown", (heard) => {
    const event = /** @type {KeyboardEvent} */ (heard);
    const at = event.target instanceof Element ? event.target : null;
    // A list and a slider have keys of their own, and a button is pressed by the space bar.
    const taken = at?.closest("select, input:not([type=checkbox]), textarea, [contenteditable]");
    if (!root.isConnected || taken || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && at?.closest("button, input, summary, a")) return;
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/**
 * Have the address of the page name a position, at once if it was not written just now.
 * @param {HTMLElement} root
 * @param {() => string} tell
 */
function keepAddress(root, tell) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let writing = undefined;
  let written = -Infinity;
  let address = "";
  function write() {
    clearTimeout(writing);
    writing = undefined;
    const now = tell();
    // A page within a page has no address.
    if (now === address || !root.isConnected || location.protocol === "about:") return;
    address = now;
    written = performance.now();
    history.replaceState(history.state, "", now);
  }
  function writeNow() {
    if (writing !== undefined) write();
  }
  addEventListener("pagehide", writeNow);
  // Going back from another position leads to this one only if its address stands before.
  addEventListener("click", (event) => event.composedPath().some((part) => part instanceof HTMLAnchorElement) && writeNow(), true);
  return {
    writeSoon() {
      if (!address) return;
      const pause = written + WRITING - performance.now();
      if (pause <= 0) write();
      else writing ??= setTimeout(write, pause);
    },
    /** Say what stands there now. @param {string} hash */
    follow(hash) {
      address = hash;
      write();
    },
    async copy() {
      write();
      const copied = navigator.clipboard?.writeText(location.href.replace(/#.*|$/, tell())) ?? Promise.reject();
      return copied.then(
        () => "The address of this position is copied.",
        () => "The browser allows no copying; the address stands where it shows that of the page.",
      );
    },
  };
}

/** @param {State} state @returns {Position} */
function positionOf({ outline, game, step, eyes }) {
  return { game: outline.games[game].number, step, eyes };
}

/**
 * Return the step of a position. NoPosition if the game has none such.
 * @param {Position} position
 * @param {Frame[]} frames
 * @param {GameOutline} game
 */
function findStep({ step, eyes }, frames, { number, names, forfeits }) {
  if (step === "forfeit") {
    const forfeit = forfeits.find(({ seat }) => eyes === null || names[seat] === eyes);
    if (forfeit) return stepOfForfeit(frames, forfeit.seat);
    const who = eyes === null ? "Nobody forfeits" : `${quoted(eyes)} does not forfeit`;
    throw new NoPosition(`${who} game ${number}.`);
  }
  if (step < frames.length) return step;
  throw new NoPosition(`Game ${number} has no step ${step}; its last one is ${frames.length - 1}.`);
}

/**
 * What of an address a sentence quotes.
 * @param {string} text
 */
function quoted(text) {
  return isolated(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}\u2026` : text);
}
