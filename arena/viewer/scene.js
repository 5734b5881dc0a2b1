/**
 * Draws a scene, the one description of a table: `arena/games/scene.py`, as `as_plain` there tells it.
 * All that the picture shows is in it as text, too: a card says its suit and its badge.
 */

import { element, heard, seen } from "./elements.js";
import { drawPlayer, drawSentence, drawTag, playerClass, signOf, suitOf, tellCard, tellNumber } from "./narration.js";

/** @typedef {import("./elements.js").Drawn} Drawn */

/**
 * @typedef {object} Card
 * @property {string} face
 * @property {string} colour a name of the palette, or empty
 * @property {string} symbol the letter of its suit, or empty
 * @property {string} badge small print, or empty
 */

/**
 * @typedef {object} Zone
 * @property {string} name an id that stays the same through a game
 * @property {string} title
 * @property {Card[]} cards those that are seen
 * @property {"row" | "fan" | "stack" | "grid" | "pile" | "trick"} layout
 * @property {number | null} seat whose it is; null: everybody's
 * @property {string} note
 * @property {boolean} marked the decision is about it
 * @property {(number | null)[]} by who laid each card, until the next trick; empty: nobody did
 * @property {number} hidden how many more lie face down
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
 * @property {Touch[]} [hinted] what a hint would use: it is lit up
 * @property {Press} [press] where a person decides
 * @property {boolean} [study] whether hands are shown, and the numbers of seats
 */

/**
 * Makes the button for a card or a zone, with these words; null for what nobody can choose.
 * @callback Press
 * @param {Touch} touch
 * @param {string} words
 * @returns {Drawn}
 */

// Of a seat this many numbers stand on its plate, and the last cards of each of its places: all of a
// few if it has hardly any place, else the last one.
const NUMBERS = 3;
const PLACES = 2;
const LAST = 5;
// More opponents than these have smaller plates.
const CROWD = 4;
// A grid of more cards than these has smaller ones.
const LARGE = 30;

// More legal moves than these are folded up.
const MANY = 30;
// Letters for which there is room on a card.
const ROOM = 4;

/**
 * Return a scene whole, of which the server has left out what has its default.
 * @param {any} told
 * @returns {Scene}
 */
export function readScene({ zones = [], counters = [], decision = null, ...told }) {
  return {
    seat: null,
    ...told,
    zones: zones.map(readZone),
    counters: counters.map((/** @type {any} */ counter) => ({ seat: null, ...counter })),
    decision: decision && { ...decision, moves: (decision.moves ?? []).map(readMove) },
  };
}

/** @param {any} told @returns {Zone} */
function readZone({ cards = [], ...told }) {
  const seen = cards.map((/** @type {any} */ card) => ({ colour: "", symbol: "", badge: "", ...card }));
  return { layout: "row", seat: null, note: "", marked: false, by: [], hidden: 0, ...told, cards: seen };
}

/** @param {any} told @returns {LegalMove} */
function readMove({ text, touches = [] }) {
  return { text, touches: touches.map((/** @type {any} */ touch) => ({ card: null, ...touch })) };
}

/**
 * Draw a table of fixed places: what is everybody's in the middle, and a plate for each seat around it.
 * Who decides has their own cards below, and what lies open but is large opens at a press.
 * @param {Scene} scene
 * @param {SceneOptions} options
 */
export function drawScene(scene, options) {
  const seats = Array.from({ length: scene.seats }, (_, seat) => seat);
  const own = options.press ? seats.filter((seat) => seat === scene.seat) : [];
  const others = seats.filter((seat) => !own.includes(seat));
  const half = own.length ? others.length : Math.ceil(others.length / 2);
  /** @param {string} where @param {number[]} those */
  const plates = (where, those) => element("div", { class: `plates ${where}${others.length > CROWD ? " crowd" : ""}` },
    those.map((seat) => drawSeat(scene, seat, options)));
  // Who goes on with the keyboard finds first what is decided about, and then the own cards.
  return element("div", { class: `scene${own.length ? " seated" : ""}` },
    drawShared(scene, options), plates("below", own.length ? own : others.slice(half)), plates("above", others.slice(0, half)));
}

/**
 * @param {Scene} scene
 * @param {SceneOptions} options
 */
function drawShared(scene, options) {
  const zones = scene.zones.filter((zone) => zone.seat === null);
  const aside = zones.filter(({ layout }) => layout === "stack" || layout === "pile");
  // While many cards lie there to choose from it is another table, and none of it moves to the later one.
  return element("div", { class: "shared", key: zones.some(isLarge) },
    zones.filter((zone) => !aside.includes(zone)).map((zone) => drawZone(scene, zone, options)),
    element("div", { class: "aside" },
      drawCounters(scene.counters.filter((counter) => counter.seat === null)),
      aside.map((zone) => element("div", { class: "folded" },
        element("h3", { class: "chip", "data-zone": zone.name }, sayZone(zone, 1)),
        drawMore(scene, zone.title, [zone], [], options)))));
}

/** @param {Zone} zone */
function isLarge({ layout, cards }) {
  return layout === "grid" && cards.length > LARGE;
}

/**
 * @param {Scene} scene
 * @param {number} seat
 * @param {SceneOptions} options
 */
function drawSeat(scene, seat, options) {
  const { names, press, study } = options;
  const zones = scene.zones.filter((zone) => zone.seat === seat);
  const counters = scene.counters.filter((counter) => counter.seat === seat);
  const isOwn = scene.seat === seat;
  const acts = scene.decision !== null && scene.decision.seats.includes(seat);
  // The hands of others are backs, whatever is known of them, but for who studies the game.
  const hands = zones.filter(({ layout }) => layout === "fan" && (press ? isOwn : study));
  const places = zones.filter((zone) => !hands.includes(zone));
  const used = new Set(scene.decision?.moves.flatMap(({ touches }) => touches.map(({ zone }) => zone)));
  const folded = places.filter(({ name }) => !press || !used.has(name));
  const known = places.length > PLACES ? 1 : LAST;
  // A second number may come to a seat in the game, and its plate stays as high as it is.
  const isTall = scene.counters.length > scene.seats;
  return element(
    "section",
    { class: `seat ${playerClass(seat, names)}${acts ? " acting" : ""}${isOwn ? " own" : ""}` },
    element("div", { class: `head${isTall ? " tall" : ""}` },
      element("h3", {}, study ? `Seat ${seat} ` : heard(`Seat ${seat} `), drawPlayer(seat, names), acts ? heard(" to act") : null),
      drawCounters(counters.slice(0, NUMBERS), heard)),
    element("ul", { class: "places" },
      places.map((zone) =>
        folded.includes(zone)
          ? element("li", { class: `chip${zone.marked ? " marked" : ""}${isLarger(zone, options) ? " new" : ""}`, "data-zone": zone.name },
            sayZone(zone, known))
          : element("li", {}, drawZone(scene, zone, options)))),
    hands.map((zone) => drawZone(scene, zone, options)),
    drawMore(scene, `Seat ${seat}`, folded.filter(({ layout }) => layout !== "fan"), counters.slice(NUMBERS), options),
  );
}

/**
 * Say a place in a line: its title, how many cards it has, and the last of those that are seen; of a
 * hand the backs of all.
 * @param {Zone} zone
 * @param {number} most how many cards are named
 */
function sayZone({ title, layout, cards, hidden }, most) {
  const size = cards.length + hidden;
  const last = hidden ? [] : cards.slice(-most);
  return [`${title} `, element("strong", {}, String(size)),
    layout === "fan" ? seen(Array.from({ length: size }, () => element("i", {})), "held") : last.map(drawTag)];
}

/**
 * Draw what opens at a press: places in full, and more numbers.
 * @param {Scene} scene
 * @param {string} title
 * @param {Zone[]} zones
 * @param {Counter[]} counters
 * @param {SceneOptions} options
 */
function drawMore(scene, title, zones, counters, options) {
  const told = zones.filter(({ cards, note }) => note || cards.length);
  if (told.length + counters.length === 0) return null;
  /** @param {MouseEvent} event */
  const close = ({ currentTarget }) => /** @type {Element} */ (currentTarget).parentElement?.removeAttribute("open");
  return element("details", { class: "more", name: "more" },
    element("summary", {}, heard(`${title}: all cards`), seen("\u22ef")),
    element("div", { class: "opened", onclick: close },
      drawCounters(counters), told.map((zone) => drawZone(scene, zone, options))));
}

/**
 * Return of the cards of a zone which were not there in the scene before.
 * @param {Zone} zone
 * @param {SceneOptions} options
 */
function arrived({ name, cards }, { before }) {
  const known = before?.zones.find((zone) => zone.name === name)?.cards;
  return known ? newCards(known, cards) : cards.map(() => false);
}

/**
 * @param {Zone} zone
 * @param {SceneOptions} options
 */
function isLarger(zone, options) {
  const known = options.before?.zones.find(({ name }) => name === zone.name);
  return arrived(zone, options).includes(true) || zone.hidden > (known ?? zone).hidden;
}

/**
 * @param {Counter[]} counters
 * @param {(text: string) => Drawn} showUnit where there is no room a unit is heard alone
 */
function drawCounters(counters, showUnit = String) {
  if (counters.length === 0) return null;
  return element("ul", { class: "counters" }, counters.map(({ title, value, unit }) =>
    element("li", {}, `${title} `, element("strong", {}, tellNumber(value)), showUnit(unitUnless(title, unit)))));
}

/**
 * @param {string} title
 * @param {string} unit
 */
function unitUnless(title, unit) {
  return title.toLowerCase() === unit.toLowerCase() ? "" : ` ${unit}`;
}

/**
 * @param {Scene} scene
 * @param {Zone} zone
 * @param {SceneOptions} options
 */
function drawZone(scene, zone, options) {
  const touched = touchedCards(zone.name, options.touches);
  const marks = `${zone.marked ? " marked" : ""}${touched.has(null) ? " chosen" : ""}`;
  const size = isLarge(zone) ? " large" : "";
  return element(
    "div",
    { class: `zone ${zone.layout}${size}${marks}`, "data-zone": zone.name },
    element(zone.seat === null ? "h3" : "h4", {},
      options.press?.({ zone: zone.name, card: null }, zone.title) ?? zone.title,
      zone.note ? [" ", element("span", { class: "note" }, drawSentence(zone.note, options.names))] : null,
      zone.marked ? heard(", in question") : null),
    zone.cards.length + zone.hidden ? drawCards(scene, zone, touched, options) : element("p", { class: "empty" }, "empty"),
  );
}

/**
 * Draw the cards of a zone; of a grid each suit in a line of its own.
 * @param {Scene} scene
 * @param {Zone} zone
 * @param {Set<number | null>} touched
 * @param {SceneOptions} options
 */
function drawCards(scene, zone, touched, options) {
  if (zone.cards.length === 0) return drawPile(zone.hidden);
  const isNew = arrived(zone, options);
  const hinted = touchedCards(zone.name, options.hinted);
  const cards = zone.cards.map((card, index) => {
    const marks = `${isNew[index] ? " new" : ""}${touched.has(index) ? " chosen" : ""}${hinted.has(index) ? " hinted" : ""}`;
    const by = zone.by[index] ?? null;
    const pressed = options.press?.({ zone: zone.name, card: index }, tellCard(card));
    return drawCard(card, marks + sideOf(scene, zone, by), pressed, by, options.names);
  });
  const suits = zone.layout === "grid" ? [...new Set(zone.cards.map(({ symbol }) => symbol))] : [null];
  return suits.map((suit, line) =>
    element("ul", { class: "cards" },
      cards.filter((_, index) => suit === null || zone.cards[index].symbol === suit),
      line === suits.length - 1 ? Array.from({ length: zone.hidden }, drawBack) : null));
}

/**
 * Face-down cards are all alike: one of them, and how many.
 * @param {number} hidden
 */
function drawPile(hidden) {
  return element("p", { class: "cards backs" }, seen("", "card back"), ` ${hidden}`, heard(` face-down card${hidden === 1 ? "" : "s"}`));
}

/** Draw a face-down card. */
export function drawBack() {
  return element("li", { class: "card back" }, heard("face-down card"));
}

/**
 * @param {Card} card
 * @param {string} marks classes, each after a space
 * @param {Drawn} [pressed] the button that says the card
 * @param {number | null} [by] the seat that laid it
 * @param {string[]} [names]
 */
export function drawCard(card, marks, pressed, by = null, names = []) {
  return element(
    "li",
    { class: `card ${card.colour || "plain"}${marks}`, title: tellCard(card), "data-card": card.symbol + card.face },
    pressed ?? heard(tellCard(card)),
    seen(card.symbol, "symbol"),
    seen(card.face, `face of${card.face.length}`),
    card.symbol ? seen(suitOf(card.colour), "suit") : null,
    seen(shorten(card.badge), "badge"),
    by === null ? null : [heard(`, laid by seat ${by}`), seen(signOf(by, names), `by ${playerClass(by, names)}`)],
  );
}

/**
 * Return the class of a card of a trick: on which side it lies, seen from the viewer's seat.
 * @param {Scene} scene
 * @param {Zone} zone
 * @param {number | null} by
 */
function sideOf({ seats, seat }, { layout }, by) {
  if (layout !== "trick" || by === null) return "";
  return ` side${(by - (seat ?? 0) + seats) % seats}of${seats}`;
}

/**
 * Draw the legal moves of a decision; those that were made are marked.
 * @param {Decision} decision
 * @param {string[]} made
 * @param {Map<string, string>} [worths] what moves are worth, where that is known
 */
export function drawMoves({ moves }, made, worths = new Map()) {
  return foldMoves(moves.map(({ text }) =>
    element("li", made.includes(text) ? { class: "made" } : {}, text, made.includes(text) ? heard(" (chosen)") : null,
      worths.has(text) ? [" ", element("span", { class: "note" }, worths.get(text) ?? "")] : null)));
}

/**
 * Draw a list of legal moves, folded up if it is long.
 * @param {Drawn[]} moves
 */
export function foldMoves(moves) {
  const list = element("ul", { class: "legal", "aria-label": "Legal moves" }, moves);
  if (moves.length <= MANY) return list;
  return element("details", {}, element("summary", {}, `All ${moves.length} legal moves`), list);
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
 * @param {Touch[]} [touches]
 */
function touchedCards(zone, touches = []) {
  return new Set(touches.filter((touch) => touch.zone === zone).map((touch) => touch.card));
}
