import assert from "node:assert/strict";
import { test } from "node:test";

import { changed, chapters, develop, motionsOf, sceneOf } from "../../arena/viewer/frames.js";

test("a value is replaced, put in, and taken away where its path says", () => {
  const value = { a: { b: 1, c: [1, 2, 3] } };
  assert.deepEqual(changed(value, ["a", "b"], [5]), { a: { b: 5, c: [1, 2, 3] } });
  assert.deepEqual(changed(value, ["a", "d"], [null]), { a: { b: 1, c: [1, 2, 3], d: null } });
  assert.deepEqual(changed(value, ["a", "b"], []), { a: { c: [1, 2, 3] } });
  assert.deepEqual(changed(value, ["a", "b"], [[]]), { a: { b: [], c: [1, 2, 3] } });
});

test("a list loses and gains in one place", () => {
  const list = { of: [1, 2, 3] };
  assert.deepEqual(changed(list, ["of"], [1, 1, []]), { of: [1, 3] });
  assert.deepEqual(changed(list, ["of"], [3, 0, [4, 5]]), { of: [1, 2, 3, 4, 5] });
  assert.deepEqual(changed(list, ["of"], [0, 3, [9]]), { of: [9] });
});

test("what is changed stays as it was, and what is not changed is shared", () => {
  const value = Object.freeze({ a: Object.freeze({ b: 1 }), c: Object.freeze([1]) });
  const now = changed(value, ["a", "b"], [2]);
  assert.equal(value.a.b, 1);
  assert.equal(now.c, value.c);
});

const ZONE = { name: "hand 0", title: "Hand", layout: "fan", seat: 0 };
const TABLES = {
  paths: [["scores"], ["pieces", "title"], ["pieces", "zones"], ["pieces", "counters"],
    ["pieces", "zone hand 0"], ["pieces", "decision"], ["pieces", "legal"],
    ["pieces", "zone hand 0", "is", "0", "cards"], ["pieces", "title", "is", "0"]],
  cards: [{ face: "55", colour: "purple", badge: "7 heads" }, { face: "1" }],
  texts: ["55"],
  touches: [[{ zone: "hand 0", card: 1 }]],
  names: ["1", "55"],
  ways: [["hand 0", "row"], ["stack 0", "hand 0", 0]],
};
const all = (look) => ({ is: { 0: look }, who: [0, 0, 0] });
const DECISION = { seats: [0], question: "Lay a card." };
const RAW = [
  [[0, 1, 2, 3, 4, 5, 6],
    [[[0, 0]], [all("trick 1")], [all(["hand 0"])], [all([])],
      [{ is: { 0: { ...ZONE, cards: [1, 0] }, 2: { ...ZONE, hidden: 2 } }, who: [0, 0, 2] }],
      [all(DECISION)], [{ is: { 0: null, 1: { texts: [0], touches: [0] } }, who: [0, 1, 0] }]],
    [], [], [], []],
  [[7], [[1, 1, []]], [[0, "55", 120, 100]], ["Seat 0 laid 55."], [], [[0, 1], [1, 0]]],
  [[8, 5, 6], [["the end"], [], []], [[1, "", 7, null, 3, "illegal", true]], [], [], []],
];

test("every viewer sees its own look of a piece", () => {
  const [start] = develop(RAW, TABLES);
  const hand = (viewer) => sceneOf(start, viewer, TABLES).zones[0].cards;
  assert.deepEqual(hand(null).map((card) => card.face), ["1", "55"]);
  assert.deepEqual(hand(0), hand(null));
  assert.deepEqual(hand(1), []);
  assert.equal(sceneOf(start, 1, TABLES).zones[0].hidden, 2);
});

test("a card that a seat alone sees moves face down before all others", () => {
  const [, laid] = develop(RAW, TABLES);
  const cards = (viewer) => motionsOf(laid, viewer, TABLES).map((motion) => motion.cards);
  assert.deepEqual(cards(null), [["55"], ["1"]]);
  assert.deepEqual(cards(0), [["55"], ["1"]]);
  assert.deepEqual(cards(1), [["55"], [""]]);
  assert.deepEqual(motionsOf(laid, null, TABLES)[1], { cards: ["1"], source: "stack 0", target: "hand 0" });
});

test("only who is asked has legal moves", () => {
  const [start] = develop(RAW, TABLES);
  const legal = [{ text: "55", touches: [{ zone: "hand 0", card: 1 }] }];
  assert.deepEqual(sceneOf(start, 0, TABLES).decision, { ...DECISION, moves: legal });
  assert.deepEqual(sceneOf(start, 1, TABLES).decision, { ...DECISION, moves: [] });
  assert.deepEqual(sceneOf(start, null, TABLES).decision, { ...DECISION, moves: [] });
});

test("frames follow from one another, with their answers", () => {
  const [start, laid, end] = develop(RAW, TABLES);
  assert.equal(sceneOf(start, null, TABLES).zones[0].cards.length, 2);
  assert.deepEqual(sceneOf(laid, null, TABLES).zones[0].cards.map((card) => card.face), ["1"]);
  assert.equal(sceneOf(laid, 1, TABLES).zones[0].hidden, 2);
  assert.equal(sceneOf(end, null, TABLES).decision, null);
  assert.deepEqual(laid.made, [
    { seat: 0, move: "55", wall: 120, cpu: 100, waited: 0, verdict: "ok", fallback: false },
  ]);
  assert.deepEqual([start.told, laid.told], [[], ["Seat 0 laid 55."]]);
  assert.deepEqual(end.made, [
    { seat: 1, move: "", wall: 7, cpu: null, waited: 3, verdict: "illegal", fallback: true },
  ]);
});

test("a chapter begins where the title changes", () => {
  assert.deepEqual(chapters(develop(RAW, TABLES)), [
    { title: "trick 1", frame: 0 },
    { title: "the end", frame: 2 },
  ]);
});
