/**
 * Draws the page of a replay from its state: the table that one watches, one bar of controls, and beside
 * it all that there is to study.
 */

import { drawClosing, drawPlaces } from "./closing.js";
import { drawCurve } from "./curve.js";
import { button, chosen, element, foreign, isolated, readable, section } from "./elements.js";
import { chapters, sceneOf, stepOfForfeit, toldTo } from "./frames.js";
import {
  capitalized, drawPlayer, drawSentence, lastOf, tellAnswer, tellCost, tellEnd, tellTimes, tellTry,
  tellVerdict, tellWorth,
} from "./narration.js";
import { drawMoves, drawScene } from "./scene.js";

/** @typedef {import("./elements.js").Drawn} Drawn */
/** @typedef {import("./frames.js").Answer} Answer */
/** @typedef {import("./narration.js").Reviewed} Reviewed */
/** @typedef {import("./narration.js").Forfeit} Forfeit */
/** @typedef {import("./player.js").State} State */
/** @typedef {import("./player.js").Acts} Acts */
/** @typedef {import("./player.js").GameOutline} GameOutline */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Decision} Decision */
/** @typedef {{seat: number, decision: Decision, answers: Answer[], found: Reviewed | undefined}} Asked */

// Steps a second.
export const SPEEDS = [0.5, 1, 2, 5, 10];
// A cost of this many standard errors is sure: 97.5 of 100.
const SURE = 1.96;

const KEYS = [
  ["\u2190 \u2192", "a step back or forward"],
  ["Home End", "the beginning or the end of the game"],
  ["Space", "play or pause"],
  ["Page up, Page down", "the game before or after"],
  ["+ \u2212", "faster or slower"],
  ["s", "study: hands, decisions and times, or the table alone"],
  ["e", "the eyes of the next seat, after the last open hands"],
];

/**
 * @param {State} state
 * @param {Acts} acts
 */
export function drawReplay(state, acts) {
  const { outline, frames, step, study, playing, notice } = state;
  const scene = sceneOf(frames[step], seatOf(state), outline);
  const told = toldTo(frames[step], seatOf(state));
  return element("div", { class: `watching${study ? " study" : ""}` },
    element("h1", { class: "heard" }, outline.title),
    drawStage(state, acts, scene, told),
    state.bare ? null : drawBar(state, acts, scene),
    element("p", { class: "notice", role: "status" }, notice),
    study ? drawStudy(state, acts, scene, told) : null,
    element("p", { class: "heard said", role: "status", "aria-live": playing ? "off" : "polite" },
      readable([...told, `${capitalized(scene.title)}.`].join(" "))));
}

/** Return the seat whose cards are seen; null: open hands. @param {State} state */
export function seatOf(state) {
  return state.eyes === null ? null : played(state).names.indexOf(state.eyes);
}

/** @param {State} state */
function played({ outline, game }) {
  return outline.games[game];
}

/** Return the turning point of the game if it is shown now. @param {State} state */
export function turningOf(state) {
  const { turning } = played(state);
  return turning?.step === state.step ? turning : null;
}

// --- the table ---

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {Scene} scene
 * @param {string[]} told
 */
function drawStage(state, acts, scene, told) {
  const { outline, frames, step, study } = state;
  const { names } = played(state);
  const before = step ? sceneOf(frames[step - 1], seatOf(state), outline) : null;
  const touches = askedIn(state).filter(({ found }) => !isAsked(state, found)).flatMap(({ decision, answers }) =>
    decision.moves.filter(({ text }) => answers.some(({ move }) => move === text)).flatMap((move) => move.touches));
  const turning = turningOf(state);
  return element("section", { class: "stage", "aria-label": "Table", ontouchstart: acts.touch, ontouchend: acts.lift },
    element("h2", {}, turning ? drawTurning(turning, names) : capitalized(scene.title)),
    element("p", { class: "turn", "aria-hidden": "true" }, turning ? null : drawTurn(scene, names)),
    element("div", { class: "table" },
      drawScene(scene, { names, before, touches, study }),
      element("div", { class: "flying", "aria-hidden": "true" })),
    element("p", { class: "subtitle" }, drawSentence(lastOf(told) ?? scene.decision?.question ?? "", names)),
    step === acts.last() && !state.closed ? drawEnd(state, acts) : null);
}

/**
 * Say whose turn it is; the plates tell it to who does not see.
 * @param {Scene} scene
 * @param {string[]} names
 */
function drawTurn({ decision }, names) {
  const seats = decision?.seats ?? [];
  if (seats.length === 0) return null;
  return [seats.length === 1 ? drawPlayer(seats[0], names) : `${seats.length} players`, " to act"];
}

/**
 * @param {import("./player.js").TurningPoint} turning
 * @param {string[]} names
 */
function drawTurning({ seat, before, after }, names) {
  const [was, is] = [before, after].map((chance) => Math.round(100 * chance));
  return ["Turning point: ", drawPlayer(seat, names), ` wins ${is} %, before ${was} %`];
}

/**
 * @param {State} state
 * @param {Acts} acts
 */
function drawEnd(state, acts) {
  const { by, outline } = state;
  const seat = by && played(state).names.indexOf(by.person);
  return drawClosing(played(state), outline.unit, seat,
    state.bare ? null : element("p", { class: "onward" },
      by ? element("a", { href: by.again }, "Play again") : null,
      button("Copy address", acts.copy), button("Close", () => acts.set({ closed: true }))));
}

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {Scene} scene
 */
function drawBar(state, acts, scene) {
  const { outline, game, step, study, playing } = state;
  const last = acts.last();
  /** @param {string} sign @param {string} name @param {boolean} off @param {() => void} act */
  const turn = (sign, name, off, act) =>
    button(sign, act, { "aria-label": name, title: name, "aria-disabled": String(off) });
  return element("div", { class: "controls", role: "group", "aria-label": "Steps" },
    element("input", { type: "range", min: 0, max: last, value: step, "aria-label": "Step",
      "aria-valuetext": `step ${step} of ${last}, ${scene.title}`,
      oninput: (/** @type {InputEvent} */ { target }) => acts.go(Number(/** @type {HTMLInputElement} */ (target).value)) }),
    element("div", { class: "buttons" },
      turn("|\u25c0\ufe0e", "To the beginning", step === 0, () => acts.go(0)),
      turn("\u25c0\ufe0e", "A step back", step === 0, () => acts.go(step - 1)),
      button(playing ? "Pause" : "Play", () => acts.play(!playing), { class: "play" }),
      turn("\u25b6\ufe0e", "A step forward", step === last, () => acts.go(step + 1)),
      turn("\u25b6\ufe0e|", "To the end", step === last, () => acts.go(last)),
      element("output", {}, `${step} / ${last}`)),
    element("div", { class: "games" },
      button("\u25c0\ufe0e", () => acts.open(game - 1), { "aria-label": "The game before", disabled: game === 0 }),
      chosen("Game", game, outline.games.map((one, index) => tellGame(one, state.told || state.ended.has(index))), acts.open),
      button("\u25b6\ufe0e", () => acts.open(game + 1),
        { "aria-label": "The next game", disabled: game === outline.games.length - 1 })),
    button("Study", () => acts.set({ study: !study, eyes: null }), { "aria-pressed": String(study) }));
}

/**
 * @param {GameOutline} game
 * @param {boolean} told whether who won is told
 */
function tellGame({ number, names, ranks, forfeits }, told) {
  if (!told) return String(number);
  const winners = names.filter((_, seat) => ranks[seat] === 1).map(isolated).join(", ");
  const how = forfeits.length ? `, ${forfeits.length === 1 ? "a forfeit" : `${forfeits.length} forfeits`}` : "";
  return `${number}, won by ${winners}${how}`;
}

// --- beside the table ---

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {Scene} scene
 * @param {string[]} told
 */
function drawStudy(state, acts, scene, told) {
  const { outline, frames, step, speed, ended, game } = state;
  const { names, reviewed, forfeits, attempt } = played(state);
  const began = chapters(frames);
  return element("div", { class: "side" },
    element("nav", { class: "choices", "aria-label": "View" },
      chosen("Seen by", (seatOf(state) ?? -1) + 1, ["open hands", ...names.map((name, seat) => `seat ${seat}: ${isolated(name)}`)],
        (place) => acts.set({ eyes: place ? names[place - 1] : null })),
      chosen("Go to", began.filter(({ frame }) => frame <= step).length - 1, began.map(({ title }) => capitalized(title)),
        (place) => acts.go(began[place].frame)),
      chosen("Speed", SPEEDS.indexOf(speed), SPEEDS.map((one) => `${one} a second`), (place) => acts.set({ speed: SPEEDS[place] })),
      element("label", {}, element("span", {}, "Show results"),
        element("input", { type: "checkbox", checked: state.told, onchange: () => acts.set({ told: !state.told }) })),
      location.protocol === "about:" ? null : button("Copy address", acts.copy)),
    section("Events",
      element("ol", { class: "happened", tabindex: 0, "aria-label": "Events of this step" },
        told.map((sentence) => element("li", {}, drawSentence(sentence, names))))),
    section("Decision", drawDecisions(state, acts, scene)),
    state.told || ended.has(game) ? element("div", { class: "outcome" },
      section("Result", element("ol", {}, drawPlaces(played(state), null)), element("p", { class: "note" }, outline.unit),
        attempt ? element("p", {}, `Dealt again ${attempt} times before it was played.`) : null),
      section("Scores", drawCurve(frames, step, names, outline.unit, acts.go)),
      forfeits.length ? section("Forfeits", forfeits.map((forfeit) => drawForfeit(forfeit, state, acts))) : null,
      reviewed.length ? section("Mistakes", drawMistakes(state, acts)) : null) : null,
    element("details", {}, element("summary", {}, "All steps"),
      element("ol", { class: "steps" }, frames.slice(1).map((frame, index) =>
        element("li", {}, button(`Step ${index + 1}`, () => acts.go(index)),
          toldTo(frame, null).map((sentence) => element("span", {}, drawSentence(sentence, names))))))),
    element("details", {}, element("summary", {}, "Keys"),
      element("ul", { class: "keys" }, KEYS.map(([key, act]) => element("li", {}, element("kbd", {}, key), ` ${act}`)))),
    drawFacts(state));
}

/** @param {State} state */
function drawFacts({ outline: { games, planned, clock, box, options, version } }) {
  const number = games.length === planned ? `${planned}` : `${games.length} of ${planned}`;
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const facts = [`games: ${number}`, `clock: ${clock.bank_ms / 1000}+${clock.increment_ms / 1000} s`, `box: ${box}`, ...chosen,
    `card-arena ${version}`];
  return element("p", { class: "facts" }, facts.map((fact) => element("span", {}, foreign(fact))));
}

/**
 * @param {Forfeit} forfeit
 * @param {State} state
 * @param {Acts} acts
 */
function drawForfeit(forfeit, state, acts) {
  const { seat, verdict, detail, log_tail: log } = forfeit;
  return element("article", { class: "forfeit" },
    element("h3", {}, `Seat ${seat} `, drawPlayer(seat, played(state).names), ` forfeits: ${tellVerdict(verdict)} `),
    element("p", {}, foreign(detail)),
    element("p", {}, tellEnd(forfeit)),
    log ? drawLog(log, "End of the bot's log") : null,
    button("Go there", () => acts.go(stepOfForfeit(state.frames, seat))));
}

/**
 * @param {string} text
 * @param {string} label
 */
function drawLog(text, label) {
  return element("pre", { tabindex: 0, role: "region", "aria-label": label }, foreign(text));
}

// --- decisions, and what reviews have found ---

/**
 * Return what is asked now of those whose cards are seen, and what they answer.
 * @param {State} state
 * @returns {Asked[]}
 */
function askedIn(state) {
  const { frames, step, outline } = state;
  const all = frames[step + 1]?.made ?? [];
  const seats = [...new Set(all.map(({ seat }) => seat))];
  return seats.filter((seat) => [null, seat].includes(seatOf(state))).flatMap((seat) => {
    const { decision } = sceneOf(frames[step], seat, outline);
    const answers = all.filter((made) => made.seat === seat);
    const found = played(state).reviewed.find((one) => one.step === step && one.seat === seat);
    return decision ? [{ seat, decision, answers, found }] : [];
  });
}

/**
 * Say whether the better move is asked for now, and so not told.
 * @param {State} state
 * @param {Reviewed | undefined} found
 */
function isAsked({ trying, tried }, found) {
  return found !== undefined && trying && isMistake(found) && !tried.has(found);
}

/**
 * Say whether a better move than the one that was made is surely better.
 * @param {Reviewed} decision
 */
function isMistake({ cost, error }) {
  return cost > SURE * error;
}

/**
 * @param {State} state
 * @param {Acts} acts
 * @param {Scene} scene
 */
function drawDecisions(state, acts, scene) {
  const asked = askedIn(state);
  if (scene.decision === null) return element("p", {}, "The game is over.");
  if (asked.length === 0) return element("p", {}, "Nothing is asked of this seat now.");
  return asked.map((one) =>
    element("article", { class: "decision" },
      element("h3", {}, `Seat ${one.seat} `, drawPlayer(one.seat, played(state).names)),
      element("p", { class: "question" }, one.decision.question),
      one.found && isAsked(state, one.found) ? drawTry(state, acts, one.decision, one.found) : drawAnswers(state, one)));
}

/**
 * Draw what was answered, and what a review has found.
 * @param {State} state
 * @param {Asked} asked
 */
function drawAnswers(state, { seat, decision, answers, found }) {
  const worths = new Map(Object.entries(found?.worths ?? {}).map(([move, worth]) => [move, tellWorth(worth)]));
  const tried = found && state.tried.get(found);
  const review = [found && tried !== undefined && tellTry(tried, found), found && tellCost(found, state.outline.unit)];
  const printed = played(state).printed.filter((one) => one.step === state.step && one.seat === seat);
  return [
    element("ul", { class: "answers" }, answers.map((answer) =>
      element("li", { class: answer.verdict === "ok" ? "" : "bad" },
        element("strong", {}, tellAnswer(answer)), " ", element("span", { class: "note" }, tellTimes(answer))))),
    printed.map(({ text }) => drawLog(text, "Output")),
    review.map((told) => (told ? element("p", { class: "review" }, told) : null)),
    drawMoves(decision, answers.map(({ move }) => move), worths),
  ];
}

/**
 * Draw the question for the better move.
 * @param {State} state
 * @param {Acts} acts
 * @param {Decision} decision
 * @param {Reviewed} found
 */
function drawTry(state, acts, decision, found) {
  return [
    element("p", { class: "review" }, "What would you play?"),
    element("ul", { class: "legal", "aria-label": "Choose a move" }, decision.moves.map(({ text }) =>
      element("li", {}, button(text, () => acts.set({ tried: new Map([...state.tried, [found, text]]) }))))),
  ];
}

/**
 * @param {State} state
 * @param {Acts} acts
 */
function drawMistakes(state, acts) {
  const { outline, trying } = state;
  const { names, reviewed } = played(state);
  const found = reviewed.filter(isMistake).sort((a, b) => b.cost - a.cost);
  if (!found.length) return element("p", {}, "None that is sure.");
  return [
    button("Try first", () => acts.set({ trying: !trying }), { "aria-pressed": String(trying) }),
    element("ol", { class: "steps" }, found.map((one) =>
      element("li", {},
        button(`Step ${one.step}`, () => acts.set({ step: one.step, eyes: trying ? names[one.seat] : state.eyes })),
        element("span", {}, `seat ${one.seat}, `, drawPlayer(one.seat, names),
          `: ${isAsked(state, one) ? "what would you play?" : tellCost(one, outline.unit)}`)))),
  ];
}
