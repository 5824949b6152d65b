// Paints the translation, every head as a thumbnail, and one head large as a heatmap and as lines.
// Hover previews, click locks, Esc lets go. Heads can be turned off; a held cell can be given
// another weight. Of a long text all heads are here coarsely, and one in full: a block's `coarse`
// says how many cells a side, `full` which head that is.

import { clamp } from "../../engine/numbers.js";
import { read } from "../../engine/packing.js";
import { t } from "../../engine/text.js";
import { Look, asideOf, inLecture, roomBelow, watch } from "../shared/canvas.js";
import { SMALLEST_CELL } from "../shared/columns.js";
import { make } from "../shared/elements.js";
import { headKey, placeOf } from "../shared/heads.js";
import { Matrix } from "../shared/matrix.js";
import { Taking } from "../shared/picture.js";
import { tableBox, tableButton } from "../shared/tables.js";
import { Compared } from "./compared.js";
import { Comparison } from "./comparison.js";
import { Findings } from "./findings.js";
import { Force, forcedCells } from "./force.js";
import { listenToHands } from "./hands.js";
import { Holding } from "./holding.js";
import { KeptList } from "./kept.js";
import { SIDE_GAP, linesFrame, pictureRoom, sideWidth } from "./layout.js";
import { Legend } from "./legend.js";
import { Lines } from "./lines.js";
import { Overlay } from "./overlay.js";
import { Overview } from "./overview.js";
import { WordPlayer, wordByWord } from "./playing.js";
import { Preview } from "./preview.js";
import { Quantities } from "./quantities.js";
import { Ranking } from "./ranking.js";
import { Refuting } from "./refuting.js";
import { Shaded } from "./shaded.js";
import { Strip, showRunnersUp } from "./strip.js";
import { listenToSwipes } from "./swiping.js";
import { Telling } from "./telling.js";
import { TitleLine } from "./titleline.js";
import { headWeights, linesOf, reducedSentence } from "./weights.js";
import { Zooming } from "./zooming.js";

const ALL_NAMED = 32; // words a side that are all written, whatever the window's height
const STRETCH = 1.25; // how many times as wide as high a cell is at most, in a lecture
const NUMBER_WIDTH = 34; // pixels of a cell's width, at best, for its number in a lecture
const LEAST_LINES = 100; // pixels of height without which lines are left out beside a heatmap
const CAPTION = 44; // pixels above each of the pictures that are compared
const HELD_AFTER = 300; // milliseconds after which the server is told which word is held
const STACKS_WRITTEN = ["cross", "decoder"]; // whose rows come one by one as the French is written

class Explorer {
  constructor(root) {
    this.root = root;
    this.sent = new Set();
    this.off = new KeptList(
      (heads) => this.keep("off", { heads }),
      () => this.paint(),
    );
    const overlaid = new KeptList(
      (heads) => this.keep("overlay", { heads }),
      () => this.paintLarge(),
    );
    this.overlay = new Overlay(overlaid);
    this.strip = new Strip(
      (button, word, place) => {
        showRunnersUp(this.tip, button, word);
        this.hoverRow(place);
      },
      () => {
        this.tip.hidden = true;
        this.hoverRow(null);
      },
      (place) => this.holding.pickWritten(place),
    );
    this.player = new WordPlayer(() => this.paintLarge());
    this.comparison = new Comparison();
    this.telling = new Telling((words) => this.keep("words", words));
    this.overview = new Overview({
      choose: (choice) => this.choose(choice),
      preview: (choice) => this.preview(choice),
      toggle: (choice) => this.off.toggle(headKey(choice)),
    });
    this.force = new Force((weight) =>
      this.keep("force", {
        cells: forcedCells(this.data.force, headKey(this.choice), this.locked, weight),
      }),
    );
    const release = () => this.holding.release();
    this.findings = new Findings((choice) => this.choose(choice), release, release);
    this.holding = new Holding(
      () => ({ data: this.data, block: this.block() }),
      (ranked) => {
        this.hover = null;
        this.keepHeld();
        this.paintFindings(ranked);
        this.paintLarge();
      },
    );
    this.tip = Object.assign(make("div", "tip"), { hidden: true });
    const written = make("div", "written"),
      body = make("div", "body"),
      side = make("div", "side");
    side.append(this.overview.element);
    written.append(this.strip.element, this.player.element);
    this.written = written;
    this.head = this.buildHead();
    body.append(side, this.head);
    root.append(written, body, this.tip);
    listenToHands(this);
    watch(root, () => this.paint(), true);
    this.resized = () => this.paint();
    this.live = new Preview(
      root,
      (data) => this.show(data),
      (data) => this.follow(data),
    );
    // What comes late above the picture leaves it less room.
    this.moved = new ResizeObserver(() => {
      if (Math.abs(roomBelow(root) - this.room) > 4) this.paint();
    });
  }

  buildHead() {
    const head = make("div", "head");
    const mapBox = make("div", "box map-box"),
      linesBox = (this.linesBox = make("div", "box lines-box"));
    this.line = new TitleLine({
      toggle: () => this.off.toggle(headKey(this.choice)),
      allOn: () => this.off.set([]),
      over: () => this.overlay.toggle(this.choice),
      pin: () =>
        this.keep(
          "pin",
          this.data.pinned ? { act: "none" } : { act: "pin", head: headKey(this.choice) },
        ),
    });
    this.reading = make("p", "reading");
    this.reading.setAttribute("aria-live", "polite");
    this.map = make("canvas", "map");
    this.map.tabIndex = 0;
    this.map.setAttribute("role", "img");
    this.matrix = new Matrix(this.map);
    this.zooming = new Zooming(this.matrix, () => this.paintLarge());
    this.lines = make("canvas", "lines");
    this.lines.setAttribute("role", "img");
    this.drawnLines = new Lines(this.lines);
    this.compared = new Compared({
      act: (act) => this.keep("pin", { act }),
      hover: (at) => {
        this.hover = at;
        this.paintLarge();
      },
      click: (at) => this.holding.click(at),
    });
    mapBox.append(this.compared.caption, this.map, this.zooming.brush);
    linesBox.append(this.lines);
    this.pictures = make("div", "pictures");
    this.pictures.append(this.compared.first.box, mapBox, this.compared.third.box, linesBox);
    listenToSwipes(this.pictures, (key) => this.overview.step(key));
    this.shaded = new Shaded({
      hover: (at) => {
        this.hover = at;
        this.paintLarge();
      },
      click: (at) => this.holding.click(at),
    });
    this.table = tableBox();
    this.legend = new Legend();
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.paintLarge();
    });
    this.ranking = new Ranking((on) => this.keep("rank", { on }));
    this.quantities = new Quantities((name) => this.keep("quantity", { name }));
    this.refuting = new Refuting((on) => this.keep("refute", { on }));
    this.foot = make("div", "foot");
    this.foot.append(
      this.quantities.element,
      this.legend.element,
      this.zooming.element,
      this.ranking.text,
      this.ranking.button,
      this.asTable,
    );
    this.taking = new Taking(
      () => [this.strip.element, head],
      () => this.paintLarge(),
    );
    this.line.element.append(this.comparison.element, this.taking.element);
    const beside = (this.beside = make("div", "beside"));
    beside.append(this.findings.element, this.overlay.element);
    head.append(
      this.line.element,
      this.reading,
      beside,
      this.pictures,
      this.table,
      this.force.element,
      this.foot,
      this.shaded.element,
      this.refuting.box,
    );
    return head;
  }

  // What stands there whatever is on show.
  speak() {
    for (const part of [
      this.strip,
      this.player,
      this.force,
      this.zooming,
      this.asTable,
      this.taking,
      this.line,
    ])
      part.speak();
    this.table.setAttribute("aria-label", t("The numbers of this head"));
  }

  show(data) {
    this.speak();
    const isMore = this.data?.isPart; // so far the numbers of the large head alone
    this.data = data;
    if (isMore && this.look) {
      this.complete();
      return;
    }
    const shape = JSON.stringify(data.blocks.map((b) => [b.title, b.layers, b.heads]));
    const asked = data.choice.join("/");
    const fresh = isMore || shape !== this.shape;
    if (fresh) this.overview.build(data);
    // An answer to our own click comes late and may be outdated: only a choice from elsewhere
    // counts.
    if (fresh || (asked !== this.asked && !this.sent.delete(asked))) this.choice = data.choice;
    if (asked === this.choice.join("/")) this.sent.clear();
    Object.assign(this, { shape, asked });
    this.off.follow(data.off);
    this.overlay.kept.follow(data.overlay);
    this.readWords();
    this.followHeld();
    this.showTranslation();
    this.arranged = null;
    this.paint();
    if (fresh && !data.isPart) this.overview.scrollTo(this.choice);
  }

  // The numbers of all heads have come: the large one stays as it is.
  complete() {
    this.readWords();
    this.overview.build(this.data);
    this.overview.paint(this.data, this.look, this.choice, new Set(this.off.names));
    this.overview.scrollTo(this.choice);
    if (this.choice.join("/") !== this.asked) this.paintLarge();
    this.notePainted();
  }

  // Other weights of what is on show, up to 60 times a second: the page is measured once, and only
  // what depends on them is painted; all of it where the French needs more lines.
  follow(data) {
    this.data = data;
    const isSame = this.readWords();
    this.showTranslation();
    if (this.strip.grow() || this.holding.ranked) {
      this.arranged = null;
      this.paint();
      return;
    }
    if (!isSame) {
      this.arranged = null;
      this.paintFindings(null);
    }
    this.paintLarge();
    this.overview.paintThumbnails(data);
    this.notePainted();
  }

  // Returns whether the words beside the weights are those on show.
  readWords() {
    for (const block of this.data.blocks)
      block.cells = block.coarse || [block.rows.length, block.columns.length];
    const words = JSON.stringify(this.data.blocks.map((b) => [b.rows, b.columns]));
    const isSame = words === this.words;
    if (!isSame) {
      this.hover = null;
      this.held = "";
      this.holding.forget();
    }
    this.words = words;
    return isSame;
  }

  showTranslation() {
    const { words, finished, sentence, trained, reference } = this.data;
    this.player.show(wordByWord(words)); // first: it asks for styles
    this.strip.show(words, finished, sentence, reference);
    this.comparison.show(trained);
  }

  notePainted() {
    const { isPart, words } = this.data;
    if (!isPart) this.root.dataset.painted = words.map(({ text }) => text).join(" ");
  }

  // --- the translation -------------------------------------------------------------------------

  hoverRow(place) {
    if (this.block().stack !== "cross") return;
    this.hover = place === null ? null : { row: this.block().first + place, column: null };
    this.paintLarge();
  }

  // The row that is being written, of a mechanism that writes; null where all rows are on show.
  rowWritten() {
    const at = this.player.whole,
      block = this.block();
    return at === null || !STACKS_WRITTEN.includes(block.stack) ? null : block.first + at;
  }

  // --- what if a head is turned off, or a cell given another weight ------------------------------

  // The held cell, if it can be given another weight.
  forcible() {
    const { row, column } = this.locked ?? { row: null, column: null };
    if (!this.data.can.forced || row === null || column === null || this.coarse) return null;
    const weight = this.matrix.weight(row, column);
    return weight === null
      ? null
      : { row: this.matrix.row(row), column: this.matrix.column(column), weight };
  }

  // --- all heads -------------------------------------------------------------------------------

  choose(choice) {
    this.choice = choice;
    this.previewed = null;
    this.holding.follow();
    this.sent.add(choice.join("/"));
    this.setChoice(choice);
    this.paint();
    this.live.foresee("off", { heads: this.off.toggled(headKey(choice)) });
  }

  preview(choice) {
    this.previewed = choice;
    this.hover = null;
    this.paintLarge();
  }

  single() {
    const { blocks } = this.data;
    return blocks.every((block) => blocks.length * block.layers * block.heads < 2);
  }

  get locked() {
    return this.holding.locked;
  }

  // The word that is held, as in an address: "row-3".
  get heldWord() {
    const { row, column } = this.locked ?? { row: null, column: null };
    return row !== null ? `row-${row + 1}` : column !== null ? `column-${column + 1}` : "";
  }

  keepHeld() {
    const word = this.heldWord;
    clearTimeout(this.heldLater);
    if (word === (this.held ?? "")) return;
    // Later, since an arrow key that is held down goes through many words.
    this.heldLater = setTimeout(() => {
      this.held = word;
      this.keep("held", { word });
    }, HELD_AFTER);
  }

  // A link, or Back, holds another word than the reader did last.
  followHeld() {
    const { held } = this.data;
    if ((held ?? null) === null || held === (this.held ?? "")) return;
    this.held = held;
    const [axis, place] = held.split("-"),
      block = this.block();
    const names = axis === "row" ? block.rows : block.columns;
    const at = held && place <= names.length && { row: null, column: null, [axis]: place - 1 };
    this.holding.restore(at || null);
  }

  paintFindings(ranked) {
    const { pair, lone } = this.holding;
    const order = this.findings.show(this.data, pair, ranked, lone);
    this.overview.rank(order, this.findings.isOrdered, this.findings.isFiltered);
  }

  shown() {
    return this.previewed || this.choice;
  }

  block() {
    return this.data.blocks.find((b) => b.stack === this.shown()[0]) || this.data.blocks[0];
  }

  paint() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    this.line.allOn.hidden = !this.off.names.length;
    this.ranking.paint(this.data);
    this.quantities.paint(this.data);
    this.root.classList.toggle("alone", this.single());
    const isLecture = inLecture(this.root);
    this.root.classList.toggle("lecture-view", isLecture);
    this.arrangeLecture(isLecture);
    this.strip.keepHeight(this.root.clientWidth, isLecture);
    this.overview.layout(this.root.clientWidth, roomBelow(this.overview.element), isLecture);
    this.overview.paint(this.data, this.look, this.choice, new Set(this.off.names));
    this.paintFindings(this.holding.ranked);
    this.room = roomBelow(this.root);
    this.arranged = null;
    this.paintLarge();
    this.notePainted();
  }

  // --- one head --------------------------------------------------------------------------------

  paintLarge() {
    const block = this.block(),
      [, layer, head] = this.shown();
    const at = [block.stack, clamp(0, layer, block.layers - 1), clamp(0, head, block.heads - 1)];
    const { coarse, together, weight, sum } = headWeights(this.data, block, at);
    Object.assign(this, { coarse, together });
    this.matrix.set({ ...block, weight, sum });
    this.compared.show(this.data, block, at, this.matrix, coarse);
    this.heads = this.overlay.heads(block, at, this.data.colours);
    this.colour = this.heads.at(-1).colour;
    this.overlay.paint(this.compared.isOn || this.single() ? [] : this.heads);
    this.isOff = this.off.has(headKey(at));
    this.findings.describe(this.data, at);
    this.finding = block.findings?.[at[1]]?.[at[2]] ?? "";
    this.paintTitle(block, at);
    this.pictures.hidden = this.tables;
    this.table.hidden = !this.tables;
    const { textContent: title } = this.line.title;
    this.table.replaceChildren(
      ...(this.tables && !this.coarse ? [this.matrix.table(title), ...this.compared.tables()] : []),
    );
    this.legend.paint(this.matrix, this.data.formula);
    this.compared.write(title);
    this.paintReading(); // which may be of two lines: the pictures get the room below
    this.layout();
    this.refuting.paint(this.data, headKey(at), this.reading); // where the caption is now
    const until = this.rowWritten(),
      on = this.active(),
      { tallest } = this;
    this.strip.paint(this.player.whole);
    this.matrix.paint(this.look, this.colour, on, { off: this.isOff, until });
    if (this.compared.isOn) this.compared.paint(this.look, this.data.diverging, this.colour, on);
    else
      this.drawnLines.paint(this.look, this.colour, this.matrix, on, {
        coarse: this.coarse,
        off: this.isOff,
        until,
        tallest,
        frame: this.linesFrame(),
        layers: linesOf(this.data, block, this.heads),
      });
    const isShaded = !this.coarse && !this.compared.isOn && !this.tables;
    this.shaded.element.hidden = !isShaded;
    if (isShaded) this.shaded.paint(this.isOff ? this.look.greyed() : this.look, this.matrix, on);
    this.force.paint(this.forcible());
    const summary = `${title}. ${this.describe(null)}`;
    this.map.setAttribute(
      "aria-label",
      t("Heatmap. {summary} Arrow keys read the cells, Escape releases.", { summary }),
    );
    this.lines.setAttribute("aria-label", t("Lines. {summary}", { summary }));
    if (this.data.can.told) this.telling.tell(this.hover, this.locked);
  }

  paintTitle(block, choice) {
    const place = this.single()
      ? block.title
      : t("{mechanism} · layer {layer} · head {head}", placeOf(block, choice));
    const { quantity, formula } = this.data,
      title = quantity === "norm" ? `${place} · ${formula}` : place;
    this.line.paint(title, {
      look: this.look,
      colour: this.colour,
      isOff: this.isOff,
      isPreview: Boolean(this.previewed),
      can: this.data.can,
      pinned: this.data.pinned,
      hasLines: !this.compared.isOn && !this.single(),
      isOver: this.overlay.has(this.choice),
    });
  }

  active() {
    const written = this.rowWritten();
    return this.hover || (written === null ? this.locked : { row: written, column: null });
  }

  // In a lecture which pictures are on show, and where what is beside them stands.
  arrangeLecture(isLecture) {
    const { root, data } = this,
      pictures = (isLecture && data.pictures) || "both",
      aside = isLecture ? asideOf(root) : 0;
    root.dataset.pictures = pictures;
    const side = isLecture ? sideWidth(root.clientWidth, pictures, aside) : 0;
    this.side = data.pinned || data.beside.length ? 0 : side;
    root.classList.toggle("sided", this.side > 0);
    root.classList.toggle("beside-panel", aside > 0);
    root.style.setProperty("--side", `${this.side || aside}px`);
    const place = side ? this.foot : this.written;
    if (this.player.element.parentElement !== place) place.append(this.player.element);
    const { button } = this.refuting;
    if (!isLecture && button.parentElement !== this.beside) this.beside.prepend(button);
    if (isLecture && button.parentElement !== this.line.element) this.line.allOn.after(button);
  }

  // Measured only when something of it has changed: the pointer moves often.
  layout() {
    const { range } = this.matrix;
    const state = JSON.stringify([this.block().stack, range, this.coarse, this.data.pinned]);
    if (state === this.arranged || this.tables) return;
    this.arranged = state;
    // Small cells have buttons below them, which may take room: first without them.
    this.zooming.element.hidden = true;
    this.layOutMatrix();
    const { offsetHeight } = this.foot;
    this.zooming.show(this.coarse);
    if (this.foot.offsetHeight !== offsetHeight) this.layOutMatrix();
  }

  layOutMatrix() {
    const { compared, pictures, matrix } = this;
    this.placeShaded();
    if (this.side) {
      const { clientWidth, clientHeight } = this.head;
      const room = clientWidth - this.side - SIDE_GAP;
      matrix.layout(this.look, room, clientHeight - 2, 1, STRETCH, NUMBER_WIDTH);
      this.map.style.width = `${matrix.width}px`; // what is beside it has the rest
      this.tallest = this.linesBox.clientHeight;
      this.root.classList.toggle("crowded", this.tallest < LEAST_LINES);
      return;
    }
    const below = this.foot.offsetHeight + 16;
    const { stacked, room, tallest } = pictureRoom(
      pictures.clientWidth,
      roomBelow(pictures) - below,
      inLecture(this.root),
    );
    pictures.classList.toggle("stacked", stacked);
    if (stacked) pictures.before(this.shaded.element);
    pictures.classList.toggle("comparing", compared.isOn);
    this.tallest = compared.isOn ? tallest - CAPTION : tallest;
    const wide = !compared.isOn || stacked ? room : (pictures.clientWidth - 32) / 3;
    const { rows, columns } = matrix.range,
      isNamed = !stacked && !inLecture(this.root) && Math.max(rows, columns) <= ALL_NAMED;
    matrix.layout(this.look, wide, this.tallest, isNamed ? SMALLEST_CELL : 1);
    if (compared.isOn) compared.layout(this.look, wide, this.tallest);
  }

  // The shaded sentence is below the pictures, on a phone above them, and alone in a lecture.
  placeShaded() {
    const { shaded, foot, head, root } = this;
    foot.after(shaded.element);
    const isAlone = root.dataset.pictures === "words";
    const room = this.side ? head.clientHeight : roomBelow(shaded.element) - foot.offsetHeight;
    shaded.layout(isAlone ? room : null);
  }

  // Where the lines stand: beside the matrix as high as it, else as high as there is room.
  linesFrame() {
    const { matrix } = this,
      { rows, columns } = matrix.range;
    return this.side
      ? linesFrame(rows, columns, this.tallest)
      : { top: matrix.top, height: rows * matrix.cell };
  }

  // What stands out, in words, or what this head does in this sentence.
  describe(on) {
    if (this.coarse) return reducedSentence(this.together, this.data.can.asked);
    const difference = this.compared.isOn ? this.compared.describe(on) : "";
    if (difference) return difference;
    if (on) return this.matrix.sentence(on);
    if (this.isOff) return t("Off: none of this reaches the model.");
    return this.finding || this.matrix.strongest();
  }

  paintReading() {
    const on = this.active(),
      text = this.describe(on);
    if (this.reading.textContent !== text) {
      this.reading.textContent = text;
      this.keepLines();
    }
    this.reading.title = on || this.coarse ? "" : this.matrix.strongest();
    this.reading.classList.toggle("locked", !this.hover && !!this.locked);
  }

  // A sentence leaves the lines of the longest about this head: else a word that lies below would
  // move away from the pointer, and back.
  keepLines() {
    const { style } = this.reading,
      about = `${this.choice} ${this.words} ${this.root.clientWidth}`;
    if (about !== this.kept) style.minHeight = "";
    this.kept = about;
    style.minHeight = `${this.reading.offsetHeight}px`;
  }
}

export default function ({ data, isPart, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".explorer");
  const view = (root.view ??= new Explorer(root));
  view.setChoice = ([stack, layer, head]) => setTriggerValue("choice", { stack, layer, head });
  view.keep = (name, message) => {
    setTriggerValue(name, message);
    view.live.hear(name, message);
  };
  view.live.show(Object.assign(read(data), { isPart }));
  view.player.listen();
  window.addEventListener("resize", view.resized);
  view.moved.observe(root.getRootNode().host.closest(".stMainBlockContainer") ?? document.body);
  return () => {
    view.player.leave();
    view.live.leave();
    window.removeEventListener("resize", view.resized);
    view.moved.disconnect();
  };
}
