// One head in five stages, one after the other.

import assert from "node:assert/strict";
import test from "node:test";
import { drawnOf, nowAt, stepsOf } from "../inside/unveiling.js";

const grid = (title, values) => ({
  title,
  values,
  shape: [1, values.length],
  rows: [],
  columns: ["The", "dog"],
});
const parts = { score: grid("scores", [-0.5, 2.25]), weight: grid("weights", [0.06, 0.94]) };
const stage = (name) => ({ name, title: name, says: `About ${name}.` });
const overview = {
  finding: "It attends to “dog”: 94%.",
  stages: ["word", "projections", "scores", "softmax", "mix", "rest"].map(stage),
};

test("its steps are the five stages and the whole, with the largest of their numbers", () => {
  const steps = stepsOf(overview, parts);
  assert.deepEqual(
    steps.map(({ name }) => name),
    ["word", "projections", "scores", "softmax", "mix", "the whole head"],
  );
  assert.equal(steps[2].says, "About scores. Largest is 2.250 (“dog”), smallest −0.500 (“The”).");
  assert.match(steps[3].says, /Largest is 0\.940 \(“dog”\)/);
  assert.equal(steps.at(-1).says, overview.finding);
});

test("nothing is shown before its stage, and all of it after", () => {
  const shown = (at) =>
    ["word", "projections", "scores", "softmax", "mix"].map((name) => drawnOf(at, name, 1, 2));
  assert.deepEqual(shown(0), [1, 0, 0, 0, 0]);
  assert.deepEqual(shown(2), [1, 1, 1, 0, 0]);
  assert.deepEqual(shown(null), [1, 1, 1, 1, 1]);
});

test("scores come word by word, the weights all at once: a softmax needs every score", () => {
  assert.deepEqual(nowAt(1.6, 5), { stage: "scores", row: 3 });
  assert.deepEqual(nowAt(2.6, 5), { stage: "softmax", row: null });
  assert.deepEqual(nowAt(2, 5), { stage: "scores", row: null });
  assert.deepEqual(nowAt(5, 5), { stage: null, row: null });
  assert.deepEqual(nowAt(null, 5), { stage: null, row: null });
});
