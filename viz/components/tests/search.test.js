// The heads between two words, found in what the browser has.

import assert from "node:assert/strict";
import test from "node:test";
import { MASKED } from "../../engine/constants.js";
import { rankBy } from "../explorer/findings.js";
import { cellOf, pairAt, pairOf, rankHeads, wordAt } from "../explorer/search.js";

const STEPS = 65534;
const SOURCE = ["The", "red", "dog", "</s>"],
  TARGET = ["Le", "chien", "rouge", "</s>"];

// Two heads of each mechanism, their weights as large as `weight(stack, head, row, column)`.
function model(weight) {
  const blocks = [],
    numbers = [];
  const add = (stack, rows, columns) => {
    blocks.push({
      stack,
      layers: 1,
      heads: 2,
      rows,
      columns,
      offset: numbers.length,
      cells: [rows.length, columns.length],
    });
    for (let head = 0; head < 2; head++)
      rows.forEach((_, row) =>
        columns.forEach((_, column) =>
          numbers.push(
            stack === "decoder" && column > row
              ? MASKED
              : Math.round(STEPS * weight(stack, head, row, column)),
          ),
        ),
      );
  };
  add("encoder", SOURCE, SOURCE);
  add("decoder", ["<s>", ...TARGET.slice(0, -1)], ["<s>", ...TARGET.slice(0, -1)]);
  add("cross", TARGET, SOURCE);
  return { blocks, numbers: Uint16Array.from(numbers), steps: STEPS };
}

const WEIGHTS = {
  "encoder 1 1 2": 0.9,
  "encoder 0 1 2": 0.2,
  "encoder 0 2 1": 0.7,
  "decoder 0 3 2": 0.6,
  "cross 1 1 2": 0.8,
};
const DATA = model((...place) => WEIGHTS[place.join(" ")] ?? 0.01);
const [ENCODER, DECODER, CROSS] = DATA.blocks;
const word = (block, at) => wordAt(DATA.blocks, block, { row: null, column: null, ...at });
const names = (pair) =>
  rankHeads(DATA, pair).map(({ choice, weight }) => [
    choice.join(" "),
    Math.round(100 * weight) / 100,
  ]);

test("from an English word to another lead heads of the encoder, by that cell's weight", () => {
  const pair = pairAt(DATA.blocks, ENCODER, { row: 1, column: 2 });
  assert.deepEqual(names(pair), [
    ["encoder 0 1", 0.9],
    ["encoder 0 0", 0.2],
  ]);
});

test("two English words clicked in the picture of cross-attention find the same heads", () => {
  const pair = pairOf(word(CROSS, { column: 1 }), word(CROSS, { column: 2 }));
  assert.deepEqual(names(pair), [
    ["encoder 0 1", 0.9],
    ["encoder 0 0", 0.2],
  ]);
});

test("in a picture who attends comes first, whichever was clicked first", () => {
  const row = word(ENCODER, { row: 1 }),
    column = word(ENCODER, { column: 2 });
  assert.deepEqual(names(pairOf(column, row)), names(pairOf(row, column)));
  const [dog, red] = [word(CROSS, { column: 2 }), word(CROSS, { column: 1 })];
  assert.deepEqual(names(pairOf(dog, red))[0], ["encoder 0 0", 0.7]);
});

test("between English and French leads cross-attention, from the French", () => {
  const pair = [word(CROSS, { column: 2 }), word(CROSS, { row: 1 })];
  assert.deepEqual(names(pair), [
    ["cross 0 1", 0.8],
    ["cross 0 0", 0.01],
  ]);
});

test("a French word is found where the decoder reads it, and sees only earlier ones", () => {
  const [chien, rouge] = [word(CROSS, { row: 1 }), word(CROSS, { row: 2 })];
  assert.deepEqual(cellOf(DATA, DECODER, [rouge, chien]), { row: 3, column: 2 });
  assert.deepEqual(names([chien, rouge]), names([rouge, chien]));
  assert.deepEqual(names([rouge, chien])[0], ["decoder 0 0", 0.6]);
});

test("without a head between two words there is none", () => {
  const alone = { ...DATA, blocks: [CROSS] };
  assert.deepEqual(rankHeads(alone, [word(CROSS, { row: 0 }), word(CROSS, { row: 1 })]), []);
  assert.equal(wordAt(DATA.blocks, CROSS, { row: 1, column: 1 }), null);
});

test("heads are ordered by a measure; those it was not measured of are left out", () => {
  const profiles = {
    heads: {
      "encoder-1-1": ["", "", [0.2, null]],
      "encoder-1-2": ["", "", [0.8, null]],
      "cross-2-1": ["", "", [null, 0.5]],
    },
  };
  assert.deepEqual(rankBy(profiles, 0), [
    { choice: ["encoder", 0, 1], value: 0.8, weight: 1 },
    { choice: ["encoder", 0, 0], value: 0.2, weight: 0.25 },
  ]);
  assert.deepEqual(
    rankBy(profiles, 1).map((one) => one.choice),
    [["cross", 1, 0]],
  );
});
