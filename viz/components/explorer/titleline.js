// The line above a head: its name, and what can be done with it.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";

export class TitleLine {
  // Called as a button is clicked: to turn the head off or on, to turn all on, to pin the head or
  // let go of the pinned one, and to keep its lines or let go of them.
  constructor({ toggle, allOn, pin, over }) {
    this.element = make("div", "title-line");
    this.title = make("h3", "title");
    this.power = this.button("power", toggle);
    this.pin = this.button("power pin", pin);
    this.over = this.button("power over", over);
    this.allOn = this.button("power all-on", allOn);
    this.element.append(this.title, this.power, this.pin, this.over, this.allOn);
  }

  button(name, act) {
    const button = make("button", `apply ${name}`);
    button.addEventListener("click", act);
    return button;
  }

  speak() {
    this.allOn.textContent = t("All heads on");
  }

  // Hidden, the place of a button is kept while another head is previewed: that moves nothing.
  paint(name, { look, colour, isOff, isPreview, can, pinned, hasLines, isOver }) {
    const title = isOff ? t("{title} (off)", { title: name }) : name;
    if (this.title.textContent !== title) this.title.textContent = title;
    this.title.style.setProperty("--colour", isOff ? look.muted : colour);
    this.title.title = t("The square has the colour of this head's lines");
    for (const button of [this.power, this.pin, this.over])
      button.style.visibility = isPreview ? "hidden" : "visible";
    this.power.hidden = !can.silenced;
    this.power.textContent = isOff ? t("Turn head on") : t("Turn head off");
    this.pin.hidden = !can.pinned;
    this.pin.textContent = pinned ? t("Unpin") : t("Pin to compare");
    this.over.hidden = !hasLines || (isOff && !isOver);
    this.over.textContent = isOver ? t("Remove lines") : t("Keep lines");
    this.over.title = t("Keep this head's lines while you choose others");
  }
}
