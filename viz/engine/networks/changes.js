// The interventions of a what-if, as a network applies them; models/networks/changes.py has the
// same for Python. `whatIf` has the fields of models/request.py's WhatIf.

import { NO_HEAD, PATCH_KINDS } from "../constants.js";
import { AS_TRAINED, maskedCell, targetMask } from "./attention.js";
import { Refusal } from "./refusal.js";

export const STACKS = ["encoder", "decoder", "cross"];
export const SCALES = { "1/sqrt(d_head)": 0.5, 1: 0, "1/d_head": 1 };

// What a run may take from that of another sentence passes through a function (stack, layer, kind
// of PATCH_KINDS, numbers, start, rows, width, head): `rows` rows of `numbers`, `width` each, the
// first of position `start`; of weights one row of a `head`. This one keeps copies in `parts`, by
// stack, kind, layer and position, of weights also by head.
export function watching(parts) {
  return (stack, layer, kind, numbers, start, rows, width, head) => {
    const kept = (parts[`${stack} ${kind} ${layer}`] ??= []);
    for (let row = 0; row < rows; row++) {
      const copy = numbers.slice(row * width, (row + 1) * width);
      if (kind === "weights") (kept[start] ??= [])[head] = copy;
      else kept[start + row] = copy;
    }
  };
}

// Puts in the parts of other runs, { place, head, position, part } each; `place` is stack, kind and
// layer.
function puttingIn(patches) {
  const all = new Map();
  for (const patch of patches) all.set(patch.place, [...(all.get(patch.place) ?? []), patch]);
  return (stack, layer, kind, numbers, start, rows, width, head = null) => {
    const here = all.size ? all.get(`${stack} ${kind} ${layer}`) : null;
    for (const { head: patched, position, part } of here ?? []) {
      const row = position - start;
      if (row < 0 || row >= rows || (kind === "weights" && head !== patched)) continue;
      if (kind === "weights") numbers.fill(0);
      const isOfHead = PATCH_KINDS[kind] && kind !== "weights";
      numbers.set(part, row * width + (isOfHead ? patched * part.length : 0));
    }
  };
}

// A what-if as the layers apply it: `at(stack, layer)` gives what it changes in one attention step.
// Parts of the run pass through `putIn`, or those of `patches` are put in.
export function changesOf(whatIf, patches = [], putIn = puttingIn(patches)) {
  const { scale = "1/sqrt(d_head)", temperature = 1, silenced = [], forced = [] } = whatIf;
  const step = (stack, layer) => ({
    ...AS_TRAINED,
    scaleExponent: SCALES[scale],
    temperature,
    nullKey: whatIf.null_key ?? false,
    putIn: (...part) => putIn(stack, layer, ...part),
    silenced: silenced.filter(([s, l]) => s === stack && l === layer).map(([, , head]) => head),
    forced: forced.filter(([s, l]) => s === stack && l === layer).map((cell) => cell.slice(2)),
  });
  const steps = new Map();
  return {
    positions: whatIf.positions ?? "as trained",
    mask: whatIf.mask ?? "causal",
    window: whatIf.window ?? 0,
    blocked: whatIf.blocked ?? [],
    putIn,
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
  const { silenced = [], forced = [], patched = [], mask = "causal", window = 0 } = whatIf;
  const cells = [...silenced.map((head) => [...head, 0, 0]), ...forced];
  for (const [, stack, kind, layer, head] of patched) {
    // States of the stack that reads are checked as they are taken.
    if (stack)
      cells.push([
        stack,
        Math.max(0, layer - (kind === "state")),
        head === NO_HEAD ? 0 : head,
        0,
        0,
      ]);
  }
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
  null_key: false,
  padding: 0,
  padding_mask: true,
};
