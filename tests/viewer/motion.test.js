import assert from "node:assert/strict";
import { test } from "node:test";

import { flightsOf } from "../../arena/viewer/motion.js";

const OWNERS = new Map([["trick", null], ["deck", null],
  ...[0, 1].flatMap((seat) => ["hand", "laid", "top"].map((zone) => [`${zone} ${seat}`, seat]))]);
const motion = (cards, source, target) => ({ cards, source, target });
const stops = (motions) => flightsOf(motions, OWNERS).map((flight) => flight.stops.map(({ zone, at }) => `${zone} ${at}`));

test("cards move one event after another, and one that moves on is the same card", () => {
  const motions = [motion(["R1"], "hand 0", "trick"), motion(["R5"], "hand 1", "trick"), motion(["R1", "R5"], "trick", "top 1")];
  assert.deepEqual(stops(motions), [["hand 0 0", "trick 0", "top 1 2"], ["hand 1 1", "trick 1", "top 1 2"]]);
});

test("what all lay before themselves they lay at once", () => {
  const laid = [motion(["7"], "hand 0", "laid 0"), motion(["9"], "hand 1", "laid 1")];
  assert.deepEqual(stops(laid), [["hand 0 0", "laid 0 0"], ["hand 1 0", "laid 1 0"]]);
  const again = [motion(["7"], "hand 0", "laid 0"), motion(["9"], "hand 0", "laid 0")];
  assert.deepEqual(stops(again), [["hand 0 0", "laid 0 0"], ["hand 0 1", "laid 0 1"]]);
});

test("of equal cards each goes its own way", () => {
  const motions = [motion(["R5", "R5"], "hand 0", "trick"), motion(["R5"], "trick", "top 0")];
  assert.deepEqual(stops(motions), [["hand 0 0", "trick 0", "top 0 1"], ["hand 0 0", "trick 0"]]);
});
