// The engine beside Python's models: a model's files, and values of tests/engine_values.py.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Continuer } from "../../engine/networks/continuer.js";
import { Filler } from "../../engine/networks/filler.js";
import { Kernel } from "../../engine/networks/kernel.js";
import { Translator } from "../../engine/networks/translator.js";

export const CLOSE = 1e-4; // weights and probabilities
export const wasm = readFileSync(new URL("../bundles/kernel.wasm", import.meta.url));

// The files of a shipped model, as the engine takes them; `code` is that of the kernel, or null.
export function filesOf(name, code = wasm) {
  const folder = new URL(`../../../models/checkpoints/${name}/`, import.meta.url);
  const json = (file) => JSON.parse(readFileSync(new URL(file, folder), "utf-8"));
  return {
    config: json("config.json"),
    tokenizer: json("tokenizer.json"),
    kernel: Kernel.of(readFileSync(new URL("weights.safetensors", folder)), code),
  };
}

const ENGINES = { gpt: Continuer, bert: Filler };
const models = new Map();

// A shipped model, loaded once.
export function modelOf(name) {
  if (!models.has(name)) models.set(name, new (ENGINES[name] ?? Translator)(filesOf(name)));
  return models.get(name);
}

export const numbers = (text) => {
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
};

export const farthest = (first, second) => {
  assert.equal(first.length, second.length);
  return first.reduce((most, value, i) => Math.max(most, Math.abs(value - second[i])), 0);
};

export const close = (first, packed) => {
  const difference = farthest(first, numbers(packed));
  assert.ok(difference < CLOSE, `differ by ${difference}`);
};

export const shown = (tokens) =>
  tokens.map(({ text, start, end, word }) => [text, [start, end], word]);

// Of each head of `weights` a sum and a cell, as tests/engine_values.py has them.
export function summarise(weights, rows, columns) {
  const size = rows * columns;
  const [digests, samples] = [[], []];
  for (let number = 0; number * size < weights.length; number++) {
    const head = weights.subarray(number * size, (number + 1) * size);
    digests.push(
      head.reduce(
        (sum, weight, cell) =>
          sum + weight * ((3 * Math.floor(cell / columns) + 5 * (cell % columns)) % 7),
        0,
      ) / rows,
    );
    samples.push(head[((7 * number + 3) % rows) * columns + ((5 * number + 1) % columns)]);
  }
  return { digests, samples };
}

export const nameOf = (run) =>
  [
    run.sentence.slice(0, 40),
    ...Object.keys(run.what_if ?? {}),
    ...("target" in run ? [`target “${run.target}”`] : []),
  ].join(", ");
