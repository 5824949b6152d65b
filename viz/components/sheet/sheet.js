// A page of several parts below each other, drawn as a bundle draws a component. Its data are
// { painted, parts }: a text that names the content, and in their order
//   { kind: "heading", text }, { kind: "text", text }, { kind: "code", text }
//   { kind: "markdown", text, isSmall, isExtra }; a lecture has no room for what is extra
//   { kind: "charts", charts, diverging, ink }: values of charts.js side by side, or texts in their
//     place, and the colours of numbers with a sign and of weights in both themes
//   { kind: "matrices", packed }: what the component of this name draws
//   { kind: "changes", words, runs, place }: a table of runs [name, numbers], a word marked
//   { kind: "translations", runs }: [name, sentence] of each run
//   { kind: "table", head, rows, isExtra }: texts
//   { kind: "columns", columns }: parts below each other, side by side
//   { kind: "html", html, style }: of the app's page, the styles of its elements as data-style
//   { kind: "formula", text }: of TeX
//   { kind: "image", source, alt }
//   { kind: "component", name, packed }: what a component draws, or with `data` where
//     they are not packed; it tells the page "component". `draws` has the components by name in a
//     file that has none beside it
//   { kind: "control", control }: see controls.js; it tells the page "settings".

import { differing } from "../../engine/differing.js";
import { fixed, local, t } from "../../engine/text.js";
import { mount } from "../host/page.js";
import { dress } from "../shared/dress.js";
import { make } from "../shared/elements.js";
import { drawMatrices, load } from "./beside.js";
import { ChartView } from "./chart.js";
import { showControls } from "./controls.js";
import { formulae, markdown } from "./markdown.js";

const GAP = 12; // pixels below a part
const SIZED = ["matrices", "charts"]; // parts that are as high as there is room
// In a layer, so that what hides a part in a lecture gives back how it is laid out.
const STYLE = `@layer parts { .sheet > * { margin: 0 0 ${GAP}px; }
.sheet > :last-child { margin-bottom: 0; }
.sheet h2 { font-size: 20px; line-height: 28px; margin-top: 24px; }
.sheet p { max-width: 60rem; }
.wide { overflow-x: auto; }
.sheet a { color: var(--st-primary-color); }
.sheet .extra { display: var(--lecture-extra, block); }
.markdown.small { font-size: 14px; opacity: 0.85; }
.sheet > :is(.charts, .columns):not(:first-child) { display: var(--sheet-rest, flex); }
.charts { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; }
.charts > * { flex: 1 1 min(22rem, 100%); min-width: 0; margin: 0; }
.charts > :first-child:nth-last-child(4), .charts > :first-child:nth-last-child(4) ~ * {
  flex-basis: min(max(22rem, 40%), 100%); }
.chart { position: relative; font-size: var(--chart-type, 13px); line-height: 1.3;
  touch-action: pan-y; }
.chart text { fill: currentColor; }
.chart .grid { stroke: currentColor; stroke-opacity: 0.12; }
.chart .zero { stroke: currentColor; stroke-opacity: 0.3; }
.chart .cells { image-rendering: pixelated; }
.chart svg { display: block; position: absolute; inset: 0; }
.chart figcaption { padding: 0 8px; font-size: 1em; }
.tip { position: absolute; z-index: 1; padding: 2px 8px; white-space: pre-line; max-width: 20em;
  pointer-events: none; color: var(--st-background-color); background: var(--st-text-color); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 15px; }
.legend i { display: inline-block; width: 12px; height: 12px; margin-right: 6px; }
table { border-collapse: collapse; font-size: 18px; line-height: 26px;
  font-variant-numeric: tabular-nums; }
th, td { padding: 2px 12px; text-align: left; font-weight: 400; }
th:first-child { padding-left: 0; }
.changes :is(th, td):not(:first-child) { text-align: center; }
.changes th { white-space: nowrap; }
.changes .marked, .other, mark { font-weight: 700; text-decoration: underline 3px #d55e00;
  text-underline-offset: 4px; }
.same { opacity: 0.7; }
mark { background: none; color: inherit; }
.columns { display: flex; flex-wrap: wrap; gap: ${GAP}px 32px; align-items: start; }
.columns > * { flex: 1 1 min(22rem, 100%); min-width: 0; }
.columns > * > * { margin: 0 0 ${GAP}px; }
.sheet img { max-width: 100%; height: auto; }
label.named { display: inline-flex; flex-direction: column; gap: 2px; font-size: 14px; }
select { font: inherit; color: inherit; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-border-color); border-radius: 4px; padding: 4px 8px; } }
.sheet > :not(:first-child) { display: var(--sheet-rest, revert-layer); }`;

const HTML_STYLE =
  ":host { overflow-x: auto; } p { margin: 0; } a { color: var(--st-primary-color); }";

// Exact zeros are written as 0; small numbers in powers of ten, as write_change of Python.
function change(value) {
  if (value === 0) return "0";
  if (value >= 0.005) return fixed(value, 2);
  const [digit, power] = value.toExponential(0).split("e");
  const raised = power.replace("-", "⁻").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  return `${local(digit)} × 10${raised}`;
}

function row(cells) {
  const line = make("tr");
  line.append(...cells);
  return line;
}

function headed(text, scope, className = "") {
  return Object.assign(make("th", className, text), { scope });
}

// A cell of a table, whose text may hold a formula or bold words.
function cellOf(text) {
  const cell = make("td");
  for (const { childNodes } of markdown(text)) cell.append(...childNodes);
  return cell;
}

function wide(label, element) {
  const box = make("div", "wide");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  box.append(element);
  return box;
}

// A link to the web, or to a page of the app.
function linkOf(text, target, tell) {
  const link = Object.assign(make("a", "", text), { href: target });
  if (/^https?:/.test(target)) return link;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    tell("open", target);
  });
  return link;
}

const isValue = (chart) => typeof chart !== "string";

const PARTS = {
  heading: ({ text }) => make("h2", "", text),
  text: ({ text }) => make("p", "", text),
  code: ({ text }) => make("code", "", text),

  markdown({ text, isSmall, isExtra }, tell) {
    const element = make(
      "div",
      ["markdown", isSmall && "small", isExtra && "extra"].filter(Boolean).join(" "),
    );
    element.append(...markdown(text, (label, target) => linkOf(label, target, tell)));
    return element;
  },

  charts({ charts, diverging, ink }) {
    const all = make("div", "charts"),
      views = [];
    all.append(
      ...charts.map((chart) => {
        if (!isValue(chart)) return make("p", "", chart);
        views.push(new ChartView(diverging, ink));
        views.at(-1).show(chart);
        return views.at(-1).element;
      }),
    );
    all.repaint = () => views.forEach((view) => view.paint());
    // Charts that come one after the other keep their places, and the page where it is scrolled to.
    all.update = (others) => {
      const isSame = others.length === views.length && others.every(isValue);
      if (isSame) views.forEach((view, at) => view.show(others[at]));
      return isSame;
    };
    return all;
  },

  changes({ words, runs, place }) {
    const table = make("table", "changes");
    table.append(
      row([
        make("td"),
        ...words.map((word, at) => headed(word, "col", at === place ? "marked" : "")),
      ]),
      ...runs.map(([name, values]) =>
        row([
          headed(name, "row"),
          ...[...values].map((value) => make("td", value ? "other" : "same", change(value))),
        ]),
      ),
    );
    return wide(t("mask#a later word"), table);
  },

  table({ head, rows, isExtra }) {
    const all = make("table");
    all.append(
      ...(head.length ? [row(head.map((text) => headed(text, "col")))] : []),
      ...rows.map(([name, ...cells]) => row([headed(name, "row"), ...cells.map(cellOf)])),
    );
    const box = wide(head.join(", "), all);
    box.classList.toggle("extra", Boolean(isExtra));
    return box;
  },

  translations({ runs }) {
    const table = make("table", "translations");
    const sentences = runs.map(([, text]) => text.split(" "));
    table.append(
      ...runs.map(([name], at) => {
        const cell = make("td"),
          words = sentences[at];
        const unlike = sentences
          .filter((_, other) => other !== at)
          .map((other) => differing(words, other));
        cell.append(
          ...words.flatMap((word, place) => [
            make(
              unlike.length && unlike.every((marks) => marks[place]) ? "mark" : "span",
              "",
              word,
            ),
            " ",
          ]),
        );
        return row([headed(name, "row"), cell]);
      }),
    );
    return table;
  },

  columns({ columns }, tell) {
    const all = make("div", "columns"),
      made = columns.map((column) =>
        column.map((part) => ({ kind: part.kind, element: PARTS[part.kind](part, tell) })),
      );
    all.append(
      ...made.map((parts) => {
        const column = make("div");
        column.append(...parts.map(({ element }) => element));
        return column;
      }),
    );
    all.repaint = () => made.flat().forEach(({ element }) => element.repaint?.());
    return all;
  },

  // The policy of the page lets a script set styles, but no attribute.
  html({ html, style }) {
    const box = make("div", "html"),
      root = box.attachShadow({ mode: "open" });
    root.innerHTML = html;
    for (const element of root.querySelectorAll("[data-style]"))
      element.style.cssText = element.dataset.style;
    dress(root, HTML_STYLE + style);
    return box;
  },

  formula({ text }) {
    const box = make("div", "wide");
    for (const line of formulae(text)) box.appendChild(make("p")).append(line);
    return box;
  },

  image: ({ source, alt }) => Object.assign(make("img"), { src: source, alt }),

  component({ name, packed, data, draws }, tell) {
    const element = make("div", "component");
    const loaded = draws ? Promise.resolve({ default: draws[name] }) : load(name);
    const shown = loaded.then(({ default: drawComponent }) =>
      mount(drawComponent, name, element, (event, value) =>
        tell("component", { name, event, value }),
      ),
    );
    element.repaint = () => shown.then((show) => show(packed ?? data));
    element.repaint();
    return element;
  },

  control({ control }, tell) {
    const element = make("div");
    showControls(element, [control], { change: (settings) => tell("settings", settings) });
    return element;
  },
};

// In a lecture matrices and charts leave those before them their room, in a lesson all others.
function shareRoom(root) {
  const room = parseFloat(getComputedStyle(root).getPropertyValue("--lecture-room"));
  const isLesson = document.querySelector("#lesson > article"),
    first = root.parts.findIndex(({ kind }) => SIZED.includes(kind));
  const rest = root.parts
    .filter(({ kind }, place) => !SIZED.includes(kind) && (isLesson || place < first))
    .reduce((all, { element: { offsetHeight } }) => all + (offsetHeight && offsetHeight + GAP), 0);
  for (const { kind, element } of root.parts) {
    if (!SIZED.includes(kind)) continue;
    if (room && rest) element.style.setProperty("--lecture-room", `${room - rest}px`);
    else element.style.removeProperty("--lecture-room");
    element.repaint?.();
  }
}

export default function draw({ data, parentElement, setTriggerValue }) {
  dress(parentElement, STYLE);
  const root = parentElement.querySelector(".sheet");
  root.parts ??= [];
  if (!root.sizes) {
    root.sizes = new ResizeObserver(() => shareRoom(root));
    root.sizes.observe(root);
  }
  // Charts and a component stay, with what the reader points at; the other parts are made anew.
  root.parts = data.parts.map((part, place) => {
    const before = root.parts[place];
    if (part.kind === "charts" && before?.element.update?.(part.charts)) return before;
    if (part.kind !== "matrices")
      return { kind: part.kind, element: PARTS[part.kind](part, setTriggerValue) };
    const element = before?.kind === "matrices" ? before.element : make("div");
    const show =
      before?.kind === "matrices" ? before.show : mount(drawMatrices, "matrices", element);
    return { kind: "matrices", element, show, packed: part.packed };
  });
  const active = root.getRootNode().activeElement,
    at = [...root.querySelectorAll("select")].indexOf(active);
  const wanted = root.parts.map(({ element }) => element);
  wanted.forEach((element, place) => {
    if (root.children[place] !== element) root.insertBefore(element, root.children[place] ?? null);
  });
  while (root.children.length > wanted.length) root.lastChild.remove();
  for (const { show, packed } of root.parts) show?.(packed);
  if (at >= 0) root.querySelectorAll("select")[at]?.focus();
  root.dataset.painted = data.painted;
}
