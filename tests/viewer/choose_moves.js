// Reads scenes of seats that are asked from its standard input, and writes for each which move comes
// of it: if the touches of every legal move are picked in their order; with the last card of those
// that are equal instead of the first; if every name is typed; and of clicking anything possible.

import { text } from "node:stream/consumers";

import { Choice } from "../../arena/viewer/choice.js";
import { tellCard } from "../../arena/viewer/narration.js";

function pickAll(scene, touches) {
  const choice = new Choice(scene);
  return touches.every((touch) => choice.toggle(touch)) ? (choice.whole?.text ?? null) : null;
}

function allTouches(scene) {
  return scene.zones.flatMap(({ name, cards }) => [
    { zone: name, card: null },
    ...cards.map((_, card) => ({ zone: name, card })),
  ]);
}

function lastOfEqual(scene, touches) {
  const taken = [];
  return touches.map(({ zone, card }) => {
    if (card === null) return { zone, card };
    const { cards } = scene.zones.find(({ name }) => name === zone);
    const at = cards.findLastIndex(
      (one, index) => tellCard(one) === tellCard(cards[card]) && !taken.includes(`${zone} ${index}`),
    );
    taken.push(`${zone} ${at}`);
    return { zone, card: at };
  });
}

function named(scene, name) {
  const choice = new Choice(scene);
  return choice.name(name) ? choice.whole.text : null;
}

// Clicks the first thing that is possible, then the second, and so on, until nothing more is.
function wander(scene, start) {
  const choice = new Choice(scene);
  for (let turn = start; ; turn += 1) {
    const possible = allTouches(scene).filter((touch) => choice.isPossible(touch));
    if (possible.length === 0) return choice.whole?.text ?? null;
    choice.toggle(possible[turn % possible.length]);
  }
}

const scenes = JSON.parse(await text(process.stdin));
const made = scenes.map((scene) => {
  const { moves } = scene.decision;
  const touching = moves.filter(({ touches }) => touches.length > 0);
  return {
    used: allTouches(scene).filter((touch) => new Choice(scene).isUsed(touch)).length,
    picked: touching.map(({ touches }) => pickAll(scene, touches)),
    equal: touching.map(({ touches }) => pickAll(scene, lastOfEqual(scene, touches))),
    named: moves.map((move) => named(scene, `  ${move.text.toUpperCase().replace(/ /g, "  ")} `)),
    wandered: touching.length ? [0, 1, 2, 3, 5].map((start) => wander(scene, start)) : [],
  };
});
process.stdout.write(JSON.stringify(made));
