// BERT in the engine beside Python's: the same tokens, guesses and weights.

import assert from "node:assert/strict";
import test from "node:test";
import { Filler } from "../../engine/networks/filler.js";
import { close, filesOf, nameOf, shown, summarise } from "./parity.js";
import { pythonValues } from "./python.js";

const { runs, longest } = pythonValues("bert.json");
const filler = new Filler(filesOf("bert"));

function compare(model, run) {
  const whatIf = run.what_if ?? {};
  const trace = model.trace(run.sentence, whatIf);
  assert.deepEqual(shown(trace.source), run.source);
  assert.equal(trace.second, run.second);
  const { digests, samples } = summarise(
    trace.weights.encoder,
    ...Array(2).fill(trace.source.length),
  );
  close(digests, run.digest);
  close(samples, run.sample);
  if (run.follows !== undefined) close([model.follows(run.sentence, whatIf)], run.follows);
  if (!run.guess) return;
  const { place, sees, best, shares, word, rank } = run.guess;
  const [guess] = model.guess(run.sentence, [place], { count: best.length, sees, whatIf });
  assert.deepEqual(
    guess.best.map(([name]) => name),
    best,
  );
  close(
    guess.best.map(([, share]) => share),
    shares,
  );
  assert.equal(guess.trueWord, word);
  assert.equal(guess.rank, rank);
}

for (const run of runs) {
  test(`BERT agrees with Python: ${nameOf(run)}`, () => compare(filler, run));
}

test("without WebAssembly BERT is the same", () => {
  compare(new Filler(filesOf("bert", null)), runs[0]);
});

test("all hidden places are masked together", () => {
  const sentence = "The animal was tired.";
  const typed = filler.guess("[MASK] animal was [MASK].", [1, 4]);
  const hidden = filler.guess(sentence, [1, 4]);
  assert.deepEqual(
    hidden.map(({ best }) => best),
    typed.map(({ best }) => best),
  );
  assert.deepEqual(
    hidden.map(({ trueWord }) => trueWord),
    ["The", "tired"],
  );
  assert.deepEqual(
    typed.map(({ rank }) => rank),
    [null, null],
  );
});

test("what BERT cannot read is refused with a sentence", () => {
  const refuse = (message, ...request) => assert.throws(() => filler.trace(...request), message);
  assert.equal(filler.network.longest, longest);
  refuse(/no word/, " ");
  refuse(new RegExp(`${longest + 1} tokens.*at most ${longest}`), "a ".repeat(longest - 1).trim());
  refuse(/room for 122 of padding, not for 123/, "I am tired.", { padding: 123 });
  refuse(/no head 5 in layer 1/, "I am tired.", { silenced: [["encoder", 0, 4]] });
  refuse(/“mask” cannot be changed/, "I am tired.", { mask: "none" });
  assert.throws(() => filler.follows("One sentence."), /Put \[SEP\] between two/);
  assert.throws(() => filler.guess("I am tired.", [0]), /No word stands at place 0/);
});
