/**
 * Tells in words what happened: the words that are shown, and those that are read aloud.
 */

import { element, foreign, heard, seen } from "./elements.js";

/** @typedef {import("./frames.js").Answer} Answer */
/** @typedef {import("./scene.js").Card} Card */

const SUITS = new Map([
  ["red", "\u25c6"],
  ["yellow", "\u25b2"],
  ["green", "\u25cf"],
  ["blue", "\u25a0"],
  ["purple", "\u2b1f"],
]);
// The signs of players, as many as one game has seats.
const SIGNS = "\u25cf\u25a0\u25b2\u25c6\u2605\u25cb\u25a1\u25b3\u25c7\u2606";
// Letters of two sentences that stand under the table together.
const TOGETHER = 75;

/**
 * @typedef {object} Forfeit
 * @property {number} seat
 * @property {string} verdict
 * @property {string} detail one sentence; it may quote a stranger
 * @property {string} log_tail what the bot wrote last
 * @property {number} [exit_code]
 * @property {number} [signal]
 * @property {number} [cpu_us] of the bot's box since its start
 */

/**
 * @typedef {object} Reviewed a decision, and what its moves were worth
 * @property {number} seat
 * @property {number} step
 * @property {string} move
 * @property {string} better
 * @property {number} cost what the better move is worth more
 * @property {number} error its standard error
 * @property {Record<string, [number, number]>} worths of each move the lead at the end, and its error
 */

/**
 * Say what a decision cost: "34 is worth 6.1 ± 1.2 heads more than 55".
 * @param {Reviewed} decision
 * @param {string} unit
 */
export function tellCost({ move, better, cost, error }, unit) {
  if (move === better) return "No better move was found.";
  return `${better} is worth ${tellWorth([cost, error])} ${unit} more than ${move}.`;
}

/**
 * Say what somebody's own choice was worth who was asked before the answer was told.
 * @param {string} tried
 * @param {Reviewed} decision
 */
export function tellTry(tried, { better, worths }) {
  if (tried === better) return `Yes: no better move than ${better} was found.`;
  const lead = (/** @type {string} */ move) => (worths[move] ? ` (lead ${tellWorth(worths[move])})` : "");
  return `You chose ${tried}${lead(tried)}; ${better}${lead(better)} is better.`;
}

/**
 * Say an estimate with its standard error: "\u22124.2 \u00b1 0.8".
 * @param {[number, number]} worth
 */
export function tellWorth([value, error]) {
  return `${value.toFixed(1).replace("-", "\u2212")} \u00b1 ${error.toFixed(1)}`;
}

/**
 * Say a time: "0.12 ms", "1.50 s".
 * @param {number} microseconds
 */
export function tellTime(microseconds) {
  if (microseconds < 1e6) return `${(microseconds / 1e3).toFixed(2)} ms`;
  return `${(microseconds / 1e6).toFixed(2)} s`;
}

/**
 * Say how long an answer took; empty where the referee played.
 * @param {Answer} answer
 */
export function tellTimes({ wall, cpu, waited, fallback }) {
  if (fallback) return "";
  const times = [`${tellTime(wall)} on the wall`];
  if (cpu !== null) times.push(`${tellTime(cpu)} of CPU`);
  if (waited) times.push(`${tellTime(waited)} waiting for a CPU`);
  return times.join(", ");
}

/**
 * Say what a seat answered, and what came of it.
 * @param {Answer} answer
 */
export function tellAnswer({ move, verdict, fallback }) {
  const what = move || "an answer that cannot be read";
  if (fallback) return `${what}, played by the referee: ${tellVerdict(verdict)}`;
  return verdict === "ok" ? what : `${what}, refused: ${tellVerdict(verdict)}`;
}

/** @param {string} verdict */
export function tellVerdict(verdict) {
  return verdict.replaceAll("_", " ");
}

/**
 * Say how a bot's program ended, as far as it is known.
 * @param {Forfeit} forfeit
 */
export function tellEnd({ exit_code: code, signal, cpu_us: cpu }) {
  const known = [];
  if (code !== undefined) known.push(`exit code ${code}`);
  if (signal !== undefined) known.push(`ended by signal ${signal}`);
  if (cpu !== undefined) known.push(`${tellTime(cpu)} of CPU since its start`);
  return known.join(", ");
}

/**
 * Say a number with a minus sign that is one.
 * @param {number} value
 */
export function tellNumber(value) {
  return String(value).replace("-", "\u2212");
}

/**
 * Begin a title, or a sentence, with a capital letter.
 * @param {string} text
 */
export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the last two things that happened, or the last one if they are long. @param {string[]} told */
export function lastOf(told) {
  const two = told.slice(-2).join(" ");
  return two.length > TOGETHER ? told.at(-1) : two || undefined;
}

// --- players and cards ---

/**
 * Return the number of a player, the same in every seat and game of a match.
 * @param {number} seat
 * @param {string[]} names of the seats
 */
function playerOf(seat, names) {
  return seat in names ? [...names].sort().indexOf(names[seat]) : seat;
}

/** @param {number} seat @param {string[]} names */
export function signOf(seat, names) {
  return SIGNS[playerOf(seat, names)];
}

/** @param {number} seat @param {string[]} names */
export function playerClass(seat, names) {
  return `player${playerOf(seat, names)}`;
}

/**
 * Draw who sits in a seat: a sign and a name, in the player's colour.
 * @param {number} seat
 * @param {string[]} names of the seats; strangers wrote them
 * @param {boolean} [first] whether it begins a sentence
 */
export function drawPlayer(seat, names, first = false) {
  const name = names[seat] ?? `seat ${seat}`;
  return element("span", { class: `who ${playerClass(seat, names)}` }, seen(`${signOf(seat, names)} `),
    foreign(first && name === "you" ? "You" : name));
}

/** @param {string} colour */
export function suitOf(colour) {
  return SUITS.get(colour) ?? "";
}

/** A card in a line of text. @param {Card} card */
export function drawTag(card) {
  return element("span", { class: `tag ${card.colour || "plain"}` },
    card.symbol ? [seen(suitOf(card.colour) + card.face), heard(tellCard(card))] : card.face);
}

/**
 * Say a card in words: "red 5", "55, 7 heads".
 * @param {Card} card
 */
export function tellCard(card) {
  const name = card.symbol ? `${card.colour || card.symbol} ${card.face}` : card.face;
  return [name.trim(), card.badge].filter(Boolean).join(", ");
}

/**
 * Draw a sentence, with a player for each seat and a card for each of a suit.
 * @param {string} sentence
 * @param {string[]} names of the seats
 */
export function drawSentence(sentence, names) {
  return sentence.split(/\b([Ss]eat \d+|[A-Z]\d+)\b/).map((part, index) => {
    const [letter, face] = [part[0], part.slice(1)];
    if (index % 2 === 0) return part && foreign(part);
    if (/^seat/i.test(part)) return drawPlayer(Number(part.slice(5)), names, letter === "S");
    const colour = [...SUITS.keys()].find((name) => name[0] === letter.toLowerCase());
    return colour ? drawTag({ face, colour, symbol: letter, badge: "" }) : part;
  });
}
