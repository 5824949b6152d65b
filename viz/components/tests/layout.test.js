// Sizes on the front page: what stands in a window fits into it.

import assert from "node:assert/strict";
import test from "node:test";
import {
  arrangeBlocks,
  linesFrame,
  pictureRoom,
  sideWidth,
  spread,
  thumbSize,
} from "../explorer/layout.js";

const SIZES = { layers: 12, blocks: 3, most: 4, above: 22, first: 20, gap: 4 };

for (const [height, width] of [
  [420, 1120],
  [700, 1760],
  [1200, 2400],
]) {
  test(`48 thumbnails stand in ${height} pixels`, () => {
    const size = thumbSize({ ...SIZES, height, width });
    assert.ok(SIZES.first + 3 * SIZES.above + 12 * (size + SIZES.gap) + 2 * 8 <= height);
    assert.ok(4 * (size + SIZES.gap) + 32 <= width / 4);
    assert.ok(size >= 18 && thumbSize({ ...SIZES, height: height + 120, width }) > size);
  });
}

test("a thumbnail never gets too small to be pointed at", () => {
  assert.equal(thumbSize({ ...SIZES, height: 100, width: 300 }), 18);
});

test("beside each other where there is room, one under the other on a phone", () => {
  assert.deepEqual(pictureRoom(1000, 500), { stacked: false, room: 580, tallest: 500 });
  assert.equal(pictureRoom(358, -200).stacked, true);
  assert.equal(pictureRoom(500, 300).stacked, true);
  assert.deepEqual(pictureRoom(500, 300, true), { stacked: false, room: 290, tallest: 300 });
  assert.equal(pictureRoom(358, -200).room, 358);
  assert.ok(pictureRoom(358, -200).tallest > 358);
  assert.ok(pictureRoom(1000, 20).tallest >= 240);
});

for (const [rows, columns] of [
  [10, 11],
  [47, 100],
  [100, 47],
  [3, 60],
]) {
  test(`the columns of ${rows} and ${columns} words start on top and span the same height`, () => {
    const matrix = { top: 60, height: rows * 5 };
    const { top, height, stepRow, stepColumn } = spread(rows, columns, matrix, 600);
    assert.equal(top, matrix.top);
    assert.ok(Math.abs(rows * stepRow - height) < 1e-9);
    assert.ok(Math.abs(columns * stepColumn - height) < 1e-9);
    assert.ok(height <= Math.max(600 - top, matrix.height));
  });
}

const BLOCKS = [4, 4, 4],
  WINDOW = { width: 1232, most: 4, above: 22, first: 20, gap: 4 };

test("where one column of heads is too small, the last block stands beside the others", () => {
  const low = arrangeBlocks(BLOCKS, { ...WINDOW, height: 360 });
  assert.equal(low.columns, 2);
  assert.ok(low.size >= 28 && thumbSize({ ...WINDOW, layers: 12, blocks: 3, height: 360 }) < 24);
  assert.equal(arrangeBlocks(BLOCKS, { ...WINDOW, height: 360, columns: 1 }).columns, 1);
  assert.deepEqual(arrangeBlocks(BLOCKS, { ...WINDOW, width: 1872, height: 800 }).columns, 1);
  assert.equal(arrangeBlocks([4], { ...WINDOW, height: 100 }).columns, 1);
});

test("labels under thumbnails leave all of them in the window", () => {
  const height = 430,
    below = 13,
    size = thumbSize({ ...SIZES, height, width: 4000, below });
  assert.ok(SIZES.first + 3 * SIZES.above + 12 * (size + below) + 2 * 8 <= height || size === 18);
  const two = arrangeBlocks(BLOCKS, { ...WINDOW, height: 423, below });
  assert.ok(two.columns === 2 && two.size >= 28);
});

test("in a lecture the picture has most of the width, alone more, and a panel only what is beside", () => {
  const [both, alone] = ["both", "heatmap"].map((pictures) => sideWidth(918, pictures));
  assert.ok(both < 0.45 * 918 && alone < both && alone > 200);
  assert.equal(sideWidth(918, "lines"), alone);
  assert.equal(sideWidth(918, "heatmap", 374), 374); // what the panel covers
  assert.equal(sideWidth(918, "both", 374), both); // the picture stays as it is
  assert.equal(sideWidth(500, "both"), 0); // beside a lesson's text
});

for (const [rows, columns, tallest] of [
  [8, 6, 330],
  [30, 22, 290],
  [30, 22, 110],
]) {
  test(`${rows} and ${columns} words as lines alone fill ${tallest} pixels and no more`, () => {
    const { top, height } = spread(rows, columns, linesFrame(rows, columns, tallest), tallest);
    assert.ok(top + height <= tallest && top + height > 0.9 * tallest);
  });
}
