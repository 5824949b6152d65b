// A derivation unfolds step by step: a strip of small pictures, and of the step on show its formula
// and its grids. Any number pointed at is explained by the numbers it is made of. A head opens on
// its five stages. All of it happens here; the server is told afterwards.

import { clamp } from "../../engine/numbers.js";
import { read } from "../../engine/packing.js";
import { t, shorten } from "../../engine/text.js";
import { Look, contentHeight, roomOf, screenHeight, watch, zoomOf } from "../shared/canvas.js";
import { Live } from "../preview/live.js";
import { make } from "../shared/elements.js";
import { Taking } from "../shared/picture.js";
import { equation, framed, nodesOf, typeset } from "./equation.js";
import { fit, fitSteps } from "./fitting.js";
import { Keeper, settingOf } from "./keeping.js";
import { Meeting } from "./meeting.js";
import { Overview } from "./overview.js";
import { Palette, roundUp } from "./painting.js";
import { buildPanel } from "./panel.js";

const TAKES_KEYS =
  "input, textarea, select, button, a[href], summary, iframe, canvas, " +
  "[contenteditable], [role=slider], [role=textbox], [role=combobox], [role=listbox], " +
  "[role=option], [role=menu], [role=tab], [role=grid], [role=dialog]";
const LARGE = 1500; // pixels: from this width on all is larger
const HEAD = 110; // pixels of a step's name, text and formula
const AROUND = 195; // pixels of title, formula and legend in a lecture's lesson

const CLOSE = 1e-4; // of the largest number of a grid, or of 1

class Previewed extends Live {
  agree(one, other) {
    const [first, second] = [one, other].map(gridsOf);
    const pairs = [...first].map(([name, grid]) => [grid, second.get(name)]);
    return one.title === other.title && first.size === second.size && pairs.every(areClose);
  }

  // What the server alone knows: which step is on show, and the code of each.
  merge({ sentence, preview, step, everything, alone, stages }, made) {
    const code = Object.fromEntries(stages.map(({ shows, code }) => [shows.at(-1), code]));
    const coded = made.stages.map((stage) => ({ ...stage, code: code[stage.shows.at(-1)] }));
    return { ...made, sentence, preview, step, everything, alone, stages: coded };
  }

  settingsOf({ row }) {
    return { "inside-row": String(row + 1) };
  }
}

// Whether two grids have the same shape and, up to rounding, the same numbers; masked ones are NaN.
function areClose([one, other]) {
  if (String(one.shape) !== String(other?.shape)) return false;
  if (!one.values || !other.values) return one.values === other.values;
  const least = CLOSE * Math.max(1, one.most);
  return one.values.every((value, at) =>
    Number.isNaN(value)
      ? Number.isNaN(other.values[at])
      : Math.abs(value - other.values[at]) <= least,
  );
}

class Inside {
  constructor(root) {
    const start = { root, step: 0, row: 0, reached: 0, everything: false, tables: false, on: null };
    Object.assign(this, start, {
      keeper: new Keeper(),
      overview: new Overview(this),
      meeting: new Meeting(this),
    });
    this.build();
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    watch(root, () => this.arrange());
    const draw = (data) => this.show(data);
    this.live = new Previewed(root, draw, draw);
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
    this.home = button(() => this.goTo(this.first));
    this.back = button(() => this.goTo(this.step - 1));
    this.next = button(() => this.goTo(this.step + 1));
    this.counter = make("span", "counter");
    this.allAtOnce = button(() => this.toggleAll());
    this.asTable = button(() => this.tabulate(!this.tables));
    const controls = make("div", "controls"),
      below = make("div", "below");
    const buttons = make("div", "buttons");
    buttons.append(this.home, this.counter, this.back, this.next, this.allAtOnce);
    controls.append(this.title, buttons);
    this.panels = make("div", "panels");
    this.reading = make("p", "reading");
    this.reading.setAttribute("role", "status");
    this.legend = make("div", "legend");
    this.taking = new Taking(
      () => [this.title, this.overview.element, this.panels, this.reading, this.legend],
      () => this.arrange(),
    );
    below.append(this.asTable, this.legend, this.taking.element);
    this.root.append(
      this.words,
      controls,
      this.overview.element,
      this.strip,
      this.panels,
      this.reading,
      below,
    );
    // A button clicked does not take the focus: Space goes on with the steps.
    this.root.addEventListener("mousedown", (event) => {
      if (event.target.closest("button")) event.preventDefault();
    });
  }

  // What stands there whatever is on show.
  speak() {
    this.words.setAttribute("aria-label", t("The word that attends"));
    this.strip.setAttribute("aria-label", t("Steps"));
    this.home.textContent = t("The five stages");
    this.back.textContent = t("Back");
    this.next.textContent = t("Next");
    this.allAtOnce.textContent = t("All at once");
    this.taking.speak();
    for (const player of this.players) player.speak();
    this.asTable.textContent = this.tables ? t("As a picture") : t("As a table");
    this.legend.replaceChildren(
      make("span", "", t("weights 0")),
      make("span", "scale"),
      make("span", "", t("1 · negative")),
      make("span", "scale signed"),
      make("span", "", t("positive: strongest colour at each grid's largest value · masked")),
      make("span", "scale masked"),
    );
  }

  // --- what the server sends, and what it is told ------------------------------------------------

  show(data) {
    this.speak();
    const isOther = data.mark !== this.data?.mark,
      all = this.everything;
    const isLonger = data.stages.length !== this.data?.stages.length;
    this.data = data;
    if (isOther) this.setData(data);
    const setting = settingOf(data.step, data.row, data.everything);
    if (this.keeper.isFromElsewhere(setting, isLonger))
      Object.assign(this, { step: data.step, row: data.row, everything: data.everything });
    if (isLonger) this.reached = this.step;
    if (setting === this.setting()) this.keeper.settle();
    this.root.classList.toggle("alone", data.alone);
    this.fillWords();
    if (isOther || all !== this.everything) this.arrange();
    this.goTo(this.step, false);
  }

  toggleAll() {
    this.everything = !this.everything;
    this.step = Math.max(0, this.step);
    this.arrange();
    this.goTo(this.step, false);
    this.tellSoon(0);
  }

  setting() {
    return settingOf(this.step, this.row, this.everything);
  }

  tellSoon(pause) {
    this.keeper.tellSoon(
      () => (this.root.isConnected ? this.setting() : null),
      () => this.keep({ step: this.step + 1, row: this.row + 1, all: this.everything }),
      pause,
    );
  }

  // Another derivation: its grids with their numbers, its panels and the strip.
  setData(data) {
    const focused = this.root.getRootNode().activeElement,
      { on } = this;
    const place = this.figures?.findIndex((figure) => figure.canvas && figure.canvas === focused);
    this.grids = gridsOf(data);
    this.symbols = new Map(
      [...this.grids.values()]
        .filter(({ symbol }) => symbol.includes("_"))
        .map((grid) => [grid.symbol, grid]),
    );
    this.on = null;
    const groups = new Map(data.overview?.stages.map(({ steps, title }) => [steps[0], title]));
    this.stages = data.stages.map((step, number) =>
      buildPanel(this, step, number, groups.get(number)),
    );
    this.figures = this.stages.flatMap(({ figures }) => figures);
    this.panels.replaceChildren(...this.stages.map(({ panel }) => panel));
    this.strip.replaceChildren(...this.stages.map(({ entry }) => entry));
    this.strip.classList.toggle("grouped", groups.size > 0);
    if (data.overview) this.overview.setData(data.overview, this.grids);
    this.meeting.setData(this.stages);
    const held =
      on &&
      this.figures.find(
        (figure) =>
          figure.stage === on.figure.stage &&
          figure.grid.name === on.figure.grid.name &&
          figure.canvas,
      );
    if (held && on.row < held.grid.shape[0] && on.column < held.grid.shape[1])
      this.on = { ...on, figure: held };
    if (place >= 0) this.figures[place]?.canvas?.focus({ preventScroll: true });
  }

  fillWords() {
    const { words, overview } = this.data,
      named = JSON.stringify([words, overview?.reads]);
    this.words.hidden = !words.length;
    if (named !== this.worded) {
      this.worded = named;
      this.words.replaceChildren(
        ...words.map((word, row) => {
          const button = make("button", "", shorten(word));
          button.addEventListener("click", () => this.ask(row, 0));
          return button;
        }),
      );
      if (overview?.reads) this.words.append(make("span", "reads", overview.reads));
    }
    this.words
      .querySelectorAll("button")
      .forEach((button, row) => button.setAttribute("aria-pressed", row === this.row));
  }

  ask(row, pause = 150) {
    if (!this.data.words.length) return;
    this.row = clamp(0, row, this.data.words.length - 1);
    this.fillWords();
    this.words.children[this.row].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.tellSoon(pause);
  }

  get players() {
    return [this.overview.player, this.meeting.player];
  }

  // --- what is on show ---------------------------------------------------------------------------

  // The first place: -1, the five stages, or the first step where there are none.
  get first() {
    return this.data.overview && !this.everything ? -1 : 0;
  }

  goTo(step, moved = true) {
    const count = this.stages.length;
    const held = this.root.getRootNode().activeElement;
    const isInStrip = this.strip.contains(held),
      isOpener = this.overview.element.contains(held);
    this.step = clamp(this.first, step, count - 1);
    this.reached = this.everything ? count - 1 : Math.max(this.reached, this.step);
    if (moved) {
      this.on = null;
      for (const player of this.players) player.stop();
    }
    this.root.classList.toggle("everything", this.everything);
    this.root.classList.toggle("opening", this.step < 0);
    this.markSteps(moved);
    this.title.textContent = this.step < 0 ? this.data.overview.finding : this.data.title;
    this.counter.textContent =
      this.step < 0
        ? t("One head in five stages")
        : t("Step {step} of {steps}", { step: this.step + 1, steps: count });
    this.home.hidden = !this.data.overview || this.step < 0;
    this.back.setAttribute("aria-disabled", this.step === this.first);
    this.next.setAttribute("aria-disabled", this.step === count - 1);
    this.allAtOnce.setAttribute("aria-pressed", this.everything);
    this.asTable.setAttribute("aria-pressed", this.tables);
    this.asTable.hidden = this.step < 0;
    const current = this.stages[Math.max(0, this.step)],
      { panel, button, entry } = current;
    if (this.step >= 0 && (isInStrip || isOpener)) button.focus({ preventScroll: true });
    if (roomOf(this.root)) this.arrange();
    else this.paint();
    this.strip.scrollLeft =
      entry.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2 + entry.clientWidth / 2;
    if (!moved) return;
    if (this.everything) panel.scrollIntoView({ block: "nearest" });
    this.tellSoon();
  }

  markSteps(moved) {
    const stage = this.data.overview?.stages.find(({ steps }) => steps.includes(this.step));
    this.stages.forEach(({ panel, entry, button }, number) => {
      const isCurrent = number === this.step;
      panel.classList.toggle("current", isCurrent);
      panel.classList.toggle("slides", moved && isCurrent);
      entry.className = isCurrent ? "current" : number <= this.reached ? "reached" : "";
      entry.classList.toggle("elsewhere", Boolean(stage) && !stage.steps.includes(number));
      button.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  visible() {
    if (this.everything) return this.figures;
    return this.stages[this.step]?.figures ?? [];
  }

  arrange() {
    const width = this.root.clientWidth;
    if (!this.data || !width) return;
    this.look = new Look(this.root, this.data.ink);
    this.palette = new Palette(this.root, this.look, this.data.colours, this.data.diverging);
    const isLarge = width >= LARGE;
    const room = roomOf(this.root),
      isAlone = this.root.classList.contains("alone");
    this.root.classList.toggle("lecture", zoomOf(this.root) > 1);
    this.letters = isLarge ? 17 : 13;
    this.line = isLarge ? 28 : 22;
    const draw = (high) => {
      for (const { figures } of this.stages)
        fit(figures, width - (this.everything ? 14 : 0), clamp(40, high, 720), this);
    };
    this.root.style.removeProperty("--high");
    if (!room || isAlone || this.everything || this.step < 0)
      draw(Math.max(260, room && isAlone ? room - AROUND : 0.44 * screenHeight(this.root)));
    else
      fitSteps(this.root, (high) => {
        this.root.style.setProperty("--high", `${high}px`);
        draw(high - HEAD);
      });
    for (const { picture, result } of this.stages)
      this.palette.thumbnail(picture, result, isLarge ? 1.4 : 1);
    if (this.data.overview) this.overview.paint(this.palette);
    this.paint();
  }

  paint() {
    if (!this.look) return;
    if (this.step < 0)
      this.overview.fit(roomOf(this.root), () => contentHeight(this.root), this.palette);
    for (const figure of this.visible()) figure.paint();
    for (const { formula } of this.stages)
      // to be scrolled by keys
      formula.tabIndex = formula.scrollWidth > formula.clientWidth ? 0 : -1;
    this.describe();
    this.root.dataset.painted = `${this.step + 1}/${this.stages.length}`;
  }

  tabulate(tables) {
    this.tables = tables;
    this.root.classList.toggle("tables", tables);
    this.asTable.setAttribute("aria-pressed", tables);
    this.asTable.textContent = tables ? t("As a picture") : t("As a table");
    this.on = null;
    this.paint();
  }

  // --- the number pointed at ---------------------------------------------------------------------

  hover(figure, cell) {
    const { on } = this;
    const isSame =
      on?.figure === figure ? on.row === cell?.row && on.column === cell?.column : !cell;
    if (on?.held || isSame) return;
    this.on = cell && { figure, row: cell.row, column: cell.column };
    this.describe();
  }

  hold(figure, { row, column }) {
    const { on } = this;
    const isAgain = on?.held && on.figure === figure && on.row === row && on.column === column;
    this.on = isAgain ? null : { figure, row, column, held: true };
    this.describe();
  }

  walk(figure, { row, column }) {
    this.on = { figure, row, column, held: this.on?.held };
    this.describe();
  }

  // What a row of the five stages says; null: none is pointed at.
  read(sentence) {
    this.sentence = sentence;
    this.describe();
  }

  typeset(text) {
    return typeset(text, this.symbols);
  }

  // The line below the panel, and what stands out in the grids on show.
  describe() {
    const on = this.on ?? this.meeting.cell,
      grid = on?.figure.grid;
    for (const figure of this.visible())
      figure.mark(framed(figure.grid, grid, on?.row, on?.column));
    this.meeting.paint();
    this.reading.classList.toggle("locked", Boolean(on?.held));
    this.reading.classList.toggle("resting", !on);
    // A player says the steps of its animation itself.
    const isPlayed = this.players.some(({ at }) => at !== null);
    this.reading.setAttribute("aria-live", isPlayed ? "off" : "polite");
    const parts = grid
      ? equation(grid, on.row, on.column, this.symbols, this.data.epsilon)
      : [this.caption()];
    const subject = JSON.stringify([this.data.mark, grid ? [grid.name, on.row, on.column] : parts]);
    if (subject === this.subject) return;
    this.subject = subject;
    this.reading.replaceChildren(...nodesOf(parts));
  }

  // What stands below while no number is pointed at.
  caption() {
    const { overview } = this.data;
    if (this.step < 0)
      return (
        this.sentence ??
        this.overview.player.current?.says ??
        t("Hover over a word to read its row. Click a stage to unfold it.")
      );
    const step = { step: this.counter.textContent, name: this.stages[this.step].name };
    return overview && this.step >= this.weighed
      ? t("{step}, {name}: {told}", { ...step, told: overview.finding })
      : t("{step}, {name}: hover over a number to see how it is computed.", step);
  }

  // The step whose result is the weights: from there on there is something found.
  get weighed() {
    return this.stages.findIndex(({ result }) => result.role === "weight");
  }

  // --- keys --------------------------------------------------------------------------------------

  key(event) {
    if (!this.root.isConnected) return document.removeEventListener("keydown", this.onKey);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.data || !this.root.clientWidth) return;
    const path = event.composedPath(),
      isOwn = path.includes(this.root),
      { key } = event;
    if (isOwn ? path[0].matches(".formula, .twin-box") : path[0].closest?.(TAKES_KEYS)) return;
    const button = isOwn && path[0].closest("button");
    if (key === " " && button && !this.strip.contains(button)) return; // it presses the button
    const step = {
      " ": this.step + 1,
      ArrowRight: this.step + 1,
      ArrowLeft: this.step - 1,
      Home: this.first,
      End: this.stages.length - 1,
    }[key];
    const row = { ArrowUp: this.row - 1, ArrowDown: this.row + 1 }[key];
    if (step !== undefined) this.goTo(step);
    else if (row !== undefined && this.data.words.length && (isOwn || !this.everything))
      this.ask(row);
    else if (key === "Escape" && this.on) {
      this.on = null;
      this.describe();
    } else if (key === "Escape" && this.players.some(({ at }) => at !== null))
      for (const player of this.players) player.stop();
    else return;
    event.preventDefault();
  }
}

// The grids of a derivation by name, each with its values and with the grids it is made of.
function gridsOf(data) {
  const floats = new Float32Array(data.numbers.buffer);
  const grids = new Map(
    data.grids.map((grid) => {
      const [rows, columns] = grid.shape,
        { offset } = grid;
      const values = offset === null ? null : floats.subarray(offset, offset + rows * columns);
      let most = 0;
      for (const value of values ?? []) if (Math.abs(value) > most) most = Math.abs(value);
      return [grid.name, { ...grid, values, most: roundUp(most) }];
    }),
  );
  for (const grid of grids.values()) grid.of = grid.of.map((name) => grids.get(name));
  return grids;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".inside");
  root.view ??= new Inside(root);
  root.view.keep = (message) => setTriggerValue("setting", message);
  const { players, live } = root.view;
  live.show(read(data));
  for (const player of players) player.listen();
  return () => {
    for (const player of players) player.leave();
    live.leave();
  };
}
