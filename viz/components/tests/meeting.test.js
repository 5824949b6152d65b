// The query meets its keys, one after the other.

import assert from "node:assert/strict";
import test from "node:test";
import { isMeeting, stepsOf } from "../inside/meeting.js";
import { Timeline } from "../shared/timeline.js";

const grid = (shape, more) => ({ shape, values: new Float32Array(shape[0] * shape[1]), ...more });
const query = grid([1, 4]),
  keys = grid([3, 4], { rows: ["The", "big", "dog"] });
const products = grid([1, 3], { operation: "dots", of: [query, keys], values: [1.5, -0.25, 6] });

test("each key is a step that says its product, then all stand there", () => {
  const steps = stepsOf(products);
  assert.deepEqual(
    steps.map(({ name }) => name),
    ["The", "big", "dog", "all keys"],
  );
  assert.equal(steps[1].says, "The query times the key of “big”: −0.250.");
});

test("only dot products of a single query whose numbers are all sent are played", () => {
  assert.equal(isMeeting(products), true);
  assert.equal(isMeeting({ ...products, operation: "divide" }), false);
  assert.equal(isMeeting({ ...products, of: [query, { ...keys, values: null }] }), false);
  assert.equal(isMeeting(grid([3, 3], { operation: "dots", of: [keys, keys] })), false);
});

test("of hundreds of keys each has less time", () => {
  const many = { ...keys, rows: Array(200).fill("a") };
  const steps = stepsOf({ ...products, of: [query, many], values: Array(200).fill(1) });
  const timeline = new Timeline(steps);
  timeline.toggle();
  let time = 0;
  for (; timeline.isMoving && time < 100_000; time += 16) timeline.advance(16);
  assert.ok(time > 15_000 && time < 35_000, time);
});
