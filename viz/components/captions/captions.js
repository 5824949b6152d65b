// A scene of coloured things on a grid, to be edited, and under it what each network writes of it:
// one small picture a word, with light where the network looked.

import { clamp } from "../../engine/numbers.js";
import { read } from "../../engine/packing.js";
import { percent } from "../../engine/shares.js";
import { t } from "../../engine/text.js";
import { Look, fitHeight, sharp, watch, within } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { Taking } from "../shared/picture.js";
import { COLUMNS, Edit } from "./edit.js";
import { paintLight, paintScene, paintThing } from "./painting.js";

const SMALLEST = 48, // pixels of a small picture
  LARGEST = 112,
  GAP = 4; // between two of them

class Captions {
  constructor(root) {
    this.root = root;
    this.sent = [];
    this.stage = make("canvas", "stage");
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "application");
    this.kinds = make("div", "chips");
    this.colours = make("div", "chips");
    this.undo = this.button(() => this.change(this.edit.undo()));
    this.remove = this.button(() => this.change(this.edit.remove()));
    this.clear = this.button(() => this.change(this.edit.clear()));
    const edits = make("div", "tools");
    edits.append(this.undo, this.remove, this.clear);
    this.left = make("div", "left");
    this.left.append(this.stage, this.kinds, this.colours, edits);
    this.mistakes = make("div", "tools");
    this.rows = make("div", "readers");
    this.right = make("div", "right");
    this.reading = make("p", "reading");
    this.reading.setAttribute("aria-live", "polite");
    this.right.append(this.rows, this.reading, this.mistakes);
    this.body = make("div", "body");
    this.body.append(this.left, this.right);
    this.hint = make("p", "hint");
    this.taking = new Taking(
      () => [this.stage, this.rows, this.reading],
      () => this.paint(),
    );
    const foot = make("div", "foot");
    foot.append(this.hint, this.taking.element);
    root.append(this.body, foot);
    this.listen();
    watch(root, () => this.arrange());
  }

  button(act) {
    const button = make("button", "press");
    button.addEventListener("click", act);
    return button;
  }

  show(data) {
    // An answer to an earlier change of our own must not undo a later one.
    const place = this.sent.indexOf(data.scene);
    this.sent = place < 0 ? [] : this.sent.slice(place + 1);
    if (this.sent.length) return;
    this.data = data;
    if (this.edit?.scene !== data.scene) {
      const { brush } = this.edit ?? {};
      this.edit = new Edit(data, this.edit?.steps, brush);
    }
    this.isOutdated = false;
    this.speak();
    this.arrange();
  }

  speak() {
    this.undo.textContent = t("Undo");
    this.remove.textContent = t("Remove");
    this.clear.textContent = t("Empty the scene");
    this.hint.textContent = this.data.hint;
    this.taking.speak();
    this.writeRows();
    // Buttons that stay as they are keep the focus.
    const labels = Object.keys(this.data.mistakes).join();
    if (this.labels === labels) return;
    this.labels = labels;
    const { kinds, colours } = this.edit;
    this.kinds.replaceChildren(
      ...kinds.map((kind) => this.chip("kind", kind, make("canvas", "thing"))),
    );
    this.colours.replaceChildren(
      ...colours.map((colour) => {
        const swatch = make("span", "swatch");
        swatch.style.background = this.data.colours[colour];
        return this.chip("colour", colour, swatch);
      }),
    );
    this.mistakes.replaceChildren(
      ...Object.entries(this.data.mistakes).map(([label, scenes]) => {
        const button = this.button(() => this.change(this.edit.open(this.next(scenes))));
        button.textContent = label;
        return button;
      }),
    );
  }

  // The scene of a list after the one on show; the first where none is.
  next(scenes) {
    return scenes[(scenes.indexOf(this.edit.scene) + 1) % scenes.length];
  }

  chip(field, value, picture) {
    const button = make("button", "chip");
    button.append(picture);
    button.dataset.value = value;
    button.setAttribute("aria-label", value);
    button.title = value;
    button.addEventListener("click", () => this.change(this.edit.set(field, value)));
    return button;
  }

  writeRows() {
    this.rows.replaceChildren(
      ...this.data.readers.map((reader, row) => {
        const box = make("section", "reader"),
          strip = make("div", "strip");
        strip.append(
          ...reader.words.map((word, place) => {
            const button = make("button", "word"),
              share = make("span", "share", percent(reader.probabilities[place]));
            button.append(make("canvas", "small"), make("span", "name", word), share);
            button.setAttribute("aria-label", reader.notes[place]);
            button.addEventListener("click", () => this.choose(row, place, true));
            button.addEventListener("pointerenter", () => this.choose(row, place, false));
            button.addEventListener("pointerleave", () => this.choose(null));
            return button;
          }),
        );
        const note = make("p", reader.right ? "note" : "note wrong", reader.note);
        box.append(make("h3", "title", reader.title), strip, note);
        return box;
      }),
    );
  }

  // --- hands ---

  listen() {
    const { stage } = this;
    const cellAt = (event) => {
      const [x, y] = within(event, stage).map((place) => Math.floor(place / this.cell));
      const { side } = this.data,
        isInside = x >= 0 && y >= 0 && x < side && y < side;
      return isInside ? y * side + x : null;
    };
    stage.addEventListener("pointerdown", (event) => {
      const cell = cellAt(event);
      if (cell === null || event.button) return;
      this.edit.cursor = cell;
      if (this.edit.thingAt(cell)) {
        this.drag = { from: cell, at: within(event, stage) };
        stage.setPointerCapture(event.pointerId);
      } else this.change(this.edit.add());
      this.paint();
    });
    stage.addEventListener("pointermove", (event) => {
      stage.style.cursor = this.edit.thingAt(cellAt(event)) ? "grab" : "copy";
      if (!this.drag) return;
      this.drag.at = within(event, stage);
      this.paint();
    });
    stage.addEventListener("pointerup", (event) => {
      if (!this.drag) return;
      const { from } = this.drag,
        cell = cellAt(event);
      this.drag = null;
      this.edit.cursor = from;
      if (cell === null) this.change(this.edit.remove());
      else if (cell !== from) this.change(this.edit.move(cell));
      this.paint();
    });
    stage.addEventListener("pointercancel", () => {
      this.drag = null;
      this.paint();
    });
    stage.addEventListener("keydown", (event) => this.pressed(event));
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !(this.pinned || this.edit.cursor !== null)) return;
      this.pinned = this.edit.cursor = this.drag = null;
      this.choose(null);
      event.stopPropagation();
    });
  }

  pressed(event) {
    const { edit } = this,
      { side } = this.data;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey || (isCommand && event.key.toLowerCase() !== "z")) return;
    const acts = {
      z: () => isCommand && this.change(edit.undo()),
      c: () => this.change(edit.turn("colour")),
      k: () => this.change(edit.turn("kind")),
      " ": () => this.change(edit.add()),
      enter: () => this.change(edit.add()),
      delete: () => this.change(edit.remove()),
      backspace: () => this.change(edit.remove()),
    };
    if (by[event.key]) {
      const [x, y] = by[event.key],
        cursor = edit.cursor ?? 0;
      const column = clamp(0, (cursor % side) + x, side - 1),
        row = clamp(0, Math.floor(cursor / side) + y, side - 1);
      const cell = edit.cursor === null ? 0 : row * side + column;
      if (event.shiftKey) this.change(edit.move(cell));
      else edit.cursor = cell;
      this.paint();
    } else if (acts[event.key.toLowerCase()]) acts[event.key.toLowerCase()]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // After a change: the scene is there at once, its captions when the networks have written them.
  change(sentence) {
    if (this.edit.scene !== this.data.scene || this.sent.length) {
      if (this.sent.at(-1) !== this.edit.scene) {
        this.sent.push(this.edit.scene);
        this.keep(this.edit.scene);
      }
      this.isOutdated = true;
      this.pinned = null;
    }
    this.told = sentence ?? "";
    this.paint();
  }

  // Light of one word on the scene, while it is pointed at, or until it is released.
  choose(row, place, isPinned) {
    const at = row === null ? null : { row, place };
    if (isPinned) {
      const isSame = this.pinned?.row === row && this.pinned.place === place;
      this.pinned = isSame ? null : at;
    }
    this.hover = isPinned ? null : at;
    this.told = "";
    this.paint();
  }

  // --- the picture ---

  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, { light: ["#fff", "#000"], dark: ["#000", "#fff"] });
    const isWide = this.root.clientWidth >= 760;
    this.root.classList.toggle("wide", isWide);
    fitHeight(this.root, 0.45, (high) => {
      const most = isWide ? 0.36 * this.root.clientWidth : this.root.clientWidth;
      this.cell = Math.floor(clamp(150, Math.min(high, most), 640) / this.data.side);
      this.left.style.width = isWide ? `${this.cell * this.data.side}px` : "";
      const longest = Math.max(...this.data.readers.map((reader) => reader.words.length));
      const room = this.right.clientWidth / longest - GAP;
      this.small = Math.floor(clamp(SMALLEST, Math.min(room, high / 4), LARGEST));
      this.paint();
    });
  }

  paint() {
    if (!this.cell) return;
    const { data, edit, look } = this,
      size = this.cell * data.side;
    const at = this.isOutdated ? null : (this.hover ?? this.pinned);
    const pen = sharp(this.stage, size, size);
    paintScene(pen, data, edit.things, this.cell, { grid: true, drag: this.drag });
    if (at) paintLight(pen, data, at, size);
    if (edit.cursor !== null && !this.drag) {
      pen.strokeStyle = "#205192";
      pen.lineWidth = 2.5;
      const [x, y] = [edit.cursor % data.side, Math.floor(edit.cursor / data.side)];
      pen.strokeRect(x * this.cell + 2, y * this.cell + 2, this.cell - 4, this.cell - 4);
    }
    this.rows.classList.toggle("outdated", this.isOutdated);
    this.rows.querySelectorAll(".strip").forEach((strip, row) => {
      [...strip.children].forEach((button, place) => {
        const small = sharp(button.querySelector("canvas"), this.small, this.small);
        paintScene(small, data, data.things, this.small / data.side, {});
        paintLight(small, data, { row, place }, this.small);
        const isChosen = this.pinned?.row === row && this.pinned.place === place;
        button.setAttribute("aria-pressed", isChosen);
        button.style.width = `${this.small}px`;
      });
    });
    const current = edit.current;
    for (const chip of this.kinds.children) {
      chip.setAttribute("aria-pressed", chip.dataset.value === current.kind);
      const drawing = sharp(chip.firstChild, 24, 24);
      paintThing(
        drawing,
        data.shapes[chip.dataset.value],
        look.text,
        [2, 2, 20],
        `rgb(${look.paper})`,
      );
    }
    for (const chip of this.colours.children)
      chip.setAttribute("aria-pressed", chip.dataset.value === current.colour);
    this.undo.disabled = !edit.steps.length;
    this.remove.disabled = !edit.thingAt(edit.cursor);
    this.clear.disabled = !edit.things.length;
    const isWriting = this.isOutdated ? t("The networks look again …") : "";
    const note = at ? data.readers[at.row].notes[at.place] : "";
    const reading = this.told || isWriting || note || t("Point at a word: where did it look?");
    if (this.reading.textContent !== reading) this.reading.textContent = reading;
    const cursor =
      edit.cursor === null
        ? ""
        : t("Cursor on {cell}.", {
            cell: COLUMNS[edit.cursor % data.side] + (1 + Math.floor(edit.cursor / data.side)),
          });
    const things = edit.scene || t("nothing");
    const alt = t("Scene of {side} × {side} cells: {things}.", { side: data.side, things });
    this.stage.setAttribute("aria-label", [alt, cursor, note].filter(Boolean).join(" "));
    this.root.dataset.painted = this.isOutdated ? "" : edit.scene || "nothing";
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".captions");
  root.view ??= new Captions(root);
  root.view.keep = (scene) => setStateValue("setting", { scene });
  root.view.show(read(data));
}
