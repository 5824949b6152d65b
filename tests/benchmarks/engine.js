// The CPU time of the engine in JavaScript, with its kernel and without, in one run:
// node tests/benchmarks/engine.js

import { readFileSync } from "node:fs";
import { Kernel } from "../../viz/components/engine/kernel.js";
import { Translator } from "../../viz/components/engine/translator.js";

const SENTENCES = [
  "I am tired.",
  "The young mechanic repaired grandfather's rusty tractor while the neighbours watched yesterday.",
  "The children who live in the old house near the river are playing football with their friends in " +
    "the garden while their mother is reading a long book about the history of the town and their " +
    "father is cooking dinner in the small kitchen downstairs with the door wide open because of " +
    "all the smoke that came out.",
];
const ROUNDS = 10;
const folder = new URL("../../models/checkpoints/transformer/", import.meta.url);
const json = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf-8"));
const weights = readFileSync(new URL("weights.safetensors", folder));
const files = { config: json("config.json"), tokenizer: json("tokenizer.json") };
const wasm = readFileSync(new URL("../../viz/components/bundles/kernel.wasm", import.meta.url));

// Milliseconds of this process for one call, and what it gives.
function timed(call) {
  const before = process.cpuUsage();
  const result = call();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, result];
}

const [loading, fast] = timed(() => new Translator({ ...files, kernel: Kernel.of(weights, wasm) }));
const plain = new Translator({ ...files, kernel: Kernel.of(weights, null) });
console.log(`loading ${loading.toFixed(0)} ms; medians of ${ROUNDS} rounds:`);
for (const sentence of SENTENCES) {
  const times = { kernel: [], plain: [] };
  let trace;
  for (let round = 0; round < ROUNDS; round++) {
    // in turn: both meet the same load
    for (const [name, translator] of [
      ["kernel", fast],
      ["plain", plain],
    ]) {
      const [time, result] = timed(() => translator.trace(sentence));
      times[name].push(time);
      trace = result;
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[ROUNDS / 2];
  const [kernel, slow] = [median(times.kernel), median(times.plain)];
  console.log(
    `${trace.source.length} + ${trace.predicted.length} pieces: kernel ` +
      `${kernel.toFixed(0)} ms, plain ${slow.toFixed(0)} ms, ${(slow / kernel).toFixed(1)} times`,
  );
}
