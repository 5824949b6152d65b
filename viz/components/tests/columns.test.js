// The words beside and above cells: they fit, and none of those written overlap.

import assert from "node:assert/strict";
import test from "node:test";
import { SMALLEST_CELL, fitColumns, labelPlaces, labelSize, thinned } from "../shared/columns.js";
import { Matrix } from "../shared/matrix.js";

// Letters as wide as half their size.
class Pen {
  measureText(text) {
    return { width: (text.length * Number(this.font)) / 2 };
  }
}
const look = { least: 10, small: 10, font: (size) => String(size) };
const words = (count) => Array.from({ length: count }, (_, i) => "word".repeat(1 + (i % 3)));

test("of many small rows so few are named that none lie on another", () => {
  for (const step of [1, 2.5, 6, 10]) {
    for (const size of [10, 12, 20]) {
      const named = thinned(300, step, size, (i) => i === 137);
      const places = [...Array(300).keys()].filter(named);
      assert.ok(places.includes(137) && places.length > 2);
      for (let i = 1; i < places.length; i++) {
        assert.ok(
          (places[i] - places[i - 1]) * step >= size,
          `${places[i]} at ${step} for ${size}`,
        );
      }
    }
  }
});

test("words that stand out beside each other are written one behind the other", () => {
  const isOut = (i) => [4, 5, 6, 20].includes(i),
    size = 17;
  for (const step of [3, 8, 10]) {
    const place = labelPlaces(40, step, size, isOut);
    const places = [...Array(40).keys()].map(place).filter((at) => at !== null);
    for (let i = 1; i < places.length; i++)
      assert.ok(places[i] - places[i - 1] >= size - 1e-9, `${places} at ${step}`);
    assert.ok([4, 5, 6].every((i) => place(i) !== null));
    assert.equal(place(20), 20.5 * step); // where nothing touches it a word stands by its cell
    assert.equal(place(21), null);
  }
  assert.equal(labelPlaces(40, SMALLEST_CELL, 10, isOut)(5), 5.5 * SMALLEST_CELL);
});

test("where there is room all are named", () => {
  const named = thinned(40, SMALLEST_CELL, 10, () => false);
  assert.ok([...Array(40).keys()].every(named));
});

for (const [count, room] of [
  [3, 900],
  [8, 600],
  [20, 700],
  [60, 1200],
]) {
  test(`${count} words and their cells fit into ${room} pixels`, () => {
    const columns = words(count);
    const beside = (size) => 6 * size;
    const { size, cell, left, right, turn } = fitColumns(
      new Pen(),
      look,
      columns,
      room,
      beside,
      () => 160,
    );
    assert.ok(left + count * cell + right <= room + 1, `${left} + ${count} × ${cell} + ${right}`);
    assert.ok(size >= look.least && cell >= SMALLEST_CELL);
    const pen = new Pen();
    pen.font = look.font(size);
    const widest = Math.max(...columns.map((word) => pen.measureText(word).width));
    if (!turn) assert.ok(widest <= cell, "words that lie flat do not overlap");
    else if (turn === Math.PI / 2) assert.ok(cell >= size, "upright words do not overlap");
    else assert.ok(cell * Math.SQRT1_2 >= size * 0.9, "slanted words do not overlap");
  });
}

test("where there is too little room cells keep the smallest size that can be read", () => {
  const { cell } = fitColumns(
    new Pen(),
    look,
    words(90),
    400,
    () => 60,
    () => 160,
  );
  assert.equal(cell, SMALLEST_CELL);
});

test("in a low picture long words above the cells are cut and leave the cells their room", () => {
  const columns = [...words(8), "supercalifragilistic"],
    tallest = 180;
  const highest = (top) => (tallest - top) / columns.length;
  const fit = (most) => fitColumns(new Pen(), look, columns, 600, () => 80, highest, 1, most);
  const free = fit(Infinity),
    cut = fit(0.3 * tallest);
  assert.equal(free.letters, 20);
  assert.ok(cut.letters < 20 && cut.letters >= 6 && cut.cell > free.cell);
  assert.ok(cut.top + columns.length * cut.cell <= tallest && cut.top <= 0.3 * tallest + cut.size);
});

test("cells of a low picture are wider than high, up to the room there is", () => {
  const columns = words(8),
    low = () => 40,
    beside = () => 80;
  const fit = (room, stretch) =>
    fitColumns(new Pen(), look, columns, room, beside, low, 1, 400, stretch);
  assert.equal(fit(900, 1).cellWidth, 40);
  assert.equal(fit(900, 1.6).cellWidth, 64);
  const { cell, cellWidth, left, right } = fit(540, 1.6);
  assert.ok(cell === 40 && cellWidth > 40 && left + 8 * cellWidth + right <= 540);
});

const hall = { ...look, least: 12, small: 8.25 }; // of a lecture at 1280 and at 1920 pixels

test("in a lecture all words of 24 rows are written, of more every second, none on another", () => {
  for (const [rows, height, every] of [
    [12, 230, 1],
    [24, 230, 1],
    [30, 230, 2],
    [44, 230, 2],
    [54, 230, 3],
  ]) {
    const step = height / rows,
      size = labelSize(step, 0.5 * step, hall);
    const places = [...Array(rows).keys()].filter(thinned(rows, step, size, () => false));
    assert.equal(places.length, Math.ceil(rows / every), `${rows} rows at ${size}`);
    assert.ok(size >= hall.small && size <= every * step);
  }
  assert.equal(labelSize(20, 10, hall), 12); // where there is room they are as large as other type
});

// A matrix of so many rows with these words, laid out as the explorer does in a lecture.
function layOut(words, before, room, tallest) {
  const matrix = new Matrix({ getContext: () => new Pen() });
  const pen = matrix.canvas.getContext();
  matrix.canvas.getContext = () => pen;
  const weight = () => 0.5;
  matrix.set({ rows: words, columns: words, before, weight, kind: "attention" });
  matrix.layout(hall, room, tallest, 1, 1.25, 34);
  return { matrix, pen };
}

test("what was read before each word is written whole, or gives way to numbers in the cells", () => {
  const long = ["traverse", "attentivement", "un", "fleuve"];
  const { matrix, pen } = layOut(long, ["<s>", ...long.slice(0, -1)], 700, 300);
  assert.equal(matrix.rowLabel(1).join(""), "traverse ▸ attentivement");
  pen.font = matrix.size;
  assert.ok(pen.measureText(matrix.rowLabel(1).join("")).width < matrix.left);
  const many = [...Array.from({ length: 13 }, (_, i) => long[i % 4]), "</s>"];
  const other = layOut(many, many, 450, 290).matrix;
  assert.equal(other.rowLabel(1).join(""), "attentivement");
  assert.ok(other.cellWidth >= 24 && other.width <= 450);
  assert.ok(other.top + 14 * other.cell <= 290 && other.top + 14 * other.cell > 0.9 * 290);
});
