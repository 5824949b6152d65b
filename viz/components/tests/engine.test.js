// The engine beside Python's model: the same pieces, the same French, the same weights.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { isLoop, onceRepeated } from "../engine/decoding.js";
import { Kernel, plainLinear } from "../engine/kernel.js";
import { normalise } from "../engine/normalising.js";
import { half } from "../engine/safetensors.js";
import { Translator } from "../engine/translator.js";
import { pythonValues } from "./python.js";
import { numbersFrom } from "./random.js";

const CLOSE = 1e-4; // weights
const folder = new URL("../../../models/checkpoints/transformer/", import.meta.url);
const json = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf-8"));
const wasm = readFileSync(new URL("../bundles/kernel.wasm", import.meta.url));
const { buffer, byteOffset, length } = readFileSync(new URL("weights.safetensors", folder));
const files = { config: json("config.json"), tokenizer: json("tokenizer.json"),
  weights: buffer.slice(byteOffset, byteOffset + length) };
const translator = new Translator({ ...files, wasm });
const { runs, normalised, longest } = pythonValues("engine.json");

const numbers = (text) => {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
};
const farthest = (first, second) => {
  assert.equal(first.length, second.length);
  return first.reduce((most, value, i) => Math.max(most, Math.abs(value - second[i])), 0);
};
const heads = (weights, rows, columns) => Array.from(
  { length: weights.length / rows / columns },
  (_, head) => weights.subarray(head * rows * columns, (head + 1) * rows * columns),
);
// As tests/engine_values.py has them.
const digest = (head, rows, columns) => head.reduce((sum, weight, cell) =>
  sum + weight * ((3 * Math.floor(cell / columns) + 5 * (cell % columns)) % 7), 0) / rows;
const sample = (head, rows, columns, number) =>
  head[((7 * number + 3) % rows) * columns + ((5 * number + 1) % columns)];

// What a run of the engine has of what Python wrote about it.
function compare(trace, run) {
  const tokens = (list) => list.map(({ text, start, end, word }) => [text, [start, end], word]);
  assert.deepEqual(tokens(trace.source), run.source);
  assert.equal(trace.translation, run.translation);
  assert.deepEqual(tokens(trace.predicted), run.predicted);
  assert.equal(trace.finished, run.finished);
  const chosen = trace.choices.map(({ probability }) => probability);
  assert.ok(farthest(chosen, numbers(run.probabilities)) < CLOSE);
  const [read, written] = [trace.source.length, trace.predicted.length];
  const sizes = { encoder: [read, read], decoder: [written, written], cross: [written, read] };
  const [digests, samples, all] = [[], [], []];
  for (const [stack, size] of Object.entries(sizes)) {
    heads(trace.weights[stack], ...size).forEach((head, number) => {
      digests.push(digest(head, ...size));
      samples.push(sample(head, ...size, number));
    });
    if (run.weights) all.push(...trace.weights[stack]);
  }
  const differences = [
    farthest(digests, numbers(run.digest)),
    farthest(samples, numbers(run.sample)),
    run.weights ? farthest(all, numbers(run.weights)) : 0,
  ];
  assert.ok(Math.max(...differences) < CLOSE, `weights differ by ${differences}`);
}

for (const run of runs) {
  const asked = { ...run.what_if, ...(run.target ? { target: run.target } : {}) };
  const name = [run.sentence.slice(0, 40), ...Object.keys(asked)].join(", ");
  test(`the engine agrees with Python: ${name}`, () => {
    compare(translator.trace(run.sentence, run.what_if, run.target ?? null), run);
  });
}

test("without WebAssembly it is the same", () => {
  const plain = new Translator(files);
  for (const run of runs.slice(0, 2)) compare(plain.trace(run.sentence), run);
});

test("text is normalised as in Python", () => {
  for (const [typed, expected] of Object.entries(normalised)) {
    assert.equal(normalise(typed), expected);
    assert.equal(normalise(expected), expected);
  }
});

test("the kernel is the sum that it says, whatever the shape", () => {
  const next = numbersFrom(3);
  const kernel = new Kernel(1 << 16, wasm);
  for (const [rows, inputs, outputs] of [[1, 8, 4], [3, 24, 12], [5, 64, 20]]) {
    const sizes = [rows * inputs, inputs * outputs, outputs, rows * outputs];
    const [x, weight, bias, y] = sizes.map((size) => kernel.floats(size));
    for (const values of [x, weight, bias]) values.forEach((_, i) => { values[i] = next() - 0.5; });
    const expected = new Float32Array(y.length);
    plainLinear(x, weight, bias, expected, rows);
    kernel.linear(x, weight, bias, y, rows);
    assert.ok(farthest([...y], [...expected]) < 1e-5);
    assert.ok(Math.abs(y[0] - bias[0] - x.slice(0, inputs)
      .reduce((sum, value, i) => sum + value * weight[i], 0)) < 1e-5);
    assert.throws(() => kernel.linear(x, weight, bias, y, rows + 1), /no layer/);
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
  refuse(/empty/, " ");
  refuse(/half of a character/, "a\ud800");
  assert.equal(translator.network.longest, longest);
  refuse(new RegExp(`${longest} tokens.*at most ${longest - 1}`), "a ".repeat(longest).trim());
  const again = { mask: "none" };
  refuse(/at most 127 tokens; this sentence has 128/, "a ".repeat(128).trim(), again);
  assert.throws(() => translator.trace("a".repeat(20 * longest)), {
    text: "This text has {characters} characters; this model reads one sentence of at most "
      + "{longest} tokens. Try a shorter one.",
    values: { characters: 20 * longest, longest: longest - 1 },
    message: `This text has ${20 * longest} characters; this model reads one sentence of at most `
      + `${longest - 1} tokens. Try a shorter one.`,
  });
  refuse(/no head 5/, "I am tired.", { silenced: [["encoder", 0, 4]] });
  refuse(/no cell in row 99/, "I am tired.", { forced: [["cross", 0, 0, 98, 0, 1]] });
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
