import assert from "node:assert/strict";
import { test } from "node:test";

import { isolated, readable } from "../../arena/viewer/elements.js";
import { lastOf, tellAnswer, tellEnd, tellNumber, tellTime, tellTimes, tellTry } from "../../arena/viewer/narration.js";
import { toldTo } from "../../arena/viewer/frames.js";
import { tellCard } from "../../arena/viewer/narration.js";
import { newCards } from "../../arena/viewer/scene.js";

const ANSWER = { seat: 0, move: "55", wall: 120, cpu: 100, waited: 0, verdict: "ok", fallback: false };
const CARD = { face: "5", colour: "", symbol: "", badge: "" };

test("what steers or is not seen becomes an escape", () => {
  assert.equal(readable("\u001b[31mred\u0007"), "\\u001b[31mred\\u0007");
  assert.equal(readable("a\u202eb\u2066c\u200bd\u2028e"), "a\\u202eb\\u2066c\\u200bd\\u2028e");
  assert.equal(readable("\ud800 \u{e0041}"), "\\ud800 \\u{e0041}");
});

test("what is simply read stays, in every writing, with lines and tabs", () => {
  const text = "Zo\u00eb \u05d3\u05d5\u05d3 \u65e5\u672c \u{1f410}\n\tline <b>&amp;";
  assert.equal(readable(text), text);
});

test("a name in a list is isolated, and cannot end that itself", () => {
  assert.equal(isolated("a\u2069b"), "\u2068a\\u2069b\u2069");
});

test("the last two things that happened stand together unless they are long", () => {
  const [took, opened] = ["Seat 1 took R1.", "Opened: R2."];
  assert.equal(lastOf(["The round is over.", took, opened]), `${took} ${opened}`);
  assert.equal(lastOf([took]), took);
  assert.equal(lastOf([took, opened.padEnd(75)]), opened.padEnd(75));
  assert.equal(lastOf([]), undefined);
});

test("an answer says what came of it", () => {
  assert.equal(tellAnswer(ANSWER), "55");
  assert.equal(tellAnswer({ ...ANSWER, verdict: "illegal" }), "55, refused: illegal");
  assert.equal(
    tellAnswer({ ...ANSWER, verdict: "out_of_memory", fallback: true }),
    "55, played by the referee: out of memory",
  );
  assert.match(tellAnswer({ ...ANSWER, move: "", verdict: "protocol" }), /^an answer that cannot be read,/);
});

test("a step is told by its events, after what was refused of the one who sees it", () => {
  const frame = { scores: [], pieces: {}, made: [], told: ["Seat 0 laid 55."], refused: [[1, "Refused: 5."]] };
  assert.deepEqual(toldTo(frame, null), ["Refused: 5.", "Seat 0 laid 55."]);
  assert.deepEqual(toldTo(frame, 1), ["Refused: 5.", "Seat 0 laid 55."]);
  assert.deepEqual(toldTo(frame, 0), ["Seat 0 laid 55."]);
});

test("times are told as far as they were measured", () => {
  assert.equal(tellTime(999), "1.00 ms");
  assert.equal(tellTime(1_500_000), "1.50 s");
  assert.equal(tellTimes(ANSWER), "0.12 ms on the wall, 0.10 ms of CPU");
  assert.equal(
    tellTimes({ ...ANSWER, cpu: null, waited: 5000 }),
    "0.12 ms on the wall, 5.00 ms waiting for a CPU",
  );
  assert.equal(tellTimes({ ...ANSWER, fallback: true }), "");
});

test("the end of a program is told as far as it is known", () => {
  const forfeit = { seat: 0, verdict: "crashed", detail: "", log_tail: "" };
  assert.equal(tellEnd(forfeit), "");
  assert.equal(tellEnd({ ...forfeit, exit_code: 0, cpu_us: 2000 }), "exit code 0, 2.00 ms of CPU since its start");
  assert.equal(tellEnd({ ...forfeit, signal: 9 }), "ended by signal 9");
});

test("a minus is a minus", () => {
  assert.equal(tellNumber(-7), "\u22127");
  assert.equal(tellNumber(7), "7");
});

test("a card is told with all that is on it", () => {
  assert.equal(tellCard({ ...CARD, colour: "red", symbol: "R" }), "red 5");
  assert.equal(tellCard({ ...CARD, face: "55", colour: "purple", badge: "7 heads" }), "55, 7 heads");
});

test("of equal cards only those are new that are more than before", () => {
  const six = { ...CARD, face: "6" };
  assert.deepEqual(newCards([CARD, six], [CARD, CARD, six]), [false, true, false]);
  assert.deepEqual(newCards([CARD, six], [six]), [false]);
  assert.deepEqual(newCards([], [CARD]), [true]);
});
