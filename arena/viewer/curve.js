/**
 * Draws the players' scores over a game as lines, one for each.
 */

import { element, readable } from "./elements.js";
import { playerClass, signOf, tellNumber } from "./narration.js";

const WIDTH = 360;
const HEIGHT = 180;
const EDGE = { left: 34, right: 26, top: 10, bottom: 10 };
// Two labels at the ends of lines are at least so far from each other.
const LABEL = 14;
// The number of marks: the greatest changes of a score.
const MARKS = 5;

/**
 * @typedef {object} Scale
 * @property {(frame: number) => number} x
 * @property {(score: number) => number} y
 * @property {number} low the lowest score, or 0
 * @property {number} high the highest score, or 0
 */

/**
 * Return where frames and scores are on the drawing.
 * @param {number[][]} scores by frame and seat
 * @returns {Scale}
 */
export function scaleOf(scores) {
  const all = scores.flat();
  const [low, high] = all.reduce(([a, b], score) => [Math.min(a, score), Math.max(b, score)], [0, 0]);
  const across = (WIDTH - EDGE.left - EDGE.right) / Math.max(scores.length - 1, 1);
  const up = (HEIGHT - EDGE.top - EDGE.bottom) / Math.max(high - low, 1);
  return {
    x: (frame) => EDGE.left + frame * across,
    y: (score) => EDGE.top + (high - score) * up,
    low,
    high,
  };
}

/**
 * Return a seat's line as an SVG path: level until the score changes, and then at once.
 * @param {number[]} scores by frame
 * @param {Scale} scale
 */
export function pathOf(scores, { x, y }) {
  const [first, ...others] = scores;
  const steps = others.flatMap((score, index) =>
    score === scores[index] ? [] : [`H${round(x(index + 1))}V${round(y(score))}`],
  );
  return `M${round(x(0))} ${round(y(first))}${steps.join("")}H${round(x(scores.length - 1))}`;
}

/**
 * Return the greatest changes of a score: at which frame, and of which seat.
 * @param {number[][]} scores by frame and seat
 */
export function swingsOf(scores) {
  const changes = scores.slice(1).flatMap((now, index) =>
    now.map((score, seat) => ({ frame: index + 1, seat, by: Math.abs(score - scores[index][seat]) })),
  );
  return changes.filter(({ by }) => by > 0).sort((a, b) => b.by - a.by).slice(0, MARKS);
}

/**
 * Return heights of labels that are near the wanted ones, and do not lie on one another.
 * @param {number[]} wanted
 */
export function spread(wanted) {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  let least = -Infinity;
  for (const index of order) {
    placed[index] = Math.max(wanted[index], least);
    least = placed[index] + LABEL;
  }
  const over = Math.max(0, least - LABEL - (HEIGHT - EDGE.bottom));
  return placed.map((height) => height - over);
}

/**
 * Draw the curve of a game, with a line at the frame that is shown; a click on it leads to a frame.
 * Where a score changed most is a mark that tells what happened there.
 * @param {import("./frames.js").Frame[]} frames
 * @param {number} at the frame that is shown
 * @param {string[]} names
 * @param {string} unit
 * @param {(frame: number) => void} go
 */
export function drawCurve(frames, at, names, unit, go) {
  const scores = frames.map((frame) => frame.scores);
  const scale = scaleOf(scores);
  const seats = scores[0].map((_, seat) => scores.map((frame) => frame[seat]));
  const ends = seats.map((line) => line[line.length - 1]);
  const said = ends.map((score, seat) => `${readable(names[seat])} ${tellNumber(score)}`).join(", ");
  const heights = spread(ends.map(scale.y));
  /** @param {MouseEvent} event */
  const click = ({ currentTarget, clientX }) => {
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * WIDTH - EDGE.left;
    go(Math.round((x / (WIDTH - EDGE.left - EDGE.right)) * (scores.length - 1)));
  };
  return element("svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", onclick: click,
      "aria-label": `Scores over the game, in ${unit}; at its end: ${said}` },
    drawLevels(scores, scale),
    element("line", { class: "marker", x1: scale.x(at), x2: scale.x(at), y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
    seats.map((line, seat) => element("path", { class: `line ${playerClass(seat, names)}`, d: pathOf(line, scale) })),
    swingsOf(scores).map(({ frame, seat }) =>
      element("circle", { class: `mark ${playerClass(seat, names)}`, cx: scale.x(frame), cy: scale.y(scores[frame][seat]), r: 4 },
        element("title", {}, readable(frames[frame].told.join(" "))))),
    seats.map((_, seat) =>
      element("text", { class: `label ${playerClass(seat, names)}`, x: WIDTH - EDGE.right + 6, y: round(heights[seat] + 4) }, signOf(seat, names))));
}

/**
 * @param {number[][]} scores
 * @param {Scale} scale
 */
function drawLevels(scores, { x, y, low, high }) {
  const levels = [...new Set([low, 0, high])];
  const heights = spread(levels.map(y));
  return levels.map((score, index) => [
    element("line", { class: "level", x1: EDGE.left, x2: x(scores.length - 1), y1: y(score), y2: y(score) }),
    element("text", { class: "label", x: EDGE.left - 6, y: heights[index] + 4, "text-anchor": "end" }, tellNumber(score)),
  ]);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
