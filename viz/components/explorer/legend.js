// What the colours of the weights mean, and what to do with the pointer.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { handsHint } from "./swiping.js";

export class Legend {
  constructor() {
    this.element = make("div", "legend");
  }

  // `formula` is that of the norms which the matrix has shares of.
  paint(matrix, formula) {
    const masked = matrix.rows.some((_, row) =>
      matrix.columns.some((_, column) => matrix.weight(row, column) === null),
    );
    const hint = handsHint();
    const { dataset, lastChild } = this.element;
    const least = matrix.kind === "share" ? t("share of {formula} 0", { formula }) : t("weight 0");
    const state = JSON.stringify([masked, least]);
    if (dataset.state === state && lastChild.textContent === hint) return;
    dataset.state = state;
    this.element.replaceChildren(
      make("span", "", least),
      make("span", "scale"),
      make("span", "", "1"),
    );
    if (masked) this.element.append(make("span", "masked"), make("span", "", t("masked: hidden")));
    this.element.append(make("span", "hint", hint));
  }
}
