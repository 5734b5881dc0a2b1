/**
 * The replay page: shows a recorded match game by game and step by step.
 */

import { EXAMPLE, readAddress, writeAddress } from "./address.js";
import { element, foreign, isolated, readable } from "./elements.js";
import { chapters, develop, motionsOf, sceneOf, toldTo, unpack } from "./frames.js";
import { drawMoves, drawScene } from "./scene.js";
import { fly, placesOf } from "./motion.js";
import { drawClosing } from "./closing.js";
import {
  capitalized, tellAnswer, tellCost, tellEnd, tellNumber, tellTimes, tellTry, tellVerdict, tellWorth,
} from "./narration.js";
import { drawCurve } from "./curve.js";

/** @typedef {import("./address.js").Position} Position */
/** @typedef {import("./frames.js").Answer} Answer */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./frames.js").Tables} Tables */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Decision} Decision */
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

// Steps a second.
const SPEEDS = [0.5, 1, 2, 5, 10];
const USUAL_SPEED = 1;
// A cost of this many standard errors is sure: 97.5 of 100.
const SURE = 1.96;
// A finger that moved this many pixels to the side, and more than up or down, turns a page.
const SWIPE = 50;
const MOST_QUOTED = 60;
// Milliseconds between two changes of the page's address: browsers refuse to write many.
const WRITING = 400;

const KEYS = [
  ["\u2190 \u2192", "a step back or forward"],
  ["Home End", "the beginning or the end of the game"],
  ["Space", "play or pause"],
  ["Page up, Page down", "the game before or after"],
  ["+ \u2212", "faster or slower"],
  ["e", "the eyes of the next seat, after the last open hands"],
];

/**
 * @typedef {object} Played of a match that a person has just played
 * @property {string} person by name
 * @property {string} again where one sits down to the next
 */

/**
 * Open the replay of a match inside an element, at the position that the page's address names; for a
 * person who has played it at its end. On a touch screen a swipe over the table is a step.
 * @param {HTMLElement} root is emptied; it gets an event `end` at the end of each game
 * @param {Match} match
 * @param {Played | null} [played]
 * @returns {Promise<{play: () => void}>} what plays it from there
 */
export async function openReplay(root, match, played = null) {
  const player = new Player(root, match, await unpack(match.outline), played);
  await player.open();
  return player;
}

/** Why there is no such position, as a sentence. */
class NoPosition extends Error {}

class Player {
  /** @type {Frame[]} */
  frames = [];
  step = 0;
  game = 0;
  /** The bot whose cards are seen, in whatever seat it sits; null: open hands. @type {string | null} */
  eyes = null;
  /** The games whose end was seen, by their index. @type {Set<number>} */
  ended = new Set();
  /** @type {Set<string>} */
  unfolded = new Set();
  /** Whether mistakes are asked for before they are told. */
  trying = false;
  /** @type {Map<Reviewed, string>} what was chosen of those that were asked for */
  tried = new Map();
  speed = USUAL_SPEED;
  /** @type {number | undefined} */
  timer = undefined;
  /** The step that is shown, as far as cards can move on from it. */
  shown = NaN;
  /** For how many milliseconds cards move. */
  flight = 0;
  /** @type {number | undefined} */
  closing = undefined;
  /** @type {number | undefined} */
  writing = undefined;
  written = -Infinity;
  /** As the page has it. @type {string | undefined} */
  address = undefined;

  /**
   * @param {HTMLElement} root
   * @param {Match} match
   * @param {Outline} outline
   * @param {Played | null} by
   */
  constructor(root, match, outline, by) {
    this.by = by;
    this.root = root;
    this.match = match;
    this.outline = outline;
    this.parts = layOut(outline);
    root.replaceChildren(...this.parts.all);
    this.listen();
  }

  get played() {
    return this.outline.games[this.game];
  }

  get last() {
    return this.frames.length - 1;
  }

  /** The seat whose cards are seen; null: open hands. */
  get viewer() {
    return this.eyes === null ? null : this.played.names.indexOf(this.eyes);
  }

  /** Whether the reader may know how the game ends: they asked, or have seen it. */
  get knows() {
    return this.parts.told.checked || this.ended.has(this.game);
  }

  // --- where we are ---

  /** Open the position that the page's address names, else the beginning. */
  async open() {
    await this.openGame(this.by ? this.outline.games.length - 1 : 0);
    if (this.by) this.goTo(this.last);
    this.address = this.tellAddress();
    await this.follow();
  }

  /** @param {number} index among the games of the page */
  async openGame(index) {
    this.showGame(index, await this.read(index));
    this.goTo(0);
    if (this.address !== undefined) this.write();
  }

  /** @param {number} index */
  async read(index) {
    return develop(await unpack(this.match.games[index]), this.outline);
  }

  /** Go where the page's address leads; if that is nowhere, say why and stay. */
  async follow() {
    // A fragment may as well be another place of the page.
    const { hash } = location;
    if (!hash || document.getElementById(hash.slice(1)) || !this.root.isConnected) return;
    try {
      await this.find(hash);
    } catch (error) {
      if (!(error instanceof NoPosition)) throw error;
      this.parts.notice.textContent = error.message;
    }
    this.address = hash;
    this.write();
    this.root.scrollIntoView();
  }

  /** @param {string} hash */
  async find(hash) {
    const position = readAddress(hash);
    if (!position) throw new NoPosition(`${quoted(hash)} is no position; expected one as ${EXAMPLE}.`);
    const index = this.outline.games.findIndex(({ number }) => number === position.game);
    if (index < 0) throw new NoPosition(`There is no game ${position.game} here.`);
    const { eyes } = position;
    if (eyes !== null && !this.outline.games[index].names.includes(eyes)) {
      throw new NoPosition(`No bot of game ${position.game} is called ${quoted(eyes)}.`);
    }
    const frames = await this.read(index);
    const step = findStep(position, frames, this.outline.games[index]);
    this.eyes = eyes;
    if (position.step === "forfeit") this.parts.told.checked = true;
    this.showGame(index, frames);
    this.goTo(step);
  }

  tellAddress() {
    return writeAddress({ game: this.played.number, step: this.step, eyes: this.eyes });
  }

  /** Have the address of the page name where we are, at once if it was not written just now. */
  writeSoon() {
    if (this.address === undefined) return;
    const wait = this.written + WRITING - performance.now();
    if (wait <= 0) this.write();
    else this.writing ??= setTimeout(() => this.write(), wait);
  }

  write() {
    clearTimeout(this.writing);
    this.writing = undefined;
    const now = this.tellAddress();
    // A page within a page has no address.
    if (now === this.address || !this.root.isConnected || location.protocol === "about:") return;
    this.address = now;
    this.written = performance.now();
    history.replaceState(history.state, "", now);
  }

  async copy() {
    this.write();
    const address = location.href.replace(/#.*|$/, this.tellAddress());
    const copied = navigator.clipboard?.writeText(address) ?? Promise.reject();
    this.parts.notice.textContent = await copied.then(
      () => "The address of this position is copied.",
      () => "The browser allows no copying; the address stands where it shows that of the page.",
    );
  }

  /** @param {number} step */
  goTo(step) {
    this.step = Math.min(Math.max(step, 0), this.last);
    if (this.step === this.last) this.pause();
    this.showStep();
    if (this.step === this.last) this.root.dispatchEvent(new CustomEvent("end"));
  }

  /** @param {number} by */
  async turnGame(by) {
    const index = this.game + by;
    if (index >= 0 && index < this.outline.games.length) await this.openGame(index);
  }

  /** @param {number | null} seat */
  look(seat) {
    this.shown = NaN;
    this.eyes = seat === null ? null : this.played.names[seat];
    this.showStep();
  }

  // --- playing by itself ---

  play() {
    if (this.step === this.last) this.goTo(0);
    this.parts.play.textContent = "Pause";
    this.parts.said.setAttribute("aria-live", "off");
    this.tick();
  }

  tick() {
    const step = 1000 / this.speed;
    this.timer = setTimeout(() => {
      this.goTo(this.step + 1);
      if (this.timer !== undefined) this.tick();
    }, Math.max(step, this.flight + step / 2));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.parts.play.textContent = "Play";
    this.parts.said.setAttribute("aria-live", "polite");
  }

  playOrPause() {
    if (this.timer === undefined) this.play();
    else this.pause();
  }

  /** @param {number} by places in the list of speeds */
  change(by) {
    const place = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)];
    this.parts.speed.value = String(this.speed);
  }

  // --- what is done to the page ---

  listen() {
    const { first, back, play, on, end, slider, speed, game, before, after, eyes, chapter } = this.parts;
    this.parts.told.addEventListener("change", () => this.showOutcome());
    this.parts.copy.addEventListener("click", () => this.copy());
    addEventListener("hashchange", () => this.follow());
    addEventListener("pagehide", () => this.writing === undefined || this.write());
    first.addEventListener("click", () => this.goTo(0));
    back.addEventListener("click", () => this.goTo(this.step - 1));
    play.addEventListener("click", () => this.playOrPause());
    on.addEventListener("click", () => this.goTo(this.step + 1));
    end.addEventListener("click", () => this.goTo(this.last));
    slider.addEventListener("input", () => this.goTo(Number(slider.value)));
    speed.addEventListener("change", () => (this.speed = Number(speed.value)));
    game.addEventListener("change", () => this.openGame(game.selectedIndex));
    before.addEventListener("click", () => this.turnGame(-1));
    after.addEventListener("click", () => this.turnGame(1));
    eyes.addEventListener("change", () => this.look(eyes.selectedIndex ? eyes.selectedIndex - 1 : null));
    chapter.addEventListener("change", () => this.goTo(Number(chapter.value)));
    // Of a page that is all its own, or else of the part of a page that it is in.
    this.root.getRootNode().addEventListener("keydown", (event) => this.press(/** @type {KeyboardEvent} */ (event)));
    this.listenToFingers();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const at = event.target instanceof Element ? event.target : null;
    // A list and a slider have keys of their own, and a button is pressed by the space bar.
    const taken = at?.closest("select, input:not([type=checkbox]), textarea, [contenteditable]");
    if (taken || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && at?.closest("button, input, summary, a")) return;
    const act = this.acts()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @returns {Record<string, () => void>} */
  acts() {
    return {
      ArrowLeft: () => this.goTo(this.step - 1),
      ArrowRight: () => this.goTo(this.step + 1),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.last),
      " ": () => this.playOrPause(),
      PageUp: () => this.turnGame(-1),
      PageDown: () => this.turnGame(1),
      "+": () => this.change(1),
      "-": () => this.change(-1),
      e: () => this.look(nextEyes(this.viewer, this.played.names.length)),
    };
  }

  listenToFingers() {
    const { stage } = this.parts;
    /** @type {Touch | null} */
    let start = null;
    stage.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null), {
      passive: true,
    });
    stage.addEventListener("touchend", (event) => {
      const end = event.changedTouches[0];
      const [x, y] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
      start = null;
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.goTo(this.step - Math.sign(x));
    });
  }

  // --- what is shown of a game ---

  /**
   * @param {number} index among the games of the page
   * @param {Frame[]} frames
   */
  showGame(index, frames) {
    this.pause();
    this.game = index;
    this.frames = frames;
    this.shown = NaN;
    const { before, after, slider, eyes, chapter, result, forfeits, mistakes, moves, curve } = this.parts;
    before.disabled = this.game === 0;
    after.disabled = this.game === this.outline.games.length - 1;
    slider.max = String(this.last);
    eyes.replaceChildren(...eyeOptions(this.played.names));
    chapter.replaceChildren(
      ...chapters(this.frames).map(({ title, frame }) => element("option", { value: frame }, capitalized(title))),
    );
    result.replaceChildren(drawResult(this.played, this.outline.unit));
    forfeits.replaceChildren(...this.drawForfeits());
    forfeits.hidden = this.played.forfeits.length === 0;
    this.showMistakes();
    mistakes.hidden = this.played.reviewed.length === 0;
    moves.replaceChildren(...this.drawMoves());
    curve.replaceChildren(this.drawScores());
    this.showOutcome();
  }

  /** Show how games end, as far as the reader may know. */
  showOutcome() {
    const { game, told, outcome } = this.parts;
    outcome.hidden = !this.knows;
    game.replaceChildren(
      ...this.outline.games.map((one, index) => drawGame(one, told.checked || this.ended.has(index))),
    );
    game.selectedIndex = this.game;
  }

  drawScores() {
    const scores = this.frames.map((frame) => frame.scores);
    const told = this.frames.map((frame) => frame.told);
    const drawn = drawCurve(scores, told, this.outline.unit);
    drawn.svg.addEventListener("click", (event) => this.goTo(drawn.frameAt(event)));
    this.showOnCurve = drawn.show;
    return drawn.svg;
  }

  drawForfeits() {
    const { forfeits, names } = this.played;
    const drawn = forfeits.map((forfeit) =>
      drawForfeit(forfeit, names[forfeit.seat], () => this.goTo(stepOfForfeit(this.frames, forfeit.seat))),
    );
    return [element("h2", {}, "Forfeits"), ...drawn];
  }

  drawMistakes() {
    const { reviewed, names } = this.played;
    const drawn = reviewed.filter(isMistake).sort((a, b) => b.cost - a.cost).map((decision) => {
      const { step, seat } = decision;
      const jump = element("button", { type: "button" }, `Step ${step}`);
      jump.addEventListener("click", () => {
        if (this.trying) this.eyes = names[seat];
        this.goTo(step);
      });
      const told = this.isAsked(decision) ? "what would you play?" : tellCost(decision, this.outline.unit);
      return element("li", {}, jump, element("span", {}, `seat ${seat}, `, isolated(names[seat]), `: ${told}`));
    });
    const title = element("h2", {}, "Mistakes");
    if (!drawn.length) return [title, element("p", {}, "None that is sure.")];
    const first = element("button", { type: "button", "aria-pressed": String(this.trying) }, "Try first");
    first.addEventListener("click", () => this.tryFirst(!this.trying));
    return [title, first, element("ol", { class: "steps" }, ...drawn)];
  }

  /**
   * Have the better move be asked for before it is told, or no more.
   * @param {boolean} on
   */
  tryFirst(on) {
    this.trying = on;
    this.showMistakes();
    this.showStep();
    this.parts.mistakes.querySelector("button")?.focus();
  }

  /**
   * Say whether the better move is asked for now, and so not told.
   * @param {Reviewed | undefined} found
   */
  isAsked(found) {
    return found !== undefined && this.trying && isMistake(found) && !this.tried.has(found);
  }

  /**
   * Return what was reviewed of a seat in this step.
   * @param {number} seat
   */
  reviewedOf(seat) {
    return this.played.reviewed.find((one) => one.step === this.step && one.seat === seat);
  }

  showMistakes() {
    this.parts.mistakes.replaceChildren(...this.drawMistakes());
  }

  drawMoves() {
    return this.frames.slice(1).map((frame, index) => {
      const button = element("button", { type: "button" }, `Step ${index + 1}`);
      button.addEventListener("click", () => this.goTo(index));
      const told = toldTo(frame, null).map((sentence) => element("span", {}, foreign(sentence)));
      return element("li", {}, button, ...told);
    });
  }

  // --- what is shown of a step ---

  showStep() {
    const { slider, where, title, happened, decision, eyes, chapter, said, notice } = this.parts;
    const frame = this.frames[this.step];
    const scene = sceneOf(frame, this.viewer, this.outline);
    notice.textContent = "";
    if (this.step === this.last && !this.knows) {
      this.ended.add(this.game);
      this.showOutcome();
    }
    slider.value = String(this.step);
    slider.setAttribute("aria-valuetext", `step ${this.step} of ${this.last}, ${scene.title}`);
    where.textContent = `${this.step} / ${this.last}`;
    title.textContent = capitalized(scene.title);
    eyes.selectedIndex = this.viewer === null ? 0 : this.viewer + 1;
    chapter.value = String(chapters(this.frames).filter(({ frame: at }) => at <= this.step).at(-1)?.frame);
    const asked = this.asked();
    this.showTable(scene, asked);
    this.showClosing();
    decision.replaceChildren(...this.drawDecisions(scene, asked));
    const told = toldTo(frame, this.viewer);
    happened.replaceChildren(...told.map((sentence) => element("li", {}, foreign(sentence))));
    said.textContent = readable([...told, `${capitalized(scene.title)}.`].join(" "));
    this.showOnCurve?.(this.step);
    this.writeSoon();
    for (const [button, off] of /** @type {[HTMLButtonElement, boolean][]} */ ([
      [this.parts.first, this.step === 0],
      [this.parts.back, this.step === 0],
      [this.parts.on, this.step === this.last],
      [this.parts.end, this.step === this.last],
    ])) button.setAttribute("aria-disabled", String(off));
  }

  /**
   * Show the table; cards move to it from that of the step before, where that was shown.
   * @param {Scene} scene
   * @param {Asked[]} asked
   */
  showTable(scene, asked) {
    const { table } = this.parts;
    const old = this.step === this.shown + 1 ? placesOf(table) : null;
    this.shown = this.step;
    table.replaceChildren(this.drawTable(scene, asked));
    const before = old && sceneOf(this.frames[this.step - 1], this.viewer, this.outline);
    const motions = old ? motionsOf(this.frames[this.step], this.viewer, this.outline) : [];
    this.flight = old ? fly(table, old, motions, [scene, before], this.speed) : 0;
  }

  /** Show how the game ended once its last cards lie, until somebody closes it. */
  showClosing() {
    const { stage } = this.parts;
    clearTimeout(this.closing);
    stage.querySelector(".closing")?.remove();
    if (this.step < this.last) return;
    this.closing = setTimeout(() => stage.append(this.drawClosing()), this.flight);
  }

  drawClosing() {
    const { played, by } = this;
    const copy = element("button", { type: "button" }, "Copy address");
    copy.addEventListener("click", () => this.copy());
    const close = element("button", { type: "button" }, "Close");
    close.addEventListener("click", () => this.parts.stage.querySelector(".closing")?.remove());
    const again = by ? [element("a", { href: by.again }, "Play again")] : [];
    const seat = by ? played.names.indexOf(by.person) : null;
    return drawClosing(played, this.outline.unit, seat,
      element("p", { class: "onward" }, ...again, copy, close));
  }

  /**
   * Return what is asked now of those whose cards are seen, and what they answer.
   * @returns {Asked[]}
   */
  asked() {
    const frame = this.frames[this.step];
    const answers = this.frames[this.step + 1]?.made ?? [];
    const seats = [...new Set(answers.map(({ seat }) => seat))];
    const seen = this.viewer === null ? seats : seats.filter((seat) => seat === this.viewer);
    return seen.flatMap((seat) => {
      const { decision } = sceneOf(frame, seat, this.outline);
      return decision ? [{ seat, decision, answers: answers.filter((made) => made.seat === seat) }] : [];
    });
  }

  /**
   * @param {Scene} scene
   * @param {Asked[]} asked
   */
  drawTable(scene, asked) {
    const before = this.step ? sceneOf(this.frames[this.step - 1], this.viewer, this.outline) : null;
    const told = asked.filter(({ seat }) => !this.isAsked(this.reviewedOf(seat)));
    const touches = told.flatMap(({ decision, answers }) => {
      const made = answers.map(({ move }) => move);
      return decision.moves.filter(({ text }) => made.includes(text)).flatMap((move) => move.touches);
    });
    return drawScene(scene, { names: this.played.names, before, touches, unfolded: this.unfolded });
  }

  /**
   * @param {Scene} scene
   * @param {Asked[]} asked
   */
  drawDecisions(scene, asked) {
    if (scene.decision === null) return [element("p", {}, "The game is over.")];
    if (asked.length === 0) return [element("p", {}, "Nothing is asked of this seat now.")];
    return asked.map((one) => {
      const found = this.reviewedOf(one.seat);
      const content = found && this.isAsked(found) ? this.drawTry(one, found) : this.drawAnswers(one, found);
      return element("article", { class: "decision" },
        element("h3", {}, `Seat ${one.seat} `, foreign(this.played.names[one.seat])),
        element("p", { class: "question" }, one.decision.question),
        ...content);
    });
  }

  /**
   * Draw what was answered, and what a review has found.
   * @param {Asked} asked
   * @param {Reviewed} [found]
   */
  drawAnswers({ seat, decision, answers }, found) {
    const worths = new Map(Object.entries(found?.worths ?? {}).map(([move, worth]) => [move, tellWorth(worth)]));
    const tried = found && this.tried.get(found);
    const review = [
      ...(found && tried !== undefined ? [tellTry(tried, found)] : []),
      ...(found ? [tellCost(found, this.outline.unit)] : []),
    ];
    const printed = this.played.printed.filter((one) => one.step === this.step && one.seat === seat);
    return [
      element("ul", { class: "answers" }, ...answers.map(drawAnswer)),
      ...printed.map(({ text }) => drawLog(text, "What it printed")),
      ...review.map((told) => element("p", { class: "review" }, told)),
      drawMoves(decision, answers.map(({ move }) => move), worths),
    ];
  }

  /**
   * Draw the question for the better move.
   * @param {Asked} asked
   * @param {Reviewed} found
   */
  drawTry({ decision }, found) {
    const moves = decision.moves.map(({ text }) => {
      const choice = element("button", { type: "button" }, text);
      choice.addEventListener("click", () => {
        this.tried.set(found, text);
        this.showMistakes();
        this.showStep();
        this.parts.said.textContent = `${tellTry(text, found)} ${tellCost(found, this.outline.unit)}`;
      });
      return element("li", {}, choice);
    });
    return [
      element("p", { class: "review" }, "What would you play?"),
      element("ul", { class: "legal", "aria-label": "Choose a move" }, ...moves),
    ];
  }
}

/** @typedef {{seat: number, decision: Decision, answers: Answer[]}} Asked */

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

/**
 * Return the step before the first answer that the referee played for a seat.
 * @param {Frame[]} frames
 * @param {number} seat
 */
function stepOfForfeit(frames, seat) {
  return frames.findIndex(({ made }) => made.some((answer) => answer.seat === seat && answer.fallback)) - 1;
}

/**
 * Say whether a better move than the one that was made is surely better.
 * @param {Reviewed} decision
 */
function isMistake({ cost, error }) {
  return cost > SURE * error;
}

/**
 * @param {number | null} eyes
 * @param {number} seats
 */
function nextEyes(eyes, seats) {
  if (eyes === null) return 0;
  return eyes + 1 < seats ? eyes + 1 : null;
}

// --- parts of the page ---

/** @param {Outline} outline */
function layOut(outline) {
  const parts = { ...makeControls(), ...makeChoices(outline), ...makePlaces() };
  const { stage, title, table, happened, decision, outcome, result, forfeits, mistakes, curve, moves, said } = parts;
  stage.append(title, table);
  outcome.append(result, section("Scores", curve), forfeits, mistakes);
  const all = [
    element("header", {}, element("h1", {}, outline.title), drawFacts(outline)),
    drawChoices(parts),
    parts.notice,
    element("div", { class: "columns" },
      stage,
      element("div", { class: "side" },
        section("What happened", happened),
        section("Decision", decision),
        outcome,
        element("details", {}, element("summary", {}, "All steps"), moves),
        drawKeys(),
      ),
    ),
    drawControls(parts),
    said,
  ];
  return { ...parts, all };
}

function makePlaces() {
  return {
    stage: element("section", { class: "stage", "aria-label": "Table" }),
    title: element("h2", {}),
    table: element("div", { class: "table" }),
    happened: element("ol", { class: "happened", tabindex: 0, "aria-label": "What happened in this step" }),
    decision: element("div", {}),
    notice: element("p", { class: "notice", role: "status" }),
    outcome: element("div", { class: "outcome" }),
    result: element("section", { "aria-label": "Result" }),
    forfeits: element("section", { "aria-label": "Forfeits" }),
    mistakes: element("section", { "aria-label": "Mistakes" }),
    curve: element("div", {}),
    moves: element("ol", { class: "steps" }),
    said: element("p", { class: "heard", role: "status", "aria-live": "polite" }),
  };
}

function makeControls() {
  const speeds = SPEEDS.map((speed) => element("option", { value: speed }, `${speed} a second`));
  const speed = element("select", {}, ...speeds);
  speed.value = String(USUAL_SPEED);
  return {
    first: button("|\u25c0\ufe0e", "To the beginning"),
    back: button("\u25c0\ufe0e", "A step back"),
    play: element("button", { type: "button", class: "play" }, "Play"),
    on: button("\u25b6\ufe0e", "A step forward"),
    end: button("\u25b6\ufe0e|", "To the end"),
    slider: element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" }),
    where: element("output", {}),
    speed,
  };
}

/** @param {Outline} outline */
function makeChoices({ games }) {
  return {
    game: element("select", {}),
    before: button("\u25c0\ufe0e", "The game before"),
    after: button("\u25b6\ufe0e", "The next game"),
    eyes: element("select", {}),
    chapter: element("select", {}),
    // Who has asked for what was lost by which move knows the end.
    told: element("input", { type: "checkbox", checked: games.some(({ reviewed }) => reviewed.length > 0) }),
    copy: element("button", { type: "button", hidden: location.protocol === "about:" }, "Copy address"),
  };
}

/**
 * @param {GameOutline} game
 * @param {boolean} told whether who won is told
 */
function drawGame({ number, names, ranks, forfeits }, told) {
  if (!told) return element("option", {}, String(number));
  const winners = names.filter((_, seat) => ranks[seat] === 1);
  const how = forfeits.length ? `, ${forfeits.length === 1 ? "a forfeit" : `${forfeits.length} forfeits`}` : "";
  return element("option", {}, `${number}, won by `, winners.map(isolated).join(", "), how);
}

/** @param {string[]} names */
function eyeOptions(names) {
  const seats = names.map((name, seat) => element("option", {}, `seat ${seat}: `, isolated(name)));
  return [element("option", {}, "open hands"), ...seats];
}

/** @param {ReturnType<typeof makeControls>} parts */
function drawControls({ first, back, play, on, end, slider, where }) {
  const buttons = element("div", { class: "buttons" }, first, back, play, on, end, where);
  return element("div", { class: "controls", role: "group", "aria-label": "Steps" }, slider, buttons);
}

/** @param {ReturnType<typeof makeControls> & ReturnType<typeof makeChoices>} parts */
function drawChoices({ game, before, after, eyes, chapter, speed, told, copy }) {
  return element("nav", { class: "choices", "aria-label": "What to look at" },
    element("div", { class: "games" }, before, labelled("Game", game), after),
    labelled("Seen by", eyes), labelled("Go to", chapter), labelled("Speed", speed),
    labelled("Show results", told), copy);
}

/** @param {Outline} outline */
function drawFacts({ games, planned, clock, box, options, version }) {
  const number = games.length === planned ? `${planned}` : `${games.length} of ${planned}`;
  const seconds = `${clock.bank_ms / 1000}+${clock.increment_ms / 1000} s`;
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const facts = [`games: ${number}`, `clock: ${seconds}`, `box: ${box}`, ...chosen, `card-arena ${version}`];
  return element("p", { class: "facts" }, ...facts.map((fact) => element("span", {}, foreign(fact))));
}

function drawKeys() {
  const keys = KEYS.map(([key, act]) => element("li", {}, element("kbd", {}, key), ` ${act}`));
  return element("details", {}, element("summary", {}, "Keys"), element("ul", { class: "keys" }, ...keys));
}

/**
 * @param {GameOutline} game
 * @param {string} unit
 */
function drawResult({ names, scores, ranks, attempt }, unit) {
  const order = names.map((_, seat) => seat).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const head = ["Rank", "Seat", "Bot", `Score (${unit})`].map((text) => element("th", { scope: "col" }, text));
  const rows = order.map((seat) =>
    element("tr", {},
      element("td", {}, String(ranks[seat])),
      element("td", {}, String(seat)),
      element("th", { scope: "row" }, foreign(names[seat])),
      element("td", { class: "number" }, tellNumber(scores[seat])),
    ),
  );
  const again = attempt ? [element("p", {}, `Dealt again ${attempt} times before it was played.`)] : [];
  return element("div", {}, element("h2", {}, "Result"),
    element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
    ...again);
}

/**
 * @param {Forfeit} forfeit
 * @param {string} name
 * @param {() => void} goThere
 */
function drawForfeit(forfeit, name, goThere) {
  const jump = element("button", { type: "button" }, "Go there");
  jump.addEventListener("click", goThere);
  const drawn = element("article", { class: "forfeit" },
    element("h3", {}, `Seat ${forfeit.seat} `, foreign(name), ` forfeits: ${tellVerdict(forfeit.verdict)} `),
    element("p", {}, foreign(forfeit.detail)));
  const end = tellEnd(forfeit);
  if (end) drawn.append(element("p", {}, end));
  if (forfeit.log_tail) drawn.append(drawLog(forfeit.log_tail, "End of the bot's log"));
  drawn.append(jump);
  return drawn;
}

/**
 * @param {string} text
 * @param {string} label
 */
function drawLog(text, label) {
  const log = element("pre", { tabindex: 0, role: "region", "aria-label": label });
  log.append(foreign(text));
  return log;
}

/** @param {Answer} answer */
function drawAnswer(answer) {
  const bad = answer.verdict !== "ok";
  return element("li", { class: bad ? "bad" : "" },
    element("strong", {}, tellAnswer(answer)), " ", element("span", { class: "note" }, tellTimes(answer)));
}

/**
 * @param {string} sign
 * @param {string} name
 */
function button(sign, name) {
  return element("button", { type: "button", "aria-label": name, title: name }, sign);
}

/**
 * @param {string} name
 * @param {HTMLElement} control
 */
function labelled(name, control) {
  return element("label", {}, element("span", {}, name), control);
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
function section(title, content) {
  return element("section", { "aria-label": title }, element("h2", {}, title), content);
}
