import assert from "node:assert/strict";
import { test } from "node:test";

import { drawSentence } from "../../arena/viewer/narration.js";
import { drawScene, readScene } from "../../arena/viewer/scene.js";

const NAMES = ["ann", "ben"];
const HAND = { name: "hand 0", title: "Hand", layout: "fan", seat: 0, cards: [{ face: "55" }] };
const SCENE = readScene({ title: "", seats: 2, zones: [HAND] });

// All that is drawn, in its order: texts, and the class of each element.
function walk(drawn) {
  if (Array.isArray(drawn)) return drawn.flatMap(walk);
  if (drawn === null || typeof drawn !== "object") return drawn ? [drawn] : [];
  return [`<${drawn.props.class ?? drawn.type}>`, ...walk(drawn.props.children ?? [])];
}

test("a sentence has a player in the place of each seat, and a card in that of its code", () => {
  const drawn = walk(drawSentence("Seat 1 laid R5, and seat 0 P12.", NAMES)).join("");
  assert.match(drawn, /<who player1>.*ben.* laid .*<tag red>.*\u25c65.*<who player0>.*ann.*<tag purple>/);
  assert.doesNotMatch(drawn, /[Ss]eat \d|R5|P12/);
});

test("a player has one sign in every seat", () => {
  const signs = [NAMES, ["ben", "ann"]].map((names) => walk(drawSentence(`Seat ${names.indexOf("ben")} passed.`, names))[2]);
  assert.equal(signs[0], signs[1]);
});

test("a hand is backs to who watches, and open to who studies the game", () => {
  assert.ok(!walk(drawScene(SCENE, { names: NAMES })).includes("55"));
  assert.ok(walk(drawScene(SCENE, { names: NAMES, study: true })).includes("55"));
});
