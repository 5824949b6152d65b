// A weight of the head on show that is given another value.

import { fixed, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";

// The forced cells of an address with this one of a head among them, or without it (null).
export function forcedCells(text, head, { row, column }, weight) {
  const cell = `${head}-${row + 1}-${column + 1}`;
  const others = text
    .split(",")
    .filter((other) => other && other.slice(0, other.lastIndexOf("-")) !== cell);
  return (weight === null ? others : [...others, `${cell}-${weight}`]).sort();
}

export class Force {
  // `force(weight)` is called to give the held cell a weight, with null to take it back.
  constructor(force) {
    this.element = make("div", "force");
    this.element.hidden = true;
    this.slider = make("input");
    Object.assign(this.slider, { type: "range", min: 0, max: 1, step: 0.01 });
    this.text = make("span", "force-text");
    this.apply = make("button", "apply");
    this.undo = make("button", "apply");
    this.slider.addEventListener("input", () => this.paint(this.cell, Number(this.slider.value)));
    this.apply.addEventListener("click", () => force(Number(this.slider.value)));
    this.undo.addEventListener("click", () => force(null));
    this.element.append(this.text, this.slider, this.apply, this.undo);
  }

  speak() {
    this.slider.setAttribute("aria-label", t("The weight to force"));
    this.apply.textContent = t("Force it");
    this.undo.textContent = t("As computed");
  }

  // `cell` has the names of its row and column and its weight; null where none can be forced.
  paint(cell, wanted) {
    this.cell = cell;
    this.element.hidden = cell === null;
    if (cell === null) return;
    if (wanted === undefined) this.slider.value = cell.weight;
    this.text.textContent = t("What if {row} attended to {column} with {weight}?", {
      ...cell,
      weight: fixed(wanted ?? cell.weight, 2),
    });
  }
}
