// What is lost without a head; tests/viz/components/test_edition.py compares it with Python.

import assert from "node:assert/strict";
import test from "node:test";
import { findRepair } from "../../engine/networks/ablating.js";
import { range } from "../../engine/numbers.js";
import { modelOf } from "./parity.js";

test("a measurement that is stopped runs the network no more", async () => {
  const model = modelOf("gpt"),
    { n_layers, d_model } = model.network.config,
    means = Buffer.alloc(4 * n_layers * d_model).toString("base64"),
    { translation } = model.trace("The king took"),
    { written, promptLength } = model.trace("The king took", {}, translation),
    run = model.again("The king took", written.slice(promptLength)),
    told = [];
  const pause = async (...done) => {
    told.push(done);
    if (told.length === 5) throw new Error("stopped");
  };
  let runs = 0;
  const counted = { ...run, make: (...given) => (runs++, run.make(...given)) };
  const sample = { sentences: [], means, pairs: range(100) };
  await assert.rejects(findRepair(model, sample, counted, ["decoder", 0, 1], pause), /stopped/);
  assert.equal(runs, 4);
  assert.deepEqual(told.slice(0, 2), [
    [0, 2 * (23 + 100) + 23 + 5],
    [1, 2 * (23 + 100) + 23 + 5],
  ]);
});
