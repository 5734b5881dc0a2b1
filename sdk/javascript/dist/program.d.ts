/** A bot as a program: `run` at the end of its script; `load` for anyone who wants the bot itself. */
import type { Bot } from "./bot.js";
type MakeBot = new () => Bot<any>;
/**
 * Play the match whose referee started this program; the promise is kept when it is over. To be
 * called at the end of the bot's script.
 */
export declare function run(MadeOf: MakeBot): Promise<void>;
/** Import a bot's script and return the bot that it would run: for the tests of its author. */
export declare function load(script: string | URL): Promise<Bot<any>>;
export {};
