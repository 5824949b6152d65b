// Which cells are framed while a number is pointed at, and what stands between grids.

import assert from "node:assert/strict";
import test from "node:test";
import { ENGLISH, setLanguage } from "../../engine/text.js";
import { equation, framed } from "../inside/equation.js";
import { roundUp } from "../inside/painting.js";
import { signsBetween } from "../inside/panel.js";

function grid(name, shape, values, more = {}) {
  return {
    name,
    title: name,
    symbol: name,
    role: "state",
    shape,
    values,
    of: [],
    rows: [],
    columns: [],
    number: 1,
    ...more,
  };
}

const x = grid("x", [1, 2], [3, -2]),
  w = grid("w", [2, 2], [1, 0, 4, 5]);
const y = grid("y", [1, 2], [-5, -10], { operation: "linear", of: [x, w] });

test("a number of a product frames a row, a column and itself", () => {
  assert.deepEqual(framed(x, y, 0, 1), [[0, null]]);
  assert.deepEqual(framed(w, y, 0, 1), [[null, 1]]);
  assert.deepEqual(framed(y, y, 0, 1), [[0, 1]]);
  assert.deepEqual(framed(x, undefined), [undefined]);
});

test("an equation says its terms, the largest first, and its value", () => {
  setLanguage(ENGLISH);
  const text = equation(y, 0, 0, new Map(), 1e-5)
    .slice(1)
    .map((part) => (typeof part === "string" ? part : part[0]))
    .join("");
  assert.equal(text, " = (−2)·4 + 3·1 = −5");
});

test("what was made of grids too large to send is said without terms", () => {
  const unseen = grid("half", [1, 1], [2], {
    operation: "divide",
    of: [grid("z", [1, 1], null)],
    number: 2,
  });
  const parts = equation(unseen, 0, 0, new Map(), 1e-5);
  assert.deepEqual(parts.slice(1, 3), [" = ", ["2", "state"]]);
  assert.ok(parts.some((part) => part.grid === unseen.of[0]));
});

test("signs stand between the grids of one product", () => {
  assert.deepEqual(signsBetween([x, w, y]), [["·"], ["="], []]);
});

test("the darkest value of a scale is rounded up to one digit", () => {
  assert.deepEqual([0.0312, 2, 2.01, 96, 0].map(roundUp), [0.04, 2, 3, 100, 1]);
});
