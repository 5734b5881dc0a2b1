/**
 * Draws a scene, the one description of a table: `arena/games/scene.py`, as `dataclasses.asdict`
 * makes it. All that the picture shows is in it as text, too: a card says its suit and its badge.
 */

import { element, foreign, heard, seen } from "./elements.js";
import { tellNumber } from "./narration.js";

/**
 * @typedef {object} Card
 * @property {string} face
 * @property {string} colour a name of the palette, or empty
 * @property {string} symbol the letter of its suit, or empty
 * @property {string} badge small print, or empty
 * @property {boolean} hidden
 */

/**
 * @typedef {object} Zone
 * @property {string} name an id that stays the same through a game
 * @property {string} title
 * @property {Card[]} cards
 * @property {"row" | "fan" | "stack" | "grid"} layout
 * @property {number | null} seat whose it is; null: everybody's
 * @property {string} note
 * @property {boolean} marked the decision is about it
 */

/**
 * @typedef {object} Counter
 * @property {string} name
 * @property {string} title
 * @property {number} value
 * @property {string} unit
 * @property {number | null} seat
 */

/** @typedef {{zone: string, card: number | null}} Touch a card by its index, or the zone itself */
/** @typedef {{text: string, touches: Touch[]}} LegalMove */
/** @typedef {{seats: number[], question: string, moves: LegalMove[]}} Decision */

/**
 * @typedef {object} Scene
 * @property {string} title
 * @property {number} seats
 * @property {number | null} seat whose eyes these are; null: an onlooker's
 * @property {Zone[]} zones
 * @property {Counter[]} counters
 * @property {Decision | null} decision null: the game is over
 */

/**
 * @typedef {object} SceneOptions
 * @property {string[]} names of the seats; strangers wrote them
 * @property {Scene | null} [before] the scene before: what is new since then is marked
 * @property {Touch[]} [touches] what is about to be used: it is marked
 * @property {Set<string>} [unfolded] the names of the zones whose stacks are spread out
 * @property {Press} [press] where a person decides
 */

/**
 * Makes the button for a card or a zone, with these words; null for what nobody can choose.
 * @callback Press
 * @param {Touch} touch
 * @param {string} words
 * @returns {HTMLButtonElement | null}
 */

// A stack of more cards than these is folded up, and shows the one on top.
const TALL = 6;

// More legal moves than these are folded up.
const MANY = 60;
// Letters for which there is room on a card.
const ROOM = 4;

const SUITS = new Map([
  ["red", "\u25c6"],
  ["yellow", "\u25b2"],
  ["green", "\u25cf"],
  ["blue", "\u25a0"],
  ["purple", "\u2b1f"],
]);

/**
 * Draw a table: what is everybody's, then a place for each seat.
 * @param {Scene} scene
 * @param {SceneOptions} options
 * @returns {HTMLElement}
 */
export function drawScene(scene, options) {
  const shared = scene.zones.filter((zone) => zone.seat === null);
  const table = element("div", { class: "shared" }, ...shared.map((zone) => drawZone(zone, options)));
  table.append(...drawCounters(scene.counters.filter((counter) => counter.seat === null)));
  const places = Array.from({ length: scene.seats }, (_, seat) => seat);
  // Who decides finds their own cards first.
  if (options.press) places.sort((a, b) => Number(b === scene.seat) - Number(a === scene.seat));
  const seats = element("div", { class: "seats" }, ...places.map((seat) => drawSeat(scene, seat, options)));
  return element("div", { class: "scene" }, table, seats);
}

/**
 * @param {Scene} scene
 * @param {number} seat
 * @param {SceneOptions} options
 */
function drawSeat(scene, seat, options) {
  const zones = scene.zones.filter((zone) => zone.seat === seat);
  const counters = scene.counters.filter((counter) => counter.seat === seat);
  const acts = scene.decision !== null && scene.decision.seats.includes(seat);
  const heading = element("h3", {}, `Seat ${seat} `, foreign(options.names[seat]));
  if (acts) heading.append(" ", element("span", { class: "acts" }, "to act"));
  const filled = zones.filter((zone) => zone.cards.length || zone.note || zone.marked);
  return element(
    "section",
    { class: `seat${acts ? " acting" : ""}${scene.seat === seat ? " own" : ""}` },
    heading,
    ...drawCounters(counters),
    element("div", { class: "zones" }, ...filled.map((zone) => drawZone(zone, options))),
  );
}

/** @param {Counter[]} counters */
function drawCounters(counters) {
  if (counters.length === 0) return [];
  const shown = counters.map(({ title, value, unit }) =>
    element("li", {}, `${title} `, element("strong", {}, tellNumber(value)), unitUnless(title, unit)),
  );
  return [element("ul", { class: "counters" }, ...shown)];
}

/**
 * @param {string} title
 * @param {string} unit
 */
function unitUnless(title, unit) {
  return title.toLowerCase() === unit.toLowerCase() ? "" : ` ${unit}`;
}

/**
 * @param {Zone} zone
 * @param {SceneOptions} options
 */
function drawZone(zone, options) {
  const known = options.before?.zones.find(({ name }) => name === zone.name)?.cards ?? null;
  const isNew = known ? newCards(known, zone.cards) : zone.cards.map(() => false);
  const touched = touchedCards(zone.name, options);
  const pressed = options.press?.({ zone: zone.name, card: null }, zone.title);
  const title = element(zone.seat === null ? "h3" : "h4", {}, pressed ?? zone.title);
  if (zone.note) title.append(" ", element("span", { class: "note" }, zone.note));
  if (zone.marked) title.append(heard(", in question"));
  const marks = `${zone.marked ? " marked" : ""}${touched.has(null) ? " chosen" : ""}`;
  return element(
    "div",
    { class: `zone ${zone.layout}${marks}` },
    title,
    zone.cards.length ? drawContent(zone, isNew, touched, options) : element("p", { class: "empty" }, "empty"),
  );
}

/**
 * @param {Zone} zone
 * @param {boolean[]} isNew
 * @param {Set<number | null>} touched
 * @param {SceneOptions} options
 */
function drawContent(zone, isNew, touched, { unfolded = new Set(), press }) {
  const cards = drawCards(zone, isNew, touched, press);
  const { length } = zone.cards;
  if (zone.layout !== "stack" || length <= TALL || zone.cards[length - 1].hidden) return cards;
  const summary = element("summary", {}, `${length} cards, on top ${tellCard(zone.cards[length - 1])}`);
  const folded = element("details", { open: unfolded.has(zone.name) }, summary, cards);
  folded.addEventListener("toggle", () => unfolded[folded.open ? "add" : "delete"](zone.name));
  return folded;
}

/**
 * @param {Zone} zone
 * @param {boolean[]} isNew
 * @param {Set<number | null>} touched
 * @param {Press} [press]
 */
function drawCards(zone, isNew, touched, press) {
  if (zone.cards.every((card) => card.hidden) && zone.cards.length > 1) return drawPile(zone.cards);
  const cards = zone.cards.map((card, index) => {
    const marks = `${isNew[index] ? " new" : ""}${touched.has(index) ? " chosen" : ""}`;
    return drawCard(card, marks, press?.({ zone: zone.name, card: index }, tellCard(card)));
  });
  return element("ul", { class: "cards" }, ...cards);
}

/**
 * Face-down cards are all alike: one of them, and how many.
 * @param {Card[]} cards
 */
function drawPile(cards) {
  const back = element("span", { class: backOf(cards[0]), "aria-hidden": "true" });
  return element("p", { class: "cards pile" }, back, ` ${cards.length}`, heard(" face-down cards"));
}

/** @param {Card} card */
function backOf(card) {
  return `card back${card.colour ? ` ${card.colour}` : ""}`;
}

/**
 * @param {Card} card
 * @param {string} marks classes, each after a space
 * @param {HTMLButtonElement | null} [pressed] the button that says the card
 */
function drawCard(card, marks, pressed) {
  if (card.hidden) {
    return element("li", { class: backOf(card) + marks }, pressed ?? heard("face-down card"));
  }
  const suit = card.symbol ? [seen(SUITS.get(card.colour) ?? "", "suit")] : [];
  return element(
    "li",
    { class: `card ${card.colour || "plain"}${marks}`, title: tellCard(card) },
    pressed ?? heard(tellCard(card)),
    seen(card.symbol, "symbol"),
    seen(card.face, "face"),
    ...suit,
    seen(shorten(card.badge), "badge"),
  );
}

/**
 * Draw the legal moves of a decision; those that were made are marked.
 * @param {Decision} decision
 * @param {string[]} made
 * @param {Map<string, string>} [worths] what moves are worth, where that is known
 */
export function drawMoves({ moves }, made, worths = new Map()) {
  const listed = moves.map(({ text }) => {
    const worth = worths.has(text) ? [" ", element("span", { class: "note" }, worths.get(text) ?? "")] : [];
    return made.includes(text)
      ? element("li", { class: "made" }, text, heard(" (chosen)"), ...worth)
      : element("li", {}, text, ...worth);
  });
  const list = element("ul", { class: "legal", "aria-label": "Legal moves" }, ...listed);
  if (moves.length <= MANY) return list;
  return element("details", {}, element("summary", {}, `All ${moves.length} legal moves`), list);
}

/**
 * Say a card in words: "red 5", "55, 7 heads".
 * @param {Card} card
 */
export function tellCard(card) {
  if (card.hidden) return "a face-down card";
  const name = card.symbol ? `${card.colour || card.symbol} ${card.face}` : card.face;
  return [name.trim(), card.badge].filter(Boolean).join(", ");
}

/**
 * Small print, smaller: a few of something are this many pips, and for longer words there is no room.
 * @param {string} badge
 */
function shorten(badge) {
  const counted = /^([1-9]) \S+$/.exec(badge);
  if (counted) return "\u2022".repeat(Number(counted[1]));
  return badge.length <= ROOM ? badge : "";
}

/**
 * Return for every card whether it is more than the zone had before.
 * @param {Card[]} before
 * @param {Card[]} now
 */
export function newCards(before, now) {
  const left = before.map(tellCard);
  return now.map((card) => {
    const at = left.indexOf(tellCard(card));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Return what is touched of a zone: the indexes of its cards, and null for the zone itself.
 * @param {string} zone
 * @param {SceneOptions} options
 */
function touchedCards(zone, { touches = [] }) {
  return new Set(touches.filter((touch) => touch.zone === zone).map((touch) => touch.card));
}
