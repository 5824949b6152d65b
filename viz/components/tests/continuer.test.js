// GPT in the engine beside Python's: the same tokens, probabilities, continuations and weights.

import assert from "node:assert/strict";
import test from "node:test";
import { Continuer } from "../../engine/networks/continuer.js";
import { close, filesOf, nameOf, shown, summarise } from "./parity.js";
import { pythonValues } from "./python.js";

const { runs, longest } = pythonValues("gpt.json");
const continuer = new Continuer(filesOf("gpt"));

function compare(trace, run) {
  assert.deepEqual(shown(trace.predicted), run.predicted);
  assert.equal(trace.translation, run.translation);
  assert.equal(trace.finished, run.finished);
  assert.equal(trace.promptLength, run.prompt_length);
  close(
    trace.choices.map(({ probability }) => probability),
    run.probabilities,
  );
  const { digests, samples } = summarise(
    trace.weights.decoder,
    ...Array(2).fill(trace.predicted.length),
  );
  close(digests, run.digest);
  close(samples, run.sample);
  if (!run.best) return;
  const { best } = trace.choices[trace.promptLength];
  assert.deepEqual(
    best.map(([name]) => name),
    run.best,
  );
  close(
    best.map(([, share]) => share),
    run.shares,
  );
}

for (const run of runs) {
  test(`GPT agrees with Python: ${nameOf(run)}`, () => {
    compare(continuer.trace(run.sentence, run.what_if, run.target ?? null), run);
  });
}

test("without WebAssembly GPT is the same", () => {
  const plain = new Continuer(filesOf("gpt", null));
  compare(plain.trace(runs[0].sentence, {}, runs[0].target), runs[0]);
});

test("what GPT cannot read is refused with a sentence", () => {
  const refuse = (message, ...request) => assert.throws(() => continuer.trace(...request), message);
  assert.equal(continuer.network.longest, longest);
  refuse(/no word/, " ");
  refuse(/no word/, " ", { swap: [[0, "x"]] });
  refuse(new RegExp(`${longest} tokens.*at most ${longest - 1}`), "a ".repeat(longest).trim());
  refuse(/characters/, "a".repeat(20 * longest));
  refuse(/with its continuation/, "a", {}, " b".repeat(longest));
  refuse(/no head 5 in layer 1/, "I am tired.", { silenced: [["decoder", 0, 4]] });
  refuse(/no head 1 in layer 1 of “cross”/, "I am tired.", { silenced: [["cross", 0, 0]] });
  const { length } = continuer.trace("I am tired.").predicted;
  refuse(new RegExp(`no cell in row 999.* has ${length} rows`), "I am tired.", {
    forced: [["decoder", 0, 0, 998, 1, 1]],
  });
  refuse(/is masked/, "I am tired.", { forced: [["decoder", 0, 0, 0, 1, 1]] });
  refuse(/“blocked” cannot be changed/, "I am tired.", { blocked: [1] });
});
