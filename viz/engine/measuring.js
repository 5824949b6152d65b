// A number that a phone measures in a head, on a sentence of its own: MEASURES of Python.

import { allowedCells, axesOf, between, mayAttend } from "./heads.js";
import { sum } from "./numbers.js";

// The column of a row's weight, where it is one place.
const PLACES = {
  previous: (row) => row - 1,
  next: (row) => row + 1,
  same: (row) => row,
  first: () => 0,
  last: (row, columns) => columns - 1,
};

// The mean over the rows of `matrix` that have the place which `measure` names, of those with a
// choice, and what equal weights give there; null where no row has it.
export function measureHead(matrix, allowed, measure) {
  const found = matrix.flatMap((weights, row) => {
    const open = sum(allowed[row].map(Number));
    if (open < 2) return [];
    if (measure === "largest") return [[Math.max(...weights), 1 / open]];
    const column = PLACES[measure](row, weights.length);
    return allowed[row][column] ? [[weights[column], 1 / open]] : [];
  });
  if (!found.length) return null;
  return [0, 1].map((part) => sum(found.map((pair) => pair[part])) / found.length);
}

// The same of a head in a `trace` of the model that `sizes` gives layers and heads by mechanism,
// between whole words.
export function measureTrace(trace, heads, { stack, layer, head, measure }) {
  const [rows, columns] = axesOf(trace, true)[stack];
  const place = layer * heads + head,
    size = rows.tokens.length * columns.tokens.length;
  const weights = trace.weights[stack].subarray(place * size, (place + 1) * size);
  const [matrix] = between(weights, 1, rows, columns);
  const allowed = mayAttend(allowedCells(stack, rows, columns, {}), rows, columns);
  return measureHead(matrix, allowed, measure);
}
