// The button that asks which heads matter, and what their colours then mean.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";

export class Ranking {
  // Called with whether the heads are to be ranked.
  constructor(ask) {
    [this.button, this.text] = [make("button", "apply rank"), make("span", "ranking")];
    this.button.addEventListener("click", () => ask(!this.isOn));
  }

  paint({ can, losses }) {
    this.isOn = Boolean(losses);
    this.button.hidden = !can.ranked;
    this.button.textContent = this.isOn ? t("Hide importance") : t("Which heads matter?");
    this.text.textContent = this.isOn
      ? t("The more orange, the less likely this translation is without the head")
      : "";
    this.button.setAttribute("aria-pressed", this.isOn);
  }
}
