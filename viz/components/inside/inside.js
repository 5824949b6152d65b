// A derivation unfolds step by step: a strip of small pictures, and of the step on show its formula and its grids. Any number pointed
// at is explained by the numbers it is made of. All of it happens here; the server is told afterwards.

import { Look, screenHeight, sharp, watch } from "../shared/canvas.js";
import { ramp, readable, rgb } from "../shared/colour.js";
import { make } from "../shared/elements.js";
import { clamp } from "../shared/numbers.js";
import { read } from "../shared/packing.js";
import { say, shorten } from "../shared/text.js";
import { Figure } from "./figure.js";
import { fit } from "./fitting.js";
import { OPERATIONS, aside, at, between } from "./operations.js";
import { extremes, symbol } from "./sentences.js";
import { written } from "./wording.js";

const PAUSE = 400;  // milliseconds without a step until the server is told
const TAKES_KEYS = "input, textarea, select, button, a[href], summary, iframe, canvas, [contenteditable], [role=slider], [role=textbox], " +
  "[role=combobox], [role=listbox], [role=option], [role=menu], [role=tab], [role=grid], [role=dialog]";
const MATHS = "http://www.w3.org/1998/Math/MathML";

class Inside {
  constructor(root) {
    Object.assign(this, { root, step: 0, row: 0, reached: 0, everything: false, tables: false, on: null, sent: new Set() });
    this.build();
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    watch(root, () => this.arrange());
  }

  build() {
    const button = (act) => {
      const made = make("button", "press");
      made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && act());
      return made;
    };
    this.pen = make("canvas").getContext("2d");
    this.words = make("div", "words");
    this.words.setAttribute("role", "group");
    this.strip = make("ol", "strip");
    this.title = make("h3", "title");
    this.back = button(() => this.goTo(this.step - 1));
    this.next = button(() => this.goTo(this.step + 1));
    this.counter = make("span", "counter");
    this.allAtOnce = button(() => this.toggleAll());
    this.asTable = button(() => this.tabulate(!this.tables));
    const controls = make("div", "controls"), below = make("div", "below"), buttons = make("div", "buttons");
    buttons.append(this.counter, this.back, this.next, this.allAtOnce);
    controls.append(this.title, buttons);
    this.panels = make("div", "panels");
    this.reading = make("p", "reading");
    this.reading.setAttribute("role", "status");
    this.legend = make("div", "legend");
    below.append(this.asTable, this.legend);
    this.root.append(this.words, controls, this.strip, this.panels, this.reading, below);
    // A button clicked does not take the focus: Space goes on with the steps.
    this.root.addEventListener("mousedown", (event) => { if (event.target.closest("button")) event.preventDefault(); });
  }

  // What stands there whatever is on show.
  speak() {
    this.words.setAttribute("aria-label", say("The word that looks"));
    this.strip.setAttribute("aria-label", say("Steps"));
    this.back.textContent = say("Back");
    this.next.textContent = say("Next");
    this.allAtOnce.textContent = say("All at once");
    this.asTable.textContent = this.tables ? say("As a picture") : say("As a table");
    const told = [say("weights 0"), "scale", say("1 · negative"), "scale signed", say("positive, darkest at the ± of each grid · masked"), "scale masked"];
    this.legend.replaceChildren(...told.map((text, place) => (place % 2 ? make("span", text) : make("span", "", text))));
  }

  // --- what the server sends, and what it is told ------------------------------------------------

  show(data) {
    this.speak();
    const asked = this.setting(data.step, data.row, data.everything), others = data.mark !== this.data?.mark;
    const longer = data.stages.length !== this.data?.stages.length, all = this.everything;
    this.data = data;
    if (others) this.take(data);
    // An answer to our own setting comes late and may be outdated: only what comes from elsewhere counts.
    if (longer || (asked !== this.asked && !this.sent.delete(asked))) {
      Object.assign(this, { step: data.step, row: data.row, everything: data.everything, last: asked });
      clearTimeout(this.timer);
    }
    if (longer) this.reached = this.step;
    if (asked === this.setting()) this.sent.clear();
    this.asked = asked;
    this.fillWords();
    if (others || all !== this.everything) this.arrange();
    this.goTo(this.step, false);
  }

  toggleAll() {
    this.everything = !this.everything;
    this.arrange();
    this.goTo(this.step, false);
    this.tellSoon(0);
  }

  setting(step = this.step, row = this.row, everything = this.everything) {
    return `step=${step + 1},row=${row + 1},all=${everything ? "on" : "off"}`;
  }

  tellSoon(pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.root.isConnected || this.setting() === this.last) return;
      this.last = this.setting();
      this.sent.add(this.last);
      this.keep({ step: this.step + 1, row: this.row + 1, all: this.everything });
    }, pause);
  }

  // Another derivation: its grids with their numbers, its panels and the strip.
  take(data) {
    const floats = new Float32Array(data.numbers.buffer), focused = this.root.getRootNode().activeElement;
    const place = this.figures?.findIndex((figure) => figure.canvas && figure.canvas === focused), on = this.on;
    this.grids = new Map(data.grids.map((grid) => {
      const values = grid.offset === null ? null : floats.subarray(grid.offset, grid.offset + grid.shape[0] * grid.shape[1]);
      let most = 0;
      for (const value of values ?? []) if (Math.abs(value) > most) most = Math.abs(value);
      const unit = 10 ** Math.floor(Math.log10(most || 1));
      const above = Number((Math.ceil(Number((most / unit).toPrecision(6))) * unit).toPrecision(2));  // one digit, rounded up
      return [grid.name, { ...grid, values, most: above || 1 }];
    }));
    for (const grid of this.grids.values()) grid.of = grid.of.map((name) => this.grids.get(name));
    this.symbols = new Map([...this.grids.values()].filter(({ symbol }) => symbol.includes("_")).map((grid) => [grid.symbol, grid]));
    this.figures = [];
    this.on = null;
    this.stages = data.stages.map((stage, number) => this.panel(stage, number));
    this.panels.replaceChildren(...this.stages.map(({ panel }) => panel));
    this.strip.replaceChildren(...this.stages.map(({ entry }) => entry));
    this.title.textContent = data.title;
    const held = on && this.figures.find((one) => one.stage === on.figure.stage && one.grid.name === on.figure.grid.name && one.canvas);
    if (held && on.row < held.grid.shape[0] && on.column < held.grid.shape[1]) this.on = { ...on, figure: held };
    if (place >= 0) this.figures[place]?.canvas?.focus({ preventScroll: true });
  }

  panel(stage, number) {
    const panel = make("section", "panel"), head = make("div", "head"), words = make("div", "told"), formula = make("div", "formula box");
    formula.setAttribute("role", "group");
    formula.setAttribute("aria-label", "Formula");
    const grids = make("div", "grids"), says = make("p", "says");
    const maths = document.createElementNS(MATHS, "math");
    maths.setAttribute("display", "block");
    maths.innerHTML = stage.formula;  // our own constants
    formula.append(maths);
    says.append(...this.typeset(stage.says));
    words.append(make("h4", "", `${number + 1} · ${stage.name}`), says);
    head.append(words, formula);
    panel.append(head, grids);
    const shown = stage.shows.map((name) => this.grids.get(name)), results = shown.filter((grid) => grid.operation);
    const signs = shown.map((grid, place) => results.map((whole) => between(whole, grid, shown[place + 1], shown)).findLast(Boolean) ?? []);
    const figures = shown.map((grid, place) => {
      const anew = !signs[place - 1]?.length;  // an equation of its own begins a line
      const start = anew && results.map((whole) => whole !== grid && between(whole, null, grid, shown)).find(Boolean);
      if (anew && place) grids.append(make("div", "anew"));
      const figure = new Figure(this, grid, number, start || [], signs[place]);
      grids.append(figure.element);
      return Object.assign(figure, { anew });
    });
    grids.classList.toggle("level", shown.every((grid) => grid.shape[0] === shown[0].shape[0]));
    this.figures.push(...figures);
    const entry = make("li"), button = make("button"), picture = make("canvas");
    button.append(picture, make("span", "", stage.name));
    button.addEventListener("click", () => this.goTo(number));
    entry.append(button);
    return { ...stage, panel, formula, grids, figures, entry, button, picture, result: shown.at(-1) };
  }

  fillWords() {
    const { words } = this.data;
    this.words.hidden = !words.length;
    if (JSON.stringify(words) !== this.worded) {
      this.worded = JSON.stringify(words);
      this.words.replaceChildren(...words.map((word, row) => {
        const button = make("button", "", shorten(word));
        button.addEventListener("click", () => this.ask(row, 0));
        return button;
      }));
    }
    [...this.words.children].forEach((button, row) => button.setAttribute("aria-pressed", row === this.row));
  }

  ask(row, pause = 150) {
    if (!this.data.words.length) return;
    this.row = clamp(0, row, this.data.words.length - 1);
    this.fillWords();
    this.words.children[this.row].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.tellSoon(pause);
  }

  // --- what is on show ---------------------------------------------------------------------------

  goTo(step, moved = true) {
    const count = this.stages.length, held = this.strip.contains(this.root.getRootNode().activeElement);
    this.step = clamp(0, step, count - 1);
    this.reached = this.everything ? count - 1 : Math.max(this.reached, this.step);
    if (moved) this.on = null;
    this.root.classList.toggle("everything", this.everything);
    this.stages.forEach(({ panel, entry, button }, number) => {
      panel.classList.toggle("current", number === this.step);
      panel.classList.toggle("slides", moved && number === this.step);
      entry.className = number === this.step ? "current" : number <= this.reached ? "reached" : "";
      button.tabIndex = number === this.step ? 0 : -1;
      if (number === this.step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.counter.textContent = say("Step {step} of {steps}", { step: this.step + 1, steps: count });
    this.back.setAttribute("aria-disabled", this.step === 0);
    this.next.setAttribute("aria-disabled", this.step === count - 1);
    this.allAtOnce.setAttribute("aria-pressed", this.everything);
    this.asTable.setAttribute("aria-pressed", this.tables);
    const { panel, button, entry } = this.stages[this.step];
    if (held) button.focus({ preventScroll: true });
    this.paint();
    this.strip.scrollLeft = entry.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2 + entry.clientWidth / 2;
    if (!moved) return;
    if (this.everything) panel.scrollIntoView({ block: "nearest" });
    this.tellSoon();
  }

  visible() { return this.everything ? this.figures : this.stages[this.step].figures; }

  arrange() {
    const width = this.root.clientWidth;
    if (!this.data || !width) return;
    this.look = new Look(this.root, this.data.ink);
    const { look } = this, style = getComputedStyle(this.root), stops = this.data.diverging[look.dark ? "dark" : "light"];
    this.paper = style.getPropertyValue("--st-background-color").trim() || "#ffffff";
    this.diverging = ramp(stops);
    this.root.style.setProperty("--diverging", `linear-gradient(to right, ${stops.join(",")})`);
    this.roles = {};
    for (const [role, colour] of Object.entries(this.data.colours)) {
      this.roles[role] = readable(rgb(colour), rgb(this.paper), rgb(look.text));
      this.root.style.setProperty(`--role-${role}`, this.roles[role]);
    }
    const large = width >= 1500;
    this.letters = large ? 17 : 13;
    this.line = large ? 28 : 22;
    for (const { figures, picture, result } of this.stages) {
      fit(figures, width - (this.everything ? 14 : 0), clamp(260, 0.44 * screenHeight(this.root), 720), this);
      this.thumbnail(picture, result, large ? 1.4 : 1);
    }
    this.paint();
  }

  colour(grid, value) {
    const share = grid.role === "weight" ? value : (value / grid.most + 1) / 2;
    return (grid.role === "weight" ? this.look.ramp : this.diverging)[Math.round(255 * clamp(0, share, 1))];
  }

  // One pixel for each number, `per` of them in a line.
  picture(grid, per, lines) {
    const image = new ImageData(per, lines), small = new OffscreenCanvas(per, lines);
    grid.values.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      const colour = this.colour(grid, value);
      for (let part = 0; part < 3; part++) image.data[4 * i + part] = colour[part];
      image.data[4 * i + 3] = 255;
    });
    small.getContext("2d").putImageData(image, 0, 0);
    return small;
  }

  thumbnail(canvas, grid, scale) {
    const [R, C] = grid.shape, most = [46 * scale, 34 * scale], side = Math.min(12 * scale, most[0] / C, most[1] / R);
    const wide = Math.round(Math.max(C * side, 8)), high = Math.round(Math.max(R * side, 10)), pen = sharp(canvas, wide + 4, high + 4);
    pen.imageSmoothingEnabled = R * C > 4000;
    if (grid.values) pen.drawImage(this.picture(grid, C, R), 2, 2, wide, high);
    pen.strokeStyle = this.roles[grid.role];
    pen.lineWidth = 2;
    pen.strokeRect(1, 1, wide + 2, high + 2);
  }

  paint() {
    if (!this.look) return;
    for (const figure of this.visible()) figure.paint();
    for (const { formula } of this.stages) formula.tabIndex = formula.scrollWidth > formula.clientWidth ? 0 : -1;  // to be scrolled by keys
    this.say();
    this.root.dataset.painted = `${this.step + 1}/${this.stages.length}`;
  }

  tabulate(tables) {
    this.tables = tables;
    this.root.classList.toggle("tables", tables);
    this.asTable.setAttribute("aria-pressed", tables);
    this.asTable.textContent = tables ? say("As a picture") : say("As a table");
    this.on = null;
    this.paint();
  }

  // --- the number pointed at ---------------------------------------------------------------------

  hover(figure, cell) {
    const { on } = this;
    if (on?.held || (on?.figure === figure ? on.row === cell?.row && on.column === cell?.column : !cell)) return;
    this.on = cell && { figure, row: cell.row, column: cell.column };
    this.say();
  }

  hold(figure, { row, column }) {
    const again = this.on?.held && this.on.figure === figure && this.on.row === row && this.on.column === column;
    this.on = again ? null : { figure, row, column, held: true };
    this.say();
  }

  walk(figure, { row, column }) {
    this.on = { figure, row, column, held: this.on?.held };
    this.say();
  }

  // Text in which the symbols with an index, "W_Q", stand as in formulae.
  typeset(text) {
    return text.split(/([^\s.,:;()=·+]+)/).map((part) => (this.symbols.has(part) ? symbol(this.symbols.get(part)) : part));
  }

  // The equation of a cell: parts as in OPERATIONS.
  equation(grid, row, column) {
    const value = at(grid, row, column), start = [{ grid, row, column }, " = "], how = OPERATIONS[grid.operation];
    if (!how) return [...start, [written(value), grid.role], ...aside(say("(given: {title})"), { title: this.typeset(grid.title) })];
    const partly = grid.operation.startsWith("linear") || grid.operation === "join", unseen = grid.of.filter((part) => !part.values);
    if (!partly && unseen.length) {
      const named = unseen.flatMap((part, place) => (place ? [" ", { grid: part }] : [{ grid: part }]));
      return [...start, [written(value), grid.role], ...aside(say("(made with {what}, too many to show)"), { what: named })];
    }
    const told = how.tell(row, column, grid.of, value, grid.number, this.data.epsilon);
    return [...start, ...told, ...(Number.isNaN(value) ? [] : [" = ", [written(value), grid.role]])];
  }

  // The line below the panel, and what stands out in the grids on show.
  say() {
    const { on } = this, stage = this.stages[this.step], grid = on?.figure.grid;
    const lights = grid && (OPERATIONS[grid.operation]?.lights(on.row, on.column, grid.of) ?? []);
    for (const figure of this.visible()) {
      const place = grid ? grid.of.indexOf(figure.grid) : -1, cell = grid && [on.row, on.column];
      if (figure.grid === grid) figure.mark(Math.min(...grid.shape) > 1 ? [[on.row, null], [null, on.column], cell] : [cell]);
      else figure.mark([lights?.[place]?.map((where, axis) => (where === null ? null : Math.min(where, figure.grid.shape[axis] - 1)))]);
    }
    this.reading.classList.toggle("locked", Boolean(on?.held));
    const found = stage.result ? extremes(stage.result) : "", first = found && found[0].toLowerCase() + found.slice(1);
    const parts = grid ? this.equation(grid, on.row, on.column) : [say("{step}, {name}: {told}", { step: this.counter.textContent, name: stage.name, told: first })];
    const told = JSON.stringify([this.data.mark, grid ? [grid.name, on.row, on.column] : parts]);
    if (told === this.told) return;
    this.told = told;
    this.reading.replaceChildren(...parts.map((part) => {
      if (typeof part === "string" || part instanceof Node) return part;
      if (part.grid) return symbol(part.grid, part.row ?? null, part.column ?? null);
      const span = make("span", part[1] ? "" : "aside", part[0]);
      if (part[1]) span.style.color = `var(--role-${part[1]})`;
      return span;
    }));
  }

  // --- keys --------------------------------------------------------------------------------------

  key(event) {
    if (!this.root.isConnected) return document.removeEventListener("keydown", this.onKey);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.data || !this.root.clientWidth) return;
    const path = event.composedPath(), own = path.includes(this.root), { key } = event;
    if (own ? path[0].matches(".formula, .twin-box") : path[0].closest?.(TAKES_KEYS)) return;
    const button = own && path[0].closest("button");
    if (key === " " && button && !this.strip.contains(button)) return;  // it presses the button
    const step = { " ": this.step + 1, ArrowRight: this.step + 1, ArrowLeft: this.step - 1, Home: 0, End: this.stages.length - 1 }[key];
    const row = { ArrowUp: this.row - 1, ArrowDown: this.row + 1 }[key];
    if (step !== undefined) this.goTo(step);
    else if (row !== undefined && this.data.words.length && (own || !this.everything)) this.ask(row);
    else if (key === "Escape" && this.on) { this.on = null; this.say(); }
    else return;
    event.preventDefault();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".inside");
  root.view ??= new Inside(root);
  root.view.keep = (message) => setTriggerValue("setting", message);
  root.view.show(read(data));
}
