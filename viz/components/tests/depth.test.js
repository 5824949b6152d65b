// The lens and the patches of the engine beside those of Python.

import assert from "node:assert/strict";
import test from "node:test";
import { lensOf } from "../../engine/networks/lens.js";
import { patching } from "../../engine/networks/patching.js";
import { close, modelOf } from "./parity.js";
import { pythonValues } from "./python.js";

for (const run of pythonValues("depth.json").runs) {
  const { model: name, sentence, other, random } = run;
  if (other) {
    test(`what parts of “${other}” move in “${sentence}” agrees with Python`, () => {
      const model = modelOf(name);
      for (const part of ["state", "output", "weights", "values"]) {
        const made = patching(model, sentence, other, part);
        const [own, others] = made.ends;
        close(made.ends, run.ends);
        close(
          made.shares.flat().map((share) => own - share * (own - others)),
          run[part],
        );
        assert.deepEqual(made.words, run.words);
        assert.deepEqual([made.tokens, made.otherTokens], [run.tokens, run.other_tokens]);
      }
    });
    continue;
  }
  test(`the lens${random ? " through random numbers" : ""} of “${sentence}” agrees with Python`, () => {
    const model = modelOf(name),
      lens = lensOf(model, model.again(sentence), { random });
    close(lens.probabilities.flat(2), run.shares);
    close(lens.ofFinal.flat(), run.final_shares);
    assert.deepEqual([lens.read, lens.final, lens.given], [run.read, run.final, run.given]);
    assert.deepEqual(lens.firstLayers, run.first);
    assert.deepEqual(
      lens.words.map((layer) => layer.map(([word]) => word)),
      run.best,
    );
    assert.deepEqual(lens.ranks.flat(), run.ranks);
  });
}

test("two sentences are compared only where they have as many tokens and other words follow", () => {
  const model = modelOf("transformer");
  assert.throws(() => patching(model, "I am tired.", "I am very tired.", "state"), /many|tokens/);
  assert.throws(() => patching(model, "I am tired.", "I am tired.", "state"), /writes the same/);
});

test("a progress is told for each run", () => {
  const told = [];
  patching(modelOf("transformer"), "He is tired.", "She is tired.", "state", (...done) =>
    told.push(done),
  );
  assert.deepEqual(told[0], [0, told.length]);
  assert.deepEqual(told.at(-1), [told.length - 1, told.length]);
});
