// Norms in the engine beside `models.contributions` of Python.

import assert from "node:assert/strict";
import test from "node:test";
import { close, modelOf, nameOf, summarise } from "./parity.js";
import { pythonValues } from "./python.js";

for (const run of pythonValues("norms.json").runs) {
  test(`norms of ${run.model} agree with Python: ${nameOf(run)}`, () => {
    const model = modelOf(run.model),
      trace = model.trace(run.sentence, run.what_if);
    model.trace("Another sentence."); // which the norms of the first do not follow
    const summaries = Object.keys(model.network.sizes).map((stack, place) =>
      summarise(trace.norms(stack), ...run.shapes[place]),
    );
    close(
      summaries.flatMap(({ digests }) => digests),
      run.digest,
    );
    close(
      summaries.flatMap(({ samples }) => samples),
      run.sample,
    );
  });
}

test("weights stay what they are", () => {
  const trace = modelOf("transformer").trace("I am tired."),
    before = trace.weights.cross.slice();
  trace.norms("cross");
  assert.deepEqual(trace.weights.cross, before);
});
