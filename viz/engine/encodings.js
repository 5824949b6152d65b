// Positional encodings: sinusoids, rotary and ALiBi.
//
// To be read beside viz/pages/order/encodings.py. A table is an array of rows, a row an array of
// numbers in double precision.

import { dot, norm } from "./numbers.js";

const count = (length, make) => Array.from({ length }, (_, at) => make(at));

// The angle by which each pair of dimensions turns per position, in radians.
export const frequencies = (dModel, base) =>
  count(dModel / 2, (pair) => base ** ((-2 * pair) / dModel));

// The number of positions after which each pair of dimensions repeats.
export const wavelengths = (dModel, base) =>
  frequencies(dModel, base).map((frequency) => (2 * Math.PI) / frequency);

// The sinusoids of Vaswani et al. 2017, section 3.5; in `halves` all sines come first.
export function sinusoids(length, dModel, base, halves = false) {
  const turns = frequencies(dModel, base);
  return count(length, (position) => {
    const pairs = turns.map((turn) => [Math.sin(position * turn), Math.cos(position * turn)]);
    return halves ? [0, 1].flatMap((side) => pairs.map((pair) => pair[side])) : pairs.flat();
  });
}

// Turn each pair of dimensions of a row by `position` times its angle.
export function rotate(row, position, base) {
  return frequencies(row.length, base).flatMap((turn, pair) => {
    const [cos, sin] = [Math.cos(position * turn), Math.sin(position * turn)];
    const [even, odd] = [row[2 * pair], row[2 * pair + 1]];
    return [even * cos - odd * sin, even * sin + odd * cos];
  });
}

// The slope of each head of ALiBi (Press et al. 2022, section 3).
export const alibiSlopes = (heads) => count(heads, (head) => 2 ** ((-8 * (head + 1)) / heads));

// What ALiBi adds to the scores, [query][key]; NaN for later keys.
export const alibiBias = (length, slope) =>
  count(length, (query) => count(length, (key) => (key > query ? NaN : -slope * (query - key))));

// The dot products of all rows with those of another table, [row][row of the other].
export const products = (table, other = table) =>
  table.map((row) => other.map((column) => dot(row, column)));

export function cosines(table) {
  const unit = table.map((row) => {
    const length = norm(row);
    return row.map((value) => value / length);
  });
  return products(unit);
}

// The largest spread within one diagonal; 0 if a product depends on the distance only.
export function spreadAtADistance(cells) {
  let spread = 0;
  for (let offset = 1 - cells.length; offset < cells.length; offset++) {
    let [least, most] = [Infinity, -Infinity];
    for (let row = Math.max(0, -offset); row < cells.length - Math.max(0, offset); row++) {
      least = Math.min(least, cells[row][row + offset]);
      most = Math.max(most, cells[row][row + offset]);
    }
    spread = Math.max(spread, most - least);
  }
  return spread;
}
