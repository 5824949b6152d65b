import { clamp } from "../../engine/numbers.js";
import { fixed, inEnglish, KINDS, quoted, t } from "../../engine/text.js";
import { tableOf } from "./tables.js";

const TABLE = 128 * 128; // cells at most of a table

// One matrix and what it says, without its picture: a row for each word that looks, a column for
// each that is looked at. `before` and `after`, where a decoder has them, are the words read and
// written at a row; `weight(row, column)` is null where the mask hides it.
export class Cells {
  // Values run from `least` to `most`, weights from 0 to 1; `changed(row, column)` cells are
  // outlined. `pieces` has the pieces in which the word of each column is read, `misread` the
  // columns of words that are perhaps misread, `rowGlosses` and `columnGlosses` the English of
  // French words. `kind` says what the values are: "weight", "share" of the norms of a row, which
  // `sum(row)` adds up where it is known, "score", "mask" (1: one may look), "distance", "norm",
  // "cosine", or "difference" of two weights, from -1 to 1.
  set({
    rows,
    columns,
    before,
    after,
    weight,
    least = 0,
    most = 1,
    changed = () => false,
    pieces = [],
    misread = [],
    rowGlosses = [],
    columnGlosses = [],
    kind = "weight",
    sum = () => null,
  }) {
    Object.assign(this, {
      rows,
      columns,
      before,
      after,
      weight,
      least,
      most,
      changed,
      pieces,
      misread,
      rowGlosses,
      columnGlosses,
      kind,
      sum,
    });
  }

  number(value) {
    if (this.kind === "mask") return String(Math.round(value));
    if (this.kind === "cosine") return fixed(value, 2);
    if (this.kind === "difference")
      return `${value < 0 ? "−" : "+"}${fixed(Math.abs(value), 2).replace(/^0/, "")}`;
    return this.isOfRow ? fixed(value, 2).replace(/^0/, "") : fixed(value, 1);
  }

  // Whether the values of a row add up to 1.
  get isOfRow() {
    return this.kind === "weight" || this.kind === "share";
  }

  // How dark a value is; of cosines, all below 0 are paper.
  share(value) {
    if (this.kind === "cosine") return clamp(0, value, 1);
    if (this.kind === "difference") return clamp(0, (value + 1) / 2, 1);
    return clamp(0, (value - this.least) / (this.most - this.least), 1);
  }

  // The cell that an arrow key leads to from `on`.
  step(key, on) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[
      key
    ];
    return (
      step && {
        row: clamp(0, (on?.row ?? 0) + step[0], this.rows.length - 1),
        column: clamp(0, (on?.column ?? 0) + step[1], this.columns.length - 1),
      }
    );
  }

  // A word that occurs twice says which one it is.
  named(words, place) {
    const several = words.filter((word) => word === words[place]).length > 1;
    return several
      ? t("{word} (word {place})", { word: quoted(words[place]), place: place + 1 })
      : quoted(words[place]);
  }

  row(r) {
    return this.named(this.rows, r);
  }

  column(c) {
    return this.named(this.columns, c);
  }

  // The same numbers for those who read no pictures. A quarter of a million cells would keep a
  // browser busy for ten seconds: of so many, the largest of each row.
  table(caption) {
    const rows = this.rows.map((word, r) => [this.before?.[r], word].filter(Boolean).join(" ▸ "));
    const text = (value) =>
      value === null ? t("masked") : this.number(value).replace(/^\./, "0.");
    if (rows.length * this.columns.length <= TABLE)
      return tableOf(caption, rows, this.columns, (r, c) => text(this.weight(r, c)));
    const most = rows.map((_, r) =>
      this.columns
        .map((_, c) => [this.weight(r, c), c])
        .filter(([value]) => value !== null)
        .sort((a, b) => b[0] - a[0])
        .slice(0, 5),
    );
    return tableOf(
      t("{title}. Of each row the five largest.", { title: caption }),
      rows,
      ["1", "2", "3", "4", "5"],
      (r, i) =>
        most[r][i]
          ? t("{word}: {weight}", { word: this.column(most[r][i][1]), weight: text(most[r][i][0]) })
          : "",
    );
  }

  // The main thing in the picture, in a sentence.
  strongest() {
    if (this.kind === "mask") return this.seen();
    let best = [-Infinity, 0, 0];
    this.rows.forEach((_, r) =>
      this.columns.forEach((_, c) => {
        const weight = this.weight(r, c),
          itself = this.kind === "cosine" && r === c;
        if (weight !== null && !itself && weight > best[0]) best = [weight, r, c];
      }),
    );
    if (best[0] === -Infinity) return "";
    const row = this.row(best[1]),
      column = this.column(best[2]),
      value = this.number(best[0]);
    if (this.isOfRow) {
      const values = { row, column, weight: fixed(best[0], 2) };
      return this.kind === "weight"
        ? t("Largest weight: {row} attends to {column}, {weight}.", values)
        : t("Largest share: {row} receives from {column}, {weight} of its row.", values);
    }
    if (this.kind === "cosine")
      return t("Most alike: {a} and {b}: cosine {value}.", { a: row, b: this.row(best[2]), value });
    return t("Largest: {a} and {b}: {value}.", { a: row, b: column, value });
  }

  // Of a mask: how much of it there is.
  seen() {
    const all = this.rows.length * this.columns.length;
    let masked = 0,
      later = 0;
    this.rows.forEach((_, r) =>
      this.columns.forEach((_, c) => {
        if (this.weight(r, c) !== null) return;
        masked += 1;
        later += c > r;
      }),
    );
    if (!masked) return t("No cell is masked: every word may attend to every word.");
    const causal = masked === later && later === (this.rows.length * (this.rows.length - 1)) / 2;
    if (causal)
      return t("{masked} of {all} cells are masked: no word may attend to a later one.", {
        masked,
        all,
      });
    return t("{masked} of {all} cells are masked.", { masked, all });
  }

  // The same for numbers that are no weights.
  plainly(row, column) {
    if (row === null || column === null) return "";
    const value = this.weight(row, column),
      [a, b] = [this.row(row), this.column(column)];
    if (value === null) return t("{a} may not attend to {b}.", { a, b });
    if (this.kind === "mask") return t("{a} may attend to {b}.", { a, b });
    return t("{a} and {b}: {kind} {value}.", {
      a,
      b,
      kind: t(KINDS[this.kind]),
      value: this.number(value),
    });
  }

  // The pieces in which the word of a column is read; "" of one that is read whole.
  spelling(column) {
    const pieces = this.pieces[column] ?? [];
    if (pieces.length < 2) return "";
    const names = { column: this.column(column), pieces: pieces.join("·") };
    return this.misread.includes(column)
      ? t("{column} is read in pieces: {pieces}, and perhaps misread.", names)
      : t("{column} is read in pieces: {pieces}.", names);
  }

  // What stands out, in words.
  sentence(on) {
    if (!on) return this.strongest();
    const { row, column } = on;
    if (!this.isOfRow) return this.plainly(row, column);
    const isShare = this.kind === "share";
    const top = (pairs) =>
      pairs
        .filter(([w]) => w !== null)
        .sort((a, b) => b[0] - a[0])
        .slice(0, 3)
        .map(([weight, word]) => t("{word}: {weight}", { word, weight: fixed(weight, 2) }))
        .join(", ");
    if (row === null) {
      const words = top(this.rows.map((_, r) => [this.weight(r, column), this.row(r)]));
      const name = this.column(column);
      const text = isShare
        ? t("{column} adds to {words}.", { column: name, words })
        : t("{column} gets attention from {words}.", { column: name, words });
      return [this.spelling(column), text, inEnglish(this.columnGlosses[column])]
        .filter(Boolean)
        .join(" ");
    }
    const looks = this.row(row);
    const context = this.before
      ? ` ${t("({read} is read, {written} is written)", {
          read: quoted(this.before[row]),
          written: quoted(this.rows[row]),
        })}`
      : this.after
        ? ` ${t("(about to write {word})", { word: quoted(this.after[row]) })}`
        : "";
    if (column === null) {
      const words = top(this.columns.map((_, c) => [this.weight(row, c), this.column(c)]));
      const values = { row: looks, words, context };
      const text = isShare
        ? t("{row} receives from {words}{context}.", values)
        : t("{row} attends to {words}{context}.", values);
      return [text, inEnglish(this.rowGlosses[row])].filter(Boolean).join(" ");
    }
    const weight = this.weight(row, column),
      names = { row: looks, column: this.column(column) };
    if (weight === null) {
      if (this.after && column > row)
        return t("{row} may not attend to {column}: it comes later, the mask hides it.", names);
      if (this.columns[column] === "<pad>")
        return t("{row} may not attend to {column}: it is padding, the mask hides it.", names);
      return t("{row} may not attend to {column}: it is hidden, the mask hides it.", names);
    }
    const values = { ...names, weight: fixed(weight, 2), context };
    if (!isShare) return t("{row} attends to {column}: {weight}{context}.", values);
    const sum = this.sum(row);
    if (sum === null)
      return t("{row} receives from {column}: {weight} of its row{context}.", values);
    const norm = fixed(weight * sum, 2);
    return t("{row} receives from {column}: norm {norm}, {weight} of its row{context}.", {
      ...values,
      norm,
    });
  }
}
