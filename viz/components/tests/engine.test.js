// The engine beside Python's model: the same pieces, the same French, the same weights.

import assert from "node:assert/strict";
import test from "node:test";
import { Matrix } from "../../engine/networks/blocks.js";
import { isLoop, onceRepeated } from "../../engine/networks/decoding.js";
import { Kernel, plainLinear } from "../../engine/networks/kernel.js";
import { normalise } from "../../engine/networks/normalising.js";
import { half } from "../../engine/networks/safetensors.js";
import { Translator } from "../../engine/networks/translator.js";
import { close, farthest, filesOf, nameOf, shown, summarise, wasm } from "./parity.js";
import { pythonValues } from "./python.js";
import { numbersFrom } from "./random.js";

const translator = new Translator(filesOf("transformer"));
const { runs, normalised, longest } = pythonValues("engine.json");

// What a run of the engine has of what Python wrote about it.
function compare(trace, run) {
  assert.deepEqual(shown(trace.source), run.source);
  assert.equal(trace.translation, run.translation);
  assert.deepEqual(shown(trace.predicted), run.predicted);
  assert.equal(trace.finished, run.finished);
  close(
    trace.choices.map(({ probability }) => probability),
    run.probabilities,
  );
  const [read, written] = [trace.source.length, trace.predicted.length];
  const sizes = { encoder: [read, read], decoder: [written, written], cross: [written, read] };
  const summaries = Object.entries(sizes).map(([stack, size]) =>
    summarise(trace.weights[stack], ...size),
  );
  close(
    summaries.flatMap(({ digests }) => digests),
    run.digest,
  );
  close(
    summaries.flatMap(({ samples }) => samples),
    run.sample,
  );
  if (run.weights)
    close(
      Object.values(trace.weights).flatMap((one) => [...one]),
      run.weights,
    );
}

for (const run of runs) {
  test(`the engine agrees with Python: ${nameOf(run)}`, () => {
    compare(translator.trace(run.sentence, run.what_if, run.target ?? null), run);
  });
}

test("before each token it tells how many are written, and how many there may be", () => {
  const told = [];
  translator.tell = (...numbers) => told.push(numbers);
  const { source, predicted } = translator.trace("I am tired.");
  translator.tell = () => {};
  assert.deepEqual(
    told,
    predicted.map((_, written) => [written, 2 * source.length + 10]),
  );
});

test("a text of emoji alone has no word", () => {
  assert.throws(() => translator.trace("🐶 🐱"), /There is no word in this sentence/);
});

test("without WebAssembly it is the same", () => {
  const plain = new Translator(filesOf("transformer", null));
  for (const run of runs.slice(0, 2)) compare(plain.trace(run.sentence), run);
});

test("text is normalised as in Python", () => {
  for (const [typed, expected] of Object.entries(normalised)) {
    assert.equal(normalise(typed), expected);
    assert.equal(normalise(expected), expected);
  }
});

test("the kernel is the sum that it says, whatever the shape and the bits", () => {
  const next = numbersFrom(3);
  const shapes = [
    [1, 8, 4],
    [3, 24, 12],
    [5, 64, 20],
  ];
  for (const [rows, inputs, outputs] of shapes) {
    for (const bits of [16, 8]) {
      const Numbers = bits === 16 ? Uint16Array : Int8Array;
      const kernel = new Kernel((bits / 8) * inputs * outputs, wasm);
      new Numbers(kernel.buffer).forEach((_, i, all) => {
        all[i] = bits === 16 ? 0x3c00 * next() : 255 * next() - 127; // to 1, or from -127 to 127
      });
      kernel.grow(4096, inputs);
      const scales = bits === 8 ? kernel.floats(outputs) : null;
      const numbers = new Numbers(kernel.buffer, 0, inputs * outputs);
      const weight = new Matrix(numbers, outputs, scales);
      const sizes = [rows * inputs, outputs, rows * outputs];
      const [x, bias, y] = sizes.map((size) => kernel.floats(size));
      const fill = (values, least) => values?.forEach((_, i) => (values[i] = next() + least));
      fill(x, -0.5);
      fill(bias, -0.5);
      fill(scales, 0);
      const expected = new Float32Array(y.length);
      plainLinear(x, weight, bias, expected, rows);
      kernel.linear(x, weight, bias, y, rows);
      assert.ok(farthest([...y], [...expected]) < 1e-5 * (scales ? 127 : 1));
      const last = outputs - 1;
      const value = (i) => (scales ? Math.fround(numbers[i] * scales[last]) : half(numbers[i]));
      const row = weight.row(last);
      const start = last * inputs;
      row.forEach((number, i) => assert.equal(number, value(start + i)));
      const sum = x.slice(0, inputs).reduce((total, one, i) => total + one * row[i], bias[last]);
      assert.ok(Math.abs(y[last] - sum) < 1e-5 * (scales ? 127 : 1));
      assert.throws(() => kernel.linear(x, weight, bias, y, rows + 1), /no layer/);
    }
  }
});

test("numbers of 16 bits", () => {
  const values = [0x0000, 0x3c00, 0xc000, 0x7bff, 0x0001, 0x03ff, 0x3555].map(half);
  assert.deepEqual(values, [0, 1, -2, 65504, 2 ** -24, 1023 * 2 ** -24, 0.333251953125]);
  assert.equal(half(0xfc00), -Infinity);
  assert.ok(Number.isNaN(half(0x7e00)));
});

test("a loop has three repetitions, two more than what is read", () => {
  const loop = [1, 2, 3, 4, 5, 6, 4, 5, 6, 4, 5, 6];
  assert.ok(isLoop(loop, [7, 8]));
  assert.ok(!isLoop(loop, [7, 8, 7, 8]));
  assert.ok(!isLoop(loop.slice(0, -3), [7, 8]));
  assert.deepEqual(onceRepeated(loop), [1, 2, 3, 4, 5, 6, 4, 5, 6]);
});

test("what cannot be read is refused with a sentence", () => {
  const refuse = (message, ...request) =>
    assert.throws(() => translator.trace(...request), message);
  refuse(/no word/, " ");
  refuse(/half of a character/, "a\ud800");
  assert.equal(translator.network.longest, longest);
  refuse(new RegExp(`${longest} tokens.*at most ${longest - 1}`), "a ".repeat(longest).trim());
  const again = { mask: "none" };
  refuse(/at most 127 tokens; this sentence has 128/, "a ".repeat(128).trim(), again);
  assert.throws(() => translator.trace("a".repeat(20 * longest)), {
    text:
      "This text has {characters:,} characters; this model reads one sentence of at most " +
      "{longest} tokens. Try a shorter one.",
    values: { characters: 20 * longest, longest: longest - 1 },
    message:
      `This text has ${20 * longest} characters; this model reads one sentence of at most ` +
      `${longest - 1} tokens. Try a shorter one.`,
  });
  refuse(/no head 5/, "I am tired.", { silenced: [["encoder", 0, 4]] });
  const rows = translator.trace("I am tired.").predicted.length;
  for (const row of [98, 998]) {
    // beyond what any text can have too
    refuse(
      new RegExp(`no cell in row ${row + 1}.* has ${rows} rows and 5 columns`),
      "I am tired.",
      { forced: [["cross", 0, 0, row, 0, 1]] },
    );
  }
  refuse(/is masked/, "I am tired.", { forced: [["decoder", 0, 0, 0, 1, 1]] });
  refuse(/no token 9/, "I am tired.", { blocked: [8] });
  refuse(/All 5 tokens/, "I am tired.", { blocked: [0, 1, 2, 3, 4] });
  refuse(/no word 9 to swap/, "I am tired.", { swap: [[8, "x"]] });
});

test("a layer left as it is says so: silencing no head changes nothing, masked cells are 0", () => {
  const run = translator.trace("I am tired.", { silenced: [], forced: [] });
  assert.deepEqual(run.weights, translator.trace("I am tired.").weights);
  const size = run.predicted.length;
  run.weights.decoder.forEach((weight, cell) => {
    if (cell % size > Math.floor(cell / size) % size) assert.equal(weight, 0);
  });
});

test("norms neither change the weights nor follow a later run", () => {
  const trace = translator.trace("I am tired."),
    before = trace.weights.cross.slice(),
    norms = trace.norms("cross");
  translator.trace("Another sentence.");
  assert.deepEqual(trace.norms("cross"), norms);
  assert.deepEqual(trace.weights.cross, before);
});
