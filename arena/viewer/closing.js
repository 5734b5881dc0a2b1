/**
 * Draws the closing card of a game: who came where.
 */

import { element, foreign } from "./elements.js";
import { tellNumber } from "./narration.js";

/**
 * @typedef {object} Ended
 * @property {string[]} names by seat; strangers wrote them
 * @property {number[]} scores by seat
 * @property {number[]} ranks by seat
 */

/**
 * @param {Ended} game
 * @param {string} unit
 * @param {number | null} seat of the person who played; null: nobody did
 * @param {Node[]} more what one does then
 */
export function drawClosing({ names, scores, ranks }, unit, seat, ...more) {
  const order = names.map((_, one) => one).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const places = order.map((one) =>
    element("li", {}, `${ranks[one]}. `,
      one === seat ? element("strong", {}, "you") : foreign(names[one]),
      ` (seat ${one}) ${tellNumber(scores[one])}`));
  return element("section", { class: "closing", "aria-label": "The end of the game" },
    element("h3", {}, ...tellPlace(names, ranks, seat)),
    element("ol", { class: "facts", "aria-label": `Places, with ${unit}` }, ...places, element("li", {}, unit)),
    ...more);
}

/**
 * @param {string[]} names
 * @param {number[]} ranks
 * @param {number | null} seat
 */
function tellPlace(names, ranks, seat) {
  const winners = names.filter((_, one) => ranks[one] === 1);
  if (seat === null) return ["Won by ", ...winners.flatMap((name, at) => [at ? ", " : "", foreign(name)])];
  if (ranks[seat] > 1) return [`You came in place ${ranks[seat]} of ${names.length}.`];
  return [winners.length > 1 ? "You share the first place." : "You won."];
}
