// Several models' matrices side by side, on the same colours. A French word pointed at lights its source words in all.
// Hover previews, click locks, Esc lets go.

import { Look, screenHeight, watch } from "../shared/canvas.js";
import { SMALLEST_CELL } from "../shared/columns.js";
import { make } from "../shared/elements.js";
import { Matrix } from "../shared/matrix.js";
import { clamp, same } from "../shared/numbers.js";
import { read, unpack } from "../shared/packing.js";
import { tableBox, tableButton } from "../shared/tables.js";
import { KINDS, quoted, say } from "../shared/text.js";

class Matrices {
  constructor(root) {
    this.root = root;
    this.hint = make("p", "hint");
    this.row = make("div", "panels");
    this.legend = make("div", "legend");
    this.least = make("span");
    this.most = make("span");
    this.legend.append(this.least, make("span", "scale"), this.most, this.hint);
    this.asTable = tableButton((tables) => { this.tables = tables; this.arrange(); });
    root.append(this.row, this.legend, this.asTable);
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.locked = this.hover = null;
      this.paint();
    });
    watch(root, () => this.arrange());
  }

  show(data) {
    this.data = data;
    this.asTable.speak();
    this.hint.textContent = data.hint;
    const scaled = data.panels.find((panel) => ["weight", "distance", "cosine"].includes(panel.kind));
    this.least.textContent = scaled ? `${say(KINDS[scaled.kind])} 0` : "";
    this.most.textContent = scaled ? String(Number(scaled.most.toFixed(1))) : "";
    const words = JSON.stringify(data.panels.map((panel) => [panel.rows, panel.columns]));
    if (words !== this.words) this.locked = this.hover = null;
    this.words = words;
    this.panels = data.panels.map((panel, place) => this.build(panel, place));
    this.row.replaceChildren(...this.panels.map((panel) => panel.box));
    this.arrange();
  }

  build(panel, place) {
    const box = make("section", "panel"), canvas = make("canvas", "map"), scroller = make("div", "box");
    const reading = make("p", "reading");
    const title = make("h3", "title", panel.title);
    title.style.setProperty("--colour", panel.colour);
    box.append(title, make("p", "note", panel.note));
    if (!panel.rows.length) return { box };
    box.setAttribute("aria-label", panel.title);
    reading.setAttribute("aria-live", place ? "off" : "polite");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    scroller.append(canvas);
    box.append(scroller, reading);
    const matrix = new Matrix(canvas), width = panel.columns.length;
    const { numbers, steps } = this.data;
    const weight = (row, column) => unpack(numbers[panel.offset + row * width + column], steps, panel.least, panel.most);
    const changed = new Set(panel.changed.map(([row, column]) => row * width + column));
    matrix.set({ rows: panel.rows, columns: panel.columns, weight, least: panel.least, most: panel.most, kind: panel.kind,
                 changed: (row, column) => changed.has(row * width + column) });
    const drawn = { box, canvas, scroller, reading, matrix, colour: panel.colour, title: panel.title };
    this.listen(drawn);
    return drawn;
  }

  // As many in a row as leave each the room it needs.
  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    const drawn = this.panels.filter((panel) => panel.matrix), width = this.root.clientWidth, gap = 32;
    const wanted = Math.max(0, ...drawn.map(({ matrix }) => 90 + matrix.columns.length * (SMALLEST_CELL + 0.5)));
    let across = width < 620 ? 1 : this.panels.length;
    while (across > 1 && (width - gap * (across - 1)) / across < wanted) across = Math.ceil(across / 2);
    const room = (width - gap * (across - 1)) / across;
    this.row.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    for (const { matrix } of drawn) matrix.layout(this.look, room, clamp(320, screenHeight(this.root) * 0.5, 900));
    this.paint();
  }

  // What stands out in another panel when this does in `panel`: the same French word, the same English one.
  mapped(from, to, on) {
    if (!on || from === to) return on;
    const word = (matrix, row) => [matrix.rows[row], matrix.rows.slice(0, row).filter((other) => other === matrix.rows[row]).length];
    const [text, before] = on.row === null ? [null, 0] : word(from.matrix, on.row);
    let row = null;
    if (text !== null) {
      const places = to.matrix.rows.map((other, place) => (other === text ? place : -1)).filter((place) => place >= 0);
      row = places[before] ?? null;
      if (row === null) return { row: null, column: null, missing: text };
    }
    return { row, column: on.column < to.matrix.columns.length ? on.column : null };
  }

  // The picture or, when asked for, the table of the same numbers.
  turn(panel) {
    if (Boolean(panel.table) === Boolean(this.tables)) return;
    panel.table = this.tables ? tableBox(panel.title) : null;
    panel.table?.append(panel.matrix.table(panel.title));
    panel.scroller.replaceChildren(panel.table || panel.canvas);
  }

  paint() {
    const active = this.hover || this.locked;
    for (const panel of this.panels) {
      if (!panel.matrix) continue;
      this.turn(panel);
      const on = active && this.mapped(active.panel, panel, active.at);
      if (!this.tables) panel.matrix.paint(this.look, panel.colour, on);
      const text = !on ? panel.matrix.strongest() : on.missing ? say("It does not write {word}.", { word: quoted(on.missing) }) : panel.matrix.sentence(on);
      if (panel.reading.textContent !== text) panel.reading.textContent = text;
      panel.reading.classList.toggle("locked", !this.hover && !!this.locked);
      panel.canvas.setAttribute("aria-label", `${panel.title}. ${panel.matrix.strongest()} ${say("Arrow keys read the cells, Escape lets go.")}`);
    }
    this.root.dataset.painted = this.words;
  }

  listen(panel) {
    const { canvas, matrix } = panel;
    const held = (at) => this.locked && this.locked.panel === panel && same(at, this.locked.at);
    canvas.addEventListener("pointermove", (event) => {
      const at = matrix.at(event);
      if (!same(at, this.hover?.at) || this.hover?.panel !== panel) {
        this.hover = at && { panel, at };
        this.paint();
      }
      canvas.style.cursor = at ? "pointer" : "default";
    });
    canvas.addEventListener("pointerleave", () => { this.hover = null; this.paint(); });
    canvas.addEventListener("click", (event) => {
      const at = matrix.at(event);
      this.locked = !at || held(at) ? null : { panel, at };
      this.hover = null;
      this.paint();
    });
    canvas.addEventListener("keydown", (event) => {
      const at = matrix.step(event.key, this.locked?.panel === panel ? this.locked.at : { row: 0, column: -1 });
      if (!at) return;
      event.preventDefault();
      this.hover = null;
      this.locked = { panel, at };
      this.paint();
    });
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".matrices");
  root.view ??= new Matrices(root);
  root.view.show(read(data));
}
