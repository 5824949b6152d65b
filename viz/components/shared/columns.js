// Words beside and above cells: how large, which of them, and where.

import { clamp } from "../../engine/numbers.js";
import { LONGEST_LABEL } from "../../engine/constants.js";
import { isSpecial, shorten } from "../../engine/text.js";

export const SMALLEST_CELL = 11;
const TIGHT = 1.06,
  LOOSE = 1.2; // lines of words that do not touch, of their size: of all words, and of some
const FEWEST = 6; // characters of a word above a column, however low the picture is
const MISREAD = "#d55e00"; // of the line below a word: stands out in the light and in the dark
// of more words the cells may be as small as a pixel, and only some are named
export const MANY = 128;

// Whether all words have room that are `step` pixels apart and of this size.
const hasAll = (step, size) => step >= Math.min(SMALLEST_CELL, TIGHT * size);

// The size of words whose cells are `step` pixels apart, at best `ideal`: smaller where then more
// of them have room.
export function labelSize(step, ideal, look) {
  const size = clamp(look.least, ideal, 28);
  if (hasAll(step, size)) return size;
  if (step >= TIGHT * look.small) return step / TIGHT;
  const every = Math.ceil((LOOSE * look.small) / step);
  return Math.min(size, (every * step) / LOOSE);
}

// Which of so many words, `step` pixels apart, are named so that none overlap: all where there is
// room; else every second, third …, and those that stand out instead of their neighbours.
export function thinned(count, step, size, standsOut) {
  if (hasAll(step, size)) return () => true;
  const every = Math.ceil((LOOSE * size) / step - 1e-9),
    out = [...Array(count).keys()].filter(standsOut);
  return (i) =>
    out.includes(i) || (i % every === 0 && !out.some((other) => Math.abs(other - i) < every));
}

// Where the named of so many words are written, in pixels from the first cell's edge, so that none
// overlap: in the middle of their cells, and neighbours that all stand out right beside each other.
export function labelPlaces(count, step, size, standsOut) {
  const named = thinned(count, step, size, standsOut),
    middle = (i) => (i + 0.5) * step;
  if (hasAll(step, size)) return middle;
  const groups = []; // of words that touch: around the mean of their cells
  for (let i = 0; i < count; i++) {
    if (!named(i)) continue;
    let group = { words: [i], at: middle(i) };
    while (groups.length) {
      const before = groups.at(-1),
        both = before.words.length + group.words.length;
      if (group.at - before.at >= (size * both) / 2) break;
      const sum = before.at * before.words.length + group.at * group.words.length;
      group = { words: [...before.words, ...group.words], at: sum / both };
      groups.pop();
    }
    groups.push(group);
  }
  const places = new Map(
    groups.flatMap(({ words, at }) =>
      words.map((i, place) => [i, at + (place - (words.length - 1) / 2) * size]),
    ),
  );
  return (i) => places.get(i) ?? null;
}

export function widest(pen, words, most = LONGEST_LABEL) {
  return Math.max(...words.map((word) => pen.measureText(shorten(word, most)).width));
}

// How many characters of each of these words are written so that none is wider than `room`.
function lettersWithin(pen, words, room) {
  let most = LONGEST_LABEL;
  while (most > FEWEST && widest(pen, words, most) > room) most -= 1;
  return most;
}

// A dashed line below a word that is perhaps misread.
export function underline(pen, x, y, width) {
  pen.save();
  pen.strokeStyle = MISREAD;
  pen.lineWidth = 2;
  pen.setLineDash([3, 2]);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + width, y);
  pen.stroke();
  pen.restore();
}

// The words above columns; `bold(c)` says which stand out, `light(c)` how much colour lies behind
// each, 0 to 1, `place(c)` how far behind `left` each is written, null which is not, `marked(c)`
// which have a dashed line below them.
export function labelColumns(
  pen,
  look,
  words,
  { left, top, cellWidth, size, turn, letters },
  colour,
  bold,
  light,
  place = (c) => (c + 0.5) * cellWidth,
  marked = () => false,
) {
  words.forEach((text, c) => {
    if (place(c) === null) return;
    const word = shorten(text, letters);
    pen.font = look.font(size, bold(c));
    pen.save();
    pen.translate(left + place(c), turn ? top - 6 : top - size * 0.7);
    pen.rotate(-turn);
    pen.textAlign = turn ? "left" : "center";
    if (light(c) > 0.01) {
      const width = pen.measureText(word).width + 6;
      pen.globalAlpha = 0.05 + 0.45 * light(c);
      pen.fillStyle = colour;
      pen.fillRect(turn ? -3 : -width / 2, -size * 0.62, width, size * 1.24);
      pen.globalAlpha = 1;
    }
    pen.fillStyle = isSpecial(text) ? look.muted : look.text;
    pen.fillText(word, 0, 0);
    if (marked(c)) {
      const width = pen.measureText(word).width;
      underline(pen, turn ? 0 : -width / 2, size * 0.5, width);
    }
    pen.restore();
  });
}

// How large labels and cells of `columns` words may be in `room` pixels, with `left` pixels of
// labels beside them (a function of their size) and cells at least `smallest` and at most
// `highest`: labels set the room for cells, cells set the size of labels. Words above the cells are
// cut where they would be higher than `most` pixels. A cell is square, or up to `stretch` times as
// wide as high, or `wide` pixels.
export function fitColumns(
  pen,
  look,
  columns,
  room,
  left,
  highest,
  smallest = SMALLEST_CELL,
  most = Infinity,
  stretch = 1,
  wide = 0,
  first = 16, // size of the labels, of which the room for cells depends
) {
  // Where it is to be as high as there is room, quarters of a pixel count: cells are many.
  const floor = (pixels) => (wide ? Math.floor(4 * pixels) / 4 : Math.floor(pixels));
  let size = first,
    used,
    cell,
    cellWidth,
    beside,
    top,
    right,
    turn,
    letters;
  for (let i = 0; i < 4; i++) {
    used = size;
    beside = left(size);
    pen.font = look.font(size, true);
    letters = lettersWithin(pen, columns, most);
    const longest = widest(pen, columns, letters),
      last = widest(pen, columns.slice(-1), letters);
    turn =
      cellWidth && longest + 6 <= cellWidth
        ? 0
        : cellWidth < 1.45 * size
          ? Math.PI / 2
          : Math.PI / 4;
    top = turn ? longest * Math.sin(turn) + size : size + 12;
    right = turn === Math.PI / 4 ? last * 0.72 + 4 : 0;
    const each = (room - beside - right) / columns.length;
    cell = floor(clamp(smallest, Math.min(each, highest(top)), 160));
    cellWidth = Math.floor(clamp(cell, each, Math.max(stretch * cell, wide)));
    size = labelSize(cell, Math.round(Math.max(cell * 0.45, Math.min(cell * 0.6, 14))), look);
  }
  size = Math.min(size, used);
  if (first > look.small && look.small < look.least && !hasAll(cell, size)) {
    const sizes = [smallest, most, stretch, wide, look.small];
    const smaller = fitColumns(pen, look, columns, room, left, highest, ...sizes);
    if (hasAll(smaller.cell, smaller.size)) return smaller;
  }
  return { size, cell, cellWidth, left: beside, top, right, turn, letters };
}
