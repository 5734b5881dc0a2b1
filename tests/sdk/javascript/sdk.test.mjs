/** The parts of the SDK for JavaScript that need no referee. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { load, Random, readTurn } from "arena-sdk";

/** @param {number[]} words */
function seedOf(...words) {
  return new Uint8Array(Uint32Array.from(words).buffer);
}

const QUESTION = JSON.stringify({
  game: "six_nimmt",
  turn: {
    view: { sixNimmt: { seats: 2, hand: [4, 9], decision: "SIX_NIMMT_DECISION_CARD" } },
    legal: [{ sixNimmt: { card: 4 } }, { sixNimmt: { card: 9 } }],
  },
});

// The numbers are what the C program of its authors prints.
test("the generator is xoshiro128**", () => {
  const rng = new Random(seedOf(1, 2, 3, 4));
  const drawn = Array.from({ length: 10 }, () => rng.random() * 2 ** 32);
  assert.deepEqual(
    drawn,
    [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
      4258142804,
    ],
  );
});

test("a seed decides all that is drawn, and one of zeros is as good as any", () => {
  const [one, same, zeros] = [seedOf(1, 2, 3, 4), seedOf(1, 2, 3, 4), new Uint8Array(16)].map(
    (seed) => new Random(seed).shuffled([...Array(50).keys()]),
  );
  assert.deepEqual(one, same);
  assert.notDeepEqual(one, zeros);
  assert.deepEqual([...one].sort((a, b) => a - b), [...Array(50).keys()]);
  assert.throws(() => new Random(new Uint8Array(15)), /a seed has 16 bytes, not 15/);
});

test("whole numbers are equally likely", () => {
  const rng = new Random(seedOf(5, 6, 7, 8));
  const counts = [0, 0, 0];
  for (let draw = 0; draw < 30_000; draw++) counts[rng.below(3)]++;
  // Five deviations of a count are 408.
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 408, String(counts));
  const limit = 3 * 2 ** 30;
  const high = Array.from({ length: 3000 }, () => rng.below(limit)).filter((one) => one >= 2 ** 30);
  // Of a remainder alone half would be below 2 ** 30, and not a third.
  assert.ok(Math.abs(high.length - 2000) < 130, String(high.length));
  for (const wrong of [0, 1.5, -1, 2 ** 32 + 1]) assert.throws(() => rng.below(wrong), RangeError);
  assert.throws(() => rng.choice([]), RangeError);
});

test("all orders of a shuffle are equally likely", () => {
  const rng = new Random(seedOf(9, 10, 11, 12));
  const counts = new Map();
  for (let draw = 0; draw < 6000; draw++) {
    const order = rng.shuffled([1, 2, 3]).join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  // Five deviations of a count are 144.
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 144, String(count));
});

test("a question of a record becomes a Turn, with all that was left out", () => {
  const turn = readTurn(QUESTION, 2.5);
  assert.equal(turn.game, "six_nimmt");
  assert.equal(turn.view.seat, 0);
  assert.deepEqual(turn.view.rows, []);
  assert.equal(turn.view.limit, undefined);
  assert.equal(turn.view.decision, "SIX_NIMMT_DECISION_CARD");
  assert.deepEqual(turn.legal, [{ card: 4 }, { card: 9 }]);
  assert.equal(turn.timeLeft, 2.5);
});

test("a question has what happened before it, if that was told", () => {
  assert.deepEqual(readTurn(QUESTION).events, []);
  const told = JSON.parse(QUESTION);
  told.turn.events = [{ kind: "laid", seat: 0, cards: [4], source: "hand 0", target: "laid 0" }];
  const [event] = readTurn(JSON.stringify(told)).events;
  assert.deepEqual([event.kind, event.seat, event.cards, event.points], ["laid", 0, [4], 0]);
});

test("what is no question, and a game of a later SDK, are told so", () => {
  for (const wrong of ["{}", "[]", "null", '{"game": "six_nimmt", "turn": null}']) {
    assert.throws(() => readTurn(wrong), /this is no question/);
  }
  assert.throws(() => readTurn('{"game": "chess", "turn": {}}'), /knows no game chess, only six_n/);
  assert.throws(() => readTurn('{"game": "constructor", "turn": {}}'), /knows no game/);
});

test("the legal moves cannot be changed, so that an index means what was sent", () => {
  const turn = readTurn(QUESTION);
  assert.throws(() => turn.legal.reverse(), TypeError);
  assert.throws(() => (turn.legal[0].card = 9), TypeError);
  assert.equal(turn.legal, turn.legal);
});

test("a script is loaded without a referee, and each time again", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "sdk-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const script = join(folder, "bot.mjs");
  writeFileSync(
    script,
    'import { Bot, run } from "arena-sdk";\nlet asked = 0;\n' +
      "class Mine extends Bot { choose(turn) { return turn.legal[asked++]; } }\nrun(Mine);",
  );
  const turn = readTurn(QUESTION);
  const bot = await load(script);
  assert.deepEqual([bot.choose(turn), bot.choose(turn)], [{ card: 4 }, { card: 9 }]);
  assert.deepEqual((await load(script)).choose(turn), { card: 4 });
  writeFileSync(join(folder, "none.mjs"), "");
  await assert.rejects(load(join(folder, "none.mjs")), /does not call run\(\)/);
});
