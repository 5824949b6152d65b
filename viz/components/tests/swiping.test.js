// Swipes over the large head.

import assert from "node:assert/strict";
import test from "node:test";
import { swipeKey } from "../explorer/swiping.js";

test("a finger to the left leads to the next head, to the right to the one before", () => {
  assert.equal(swipeKey([300, 400], [200, 410]), "ArrowRight");
  assert.equal(swipeKey([200, 400], [300, 390]), "ArrowLeft");
});

test("what is short, or goes up or down, is no swipe", () => {
  assert.equal(swipeKey([300, 400], [270, 400]), null);
  assert.equal(swipeKey([300, 400], [240, 450]), null);
  assert.equal(swipeKey([300, 400], [300, 100]), null);
});
