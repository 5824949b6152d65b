// The switch between what the cells can show: weights, or norms as shares of their row.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";

export class Quantities {
  // `choose(name)` is called as another quantity is chosen.
  constructor(choose) {
    this.element = make("span", "quantities");
    this.element.setAttribute("role", "group");
    this.choose = choose;
  }

  // `quantities` are [name, title], `quantity` is the one on show; with fewer than two no choice.
  paint({ quantities = [], quantity }) {
    const key = JSON.stringify([quantities, quantity, t("Each cell shows")]);
    if (key === this.key) return;
    this.key = key;
    this.element.setAttribute("aria-label", t("Each cell shows"));
    this.element.hidden = quantities.length < 2;
    const hasFocus = this.element.contains(this.element.getRootNode().activeElement);
    this.element.replaceChildren(
      ...quantities.map(([name, title]) => {
        const button = make("button", "apply", title);
        button.setAttribute("aria-pressed", name === quantity);
        button.addEventListener("click", () => name !== quantity && this.choose(name));
        return button;
      }),
    );
    if (hasFocus) this.element.querySelector('[aria-pressed="true"]')?.focus();
  }
}
