// The sentence about one number, and which cells it is made of.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { OPERATIONS, aside, at } from "./operations.js";
import { symbol } from "./sentences.js";
import { written } from "./wording.js";

// Text in which the symbols with an index, "W_Q", stand as in formulae; `symbols` are grids by
// their symbol.
export function typeset(text, symbols) {
  return text
    .split(/([^\s.,:;()=·+]+)/)
    .map((part) => (symbols.has(part) ? symbol(symbols.get(part)) : part));
}

// The equation of a cell: parts as in OPERATIONS.
export function equation(grid, row, column, symbols, epsilon) {
  const value = at(grid, row, column),
    operation = OPERATIONS[grid.operation];
  const start = [{ grid, row, column }, " = "],
    end = [written(value), grid.role];
  if (!operation) {
    const facts = { title: typeset(grid.title, symbols) };
    return [...start, end, ...aside(t("(given: {title})"), facts)];
  }
  const isPartlySeen = grid.operation.startsWith("linear") || grid.operation === "join";
  const unseen = grid.of.filter((part) => !part.values);
  if (!isPartlySeen && unseen.length) {
    const what = unseen.flatMap((part, place) => [...(place ? [" "] : []), { grid: part }]);
    return [...start, end, ...aside(t("(made with {what}, too many to show)"), { what })];
  }
  const made = operation.tell(row, column, grid.of, value, grid.number, epsilon);
  return [...start, ...made, ...(Number.isNaN(value) ? [] : [" = ", end])];
}

// Parts of a sentence as nodes of the page.
export function nodesOf(parts) {
  return parts.map((part) => {
    if (typeof part === "string" || part instanceof Node) return part;
    if (part.grid) return symbol(part.grid, part.row ?? null, part.column ?? null);
    const span = make("span", part[1] ? "" : "aside", part[0]);
    if (part[1]) span.style.color = `var(--role-${part[1]})`;
    return span;
  });
}

// What to frame in a figure's grid, [row or all, column or all] each, while a cell of another grid,
// or of its own, is pointed at.
export function framed(figureGrid, grid, row, column) {
  if (!grid) return [undefined];
  if (figureGrid === grid) {
    const cell = [row, column];
    return Math.min(...grid.shape) > 1 ? [[row, null], [null, column], cell] : [cell];
  }
  const lights = OPERATIONS[grid.operation]?.lights(row, column, grid.of) ?? [];
  const light = lights[grid.of.indexOf(figureGrid)];
  return [
    light?.map((place, axis) =>
      place === null ? null : Math.min(place, figureGrid.shape[axis] - 1),
    ),
  ];
}
