// What a lecture can show next: the views of its playlist, all pages, the ready playlists. The
// arrows and Enter choose, typing leaves what it names; it takes all keys while it is open.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { find, indexOf } from "../shared/matching.js";

// The items that a text names, the best first.
export const named = (items, text) =>
  find(indexOf(items.map(({ label }) => [label, ""])), text).map((place) => items[place]);

// The item that Enter picks at first: of a number, the view that has it, else the best.
export const chosenOf = (items, text) =>
  items.find(({ message }) => text && message.place === Number(text)) ?? items[0];

// The groups of the list: a title and items, each a label and the message that it sends.
export function groupsOf({ walk, views, pages, ready }) {
  const groups = [];
  if (walk)
    groups.push({
      title: t("This playlist"),
      items: views.map((title, place) => ({
        label: `${place + 1} · ${title}`,
        message: { place: place + 1 },
      })),
    });
  for (const [group, items] of pages)
    groups.push({
      title: group,
      items: items.map(([path, label]) => ({ label, message: { page: path } })),
    });
  groups.push({
    title: t("Another playlist"),
    items: ready.map(([name, label]) => ({ label, message: { ready: name } })),
  });
  return groups;
}

export class Picker {
  // `choose` is called with the message of the item that is chosen.
  constructor(choose) {
    this.choose = choose;
    this.root = make("div", "picker");
    this.root.hidden = true;
    this.root.setAttribute("role", "dialog");
    this.field = make("input");
    this.field.addEventListener("input", () => this.list());
    this.groups = make("div", "groups");
    this.root.append(this.field, this.groups);
  }

  get open() {
    return !this.root.hidden;
  }

  show(data) {
    this.data = data;
    this.root.hidden = false;
    this.root.setAttribute("aria-label", t("Go to"));
    this.field.placeholder = t("Type a word of a view or a page");
    this.field.setAttribute("aria-label", this.field.placeholder);
    this.field.value = "";
    this.list();
    this.field.focus();
  }

  close() {
    this.field.blur();
    this.root.hidden = true;
  }

  list() {
    this.buttons = [];
    const groups = groupsOf(this.data),
      typed = this.field.value.trim();
    const matches = named(
      groups.flatMap(({ items }) => items),
      typed,
    );
    const sections = groups.map(({ title, items }) => {
      const group = make("section"),
        left = items.filter((item) => matches.includes(item));
      group.append(
        make("h2", "", title),
        ...left.map(({ label, message }) => {
          const button = make("button", "", label);
          button.tabIndex = -1;
          button.addEventListener("click", () => this.pick(message));
          button.message = message;
          this.buttons.push(button);
          return button;
        }),
      );
      group.hidden = !left.length;
      return group;
    });
    this.groups.replaceChildren(...sections);
    const chosen = chosenOf(matches, typed || String(this.data.walk?.place ?? ""));
    this.mark(this.buttons.findIndex(({ message }) => message === chosen?.message));
  }

  mark(place) {
    this.place = Math.min(Math.max(place, 0), this.buttons.length - 1);
    this.buttons.forEach((button, at) =>
      button.setAttribute("aria-current", String(at === this.place)),
    );
    this.buttons[this.place]?.scrollIntoView({ block: "nearest" });
  }

  pick(message) {
    this.close();
    this.choose(message);
  }

  // A key while it is open.
  key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (by) this.mark(this.place + by);
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter") event.repeat || this.enter();
    else if (event.key !== "Tab") return;
    event.preventDefault();
  }

  enter() {
    const chosen = this.buttons[this.place];
    if (chosen) this.pick(chosen.message);
  }
}
