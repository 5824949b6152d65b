// A pinned head beside the one on show, and the second less the first.

import { unpack } from "../../engine/packing.js";
import { fixed, translatable, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { placeOf } from "../shared/heads.js";
import { Matrix } from "../shared/matrix.js";
import { sameWordIn } from "../shared/words.js";

const WHY = {
  words: translatable("No difference: the rows and columns of these two are different words."),
  sentence: translatable("No difference: the sentences are not the same."),
  french: translatable("No difference: the translations are not the same."),
  pieces: translatable("No difference: the two models cut words into different pieces."),
  coarse: translatable("Click the head to see the difference."),
};

const equal = (a, b) => a.length === b.length && a.every((word, place) => word === b[place]);

// Why the pinned head and one of a block have no difference: "" where they have one, else one of
// "words", "sentence", "french" and "pieces".
export function whyNone(pinned, block, sentence) {
  if (equal(pinned.rows, block.rows) && equal(pinned.columns, block.columns)) return "";
  if (pinned.stack !== block.stack) return "words";
  if (pinned.sentence !== sentence) return "sentence";
  return equal(pinned.columns, block.columns) ? "french" : "pieces";
}

// The head of another run at the place of one of this run, as a pinned head; null where that run
// lacks the mechanism. Beyond its last layer or head stands the last.
export function besideOf(runs, [stack, layer, head]) {
  const run = runs.find((other) => other.stack === stack);
  if (!run) return null;
  const at = [Math.min(layer, run.layers - 1), Math.min(head, run.heads - 1)];
  const size = run.rows.length * run.columns.length;
  const place = placeOf(run, [stack, ...at]);
  return {
    ...run,
    title: t("{mechanism} · layer {layer} · head {head}", place),
    offset: run.offset + (at[0] * run.heads + at[1]) * size,
  };
}

// The second weight less the first; a masked one counts 0, and two of them give null.
export function lessOf(first, second) {
  return (row, column) => {
    const a = first(row, column),
      b = second(row, column);
    return a === null && b === null ? null : (b ?? 0) - (a ?? 0);
  };
}

// The word of one picture in another, as far as it is there.
export function mapped(from, to, on) {
  if (!on) return null;
  const row = on.row === null ? null : sameWordIn(from.rows, to.rows, on.row);
  const column = on.column === null ? null : sameWordIn(from.columns, to.columns, on.column);
  return row === null && column === null ? null : { row, column };
}

class Side {
  constructor(className) {
    this.box = make("div", `box compared ${className}`);
    this.caption = make("p", "caption");
    this.canvas = make("canvas", "side");
    this.canvas.setAttribute("role", "img");
    this.matrix = new Matrix(this.canvas);
    this.box.append(this.caption, this.canvas);
  }
}

export class Compared {
  // `act(name)` asks for another sentence or French, `hover(at)` and `click(at)` are called with a
  // cell of the head on show.
  constructor({ act, hover, click }) {
    this.act = act;
    this.first = new Side("first");
    this.third = new Side("third");
    this.caption = make("p", "caption");
    this.why = make("div", "why");
    this.third.box.append(this.why);
    for (const side of [this.first, this.third]) {
      const find = (event) => mapped(side.matrix, this.second, side.matrix.at(event));
      side.canvas.addEventListener("pointermove", (event) => hover(find(event)));
      side.canvas.addEventListener("pointerleave", () => hover(null));
      side.canvas.addEventListener("click", (event) => click(find(event)));
    }
  }

  // `pinned` and its numbers, or null, or of another run the head `beside` the one `at` a place;
  // `second` is the matrix of the head on show, of `block`.
  show(data, block, at, second, coarse) {
    if (data.beside.length) data.pinned = besideOf(data.beside, at);
    const { pinned } = data;
    this.second = second;
    this.isOn = Boolean(pinned);
    if (!pinned) return;
    const width = pinned.columns.length,
      { numbers, steps } = data;
    const weight = (row, column) => unpack(numbers[pinned.offset + row * width + column], steps);
    this.first.matrix.set({ ...pinned, weight });
    this.reason = coarse ? "coarse" : whyNone(pinned, block, data.sentence);
    const difference = lessOf(weight, (row, column) => second.weight(row, column));
    this.third.matrix.set({
      ...second,
      rowsContinue: block.rowsContinue,
      columnsContinue: block.columnsContinue,
      weight: difference,
      kind: "difference",
    });
    this.third.matrix.range = this.first.matrix.range = second.range;
    if (this.reason) this.first.matrix.range = null;
    this.first.matrix.range ??= { row: 0, rows: pinned.rows.length, column: 0, columns: width };
    this.first.caption.textContent = ["A", pinned.title, pinned.about].filter(Boolean).join(" · ");
    this.first.caption.title = this.first.caption.textContent;
    this.third.canvas.hidden = Boolean(this.reason);
    this.showWhy(data, pinned);
  }

  write(title) {
    this.caption.textContent = `B · ${title}`;
    const text =
      this.second.kind === "share"
        ? t("B − A: blue where the share is larger in B")
        : t("B − A: blue where B attends more");
    this.third.caption.textContent = this.reason ? "" : text;
  }

  showWhy({ sentence, can }, pinned) {
    const key = JSON.stringify([this.reason, pinned, sentence, t("Each its own translation")]);
    if (key === this.key) return;
    this.key = key;
    const parts = this.reason ? [make("p", "", t(WHY[this.reason]))] : [];
    if (this.reason === "sentence") {
      parts.push(this.button(t("Use this sentence for both"), "sentence"));
    }
    if (this.reason === "french") {
      parts.push(this.button(t("Compare on the same translation"), "same"));
    }
    if (pinned.followed) parts.push(this.button(t("Each its own translation"), "own"));
    this.why.replaceChildren(...parts.filter((part) => can.asked || part.tagName === "P"));
  }

  button(text, act) {
    const button = make("button", "apply", text);
    button.addEventListener("click", () => this.act(act));
    return button;
  }

  // The same numbers as tables, but for those of the head on show.
  tables() {
    if (!this.isOn) return [];
    const sides = this.reason ? [this.first] : [this.first, this.third];
    return sides.map(({ matrix, caption }) => matrix.table(caption.textContent));
  }

  layout(look, room, tallest) {
    this.first.matrix.layout(look, room, tallest, true);
    if (!this.reason) this.third.matrix.layout(look, room, tallest, true);
  }

  paint(look, diverging, colour, on) {
    const { first, third } = this;
    first.matrix.paint(look, look.muted, mapped(this.second, first.matrix, on));
    const title = first.caption.textContent;
    first.canvas.setAttribute("aria-label", `${title}. ${first.matrix.strongest()}`);
    if (this.reason) return;
    third.matrix.paint(look.signed(diverging[look.dark ? "dark" : "light"]), colour, on);
    third.canvas.setAttribute("aria-label", `${third.caption.textContent}. ${this.describe(null)}`);
  }

  // What the two differ in: at a cell, or most of all.
  describe(on) {
    if (this.reason) return "";
    const { matrix } = this.third;
    const at = on && on.row !== null && on.column !== null ? on : on ? null : largest(matrix);
    if (!at) return "";
    const values = {
      row: matrix.row(at.row),
      column: matrix.column(at.column),
      first: printed(this.first.matrix, at),
      second: printed(this.second, at),
    };
    if (!on && Math.abs(matrix.weight(at.row, at.column)) < 0.005)
      return t("A and B are the same. Choose another head, sentence or model.");
    if (this.second.kind === "share")
      return on
        ? t("{row} receives from {column}: {first} in A, {second} in B.", values)
        : t(
            "Largest difference: {row} receives from {column}, {first} in A, {second} in B.",
            values,
          );
    return on
      ? t("{row} attends to {column}: {first} in A, {second} in B.", values)
      : t("Largest difference: {row} attends to {column}, {first} in A, {second} in B.", values);
  }
}

const printed = (matrix, { row, column }) => fixed(matrix.weight(row, column) ?? 0, 2);

function largest(matrix) {
  let best = null,
    most = -1;
  matrix.rows.forEach((_, row) =>
    matrix.columns.forEach((_, column) => {
      const value = Math.abs(matrix.weight(row, column) ?? 0);
      if (value > most) [best, most] = [{ row, column }, value];
    }),
  );
  return best;
}
