// Where the marks of a chart on a sheet are drawn, in a view of 10 pixels a unit.

import assert from "node:assert/strict";
import test from "node:test";
import { bars, series } from "../sheet/chart_marks.js";

const view = { at: (axis, value) => 10 * value, box: { right: 100 } };

// An element of a picture as what was set of it, with its children.
function element(tag) {
  const made = { tag, children: [] };
  made.setAttribute = (name, value) => Object.assign(made, { [name]: value });
  made.append = (...children) => made.children.push(...children);
  return made;
}

test.before(() => {
  globalThis.document = { createElementNS: (_, tag) => element(tag) };
});

test("a gap ends a line, the next one begins behind it, and no point stands there", () => {
  const mark = { x: [0, 1, 2, 3, 4], y: [1, 2, null, 4, 5], colour: "red", line: 2, marker: 8 };
  const [line, ...points] = series(view, mark, 13).children;
  assert.equal(line.d, "M0,10L10,20M30,40L40,50");
  assert.deepEqual(
    points.map(({ cx, cy }) => [cx, cy]),
    [
      [0, 10],
      [10, 20],
      [30, 40],
      [40, 50],
    ],
  );
});

test("bars of two marks stand side by side around their place, from zero to their value", () => {
  const marks = [[5], [-3]].map((values) => ({ kind: "bars", places: [2], values, colour: "red" }));
  const [first, second] = marks.map((mark) => bars(view, mark, marks, 13)[0]);
  assert.deepEqual([first.x, first.width, first.y, first.height], [16, 4, 0, 50]);
  assert.deepEqual([second.x, second.width, second.y, second.height], [20, 4, -30, 30]);
});
