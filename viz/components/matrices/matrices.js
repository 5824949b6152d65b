// Several models' matrices side by side, on the same colours. A French word pointed at lights its
// source words in all. Hover previews, click locks, Esc lets go.

import { clamp, same } from "../../engine/numbers.js";
import { read, unpack } from "../../engine/packing.js";
import { KINDS, local, quoted, t } from "../../engine/text.js";
import { Lines } from "../explorer/lines.js";
import { Live, agreeInNumbers } from "../preview/live.js";
import { Look, fitHeight, roomBelow, roomOf, watch } from "../shared/canvas.js";
import { SMALLEST_CELL } from "../shared/columns.js";
import { make } from "../shared/elements.js";
import { Matrix } from "../shared/matrix.js";
import { Taking } from "../shared/picture.js";
import { Player } from "../shared/player.js";
import { tableBox, tableButton } from "../shared/tables.js";
import { sameWordIn } from "../shared/words.js";
import { partsOf, stepsOf } from "./falling.js";

const GAP = 32; // pixels between two panels
const STRETCH = 1.6; // how wide a cell may be for its height
const LABELS = 6; // columns' worth of room that the words beside a matrix take
const LOW = 220,
  READING = 50; // pixels: the lowest picture, and what is read under a high one

class PreviewedMatrices extends Live {
  agree = (one, other) => this.words(one) === this.words(other) && agreeInNumbers(one, other);
  words = ({ panels }) => JSON.stringify(panels.map(({ rows, columns }) => [rows, columns]));
  merge = (server, { panels, numbers, steps }) => ({ ...server, panels, numbers, steps });
}

class Matrices {
  constructor(root) {
    this.root = root;
    this.hint = make("p", "hint");
    this.row = make("div", "panels");
    this.legend = make("div", "legend");
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.arrange();
    });
    this.taking = new Taking(
      () => [this.row, this.legend],
      () => this.paint(),
    );
    this.player = new Player(
      () => this.paint(),
      () => ({
        play: this.data.play,
        label: t("The pictures, one after the other"),
        back: t("The picture before"),
        on: t("The next picture"),
      }),
    );
    root.append(this.row, this.legend, this.asTable, this.taking.element);
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.locked = this.hover = null;
      this.player.stop();
      this.paint();
    });
    watch(root, () => this.arrange());
    const draw = (data) => this.show(data);
    this.live = new PreviewedMatrices(root, draw, draw);
    // What comes late above the picture leaves it less room.
    this.moved = new ResizeObserver(() => {
      if (this.below && Math.abs(this.heightBelow - this.below) > 4) this.arrange();
    });
  }

  show(data) {
    this.data = data;
    this.asTable.speak();
    this.taking.speak();
    this.player.speak();
    this.hint.textContent = data.hint;
    const scales = new Set(
      data.panels
        .filter((panel) => panel.rows.length)
        .map(({ kind, least, most }) => JSON.stringify([kind, least, most])),
    );
    this.isShared = scales.size === 1;
    const [first] = data.panels.filter((panel) => panel.rows.length);
    this.legend.replaceChildren(...(this.isShared ? scaleOf(first) : []), this.hint);
    const words = JSON.stringify(data.panels.map((panel) => [panel.rows, panel.columns]));
    const isOther = words !== this.words;
    if (isOther) this.locked = this.hover = null;
    this.words = words;
    this.panels = data.panels.map((panel, place) => this.build(panel, place));
    this.row.replaceChildren(...this.panels.map((panel) => panel.box));
    const played = data.play ? this.panels.filter(({ matrix }) => matrix) : [];
    this.player.show(
      stepsOf(played.map((panel) => ({ title: panel.title, says: this.caption(panel) }))),
    );
    this.arrange();
    if (isOther) for (const panel of this.panels) this.reveal(panel);
  }

  // Of a matrix wider than its box, the columns that a step marks, in the middle of what is seen.
  reveal({ scroller, matrix, lit, lines }) {
    const columns = (lit ?? []).map(([, column]) => column).filter((column) => column !== null);
    if (lines || !columns.length) return;
    const middle = (Math.min(...columns) + Math.max(...columns) + 1) / 2;
    scroller.scrollLeft = matrix.left + middle * matrix.cellWidth - scroller.clientWidth / 2;
  }

  build(panel, place) {
    const box = make("section", "panel"),
      canvas = make("canvas", "map"),
      scroller = make("div", "box");
    const reading = make("p", "reading");
    const title = make("h3", "title", panel.title);
    title.style.setProperty("--colour", panel.colour);
    box.append(title, make("p", "note", panel.note));
    if (!panel.rows.length) return { box };
    box.setAttribute("aria-label", panel.title);
    reading.setAttribute("aria-live", place ? "off" : "polite");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    const picture = panel.lines ? make("canvas", "map") : canvas;
    if (panel.lines) picture.setAttribute("role", "img");
    scroller.append(picture);
    const legend = make("div", "legend");
    if (!this.isShared) legend.append(...scaleOf(panel));
    box.append(scroller, legend, reading);
    const matrix = new Matrix(canvas),
      width = panel.columns.length;
    const { numbers, steps } = this.data;
    const weight = (row, column) =>
      unpack(numbers[panel.offset + row * width + column], steps, panel.least, panel.most);
    const changed = new Set(panel.changed.map(([row, column]) => row * width + column));
    matrix.set({
      rows: panel.rows,
      columns: panel.columns,
      weight,
      least: panel.least,
      most: panel.most,
      kind: panel.kind,
      sum: (row) => panel.sums?.[row] ?? null,
      before: panel.before,
      rowGlosses: panel.rowGlosses,
      columnGlosses: panel.columnGlosses,
      changed: (row, column) => changed.has(row * width + column),
    });
    const drawing = {
      box,
      canvas: picture,
      scroller,
      reading,
      matrix,
      colour: panel.colour,
      title: panel.title,
      lit: panel.lit,
      caption: panel.caption,
      lines: panel.lines ? new Lines(picture) : null,
    };
    this.listen(drawing);
    return drawing;
  }

  // As many in a row as leave each the room it needs; in a lecture, as many as make them largest.
  // Lines beside a matrix take a third.
  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    const panels = this.panels.filter((panel) => panel.matrix),
      width = this.root.clientWidth;
    const inLecture = roomOf(this.root) !== null;
    const rooms = panels.map(({ matrix }) => 90 + matrix.columns.length * (SMALLEST_CELL + 0.5));
    const roomEach = Math.max(0, ...rooms);
    const isNarrow = width < 620 && !inLecture;
    // Of pictures below each other, the player stands at the end of the window.
    this.row[isNarrow ? "after" : "before"](this.player.element);
    const fan = !isNarrow && panels.length === 2 && Boolean(panels[0].lines);
    let across = isNarrow ? 1 : this.panels.length;
    const choices = [across];
    for (; across > 1 && !fan; choices.push(across)) {
      if (!inLecture && (width - GAP * (across - 1)) / across >= roomEach) break;
      across = Math.ceil(across / 2);
    }
    if (!inLecture || choices.length === 1) {
      this.place(choices.at(-1), panels, fan);
      return;
    }
    const cells = choices.map((choice) => {
      this.place(choice, panels, fan);
      return Math.min(...panels.map(({ matrix }) => matrix.cell));
    });
    this.place(choices[cells.indexOf(Math.max(...cells))], panels, fan);
  }

  // What each of the panels of a row takes of it: in one row, as many columns as it has.
  shares(across, panels, fan) {
    if (fan) return [1, 2];
    if (across < this.panels.length) return Array(across).fill(1);
    const most = Math.max(...panels.map(({ matrix }) => matrix.columns.length), 0);
    return this.panels.map(({ matrix }) => LABELS + (matrix?.columns.length ?? most));
  }

  // The height from the matrices to the end of the window, where they are the first picture; else
  // null.
  get heightBelow() {
    const free = roomBelow(this.row.querySelector(".box") ?? this.row);
    if (free < LOW) return null;
    return free < 2 * LOW ? free : free - READING;
  }

  // `across` panels in a row, as large as there is room: down to the end of the window, or of the
  // screen's height one alone gets more, each of two rows less.
  place(across, panels, fan) {
    const inLecture = roomOf(this.root) !== null,
      count = this.panels.length;
    const shares = this.shares(across, panels, fan);
    const all = shares.reduce((sum, part) => sum + part, 0);
    const room = this.root.clientWidth - GAP * (across - 1);
    this.row.style.gridTemplateColumns = shares.map((part) => `minmax(0, ${part}fr)`).join(" ");
    const [least, share] =
      across < count && across > 1 ? [200, 0.31] : [320, count === 1 ? 0.65 : 0.5];
    const isOneRow = !inLecture && across === count && this.root.clientWidth >= 620;
    this.below = isOneRow ? this.heightBelow : null;
    fitHeight(
      this.root,
      share,
      (high) => {
        this.tallest = this.below ?? clamp(inLecture ? 0 : least, high, 900);
        for (const panel of panels) {
          const part = shares[this.panels.indexOf(panel) % across];
          panel.matrix.layout(this.look, (room * part) / all, this.tallest, inLecture, STRETCH);
        }
        this.paint();
      },
      Math.ceil(count / across),
    );
  }

  // What stands out in another panel when this does in `panel`: the same French word, the same
  // English one.
  mapped(from, to, on) {
    if (!on || from === to) return on;
    const row = on.row === null ? null : sameWordIn(from.matrix.rows, to.matrix.rows, on.row);
    if (row === null && on.row !== null)
      return { row: null, column: null, missing: from.matrix.rows[on.row] };
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
      if (!this.tables) this.draw(panel, on);
      const text = !on
        ? this.caption(panel)
        : on.missing
          ? t("It does not write {word}.", { word: quoted(on.missing) })
          : panel.matrix.sentence(on);
      if (panel.reading.textContent !== text) panel.reading.textContent = text;
      panel.reading.classList.toggle("locked", !this.hover && !!this.locked);
      const keys = t("Arrow keys read the cells, Escape releases.");
      panel.canvas.setAttribute("aria-label", `${panel.title}. ${this.caption(panel)} ${keys}`);
    }
    this.root.dataset.painted = this.words;
  }

  draw(panel, on) {
    const { matrix, lit, lines } = panel;
    if (!lines) return matrix.paint(this.look, panel.colour, on, { lit, ...this.played(panel) });
    // Opaque by the root of the weight: of one word's lines a third of the weight is seen.
    const row = lit[0]?.[0] ?? null,
      weight = (r, c) => Math.sqrt(matrix.weight(r, c) ?? 0);
    const rootMatrix = Object.assign(Object.create(matrix), { weight });
    const onRow = row === null ? null : { row, column: null };
    lines.paint(this.look, panel.colour, rootMatrix, on || onRow, {
      coarse: false,
      off: false,
      until: null,
      tallest: this.tallest,
    });
  }

  // Of an animation, how much of a panel is there.
  played(panel) {
    const mask = this.panels.findIndex(({ matrix }) => matrix?.kind === "mask");
    const parts = partsOf(this.player.at, this.panels.indexOf(panel), mask);
    panel.reading.style.visibility = parts.drawn ? "" : "hidden";
    return { ...parts, mask: this.panels[mask]?.matrix };
  }

  // What a panel says while nothing is pointed at.
  caption({ matrix, lit, caption }) {
    if (caption || !lit.length) return caption || matrix.strongest();
    const [row, column] = lit[0];
    return matrix.sentence({ row, column });
  }

  listen(panel) {
    const { canvas } = panel,
      matrix = panel.lines ?? panel.matrix;
    const held = (at) => this.locked && this.locked.panel === panel && same(at, this.locked.at);
    canvas.addEventListener("pointermove", (event) => {
      const at = matrix.at(event);
      if (!same(at, this.hover?.at) || this.hover?.panel !== panel) {
        this.hover = at && { panel, at };
        this.paint();
      }
      canvas.style.cursor = at ? "pointer" : "default";
    });
    canvas.addEventListener("pointerleave", () => {
      this.hover = null;
      this.paint();
    });
    canvas.addEventListener("click", (event) => {
      const at = matrix.at(event);
      this.locked = !at || held(at) ? null : { panel, at };
      this.hover = null;
      this.paint();
    });
    canvas.addEventListener("keydown", (event) => {
      const at = panel.matrix.step(
        event.key,
        this.locked?.panel === panel ? this.locked.at : { row: 0, column: -1 },
      );
      if (!at) return;
      event.preventDefault();
      this.hover = null;
      this.locked = { panel, at };
      this.paint();
    });
  }
}

// What the palest and the darkest colour of a panel mean; nothing where colours are no scale.
function scaleOf({ kind, least, most }) {
  if (!(kind in KINDS)) return [];
  const [low, high] = [kind === "cosine" ? 0 : least, most].map((value) =>
    local(String(Number(value.toFixed(1)))).replace("-", "−"),
  );
  return [
    make("span", "", `${t(KINDS[kind])} ${low}`),
    make("span", "scale"),
    make("span", "", high),
  ];
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".matrices");
  root.view ??= new Matrices(root);
  const { moved, player, live } = root.view;
  live.show(read(data));
  player.listen();
  moved.observe(root.getRootNode().host.closest(".stMainBlockContainer") ?? document.body);
  return () => {
    player.leave();
    live.leave();
    moved.disconnect();
  };
}
