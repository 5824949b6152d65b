// A computation in steps: grids of numbers, each made of others by one operation.
//
// To be read beside viz/analysis/derivation.py. A grid has its `shape` [rows, columns], its values
// row after row in 64 bits, and the names of rows and columns, [] where these are dimensions.

import { dot, mean, sum } from "./numbers.js";

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escape = (text) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]);

const grid = (rows, columns, at) => ({
  shape: [rows, columns],
  values: Float64Array.from({ length: rows * columns }, (_, cell) =>
    at(Math.floor(cell / columns), cell % columns),
  ),
});
// Cell by cell; of y a single row or a single column stands for all.
const each = (x, combine, y = null) =>
  grid(...x.shape, (row, column) => {
    const value = x.values[row * x.shape[1] + column];
    if (!y) return combine(value);
    const [rows, columns] = y.shape;
    return combine(value, y.values[(rows > 1 ? row * columns : 0) + (columns > 1 ? column : 0)]);
  });
const rowOf = ({ shape: [, columns], values }, row) =>
  values.subarray(row * columns, (row + 1) * columns);

function linear(x, weight, bias) {
  const [rows, inputs] = x.shape,
    [, columns] = weight.shape;
  const values = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < inputs; i++)
      for (let column = 0; column < columns; column++)
        values[row * columns + column] +=
          x.values[row * inputs + i] * weight.values[i * columns + column];
  return each({ shape: [rows, columns], values }, (value, shift) => value + shift, bias);
}

function dots(x, y) {
  return grid(x.shape[0], y.shape[0], (row, column) => dot(rowOf(x, row), rowOf(y, column)));
}

// Each row brought to mean 0 and variance 1, then scaled and shifted (Ba et al. 2016).
const layerNorm = (epsilon) => (x, gain, shift) => {
  const rows = [...Array(x.shape[0]).keys()].map((row) => {
    const numbers = rowOf(x, row),
      centre = mean(numbers);
    const variance = mean(numbers.map((value) => (value - centre) ** 2));
    return numbers.map(
      (value, i) =>
        ((value - centre) / Math.sqrt(variance + epsilon)) * gain.values[i] + shift.values[i],
    );
  });
  return grid(...x.shape, (row, column) => rows[row][column]);
};

// NaN is none.
const largestNumber = (numbers) =>
  numbers.reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, value)), -Infinity);

// What makes a grid of others; `number` is that of the step. Masked scores are NaN.
const OPERATIONS = {
  linear: () => linear,
  "linear relu":
    () =>
    (...of) =>
      each(linear(...of), (value) => Math.max(value, 0)),
  dots: () => dots,
  add: () => (x, y) => each(x, (one, other) => one + other, y),
  divide: (number) => (x) => each(x, (value) => value / number),
  mask: () => (x, allowed) => each(x, (value, is) => (is > 0 ? value : NaN), allowed),
  "less largest": () => (x) =>
    grid(...x.shape, (row, column) => rowOf(x, row)[column] - largestNumber(rowOf(x, row))),
  exp: () => (x) => each(x, (value) => (Number.isNaN(value) ? 0 : Math.exp(value))),
  total: () => (x) => grid(x.shape[0], 1, (row) => sum(rowOf(x, row))),
  share: () => (x, total) => each(x, (value, all) => value / all, total),
  weigh: () => (weights, v) =>
    grid(...v.shape, (row, column) => weights.values[row] * rowOf(v, row)[column]),
  sum: () => (x) =>
    grid(1, x.shape[1], (_, column) =>
      sum(Array.from({ length: x.shape[0] }, (__, row) => rowOf(x, row)[column])),
    ),
  join:
    () =>
    (...parts) => {
      const joined = parts.flatMap(({ values }) => [...values]);
      return grid(1, joined.length, (_, column) => joined[column]);
    },
  norm: (_, epsilon) => layerNorm(epsilon),
};
const ELEMENTWISE = ["add", "divide", "mask", "less largest", "exp", "share", "norm"];

// The names of rows and columns that a result takes from its operands.
function namesFor(operation, [first, second]) {
  if (operation === "sum") return { rows: [], columns: [] };
  if (operation === "weigh") return { rows: second.rows, columns: [] };
  if (operation === "dots") return { rows: first.rows, columns: second.rows };
  return { rows: first.rows, columns: ELEMENTWISE.includes(operation) ? first.columns : [] };
}

// Builds a derivation: `give` adds an input, `make` applies an operation, `step` shows grids under
// a name. `rules` are those of Python that `python -m viz.static` writes.
export class Board {
  constructor(rules) {
    Object.assign(this, { rules, grids: new Map(), steps: [] });
  }

  give(name, { shape, values }, title, symbol, role, more = {}) {
    this.grids.set(name, {
      title,
      symbol,
      role,
      shape,
      values: values instanceof Float64Array ? values : Float64Array.from(values),
      rows: [],
      columns: [],
      operation: null,
      of: [],
      number: 1,
      sent: true,
      ...more,
    });
    return name;
  }

  make(name, operation, of, title, symbol, role, { number = 1, ...more } = {}) {
    const operands = of.map((name) => this.grids.get(name));
    const made = OPERATIONS[operation](number, this.rules.epsilon)(...operands);
    return this.give(name, made, title, symbol, role, {
      operation,
      of,
      number,
      ...namesFor(operation, operands),
      ...more,
    });
  }

  step(name, says, formula, ...shows) {
    this.steps.push({ name, says, formula, shows });
  }

  // Symbols, numbers and operators separated by spaces as MathML: "q = x W_Q + b_Q". A symbol has
  // its role as class.
  formula(text) {
    return text
      .split(/\s+/)
      .filter(Boolean)
      .map((part) => {
        const [name, ...more] = part.split("_"),
          index = more.join("_");
        const kind = /^\p{L}/u.test(name) ? "mi" : /^\p{Nd}/u.test(name) ? "mn" : "mo";
        const role = this.rules.roles[part] ?? this.rules.roles[name];
        const symbol = `<${kind}${role ? ` class="${role}"` : ""}>${escape(name)}</${kind}>`;
        const below = index === "ij" ? "<mi>i</mi><mi>j</mi>" : `<mi>${escape(index)}</mi>`;
        return index ? `<msub>${symbol}<mrow>${below}</mrow></msub>` : symbol;
      })
      .join("");
  }
}

export const fraction = (top, bottom) => `<mfrac><mrow>${top}</mrow><mrow>${bottom}</mrow></mfrac>`;
export const root = (inside) => `<msqrt><mrow>${inside}</mrow></msqrt>`;
