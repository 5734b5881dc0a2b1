/** One decision of the bot: the question in turn.json, as a referee would ask it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { load, Random, readTurn } from "arena-sdk";

test("its decision is a legal move", async () => {
  const turn = readTurn(readFileSync(new URL("turn.json", import.meta.url), "utf8"));
  const bot = await load(new URL("bot.mjs", import.meta.url));
  bot.rng = new Random(new Uint8Array(16));
  assert.ok(turn.legal.includes(await bot.choose(turn)));
});
