// The panel of what-ifs: lists to choose from, and the words of the sentence to hide or to swap.

import { quoted, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { PatchBox } from "./patch_box.js";

export class Panel {
  // Those of the declared `settings` with a label are chosen from lists. `change({ name: text })`
  // is called with the parameters of the address that the reader changes, with null to undo all.
  // What is taken from another sentence has the `kinds` and `titles` of PatchBox.
  constructor(element, settings, { taken, titles }, change) {
    Object.assign(this, { element, change, words: { read: [], typed: [] }, swapped: -1 });
    const body = make("div", "body");
    body.append(
      this.lists(settings),
      this.rows(),
      (this.patch = new PatchBox(taken, titles, (patch) => this.change({ patch }))).element,
      this.button(t("Reset all"), () => change(null)),
    );
    element.append(make("summary", "", t("What if …?")), body);
    element.addEventListener("toggle", () => change({ panel: element.open ? "open" : "closed" }));
  }

  button(text, act) {
    const button = make("button", "", text);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  lists(settings) {
    const row = make("div", "row");
    const listed = settings.filter(
      ({ label, options, kind }) => label && options && kind !== "switch",
    );
    this.selects = listed.map(({ name, label: title, options }) => {
      const label = make("label", "", t(title)),
        select = make("select");
      for (const [value, text] of options)
        select.append(Object.assign(make("option", "", t(text)), { value }));
      select.addEventListener("change", () => this.change({ [name]: select.value }));
      label.append(select);
      row.append(label);
      return [name, select];
    });
    return row;
  }

  rows() {
    const rows = make("div");
    [this.hide, this.swap] = [t("Hide a word"), t("Swap a word")].map((title) => {
      const row = make("div", "row"),
        words = make("span", "row");
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", title);
      row.append(make("span", "", title), words);
      rows.append(row);
      return words;
    });
    this.form = make("form", "row");
    this.other = make("input");
    this.other.maxLength = 100;
    this.back = this.button("", () => this.swapFor(""));
    this.form.append(this.other, this.back);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.swapFor(this.other.value.trim());
    });
    rows.append(this.form);
    return rows;
  }

  // What is on show: the state of the address, the words that are read and that were typed, the
  // names of the what-ifs that the model has, and the sizes of its stacks.
  show(state, words, { whatIfs, stacks }) {
    Object.assign(this, { state, words, swapped: state["swap-word"] - 1 });
    this.element.open = state.panel === "open";
    for (const [name, select] of this.selects) {
      select.value = state[name];
      select.parentElement.hidden = !whatIfs.includes(name);
    }
    this.hide.parentElement.hidden = !whatIfs.includes("block");
    this.swap.parentElement.hidden = !words.typed.length;
    this.patch.element.hidden = !whatIfs.includes("patch");
    if (whatIfs.includes("patch")) this.patch.show(state.patch, words.read, stacks);
    this.paintWords();
  }

  paintWords() {
    const { state, words } = this,
      swaps = this.swaps();
    const hidden = new Set(
      state.block
        .split(",")
        .filter(Boolean)
        .map((place) => place - 1),
    );
    const chip = (text, isOn, act) => {
      const button = this.button(text, act);
      button.setAttribute("aria-pressed", isOn);
      return button;
    };
    this.hide.replaceChildren(
      ...words.read.map(({ text, places }) => {
        const isOn = places.every((place) => hidden.has(place));
        return chip(text, isOn, () => {
          for (const place of places) hidden[isOn ? "delete" : "add"](place);
          const kept = [...hidden].sort((one, other) => one - other);
          this.change({ block: kept.map((place) => place + 1).join(",") });
        });
      }),
    );
    this.swap.replaceChildren(
      ...words.typed.map(({ text, number }) => {
        const other = swaps.get(number + 1);
        const title = other === undefined ? text : `${text} ▸ ${other}`;
        return chip(title, this.swapped === number, () => {
          this.swapped = this.swapped === number ? -1 : number;
          this.change({ "swap-word": this.swapped < 0 ? "" : String(number + 1) });
          this.paintWords();
          if (this.swapped >= 0) this.other.focus();
        });
      }),
    );
    const chosen = words.typed.find(({ number }) => number === this.swapped);
    this.form.hidden = !chosen;
    if (!chosen) return;
    const title = t("Another word for {word}", { word: quoted(chosen.text) });
    this.other.placeholder = title;
    this.other.setAttribute("aria-label", title);
    this.back.hidden = !swaps.has(chosen.number + 1);
    this.back.textContent = t("Back to “{word}”", { word: chosen.text });
  }

  // The swaps of the address: the word, as it is written there, by its number from 1.
  swaps() {
    return new Map(
      this.state.swap
        .split(",")
        .filter(Boolean)
        .map((part) => {
          const [place, word] = part.split(":");
          return [Number(place), decodeURIComponent(word)];
        }),
    );
  }

  swapFor(word) {
    const swaps = this.swaps();
    swaps.delete(this.swapped + 1);
    if (word) swaps.set(this.swapped + 1, word);
    this.swapped = -1;
    this.other.value = "";
    this.change({
      "swap-word": "",
      swap: [...swaps]
        .sort(([one], [other]) => one - other)
        .map(([place, text]) => `${place}:${encodeURIComponent(text)}`)
        .join(","),
    });
  }
}
