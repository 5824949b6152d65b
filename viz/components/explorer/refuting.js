// The button below what a head does, and over the picture the controls that could refute it.

import { t } from "../../engine/text.js";
import { inLecture, roomBelow } from "../shared/canvas.js";
import { make } from "../shared/elements.js";

const WIDEST = 680; // pixels: a line that is easy to read

export class Refuting {
  // `keep(on)` is called as the controls are asked for or closed.
  constructor(keep) {
    this.button = make("button", "apply power refute");
    this.box = Object.assign(make("div", "refutation"), { hidden: true });
    this.box.setAttribute("role", "status");
    this.button.addEventListener("click", () => keep(!this.isOn));
    for (const element of [this.button, this.box])
      element.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && this.isOn) keep(false);
      });
  }

  // `refutation` is {head, texts} of one head, null where nobody asked; `shown` is the head on
  // show.
  paint({ can, refutation }, shown, reading) {
    this.isOn = Boolean(refutation);
    this.button.hidden = !can.refuted;
    this.button.textContent = t("Refute this");
    this.button.title = t("Run the control of this caption on your sentence");
    this.button.setAttribute("aria-pressed", this.isOn);
    this.box.hidden = refutation?.head !== shown;
    if (this.box.hidden) return;
    const key = JSON.stringify(refutation.texts);
    if (key !== this.key)
      this.box.replaceChildren(...refutation.texts.map((text) => make("p", "", text)));
    this.key = key;
    const { offsetLeft, offsetWidth } = reading;
    const bottoms = [this.button, reading].map((above) => above.offsetTop + above.offsetHeight);
    Object.assign(this.box.style, {
      left: `${offsetLeft}px`,
      top: `${Math.max(...bottoms) + 4}px`,
      width: `${Math.min(offsetWidth, WIDEST)}px`,
    });
    // A lecture does not scroll.
    this.box.style.maxHeight = inLecture(this.box) ? `${roomBelow(this.box)}px` : "";
  }
}
