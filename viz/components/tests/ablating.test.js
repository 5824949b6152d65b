// What is lost without a head, and which head takes over for it, beside the values of Python.

import assert from "node:assert/strict";
import test from "node:test";
import { ablate, findRepair } from "../../engine/networks/ablating.js";
import { close, modelOf, nameOf } from "./parity.js";
import { pythonValues } from "./python.js";

const { runs, samples } = pythonValues("ablating.json");

// What the words that a model wrote are measured on: they are followed.
function runOf(name, sentence, whatIf) {
  const model = modelOf(name),
    { translation } = model.trace(sentence, whatIf),
    { written, promptLength = 0 } = model.trace(sentence, whatIf, translation);
  return model.again(sentence, written.slice(promptLength), whatIf);
}

for (const { model: name, sentence, what_if: whatIf, head, ...run } of runs) {
  const title = `${name}, ${head}: ${nameOf({ sentence, what_if: whatIf })}`;
  test(`a head replaced in three ways agrees with Python: ${title}`, async () => {
    const again = runOf(name, sentence, whatIf),
      made = await ablate(modelOf(name), samples[name], again, head);
    for (const kind of ["baseline", "zero", "mean"]) close(made[kind], run[kind]);
    close(made.resampled.flat(), run.resampled);
  });
  if (!run.lost) continue;
  test(`a head off with each other one agrees with Python: ${title}`, async () => {
    const again = runOf(name, sentence, whatIf),
      made = await findRepair(modelOf(name), samples[name], again, head);
    const { alone, mean, othersAlone, together, random, randomMean } = made;
    close([alone, mean, ...othersAlone, ...together, ...random, ...randomMean], run.lost);
    assert.deepEqual([made.strongest, made.hasPartner], [run.strongest, run.has_partner]);
  });
}

test("a measurement that is stopped runs the network no more", async () => {
  const model = modelOf("gpt"),
    run = runOf("gpt", "The king took", {}),
    told = [];
  const pause = async (...done) => {
    told.push(done);
    if (told.length === 5) throw new Error("stopped");
  };
  let runs = 0;
  const counted = { ...run, make: (...given) => (runs++, run.make(...given)) };
  await assert.rejects(
    findRepair(model, samples.gpt, counted, ["decoder", 0, 1], pause),
    /stopped/,
  );
  assert.equal(runs, 4);
  assert.deepEqual(told.slice(0, 2), [
    [0, 2 * (23 + 100) + 23 + 5],
    [1, 2 * (23 + 100) + 23 + 5],
  ]);
});
