// Which words the five stages show, and how their shares are written.

import assert from "node:assert/strict";
import test from "node:test";
import { chooseRows, percent } from "../inside/rows.js";

test("a short sentence is shown whole, and nothing stands for others", () => {
  assert.deepEqual(chooseRows([0.2, 0.5, 0.3], 3), { rows: [0, 1, 2], others: 0, share: 0 });
});

test("of a long one the largest weights stay, in the order of the sentence", () => {
  const { rows, others, share } = chooseRows([0.1, 0.4, 0.05, 0.3, 0.15], 4);
  assert.deepEqual(rows, [1, 3, 4]);
  assert.equal(others, 2);
  assert.ok(Math.abs(share - 0.15) < 1e-12);
});

test("of equal weights the first words stay", () => {
  assert.deepEqual(chooseRows(new Float32Array(6).fill(1 / 6), 4).rows, [0, 1, 2]);
});

test("a weight that is not 0 is not written as 0", () => {
  assert.deepEqual([0, 0.0004, 0.004, 0.006, 0.995, 1].map(percent), [
    "0",
    "<1",
    "<1",
    "1",
    "100",
    "100",
  ]);
});
