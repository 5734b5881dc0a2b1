/**
 * The address of a position: the fragment of a page that has a replay, such as
 * `#g3.s17.eyes=careful@1`. `address.py` makes the same.
 */

/**
 * @typedef {object} Position
 * @property {number} game its number in the match, from 1 on
 * @property {number | "forfeit"} step from 0 on, or that from which the referee plays for a bot
 * @property {string | null} eyes the bot whose cards are seen, or who forfeits; null: open hands
 */

export const EXAMPLE = "#g3.s17.eyes=careful@1";
const FORM = /^#g(\d{1,6})(?:\.(?:s(\d{1,6})|(forfeit)))?(?:\.eyes=(.+))?$/;

/** @param {Position} position */
export function writeAddress({ game, step, eyes }) {
  const seen = eyes === null ? "" : `.eyes=${encodeURIComponent(eyes).replaceAll("%40", "@")}`;
  return `#g${game}.${step === "forfeit" ? step : `s${step}`}${seen}`;
}

/**
 * Return the position that an address names; null if it is none.
 * @param {string} text
 * @returns {Position | null}
 */
export function readAddress(text) {
  const [, game, step = "0", forfeit, eyes] = FORM.exec(text) ?? [];
  if (game === undefined) return null;
  try {
    const seen = eyes === undefined ? null : decodeURIComponent(eyes);
    return { game: Number(game), step: forfeit ? "forfeit" : Number(step), eyes: seen };
  } catch {
    return null;
  }
}
