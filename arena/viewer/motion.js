/**
 * Moves cards from place to place, one event after another, over a table that is drawn as it is after
 * all of them.
 */

import { made } from "./elements.js";
import { drawBack, drawCard } from "./scene.js";

/** @typedef {import("./frames.js").Motion} Motion */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} Place of a zone on a table that is drawn
 * @property {DOMRect} box
 * @property {[string, Element, DOMRect][]} cards by name
 */
/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Flight
 * @property {string} card
 * @property {{zone: string, at: number}[]} stops at which event it comes to which zone
 */

// Milliseconds of an event at the usual speed.
const EVENT = 200;
/** What has cards stay where they are. */
export const STILL = "(prefers-reduced-motion: reduce)";

/**
 * Return where the zones of a table and their cards are.
 * @param {HTMLElement} table
 */
export function placesOf(table) {
  const zones = [...table.querySelectorAll("[data-zone]")].filter((zone) => !zone.closest(".opened"));
  return new Map(zones.map((zone) => [zone.getAttribute("data-zone") ?? "", placeOf(zone)]));
}

/**
 * @param {Element} zone
 * @returns {Place}
 */
function placeOf(zone) {
  const cards = [...zone.querySelectorAll("[data-card]")];
  return {
    box: zone.getBoundingClientRect(),
    cards: cards.map((card) => [card.getAttribute("data-card") ?? "", card, card.getBoundingClientRect()]),
  };
}

/**
 * Have cards move on a table that was drawn again; return for how many milliseconds they do.
 * @param {HTMLElement} table one with a place for them
 * @param {Map<string, Place>} old where all was on it before
 * @param {Motion[]} motions
 * @param {(Scene | null)[]} scenes after and before, in which the cards can be seen
 * @param {number} speed
 */
export function fly(table, old, motions, scenes, speed) {
  const sky = /** @type {HTMLElement} */ (table.querySelector(".flying"));
  sky.replaceChildren();
  if (motions.length === 0 || matchMedia(STILL).matches) return 0;
  const owners = new Map(scenes[0]?.zones.map(({ name, seat }) => [name, seat]));
  const flights = flightsOf(motions, owners);
  const now = placesOf(table);
  const { left, top } = sky.getBoundingClientRect();
  const last = flights.map(({ card, stops }) => {
    const known = scenes.flatMap((scene) => scene?.zones.flatMap(({ cards }) => cards) ?? []);
    const look = known.find(({ symbol, face }) => card && symbol + face === card);
    const shown = made(look ? drawCard(look, "") : drawBack());
    sky.append(shown);
    const from = takeCard(old.get(stops[0].zone), card);
    const to = takeCard(now.get(stops[stops.length - 1].zone), card);
    const points = stops.map(({ zone }, index) => {
      if (index === 0 && from) return middle(from[2]);
      if (index === stops.length - 1 && to) return middle(to[2]);
      const place = (index ? now : old).get(zone);
      return place && middle(place.box);
    });
    const end = (stops[stops.length - 1].at + 1) * EVENT / speed;
    const frames = framesOf(stops, points, { x: left, y: top }, from !== undefined);
    shown.animate(frames, { duration: end, fill: "both" }).finished.then(() => shown.remove(), () => undefined);
    to?.[1].animate([{ opacity: 0 }, { opacity: 0 }], end);
    return end;
  });
  return Math.max(0, ...last);
}

/**
 * Return the ways of cards, each over all zones that it comes through. What seats do each with their
 * own cards, as where all lay one, they do at once.
 * @param {Motion[]} motions
 * @param {Map<string, number | null>} owners of zones
 * @returns {Flight[]}
 */
export function flightsOf(motions, owners) {
  /** @type {Flight[]} */
  const flights = [];
  let at = -1;
  /** @type {Set<number | null | undefined>} */
  let busy = new Set([null]);
  for (const { cards, source, target } of motions) {
    const seat = owners.get(source) === owners.get(target) ? owners.get(source) ?? null : null;
    if (seat === null || busy.has(null) || busy.has(seat)) [at, busy] = [at + 1, new Set()];
    busy.add(seat);
    for (const card of cards) {
      const goesOn = flights.find(({ card: other, stops }) => {
        const here = stops[stops.length - 1];
        return other === card && here.zone === source && here.at < at;
      });
      if (goesOn) goesOn.stops.push({ zone: target, at });
      else flights.push({ card, stops: [{ zone: source, at }, { zone: target, at }] });
    }
  }
  return flights;
}

/**
 * Take a card out of a place, so that an equal one is another one.
 * @param {Place | undefined} place
 * @param {string} name
 */
function takeCard(place, name) {
  const at = place?.cards.findIndex(([card]) => card === name) ?? -1;
  return at < 0 ? undefined : place?.cards.splice(at, 1)[0];
}

/**
 * Return the keyframes of a flight; a card that could not be seen appears as it goes.
 * @param {{at: number}[]} stops
 * @param {(Point | undefined)[]} points
 * @param {Point} origin
 * @param {boolean} wasSeen
 * @returns {Keyframe[]}
 */
function framesOf(stops, points, origin, wasSeen) {
  const whole = stops[stops.length - 1].at + 1;
  /** @param {Point | undefined} point */
  const at = (point = { x: origin.x, y: origin.y }) => ({
    transform: `translate(${point.x - origin.x}px, ${point.y - origin.y}px) translate(-50%, -50%)`,
  });
  const legs = stops.slice(1).flatMap(({ at: event }, index) => [
    { ...at(points[index]), offset: event / whole, opacity: 1 },
    { ...at(points[index + 1]), offset: (event + 1) / whole, opacity: 1 },
  ]);
  return [{ ...at(points[0]), offset: 0, opacity: wasSeen ? 1 : 0 }, ...legs];
}

/**
 * @param {DOMRect} box
 * @returns {Point}
 */
function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}
