import { sharp, screenHeight, within } from "./canvas.js";
import { Cells } from "./cells.js";
import { MANY, SMALLEST_CELL, fitColumns, labelColumns, thinned, widest } from "./columns.js";
import { shorten } from "./text.js";

// A matrix drawn on a canvas, with its words beside and above it.
export class Matrix extends Cells {
  constructor(canvas) {
    super();
    this.canvas = canvas;
  }

  rowLabel(row) { return [this.before && this.roomy ? `${shorten(this.before[row])} ▸ ` : "", shorten(this.rows[row])]; }

  // Sizes that fit into `room` by `tallest` pixels, or the smallest readable ones.
  layout(look, room, tallest) {
    const pen = this.canvas.getContext("2d"), many = Math.max(this.rows.length, this.columns.length) > MANY;
    if (many) tallest = Math.max(tallest, 0.9 * screenHeight(this.canvas));
    this.roomy = room > 420;
    const beside = (size) => {
      pen.font = look.font(size, true);
      return widest(pen, this.rows.map((_, row) => this.rowLabel(row).join(""))) + 10;
    };
    const highest = (top) => Math.min((tallest - top) / this.rows.length, tallest / 7);
    Object.assign(this, fitColumns(pen, look, this.columns, room, beside, highest, many ? 1 : SMALLEST_CELL));
  }

  // `on` is the row and column that stand out, either of them null.
  paint(look, colour, on) {
    const { size, cell, left, top, right } = this, R = this.rows.length, C = this.columns.length;
    const pen = sharp(this.canvas, left + C * cell + right + 1, top + R * cell + 1);
    const gap = cell >= 16 ? 1 : 0, tiny = cell < SMALLEST_CELL;
    if (tiny) this.paintTiny(pen, look, colour);
    for (let r = 0; r < R && !tiny; r++) {
      for (let c = 0; c < C; c++) {
        const weight = this.weight(r, c), x = left + c * cell, y = top + r * cell;
        if (weight === null) { hatch(pen, look, x, y, cell - gap); continue; }
        const share = this.share(weight);
        pen.fillStyle = `rgb(${look.ink(share)})`;
        pen.fillRect(x, y, cell - gap, cell - gap);
        if (cell * 0.36 >= look.least && Math.abs(weight) >= (this.kind === "norm" ? 0.05 : 0.005)) {
          pen.font = look.font(Math.round(cell * 0.36), false);
          pen.textAlign = "center";
          pen.fillStyle = look.on(share);
          pen.fillText(this.number(weight), x + (cell - gap) / 2, y + cell / 2);
        }
        if (this.changed(r, c)) {
          pen.strokeStyle = colour;
          pen.lineWidth = cell >= 20 ? 2 : 1;
          pen.strokeRect(x + 1, y + 1, cell - gap - 2, cell - gap - 2);
        }
      }
    }
    pen.strokeStyle = look.muted;
    pen.globalAlpha = 0.5;
    pen.strokeRect(left - 0.5, top - 0.5, C * cell + 1 - gap, R * cell + 1 - gap);
    pen.globalAlpha = 1;
    if (on) {
      pen.strokeStyle = colour;
      pen.lineWidth = 2;
      if (on.row !== null) pen.strokeRect(left - 1, top + on.row * cell - 1, C * cell + 2 - gap, cell + 2 - gap);
      if (on.column !== null) pen.strokeRect(left + on.column * cell - 1, top - 1, cell + 2 - gap, R * cell + 2 - gap);
    }
    const named = thinned(R, cell, size, (r) => on && on.row === r);
    for (let r = 0; r < R; r++) {
      if (!named(r)) continue;
      const [before, word] = this.rowLabel(r), y = top + (r + 0.5) * cell;
      pen.textAlign = "right";
      pen.font = look.font(size, on && on.row === r);
      pen.fillStyle = look.text;
      pen.fillText(word, left - 6, y);
      const at = left - 6 - pen.measureText(word).width;
      pen.font = look.font(size, false);
      pen.fillStyle = look.muted;
      pen.fillText(before, at, y);
    }
    const weightOf = (c) => {
      const weight = on && on.row !== null ? this.weight(on.row, c) : null;
      return weight === null ? 0 : this.share(weight);
    };
    const bold = (c) => on && (on.column === c || weightOf(c) > 0.3);
    labelColumns(pen, look, this.columns, this, colour, bold, weightOf, thinned(C, cell, size, bold));
  }

  // Cells too small for numbers, as one image: a quarter of a million of them in a few milliseconds. What is masked lets the hatching through.
  paintTiny(pen, look, colour) {
    const { cell, left, top } = this, R = this.rows.length, C = this.columns.length;
    const image = new ImageData(C, R), pixels = new Uint32Array(image.data.buffer), changed = [];
    for (let r = 0; r < R; r++) {
      for (let c = 0; c < C; c++) {
        const weight = this.weight(r, c);
        if (weight !== null) pixels[r * C + c] = look.pixels[Math.round(255 * this.share(weight))];
        if (this.changed(r, c)) changed.push([r, c]);
      }
    }
    const small = Object.assign(document.createElement("canvas"), { width: C, height: R });
    small.getContext("2d").putImageData(image, 0, 0);
    hatch(pen, look, left, top, C * cell, R * cell);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, left, top, C * cell, R * cell);
    pen.strokeStyle = colour;
    for (const [r, c] of changed) pen.strokeRect(left + c * cell, top + r * cell, cell, cell);
  }

  // Which cell or word is under the pointer.
  at(event) {
    const [x, y] = within(event, this.canvas), { cell, left, top } = this;
    const column = Math.floor((x - left) / cell), row = Math.floor((y - top) / cell);
    const inRows = row >= 0 && row < this.rows.length, inColumns = column >= 0 && column < this.columns.length;
    if (inRows && inColumns) return { row, column };
    if (inRows && column < 0) return { row, column: null };
    if (inColumns && row < 0) return { row: null, column };
    return null;
  }
}

// Lines aslant over what is masked.
export function hatch(pen, look, x, y, side, height = side) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, side, height);
  pen.clip();
  pen.strokeStyle = look.muted;
  pen.globalAlpha = 0.28;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let d = -height; d < side; d += 6) { pen.moveTo(x + d, y + height); pen.lineTo(x + d + height, y); }
  pen.stroke();
  pen.restore();
}
