/**
 * Reads the frames of a recorded game, which `frames.py` writes and describes, as scenes.
 */

import { readScene } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Card} Card */
/** @typedef {(string | number)[]} Path the keys of objects, from the outermost on */
/** @typedef {[number[], any[][], RawAnswer[], string[], [number, string][], number[][]]} RawFrame see `frames.py` */
/** @typedef {[number, string, number, number | null, number?, string?, boolean?]} RawAnswer */
/** @typedef {{is: Record<string, any>, who: number[]}} Piece */

/**
 * @typedef {object} Tables what frames name by numbers
 * @property {Path[]} paths
 * @property {Partial<Card>[]} cards
 * @property {string[]} texts
 * @property {Partial<import("./scene.js").Touch>[][]} touches
 * @property {string[]} names
 * @property {[string, string, number?][]} ways
 */

/**
 * @typedef {object} Answer what a seat answered, or the referee played for it
 * @property {number} seat
 * @property {string} move empty if it could not be read
 * @property {number} wall microseconds
 * @property {number | null} cpu microseconds; null if nobody read them
 * @property {number} waited of the wall time, microseconds of waiting for a CPU
 * @property {string} verdict "ok", or why it was refused or played by the referee
 * @property {boolean} fallback the referee played
 */

/**
 * @typedef {object} Frame a moment of a game
 * @property {number[]} scores by seat
 * @property {Record<string, Piece>} pieces
 * @property {Answer[]} made the answers that led here
 * @property {string[]} told what happened on the way, as all may hear it
 * @property {[number, string][]} refused answers of seats, in a sentence each
 * @property {number[][]} moved which cards moved on the way, one after another
 */

/**
 * @typedef {object} Motion cards that went from one zone to another
 * @property {string[]} cards by name; that of a card that may not be seen is empty
 * @property {string} source
 * @property {string} target
 */

/**
 * Unpack JSON from base64 of what zlib has compressed.
 * @param {string} text
 * @returns {Promise<any>}
 */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/**
 * Return a game's frames. They share what stays the same, so change none.
 * @param {RawFrame[]} raw
 * @param {Tables} tables
 * @returns {Frame[]}
 */
export function develop(raw, { paths }) {
  /** @type {any} */
  let now = { pieces: {} };
  return raw.map(([places, changes, made, told, refused, moved]) => {
    now = places.reduce((value, place, index) => changed(value, paths[place], changes[index]), now);
    return { ...now, made: made.map(readAnswer), told, refused, moved };
  });
}

/**
 * Return what moved on the way to a frame, as a viewer sees it: a seat, or null for an onlooker.
 * @param {Frame} frame
 * @param {number | null} viewer
 * @param {Tables} tables
 * @returns {Motion[]}
 */
export function motionsOf({ moved }, viewer, { names, ways }) {
  return moved.map(([way, ...cards]) => {
    const [source, target, only = viewer] = ways[way];
    const seen = viewer === null || viewer === only;
    return { cards: cards.map((card) => (seen ? names[card] : "")), source, target };
  });
}

/**
 * Return what happened, as a seat may hear it: of refused answers its own alone. null: all.
 * @param {Frame} frame
 * @param {number | null} viewer
 */
export function toldTo({ refused, told }, viewer) {
  const own = refused.filter(([seat]) => viewer === null || seat === viewer);
  return [...own.map(([, sentence]) => sentence), ...told];
}

/**
 * @param {RawAnswer} raw
 * @returns {Answer}
 */
function readAnswer([seat, move, wall, cpu, waited = 0, verdict = "ok", fallback = false]) {
  return { seat, move, wall, cpu, waited, verdict, fallback };
}

/**
 * Return a value with one change in it; the value stays as it is.
 * @param {any} value
 * @param {Path} path
 * @param {any[]} change
 * @returns {any}
 */
export function changed(value, [key, ...inner], change) {
  if (key === undefined) return replaced(value, change);
  if (inner.length || change.length) return { ...value, [key]: changed(value[key], inner, change) };
  const { [key]: _gone, ...others } = value;
  return others;
}

/**
 * @param {any} value
 * @param {any[]} change
 */
function replaced(value, change) {
  if (change.length === 1) return change[0];
  const [at, count, values] = change;
  return [...value.slice(0, at), ...values, ...value.slice(at + count)];
}

/**
 * Return the scene of a frame as a viewer sees it: a seat, or null for an onlooker.
 * @param {Frame} frame
 * @param {number | null} viewer
 * @param {Tables} tables
 * @returns {Scene}
 */
export function sceneOf(frame, viewer, tables) {
  const number = viewer === null ? 0 : viewer + 1;
  /** @param {string} name */
  const look = (name) => {
    const piece = frame.pieces[name];
    return piece ? piece.is[piece.who[number]] : null;
  };
  const decision = look("decision");
  return readScene({
    title: look("title"),
    seats: frame.scores.length,
    seat: viewer,
    zones: look("zones").map((/** @type {string} */ name) => zoneOf(look(`zone ${name}`), tables)),
    counters: look("counters").map((/** @type {string} */ name) => look(`counter ${name}`)),
    decision: decision && { ...decision, moves: movesOf(look("legal"), tables) },
  });
}

/**
 * @param {any} raw
 * @param {Tables} tables
 */
function zoneOf({ cards = [], ...raw }, tables) {
  return { ...raw, cards: cards.map((/** @type {number} */ card) => tables.cards[card]) };
}

/**
 * @param {{texts: number[], touches: number[]} | null} legal
 * @param {Tables} tables
 */
function movesOf(legal, { texts, touches }) {
  return legal?.texts.map((text, index) => ({
    text: texts[text],
    touches: touches[legal.touches[index]],
  }));
}

/**
 * Return the numbers of the frames in which something begins: those with a title of their own.
 * @param {Frame[]} frames
 * @returns {{title: string, frame: number}[]}
 */
export function chapters(frames) {
  const titles = frames.map((frame) => frame.pieces.title.is[frame.pieces.title.who[0]]);
  return titles.flatMap((title, frame) => (title === titles[frame - 1] ? [] : [{ title, frame }]));
}

/**
 * Return the step before the first answer that the referee played for a seat.
 * @param {Frame[]} frames
 * @param {number} seat
 */
export function stepOfForfeit(frames, seat) {
  return frames.findIndex(({ made }) => made.some((answer) => answer.seat === seat && answer.fallback)) - 1;
}
