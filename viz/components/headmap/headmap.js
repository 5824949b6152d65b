// All heads of a model as buttons in grids, one a mechanism, a row a layer. Pointed at, a head says
// what it does; clicked, it is the one on show here and in the profile, before the server answers.

import { make } from "../shared/elements.js";
import { Chosen, announce, headKey } from "../shared/heads.js";

const GAP = 6; // pixels between a mark and its card

function cardOf(head) {
  const card = make("div", "card");
  card.append(make("strong", "", head.name), ...head.lines.map((line) => make("span", "", line)));
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
    for (const head of grid.buttons) {
      if (head.head === 0)
        cells.append(make("span", "layer", `${this.data.layer} ${head.layer + 1}`));
      cells.append(this.buttonOf(grid, head));
    }
    section.append(make("h3", "name", grid.title), cells);
    return section;
  }

  buttonOf(grid, head) {
    const button = make("button", head.dimmed ? "head dimmed" : "head"),
      dot = make("span", "dot"),
      size = 10 + 26 * head.size;
    dot.style.cssText = `width:${size}px;height:${size}px;background:${head.colour}`;
    const room = make("span", "room");
    room.append(dot);
    button.append(room, make("span", "label", head.label));
    button.type = "button";
    button.dataset.head = headKey([grid.stack, head.layer, head.head]);
    button.setAttribute("aria-label", `${head.name}: ${head.label}`);
    button.addEventListener("click", () => {
      this.unfold(null);
      announce(button.dataset.head);
      this.send("choice", { stack: grid.stack, layer: head.layer, head: head.head });
    });
    button.addEventListener(
      "pointerenter",
      (event) => event.pointerType === "mouse" && this.unfold(button, head),
    );
    button.addEventListener("pointerleave", () => this.unfold(null));
    return button;
  }

  button(name) {
    return [...this.root.querySelectorAll("button")].find((button) => button.dataset.head === name);
  }

  // Marks the head on show.
  press() {
    const name = this.chosen.after(headKey(this.data.chosen));
    for (const button of this.root.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.head === name));
  }

  // What the head of a button does, below it; null: no more.
  unfold(button, head) {
    this.card?.remove();
    this.card = null;
    if (!button || !head.lines.length) return;
    this.card = cardOf(head);
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
