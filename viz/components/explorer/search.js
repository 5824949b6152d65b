// Which heads lead from one word to another. Values in, values out.

import { headWeights } from "./weights.js";

const FIRST = 5; // heads that are named

// The text and the shift of a block's rows and columns. Words of one text have one number in every
// block: of the French, a row of the decoder is a word that is read, "<s>" first.
export function axesOf(blocks, block) {
  if (block.stack === "cross") return { row: ["target", 0], column: ["source", 0] };
  if (block.stack === "decoder") {
    const shift = blocks.some((other) => other.stack === "cross") ? -1 : 0;
    return { row: ["target", shift], column: ["target", shift] };
  }
  const isSame = JSON.stringify(block.rows) === JSON.stringify(block.columns);
  return { row: [isSame ? "source" : "first", 0], column: [isSame ? "source" : "second", 0] };
}

// The word at a row or at a column, { text, place, axis, name }; null of a cell and of nothing.
export function wordAt(blocks, block, at) {
  if (!at || (at.row === null) === (at.column === null)) return null;
  const axis = at.row === null ? "column" : "row",
    [text, shift] = axesOf(blocks, block)[axis];
  const names = axis === "row" ? block.rows : block.columns;
  return { text, place: at[axis] + shift, axis, name: names[at[axis]] };
}

export const sameWord = (a, b) => Boolean(a && b) && a.text === b.text && a.place === b.place;

// Two words in the order in which they were pointed at; in one picture, who attends comes first.
export const pairOf = (first, second) =>
  first.axis === "column" && second.axis === "row" ? [second, first] : [first, second];

// The pair that a cell is of.
export const pairAt = (blocks, block, { row, column }) => [
  wordAt(blocks, block, { row, column: null }),
  wordAt(blocks, block, { row: null, column }),
];

function cellIn(blocks, block, [from, to]) {
  const axes = axesOf(blocks, block);
  if (axes.row[0] !== from.text || axes.column[0] !== to.text) return null;
  const row = from.place - axes.row[1],
    column = to.place - axes.column[1];
  return block.rows[row] === undefined || block.columns[column] === undefined
    ? null
    : { row, column };
}

const isMasked = (data, block, { row, column }) => {
  const at = [block.stack, 0, 0];
  return headWeights(data, block, at).weight(row, column) === null;
};

// The cell of a block in which one of the pair attends to the other; null where no block can have
// it. Turned round where only that is possible: French attends to English and to earlier French.
export function cellOf(data, block, pair) {
  const straight = cellIn(data.blocks, block, pair);
  if (straight && !isMasked(data, block, straight)) return straight;
  const back = cellIn(data.blocks, block, [...pair].reverse());
  return back && !isMasked(data, block, back) ? back : null;
}

// All heads that can lead from one word of the pair to the other, the largest weight first.
export function rankHeads(data, pair) {
  const ranked = [];
  for (const block of data.blocks) {
    const cell = cellOf(data, block, pair);
    if (!cell) continue;
    for (let layer = 0; layer < block.layers; layer++) {
      for (let head = 0; head < block.heads; head++) {
        const choice = [block.stack, layer, head];
        const weight = headWeights(data, block, choice).weight(cell.row, cell.column) ?? 0;
        ranked.push({ choice, weight, cell });
      }
    }
  }
  return ranked.sort((a, b) => b.weight - a.weight);
}

export const first = (ranked) => ranked.slice(0, FIRST);
