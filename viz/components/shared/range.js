// Which rows and columns of a large matrix are on show. A range is { row, rows, column, columns }:
// the first of each and how many. This file imports nothing but numbers: a test loads it alone.

import { clamp } from "../../engine/numbers.js";

const FEWEST = 4; // words a side that a zoom stops at

export const whole = (rows, columns) => ({ row: 0, rows, column: 0, columns });

export const isWhole = (range, rows, columns) => range.rows >= rows && range.columns >= columns;

// A side of `count` words around the place `at`, which keeps its share of the way along the side.
function zoomSide(first, count, total, factor, at) {
  const newCount = clamp(Math.min(FEWEST, total), Math.round(count / factor), total);
  const share = (at - first) / count,
    cell = Math.floor(at);
  const start = clamp(cell - newCount + 1, Math.round(at - share * newCount), cell);
  return [clamp(0, start, total - newCount), newCount];
}

// The range `factor` times as close, around a cell that stays where it is as far as it can.
export function zoom(range, factor, at, rows, columns) {
  const [row, high] = zoomSide(range.row, range.rows, rows, factor, at.row);
  const [column, wide] = zoomSide(range.column, range.columns, columns, factor, at.column);
  return { row, rows: high, column, columns: wide };
}

// The range moved by so many rows and columns, inside the matrix.
export function pan(range, byRows, byColumns, rows, columns) {
  return {
    ...range,
    row: clamp(0, range.row + byRows, rows - range.rows),
    column: clamp(0, range.column + byColumns, columns - range.columns),
  };
}

// The range between two cells, whichever comes first, at least so large that a zoom may give it.
export function between(a, b, rows, columns) {
  const side = (first, second, total) => {
    const count = Math.max(Math.min(FEWEST, total), Math.abs(first - second) + 1);
    return [clamp(0, Math.min(first, second), total - count), count];
  };
  const [row, high] = side(a.row, b.row, rows);
  const [column, wide] = side(a.column, b.column, columns);
  return { row, rows: high, column, columns: wide };
}

// The range moved so far that a cell is on show; what is null of the cell moves nothing.
export function reveal(range, cell, rows, columns) {
  const distance = (at, first, count) =>
    at === null ? 0 : Math.min(0, at - first) + Math.max(0, at - (first + count - 1));
  return pan(
    range,
    distance(cell.row, range.row, range.rows),
    distance(cell.column, range.column, range.columns),
    rows,
    columns,
  );
}
