// All heads of a model as buttons in grids, one a mechanism, a row a layer. Pointed at, a head says
// what it does; clicked, it is the one on show here and in the profile, before the server answers.

import { make } from "../shared/elements.js";
import { Chosen, announce, headKey } from "../shared/heads.js";

const GAP = 6; // pixels between a mark and its card

function cardOf(one) {
  const card = make("div", "card");
  card.append(make("strong", "", one.name), ...one.lines.map((line) => make("span", "", line)));
  return card;
}

class HeadMap {
  constructor(root) {
    this.root = root;
    this.chosen = new Chosen(root, () => this.press());
  }

  set(data, send) {
    Object.assign(this, { data, send });
    const active = this.root.getRootNode().activeElement,
      held = active?.dataset.head;
    const row = make("div", "grids"),
      legend = make("div", "kinds");
    row.append(...data.grids.map((grid) => this.section(grid)));
    for (const [colour, meaning] of data.legend) {
      const entry = make("span", "kind"),
        dot = make("span", "dot");
      dot.style.cssText = `width:12px;height:12px;background:${colour}`;
      entry.append(dot, meaning);
      legend.append(entry);
    }
    this.root.replaceChildren(row, legend);
    if (held) this.button(held)?.focus({ preventScroll: true });
    this.press();
    this.root.dataset.painted = JSON.stringify(data.chosen);
  }

  section(grid) {
    const section = make("section", "grid"),
      cells = make("div", "cells");
    cells.style.setProperty("--heads", grid.heads);
    for (const one of grid.buttons) {
      if (one.head === 0)
        cells.append(make("span", "layer", `${this.data.layer} ${one.layer + 1}`));
      cells.append(this.buttonOf(grid, one));
    }
    section.append(make("h3", "name", grid.title), cells);
    return section;
  }

  buttonOf(grid, one) {
    const button = make("button", one.dimmed ? "head dimmed" : "head"),
      dot = make("span", "dot"),
      size = 10 + 26 * one.size;
    dot.style.cssText = `width:${size}px;height:${size}px;background:${one.colour}`;
    const room = make("span", "room");
    room.append(dot);
    button.append(room, make("span", "label", one.label));
    button.type = "button";
    button.dataset.head = headKey([grid.stack, one.layer, one.head]);
    button.setAttribute("aria-label", `${one.name}: ${one.label}`);
    button.addEventListener("click", () => {
      this.unfold(null);
      announce(button.dataset.head);
      this.send("choice", { stack: grid.stack, layer: one.layer, head: one.head });
    });
    button.addEventListener(
      "pointerenter",
      (event) => event.pointerType === "mouse" && this.unfold(button, one),
    );
    button.addEventListener("pointerleave", () => this.unfold(null));
    return button;
  }

  button(name) {
    return [...this.root.querySelectorAll("button")].find((one) => one.dataset.head === name);
  }

  // Marks the head on show.
  press() {
    const name = this.chosen.after(headKey(this.data.chosen));
    for (const button of this.root.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.head === name));
  }

  // What the head of a button does, below it; null: no more.
  unfold(button, one) {
    this.card?.remove();
    this.card = null;
    if (!button || !one.lines.length) return;
    this.card = cardOf(one);
    this.root.append(this.card);
    const room = this.root.clientWidth - this.card.offsetWidth;
    let [left, top, box] = [0, 0, button];
    for (; box && box !== this.root; box = box.offsetParent)
      [left, top] = [left + box.offsetLeft, top + box.offsetTop];
    this.card.style.left = `${Math.max(0, Math.min(left, room))}px`;
    this.card.style.top = `${top + button.offsetHeight + GAP}px`;
  }
}

const maps = new WeakMap();

export default function ({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".headmap");
  if (!maps.has(root)) maps.set(root, new HeadMap(root));
  maps.get(root).set(data, setTriggerValue);
}
