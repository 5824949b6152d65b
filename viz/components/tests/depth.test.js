// The patches of the engine; tests/viz/components/test_edition.py compares them with Python.

import assert from "node:assert/strict";
import test from "node:test";
import { NO_HEAD } from "../../engine/constants.js";
import { changesOf } from "../../engine/networks/changes.js";
import { Pair, patchOf, patchesOf, patching } from "../../engine/networks/patching.js";
import { silent } from "../../engine/networks/recording.js";
import { CLOSE, modelOf } from "./parity.js";

test("two sentences are compared only where they have as many tokens and other words follow", () => {
  const pairOf = (...both) => new Pair(modelOf("transformer"), ...both);
  assert.throws(() => pairOf("I am tired.", "I am very tired."), /many|tokens/);
  assert.throws(() => pairOf("I am tired.", "I am tired."), /writes the same/);
});

test("the last token of each sentence can be patched, and none after it", () => {
  const model = modelOf("transformer"),
    [sentence, other] = ["He is tired.", "She is tired."];
  const patch = (there, here) =>
    patchesOf(model, { patched: [[other, "", "state", 1, NO_HEAD, there, here]] }, sentence, 5);
  assert.equal(patch(4, 4).length, 1);
  assert.throws(() => patch(5, 4), /There is no token 6 in “She is tired.”: it has 5 tokens/);
  assert.throws(() => patch(4, 5), /There is no token 6 in this sentence: it has 5 tokens/);
});

test("a map the other way is that of both sentences exchanged", async () => {
  const both = ["The red dog is sleeping.", "The black dog is sleeping."],
    model = modelOf("transformer");
  for (const part of ["state", "output", "weights", "values"]) {
    const back = await patching(new Pair(model, ...both).reversed, part),
      made = await patching(new Pair(model, ...[...both].reverse()), part);
    assert.deepEqual(back, made);
  }
});

test("runs beside each other are those of the network alone", async () => {
  const model = modelOf("transformer"),
    pair = new Pair(model, "He is tired.", "She is tired."),
    { network } = model,
    { shares } = await patching(pair, "state");
  const [own, others] = pair.ends,
    [run] = pair.runs;
  shares.forEach((row, token) =>
    row.forEach((share, layer) => {
      const patch = patchOf(network, pair.parts[1], ["encoder", "state", layer], 0, token, token);
      run.make(changesOf({}, [patch]), silent, pair.place + 1);
      const [alone] = pair.differences([network.x.slice(pair.place * 256, (pair.place + 1) * 256)]);
      assert.ok(Math.abs(own - share * (own - others) - alone) < CLOSE);
    }),
  );
});

test("a progress is told for the runs that differ, and can stop the rest", async () => {
  const told = [],
    pair = new Pair(modelOf("transformer"), "He is tired.", "She is tired.");
  await patching(pair, "state", (...done) => told.push(done));
  // Four tokens and the end, after four layers, and the one that differs in the input.
  assert.ok(told.every(([, all]) => all === 4 * pair.runs[0].tokens.length + 1));
  assert.equal(told[0][0], 0);
  const stop = (done) => {
    if (done) throw new Error("overtaken");
  };
  await assert.rejects(patching(pair, "state", stop), /overtaken/);
});
