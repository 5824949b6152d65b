// The sentence, each word as dark as its weight: of the word that is held or pointed at, else the
// mean of all words. Beside two texts there are two lines.

import { fixed, isSpecial, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";

const LARGEST = 56, // pixels of type in a lecture
  SMALLEST = 16;

// The mean of each column over the rows that may look at it.
function means({ rows, columns, weight }) {
  return columns.map((_, column) => {
    const seen = rows.map((_, row) => weight(row, column)).filter((value) => value !== null);
    return seen.length ? seen.reduce((sum, value) => sum + value, 0) / seen.length : null;
  });
}

// The lines on show: of each the words, their values (null: not shaded), the word framed, and what
// a click on a word holds.
export function shadedLines(matrix, on) {
  const { rows, columns } = matrix;
  const places = (words) => words.map((_, place) => place);
  const ofRows = {
    axis: "row",
    title: matrix.kind === "share" ? t("receives") : t("attends"),
    words: places(rows).map((row) => matrix.rowName(row)),
    held: on?.row ?? null,
    values: rows.map(() => null),
  };
  const ofColumns = {
    axis: "column",
    title: matrix.kind === "share" ? t("adds to it") : t("is attended to"),
    words: places(columns).map((column) => matrix.columnName(column)),
    held: on?.column ?? null,
    values: columns.map(() => null),
  };
  const byRow = on?.row ?? null,
    byColumn = on?.column ?? null;
  if (byRow !== null) ofColumns.values = places(columns).map((c) => matrix.weight(byRow, c));
  else if (byColumn !== null) ofRows.values = places(rows).map((r) => matrix.weight(r, byColumn));
  else ofColumns.values = means(matrix);
  if (byRow === null && byColumn === null) ofColumns.title = t("mean of all words");
  if (JSON.stringify(rows) !== JSON.stringify(columns)) return [ofRows, ofColumns];
  // One text that looks at itself.
  const line = byRow === null && byColumn !== null ? ofRows : ofColumns;
  return [{ ...line, axis: "row", held: byRow ?? byColumn }];
}

export class Shaded {
  // `hover(at)` and `click(at)` are called with a row or a column.
  constructor({ hover, click }) {
    Object.assign(this, { hover, click });
    this.element = make("div", "shaded");
    const at = (event) => {
      const word = event.target.closest(".shade");
      return word && { row: null, column: null, [word.dataset.axis]: Number(word.dataset.place) };
    };
    this.element.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.hover(at(event));
    });
    this.element.addEventListener("pointerleave", () => this.hover(null));
    this.element.addEventListener("click", (event) => {
      const word = at(event);
      if (word) this.click(word);
    });
  }

  paint(look, matrix, on) {
    const lines = shadedLines(matrix, on);
    const words = JSON.stringify(lines.map((line) => [line.axis, line.words]));
    if (words !== this.words) {
      this.words = words;
      this.element.replaceChildren(...lines.map(lineOf));
    }
    lines.forEach((line, place) => paintLine(this.element.children[place], line, look, matrix));
  }

  // As large as `height` pixels allow; null: as large as the words of a page.
  layout(height) {
    const { style } = this.element;
    style.fontSize = "";
    if (height === null) return;
    let size = LARGEST;
    do style.fontSize = `${size}px`;
    while (this.element.offsetHeight > height && (size -= 2) >= SMALLEST);
  }
}

function lineOf({ axis, words }) {
  const line = make("p", "shaded-line");
  const text = words.map((word, place) => {
    const shade = make("span", "shade", word);
    shade.classList.toggle("special", isSpecial(word));
    Object.assign(shade.dataset, { axis, place });
    return shade;
  });
  line.append(make("span", "shaded-title"), ...text);
  return line;
}

function paintLine(element, { title, values, held }, look, matrix) {
  const [name, ...words] = element.children;
  name.textContent = title;
  words.forEach((word, place) => {
    const value = values[place],
      share = value === null ? 0 : matrix.share(value);
    word.style.background = value === null ? "" : `rgb(${look.ink(share)})`;
    word.style.color = value === null ? "" : look.on(share);
    word.title = value === null ? "" : fixed(value, 2);
    word.classList.toggle("held", place === held);
  });
}
