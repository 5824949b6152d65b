// The profile of the head on show. It follows a click on the map at once, and the server after.

import { make } from "../shared/elements.js";
import { Chosen } from "../shared/heads.js";

function tableOf(headings, rows) {
  const table = make("table", "figures"),
    head = make("tr");
  const cells = headings.map((heading) => make("th", "", heading));
  head.append(...cells.map((cell) => Object.assign(cell, { scope: "col" })));
  const lines = rows.map((row) => {
    const line = make("tr");
    line.append(...row.map((cell) => make("td", "", cell)));
    return line;
  });
  table.append(head, ...lines);
  const box = Object.assign(make("div", "scrolls"), { tabIndex: 0, role: "group" });
  box.setAttribute("aria-label", headings.filter(Boolean).join(", "));
  box.append(table);
  return box;
}

function lineOf(runs) {
  const line = make("p", "line");
  line.append(...runs.map(([text, isBold]) => make(isBold ? "strong" : "span", "", text)));
  return line;
}

function exampleOf([about, sentence, href]) {
  const line = make("p", "line", `${about} `);
  line.append(Object.assign(make("a", "", sentence), { href }));
  return line;
}

// What stands in the panel, from top to bottom.
function partsOf(profile, texts, isOpen) {
  const { measures } = profile,
    { first } = texts;
  const parts = [
    make("h3", "name", profile.title),
    ...profile.lines.map(lineOf),
    ...profile.examples.map(exampleOf),
  ];
  if (measures.length) parts.push(tableOf(texts.measures, measures.slice(0, first)));
  else parts.push(make("p", "line none", texts.none));
  if (measures.length > first) {
    const more = make("details", "more");
    more.open = isOpen;
    more.append(make("summary", "", texts.more), tableOf(texts.measures, measures.slice(first)));
    parts.push(more);
  }
  parts.push(tableOf(texts.figures, profile.figures));
  return parts;
}

class Panel {
  constructor(root) {
    this.root = root;
    this.chosen = new Chosen(root, () => this.paint());
  }

  set(data) {
    this.data = data;
    this.paint();
  }

  paint() {
    const { profiles, texts, chosen } = this.data,
      after = this.chosen.after(chosen);
    const name = profiles[after] ? after : chosen;
    const isOpen = this.root.querySelector("details")?.open ?? false;
    this.root.replaceChildren(...partsOf(profiles[name], texts, isOpen));
    this.root.dataset.painted = name;
  }
}

const panels = new WeakMap();

export default function ({ data: [data], parentElement }) {
  const root = parentElement.querySelector(".headprofile");
  if (!panels.has(root)) panels.set(root, new Panel(root));
  panels.get(root).set(data);
}
