// The pointer and the keys on the pictures of a head: hover, hold, drag from a word to another.

import { same } from "../../engine/numbers.js";

const STILL = 6; // pixels that a click may slip

export class Pointing {
  // `hover(at)`, `click(at)` and `join(from, to)` are called with a row and a column, either null.
  constructor({ hover, click, join }) {
    Object.assign(this, { hover, click, join, at: null });
  }

  // Listens to a canvas whose `find(event)` says what is under the pointer.
  listen(canvas, find) {
    canvas.addEventListener("pointerdown", (event) => this.begin(event, canvas, find));
    canvas.addEventListener("pointermove", (event) => this.move(event, canvas, find));
    canvas.addEventListener("pointerup", (event) => this.end(event, find));
    canvas.addEventListener("pointercancel", () => {
      this.start = null;
    });
    canvas.addEventListener("pointerleave", () => this.set(null));
    canvas.addEventListener("click", (event) => {
      if (!this.joined) this.click(find(event));
      this.joined = false;
    });
  }

  set(at) {
    if (same(at, this.at) || (!at && !this.at)) return;
    this.at = at;
    this.hover(at);
  }

  begin(event, canvas, find) {
    const at = event.pointerType === "mouse" && event.button === 0 ? find(event) : null;
    this.joined = false;
    const isWord = at && (at.row === null) !== (at.column === null);
    this.start = isWord ? { at, x: event.clientX, y: event.clientY } : null;
  }

  move(event, canvas, find) {
    const at = find(event);
    if (!event.buttons) this.start = null;
    canvas.style.cursor = at ? "pointer" : "default";
    const isDragged = this.start && at && !same(at, this.start.at);
    this.set(
      isDragged
        ? { row: this.start.at.row ?? at.row, column: this.start.at.column ?? at.column }
        : at,
    );
  }

  end(event, find) {
    const { start } = this,
      at = start && find(event);
    this.start = null;
    if (!at || same(at, start.at) || (at.row !== null && at.column !== null)) return;
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < STILL) return;
    this.joined = true; // it was no click
    this.join(start.at, at);
  }
}
