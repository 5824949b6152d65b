// What a grid is called and what stands out in it.

import { quoted, t, shorten } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { cut, written } from "./wording.js";

// A symbol with its index, of a cell with the names or the numbers of its row and column: "k_j" of
// the second word is k with dog.
export function symbol({ symbol, role, shape, rows, columns }, row = null, column = null) {
  const [name, index = ""] = symbol.split("_"),
    element = make("i", "", name),
    below = [];
  const subscript = row === null ? index : index.replace(/i?j$|^i$/, "");
  if (subscript) below.push(subscript);
  if (row !== null && shape[0] > 1) below.push(cut(rows[row] ?? String(row + 1), 14));
  if (column !== null && shape[1] > 1) below.push(cut(columns[column] ?? String(column + 1), 14));
  element.style.color = `var(--role-${role})`;
  if (below.length) element.append(make("sub", "", below.join(", ")));
  return element;
}

function cellName({ shape, rows, columns }, place) {
  const row = Math.floor(place / shape[1]),
    column = place % shape[1],
    names = [];
  if (shape[0] > 1)
    names.push(rows.length ? quoted(shorten(rows[row])) : t("row {place}", { place: row + 1 }));
  if (shape[1] > 1)
    names.push(
      columns.length
        ? quoted(shorten(columns[column]))
        : t("number {place}", { place: column + 1 }),
    );
  return names.join(", ");
}

// Its largest and its smallest number, in a sentence.
export function extremes(grid) {
  if (!grid.values) return t("Its numbers are too many to show.");
  let most = -1,
    least = -1;
  grid.values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    if (most < 0 || value > grid.values[most]) most = i;
    if (least < 0 || value < grid.values[least]) least = i;
  });
  if (most < 0) return t("All of it is masked.");
  if (grid.values.length === 1)
    return t("{title} is {value}.", { title: grid.title, value: written(grid.values[0]) });
  if (grid.values[most] === grid.values[least])
    return t("All are {value}.", { value: written(grid.values[most]) });
  const [high, low] = [most, least].map(
    (place) => `${written(grid.values[place])} (${cellName(grid, place)})`,
  );
  return t("Largest is {high}, smallest {low}.", { high, low });
}
