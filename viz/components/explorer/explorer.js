// Paints the translation, every head as a thumbnail, and one head large as a heatmap and as lines.
// Hover previews, click locks, Esc lets go. Heads have switches; a held cell can be given another weight.
// Of a long text all heads are here coarsely, and one in full: a block's `coarse` says how many cells a side, `full` which head that is.

import { Look, screenHeight, watch, within, zoomOf } from "../shared/canvas.js";
import { SMALLEST_CELL } from "../shared/columns.js";
import { make } from "../shared/elements.js";
import { Matrix } from "../shared/matrix.js";
import { clamp, same } from "../shared/numbers.js";
import { read, unpack } from "../shared/packing.js";
import { tableBox, tableButton } from "../shared/tables.js";
import { say } from "../shared/text.js";
import { Lines } from "./lines.js";
import { runnersUp, wordButton } from "./strip.js";
import { paintThumbnail } from "./thumbnail.js";

class Explorer {
  constructor(root) {
    this.root = root;
    this.sent = new Set();
    this.off = new Set();
    this.sentOff = new Set();
    this.askedOff = "";
    this.strip = make("div", "strip");
    this.strip.setAttribute("role", "group");
    this.overview = make("div", "overview");
    this.overview.setAttribute("role", "group");
    this.allOn = make("button", "all-on");
    this.allOn.addEventListener("click", () => this.silence([]));
    this.title = make("h3", "title");
    this.power = make("button", "power");
    this.power.addEventListener("click", () => this.toggle(this.choice));
    this.reading = make("p", "reading");
    this.reading.setAttribute("aria-live", "polite");
    this.map = make("canvas", "map");
    this.map.tabIndex = 0;
    this.map.setAttribute("role", "img");
    this.lines = make("canvas", "lines");
    this.drawnLines = new Lines(this.lines);
    this.lines.setAttribute("role", "img");
    this.legend = make("div", "legend");
    this.buildForce();
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    const mapBox = make("div", "box map-box"), linesBox = make("div", "box lines-box");
    mapBox.append(this.map);
    linesBox.append(this.lines);
    const head = make("div", "head"), body = make("div", "body");
    this.pictures = make("div", "pictures");
    this.pictures.append(mapBox, linesBox);
    const line = make("div", "title-line"), side = make("div", "side");
    line.append(this.title, this.power);
    this.table = tableBox();
    this.asTable = tableButton((tables) => { this.tables = tables; this.paintLarge(); });
    head.append(line, this.reading, this.pictures, this.table, this.force, this.legend, this.asTable);
    side.append(this.overview, this.allOn);
    body.append(side, head);
    root.append(this.strip, body, this.tip);
    this.listen();
    this.matrix = new Matrix(this.map);
    watch(root, () => this.paint());
  }

  // What stands there whatever is on show.
  speak() {
    this.strip.setAttribute("aria-label", say("What is written, word by word"));
    this.overview.setAttribute("aria-label", say("All heads. Arrow keys move between them."));
    this.allOn.textContent = say("All heads on");
    this.table.setAttribute("aria-label", say("The weights of this head"));
    this.slider.setAttribute("aria-label", say("The weight to force"));
    this.forceIt.textContent = say("Force it");
    this.asComputed.textContent = say("As computed");
    this.asTable.speak();
  }

  show(data) {
    this.speak();
    const shape = JSON.stringify(data.blocks.map((b) => [b.title, b.layers, b.heads]));
    const asked = data.choice.join("/");
    this.data = data;
    const fresh = shape !== this.shape;
    if (fresh) this.buildOverview();
    // An answer to our own click comes late and may be outdated: only a choice from elsewhere counts.
    if (fresh || (asked !== this.asked && !this.sent.delete(asked))) this.choice = data.choice;
    if (asked === this.choice.join("/")) this.sent.clear();
    this.shape = shape;
    this.asked = asked;
    if (data.off !== this.askedOff && !this.sentOff.delete(data.off)) this.off = new Set(data.off.split(",").filter(Boolean));
    if (data.off === [...this.off].sort().join(",")) this.sentOff.clear();
    this.askedOff = data.off;
    for (const block of data.blocks) block.cells = block.coarse || [block.rows.length, block.columns.length];
    const words = JSON.stringify(data.blocks.map((b) => [b.rows, b.columns]));
    if (words !== this.words) this.locked = this.hover = null;
    this.words = words;
    this.buildStrip();
    this.paint();
    if (fresh) this.overview.scrollTop = this.chosenThumb().parentElement.offsetTop - this.overview.clientHeight / 2;
  }

  // --- the translation -------------------------------------------------------------------------

  buildStrip() {
    this.strip.replaceChildren(...this.data.words.map((word, place) => {
      const button = wordButton(word);
      const open = () => { this.showRunnersUp(button, word); this.hoverRow(place); };
      const close = () => { this.tip.hidden = true; this.hoverRow(null); };
      button.addEventListener("pointerenter", open);
      button.addEventListener("focus", open);
      button.addEventListener("pointerleave", close);
      button.addEventListener("blur", close);
      return button;
    }));
    if (!this.data.finished) this.strip.append(make("span", "cut", say("… cut: the model did not come to an end")));
  }

  showRunnersUp(anchor, word) {
    this.tip.replaceChildren(...runnersUp(word));
    this.tip.hidden = false;
    const at = anchor.getBoundingClientRect(), [x, y] = within({ clientX: at.left, clientY: at.bottom }, this.root);
    this.placeTip(x, y + 4);
  }

  hoverRow(place) {
    if (this.block().stack !== "cross") return;
    this.hover = place === null ? null : { row: place, column: null };
    this.paintLarge();
  }

  placeTip(x, y) {
    this.tip.style.left = `${clamp(0, x, this.root.clientWidth - this.tip.offsetWidth)}px`;
    this.tip.style.top = `${y}px`;
  }

  // --- all heads -------------------------------------------------------------------------------

  buildOverview() {
    this.thumbs = [];
    const { blocks } = this.data, layers = blocks.reduce((sum, block) => sum + block.layers, 0), heads = Math.max(...blocks.map((b) => b.heads));
    this.overview.classList.toggle("many", layers > 12 || heads > 8);
    this.overview.style.setProperty("--rows", layers);
    this.overview.style.setProperty("--most", heads);
    this.overview.replaceChildren(...this.data.blocks.map((block, b) => {
      const group = make("div", "block");
      group.append(make("div", "block-title", block.title));
      const grid = make("div", "grid");
      grid.style.setProperty("--heads", block.heads);
      grid.append(make("span", "corner", say("layer")));
      for (let head = 0; head < block.heads; head++) {
        const label = make("span", "head-label", head + 1);
        label.style.setProperty("--colour", this.data.colours[head % this.data.colours.length]);
        grid.append(label);
      }
      for (let layer = 0; layer < block.layers; layer++) {
        grid.append(make("span", "layer-label", layer + 1));
        for (let head = 0; head < block.heads; head++) {
          const thumb = make("button", "thumb"), choice = [block.stack, layer, head], cell = make("div", "thumb-cell");
          const place = { mechanism: block.title, layer: layer + 1, head: head + 1 };
          thumb.append(make("canvas"));
          cell.append(thumb);
          const power = make("button", "switch");
          power.setAttribute("role", "switch");
          power.setAttribute("aria-label", say("{mechanism}, layer {layer}, head {head} is on", place));
          power.tabIndex = -1;  // by keyboard: the button beside the large head
          power.addEventListener("click", () => this.toggle(choice));
          if (this.data.can.silenced) cell.append(power);
          thumb.setAttribute("aria-label", say("{mechanism}, layer {layer}, head {head}", place));
          thumb.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.preview(choice));
          thumb.addEventListener("pointerleave", () => this.preview(null));
          thumb.addEventListener("click", () => this.choose(choice));
          thumb.addEventListener("keydown", (event) => this.moveThumb(event, b, layer, head));
          this.thumbs.push({ thumb, power, choice, block: b });
          grid.append(cell);
        }
      }
      group.append(grid);
      return group;
    }));
  }

  // --- what if a head is switched off, or a cell given another weight ----------------------------

  key([stack, layer, head]) { return `${stack}-${layer + 1}-${head + 1}`; }

  toggle(choice) {
    const key = this.key(choice), heads = [...this.off].filter((other) => other !== key);
    this.silence(this.off.has(key) ? heads : [...heads, key]);
  }

  silence(heads) {
    this.off = new Set(heads);
    const text = heads.sort().join(",");
    this.sentOff.add(text);
    this.keep("off", { heads });
    this.paint();
  }

  buildForce() {
    this.force = make("div", "force");
    this.slider = make("input");
    Object.assign(this.slider, { type: "range", min: 0, max: 1, step: 0.01 });
    this.forceText = make("span", "force-text");
    this.forceIt = make("button", "apply");
    this.asComputed = make("button", "apply");
    this.slider.addEventListener("input", () => this.paintForce(Number(this.slider.value)));
    this.forceIt.addEventListener("click", () => this.forceCell(Number(this.slider.value)));
    this.asComputed.addEventListener("click", () => this.forceCell(null));
    this.force.append(this.forceText, this.slider, this.forceIt, this.asComputed);
  }

  forceCell(weight) {
    const cell = `${this.key(this.choice)}-${this.locked.row + 1}-${this.locked.column + 1}`;
    const others = this.data.force.split(",").filter((other) => other && other.slice(0, other.lastIndexOf("-")) !== cell);
    const cells = weight === null ? others : [...others, `${cell}-${weight}`];
    this.keep("force", { cells: cells.sort() });
  }

  paintForce(wanted) {
    const cell = this.data.can.forced && this.locked && this.locked.row !== null && this.locked.column !== null;
    const weight = cell && !this.coarse ? this.matrix.weight(this.locked.row, this.locked.column) : null;
    this.force.hidden = weight === null;
    if (weight === null) return;
    if (wanted === undefined) this.slider.value = weight;
    this.forceText.textContent = say("What if {row} looked at {column} with {weight}?", {
      row: this.matrix.row(this.locked.row), column: this.matrix.column(this.locked.column), weight: (wanted ?? weight).toFixed(2) });
  }

  choose(choice) {
    this.choice = choice;
    this.previewed = null;
    this.sent.add(choice.join("/"));
    this.setChoice(choice);
    this.paint();
  }

  preview(choice) {
    this.previewed = choice;
    this.hover = null;
    this.paintLarge();
  }

  moveThumb(event, b, layer, head) {
    if (event.key === "Escape") return this.preview(null);
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const blocks = this.data.blocks;
    layer += step[0];
    head += step[1];
    if (layer < 0 || head < 0) b -= 1;
    else if (layer >= blocks[b].layers || head >= blocks[b].heads) b += 1;
    if (!blocks[b]) return;
    layer = (layer + blocks[b].layers) % blocks[b].layers;
    head = (head + blocks[b].heads) % blocks[b].heads;
    this.choose([blocks[b].stack, layer, head]);
    this.chosenThumb().focus();
  }

  chosenThumb() { return (this.thumbs.find((t) => t.choice.join() === this.choice.join()) || this.thumbs[0]).thumb; }

  paintOverview() {
    this.allOn.hidden = !this.off.size;
    for (const { thumb, power, choice, block: b } of this.thumbs) {
      const block = this.data.blocks[b], canvas = thumb.firstChild, off = this.off.has(this.key(choice));
      thumb.parentElement.classList.toggle("off", off);
      power.setAttribute("aria-checked", !off);
      power.title = off ? say("Switch this head on") : say("Switch this head off");
      const chosen = choice.join() === this.choice.join();
      thumb.setAttribute("aria-pressed", chosen);
      thumb.tabIndex = chosen ? 0 : -1;
      const from = this.from(block, choice), [rows, columns] = block.cells;
      paintThumbnail(canvas, this.data.numbers.subarray(from, from + rows * columns), rows, columns, this.data.steps, this.look);
    }
  }

  // --- one head --------------------------------------------------------------------------------

  single() { return this.data.blocks.length === 1 && this.data.blocks[0].layers * this.data.blocks[0].heads === 1; }
  shown() { return this.previewed || this.choice; }
  block() { return this.data.blocks.find((b) => b.stack === this.shown()[0]) || this.data.blocks[0]; }
  from(block, [, layer, head]) { return block.offset + (layer * block.heads + head) * block.cells[0] * block.cells[1]; }

  paint() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    this.paintOverview();
    this.paintLarge();
    this.root.dataset.painted = this.data.words.map((word) => word.text).join(" ");
  }

  paintLarge() {
    const block = this.block(), [, layer, head] = this.shown();
    const at = [block.stack, clamp(0, layer, block.layers - 1), clamp(0, head, block.heads - 1)];
    const { numbers, steps, colours } = this.data, { full } = block;
    this.coarse = Boolean(block.coarse) && !(full && full.layer === at[1] && full.head === at[2]);
    const start = block.coarse && !this.coarse ? full.offset : this.from(block, at), columns = this.coarse ? block.cells[1] : block.columns.length;
    const [high, wide] = this.together = [block.rows, block.columns].map((words, i) => (this.coarse ? Math.ceil(words.length / block.cells[i]) : 1));
    const weight = (row, column) => {
      return unpack(numbers[start + Math.floor(row / high) * columns + Math.floor(column / wide)], steps);
    };
    this.matrix.set({ ...block, weight });
    this.colour = colours[at[2] % colours.length];
    const place = { mechanism: block.title, layer: at[1] + 1, head: at[2] + 1 };
    const title = this.single() ? block.title : say("{mechanism} · layer {layer} · head {head}", place);
    const off = this.off.has(this.key(at));
    this.title.textContent = off ? say("{title} (off)", { title }) : title;
    this.power.hidden = !this.data.can.silenced || !!this.previewed;
    this.power.textContent = off ? say("Switch it on") : say("Switch it off");
    this.title.style.setProperty("--colour", this.colour);
    this.pictures.hidden = this.tables;
    this.table.hidden = !this.tables;
    this.table.replaceChildren(...(this.tables && !this.coarse ? [this.matrix.table(title)] : []));
    this.root.classList.toggle("alone", this.single() || zoomOf(this.root) > 1);  // in a lecture the keys walk through the heads
    this.layout();
    this.matrix.paint(this.look, this.colour, this.active());
    this.drawnLines.paint(this.look, this.colour, this.matrix, this.active(), this.coarse);
    this.paintReading();
    this.paintForce();
    this.paintLegend();
    const summary = `${title}. ${this.told(null)}`;
    this.map.setAttribute("aria-label", say("Heatmap. {summary} Arrow keys read the cells, Escape lets go.", { summary }));
    this.lines.setAttribute("aria-label", say("Lines. {summary}", { summary }));
  }

  active() { return this.hover || this.locked; }

  layout() {
    const width = this.pictures.clientWidth, columns = this.matrix.columns.length;
    const stacked = this.root.clientWidth <= 620 || 100 + columns * SMALLEST_CELL > 0.6 * width;  // a long sentence takes the whole width
    this.pictures.classList.toggle("stacked", stacked);
    this.matrix.layout(this.look, width * (stacked ? 1 : 0.6), clamp(300, screenHeight(this.root) * 0.58, 900));
  }

  // What stands out, in words, or that nothing can be read of a coarse picture.
  told(on) {
    return this.coarse ? say("Seen coarsely: each square is the largest of {rows} × {columns} weights. A click brings every weight.",
      { rows: this.together[0], columns: this.together[1] }) : this.matrix.sentence(on);
  }

  paintReading() {
    const text = this.told(this.active());
    if (this.reading.textContent !== text) this.reading.textContent = text;
    this.reading.classList.toggle("locked", !this.hover && !!this.locked);
  }

  paintLegend() {
    const masked = this.matrix.rows.some((_, row) => this.matrix.columns.some((_, column) => this.matrix.weight(row, column) === null));
    const hint = say("Hover a word, click to hold it, Esc to let go.");
    if (this.legend.dataset.masked === String(masked) && this.legend.lastChild.textContent === hint) return;
    this.legend.dataset.masked = masked;
    this.legend.replaceChildren(make("span", "", say("weight 0")), make("span", "scale"), make("span", "", "1"));
    if (masked) this.legend.append(make("span", "masked"), make("span", "", say("masked: may not be looked at")));
    this.legend.append(make("span", "hint", hint));
  }

  // --- hands -----------------------------------------------------------------------------------

  listen() {
    const point = (canvas, find) => {
      canvas.addEventListener("pointermove", (event) => {
        const at = find(event);
        if (!same(at, this.hover)) { this.hover = at; this.paintLarge(); }
        canvas.style.cursor = at ? "pointer" : "default";
      });
      canvas.addEventListener("pointerleave", () => { this.hover = null; this.paintLarge(); });
      canvas.addEventListener("click", (event) => {
        const at = find(event);
        this.locked = same(at, this.locked) ? null : at;
        this.hover = null;
        this.paintLarge();
      });
    };
    point(this.map, (event) => this.matrix.at(event));
    point(this.lines, (event) => this.drawnLines.at(event));
    this.map.addEventListener("keydown", (event) => {
      const at = this.matrix.step(event.key, this.locked || { row: 0, column: 0 });
      if (!at) return;
      event.preventDefault();
      this.hover = null;
      this.locked = at;
      this.paintLarge();
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.locked = this.hover = this.previewed = null;
      this.tip.hidden = true;
      this.paintLarge();
    });
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".explorer");
  root.view ??= new Explorer(root);
  root.view.setChoice = ([stack, layer, head]) => setTriggerValue("choice", { stack, layer, head });
  root.view.keep = (name, message) => setTriggerValue(name, message);
  root.view.show(read(data));
}
