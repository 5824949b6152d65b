// Strokes of a drawn digit: as an address has them, with fewer points, and the square around them.

import assert from "node:assert/strict";
import test from "node:test";
import { readStrokes, simplify, squareAround, writeStrokes } from "../sketch/strokes.js";

test("strokes are read as they are written", () => {
  const strokes = [
    [
      [0, 63],
      [5, 40],
    ],
    [[31, 2]],
  ];
  assert.equal(writeStrokes(strokes), "A_Fo.fC");
  assert.deepEqual(readStrokes(writeStrokes(strokes)), strokes);
  assert.deepEqual(readStrokes(writeStrokes([])), []);
});

test("a simpler stroke stays near all of its points, and keeps its corner", () => {
  const line = Array.from({ length: 20 }, (_, x) => [x, 0]);
  const corner = [...line, ...Array.from({ length: 20 }, (_, y) => [19, y + 1])];
  assert.deepEqual(simplify(line), [line[0], line[19]]);
  assert.deepEqual(simplify(corner), [
    [0, 0],
    [19, 0],
    [19, 20],
  ]);
});

test("the square has the drawing in its middle", () => {
  const settings = { size: 28, inner: 20, least: 16, places: 64 };
  const drawn = [
    [
      [10, 20],
      [30, 60],
    ],
  ];
  assert.deepEqual(squareAround(drawn, settings), [-8, 12, 56]);
  assert.deepEqual(squareAround([[[8, 8]]], settings), [0, 0, 16]);
});
