// The interventions of a what-if, as a network applies them; models/networks/changes.py has the
// same for Python. `whatIf` has the fields of models/request.py's WhatIf.

import { AS_TRAINED, maskedCell, targetMask } from "./attention.js";
import { Refusal } from "./refusal.js";

export const STACKS = ["encoder", "decoder", "cross"];
export const SCALES = { "1/sqrt(d_head)": 0.5, 1: 0, "1/d_head": 1 };

// A what-if as the layers apply it: `at(stack, layer)` gives what it changes in one attention step.
export function changesOf(whatIf) {
  const { scale = "1/sqrt(d_head)", temperature = 1, silenced = [], forced = [] } = whatIf;
  const step = (stack, layer) => ({
    ...AS_TRAINED,
    scaleExponent: SCALES[scale],
    temperature,
    silenced: silenced.filter(([s, l]) => s === stack && l === layer).map(([, , head]) => head),
    forced: forced.filter(([s, l]) => s === stack && l === layer).map((cell) => cell.slice(2)),
  });
  const steps = new Map();
  return {
    positions: whatIf.positions ?? "as trained",
    mask: whatIf.mask ?? "causal",
    window: whatIf.window ?? 0,
    blocked: whatIf.blocked ?? [],
    patches: [], // [layer, place, state] of another sentence; `Translator` adds them
    paddingMask: whatIf.padding_mask ?? true,
    // The gates of one LSTM that have the same value in every unit, { gate: value }.
    gatesOf: (lstm) =>
      Object.fromEntries(
        (whatIf.gates ?? [])
          .filter(([name]) => name === lstm)
          .map(([, gate, value]) => [gate, value]),
      ),
    at(stack, layer) {
      const key = `${stack} ${layer}`;
      if (!steps.has(key)) steps.set(key, step(stack, layer));
      return steps.get(key);
    },
  };
}

// How many of a sentence's tokens may be attended to: `words` of them are no padding.
export function countReadable(whatIf, tokens, words) {
  return changesOf(whatIf).paddingMask ? words : tokens;
}

// Refuse a head, a cell or a source position that does not exist in a run: `sizes` has
// [layers, heads] of each stack, `source` tokens are read, `words` of them no padding, and `target`
// written. While `target` is null, before that, cells of the decoder and of cross-attention pass.
export function check(whatIf, sizes, source, words, target) {
  const axes = { encoder: [source, source], decoder: [target, target], cross: [target, source] };
  const { silenced = [], forced = [], mask = "causal", window = 0 } = whatIf;
  const cells = [...silenced.map((head) => [...head, 0, 0]), ...forced];
  const isIn = (index, size) => index >= 0 && index < size;
  for (const [stack, layer, head, row, column] of cells) {
    const [layers, heads] = sizes[stack] ?? [0, 0];
    if (!isIn(layer, layers) || !isIn(head, heads)) {
      const there = Object.entries(sizes).map(([name, size]) => `“${name}” ${size.join(" × ")}`);
      throw new Refusal(
        "There is no head {head} in layer {layer} of “{stack}”. This model has (layers × heads): {there_is}.",
        { head: head + 1, layer: layer + 1, stack, there_is: there.join(", ") },
      );
    }
    const [rows, columns] = axes[stack];
    if (rows === null || columns === null) continue;
    if (!isIn(row, rows) || !isIn(column, columns)) {
      throw new Refusal(
        "There is no cell in row {row}, column {column}: this matrix has {rows} " +
          "rows and {columns} columns.",
        { row: row + 1, column: column + 1, rows, columns },
      );
    }
    if (stack === "decoder" && !targetMask(row, target, mask, window)[column]) {
      throw maskedCell(row, column);
    }
  }
  const blocked = new Set(whatIf.blocked);
  for (const place of blocked) {
    if (!isIn(place, source)) {
      throw new Refusal("There is no token {place} to hide: this sentence has {tokens} tokens.", {
        place: place + 1,
        tokens: source,
      });
    }
  }
  const readable = [...Array(countReadable(whatIf, source, words)).keys()];
  if (readable.every((place) => blocked.has(place))) {
    throw new Refusal(
      "All {tokens} tokens of the sentence are hidden. Leave the decoder at least " +
        "one to attend to.",
      { tokens: readable.length },
    );
  }
}

// Throw an error for a what-if of these names, which `model` has nothing to apply to.
export function refuseAll(whatIf, names, model) {
  for (const name of names) {
    const value = whatIf[name];
    const isUsed = Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== AS_READ[name];
    if (isUsed) throw new Error(`“${name}” cannot be changed in ${model}: it has no such part.`);
  }
}

const AS_READ = {
  mask: "causal",
  window: 0,
  positions: "as trained",
  scale: "1/sqrt(d_head)",
  temperature: 1,
  padding: 0,
  padding_mask: true,
};
