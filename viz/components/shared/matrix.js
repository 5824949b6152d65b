import { isSpecial, shorten } from "../../engine/text.js";
import { sharp, screenHeight, within } from "./canvas.js";
import { Cells } from "./cells.js";
import { MANY, SMALLEST_CELL, fitColumns, labelColumns, labelPlaces, widest } from "./columns.js";
import { whole } from "./range.js";

const LABELS = 0.3; // of the height at most, for the words above the cells where all must fit
const FAINT = 0.15; // how much is left of a row that is not written yet
const NUMBERED = 26; // pixels of a cell's width that a number takes at least, in a lecture
const NOTABLE = 0.05; // weights below this are printed only where there is much room

const FRAME = 2; // pixels by which the frame around a row sticks out of the matrix
const LIT = "#d55e00"; // stands out from paper and from ink, in the light and in the dark

// A matrix drawn on a canvas, with its words beside and above it.
export class Matrix extends Cells {
  constructor(canvas) {
    super();
    this.canvas = canvas;
  }

  set(values) {
    const words = JSON.stringify([values.rows, values.columns]);
    super.set(values);
    if (words !== this.words) this.range = whole(values.rows.length, values.columns.length);
    this.words = words;
    this.goesOn = [values.rowsContinue ?? [], values.columnsContinue ?? []];
  }

  // A point stands before a piece that goes on with the word before it.
  rowName(row) {
    return (this.goesOn[0][row] ? "·" : "") + this.rows[row];
  }
  columnName(column) {
    return (this.goesOn[1][column] ? "·" : "") + this.columns[column];
  }

  rowLabel(row) {
    const read = this.before && this.roomy ? `${shorten(this.before[row])} ▸ ` : "";
    return [read, shorten(this.rowName(row))];
  }

  get rowsOnShow() {
    const { row: first, rows: count } = this.range;
    return this.rows.map((_, row) => this.rowName(row)).slice(first, first + count);
  }

  get columnsOnShow() {
    const { column: first, columns: count } = this.range;
    return this.columns.map((_, column) => this.columnName(column)).slice(first, first + count);
  }

  // Sizes that fit into `room` by `tallest` pixels, or the smallest readable ones; with `fits` as
  // small as it takes, with cells of so many pixels at least. Cells are square, or up to `stretch`
  // times as wide as high, or `wide` pixels.
  layout(look, room, tallest, fits = false, stretch = 1, wide = 0) {
    const pen = this.canvas.getContext("2d"),
      { row: first, rows: count, columns } = this.range;
    const many = Math.max(count, columns) > MANY;
    if (many) tallest = Math.max(tallest, 0.9 * screenHeight(this.canvas));
    const beside = (size) => {
      pen.font = look.font(size, true);
      const labels = this.rows.map((_, row) => this.rowLabel(row).join(""));
      const widths = labels.slice(first, first + count).map((text) => pen.measureText(text).width);
      return Math.max(...widths) + 10;
    };
    const highest = (top) => Math.min((tallest - top) / count, tallest / (wide ? 5 : 7));
    // What was read before each word gives way to numbers.
    for (this.roomy of room > 420 ? [true, false] : [false]) {
      Object.assign(
        this,
        fitColumns(
          pen,
          look,
          this.columnsOnShow,
          room - FRAME - 1,
          beside,
          highest,
          many ? 1 : Number(fits) || SMALLEST_CELL,
          fits ? LABELS * tallest : Infinity,
          stretch,
          wide,
        ),
      );
      if (this.cellWidth >= Math.min(wide, NUMBERED)) break;
    }
  }

  get width() {
    return this.left + this.range.columns * this.cellWidth + Math.max(this.right, FRAME) + 1;
  }

  // `on` is the row and column that stand out, either of them null; `lit` are the rows, columns and
  // cells that a lesson names. A head that is `off` is grey and hatched; after the row `until`
  // nothing is written yet. Of an animation the part `drawn` of it is there, from the top, and of
  // that the part `covered` lies under the cells that the matrix `mask` hides.
  paint(
    look,
    colour,
    on,
    { off = false, until = null, lit = [], drawn = 1, covered = 0, mask = null } = {},
  ) {
    const { size, cell, cellWidth, left, top } = this;
    const { rows: R, columns: C } = this.range;
    const pen = sharp(this.canvas, this.width, top + R * cell + 1);
    const gap = cell >= 16 ? 1 : 0,
      ink = off ? look.greyed() : look;
    const later = (row) => until !== null && row > until;
    // Grey says that a mask is no weight.
    const shades = this.kind === "mask" ? ink.greyed() : ink;
    pen.save();
    this.clip(pen, drawn);
    if (cell < Math.min(SMALLEST_CELL, look.small + 1)) this.paintTiny(pen, shades, colour, later);
    else this.paintCells(pen, shades, colour, gap, later, !off);
    pen.restore();
    if (covered) this.paintCover(pen, look, covered, mask);
    for (const part of [drawn, covered]) {
      pen.fillStyle = colour;
      if (part > 0 && part < 1) pen.fillRect(left, top + part * R * cell - 2, C * cellWidth, 2);
    }
    if (off) hatch(pen, look, left, top, C * cellWidth, R * cell, 0.5);
    pen.strokeStyle = look.muted;
    pen.globalAlpha = 0.5;
    pen.strokeRect(left - 0.5, top - 0.5, C * cellWidth + 1 - gap, R * cell + 1 - gap);
    pen.globalAlpha = 1;
    if (on) this.paintFrames(pen, colour, on, gap);
    this.paintLit(pen, lit, gap);
    const litRow = (r) => lit.some(([row]) => row === r),
      litColumn = (c) => lit.some(([, column]) => column === c);
    this.paintRowLabels(pen, ink, (r) => litRow(r) || (on && on.row === r), later);
    const { column: first } = this.range;
    const weightOf = (c) => {
      const weight = on && on.row !== null ? this.weight(on.row, first + c) : null;
      if (weight === null) return 0;
      return this.kind === "difference" ? Math.abs(weight) : this.share(weight);
    };
    const bold = (c) =>
      litColumn(first + c) || (on && (on.column === first + c || weightOf(c) > 0.3));
    labelColumns(
      pen,
      ink,
      this.columnsOnShow,
      this,
      colour,
      bold,
      weightOf,
      labelPlaces(C, cellWidth, size, bold),
      (c) => this.misread.includes(first + c),
    );
  }

  paintCells(pen, look, colour, gap, later, numbered) {
    const { cell, cellWidth, left, top, range } = this;
    const width = cellWidth - gap,
      height = cell - gap;
    const usual = 0.36 * Math.min(cellWidth, 1.2 * cell);
    const ample = usual >= look.least,
      ideal = ample ? usual : Math.min(look.least, 0.8 * cell);
    const least = this.kind === "distance" ? 0 : this.kind === "norm" || !ample ? NOTABLE : 0.005;
    const short = (number) => (ample ? number : number.replace(/^1[.,]00$/, "1"));
    const numbers = numbered ? this.numbersFrom(least).map(short) : [];
    const take = (size) => {
      pen.font = look.font(Math.max(look.small, size), false);
      return widest(pen, numbers);
    };
    const ideally = Math.round(ideal),
      wide = take(ideally); // a wide typeface is smaller
    const fits =
      numbered &&
      (wide + 4 <= width || take(Math.floor((ideally * (width - 4)) / wide)) + 4 <= width);
    pen.textAlign = "center";
    for (let r = range.row; r < range.row + range.rows; r++) {
      for (let c = range.column; c < range.column + range.columns; c++) {
        const weight = this.weight(r, c);
        const x = left + (c - range.column) * cellWidth,
          y = top + (r - range.row) * cell;
        if (weight === null) {
          hatch(pen, look, x, y, width, height);
          continue;
        }
        const share = this.share(weight);
        pen.globalAlpha = later(r) ? FAINT : 1;
        pen.fillStyle = `rgb(${look.ink(share)})`;
        pen.fillRect(x, y, width, height);
        if (fits && Math.abs(weight) >= least && !later(r)) {
          pen.fillStyle = look.on(share);
          pen.fillText(short(this.number(weight)), x + width / 2, y + cell / 2);
        }
        pen.globalAlpha = 1;
        if (this.changed(r, c)) {
          pen.strokeStyle = colour;
          pen.lineWidth = cell >= 20 ? 2 : 1;
          pen.strokeRect(x + 1, y + 1, width - 2, height - 2);
        }
      }
    }
    pen.lineWidth = 1;
  }

  // To the upper part of the cells.
  clip(pen, part) {
    const { cell, cellWidth, left, top } = this,
      { rows: R, columns: C } = this.range;
    pen.beginPath();
    pen.rect(left - 1, top - 1, C * cellWidth + 2, part === 1 ? R * cell + 2 : part * R * cell);
    pen.clip();
  }

  // Hatching over the upper part of what the matrix `mask` hides, as one shape: of each row what
  // lies side by side.
  paintCover(pen, look, part, mask) {
    const { cell, cellWidth, left, top } = this,
      { row, rows: R, column, columns: C } = this.range;
    pen.save();
    this.clip(pen, part);
    pen.beginPath();
    for (let r = 0; r < R; r++) {
      for (let c = 0, end; c < C; c = end + 1) {
        for (end = c; end < C && mask.weight(row + r, column + end) === null;) end += 1;
        pen.rect(left + c * cellWidth, top + r * cell, (end - c) * cellWidth, cell);
      }
    }
    pen.clip();
    pen.fillStyle = `rgb(${look.paper})`;
    pen.fillRect(left, top, C * cellWidth, R * cell);
    hatch(pen, look, left, top, C * cellWidth, R * cell);
    pen.restore();
  }

  // The different numbers on show of cells that have at least this weight.
  numbersFrom(least) {
    const { row, rows, column, columns } = this.range,
      numbers = new Set();
    for (let r = row; r < row + rows; r++) {
      for (let c = column; c < column + columns; c++) {
        const weight = this.weight(r, c);
        if (weight !== null && Math.abs(weight) >= least) numbers.add(this.number(weight));
      }
    }
    return [...numbers];
  }

  // Cells too small for numbers, as one image: a quarter of a million of them in a few
  // milliseconds. What is masked lets the hatching through.
  paintTiny(pen, look, colour, later) {
    const { cell, cellWidth, left, top } = this,
      { row, rows: R, column, columns: C } = this.range;
    const image = new ImageData(C, R),
      pixels = new Uint32Array(image.data.buffer),
      changed = [];
    for (let r = 0; r < R; r++) {
      if (later(row + r)) continue;
      for (let c = 0; c < C; c++) {
        const weight = this.weight(row + r, column + c);
        if (weight !== null) pixels[r * C + c] = look.pixels[Math.round(255 * this.share(weight))];
        if (this.changed(row + r, column + c)) changed.push([r, c]);
      }
    }
    const small = Object.assign(document.createElement("canvas"), { width: C, height: R });
    small.getContext("2d").putImageData(image, 0, 0);
    hatch(pen, look, left, top, C * cellWidth, R * cell);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, left, top, C * cellWidth, R * cell);
    pen.strokeStyle = colour;
    for (const [r, c] of changed)
      pen.strokeRect(left + c * cellWidth, top + r * cell, cellWidth, cell);
  }

  // Frames around the row and the column that stand out.
  paintFrames(pen, colour, on, gap) {
    const { row, column } = on;
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    if (row !== null) this.frame(pen, row, null, gap);
    if (column !== null) this.frame(pen, null, column, gap);
    pen.lineWidth = 1;
  }

  // Frames around the rows, columns and cells that a lesson names.
  paintLit(pen, lit, gap) {
    pen.strokeStyle = LIT;
    pen.lineWidth = 3;
    for (const [row, column] of lit) this.frame(pen, row, column, gap);
    pen.lineWidth = 1;
  }

  // A frame around a cell, or a whole row or column where the other is null; none beyond the range.
  frame(pen, row, column, gap) {
    const { cell, cellWidth, left, top, range } = this;
    const down = (row ?? range.row) - range.row,
      across = (column ?? range.column) - range.column;
    if (down < 0 || down >= range.rows || across < 0 || across >= range.columns) return;
    const wide = column === null ? range.columns : 1,
      high = row === null ? range.rows : 1;
    pen.strokeRect(
      left + across * cellWidth - 1,
      top + down * cell - 1,
      wide * cellWidth + 2 - gap,
      high * cell + 2 - gap,
    );
  }

  paintRowLabels(pen, look, bold, later) {
    const { size, cell, left, top } = this,
      { row: first, rows: count } = this.range;
    const place = labelPlaces(count, cell, size, (r) => bold(first + r));
    for (let r = 0; r < count; r++) {
      if (place(r) === null) continue;
      const [before, word] = this.rowLabel(first + r),
        y = top + place(r);
      pen.globalAlpha = later(first + r) ? 2 * FAINT : 1;
      pen.textAlign = "right";
      pen.font = look.font(size, bold(first + r));
      pen.fillStyle = isSpecial(this.rows[first + r]) ? look.muted : look.text;
      pen.fillText(word, left - 6, y);
      const at = left - 6 - pen.measureText(word).width;
      pen.font = look.font(size, false);
      pen.fillStyle = look.muted;
      pen.fillText(before, at, y);
    }
    pen.globalAlpha = 1;
  }

  // Which cell or word is under the pointer.
  at(event) {
    const [x, y] = within(event, this.canvas),
      { cell, cellWidth, left, top, range } = this;
    const across = Math.floor((x - left) / cellWidth),
      down = Math.floor((y - top) / cell);
    const inRows = down >= 0 && down < range.rows;
    const inColumns = across >= 0 && across < range.columns;
    const row = range.row + down,
      column = range.column + across;
    if (inRows && inColumns) return { row, column };
    if (inRows && across < 0) return { row, column: null };
    if (inColumns && down < 0) return { row: null, column };
    return null;
  }
}

// Lines aslant over what is masked or off.
export function hatch(pen, look, x, y, side, height = side, strength = 0.28) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, side, height);
  pen.clip();
  pen.strokeStyle = look.muted;
  pen.globalAlpha = strength;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let d = -height; d < side; d += 6) {
    pen.moveTo(x + d, y + height);
    pen.lineTo(x + d + height, y);
  }
  pen.stroke();
  pen.restore();
}
