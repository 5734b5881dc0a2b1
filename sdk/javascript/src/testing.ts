/** For the tests of a bot's author: a question of a match that was played, as a Turn to ask a bot. */

import { Turn } from "./bot.js";
import { fieldOf, type GameName } from "./games.js";
import { Turn as TurnMessage } from "./wire/arena/v1/arena.js";

/**
 * Return the question that `arena replay RECORD --view N --json` has printed, as if it were the
 * first of a game with this many seconds. Error if the text is none.
 *
 *     const bot = await load("bot.mjs");
 *     bot.rng = new Random(new Uint8Array(16));
 *     assert.deepEqual(bot.choose(readTurn(readFileSync("turn.json", "utf8"))), { card: 7 });
 */
export function readTurn(text: string, seconds = 10): Turn<any> {
  const told = JSON.parse(text);
  if (typeof told?.game !== "string" || typeof told.turn !== "object" || told.turn === null) {
    throw new Error("this is no question; arena replay RECORD --view N --json prints one");
  }
  fieldOf(told.game);
  const asked = TurnMessage.fromJSON({ ...told.turn, number: 1, timeLeftUs: seconds * 1e6 });
  // As it comes from the referee, where what is not said is not there.
  const message = TurnMessage.decode(TurnMessage.encode(asked).finish());
  return new Turn(told.game as GameName, message);
}
