// The part of a large matrix that is on show.

import assert from "node:assert/strict";
import test from "node:test";
import { largest, smallest } from "../../engine/numbers.js";
import { between, isWhole, pan, reveal, whole, zoom } from "../shared/range.js";
import { numbersFrom } from "./random.js";

const ROWS = 100,
  COLUMNS = 47;
const inside = ({ row, rows, column, columns }) =>
  row >= 0 &&
  column >= 0 &&
  rows > 0 &&
  columns > 0 &&
  row + rows <= ROWS &&
  column + columns <= COLUMNS;
const contains = (range, at) =>
  at.row >= range.row &&
  at.row < range.row + range.rows &&
  at.column >= range.column &&
  at.column < range.column + range.columns;

test("a zoom keeps the cell under the pointer on show and stays inside", () => {
  const random = numbersFrom(3);
  let range = whole(ROWS, COLUMNS);
  for (let i = 0; i < 500; i++) {
    const at = {
      row: range.row + Math.floor(random() * range.rows),
      column: range.column + Math.floor(random() * range.columns),
    };
    range = zoom(range, 0.4 + 2 * random(), at, ROWS, COLUMNS);
    assert.ok(inside(range) && contains(range, at), JSON.stringify([range, at]));
  }
});

test("closer shows fewer words, and far enough away all of them", () => {
  const all = whole(ROWS, COLUMNS),
    at = { row: 50, column: 20 };
  const close = zoom(all, 4, at, ROWS, COLUMNS);
  assert.deepEqual([close.rows, close.columns], [25, 12]);
  assert.ok(!isWhole(close, ROWS, COLUMNS));
  assert.deepEqual(zoom(close, 0.01, at, ROWS, COLUMNS), all);
  assert.ok(zoom(all, 1000, at, ROWS, COLUMNS).rows >= 4);
});

test("a brush shows what lies between two cells, drawn either way", () => {
  const a = { row: 30, column: 12 },
    b = { row: 10, column: 40 };
  assert.deepEqual(between(a, b, ROWS, COLUMNS), { row: 10, rows: 21, column: 12, columns: 29 });
  assert.deepEqual(between(a, b, ROWS, COLUMNS), between(b, a, ROWS, COLUMNS));
  assert.ok(inside(between({ row: 99, column: 46 }, { row: 99, column: 46 }, ROWS, COLUMNS)));
});

test("a cell beyond the edge is brought on show, one that is on show moves nothing", () => {
  const range = { row: 10, rows: 20, column: 5, columns: 10 };
  assert.deepEqual(reveal(range, { row: 15, column: 9 }, ROWS, COLUMNS), range);
  for (const at of [
    { row: 3, column: 40 },
    { row: 60, column: 0 },
    { row: 99, column: 46 },
  ])
    assert.ok(contains(reveal(range, at, ROWS, COLUMNS), at));
  assert.deepEqual(pan(range, -50, 90, ROWS, COLUMNS), { ...range, row: 0, column: 37 });
});

test("the largest of more numbers than one call has arguments", () => {
  const numbers = Array.from({ length: 600_000 }, (_, place) => Math.abs(place - 400_000) - 7);
  assert.deepEqual([smallest(numbers), largest(numbers)], [-7, 399_993]);
});
