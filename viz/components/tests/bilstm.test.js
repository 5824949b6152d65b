// The BiLSTMs with attention in the engine beside Python's: tokens, French and weights.

import assert from "node:assert/strict";
import test from "node:test";
import { Translator } from "../../engine/networks/translator.js";
import { close, filesOf, nameOf, shown, summarise } from "./parity.js";
import { pythonValues } from "./python.js";

function compare(trace, run) {
  assert.deepEqual(shown(trace.source), run.source);
  assert.equal(trace.translation, run.translation);
  assert.deepEqual(shown(trace.predicted), run.predicted);
  assert.equal(trace.finished, run.finished);
  close(
    trace.choices.map(({ probability }) => probability),
    run.probabilities,
  );
  const { digests, samples } = summarise(
    trace.weights.cross,
    trace.predicted.length,
    trace.source.length,
  );
  close(digests, run.digest);
  close(samples, run.sample);
}

for (const name of ["bilstm-additive", "bilstm-dot", "bilstm-bilinear"]) {
  const { runs, longest } = pythonValues(`${name}.json`);
  const translator = new Translator(filesOf(name));
  for (const run of runs) {
    test(`${name} agrees with Python: ${nameOf(run)}`, () => {
      compare(translator.trace(run.sentence, run.what_if, run.target ?? null), run);
    });
  }

  test(`without WebAssembly ${name} is the same`, () => {
    compare(new Translator(filesOf(name, null)).trace(runs[0].sentence), runs[0]);
  });

  test(`${name} refuses what it has no part for`, () => {
    assert.equal(translator.network.longest, longest);
    assert.throws(
      () => translator.trace("I am tired.", { mask: "none" }),
      /“mask” cannot be changed/,
    );
    assert.throws(
      () => translator.trace("I am tired.", { forced: [["cross", 1, 0, 0, 0, 1]] }),
      /no head 1 in layer 2/,
    );
  });
}
