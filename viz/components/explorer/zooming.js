// Closer looks at a large matrix: a brush, the wheel with Ctrl, two fingers, and buttons.

import { t } from "../../engine/text.js";
import { within } from "../shared/canvas.js";
import { SMALLEST_CELL } from "../shared/columns.js";
import { make } from "../shared/elements.js";
import { between, isWhole, pan, whole, zoom } from "../shared/range.js";

const WORTH = 20; // words a side from which a brush is of use
const STEP = 1.6; // of a button
const STILL = 6; // pixels that a click may slip

export class Zooming {
  // `paint` is called when another part of the matrix is to be shown.
  constructor(matrix, paint) {
    this.matrix = matrix;
    this.paint = paint;
    this.element = make("span", "zooming");
    this.closer = this.button("+", () => this.by(STEP));
    this.farther = this.button("−", () => this.by(1 / STEP));
    this.all = this.button("", () => this.set(this.whole));
    this.element.append(this.closer, this.farther, this.all);
    this.brush = make("div", "brush");
    this.brush.hidden = true;
    this.listen(matrix.canvas);
  }

  button(text, act) {
    const made = make("button", "apply", text);
    made.addEventListener("click", act);
    return made;
  }

  speak() {
    this.closer.setAttribute("aria-label", t("Closer"));
    this.farther.setAttribute("aria-label", t("Farther"));
    this.all.textContent = t("Show all words");
    this.element.title = t("Drag over the matrix, or use Ctrl and the wheel");
  }

  get size() {
    return [this.matrix.rows.length, this.matrix.columns.length];
  }
  get whole() {
    return whole(...this.size);
  }
  get zoomed() {
    return !isWhole(this.matrix.range, ...this.size);
  }
  get worth() {
    return Math.max(...this.size) > WORTH;
  }

  set(range) {
    if (JSON.stringify(range) === JSON.stringify(this.matrix.range)) return;
    this.matrix.range = range;
    this.paint();
  }

  by(factor, at) {
    const { row, rows, column, columns } = this.matrix.range;
    const middle = { row: row + rows / 2, column: column + columns / 2 };
    this.set(zoom(this.matrix.range, factor, at ?? middle, ...this.size));
  }

  show(coarse) {
    this.element.hidden = coarse || !(this.zoomed || this.matrix.cell < SMALLEST_CELL);
    this.all.hidden = this.farther.hidden = !this.zoomed;
  }

  listen(canvas) {
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.begin(event));
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    canvas.addEventListener("pointerup", (event) => this.end(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
    canvas.addEventListener(
      "click",
      (event) => {
        if (this.dragged) event.stopImmediatePropagation(); // it was no click
        this.dragged = false;
      },
      true,
    );
    canvas.addEventListener(
      "touchstart",
      () => {
        this.fingers = null;
      },
      { passive: true },
    );
    canvas.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
  }

  cellAt(event) {
    const at = this.matrix.at(event);
    return at && at.row !== null && at.column !== null ? at : null;
  }

  // With Ctrl (a pinch on a trackpad, too) closer and farther; else through what is closer.
  turn(event) {
    const at = this.cellAt(event);
    if (!at || !(this.worth || this.zoomed)) return;
    if (event.ctrlKey) {
      event.preventDefault();
      this.by(Math.exp(-event.deltaY / 200), at);
    } else if (this.zoomed) {
      const cell = Math.max(this.matrix.cell, 8),
        across = event.shiftKey ? "deltaY" : "deltaX";
      const steps = (pixels) => Math.sign(pixels) * Math.ceil(Math.abs(pixels) / cell);
      const next = pan(
        this.matrix.range,
        event.shiftKey ? 0 : steps(event.deltaY),
        steps(event[across]),
        ...this.size,
      );
      if (next.row === this.matrix.range.row && next.column === this.matrix.range.column) return;
      event.preventDefault(); // at its end the page scrolls
      this.set(next);
    }
  }

  begin(event) {
    this.dragged = false;
    const at =
      event.pointerType === "mouse" && event.button === 0 && this.worth ? this.cellAt(event) : null;
    this.start = at && { at, x: event.clientX, y: event.clientY };
  }

  drag(event) {
    if (!this.start) return;
    const { x, y } = this.start;
    if (Math.hypot(event.clientX - x, event.clientY - y) < STILL && !this.dragged) return;
    if (!this.dragged) this.matrix.canvas.setPointerCapture(event.pointerId);
    this.dragged = true;
    const { parentElement } = this.matrix.canvas;
    const [ax, ay] = within({ clientX: x, clientY: y }, parentElement),
      [bx, by] = within(event, parentElement);
    this.brush.hidden = false;
    Object.assign(this.brush.style, {
      left: `${Math.min(ax, bx) + parentElement.scrollLeft}px`,
      top: `${Math.min(ay, by)}px`,
      width: `${Math.abs(ax - bx)}px`,
      height: `${Math.abs(ay - by)}px`,
    });
  }

  end(event) {
    const at = this.dragged && this.cellAt(event),
      { start } = this;
    this.cancel();
    if (at) this.set(between(start.at, at, ...this.size));
  }

  cancel() {
    this.start = null;
    this.brush.hidden = true;
  }

  pinch(event) {
    if (event.touches.length !== 2 || !this.worth) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    if (this.fingers && Math.abs(distance / this.fingers - 1) < 0.1) return;
    if (this.fingers) this.by(distance / this.fingers, this.cellAt(middle) ?? undefined);
    this.fingers = distance;
  }
}
