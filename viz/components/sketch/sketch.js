// A surface to draw a digit on, with mouse, finger or keyboard; its patches; each head over the
// picture; and the probabilities. What is drawn stands there at once, the rest when the server
// answers.

import { clamp } from "../../engine/numbers.js";
import { read, unpack } from "../../engine/packing.js";
import { percent } from "../../engine/shares.js";
import { fixed, t } from "../../engine/text.js";
import { Look, inLecture, sharp, watch, within } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { Taking } from "../shared/picture.js";
import { readStrokes, simplify, squareAround, writeStrokes } from "./strokes.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STRIDE = 2; // places that an arrow key moves the pen
const numbersOf = (text) => text.split(",").filter(Boolean).map(Number);

class SketchView {
  constructor(root) {
    this.root = root;
    this.mode = "draw";
    this.past = [];
    this.sent = [];
    this.cursor = [20, 12];
    this.stroke = null;
    this.build();
    watch(root, () => this.arrange());
  }

  build() {
    this.surface = make("canvas", "surface");
    this.surface.tabIndex = 0;
    this.surface.setAttribute("role", "img");
    this.modes = make("div", "modes");
    this.modes.setAttribute("role", "radiogroup");
    this.actions = make("div", "modes");
    this.samples = make("div", "samples");
    this.hint = make("p", "hint");
    this.reading = make("p", "reading");
    this.reading.setAttribute("aria-live", "polite");
    this.heads = make("div", "heads");
    this.more = make("div", "more");
    this.bars = make("div", "bars");
    this.legend = make("div", "legend");
    this.taking = new Taking(
      () => [this.reading, this.picture],
      () => this.paint(),
    );
    const left = make("div", "left"),
      right = make("div", "right");
    this.picture = make("div", "picture");
    left.append(this.modes, this.surface, this.actions, this.samples);
    right.append(this.more, this.bars);
    this.picture.append(left, this.heads, right);
    this.root.append(this.reading, this.picture, this.legend, this.hint, this.taking.element);
    this.listen();
  }

  show(data) {
    this.data = data;
    const text = JSON.stringify(data.settings),
      place = this.sent.indexOf(text);
    // an answer to our own changes comes late, when more may be drawn
    if (place >= 0) this.sent.splice(0, place + 1);
    else if (!this.stroke) {
      this.sent = [];
      this.take(data.settings);
    }
    this.speak();
    this.arrange();
  }

  take({ digit, hidden, silenced, query }) {
    this.strokes = readStrokes(digit);
    this.hidden = new Set(numbersOf(hidden));
    this.silenced = new Set(silenced.split(",").filter(Boolean));
    this.query = Number(query);
  }

  get settings() {
    return {
      digit: writeStrokes(this.strokes),
      hidden: [...this.hidden].sort((a, b) => a - b).join(","),
      silenced: [...this.silenced].sort().join(","),
      query: String(this.query),
    };
  }

  // Keeps what was there for Undo, changes it, and asks the server.
  change(act) {
    this.past.push(this.settings);
    act();
    this.tell();
  }

  tell() {
    this.sent.push(JSON.stringify(this.settings));
    this.keep(this.settings);
    this.arrange();
  }

  undo() {
    this.stroke = null;
    if (!this.past.length) return;
    this.take(this.past.pop());
    this.tell();
  }

  clear() {
    this.change(() => this.take({ digit: ".", hidden: "", silenced: "", query: "0" }));
  }

  // --- texts -------------------------------------------------------------------------------------

  speak() {
    const { data } = this;
    const modes = { draw: t("Draw"), hide: t("Hide patches"), choose: t("Choose a patch") };
    this.modes.setAttribute("aria-label", t("What the pointer does"));
    this.fill(this.modes, Object.entries(modes), ([mode, title], button) => {
      button.textContent = title;
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(this.mode === mode));
      button.onclick = () => {
        this.mode = mode;
        this.speak();
        this.paint();
      };
    });
    const acts = [
      [t("Undo"), () => this.undo()],
      [t("Clear"), () => this.clear()],
      [t("All as before"), () => this.change(() => this.restore())],
    ];
    this.fill(this.actions, acts, ([title, act], button) => {
      button.textContent = title;
      button.onclick = act;
    });
    this.fill(this.samples, data.examples, (example, button, digit) => {
      button.textContent = digit;
      button.setAttribute("aria-label", t("Example: {digit}", { digit }));
      button.onclick = () =>
        this.change(() => {
          this.strokes = readStrokes(example);
        });
    });
    this.hint.textContent = data.names.keys;
    this.taking.speak();
  }

  restore() {
    this.hidden.clear();
    this.silenced.clear();
    this.query = 0;
  }

  // As many buttons as values, without a new one for an old: that would lose the focus.
  fill(box, values, write) {
    while (box.children.length > values.length) box.lastChild.remove();
    values.forEach((value, place) => {
      const button = box.children[place] ?? box.appendChild(make("button", "apply"));
      button.type = "button";
      write(value, button, place);
    });
  }

  // --- painting ----------------------------------------------------------------------------------

  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    const { layers, heads } = this.data,
      width = this.root.clientWidth;
    this.wide = width >= 900;
    const high = inLecture(this.root) ? 330 : 300;
    this.side = this.wide ? Math.min(high, width * 0.27) : Math.min(300, width - 4);
    this.tile = this.wide
      ? Math.floor(Math.min(104, (width * 0.42) / heads - 10, (this.side + 96) / layers - 26))
      : Math.floor(Math.min(96, (width - 12 * (heads - 1)) / heads));
    this.heads.style.gridTemplateColumns = `repeat(${heads}, ${this.tile}px)`;
    this.paint();
  }

  paint() {
    if (!this.look) return;
    this.reading.textContent = this.data.finding;
    this.paintSurface();
    this.paintHeads();
    this.paintMore();
    this.paintBars();
    this.legend.replaceChildren(
      make("span", "", "0"),
      make("span", "scale"),
      make("span", "", t("{weight}, the largest weight shown", { weight: fixed(this.most, 2) })),
    );
    this.root.dataset.painted = this.data.settings.digit;
  }

  paintSurface() {
    const { side, look, data } = this,
      unit = side / data.places;
    const pen = sharp(this.surface, side, side);
    pen.fillStyle = look.muted;
    pen.globalAlpha = 0.35;
    for (const patch of this.hidden) pen.fillRect(...this.boxOf(patch));
    pen.globalAlpha = 1;
    pen.strokeStyle = look.text;
    pen.fillStyle = look.text;
    pen.lineCap = pen.lineJoin = "round";
    pen.lineWidth = (data.pen * side) / data.size;
    for (const stroke of [...this.strokes, ...(this.stroke ? [this.stroke] : [])]) {
      pen.beginPath();
      stroke.forEach(([x, y]) => pen.lineTo((x + 0.5) * unit, (y + 0.5) * unit));
      if (stroke.length === 1) pen.lineTo((stroke[0][0] + 0.5) * unit, (stroke[0][1] + 0.5) * unit);
      pen.stroke();
    }
    pen.strokeStyle = look.muted;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.4;
    pen.strokeRect(0.5, 0.5, side - 1, side - 1);
    for (let patch = 1; patch <= data.grid ** 2; patch++) pen.strokeRect(...this.boxOf(patch));
    pen.globalAlpha = 1;
    this.paintMarks(pen, unit);
    const facts = { strokes: this.strokes.length, hidden: this.hidden.size };
    const what = t("Drawing: strokes {strokes}, hidden patches {hidden}.", facts);
    this.surface.setAttribute("aria-label", `${what} ${data.finding} ${data.names.keys}`);
    this.surface.style.cursor = this.mode === "draw" ? "crosshair" : "pointer";
  }

  // The chosen patch, and where the keys are.
  paintMarks(pen, unit) {
    const frame = (patch, width) => {
      const [x, y, wide] = this.boxOf(patch);
      pen.lineWidth = width;
      pen.strokeRect(x + 1, y + 1, wide - 2, wide - 2);
    };
    pen.strokeStyle = this.data.colours[0];
    if (this.from) frame(this.from, 3);
    if (this.root.getRootNode().activeElement !== this.surface || !this.keyed) return;
    if (this.mode !== "draw") frame(this.patchUnder(this.cursor), 1.5);
    else {
      pen.beginPath();
      pen.lineWidth = this.stroke ? 3 : 1.5;
      pen.arc((this.cursor[0] + 0.5) * unit, (this.cursor[1] + 0.5) * unit, 6, 0, 7);
      pen.stroke();
    }
  }

  // The token whose attention is shown: the patch under the pointer, else the chosen one.
  get from() {
    return this.hover ?? this.query;
  }

  weight(layer, head, key) {
    const { heads, grid } = this.data,
      tokens = grid * grid + 1;
    return this.number(((layer * heads + head) * tokens + this.from) * tokens + key);
  }
  number(place) {
    return unpack(this.data.numbers[place], this.data.steps);
  }
  get offsets() {
    const { layers, heads, grid, size } = this.data;
    const rollout = layers * heads * (grid * grid + 1) ** 2,
      ink = rollout + grid * grid;
    return { rollout, ink, shown: ink + size * size, bars: ink + 2 * size * size };
  }

  paintHeads() {
    const { layers, heads, grid } = this.data,
      patches = grid * grid;
    const rows = [];
    for (let layer = 0; layer < layers; layer++)
      for (let head = 0; head < heads; head++)
        rows.push(Array.from({ length: patches + 1 }, (_, key) => this.weight(layer, head, key)));
    this.most = Math.max(...rows.flatMap((row) => row.slice(1)), 0.01);
    this.fill(this.heads, rows, (row, button, place) => {
      const [layer, head] = [Math.floor(place / heads) + 1, (place % heads) + 1],
        name = `${layer}-${head}`,
        off = this.silenced.has(name);
      button.className = "head";
      if (!button.firstChild) button.append(make("canvas"), make("span", "name"));
      const [canvas, label] = button.children;
      this.paintTile(canvas, row.slice(1), this.offsets.ink, this.tile, off);
      label.textContent = off
        ? t("{head} off", { head: name })
        : t("{head} · {weight} to [CLS]", { head: name, weight: fixed(row[0], 2) });
      const best = row.indexOf(Math.max(...row.slice(1)), 1);
      const facts = { layer, head, patch: best, weight: fixed(row[best], 2) };
      button.setAttribute("aria-pressed", String(!off));
      button.setAttribute(
        "aria-label",
        t("Layer {layer}, head {head}: most at patch {patch}, {weight}", facts),
      );
      button.onclick = () =>
        this.change(() => (off ? this.silenced.delete(name) : this.silenced.add(name)));
    });
  }

  // The picture in grey, with the weight of each patch over it.
  paintTile(canvas, weights, offset, side, off = false) {
    const { size, grid } = this.data,
      look = off ? this.look.greyed() : this.look,
      pen = sharp(canvas, side, side),
      [cell, pixel] = [side / grid, side / size];
    weights.forEach((weight, patch) => {
      const [x, y] = this.corner(patch + 1);
      pen.fillStyle = `rgb(${look.ink(clamp(0, weight / this.most, 1))})`;
      pen.fillRect(x * cell, y * cell, cell + 0.5, cell + 0.5);
    });
    pen.fillStyle = this.look.text;
    for (let place = 0; place < size * size; place++) {
      const ink = this.number(offset + place);
      if (ink < 0.05) continue;
      pen.globalAlpha = 0.5 * ink;
      pen.fillRect((place % size) * pixel, Math.floor(place / size) * pixel, pixel, pixel);
    }
    pen.globalAlpha = 1;
    pen.strokeStyle = look.muted;
    pen.strokeRect(0.5, 0.5, side - 1, side - 1);
  }

  paintMore() {
    const { names, grid } = this.data,
      rest = this.root.clientWidth - this.picture.children[1].offsetLeft - this.heads.offsetWidth,
      side = Math.round(this.wide ? clamp(64, rest / 2 - 24, 130) : this.tile * 1.5);
    if (!this.more.firstChild)
      for (let place = 0; place < 2; place++) {
        const figure = make("figure");
        figure.append(make("canvas"), make("figcaption"));
        figure.firstChild.setAttribute("role", "img");
        this.more.append(figure);
      }
    const rollout = Array.from({ length: grid * grid }, (_, patch) =>
      this.number(this.offsets.rollout + patch),
    );
    const most = this.most;
    this.most = Math.max(...rollout, 0.001); // of this tile alone
    const tiles = [
      [rollout, this.offsets.ink, names.rollout],
      [[], this.offsets.shown, names.shown],
    ];
    tiles.forEach(([weights, offset, name], place) => {
      const [canvas, caption] = this.more.children[place].children;
      this.paintTile(canvas, weights, offset, side);
      caption.textContent = name;
      canvas.setAttribute("aria-label", name);
    });
    this.most = most;
  }

  paintBars() {
    const { networks, colours } = this.data;
    const key = make("div", "key");
    networks.forEach((name, place) => {
      const [mark, entry] = [make("span", "mark"), make("span", "entry")];
      mark.style.background = colours[place];
      entry.append(mark, name);
      key.append(entry);
    });
    const rows = Array.from({ length: 10 }, (_, digit) => {
      const row = make("div", "digit"),
        pair = make("div", "pair");
      networks.forEach((name, place) => {
        const share = this.number(this.offsets.bars + 10 * place + digit),
          bar = make("div", "bar"),
          fill = make("span", "fill");
        fill.style.cssText = `width:${70 * share}%;background:${colours[place]}`;
        bar.append(
          fill,
          make("span", "value", share < 0.0005 ? "" : percent(share, share < 0.0995 ? 1 : 0)),
        );
        pair.append(bar);
      });
      row.append(make("strong", "", String(digit)), pair);
      return row;
    });
    this.bars.replaceChildren(key, ...rows);
  }

  // --- pointer and keys --------------------------------------------------------------------------

  corner(patch) {
    return [(patch - 1) % this.data.grid, Math.floor((patch - 1) / this.data.grid)];
  }
  get square() {
    const drawn = this.stroke ? [...this.strokes, this.stroke] : this.strokes;
    return squareAround(drawn, this.data);
  }
  // A patch on the surface: left, top, width, height.
  boxOf(patch) {
    const { grid, places } = this.data,
      [left, top, wide] = this.square,
      unit = this.side / places,
      cell = (wide * unit) / grid,
      [x, y] = this.corner(patch);
    return [(left + 0.5) * unit + x * cell, (top + 0.5) * unit + y * cell, cell, cell];
  }
  // The patch at a place; the nearest where there is none.
  patchUnder(place) {
    const { grid } = this.data,
      [left, top, wide] = this.square;
    const [x, y] = [place[0] - left, place[1] - top].map((length) =>
      clamp(0, Math.floor((length / wide) * grid), grid - 1),
    );
    return y * grid + x + 1;
  }
  placeOf(event) {
    const last = this.data.places - 1;
    return within(event, this.surface).map((length) =>
      clamp(0, Math.floor((length / this.side) * (last + 1)), last),
    );
  }

  extend(point) {
    const [x, y] = this.stroke.at(-1);
    if (x !== point[0] || y !== point[1]) this.stroke.push(point);
  }

  finish() {
    const stroke = simplify(this.stroke);
    this.stroke = null;
    this.change(() => this.strokes.push(stroke));
  }

  use(patch) {
    if (this.mode === "hide")
      this.change(() =>
        this.hidden.has(patch) ? this.hidden.delete(patch) : this.hidden.add(patch),
      );
    else
      this.change(() => {
        this.query = this.query === patch ? 0 : patch;
      });
  }

  listen() {
    const { surface } = this;
    surface.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.keyed = false;
      if (this.mode !== "draw") return void this.use(this.patchUnder(this.placeOf(event)));
      surface.setPointerCapture(event.pointerId);
      this.stroke = [this.placeOf(event)];
      this.paintSurface();
    });
    surface.addEventListener("pointermove", (event) => {
      if (this.stroke && !this.keyed) {
        for (const part of event.getCoalescedEvents?.() ?? []) this.extend(this.placeOf(part));
        this.extend(this.placeOf(event));
        this.paintSurface();
      } else if (this.mode === "choose") {
        this.hover = this.patchUnder(this.placeOf(event));
        this.paint();
      }
    });
    surface.addEventListener("pointerleave", () => {
      if (this.hover === undefined) return;
      this.hover = undefined;
      this.paint();
    });
    for (const kind of ["pointerup", "pointercancel"])
      surface.addEventListener(kind, () => this.stroke && !this.keyed && this.finish());
    for (const kind of ["focus", "blur"]) surface.addEventListener(kind, () => this.paint());
    surface.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) this.move(step, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.act();
    else if (event.key === "Backspace") this.undo();
    else if (event.key === "Delete") this.clear();
    else if (event.key !== "Escape" || !this.release()) return;
    event.preventDefault();
    event.stopPropagation();
    this.keyed = true;
    this.paint();
  }

  move([across, down], far) {
    const { places, grid } = this.data,
      stride = this.mode === "draw" ? STRIDE * (far ? 4 : 1) : this.square[2] / grid;
    const to = (place, by) => clamp(0, Math.round(place + by * stride), places - 1);
    this.cursor = [to(this.cursor[0], across), to(this.cursor[1], down)];
    if (this.stroke) this.extend(this.cursor);
  }

  act() {
    if (this.mode !== "draw") this.use(this.patchUnder(this.cursor));
    else if (this.stroke) this.finish();
    else this.stroke = [this.cursor];
  }

  // What Esc takes back, one after the other; false where there is nothing.
  release() {
    if (this.stroke) this.finish();
    else if (this.query || this.hidden.size || this.silenced.size)
      this.change(() => this.restore());
    else if (this.strokes.length) this.clear();
    else return false;
    return true;
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".sketch");
  root.view ??= new SketchView(root);
  root.view.keep = (message) => setStateValue("setting", message);
  root.view.show(read(data));
}
