// Word vectors learnt in the browser: the numbers of numpy, and how the map turns.

import assert from "node:assert/strict";
import test from "node:test";
import { END, Learner, ngrams } from "../learning/learner.js";
import { dot, firstAxes, nearest, turnAxes, unit } from "../learning/places.js";
import { pythonValues } from "./python.js";

const { words, text, end, settings, learnt } = pythonValues("learning.json");

function run(method, more = {}) {
  const learner = new Learner({ words, text: Int32Array.from(text), method, ...settings, ...more });
  while (!learner.isOver) learner.step();
  return learner;
}

for (const [method, { vectors, loss }] of Object.entries(learnt)) {
  test(`${method} learns the vectors that numpy learns`, () => {
    const learner = run(method);
    assert.equal(end, END);
    assert.ok(Math.abs(learner.loss - loss) < 1e-7);
    words.forEach((_, word) =>
      learner
        .vector(word)
        .forEach((value, d) => assert.ok(Math.abs(value - vectors[word][d]) < 1e-9)),
    );
  });
}

test("the same seed gives the same run, another seed another", () => {
  const vectors = (more) => [...run("skipgram", more).inputs];
  assert.deepEqual(vectors(), vectors());
  assert.notDeepEqual(vectors(), vectors({ seed: 8 }));
});

test("a finished run stays as it is", () => {
  const learner = run("cbow"),
    { steps } = learner;
  learner.step();
  assert.equal(learner.steps, steps);
  assert.equal(learner.done, 1);
});

test("the n-grams of a word have its ends marked", () => {
  assert.deepEqual(ngrams("owl"), ["<ow", "owl", "wl>", "<owl", "owl>", "<owl>"]);
});

test("the map turns towards the principal axes, which stay at right angles", () => {
  const vectors = [
    [3, 0, 0, 0.1],
    [-3, 0, 0, 0],
    [0, 2, 0, 0.1],
    [0, -2, 0, 0],
  ];
  let axes = firstAxes(4);
  for (let tick = 0; tick < 30; tick++) ({ axes } = turnAxes(vectors, axes));
  assert.ok(Math.abs(Math.abs(axes[0][0]) - 1) < 0.01);
  assert.ok(Math.abs(Math.abs(axes[1][1]) - 1) < 0.01);
  assert.ok(Math.abs(dot(axes[0], axes[1])) < 1e-9);
});

test("words that are all alike keep their axes", () => {
  const axes = firstAxes(3);
  assert.deepEqual(
    turnAxes(
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      axes,
    ).axes,
    axes,
  );
});

test("the nearest words are sorted by cosine, without the word itself", () => {
  const units = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, 0.1],
  ].map(unit);
  assert.deepEqual(
    nearest(units, 0, 2).map(([word]) => word),
    [3, 2],
  );
});
