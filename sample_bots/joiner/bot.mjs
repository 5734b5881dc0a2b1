/**
 * 6 nimmt!: joins the row where a card of the hand fits most closely, and takes the cheapest one.
 * In other games, of which it knows nothing, it makes any move.
 */

import { Bot, run } from "arena-sdk";

/** @import { Turn, View } from "arena-sdk" */

const FULL = 5; // The sixth card takes the row.
const HOPELESS = 104;

class Joiner extends Bot {
  /** @param {Turn} turn */
  choose(turn) {
    return turn.game === "six_nimmt" ? this.lay(turn) : this.rng.choice(turn.legal);
  }

  /** @param {Turn<any>} turn */
  lay(turn) {
    if (turn.view.decision === "SIX_NIMMT_DECISION_ROW") {
      return least(turn.legal, (move) => heads(turn.view.rows[move.row - 1].cards));
    }
    if (turn.view.decision !== "SIX_NIMMT_DECISION_CARD") return this.rng.choice(turn.legal);
    return least(turn.legal, (move) => gap(turn.view, move.card));
  }
}

/**
 * Return how far a card is from the end of the row where it would lie.
 * @param {View<"six_nimmt">} view @param {number} card
 */
function gap(view, card) {
  const below = view.rows.map((row) => row.cards).filter((cards) => end(cards) < card);
  if (below.length === 0) return HOPELESS;
  const row = least(below, (cards) => card - end(cards));
  return row.length < FULL ? card - end(row) : HOPELESS + heads(row);
}

/** Return the last card of a row. @param {readonly number[]} cards */
function end(cards) {
  return cards[cards.length - 1];
}

/** Return the heads of a row. @param {readonly number[]} cards */
function heads(cards) {
  return cards.reduce((sum, card) => sum + headsOf(card), 0);
}

/** @param {number} card */
function headsOf(card) {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  return card % 5 === 0 ? 2 : 1;
}

/** @template T @param {readonly T[]} list @param {(one: T) => number} worth @returns {T} */
function least(list, worth) {
  return list.reduce((best, one) => (worth(one) < worth(best) ? one : best));
}

run(Joiner);
