import assert from "node:assert/strict";
import { test } from "node:test";

import { Choice } from "../../arena/viewer/choice.js";

const card = (face) => ({ face, colour: "", symbol: "", badge: "" });
const at = (index) => ({ zone: "hand 0", card: index });
const ROW = { zone: "row I", card: null };

function sceneOf(faces, moves) {
  const zone = (name, cards) => ({ name, title: name, cards, layout: "fan", seat: 0, note: "", marked: false });
  const decision = { seats: [0], question: "Lay.", moves: moves.map(([text, ...touches]) => ({ text, touches })) };
  return { title: "", seats: 2, seat: 0, zones: [zone("row I", []), zone("hand 0", faces.map(card))], counters: [], decision };
}

const FISH = sceneOf(["3", "4", "9"], [
  ["I 3", ROW, at(0)], ["I 4", ROW, at(1)], ["I 3 4", ROW, at(0), at(1)], ["I 4 3", ROW, at(1), at(0)],
  ["II 9", { zone: "row II", card: null }, at(2)],
]);
const GOATS = sceneOf(["2", "2", "2", "5"], [
  ["lay 2", at(0)], ["lay 2 2", at(0), at(1)], ["lay 2 2 2", at(0), at(1), at(2)], ["pass"],
]);

test("parts are picked in any order, and nothing is whole before the last", () => {
  const choice = new Choice(FISH);
  assert.equal(choice.whole, null);
  assert.ok(choice.toggle(at(0)));
  assert.equal(choice.whole, null);
  assert.ok(choice.toggle(ROW));
  assert.equal(choice.whole.text, "I 3");
});

test("where another move touches the same, the order of cards counts, that of zones does not", () => {
  const choice = new Choice(FISH);
  for (const touch of [at(1), ROW, at(0)]) assert.ok(choice.toggle(touch));
  assert.equal(choice.whole.text, "I 4 3");
});

test("what no legal move has with what is picked cannot be picked", () => {
  const choice = new Choice(FISH);
  choice.toggle(at(0));
  assert.ok(!choice.isPossible(at(2)));
  assert.ok(!choice.toggle(at(2)));
  assert.deepEqual(choice.picks, [at(0)]);
  assert.deepEqual(choice.fitting.map(({ text }) => text), ["I 3", "I 3 4"]);
});

test("what is put back is possible again, and what depends on it goes, too", () => {
  const choice = new Choice(FISH);
  for (const touch of [ROW, at(0), at(1), at(0)]) assert.ok(choice.toggle(touch));
  assert.equal(choice.whole.text, "I 4");
  choice.clear();
  assert.equal(choice.fitting.length, 5);
  assert.equal(choice.whole, null);
});

test("of equal cards each is as good", () => {
  const choice = new Choice(GOATS);
  assert.ok(choice.toggle(at(2)));
  assert.equal(choice.whole.text, "lay 2");
  assert.ok(choice.toggle(at(0)));
  assert.equal(choice.whole.text, "lay 2 2");
  assert.ok(!choice.isUsed(at(3)));
});

test("a move that touches nothing has its name", () => {
  const choice = new Choice(GOATS);
  assert.ok(choice.name(" PASS "));
  assert.equal(choice.whole.text, "pass");
  assert.ok(!choice.name("pa"));
  assert.ok(choice.toggle(at(0)));
  assert.equal(choice.whole.text, "lay 2");
});

test("a name picks what its move touches", () => {
  const choice = new Choice(FISH);
  assert.ok(choice.name("i  4 3"));
  assert.deepEqual(choice.picks, [ROW, at(1), at(0)]);
  assert.ok(choice.isPicked(ROW));
});
