/**
 * Draws the closing card of a game: its places, told from the last to the first.
 */

import { element, foreign } from "./elements.js";
import { drawPlayer, tellNumber } from "./narration.js";

/**
 * @typedef {object} Ended
 * @property {string[]} names by seat; strangers wrote them
 * @property {number[]} scores by seat
 * @property {number[]} ranks by seat
 */
/** @typedef {import("./elements.js").Drawn} Drawn */

// Milliseconds from one place that is told to the next.
const PLACE = 500;

/**
 * Draw the places of a game from the first to the last.
 * @param {Ended} game
 * @param {number | null} seat of the person who played; null: nobody did
 * @param {number} [pause] milliseconds from one place that is told to the next; the last is told first
 */
export function drawPlaces({ names, scores, ranks }, seat, pause = 0) {
  const order = names.map((_, one) => one).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const called = names.map((name, one) => (one === seat ? "you" : name));
  return order.map((one, place) =>
    element("li", { style: { animationDelay: `${(order.length - 1 - place) * pause}ms` } },
      `${ranks[one]}. `, drawPlayer(one, called), ` ${tellNumber(scores[one])}`));
}

/**
 * @param {Ended} game
 * @param {string} unit
 * @param {number | null} seat of the person who played; null: nobody did
 * @param {...Drawn} more what one does then
 */
export function drawClosing(game, unit, seat, ...more) {
  return element("section", { class: "closing", "aria-label": "The end of the game" },
    element("h3", { style: { animationDelay: `${game.names.length * PLACE}ms` } }, tellPlace(game, seat)),
    element("ol", { "aria-label": `Places, with ${unit}` }, drawPlaces(game, seat, PLACE), element("li", { class: "note" }, unit)),
    more);
}

/**
 * @param {Ended} game
 * @param {number | null} seat
 */
function tellPlace({ names, ranks }, seat) {
  const winners = names.filter((_, one) => ranks[one] === 1);
  if (seat === null) return ["Won by ", winners.map((name, at) => [at ? ", " : "", foreign(name)])];
  if (ranks[seat] > 1) return `You finished ${["2nd", "3rd"][ranks[seat] - 2] ?? `${ranks[seat]}th`} of ${names.length}.`;
  return winners.length > 1 ? "You share the first place." : "You won.";
}
