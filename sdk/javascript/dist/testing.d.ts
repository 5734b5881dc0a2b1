/** For the tests of a bot's author: a question of a match that was played, as a Turn to ask a bot. */
import { Turn } from "./bot.js";
/**
 * Return the question that `arena replay RECORD --view N --json` has printed, as if it were the
 * first of a game with this many seconds. Error if the text is none.
 *
 *     const bot = await load("bot.mjs");
 *     bot.rng = new Random(new Uint8Array(16));
 *     assert.deepEqual(bot.choose(readTurn(readFileSync("turn.json", "utf8"))), { card: 7 });
 */
export declare function readTurn(text: string, seconds?: number): Turn<any>;
