// Which words of a head are shaded, and by which weights.

import assert from "node:assert/strict";
import test from "node:test";

import { shadedLines } from "../explorer/shaded.js";
import { Cells } from "../shared/cells.js";

function cellsOf(rows, columns, weights) {
  const cells = new Cells();
  cells.set({ rows, columns, weight: (row, column) => weights[row][column] });
  return Object.assign(cells, { rowName: (r) => rows[r], columnName: (c) => columns[c] });
}

const shades = (lines) => lines.map(({ axis, values, held }) => [axis, values, held]);

test("a held row shades what it looks at, a held column those who look at it", () => {
  const cells = cellsOf(["le", "chien"], ["the", "dog", "."], [
    [0.75, 0.25, 0],
    [0, 0.5, 0.5],
  ]); // prettier-ignore
  const none = [null, null],
    noColumns = [null, null, null];
  assert.deepEqual(shades(shadedLines(cells, { row: 1, column: null })), [
    ["row", none, 1],
    ["column", [0, 0.5, 0.5], null],
  ]);
  assert.deepEqual(shades(shadedLines(cells, { row: null, column: 1 })), [
    ["row", [0.25, 0.5], null],
    ["column", noColumns, 1],
  ]);
});

test("without a held word a word has the mean of the rows that may look at it, on one line", () => {
  const words = ["a", "b"];
  const cells = cellsOf(words, words, [
    [1, null],
    [0.5, 0.25],
  ]); // prettier-ignore
  assert.deepEqual(shades(shadedLines(cells, null)), [["row", [0.75, 0.25], null]]);
  assert.deepEqual(shades(shadedLines(cells, { row: null, column: 0 })), [["row", [1, 0.5], 0]]);
});
