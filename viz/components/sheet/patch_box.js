// The box of the panel for what is taken from another sentence: a state of words, or another part
// of all tokens.
//
// To be read beside viz/pages/heads/what_ifs.py.

import { NO_HEAD, PATCH_KINDS } from "../../engine/constants.js";
import { t } from "../../engine/text.js";
import { readWhatIf } from "../../engine/what_if.js";
import { make } from "../shared/elements.js";

const upTo = (count, first = 1) =>
  Array.from({ length: count }, (_, at) => [String(at), String(at + first)]);

// The first word, { text, places }, in which another text differs.
function firstOther(words, other) {
  let rest = other.trimStart();
  return words.find(({ text }) => {
    if (!rest.startsWith(text)) return true;
    rest = rest.slice(text.length).trimStart();
    return false;
  });
}

export class PatchBox {
  // `kinds` are [kind of PATCH_KINDS, title], `titles` those of the mechanisms; `put(text)` is
  // called with the text of the address.
  constructor(kinds, titles, put) {
    Object.assign(this, { kinds, titles, put });
    this.element = make("div");
    this.form = make("form", "row");
    this.other = make("input");
    this.other.maxLength = 400;
    this.other.placeholder = t("type one of as many words, press Enter");
    const title = t("Take the state of a word from another sentence");
    this.other.setAttribute("aria-label", title);
    this.form.append(make("span", "", title), this.other);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take({ other: this.other.value.trim() });
    });
    this.rest = make("div", "row");
    this.element.append(this.form, this.rest);
  }

  // What is on show: the text of the address, the words that are read, and the [layers, heads] of
  // each stack.
  show(text, words, stacks) {
    const patched = text ? readWhatIf({ patch: text }).patched : [],
      [[other, stack, kind, layer, head] = ["", "", "state", null, NO_HEAD]] = patched;
    const places = patched.map(([, , , , , , here]) => here);
    Object.assign(this, { words, stacks, shown: { other, stack, kind, layer, head, places } });
    this.other.value = other;
    this.rest.replaceChildren(...(other ? this.controls() : []));
  }

  // Take what is on show, with a change.
  take(change) {
    const { stacks, words } = this,
      next = { ...this.shown, ...change },
      sentence = encodeURIComponent(next.other);
    if (!next.other) return this.put("");
    if (next.kind === "state") {
      const [[layers]] = Object.values(stacks),
        isNew = next.other !== this.shown.other || this.shown.kind !== "state";
      const places = isNew
        ? (firstOther(words, next.other) ?? words[0]).places
        : [...next.places].sort((one, other) => one - other);
      const layer = isNew || next.layer === null ? Math.floor(layers / 2) : next.layer;
      return this.put(
        places.map((place) => `${layer}-${place + 1}-${place + 1}:${sentence}`).join(","),
      );
    }
    const isOfHead = PATCH_KINDS[next.kind],
      all = Object.keys(stacks).filter((name) => isOfHead || name !== "cross"),
      isKept = all.includes(next.stack),
      stack = isKept ? next.stack : isOfHead ? all.at(-1) : all[0],
      [layers, heads] = stacks[stack];
    const parts = [stack, next.kind, 1 + Math.min(isKept ? next.layer : layers - 1, layers - 1)];
    if (isOfHead) parts.push(1 + Math.min(Math.max(next.head, 0), heads - 1));
    return this.put(`${parts.join("-")}:${sentence}`);
  }

  controls() {
    const { shown, stacks, titles } = this,
      isState = shown.kind === "state",
      kinds = this.list(t("What is taken"), this.kinds, shown.kind, (kind) => this.take({ kind }));
    if (isState && shown.stack) return [kinds]; // of a link
    const [layers, heads] = stacks[shown.stack || Object.keys(stacks)[0]];
    const take = (name) => (value) => this.take({ [name]: Number(value) });
    if (isState)
      return [
        kinds,
        this.list(t("After layer"), upTo(layers + 1, 0), shown.layer, take("layer")),
        make("span", "", t("States of these words")),
        ...this.chips(),
      ];
    const mechanisms = Object.keys(stacks)
      .filter((name) => PATCH_KINDS[shown.kind] || name !== "cross")
      .map((name) => [name, titles[name]]);
    return [
      kinds,
      this.list(t("Mechanism"), mechanisms, shown.stack, (stack) => this.take({ stack })),
      this.list(t("Layer"), upTo(layers), shown.layer, take("layer")),
      ...(PATCH_KINDS[shown.kind]
        ? [this.list(t("Head"), upTo(heads), shown.head, take("head"))]
        : []),
    ];
  }

  list(title, options, value, act) {
    const label = make("label", "", title),
      select = make("select");
    for (const [option, text] of options)
      select.append(Object.assign(make("option", "", t(text)), { value: option }));
    select.value = value;
    select.addEventListener("change", () => act(select.value));
    label.append(select);
    return label;
  }

  chips() {
    const { places } = this.shown;
    return this.words.map(({ text, places: own }) => {
      const isOn = own.every((place) => places.includes(place)),
        button = make("button", "", text);
      button.type = "button";
      button.setAttribute("aria-pressed", isOn);
      button.addEventListener("click", () => {
        const others = places.filter((place) => !own.includes(place)),
          next = isOn ? others : [...others, ...own];
        if (next.length) this.take({ places: next });
        else this.put("");
      });
      return button;
    });
  }
}
