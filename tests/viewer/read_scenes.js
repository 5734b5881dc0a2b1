// Reads the match of a page from its standard input, and writes what the viewer makes of it: by game
// and frame, the answers, what is told, the scores, and the scene of every viewer.

import { text } from "node:stream/consumers";

import { develop, sceneOf, unpack } from "../../arena/viewer/frames.js";

const match = JSON.parse(await text(process.stdin));
const outline = await unpack(match.outline);
const games = await Promise.all(match.games.map(unpack));
const told = games.map((raw) =>
  develop(raw, outline).map((frame) => ({
    made: frame.made,
    told: frame.told,
    refused: frame.refused,
    scores: frame.scores,
    scenes: [null, ...frame.scores.keys()].map((viewer) => sceneOf(frame, viewer, outline)),
  })),
);
process.stdout.write(JSON.stringify({ outline, games: told }));
