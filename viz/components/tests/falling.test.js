// Scores, mask and weights one after the other: the mask falls on the scores.

import assert from "node:assert/strict";
import test from "node:test";
import { partsOf, stepsOf } from "../matrices/falling.js";
import { Matrix } from "../shared/matrix.js";

const [SCORES, MASK, WEIGHTS] = [0, 1, 2];

test("each matrix is a step with what it says, and the last is the picture as it is", () => {
  const steps = stepsOf([
    { title: "Scores", says: "One." },
    { title: "Mask", says: "Two." },
  ]);
  assert.deepEqual(
    steps.map(({ name, says }) => [name, says]),
    [
      ["Scores", "One."],
      ["Mask", "Two."],
      ["the whole picture", "Two."],
    ],
  );
});

test("the mask covers the scores as far as it has fallen itself, and never the weights", () => {
  for (const at of [0.25, 0.5, 1]) {
    assert.equal(partsOf(at, SCORES, MASK).covered, at);
    assert.equal(partsOf(at, MASK, MASK).drawn, at);
    assert.deepEqual(partsOf(at, WEIGHTS, MASK), { drawn: 0, covered: 0 });
  }
  assert.deepEqual(partsOf(2, SCORES, MASK), { drawn: 1, covered: 1 });
  assert.deepEqual(partsOf(2, WEIGHTS, MASK), { drawn: 1, covered: 0 });
});

test("at rest everything is drawn and nothing covered", () => {
  for (const place of [SCORES, MASK, WEIGHTS])
    assert.deepEqual(partsOf(null, place, MASK), { drawn: 1, covered: 0 });
});

test("what is covered are the cells that the mask hides, and no others", () => {
  const rects = [],
    nothing = () => {};
  const pen = new Proxy(
    { rect: (...box) => rects.push(box) },
    { get: (own, name) => own[name] ?? nothing, set: () => true },
  );
  const words = ["a", "b", "c"],
    at = { left: 50, top: 20, cell: 10, cellWidth: 16 };
  const mask = new Matrix(),
    scores = Object.assign(new Matrix(), at);
  mask.set({ rows: words, columns: words, weight: (r, c) => (c <= r ? 1 : null) });
  scores.set({ rows: words, columns: words, weight: () => 2 });
  scores.paintCover(pen, { paper: [255, 255, 255] }, 1, mask);
  const covered = rects.slice(1).filter(([, , wide, high]) => wide && high === at.cell);
  assert.deepEqual(covered, [
    [66, 20, 32, 10],
    [82, 30, 16, 10],
  ]);
});
