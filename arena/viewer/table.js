/**
 * A person's seat at a table: shows what the seat sees, and takes a legal move that is put together
 * on the table, chosen from a list, or typed. All three are one: each shows in the others.
 */

import { Choice } from "./choice.js";
import { drawClosing, drawPlaces } from "./closing.js";
import { button, chosen, element, heard, section, show } from "./elements.js";
import { capitalized, drawSentence } from "./narration.js";
import { STILL, fly, placesOf } from "./motion.js";
import { drawScene, foldMoves, readScene } from "./scene.js";

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

/**
 * @typedef {object} State all that the page shows
 * @property {Seat} seat
 * @property {Scene | null} before the scene before, of the same game
 * @property {Choice | null} choice what is put together of a move; null: nothing is asked
 * @property {string} typed
 * @property {boolean} held whether the move is played in a moment
 * @property {boolean} busy whether it is under way to the server; meanwhile it cannot be changed
 * @property {{move: string, why: string} | null} hint
 * @property {boolean} weighing whether a hint is asked for
 * @property {string} words what is said instead of how far the move is
 * @property {Touch | null} pointed what one may press next
 * @property {string} wrong
 * @property {boolean} closing whether the end of a game lies over the table
 */

// For this long, in milliseconds, a move that one press has made can be taken back.
const HOLD = 3000;
// With less time left than this, in milliseconds, it is played at once.
const HURRY = 10000;
const WRITING = "input, textarea, select, [contenteditable]";
const PACES = new Map([["slow", 0.5], ["usual", 1], ["fast", 2], ["very fast", 5]]);
const NOBODY = { games: 1, playing: 1, turn: null, names: [], scene: null, time_left: null, rule: "", notes: [], hints: false,
  news: [], motions: [], history: [], results: [], end: null, unit: "" };
const NOTHING = { before: null, choice: null, typed: "", held: false, busy: false, hint: null, weighing: false, words: "", pointed: null,
  wrong: "", closing: false };

/** The table inside an element of a page, which it empties. */
export class SeatTable {
  /** @type {State} */
  state = { seat: NOBODY, ...NOTHING };
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} of a move that is played in a moment */
  holding = undefined;
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
  pace = 1;
  drawing = false;

  /**
   * @param {HTMLElement} root
   * @param {Acts} acts
   */
  constructor(root, acts) {
    this.acts = acts;
    this.root = root;
    root.replaceChildren();
    root.ownerDocument.addEventListener("keydown", (event) => this.hearKey(event));
    this.draw();
  }

  /** Change the state, and draw the page that it is now. @param {Partial<State>} change */
  set(change) {
    this.state = { ...this.state, ...change };
    this.draw();
  }

  draw() {
    // What loses the focus as it is drawn is heard here.
    if (this.drawing) return;
    this.drawing = true;
    show(this.root, drawTable(this));
    this.drawing = false;
  }

  /** @param {string} part of the page */
  find(part) {
    return /** @type {HTMLElement} */ (this.root.querySelector(part));
  }

  // --- what the server tells ---

  /**
   * Show what the seat may know now. The end of a game stays until the person goes on.
   * @param {Seat} told
   */
  show({ scene, end, ...told }) {
    const whole = end && { ...end, scene: readScene(end.scene) };
    const seat = { ...told, scene: scene && readScene(scene), end: whole };
    const before = this.state.seat;
    if (this.later) this.putOff(seat);
    else if (before !== NOBODY && seat.end && seat.results.length > before.results.length) this.showEnd(seat);
    else if (before === NOBODY || before.turn !== null || seat.results.length < seat.games) this.showSeat(seat);
  }

  /** @param {Seat} seat */
  putOff(seat) {
    this.later = seat;
    this.startClock(seat);
  }

  /**
   * Show how a game has ended, and before the next one the result over it.
   * @param {Seat} seat
   */
  showEnd(seat) {
    const { end, results, games } = seat;
    if (!end) return;
    this.showSeat({ ...seat, ...end, turn: null, rule: "", hints: false, playing: results.length,
      history: [...this.told, ...end.news] });
    if (results.length === games) return;
    this.putOff(seat);
    setTimeout(() => {
      const focused = this.hasFocus();
      this.set({ closing: true });
      if (focused) this.find(".closing button").focus({ preventScroll: true });
    }, this.flight);
  }

  goOn() {
    const { later } = this;
    this.later = null;
    if (later) this.showSeat(later);
    this.find(".question").focus({ preventScroll: true });
  }

  /**
   * What is being put together stays while the question does.
   * @param {Seat} seat
   */
  showSeat(seat) {
    const before = this.state.seat;
    const { scene, turn } = seat;
    if (turn !== null) this.told = seat.history;
    this.startClock(seat);
    if (turn !== null && before.turn === turn) return this.set({ seat });
    const focused = this.hasFocus();
    this.typing = this.typing || this.isTyping();
    clearTimeout(this.holding);
    const choice = scene && turn !== null ? new Choice(scene) : null;
    const old = placesOf(this.find(".table"));
    const last = before.playing === seat.playing ? before.scene : null;
    this.set({ ...NOTHING, seat, choice, before: last });
    const moved = last && (turn !== null || !scene?.decision) ? seat.motions : [];
    this.flight = fly(this.find(".table"), old, moved, [scene, last], this.pace);
    // Anyone who plays with the keyboard goes on where the next question is, or in the field.
    if (focused || this.typing) this.find(this.typing && choice ? "#move" : ".question").focus({ preventScroll: true });
    if (choice) this.typing = false;
  }

  /** @param {Seat} seat */
  startClock({ turn, time_left }) {
    clearInterval(this.ticking);
    this.end = turn === null || time_left === null ? null : performance.now() + 1000 * time_left;
    if (this.end !== null) this.ticking = setInterval(() => this.draw(), 1000);
  }

  get focused() {
    return /** @type {Document | ShadowRoot} */ (this.root.getRootNode()).activeElement;
  }

  isTyping() {
    return this.focused !== null && this.focused === this.find("#move");
  }

  hasFocus() {
    return this.root.contains(this.focused);
  }

  // --- what the person does ---

  /** @param {Touch} touch */
  pick(touch) {
    const { choice, held, busy } = this.state;
    if (!choice || busy) return;
    // A second press does not wait, and a press on something else takes the first one back.
    if (held && choice.isPicked(touch)) return void this.play();
    if (held) choice.clear();
    const only = choice.picks.length === 0 && choice.moveOf(touch);
    const fits = choice.toggle(touch);
    this.release({ wrong: fits ? "" : "No legal move has this together with what is chosen.",
      typed: choice.whole?.text ?? "" });
    if (fits && only) this.hold();
  }

  /** Play what one press has made in a moment; until then it can be taken back, or played at once. */
  hold() {
    if (this.end !== null && this.end - performance.now() < HURRY) return void this.play();
    this.holding = setTimeout(() => this.play(), HOLD);
    this.set({ held: true });
  }

  /** Have nothing be played in a moment. @param {Partial<State>} change */
  release(change) {
    clearTimeout(this.holding);
    this.set({ held: false, words: "", wrong: "", ...change });
  }

  /**
   * Follow keys: 1 to 9 and 0 press the cards and places in their order, arrows go from one to the next.
   * @param {KeyboardEvent} event
   */
  hearKey(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.key === "Escape") return this.undo();
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches?.(WRITING)) return;
    const open = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(".press")]);
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
    const { seat: { turn }, hint, weighing } = this.state;
    if (turn === null || weighing) return;
    if (hint) return this.set({ words: hint.why });
    this.set({ weighing: true, words: "The moves are weighed." });
    const found = await this.acts.hint(turn).catch((error) => String(error.message ?? error));
    if (this.state.seat.turn !== turn) return;
    if (typeof found === "string") this.set({ weighing: false, words: "", wrong: found });
    else this.set({ weighing: false, hint: found, words: `Hint: ${found.move}.` });
  }

  /** Choose a move by its name. @param {string} text */
  nameMove(text) {
    const { choice, busy } = this.state;
    if (choice && !busy && choice.name(text)) this.release({ typed: text });
  }

  /** Follow what is typed: a move's whole name chooses it. @param {string} typed */
  type(typed) {
    const { choice } = this.state;
    if (choice && !choice.name(typed)) choice.clear();
    this.release({ typed });
  }

  undo() {
    const { choice, busy, seat } = this.state;
    if (!choice || busy) return;
    choice.clear();
    this.release({ typed: "", words: `Nothing is chosen now. ${seat.rule}` });
  }

  /** Play the chosen move, once. */
  async play() {
    const { choice, seat, busy, typed } = this.state;
    if (!choice || seat.turn === null || busy) return;
    this.release({});
    if (!choice.whole) {
      this.set({ wrong: typed.trim()
        ? "No legal move has this name; choose one on the table or in the list."
        : "That is not a complete move yet; choose what is missing, or a move of the list." });
      return;
    }
    this.typing = this.isTyping();
    this.set({ busy: true });
    const wrong = await this.acts.play(seat.turn, choice.whole.text);
    if (wrong) this.set({ busy: false, wrong });
  }
}

// --- the page ---

/** @param {SeatTable} table */
function drawTable(table) {
  const { seat, choice, closing } = table.state;
  const { scene, news, turn, history } = seat;
  const called = seat.names.map((name, one) => (one === scene?.seat ? "you" : name));
  const paces = [...PACES.values()];
  const last = seat.results[seat.results.length - 1];
  const question = choice ? scene?.decision?.question : null;
  const asked = turn !== null && scene?.decision ? [`${capitalized(scene.title)}.`, scene.decision.question] : [];
  return element("div", { class: "columns" },
    element("section", { class: "stage seat-stage", "aria-label": "Table" },
      element("h2", {}, scene ? capitalized(seat.games > 1 ? `Game ${seat.playing} of ${seat.games}, ${scene.title}` : scene.title)
        : "The table is being laid"),
      element("p", { class: "question", tabindex: -1 },
        question ?? (scene ? (scene.decision ? "Waiting for the others." : "The game is over.") : "The bots are being started.")),
      element("div", { class: "table" },
        scene ? drawSeen(table, scene, called) : null,
        element("div", { class: "flying", "aria-hidden": "true" })),
      drawForm(table),
      closing ? drawClosing(last, seat.unit, last.seat, element("p", { class: "onward" },
        button("Next game", () => table.goOn(), { class: "play" }))) : null),
    element("div", { class: "side" },
      seat.results.length ? section("Results", element("ul", {}, seat.results.map((game, index) =>
        element("li", {}, `Game ${index + 1} (${seat.unit})`, element("ol", {}, drawPlaces(game, game.seat)))))) : null,
      section("Events",
        element("ol", { class: "happened", tabindex: 0, "aria-label": "Events, the newest first" },
          [...history].reverse().map((one) => element("li", {}, drawSentence(one, called)))),
        matchMedia(STILL).matches ? null : chosen("Cards move", paces.indexOf(table.pace), [...PACES.keys()],
          (place) => (table.pace = paces[place])))),
    element("p", { class: "heard", role: "status", "aria-live": "polite" }, [...news, ...asked].join(" ")));
}

/**
 * @param {SeatTable} table
 * @param {Scene} scene
 * @param {string[]} names
 */
function drawSeen(table, scene, names) {
  const { before, choice, hint, held } = table.state;
  const hinted = choice?.moves.find(({ text }) => text === hint?.move)?.touches;
  /** @param {Touch} touch @param {string} words */
  const press = (touch, words) => {
    if (!choice?.isUsed(touch)) return null;
    const picked = choice.isPicked(touch);
    const point = () => table.set({ pointed: touch, words: "" });
    const leave = () => table.set({ pointed: null });
    return button(touch.card === null ? words : heard(words), () => table.pick(touch), {
      class: "press", "aria-pressed": String(picked), "aria-disabled": String(!picked && !held && !choice.isPossible(touch)),
      onfocus: point, onpointerenter: point, onblur: leave, onpointerleave: leave });
  };
  return drawScene(choice ? scene : { ...scene, decision: null }, { names, before, touches: choice?.picks, hinted, press });
}

/** @param {SeatTable} table */
function drawForm(table) {
  const { seat, choice, typed, busy, hint, weighing, wrong } = table.state;
  const moves = choice?.moves ?? [];
  const left = table.end === null ? null : Math.max(0, Math.ceil((table.end - performance.now()) / 1000));
  /** @param {LegalMove} move */
  const drawMove = (move) => element("li", { key: move.text },
    button(move.text, () => table.nameMove(move.text),
      { title: describe(table.state, move), "aria-pressed": String(move.text === choice?.whole?.text) }));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    void table.play();
  };
  return element("form", { class: "controls", "aria-label": "Your move", hidden: !choice, "aria-busy": String(busy), onsubmit: submit },
    element("button", { class: "play" }, "Play"),
    // What touches nothing on the table has a button of its own.
    element("ul", { class: "legal bare", "aria-label": "Moves without a card" },
      moves.filter(({ touches }) => touches.length === 0).map(drawMove)),
    button("Undo", () => table.undo(), { disabled: !choice || (choice.picks.length === 0 && !choice.whole) }),
    button(hint ? "Why" : "Hint", () => table.askHint(), { hidden: !seat.hints, "aria-busy": String(weighing) }),
    element("span", { class: "clock", role: "timer", hidden: left === null }, `${left} s left`),
    element("p", { id: "hint", class: "note", role: "status" }, choice ? tellProgress(table.state, choice) : ""),
    element("p", { id: "wrong", class: "wrong", role: "alert" }, wrong),
    element("details", { class: "by-name" }, element("summary", {}, "By name"),
      element("label", {}, element("span", {}, "Move"),
        element("input", { type: "text", id: "move", list: "moves", autocomplete: "off", spellcheck: "false",
          autocapitalize: "off", "aria-describedby": "hint wrong", value: typed,
          oninput: (/** @type {Event} */ { target }) => table.type(/** @type {HTMLInputElement} */ (target).value) })),
      element("datalist", { id: "moves" }, moves.map(({ text }) => element("option", { value: text }))),
      element("div", {}, choice ? foldMoves(choice.fitting.map(drawMove)) : null)));
}

// --- words ---

/** @param {State} state @param {Choice} choice */
function tellProgress(state, choice) {
  const { picks, whole, fitting } = choice;
  const next = state.pointed && choice.moveOf(state.pointed);
  if (state.words) return state.words;
  if (whole) return `${state.held ? "Playing" : "Chosen"}: ${describe(state, whole)}.${state.held ? " Undo?" : ""}`;
  if (picks.length) return `Not a complete move yet; ${fitting.length} legal moves begin so.`;
  return next ? `${describe(state, next)}.` : state.seat.rule;
}

/** Say a move, and what it does by the rules. @param {State} state @param {LegalMove} move */
function describe({ seat, choice }, move) {
  const note = seat.notes[choice?.moves.indexOf(move) ?? -1];
  return note ? `${move.text}, ${note}` : move.text;
}
