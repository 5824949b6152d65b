// One head as lines, from the words that attend to those that they attend to.

import { clamp } from "../../engine/numbers.js";
import { isSpecial, t, shorten } from "../../engine/text.js";
import { sharp, within } from "../shared/canvas.js";
import { distinct, rgb } from "../shared/colour.js";
import { labelPlaces, labelSize, underline, widest } from "../shared/columns.js";
import { spread } from "./layout.js";

const MOST = 4000; // lines that a browser paints in a frame
const DARK_GAIN = 0.6; // faint lines vanish on a dark paper
const SHIFT = 3; // pixels between the lines of two heads from one word to another
const FAINT = 0.3; // how much is left of a word that is not written yet

export class Lines {
  constructor(canvas) {
    this.canvas = canvas;
  }

  // `on` is the row or the column that stands out; of a coarse picture only the words are written.
  // Both columns of words start at the top of the `frame`, where the matrix is unless it is given,
  // and span `tallest` pixels at most.
  paint(look, colour, matrix, on, { coarse, off, until, tallest, frame = null, layers = [] }) {
    const { range, size: large } = matrix,
      [R, C] = [range.rows, range.columns];
    frame ??= { top: matrix.top, height: R * matrix.cell };
    const { rowsOnShow: rows, columnsOnShow: columns } = matrix;
    // rounded: it must not scroll
    const width = Math.max(this.canvas.parentElement.clientWidth - 1, 160);
    const { top, height, stepRow, stepColumn } = spread(R, C, frame, tallest);
    const least = Math.min(stepRow, stepColumn),
      size = labelSize(least, Math.min(large, least * 0.62), look);
    const pen = sharp(this.canvas, width, top + height + 2),
      limit = width * 0.36;
    pen.font = look.font(size, true);
    const left = Math.min(widest(pen, rows), limit) + 4,
      right = width - Math.min(widest(pen, columns), limit) - 4;
    const yRow = (r) => top + (r + 0.5) * stepRow,
      yColumn = (c) => top + (c + 0.5) * stepColumn;
    this.place = { range, top, stepRow, stepColumn, left, right };
    const heads =
      matrix.kind === "share"
        ? [t("receives"), t("adds to it")]
        : [t("attends"), t("is attended to")];
    this.paintHeads(pen, look, heads, top - 18, size, left, right, width);
    const weightOf = (r, c) => matrix.weight(range.row + r, range.column + c);
    const isOn = on && {
      row: on.row === null ? null : on.row - range.row,
      column: on.column === null ? null : on.column - range.column,
    };
    const later = (r) => until !== null && range.row + r > until;
    const over = layers.length > 1 ? layers : [{ colour, weight: matrix.weight }];
    const beside = (place) => SHIFT * (place - (over.length - 1) / 2);
    const lines = coarse
      ? []
      : over.flatMap((layer, place) =>
          linesOf(R, C, (r, c) => layer.weight(range.row + r, range.column + c), isOn, later).map(
            (line) => [...line, lineColour(layer.colour, look), beside(place)],
          ),
        );
    if (off) pen.setLineDash([4, 4]);
    for (const [weight, r, c, stroke, shift] of lines.sort((a, b) => a[0] - b[0]).slice(-MOST)) {
      pen.strokeStyle = off ? look.muted : stroke;
      pen.globalAlpha = clamp(0.03, look.dark ? weight ** DARK_GAIN : weight, 1);
      pen.lineWidth = 0.75 + 2.5 * weight;
      pen.beginPath();
      pen.moveTo(left + 4, yRow(r) + shift);
      pen.lineTo(right - 4, yColumn(c) + shift);
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    const word = (text, x, at, bold, faint) => {
      pen.font = look.font(size, bold);
      pen.fillStyle = faint || off || isSpecial(text) ? look.muted : look.text;
      pen.fillText(shorten(text), x, at, limit);
    };
    pen.textAlign = "right";
    const rowPlace = labelPlaces(R, stepRow, size, (r) => isOn && isOn.row === r);
    const columnPlace = labelPlaces(
      C,
      stepColumn,
      size,
      (c) => isOn && (isOn.column === c || (isOn.row !== null && weightOf(isOn.row, c) > 0.3)),
    );
    rows.forEach((text, r) => {
      if (rowPlace(r) === null) return;
      pen.globalAlpha = later(r) ? FAINT : 1;
      word(
        text,
        left,
        top + rowPlace(r),
        isOn && isOn.row === r,
        isOn && isOn.row !== null && isOn.row !== r,
      );
    });
    pen.globalAlpha = 1;
    pen.textAlign = "left";
    columns.forEach((text, c) => {
      const weight = isOn && isOn.row !== null ? weightOf(isOn.row, c) || 0 : 0;
      if (weight > 0.01) {
        pen.globalAlpha = 0.35 * weight + 0.05;
        pen.fillStyle = colour;
        pen.fillRect(
          right - 2,
          yColumn(c) - stepColumn * 0.45,
          width - right + 2,
          stepColumn * 0.9,
        );
        pen.globalAlpha = 1;
      }
      if (columnPlace(c) === null) return;
      word(
        text,
        right,
        top + columnPlace(c),
        isOn && (isOn.column === c || weight > 0.3),
        isOn && isOn.row !== null && weight < 0.05 && isOn.column !== c,
      );
      if (matrix.misread.includes(range.column + c))
        underline(
          pen,
          right,
          top + columnPlace(c) + size * 0.6,
          Math.min(pen.measureText(shorten(text)).width, limit),
        );
    });
  }

  // What the two columns are, right above them.
  paintHeads(pen, look, [from, to], y, size, left, right, width) {
    pen.font = look.font(Math.max(12, size * 0.75), false);
    pen.fillStyle = look.muted;
    pen.textAlign = "right";
    pen.fillText(from, Math.max(left, pen.measureText(from).width), Math.max(y, 10));
    pen.textAlign = "left";
    pen.fillText(to, Math.min(right, width - pen.measureText(to).width), Math.max(y, 10));
  }

  // The word under the pointer, as a row or a column.
  at(event) {
    const { range, top, stepRow, stepColumn, left, right } = this.place;
    const [x, below] = within(event, this.canvas),
      y = below - top;
    const row = Math.floor(y / stepRow),
      column = Math.floor(y / stepColumn);
    if (x < (left + right) / 2)
      return row >= 0 && row < range.rows ? { row: range.row + row, column: null } : null;
    return column >= 0 && column < range.columns
      ? { row: null, column: range.column + column }
      : null;
  }
}

// The head's colour, light enough for the paper.
function lineColour(colour, look) {
  if (!look.dark) return colour;
  return `rgb(${distinct(rgb(colour), look.paper, [255, 255, 255])})`;
}

// The weights that are drawn, [weight, row, column], strongest last.
function linesOf(R, C, weightOf, on, later) {
  const lines = [];
  for (let r = 0; r < R; r++) {
    if (later(r) || (on && on.row !== null && on.row !== r)) continue;
    for (let c = 0; c < C; c++) {
      if (on && on.row === null && on.column !== c) continue;
      const weight = weightOf(r, c);
      if (weight !== null && weight >= 0.01) lines.push([weight, r, c]);
    }
  }
  return lines.sort((a, b) => a[0] - b[0]);
}
