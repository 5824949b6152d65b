// The search over pages, textbook terms, lessons and examples. The button or the key "/" opens it;
// type, choose with the arrows, Enter opens.

import { t, setLanguage } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { find, indexOf } from "../shared/matching.js";
import { isTyping } from "../shared/typing.js";

const MOST = 30; // results that are listed
const GLASS =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M10 3a7 7 0 1 0 4.2 12.6' +
  'l5.1 5.1 1.4-1.4-5.1-5.1A7 7 0 0 0 10 3m0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10"/></svg>';
const FIELD = {
  type: "text",
  role: "combobox",
  autocomplete: "off",
  spellcheck: "false",
  enterkeyhint: "go",
  "aria-controls": "found",
  "aria-autocomplete": "list",
};

class Search {
  constructor(root) {
    this.button = make("button", "open");
    this.button.type = "button";
    this.button.addEventListener("click", () => this.open());
    this.dialog = make("dialog");
    this.dialog.setAttribute("role", "dialog"); // so that the keys of a lesson know it
    this.input = make("input");
    this.list = make("ul");
    this.status = make("p", "status");
    this.hint = make("p", "hint");
    for (const [name, value] of Object.entries(FIELD)) this.input.setAttribute(name, value);
    this.list.id = "found";
    this.list.setAttribute("role", "listbox");
    this.status.setAttribute("role", "status");
    this.dialog.append(this.input, this.list, this.status, this.hint);
    root.append(this.button, this.dialog);
    this.input.addEventListener("input", () => this.search());
    // Keys and clicks in it are for nothing else on the page; one beside it closes it.
    this.dialog.addEventListener("keydown", (event) => this.pressed(event));
    this.dialog.addEventListener("click", ({ target }) => {
      if (target === this.dialog) this.dialog.close();
    });
    this.key = (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event)) return;
      if (document.querySelector("[data-testid=stDialog]")) return; // it is above the page
      event.preventDefault();
      this.open();
    };
  }

  show({ entries, language }) {
    setLanguage(language);
    this.entries = entries;
    this.index = indexOf(entries);
    this.button.innerHTML = GLASS;
    this.button.append(make("span", "", t("Search")), make("kbd", "", "/"));
    this.button.title = t("Search pages, terms, lessons and examples");
    this.button.setAttribute("aria-label", t("Search"));
    this.button.setAttribute("aria-keyshortcuts", "/");
    this.input.placeholder = t("Search pages, terms, lessons and examples");
    for (const named of [this.dialog, this.input, this.list])
      named.setAttribute("aria-label", t("Search"));
    this.hint.textContent = t("↑ ↓ choose, Enter opens, Esc closes");
  }

  open() {
    if (this.dialog.open) return;
    this.input.value = "";
    this.search();
    this.dialog.showModal();
    this.input.focus();
  }

  search() {
    const places = find(this.index, this.input.value).slice(0, MOST);
    this.list.replaceChildren(...places.map((place, number) => this.option(place, number)));
    this.list.hidden = !places.length;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.status.textContent = places.length
      ? ""
      : t("Nothing is called “{query}”. Try “mask”, “LSTM” or “dog”.", { query: this.input.value });
    this.mark(0);
    this.list.scrollTop = 0;
  }

  option(place, number) {
    const [title, beside, sentence] = this.entries[place],
      option = make("li");
    option.id = `found-${number}`;
    option.setAttribute("role", "option");
    option.append(make("span", "title", title));
    if (beside) option.append(make("span", "beside", ` · ${beside}`));
    if (sentence) option.append(make("span", "sentence", sentence));
    option.addEventListener("pointermove", () => this.mark(number));
    option.addEventListener("click", () => this.choose(place));
    option.place = place;
    return option;
  }

  // Mark the option that Enter opens.
  mark(number) {
    this.current = number;
    [...this.list.children].forEach((option, place) =>
      option.setAttribute("aria-selected", place === number),
    );
    const option = this.list.children[number];
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  pressed(event) {
    event.stopPropagation();
    const { key, isComposing } = event,
      { children } = this.list,
      count = children.length;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (isComposing || !(by || key === "Enter")) return;
    event.preventDefault();
    if (!count) return;
    if (!by) return this.choose(children[this.current].place);
    this.mark((this.current + by + count) % count);
    children[this.current].scrollIntoView({ block: "nearest" });
  }

  choose(place) {
    this.dialog.close();
    this.go(place);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".search");
  const view = (root.view ??= new Search(root));
  view.go = (place) => setTriggerValue("go", place);
  view.show(JSON.parse(new TextDecoder().decode(data)));
  window.addEventListener("keydown", view.key);
  return () => window.removeEventListener("keydown", view.key);
}
