// What-ifs as an address has them, indices from 1: viz/analysis/what_if_text.py of Python.

import { GATES, LSTMS } from "./networks/bilstm.js";
import { STACKS } from "./networks/transformer.js";
import { EVERY, NO_HEAD, PATCH_KINDS } from "./constants.js";
import WHAT_IFS from "./what_ifs.json" with { type: "json" };

function ordinal(text) {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new RangeError(text);
  return Number(text) - 1;
}

function share(text) {
  if (!/^(\d+\.?\d*|\.\d+)$/.test(text) || Number(text) > 1) throw new RangeError(text);
  return Number(text);
}

// The parts of a text, each once; of those that change the same thing only one may be there.
function several(text, read, place) {
  const parts = [
    ...new Map(
      text.split(",").map((part) => {
        const entry = read(part);
        return [JSON.stringify(entry), entry];
      }),
    ).values(),
  ];
  if (new Set(parts.map((part) => part.slice(0, place).join())).size < parts.length)
    throw new RangeError(text);
  return parts;
}

function head(text) {
  const [stack, ...places] = text.split("-");
  if (!STACKS.includes(stack) || places.length !== 2) throw new RangeError(text);
  return [stack, ...places.map(ordinal)];
}

function cell(text) {
  const [stack, layer, number, row, column, weight, ...more] = text.split("-");
  if (weight === undefined || more.length) throw new RangeError(text);
  return [...head([stack, layer, number].join("-")), ordinal(row), ordinal(column), share(weight)];
}

function word(text) {
  const [place, written, ...more] = text.split(":");
  if (written === undefined || more.length) throw new RangeError(text);
  return [ordinal(place), decodeURIComponent(written)];
}

// A gate of an LSTM and the value of all its units, “encoder-forward:forget:0.5”.
function gate(text) {
  const [lstm, name, value, ...more] = text.split(":"),
    given = lstm.replaceAll("-", " ");
  if (!LSTMS.includes(given) || !GATES.includes(name) || value === undefined || more.length)
    throw new RangeError(text);
  return [given, name, share(value)];
}

// What a token takes from one of another sentence, its place first: stack, kind, layer, head and
// token.
function patch(text) {
  const [places, sentence, ...more] = text.split(":"),
    parts = places.split("-"),
    [stack, kind, layer, ...numbers] = /^[a-z]/.test(places) ? parts : ["", "state", ...parts],
    isOfHead = PATCH_KINDS[kind],
    ordinals = numbers.map(ordinal),
    head = isOfHead ? ordinals.shift() : NO_HEAD,
    [here, there] = ordinals.length ? ordinals : [EVERY, EVERY];
  if (
    !sentence?.trim() ||
    more.length ||
    isOfHead === undefined ||
    head === undefined ||
    ![0, 2].includes(ordinals.length) ||
    !(STACKS.includes(stack) || (!stack && kind === "state")) ||
    (stack === "cross" && !isOfHead) ||
    (kind === "weights" && here !== there)
  )
    throw new RangeError(text);
  const depth = kind === "state" && layer === "0" ? 0 : ordinal(layer) + (kind === "state");
  return [stack, kind, depth, head, here, there, decodeURIComponent(sentence)];
}

// As Python's WhatIf has them, the sentence first.
function patches(text) {
  const parts = several(text, patch, 5),
    names = parts.map((part) => part.slice(0, 4).join()),
    every = names.filter((_, place) => parts[place][4] === EVERY);
  if (every.some((name) => names.indexOf(name) < names.lastIndexOf(name)))
    throw new RangeError(text);
  return parts.map(([stack, kind, layer, head, here, there, sentence]) => [
    sentence,
    stack,
    kind,
    layer,
    head,
    there,
    here,
  ]);
}

// Cells of a row are given at most all of its attention.
function cells(text) {
  const forced = several(text, cell, 5),
    totals = new Map();
  for (const entry of forced) {
    const row = entry.slice(0, 4).join();
    totals.set(row, (totals.get(row) ?? 0) + entry[5]);
  }
  if (Math.max(...totals.values()) > 1 + 1e-6) throw new RangeError(text);
  return forced;
}

// What the entries of each are; errors are thrown.
const ENTRIES = {
  swap: (text) => several(text, word, 1),
  silenced: (text) => several(text, head, 3),
  forced: cells,
  blocked: (text) => several(text, (part) => [ordinal(part)], 1).flat(),
  gates: (text) => several(text, gate, 2),
  patched: patches,
};
const READERS = {
  choice: String,
  switch: (text) => text === "on",
  count: Number,
  number: Number,
};
const read = ({ kind, field }, text) => (READERS[kind] ?? ENTRIES[field])(text);

export const NAMES = WHAT_IFS.map(({ parameter }) => parameter);
// Others are chosen from a list.
export const WRITTEN = WHAT_IFS.filter(({ kind }) => kind === "several").map(
  ({ parameter }) => parameter,
);

// Whether a text of an address can be read; the `heads` are the names of those there are.
export function isReadable(name, text, heads) {
  try {
    const entry = WHAT_IFS.find(({ parameter }) => parameter === name),
      entries = text ? read(entry, text) : [];
    return (
      !["silenced", "forced"].includes(entry.field) ||
      entries.every(([stack, layer, number]) => heads.has(`${stack}-${layer + 1}-${number + 1}`))
    );
  } catch {
    return false;
  }
}

// What the engine changes, { field: value }, of the texts of an address that are not as at first.
export const readWhatIf = (texts) =>
  Object.fromEntries(
    WHAT_IFS.filter(({ parameter }) => parameter in texts).map((entry) => [
      entry.field,
      read(entry, texts[entry.parameter]),
    ]),
  );
