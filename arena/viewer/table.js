/**
 * A person's seat at a table: shows what the seat sees, and takes a legal move that is put together
 * on the table, chosen from a list, or typed. All three are one: each shows in the others.
 */

import { Choice } from "./choice.js";
import { drawClosing } from "./closing.js";
import { element, foreign, heard } from "./elements.js";
import { capitalized, tellNumber } from "./narration.js";
import { STILL, fly, placesOf } from "./motion.js";
import { drawScene, readScene } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Touch} Touch */
/** @typedef {import("./scene.js").LegalMove} LegalMove */
/** @typedef {import("./frames.js").Motion} Motion */
/**
 * @typedef {object} Result a game that is over
 * @property {string[]} names by seat; strangers wrote them
 * @property {number} seat the person's
 * @property {number[]} scores by seat
 * @property {number[]} ranks by seat
 */

/**
 * @typedef {object} Seat what a person at a table may know
 * @property {number} games how many are played
 * @property {number} playing which of them it is, from 1 on
 * @property {number | null} turn the number of the open question; null: nothing is asked now
 * @property {string[]} names who sits where in this game, by seat; strangers wrote them
 * @property {Scene | null} scene as it was when the seat was last asked
 * @property {number | null} time_left seconds for the answer; null: there is no clock
 * @property {string} rule the rule of the moment
 * @property {string[]} notes by legal move, what it does by the rules; empty: nothing is to say
 * @property {boolean} hints whether hints may be asked for
 * @property {string[]} news what has happened since the question before
 * @property {Motion[]} motions which cards moved meanwhile
 * @property {string[]} history what has happened in this game
 * @property {Result[]} results
 * @property {{scene: Scene, news: string[], motions: Motion[]} | null} end of the last game that is over
 * @property {string} unit of scores
 */

/**
 * @typedef {object} Acts what the page around does
 * @property {(turn: number, move: string) => Promise<string>} play a move; says what was wrong
 * @property {(turn: number) => Promise<{move: string, why: string}>} hint a move; rejects with why not
 */

// More legal moves than these are folded up.
const MANY = 30;
// For this long, in milliseconds, a move that one press has made can be taken back.
const HOLD = 3000;
// With less time left than this, in milliseconds, it is played at once.
const HURRY = 10000;
const WRITING = "input, textarea, select, [contenteditable]";
const SPEEDS = [["0.5", "slow"], ["1", "usual"], ["2", "fast"], ["5", "very fast"]];

/** The table inside an element of a page, which it empties. */
export class SeatTable {
  /** @type {Seat | null} */
  seat = null;
  /** @type {Choice | null} */
  choice = null;
  /** @type {{touch: Touch, button: HTMLButtonElement}[]} */
  buttons = [];
  /** @type {Set<string>} */
  unfolded = new Set();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} of a move that is played in a moment */
  held = undefined;
  /** @type {{move: string, why: string} | null} */
  hint = null;
  /** Anyone who typed the last move goes on typing. */
  typing = false;
  /** When the time for the answer ends; null without a clock. @type {number | null} */
  end = null;
  /** What had happened in the game when the last question came. @type {string[]} */
  told = [];
  /** What comes after the end of a game that is still looked at. @type {Seat | null} */
  later = null;
  /** For how many milliseconds cards move. */
  flight = 0;

  /**
   * @param {HTMLElement} root
   * @param {Acts} acts
   */
  constructor(root, acts) {
    this.acts = acts;
    this.root = root;
    this.parts = layOut();
    root.replaceChildren(...this.parts.all);
    const { form, move, undo, hinting } = this.parts;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.play();
    });
    move.addEventListener("input", () => this.type());
    undo.addEventListener("click", () => this.undo());
    hinting.addEventListener("click", () => this.askHint());
    root.ownerDocument.addEventListener("keydown", (event) => this.hearKey(event));
  }

  // --- what is shown ---

  /**
   * Show what the seat may know now. The end of a game stays until the person goes on.
   * @param {Seat} told
   */
  show({ scene, end, ...told }) {
    const whole = end && { ...end, scene: readScene(end.scene) };
    const seat = { ...told, scene: scene && readScene(scene), end: whole };
    const before = this.seat;
    if (this.later) this.putOff(seat);
    else if (before && seat.end && seat.results.length > before.results.length) this.showEnd(seat);
    else if (!before || before.turn !== null || seat.results.length < seat.games) this.showSeat(seat);
  }

  /** @param {Seat} seat */
  putOff(seat) {
    this.later = seat;
    this.showClock(seat);
  }

  /**
   * Show how a game has ended, and before the next one the result over it.
   * @param {Seat} seat
   */
  showEnd(seat) {
    const { end, results, games, unit } = seat;
    if (!end) return;
    this.showSeat({ ...seat, ...end, turn: null, rule: "", hints: false, playing: results.length,
      history: [...this.told, ...end.news] });
    if (results.length === games) return;
    this.putOff(seat);
    const game = results[results.length - 1];
    const next = element("button", { type: "button", class: "play" }, "Next game");
    const closing = drawClosing(game, unit, game.seat, element("p", {}, next));
    next.addEventListener("click", () => this.goOn(closing));
    setTimeout(() => {
      this.parts.stage.append(closing);
      if (this.hasFocus()) next.focus({ preventScroll: true });
    }, this.flight);
  }

  /** @param {HTMLElement} closing */
  goOn(closing) {
    const { later } = this;
    this.later = null;
    if (later) this.showSeat(later);
    this.parts.question.focus({ preventScroll: true });
    closing.remove();
  }

  /**
   * What is being put together stays while the question does.
   * @param {Seat} seat
   */
  showSeat(seat) {
    const before = this.seat;
    this.seat = seat;
    if (seat.turn !== null) this.told = seat.history;
    this.showClock(seat);
    this.showResults();
    if (before && seat.turn !== null && before.turn === seat.turn) return;
    const focused = this.hasFocus();
    this.typing = this.typing || this.isTyping();
    const { scene, turn } = seat;
    clearTimeout(this.held);
    this.held = undefined;
    this.hint = null;
    this.choice = scene && turn !== null ? new Choice(scene) : null;
    this.busy = false;
    this.showScene(before?.playing === seat.playing ? before.scene : null);
    this.showQuestion();
    this.tell();
    // Anyone who plays with the keyboard goes on where the next question is, or in the field.
    if (focused || this.typing) (this.typing && this.choice ? this.parts.move : this.parts.question).focus({ preventScroll: true });
    if (this.choice) this.typing = false;
  }

  isTyping() {
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    return page.activeElement === this.parts.move;
  }

  /** A move is under way to the server; meanwhile it cannot be changed. */
  get busy() {
    return this.parts.form.getAttribute("aria-busy") === "true";
  }

  set busy(value) {
    this.parts.form.setAttribute("aria-busy", String(value));
  }

  hasFocus() {
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    return page.activeElement !== null && this.root.contains(page.activeElement);
  }

  /** @param {Scene | null} before */
  showScene(before) {
    const { scene, playing, games, turn, motions, names } = /** @type {Seat} */ (this.seat);
    const { table, speed } = this.parts;
    const old = placesOf(table);
    this.buttons = [];
    if (!scene) return;
    this.parts.title.textContent = capitalized(games > 1 ? `Game ${playing} of ${games}, ${scene.title}` : scene.title);
    const called = Array.from({ length: scene.seats }, (_, seat) => (seat === scene.seat ? "you" : names[seat] ?? ""));
    const shown = this.choice ? scene : { ...scene, decision: null };
    const press = this.press.bind(this);
    const options = { names: called, before: before === scene ? null : before, unfolded: this.unfolded, press };
    table.replaceChildren(drawScene(shown, options));
    const moved = before && (turn !== null || !scene.decision) ? motions : [];
    this.flight = fly(table, old, moved, [scene, before], Number(speed.value));
  }

  /**
   * @param {Touch} touch
   * @param {string} words
   */
  press(touch, words) {
    if (!this.choice?.isUsed(touch)) return null;
    const content = touch.card === null ? words : heard(words);
    const button = element("button", { type: "button", class: "press" }, content);
    button.addEventListener("click", () => this.pick(touch));
    for (const kind of ["focus", "pointerenter"]) button.addEventListener(kind, () => this.tellNote(touch));
    for (const kind of ["blur", "pointerleave"]) button.addEventListener(kind, () => this.tellNote(null));
    this.buttons.push({ touch, button });
    return button;
  }

  showQuestion() {
    const { question, form, move, names, bare, hinting } = this.parts;
    const scene = this.seat?.scene;
    form.hidden = !this.choice;
    hinting.hidden = !this.seat?.hints;
    hinting.textContent = "Hint";
    move.value = "";
    const moves = this.choice?.moves ?? [];
    names.replaceChildren(...moves.map(({ text }) => element("option", { value: text })));
    // What touches nothing on the table has a button of its own.
    const alone = moves.filter(({ touches }) => touches.length === 0);
    bare.replaceChildren(...alone.map((one) => element("li", {}, this.drawMove(one))));
    const idle = scene && !scene.decision ? "The game is over." : "The others play; it is not your turn.";
    question.textContent = (this.choice && scene?.decision?.question) || idle;
    this.showChoice();
  }

  /** Show how far the move is put together: on the table, in the list, and in the field's hint. */
  showChoice() {
    const { legal, undo, hint, wrong } = this.parts;
    const { choice } = this;
    wrong.textContent = "";
    legal.replaceChildren(...(choice ? [this.drawMoves(choice)] : []));
    if (!choice) return;
    for (const { touch, button } of this.buttons) {
      const picked = choice.isPicked(touch);
      button.setAttribute("aria-pressed", String(picked));
      button.setAttribute("aria-disabled", String(!picked && !this.held && !choice.isPossible(touch)));
      button.closest("li, .zone")?.classList.toggle("chosen", picked);
    }
    for (const button of this.parts.bare.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.textContent === choice.whole?.text));
    }
    undo.disabled = choice.picks.length === 0 && !choice.whole;
    hint.textContent = this.tellProgress(choice);
  }

  /** @param {Choice} choice */
  tellProgress({ picks, whole, fitting }) {
    if (whole) return `${this.held ? "Played in a moment" : "Chosen"}: ${this.describe(whole)}.`;
    if (picks.length === 0) return this.seat?.rule ?? "";
    return `Not a whole move yet; ${fitting.length} legal moves begin so.`;
  }

  /** Say a move, and what it does by the rules. @param {LegalMove} move */
  describe(move) {
    const note = this.seat?.notes[this.choice?.moves.indexOf(move) ?? -1];
    return note ? `${move.text}, ${note}` : move.text;
  }

  /** Say what a card that is a whole move does, before it is pressed. @param {Touch | null} touch */
  tellNote(touch) {
    const { choice, parts } = this;
    if (!choice || choice.picks.length > 0 || choice.whole) return;
    const move = touch && choice.moveOf(touch);
    parts.hint.textContent = move ? `${this.describe(move)}.` : this.tellProgress(choice);
  }

  /** @param {Choice} choice */
  drawMoves(choice) {
    const fitting = choice.fitting;
    const drawn = fitting.map((one) => {
      const button = this.drawMove(one);
      button.setAttribute("aria-pressed", String(one === choice.whole));
      return element("li", {}, button);
    });
    const list = element("ul", { class: "legal", "aria-label": "Legal moves" }, ...drawn);
    if (fitting.length <= MANY) return list;
    return element("details", {}, element("summary", {}, `All ${fitting.length} legal moves`), list);
  }

  /** @param {LegalMove} move */
  drawMove(move) {
    const { text } = move;
    const button = element("button", { type: "button", title: this.describe(move) }, text);
    button.addEventListener("click", () => this.nameMove(text));
    return button;
  }

  /** @param {Seat} seat */
  showClock({ turn, time_left }) {
    clearInterval(this.ticking);
    const { clock } = this.parts;
    const left = turn === null ? null : time_left;
    clock.hidden = left === null;
    this.end = null;
    if (left === null) return;
    const end = (this.end = performance.now() + 1000 * left);
    const tick = () => {
      clock.textContent = `${Math.max(0, Math.ceil((end - performance.now()) / 1000))} s left`;
    };
    tick();
    this.ticking = setInterval(tick, 1000);
  }

  showResults() {
    const { results, unit } = /** @type {Seat} */ (this.seat);
    const lines = results.map((game, index) => element("li", {}, ...tellResult(game, index + 1, unit)));
    this.parts.results.lastElementChild?.replaceChildren(...lines);
    this.parts.results.hidden = lines.length === 0;
  }

  tell() {
    const { news, history, scene, turn } = /** @type {Seat} */ (this.seat);
    const { happened, said } = this.parts;
    happened.replaceChildren(...[...history].reverse().map((one) => element("li", {}, foreign(one))));
    const asked = turn !== null && scene?.decision ? [`${capitalized(scene.title)}.`, scene.decision.question] : [];
    said.textContent = [...news, ...asked].join(" ");
  }

  // --- what the person does ---

  /** @param {Touch} touch */
  pick(touch) {
    const { choice, parts } = this;
    if (!choice || this.busy) return undefined;
    // A second press does not wait, and a press on something else takes the first one back.
    if (this.held && choice.isPicked(touch)) return this.play();
    if (this.held) choice.clear();
    this.release();
    const only = choice.picks.length === 0 && choice.moveOf(touch);
    if (!choice.toggle(touch)) {
      parts.wrong.textContent = "No legal move has this together with what is chosen.";
      return undefined;
    }
    parts.move.value = choice.whole?.text ?? "";
    if (only) this.hold();
    return this.showChoice();
  }

  /** Play what one press has made in a moment; until then it can be taken back, or played at once. */
  hold() {
    if (this.end !== null && this.end - performance.now() < HURRY) this.play();
    else this.held = setTimeout(() => this.play(), HOLD);
  }

  release() {
    clearTimeout(this.held);
    this.held = undefined;
  }

  /**
   * Follow keys: 1 to 9 and 0 press the cards and places in their order, arrows go from one to the next.
   * @param {KeyboardEvent} event
   */
  hearKey(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.key === "Escape") return this.undo();
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches?.(WRITING)) return;
    const open = this.buttons.map(({ button }) => button).filter((one) => one.isConnected);
    const at = open.findIndex((one) => one === target);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step && open.length) {
      event.preventDefault();
      open.at(at < 0 ? Math.min(step, 0) : (at + step) % open.length)?.focus();
    } else if (/^[0-9]$/.test(event.key)) {
      const pressed = open[(Number(event.key) + 9) % 10];
      pressed?.focus();
      pressed?.click();
    }
  }

  /** Show a hint, and at the second press why. */
  async askHint() {
    const { hint, hinting, wrong } = this.parts;
    const turn = this.seat?.turn;
    if (turn == null || hinting.getAttribute("aria-busy") === "true") return;
    if (this.hint) {
      hint.textContent = this.hint.why;
      return;
    }
    hinting.setAttribute("aria-busy", "true");
    hint.textContent = "The moves are weighed.";
    try {
      const found = await this.acts.hint(turn);
      if (this.seat?.turn !== turn) return;
      this.hint = found;
      hint.textContent = `Hint, an estimate by the policy of reviews: ${found.move}.`;
      hinting.textContent = "Why";
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      hinting.setAttribute("aria-busy", "false");
    }
  }

  /** @param {string} text */
  nameMove(text) {
    if (!this.choice || this.busy) return;
    this.release();
    if (!this.choice.name(text)) return;
    this.parts.move.value = text;
    const folded = this.parts.legal.querySelector("details")?.open;
    this.showChoice();
    const again = this.parts.legal.querySelector("details");
    if (again && folded) again.open = true;
    // The button that was pressed may have been in the list, which is another one now.
    if (this.hasFocus()) return;
    /** @type {HTMLElement | null} */ (this.parts.legal.querySelector('[aria-pressed="true"]'))?.focus();
  }

  /** Follow what is typed: a move's whole name chooses it. */
  type() {
    const { choice, parts } = this;
    if (!choice) return;
    this.release();
    if (!choice.name(parts.move.value)) choice.clear();
    this.showChoice();
  }

  undo() {
    if (!this.choice || this.busy) return;
    this.release();
    this.choice.clear();
    this.parts.move.value = "";
    this.showChoice();
    this.parts.hint.textContent = `Nothing is chosen now. ${this.seat?.rule ?? ""}`;
  }

  /** Play the chosen move, once. */
  async play() {
    const { choice, parts, seat } = this;
    this.release();
    if (!choice || !seat || seat.turn === null || this.busy) return;
    if (!choice.whole) {
      parts.wrong.textContent = parts.move.value.trim()
        ? "No legal move has this name; choose one on the table or in the list."
        : "The move is not whole yet; choose what is missing, or a move of the list.";
      return;
    }
    this.typing = this.isTyping();
    this.busy = true;
    const wrong = await this.acts.play(seat.turn, choice.whole.text);
    if (!wrong) return;
    this.busy = false;
    parts.wrong.textContent = wrong;
  }
}

// --- words ---

/**
 * @param {Result} game
 * @param {number} number
 * @param {string} unit
 */
function tellResult({ names, seat, scores, ranks }, number, unit) {
  const order = names.map((_, one) => one).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const places = order.flatMap((one, place) => [
    `${place ? "; " : ""}${ranks[one]}. `,
    one === seat ? element("strong", {}, "you") : foreign(names[one]),
    ` ${tellNumber(scores[one])}`,
  ]);
  return [`Game ${number} (${unit}): `, ...places, "."];
}

// --- parts of the page ---

function layOut() {
  const parts = makeParts();
  const { title, table, question, happened, results, form, speed, stage } = parts;
  const pace = element("label", { hidden: matchMedia(STILL).matches }, element("span", {}, "Cards move"), speed);
  const side = element("div", { class: "side" }, results,
    element("section", { "aria-label": "What happened" }, element("h2", {}, "What happened"), happened, pace));
  stage.append(title, question, table, form);
  const columns = element("div", { class: "columns" }, stage, side);
  return { ...parts, all: [columns, parts.said] };
}

function makeParts() {
  const move = element("input", { type: "text", id: "move", list: "moves", autocomplete: "off",
    spellcheck: "false", autocapitalize: "off", "aria-describedby": "hint wrong" });
  const names = element("datalist", { id: "moves" });
  const undo = element("button", { type: "button" }, "Undo");
  const hinting = element("button", { type: "button", hidden: true }, "Hint");
  const hint = element("p", { id: "hint", class: "note", role: "status" });
  const wrong = element("p", { id: "wrong", class: "wrong", role: "alert" });
  const clock = element("span", { class: "clock", role: "timer", hidden: true });
  const bare = element("ul", { class: "legal bare", "aria-label": "Moves without a card" });
  const legal = element("div", {});
  const byName = element("details", { class: "by-name" }, element("summary", {}, "By name"),
    element("label", {}, element("span", {}, "Move"), move), names, legal);
  const form = element("form", { class: "controls", "aria-label": "Your move", hidden: true },
    element("button", { class: "play" }, "Play"), bare, undo, hinting, clock, hint, wrong, byName);
  const speed = element("select", {}, ...SPEEDS.map(([value, name]) => element("option", { value }, name)));
  speed.value = "1";
  return {
    stage: element("section", { class: "stage seat-stage", "aria-label": "Table" }),
    form, move, names, undo, hinting, speed, hint, wrong, clock, bare, legal,
    title: element("h2", {}, "The table is being laid"),
    table: element("div", { class: "table" }),
    question: element("p", { class: "question", tabindex: -1 }, "The bots are being started."),
    happened: element("ol", { class: "happened", tabindex: 0, "aria-label": "What happened, the newest first" }),
    results: element("section", { "aria-label": "Results", hidden: true },
      element("h2", {}, "Results"), element("ul", {})),
    said: element("p", { class: "heard", role: "status", "aria-live": "polite" }),
  };
}
