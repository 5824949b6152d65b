// All heads of a model as buttons in grids, one a mechanism, a row a layer.

import { make } from "../shared/elements.js";

function buttonOf(grid, one, chosen, choose) {
  const button = make("button", one.dimmed ? "head dimmed" : "head"),
    dot = make("span", "dot"), size = 10 + 26 * one.size;
  dot.style.cssText = `width:${size}px;height:${size}px;background:${one.colour}`;
  const room = make("span", "room");
  room.append(dot);
  button.append(room, make("span", "label", one.label));
  button.type = "button";
  button.title = one.title;
  button.setAttribute("aria-label", one.title);
  const [stack, layer, head] = chosen;
  button.setAttribute("aria-pressed",
    String(grid.stack === stack && one.layer === layer && one.head === head));
  button.addEventListener("click", () => choose(grid, one));
  return button;
}

function sectionOf(grid, data, choose) {
  const section = make("section", "grid"), cells = make("div", "cells");
  cells.style.setProperty("--heads", grid.heads);
  for (const one of grid.buttons) {
    if (one.head === 0) cells.append(make("span", "layer", `${data.layer} ${one.layer + 1}`));
    cells.append(buttonOf(grid, one, data.chosen, choose));
  }
  section.append(make("h3", "name", grid.title), cells);
  return section;
}

export default function ({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".headmap"), active = root.getRootNode().activeElement,
    held = active?.getAttribute("aria-label");
  const choose = (grid, one) => setTriggerValue("choice",
    { stack: grid.stack, layer: one.layer, head: one.head });
  const row = make("div", "grids"), legend = make("div", "kinds");
  row.append(...data.grids.map((grid) => sectionOf(grid, data, choose)));
  for (const [colour, meaning] of data.legend) {
    const entry = make("span", "kind"), dot = make("span", "dot");
    dot.style.cssText = `width:12px;height:12px;background:${colour}`;
    entry.append(dot, meaning);
    legend.append(entry);
  }
  root.replaceChildren(row, legend);
  const again = [...root.querySelectorAll("button")].find(
    (button) => held && button.getAttribute("aria-label") === held);
  again?.focus({ preventScroll: true });
  root.dataset.painted = JSON.stringify(data.chosen);
}
