import assert from "node:assert/strict";
import { test } from "node:test";

import { pathOf, scaleOf, spread, swingsOf } from "../../arena/viewer/curve.js";

test("the first frame is at the left, the last at the right, the best at the top", () => {
  const { x, y, low, high } = scaleOf([[0, 0], [-5, 3], [-10, 6]]);
  assert.ok(x(0) < x(1) && x(1) < x(2));
  assert.equal(x(1) - x(0), x(2) - x(1));
  assert.ok(y(6) < y(0) && y(0) < y(-10));
  assert.deepEqual([low, high], [-10, 6]);
});

test("a game of one frame, or without a score, has a scale, too", () => {
  for (const scores of [[[0, 0]], [[0], [0]], [[3]]]) {
    const { x, y } = scaleOf(scores);
    assert.ok(Number.isFinite(x(0)) && Number.isFinite(y(scores[0][0])));
  }
});

test("a line has a step where the score changes, and no other", () => {
  const scale = { x: (frame) => 10 * frame, y: (score) => 100 - score, low: 0, high: 100 };
  assert.equal(pathOf([0, 0, 7, 7, 5], scale), "M0 100H20V93H40V95H40");
});

test("the greatest changes of a score are marked, the first of equal ones before, and at most five", () => {
  assert.deepEqual(swingsOf([[0, 0], [0, -2], [5, -2], [4, 0]]), [
    { frame: 2, seat: 0, by: 5 },
    { frame: 1, seat: 1, by: 2 },
    { frame: 3, seat: 1, by: 2 },
    { frame: 3, seat: 0, by: 1 },
  ]);
  assert.equal(swingsOf([[0, 0, 0], [1, 1, 1], [2, 2, 2]]).length, 5);
  assert.deepEqual(swingsOf([[0]]), []);
});

test("labels do not lie on one another, and stay on the drawing", () => {
  const heights = spread([100, 100, 100, 188, 190]);
  const sorted = [...heights].sort((a, b) => a - b);
  sorted.slice(1).forEach((height, index) => assert.ok(height - sorted[index] >= 14));
  assert.ok(sorted[4] <= 190);
});

test("labels that are far from each other stay where they are wanted", () => {
  assert.deepEqual(spread([150, 20, 80]), [150, 20, 80]);
});
