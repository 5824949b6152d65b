// What the colours of the weights mean, and what to do with the pointer.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { handsHint } from "./swiping.js";

export class Legend {
  constructor() {
    this.element = make("div", "legend");
  }

  paint(matrix) {
    const masked = matrix.rows.some((_, row) =>
      matrix.columns.some((_, column) => matrix.weight(row, column) === null),
    );
    const hint = handsHint();
    const { dataset, lastChild } = this.element;
    if (dataset.masked === String(masked) && lastChild.textContent === hint) return;
    dataset.masked = masked;
    this.element.replaceChildren(
      make("span", "", t("weight 0")),
      make("span", "scale"),
      make("span", "", "1"),
    );
    if (masked) this.element.append(make("span", "masked"), make("span", "", t("masked: hidden")));
    this.element.append(make("span", "hint", hint));
  }
}
