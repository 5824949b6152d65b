// The line beside the head: how sure a changed model is of the words as trained, where it writes
// others. Its place is always there, so that nothing moves when a head is turned off.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { isMoved, percentages } from "./percent.js";

export class Comparison {
  constructor() {
    this.element = make("p", "comparison");
  }

  // `trained` are the words as trained, each with its probability before the change and now; null
  // where the translation stays the same, whose own words say it.
  show(trained) {
    this.element.replaceChildren();
    this.element.title = "";
    this.element.tabIndex = trained ? 0 : -1; // where it is wider than its place, arrow keys scroll
    if (!trained) return;
    const moved = trained.filter(isMoved);
    const sentence = moved.length
      ? t("Probabilities of the original words now:")
      : t("The original words are about as probable as before.");
    // Where there is little room, the words alone are here, or nothing.
    this.element.title = sentence;
    this.element.append(make("span", "said", `${sentence} `));
    for (const word of moved) {
      const item = make("span", "item");
      item.append(make("strong", "", word.text), ` ${percentages(word)}`);
      this.element.append(item, " ");
    }
  }
}
