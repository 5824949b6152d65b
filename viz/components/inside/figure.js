// One grid on the screen.

import { clamp } from "../../engine/numbers.js";
import { t } from "../../engine/text.js";
import { sharp, within } from "../shared/canvas.js";
import { textOn } from "../shared/colour.js";
import { labelColumns } from "../shared/columns.js";
import { make } from "../shared/elements.js";
import { hatch } from "../shared/matrix.js";
import { tableBox, tableOf } from "../shared/tables.js";
import { at, many } from "./operations.js";
import { extremes, symbol } from "./sentences.js";
import { brief, cut, decimals, numbersOf, rowsOf } from "./wording.js";

const PRINTED = 33; // so wide are cells with their number in them

export class Figure {
  constructor(view, grid, stage, before, after) {
    Object.assign(this, { view, grid, stage, tabled: false });
    this.element = make("figure");
    const title = make("figcaption"),
      [rows, columns] = grid.shape;
    this.facts =
      `${rows} × ${columns}` +
      (grid.values && grid.role !== "weight" ? `, ±${brief(grid.most)}` : "");
    const name = make("span", "name");
    name.append(...view.typeset(grid.title));
    if (grid.title.split(/[\s,]/)[0] !== grid.symbol) name.append(" ", symbol(grid));
    title.append(name, " ", make("span", "facts", this.facts));
    title.style.setProperty("--colour", `var(--role-${grid.role})`);
    this.box = make("div", "box");
    this.signs = [before, after].map((signs) => {
      // what stands around it
      const sign = make("span", "sign");
      sign.append(
        ...signs.flatMap((part) => [" ", typeof part === "string" ? part : symbol(part)]),
      );
      sign.hidden = !signs.length;
      return sign;
    });
    const row = make("div", "row");
    row.append(this.signs[0], this.box, this.signs[1]);
    this.element.append(title, row);
    this.title = title;
    title.title = extremes(grid);
    if (!grid.values)
      return void this.box.append(
        make(
          "p",
          "absent",
          t("{numbers}, too many to show", { numbers: numbersOf(rows * columns) }),
        ),
      );
    this.sheet = make("div", "sheet");
    this.canvas = make("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    const facts = {
      title: grid.title,
      rows: rowsOf(rows),
      numbers: numbersOf(columns),
      told: extremes(grid),
    };
    this.canvas.setAttribute(
      "aria-label",
      t("{title}: {rows} of {numbers}. {told} Arrow keys move.", facts),
    );
    this.marks = make("div", "marks");
    this.sheet.append(this.canvas, this.marks);
    this.box.append(this.sheet);
    this.listen();
  }

  // Cells, labels and the whole, for cells of about `size` pixels in `room` by `high`.
  measure(size, room, high) {
    const { grid, view } = this,
      [R, C] = grid.shape,
      { letters, look } = view,
      pen = view.pen;
    pen.font = look.font(letters + 3, true);
    const titled = pen.measureText(`${grid.title} ${grid.symbol} ${this.facts}`).width + 32;
    if (!grid.values) return this.whole(180, 3.2 * letters, titled);
    pen.font = look.font(letters, false);
    this.words ??= {
      rows: R > 1 || C <= 8 || grid.columns.length ? grid.rows : [],
      columns: grid.columns,
    };
    const words = {
      rows: this.words.rows.map((word) => cut(word, 14)),
      columns: this.words.columns.map((word) => cut(word, 14)),
    };
    const wide = (all) =>
      all.length ? Math.max(...all.map((word) => pen.measureText(word).width)) : 0;
    this.widths ??= {
      rows: wide(words.rows),
      columns: wide(words.columns),
      last: wide(words.columns.slice(-1)),
    };
    const left = words.rows.length ? this.widths.rows + 10 : 2;
    // a long row is folded
    const lines = R === 1 ? Math.ceil((3 * C) / (room - left)) : 1,
      per = Math.ceil(C / lines);
    const wish = Math.max(
      size,
      words.columns.length ? Math.min(64, 4 * size, (0.4 * room) / C) : 0,
      Math.min(48, 192 / per),
    );
    const w = Math.max(2, Math.floor(Math.min(wish, (room - left - 2) / per))),
      printed = w >= PRINTED;
    const turn =
      !words.columns.length || this.widths.columns + 6 <= w
        ? 0
        : w < 1.6 * letters
          ? Math.PI / 2
          : Math.PI / 4;
    const top = !words.columns.length
      ? 2
      : turn
        ? this.widths.columns * Math.sin(turn) + letters
        : letters + 10;
    const tall = printed
      ? clamp(22, 0.6 * w, 40)
      : Math.max(Math.min(w, 30), words.rows.length ? letters + 4 : Math.min(24, 96 / R));
    const least = R === 1 ? (lines > 1 ? 18 : 26) : words.rows.length ? 6 : 2;
    const h = Math.floor(
      Math.max(least, R === 1 ? Math.min(tall, 40) : Math.min(tall, (high - top) / R)),
    );
    const right = turn === Math.PI / 4 ? Math.max(2, this.widths.last * 0.72 + 6 - w / 2) : 2;
    return {
      ...this.whole(left + per * w + right, top + R * lines * h + 2, titled),
      w,
      h,
      left,
      top,
      lines,
      per,
      turn,
      printed,
    };
  }

  whole(wide, high, titled) {
    const width = Math.ceil(Math.max(wide, Math.min(titled, 17 * this.view.letters)));
    const height = Math.ceil(high) + Math.ceil((1.1 * titled) / width) * this.view.line + 4;
    return { wide: Math.ceil(wide), high: Math.ceil(high), width, height };
  }

  take(place) {
    Object.assign(this, place, { painted: false });
    this.title.style.width = `${this.width}px`;
    for (const sign of this.signs) sign.style.paddingTop = `${this.top ?? 0}px`;
    if (!this.canvas) return;
    for (const { style } of [this.canvas, this.sheet])
      Object.assign(style, { width: `${this.wide}px`, height: `${this.high}px` });
  }

  paint() {
    if (!this.canvas || !this.w) return;
    const tables = this.view.tables && this.stage === this.view.step;
    if (this.tabled !== tables) this.tabulate(tables);
    if (this.painted || this.tabled) return;
    this.painted = true;
    const { view, grid, w, h, left, top, per, lines, words, turn } = this,
      { look, letters } = view,
      [R] = grid.shape;
    const pen = sharp(this.canvas, this.wide, this.high),
      count = R * lines;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(view.palette.picture(grid, per, count), left, top, per * w, count * h);
    if (Math.min(w, h) >= 12) {
      pen.fillStyle = view.palette.paper;
      for (let c = 1; c < per; c++) pen.fillRect(left + c * w - 1, top, 1, count * h);
      for (let r = 1; r < count; r++) pen.fillRect(left, top + r * h - 1, per * w, 1);
    }
    pen.textAlign = "center";
    const size = clamp(11, Math.min(0.6 * h, 0.32 * w), 20);
    grid.values.forEach((value, i) => {
      const x = left + (i % per) * w,
        y = top + Math.floor(i / per) * h;
      if (i > (this.until ?? Infinity)) {
        // an animation has not come to it yet
        pen.fillStyle = view.palette.paper;
        pen.fillRect(x, y, w, h);
      } else if (Number.isNaN(value)) {
        pen.save();
        pen.beginPath();
        pen.rect(x, y, w - 1, h - 1);
        pen.clip();
        hatch(pen, look, x, y, Math.max(w, h));
        pen.restore();
      } else if (this.printed && h >= 14) {
        const text = brief(value);
        pen.font = look.font(size, false);
        const much = pen.measureText(text).width / (w - 4);
        if (much > 1) pen.font = look.font(Math.max(9, size / much), false);
        pen.fillStyle = textOn(view.palette.colour(grid.role, grid.most, value));
        pen.fillText(text, x + w / 2, y + h / 2 + 0.5);
      }
    });
    pen.strokeStyle = view.palette.roles[grid.role];
    pen.lineWidth = 2;
    pen.strokeRect(left - 1, top - 1, per * w + 2, count * h + 2);
    pen.fillStyle = look.text;
    pen.textAlign = "right";
    const small = Math.max(11, Math.min(letters, Math.floor(h)));
    pen.font = look.font(small, false);
    const down = Math.ceil((small + 1) / h),
      across = turn === Math.PI / 2 ? Math.ceil((letters + 2) / w) : 1;
    words.rows.forEach((word, r) => {
      if (r % down === 0) pen.fillText(word, left - 6, top + (r + 0.5) * h);
    });
    const names = words.columns.map((word, c) => (c % across ? "" : word));
    labelColumns(
      pen,
      look,
      names,
      { left, top, cellWidth: w, size: letters, turn },
      "",
      () => false,
      () => 0,
    );
  }

  // Frames around rows and columns, [row or all, column or all] each.
  mark(lit) {
    if (!this.marks) return;
    const { w, h, left, top, per, lines } = this,
      [R] = this.grid.shape;
    this.marks.replaceChildren(
      ...lit.filter(Boolean).map(([row, column]) => {
        const mark = make("div"),
          across = column === null ? 0 : column % per,
          line = column === null ? 0 : Math.floor(column / per);
        const box = {
          left: left + across * w,
          top: top + ((row ?? 0) * lines + line) * h,
          width: column === null ? per * w : w,
          height: row === null ? R * h : column === null ? lines * h : h,
        };
        for (const side in box) mark.style[side] = `${box[side]}px`;
        return mark;
      }),
    );
  }

  under(event) {
    const [x, y] = within(event, this.canvas),
      { w, h, left, top, per, lines } = this,
      [R, C] = this.grid.shape;
    const across = Math.floor((x - left) / w),
      down = Math.floor((y - top) / h);
    const column = lines > 1 ? down * per + across : across,
      row = lines > 1 ? 0 : down;
    return across >= 0 && across < per && down >= 0 && row < R && column < C
      ? { row, column }
      : null;
  }

  listen() {
    const { canvas, view, grid } = this,
      [R, C] = grid.shape;
    canvas.addEventListener("pointermove", (event) => view.hover(this, this.under(event)));
    canvas.addEventListener("pointerleave", () => view.hover(this, null));
    canvas.addEventListener("click", (event) => {
      const cell = this.under(event);
      if (cell) view.hold(this, cell);
    });
    canvas.addEventListener("focus", () => {
      if (canvas.matches(":focus-visible"))
        view.hover(this, view.on?.figure === this ? view.on : { row: 0, column: 0 });
    });
    canvas.addEventListener("blur", () => view.hover(this, null));
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const on = view.on?.figure === this ? view.on : { row: 0, column: -1 },
        line = this.lines > 1 ? this.per : 0;
      const [down, across] =
        { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[
          event.key
        ] ?? [];
      if (event.key === "Enter") view.hold(this, { row: on.row, column: Math.max(0, on.column) });
      else if (down === undefined) return;
      else
        view.walk(this, {
          row: clamp(0, on.row + down, R - 1),
          column: clamp(0, on.column + across + down * line, C - 1),
        });
      event.preventDefault();
    });
  }

  // The same numbers as a table, and back.
  tabulate(tables) {
    this.tabled = tables;
    if (!tables) return this.box.replaceChildren(this.sheet);
    const { grid } = this,
      [R, C] = grid.shape,
      named = (names, count) => many(count, (place) => names[place] ?? String(place + 1));
    const box = tableBox(grid.title);
    box.append(
      tableOf(`${grid.title}, ${R} × ${C}`, named(grid.rows, R), named(grid.columns, C), (r, c) =>
        decimals(at(grid, r, c)),
      ),
    );
    this.box.replaceChildren(box);
  }
}
