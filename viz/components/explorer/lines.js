// One head as lines, from the words that look to those that are looked at.

import { sharp, within } from "../shared/canvas.js";
import { MANY, thinned, widest } from "../shared/columns.js";
import { clamp } from "../shared/numbers.js";
import { say, shorten } from "../shared/text.js";

export class Lines {
  constructor(canvas) {
    this.canvas = canvas;
  }

  // `on` is the row or the column that stands out; of a coarse picture only the words are written.
  paint(look, colour, matrix, on, coarse) {
    const { rows, columns, cell, top: mapTop, size: large } = matrix;
    const weightOf = (r, c) => matrix.weight(r, c), width = Math.max(this.canvas.parentElement.clientWidth - 1, 160);  // rounded: it must not scroll
    const R = rows.length, C = columns.length, most = Math.max(R, C), top = 28;
    const step = clamp(most > MANY ? 1 : 14, (cell * R + mapTop - top) / most, 64), size = clamp(look.least, Math.min(large, step * 0.62), 28);
    const pen = sharp(this.canvas, width, top + most * step + 2), limit = width * 0.36;
    pen.font = look.font(size, true);
    const left = Math.min(widest(pen, rows), limit) + 4, right = width - Math.min(widest(pen, columns), limit) - 4;
    const y = (i, n) => top + (i + 0.5) * step + ((most - n) * step) / 2;
    this.place = { rows: R, columns: C, top, step, left, right, offsetRow: ((most - R) * step) / 2, offsetColumn: ((most - C) * step) / 2 };
    pen.font = look.font(Math.max(12, size * 0.75), false);
    pen.fillStyle = look.muted;
    pen.textAlign = "left";
    pen.fillText(say("looks"), 0, 10);
    pen.textAlign = "right";
    pen.fillText(say("is looked at"), width, 10);
    const drawn = [];
    for (let r = 0; r < R; r++) {
      for (let c = 0; c < C; c++) {
        const weight = weightOf(r, c);
        if (weight === null || weight < 0.01 || coarse) continue;
        if (on && ((on.row !== null && on.row !== r) || (on.row === null && on.column !== c))) continue;
        drawn.push([weight, r, c]);
      }
    }
    drawn.sort((a, b) => a[0] - b[0]);
    pen.strokeStyle = colour;
    for (const [weight, r, c] of drawn.slice(-4000)) {
      pen.globalAlpha = clamp(0.03, weight, 1);
      pen.lineWidth = 0.75 + 2.5 * weight;
      pen.beginPath();
      pen.moveTo(left + 4, y(r, R));
      pen.lineTo(right - 4, y(c, C));
      pen.stroke();
    }
    pen.globalAlpha = 1;
    const word = (text, x, at, bold, faint, room) => {
      pen.font = look.font(size, bold);
      pen.fillStyle = faint ? look.muted : look.text;
      pen.fillText(shorten(text), x, at, room);
    };
    pen.textAlign = "right";
    const rowNamed = thinned(R, step, size, (r) => on && on.row === r);
    const columnNamed = thinned(C, step, size, (c) => on && (on.column === c || (on.row !== null && weightOf(on.row, c) > 0.3)));
    rows.forEach((text, r) => rowNamed(r) && word(text, left, y(r, R), on && on.row === r, on && on.row !== null && on.row !== r, limit));
    pen.textAlign = "left";
    columns.forEach((text, c) => {
      const weight = on && on.row !== null ? weightOf(on.row, c) || 0 : 0;
      if (weight > 0.01) {
        pen.globalAlpha = 0.35 * weight + 0.05;
        pen.fillStyle = colour;
        pen.fillRect(right - 2, y(c, C) - step * 0.45, width - right + 2, step * 0.9);
        pen.globalAlpha = 1;
      }
      if (columnNamed(c)) word(text, right, y(c, C), on && (on.column === c || weight > 0.3), on && on.row !== null && weight < 0.05 && on.column !== c, limit);
    });
  }

  // The word under the pointer, as a row or a column.
  at(event) {
    const p = this.place, [x, below] = within(event, this.canvas), y = below - p.top;
    const row = Math.floor((y - p.offsetRow) / p.step), column = Math.floor((y - p.offsetColumn) / p.step);
    if (x < (p.left + p.right) / 2) return row >= 0 && row < p.rows ? { row, column: null } : null;
    return column >= 0 && column < p.columns ? { row: null, column } : null;
  }
}
