import assert from "node:assert/strict";
import { test } from "node:test";

import { EXAMPLE, readAddress, writeAddress } from "../../arena/viewer/address.js";

test("an address leads back to the position that it was made of, whatever a bot is called", () => {
  for (const eyes of [null, "careful@1", "random#2", "100 % = .eyes=", "\u202e\u0007</script>", "\u{1f410}"]) {
    for (const step of [0, 17, "forfeit"]) {
      const position = { game: 3, step, eyes };
      assert.deepEqual(readAddress(writeAddress(position)), position);
    }
  }
  assert.equal(writeAddress({ game: 3, step: 17, eyes: "careful@1" }), EXAMPLE);
});

test("a game alone is its beginning", () => {
  assert.deepEqual(readAddress("#g2"), { game: 2, step: 0, eyes: null });
});

test("what is no address is none, however it was tampered with", () => {
  const tampered = ["", "#", "#g", "#g0x1", "#g1.s", "#g1.s-1", "#g1.s1e3", "#g1.s2.s3", "#g1.eyes=", "#G1",
    "#g1.forfeits", "#g1.s2.eyes=%E0%A4%A", "#g12345678", "#content", "g1.s2"];
  for (const text of tampered) assert.equal(readAddress(text), null, text);
});
