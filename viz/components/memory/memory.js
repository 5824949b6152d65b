// Every unit of an LSTM (a thin row) at every word (a column), and the words coloured by the cell
// of the unit chosen. A click chooses a unit, so do the arrow keys.

import { clamp } from "../../engine/numbers.js";
import { read, unpack } from "../../engine/packing.js";
import { fixed, quoted, t } from "../../engine/text.js";
import { Look, fitHeight, roomOf, sharp, watch, within } from "../shared/canvas.js";
import { ramp, textOn } from "../shared/colour.js";
import { fitColumns, labelColumns } from "../shared/columns.js";
import { make } from "../shared/elements.js";
import { Taking } from "../shared/picture.js";
import { tableBox, tableButton, tableOf } from "../shared/tables.js";

const signedText = (value) => (value < 0 ? "−" : "+") + fixed(Math.abs(value), 2);

class Memory {
  constructor(root) {
    this.root = root;
    this.sent = new Set();
    this.row = make("div", "panels");
    this.legend = make("div", "legend");
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.paint();
    });
    this.taking = new Taking(
      () => [this.row, this.legend],
      () => this.paint(),
    );
    root.append(this.row, this.legend, this.asTable, this.taking.element);
    watch(root, () => this.arrange());
  }

  show(data) {
    const before = new Map((this.panels || []).map((panel) => [panel.name, panel])),
      active = this.root.getRootNode().activeElement;
    // the keys go on in its place
    const held = this.panels?.find((panel) => panel.canvas === active)?.name;
    this.data = data;
    this.asTable.speak();
    this.taking.speak();
    this.panels = data.panels.map((block) => {
      const panel = this.build(block),
        old = before.get(block.name);
      // An answer to our own click comes late and may be outdated: only a choice from elsewhere
      // counts.
      if (old && (old.asked === block.unit || this.sent.delete(`${block.name}=${block.unit + 1}`)))
        panel.unit = old.unit;
      return panel;
    });
    this.row.replaceChildren(...this.panels.map((panel) => panel.box));
    const least = t("{quantity}: {least}", {
      quantity: data.quantity,
      least: data.signed ? "−1" : "0",
    });
    this.legend.replaceChildren(
      make("span", "", least),
      make("span", data.signed ? "scale signed" : "scale"),
      make("span", "", "1"),
    );
    if (!data.signed)
      this.legend.append(
        make("span", "", t("· words, tanh of the cell: −1")),
        make("span", "scale signed"),
        make("span", "", "1"),
      );
    this.legend.append(
      make("span", "hint", t("Click a row to colour the words by that unit. Arrow keys move.")),
    );
    this.arrange();
    this.panels.find((panel) => panel.name === held)?.canvas.focus({ preventScroll: true });
  }

  build(block) {
    const box = make("section", "panel"),
      canvas = make("canvas", "map"),
      scroller = make("div", "box");
    const text = make("p", "text"),
      reading = make("p", "reading");
    reading.setAttribute("aria-live", "polite");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    scroller.append(canvas);
    box.append(make("h3", "title", block.title), text, scroller, reading);
    const panel = { ...block, asked: block.unit, box, canvas, scroller, text, reading };
    this.listen(panel);
    return panel;
  }

  value(panel, word, unit) {
    return this.number(panel, 0, word, unit, this.data.signed);
  }
  cell(panel, word, unit) {
    return this.number(panel, panel.words.length * panel.units, word, unit, true);
  }
  number(panel, from, word, unit, signed) {
    return unpack(
      this.data.numbers[panel.offset + from + word * panel.units + unit],
      this.data.steps,
      signed ? -1 : 0,
    );
  }

  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    const stops = this.data.diverging[this.look.dark ? "dark" : "light"];
    this.diverging = ramp(stops);
    this.root.style.setProperty("--diverging", `linear-gradient(to right, ${stops.join(",")})`);
    const width = this.root.clientWidth,
      gap = 32,
      longest = Math.max(...this.panels.map((panel) => panel.words.length));
    const across = this.panels.length > 1 && (width - gap) / 2 > 80 + longest * 15 ? 2 : 1;
    this.row.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    const room = (width - gap * (across - 1)) / across;
    for (const panel of this.panels) {
      const pen = panel.canvas.getContext("2d");
      pen.font = this.look.font(13, true);
      const beside = Math.max(
        64,
        pen.measureText(t("unit {unit}", { unit: panel.units })).width + 10,
      );
      panel.place = fitColumns(
        pen,
        this.look,
        panel.words,
        room,
        () => beside,
        () => 56,
      );
    }
    const inLecture = roomOf(this.root) !== null;
    fitHeight(
      this.root,
      0.42,
      (high) => {
        for (const panel of this.panels)
          panel.height = inLecture
            ? high
            : Math.max(panel.units, Math.round(clamp(256, high, 700)));
        this.paint();
      },
      Math.ceil(this.panels.length / across),
    );
  }

  colour(share, signed) {
    return (signed ? this.diverging : this.look.ramp)[Math.round(255 * clamp(0, share, 1))];
  }

  paint() {
    for (const panel of this.panels) this.paintPanel(panel);
    this.root.dataset.painted = JSON.stringify(this.panels.map((panel) => panel.words));
  }

  paintPanel(panel) {
    const {
        words,
        units,
        order,
        unit,
        height,
        place: { left, top, cell, right },
      } = panel,
      look = this.look;
    const pen = sharp(panel.canvas, left + words.length * cell + right + 1, top + height + 2);
    const image = new ImageData(words.length, units);
    order.forEach((number, row) =>
      words.forEach((_, word) => {
        const share = this.data.numbers[panel.offset + word * units + number] / this.data.steps;
        image.data.set(
          [...this.colour(share, this.data.signed), 255],
          4 * (row * words.length + word),
        );
      }),
    );
    const small = new OffscreenCanvas(words.length, units);
    small.getContext("2d").putImageData(image, 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, left, top, words.length * cell, height);
    pen.strokeStyle = look.muted;
    pen.globalAlpha = 0.5;
    pen.strokeRect(left - 0.5, top - 0.5, words.length * cell + 1, height + 1);
    pen.globalAlpha = 1;
    const on = panel.hover,
      y = top + ((order.indexOf(unit) + 0.5) * height) / units;
    pen.strokeStyle = look.text;
    pen.lineWidth = 1.5;
    pen.strokeRect(
      left - 1,
      y - height / units / 2 - 1.5,
      words.length * cell + 2,
      height / units + 3,
    );
    pen.fillStyle = look.text;
    pen.textAlign = "right";
    pen.font = look.font(13, true);
    pen.fillText(
      t("unit {unit}", { unit: unit + 1 }),
      left - 6,
      clamp(top + 6, y, top + height - 6),
    );
    labelColumns(
      pen,
      look,
      words,
      panel.place,
      "",
      (word) => on && on.word === word,
      () => 0,
    );
    panel.text.replaceChildren(
      ...words.flatMap((word, place) => {
        const value = this.cell(panel, place, unit),
          [red, green, blue] = this.colour((value + 1) / 2, true);
        const span = make("span", "coloured", word);
        span.style.background = `rgb(${red} ${green} ${blue})`;
        span.style.color = textOn([red, green, blue]);
        span.title = signedText(value);
        return [span, " "];
      }),
    );
    const sentence = this.sentence(panel);
    if (panel.reading.textContent !== sentence) panel.reading.textContent = sentence;
    const facts = {
      title: panel.title,
      quantity: this.data.quantity,
      units,
      words: words.length,
      told: sentence,
    };
    panel.canvas.setAttribute(
      "aria-label",
      t("{title}: {quantity} of {units} units at {words} words. {told}", facts) +
        " " +
        t("Up and down choose a unit, left and right read its words."),
    );
    const content = this.tables ? this.table(panel) : panel.canvas;
    // a canvas taken out would lose the focus
    if (panel.scroller.firstChild !== content) panel.scroller.replaceChildren(content);
  }

  // The unit chosen, word by word, and the same unit's cell, which colours the words.
  table(panel) {
    const { words, unit, title } = panel,
      box = tableBox(title),
      quantity = (word) => this.value(panel, word, unit);
    const cell = (word) => this.cell(panel, word, unit);
    const kinds = { [this.data.quantity]: quantity, [t("tanh of the cell")]: cell },
      values = Object.values(kinds);
    const number = (kind, word) => fixed(values[kind](word), 3);
    box.append(
      tableOf(
        t("{title}, unit {unit}", { title, unit: unit + 1 }),
        Object.keys(kinds),
        words,
        number,
      ),
    );
    return box;
  }

  sentence(panel) {
    const { words, units, unit } = panel;
    const all = words.map((_, word) => this.cell(panel, word, unit));
    if (!panel.hover) {
      const most = all.indexOf(Math.max(...all)),
        least = all.indexOf(Math.min(...all));
      return t(
        "The cell of unit {unit} is highest at {most} ({high}) and lowest at {least} ({low}).",
        {
          unit: unit + 1,
          most: quoted(words[most]),
          high: signedText(all[most]),
          least: quoted(words[least]),
          low: signedText(all[least]),
        },
      );
    }
    const { word, unit: at } = panel.hover,
      value = this.value(panel, word, at);
    return t("Unit {unit} of {units} at {word}: {quantity} {value}.", {
      unit: at + 1,
      units,
      word: quoted(words[word]),
      quantity: this.data.quantity,
      value: this.data.signed ? signedText(value) : fixed(value, 2),
    });
  }

  at(panel, event) {
    const [x, y] = within(event, panel.canvas),
      { left, top, cell } = panel.place;
    const word = Math.floor((x - left) / cell),
      row = Math.floor(((y - top) / panel.height) * panel.units);
    return word >= 0 && word < panel.words.length && row >= 0 && row < panel.units
      ? { word, unit: panel.order[row] }
      : null;
  }

  choose(panel, unit) {
    panel.unit = unit;
    const setting = `${panel.name}=${unit + 1}`;
    this.sent.add(setting);
    this.keep({ name: panel.name, unit: unit + 1 });
    this.paintPanel(panel);
  }

  listen(panel) {
    const { canvas } = panel;
    canvas.addEventListener("pointermove", (event) => {
      panel.hover = this.at(panel, event);
      canvas.style.cursor = panel.hover ? "pointer" : "default";
      this.paintPanel(panel);
    });
    canvas.addEventListener("pointerleave", () => {
      panel.hover = null;
      this.paintPanel(panel);
    });
    canvas.addEventListener("click", (event) => {
      const at = this.at(panel, event);
      if (at) this.choose(panel, at.unit);
    });
    canvas.addEventListener("keydown", (event) => {
      if (event.key === "Escape") panel.hover = null;
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key],
        side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step)
        this.choose(
          panel,
          panel.order[clamp(0, panel.order.indexOf(panel.unit) + step, panel.units - 1)],
        );
      else if (side)
        panel.hover = {
          unit: panel.unit,
          word: clamp(0, (panel.hover?.word ?? -1) + side, panel.words.length - 1),
        };
      else if (event.key !== "Escape") return;
      event.preventDefault();
      this.paintPanel(panel);
    });
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".memory");
  root.view ??= new Memory(root);
  root.view.keep = (message) => setStateValue("setting", message);
  root.view.show(read(data));
}
