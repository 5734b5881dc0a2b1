/**
 * The SDK for bots in JavaScript: subclass `Bot`, write `choose`, call `run`.
 *
 *     import { Bot, run } from "arena-sdk";
 *
 *     class First extends Bot {
 *       choose(turn) {
 *         return turn.legal[0];
 *       }
 *     }
 *
 *     run(First);
 *
 * This bot plays every game. With types, `@extends {Bot<"six_nimmt">}` above the class is the same for
 * one game. What a bot may rely on stands at `Bot` and `Turn`.
 */
export { Bot, Turn } from "./bot.js";
export type { GameName, Games, Move, View } from "./games.js";
export type { Clock, Event, Over, Start } from "./messages/arena/v1/arena.js";
export { load, run } from "./program.js";
export { Random } from "./random.js";
export { readTurn } from "./testing.js";
