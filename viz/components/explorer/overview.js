// Every head as a thumbnail: a block for each mechanism, a row for each layer.

import { fixed, translatable, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { headKey, placeOf } from "../shared/heads.js";
import { SWITCH_THUMB, arrangeBlocks } from "./layout.js";
import { paintThumbnail, sideOf } from "./thumbnail.js";
import { startOf } from "./weights.js";

const NUMBERED = 5; // heads of a search whose places are written
const LABELLED = 1500; // pixels of width that leave room for what each head does, beside it
const TAGGED = 900; // the same for a word of it under the head, in one column of heads
const TAGGED_TWO = 1100; // and in two
const TAG = 13; // pixels of height that it takes, with the gap to the next row
const LEAST_TAGGED = 28; // pixels that a thumbnail has at least where one stands under it
const WIDE = 900; // pixels of width that leave room for two columns of heads
const MANY_ROWS = 12,
  MANY_HEADS = 8; // more than these are as small as they must be, and scroll
const MANY_SHARE = 0.3; // of the width, for the thumbnails of many heads
const LECTURE_SHARE = 0.1; // of it in a lecture, where the large head is what a hall looks at
const SHORT = {
  encoder: translatable("Encoder"),
  decoder: translatable("Decoder"),
  cross: translatable("Cross"),
};
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// A layer of a hybrid may have no attention.
const attends = ({ without }, layer) => !without?.includes(layer);

// The head that an arrow key leads to, through the ends of rows and blocks; null beyond them all.
export function stepHead(blocks, b, layer, head, key) {
  const step = STEPS[key];
  if (!step) return null;
  layer += step[0];
  head += step[1];
  if (layer < 0 || head < 0) b -= 1;
  else if (layer >= blocks[b].layers || head >= blocks[b].heads) b += 1;
  if (!blocks[b]) return null;
  const { stack, layers, heads } = blocks[b];
  layer = (layer + layers) % layers;
  head = (head + heads) % heads;
  if (attends(blocks[b], layer)) return [stack, layer, head];
  return stepHead(blocks, b, layer, head, key);
}

export class Overview {
  // Called when a head is chosen, previewed (null: no more) or turned off and on.
  constructor({ choose, preview, toggle }) {
    Object.assign(this, { choose, preview, toggle });
    this.element = make("div", "overview");
    this.element.setAttribute("role", "group");
  }

  // Of a part of the data, without the thumbnails, in the room that they will take.
  build(data) {
    this.data = data;
    this.thumbs = [];
    this.labels = data.blocks.map(() => []);
    this.sorted = false;
    const { blocks } = data;
    this.layers = blocks.reduce((sum, block) => sum + block.layers, 0);
    this.most = Math.max(...blocks.map((block) => block.heads));
    this.element.classList.toggle("many", this.layers > MANY_ROWS || this.most > MANY_HEADS);
    this.element.setAttribute("aria-label", t("All heads. Arrow keys move between them."));
    this.element.style.setProperty("--rows", this.layers);
    this.element.style.setProperty("--most", this.most);
    this.element.replaceChildren(...blocks.map((block, b) => this.buildBlock(block, b)));
  }

  buildBlock(block, b) {
    const group = make("div", "block"),
      grid = make("div", "grid");
    grid.style.setProperty("--heads", block.heads);
    grid.append(make("span", "corner", t("layer")));
    // The heads are numbered once where every mechanism has as many.
    const { blocks } = this.data,
      numbered = b === 0 || block.heads !== blocks[b - 1].heads;
    grid.classList.toggle("numbered", numbered);
    for (let head = 0; head < block.heads; head++) {
      const label = make("span", "head-label", placeOf(block, [block.stack, 0, head]).head);
      label.style.setProperty("--colour", this.data.colours[head % this.data.colours.length]);
      grid.append(label);
    }
    for (let layer = 0; layer < block.layers; layer++) {
      const label = make("span", "layer-label", placeOf(block, [block.stack, layer, 0]).layer);
      this.labels[b].push(label);
      grid.append(label);
      if (this.data.isPart)
        grid.append(make("div", "thumb-cell")); // as high as a row will be
      else
        for (let head = 0; head < block.heads; head++)
          grid.append(this.buildThumb(block, b, layer, head));
    }
    const title = make("div", "block-title");
    title.append(
      make("span", "long-title", block.title),
      make("span", "short-title", t(SHORT[block.stack])),
    );
    group.append(title, grid);
    return group;
  }

  buildThumb(block, b, layer, head) {
    const choice = [block.stack, layer, head],
      cell = make("div", "thumb-cell");
    const place = placeOf(block, choice),
      isThere = attends(block, layer);
    cell.dataset.name = `${place.layer}.${place.head}`;
    const thumb = make("button", "thumb"),
      power = make("button", "switch");
    thumb.append(make("canvas"));
    thumb.addEventListener(
      "pointerenter",
      (event) => event.pointerType === "mouse" && this.preview(choice),
    );
    thumb.addEventListener("pointerleave", () => this.preview(null));
    thumb.addEventListener("click", () => this.choose(choice));
    thumb.addEventListener("keydown", (event) => this.move(event, b, layer, head));
    power.setAttribute("role", "switch");
    power.setAttribute("aria-label", t("{mechanism}, layer {layer}, head {head} is on", place));
    power.tabIndex = -1; // by keyboard: the button beside the large head
    power.addEventListener("click", () => this.toggle(choice));
    const label = make("span", "label");
    label.setAttribute("aria-hidden", "true"); // the button has it as its title
    cell.append(thumb, label);
    if (this.data.can.silenced && isThere) cell.append(power);
    thumb.disabled = !isThere;
    const name = isThere
      ? t("{mechanism}, layer {layer}, head {head}", place)
      : t("Layer {layer} has no attention.", place);
    this.thumbs.push({ thumb, power, label, choice, block: b, name });
    return cell;
  }

  move(event, b, layer, head) {
    if (event.key === "Escape") return this.preview(null);
    const choice = this.next(b, layer, head, event.key);
    if (!STEPS[event.key]) return;
    event.preventDefault();
    if (!choice) return;
    this.choose(choice);
    this.thumbOf(choice).focus();
  }

  // Chooses the head that an arrow key leads to from the chosen one.
  step(key) {
    const { blocks } = this.data,
      [stack, layer, head] = this.chosen;
    const b = blocks.findIndex((block) => block.stack === stack);
    const choice = this.next(b, layer, head, key);
    if (choice) this.choose(choice);
  }

  // The head that an arrow key leads to, in the order in which they stand; null beyond them all.
  next(b, layer, head, key) {
    const { blocks } = this.data;
    if (!this.sorted) return stepHead(blocks, b, layer, head, key);
    const at = (block, place) => this.orders[blocks.indexOf(block)][place];
    const place = this.orders[b].findIndex(
        ({ choice }) => choice[1] === layer && choice[2] === head,
      ),
      { heads } = blocks[b];
    const step = stepHead(blocks, b, Math.floor(place / heads), place % heads, key);
    if (!step) return null;
    const block = blocks.find(({ stack }) => stack === step[0]);
    return at(block, step[1] * block.heads + step[2]).choice;
  }

  thumbOf(choice) {
    return (this.thumbs.find((head) => head.choice.join() === choice.join()) || this.thumbs[0])
      .thumb;
  }

  scrollTo(choice) {
    const { offsetTop } = this.thumbOf(choice).parentElement;
    this.element.scrollTop = offsetTop - this.element.clientHeight / 2;
  }

  // So large that all heads stand in `height` pixels and a quarter of `width`, or in two columns.
  layout(width, height, lecture) {
    const titles = lecture
      ? { above: 18, first: 0, gap: 2, least: 10 }
      : { above: 22, first: 20, gap: 4 };
    const hasLabels = Boolean(this.data.profiles) && !lecture,
      isMany = this.layers > MANY_ROWS || this.most > MANY_HEADS;
    const layers = this.data.blocks.map((block) => block.layers);
    const sizes = {
      height,
      width,
      most: this.most,
      columns: lecture || width < WIDE ? 1 : 2,
      ...titles,
      ...(isMany && !lecture ? { gap: 2, share: MANY_SHARE } : {}),
      ...(lecture ? { share: LECTURE_SHARE } : {}),
    };
    const tagged = arrangeBlocks(layers, { ...sizes, below: TAG });
    this.tagged =
      hasLabels &&
      !isMany &&
      tagged.size >= LEAST_TAGGED &&
      width < LABELLED &&
      width >= (tagged.columns === 2 ? TAGGED_TWO : TAGGED);
    const { columns, size } = this.tagged ? tagged : arrangeBlocks(layers, sizes);
    this.element.classList.toggle("two", columns === 2);
    this.element.classList.toggle("mini", lecture);
    this.element.classList.toggle("labelled", hasLabels && width >= LABELLED);
    this.element.classList.toggle("tagged", this.tagged);
    this.element.classList.toggle("switches", size >= SWITCH_THUMB);
    this.element.style.setProperty("--thumb", `${size}px`);
  }

  // Dims each head by its weight among the `ranked`, numbers the first, and greys those that are
  // not among them; null: as they are. Where they are `sorted`, they stand in that order in each
  // mechanism; where they are `filtered`, those that are not among them are left out.
  rank(ranked, sorted = false, filtered = false) {
    const places = new Map(
      ranked?.map(({ choice, weight }, place) => [headKey(choice), { weight, place }]),
    );
    this.element.classList.toggle("ranked", Boolean(ranked));
    for (const { thumb, choice } of this.thumbs) {
      const of = places.get(headKey(choice)),
        cell = thumb.parentElement;
      cell.style.setProperty("--rank", of?.weight ?? 0);
      if (of && of.place < NUMBERED) cell.dataset.place = of.place + 1;
      else delete cell.dataset.place;
    }
    this.sort(sorted ? ranked : null, filtered);
  }

  // Puts the thumbnails of each mechanism in the order of the `ranked`; null: by layer and head.
  sort(ranked, filtered) {
    if (!ranked && !this.sorted) return;
    this.element.classList.toggle("sorted", Boolean(ranked));
    const places = new Map(ranked?.map(({ choice }, place) => [headKey(choice), place]));
    const placeOf = ({ choice }) => places.get(headKey(choice)) ?? places.size;
    this.orders = this.data.blocks.map((block, b) => {
      const thumbs = this.thumbs.filter((head) => head.choice[0] === block.stack);
      if (ranked) thumbs.sort((one, other) => placeOf(one) - placeOf(other));
      this.labels[b].forEach((label, layer) => {
        label.style.order = layer * (block.heads + 1);
      });
      thumbs.forEach(({ thumb, choice }, place) => {
        const cell = thumb.parentElement;
        cell.style.order = place + Math.floor(place / block.heads) + 1;
        cell.classList.toggle("left-out", filtered && !places.has(headKey(choice)));
      });
      return thumbs;
    });
    this.sorted = Boolean(ranked);
  }

  // `off` are the keys of the heads turned off; the data's `losses`, by key, what the translation
  // loses without a head, or null where that is not known.
  paint(data, look, choice, off) {
    this.data = data;
    this.chosen = choice;
    const { losses } = data;
    const most = losses && Math.max(0.01, ...Object.values(losses));
    for (const { thumb, power, label, choice: place, name } of this.thumbs) {
      const key = headKey(place),
        isOff = off.has(key);
      const cell = thumb.parentElement,
        isChosen = place.join() === choice.join();
      cell.classList.toggle("off", isOff);
      cell.classList.toggle("weighed", Boolean(losses));
      cell.style.setProperty("--loss", losses ? Math.max(0, losses[key] / most) : 0);
      power.setAttribute("aria-checked", !isOff);
      power.title = isOff ? t("Turn this head on") : t("Turn this head off");
      thumb.setAttribute("aria-pressed", isChosen);
      thumb.setAttribute("aria-label", isOff ? t("{head}, off", { head: name }) : name);
      thumb.title = losses
        ? t("{head}: without it the log-probability changes by {change}", {
            head: name,
            change: signed(-losses[key]),
          })
        : profileOf(data, key);
      const text = data.profiles?.heads[key]?.[this.tagged ? 3 : 0] ?? "";
      if (label.textContent !== text) label.textContent = text;
      thumb.tabIndex = isChosen ? 0 : -1;
    }
    const grey = off.size ? look.greyed() : null;
    this.looks = this.thumbs.map(({ choice: place }) => (off.has(headKey(place)) ? grey : look));
    this.sides = [];
    for (const { thumb, block } of this.thumbs) this.sides[block] ??= sideOf(thumb.firstChild);
    this.paintThumbnails(data);
  }

  // The weights of all heads, where and as they were painted before.
  paintThumbnails(data) {
    this.thumbs.forEach(({ thumb, choice, block: b }, place) => {
      const block = data.blocks[b],
        [rows, columns] = block.cells,
        from = startOf(block, choice);
      paintThumbnail(
        thumb.firstChild,
        this.sides[b],
        data.numbers.subarray(from, from + rows * columns),
        rows,
        columns,
        data.steps,
        this.looks[place],
      );
    });
  }
}

// What a head does in general, for who points at it.
const profileOf = ({ profiles }, key) =>
  profiles?.heads[key]
    ? t("{source}: {text}.", { source: profiles.source, text: profiles.heads[key][1] })
    : "";

const signed = (value) => `${value < 0 ? "−" : "+"}${fixed(Math.abs(value), 2)}`;
