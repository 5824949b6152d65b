// Points in two or three dimensions on one canvas: hover names, a click shows the neighbours, a
// slider goes from step to step. All of it happens here; the server is told afterwards.

import { clamp, largest } from "../../engine/numbers.js";
import { read } from "../../engine/packing.js";
import { grouped, quoted, t, shorten } from "../../engine/text.js";
import { Look, contentHeight, roomBelow, roomOf, watch } from "../shared/canvas.js";
import { distinct, mix, rgb } from "../shared/colour.js";
import { build, writeTexts } from "./elements.js";
import { listen } from "./listening.js";
import { Markers } from "./markers.js";
import { paintNames } from "./names.js";
import { describeGroup, distancesOf, nearOf, rankPoints, shapeOf } from "./nearby.js";
import { fitCanvas, paintAxes, paintLines, paintMarkers, paintRing } from "./painting.js";
import { buildGroups, fillList, fillTable, markGroups } from "./panel.js";
import { farthest, unpackPlaces } from "./places.js";
import {
  between,
  bulk,
  closeUp,
  onScreen,
  panned,
  project,
  rotated,
  zoomed,
} from "./projection.js";
import { HIDDEN, LEVELS, LIT, STRONG } from "./ranks.js";
import { placeTip, read as readOut } from "./reading.js";

const ALL = { zoom: 1, centre: [0, 0, 0], yaw: -0.5, pitch: 0.3 }; // all points fit in
const LOW = 280,
  LOWEST = 340,
  HIGH = 560; // pixels: of the map in a low window, else, and at most
const TWEEN = 180; // milliseconds from one step, or one view, to the next
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

class Space {
  constructor(root) {
    this.root = root;
    this.sent = new Set();
    this.hidden = new Set();
    this.step = 0;
    this.chosen = this.hover = -1;
    this.query = "";
    this.matches = [];
    this.forgetNames();
    build(this);
    listen(this);
    watch(root, () => this.arrange());
  }

  // --- what the server sends, and what it is told ------------------------------------------------

  show(data) {
    writeTexts(this);
    const asked = this.setting(data.step, data.chosen),
      opened = Boolean(this.data);
    const others = data.mark !== this.data?.mark;
    if (others) this.setData(data);
    // An answer to our own click comes late and may be outdated: what comes from elsewhere counts.
    if (asked !== this.asked && !this.sent.delete(asked)) {
      this.choose(data.chosen, false);
      this.goTo(data.step, opened && !others);
    }
    if (asked === this.setting()) this.sent.clear();
    this.asked = asked;
    if (others) this.refresh();
  }

  setting(step = this.step, chosen = this.chosen) {
    return `step=${step + 1},chosen=${chosen < 0 ? "" : chosen + 1}`;
  }

  tell() {
    this.sent.add(this.setting());
    this.keep({ step: this.step + 1, chosen: this.chosen < 0 ? null : this.chosen + 1 });
  }

  // Other points: the places as numbers around 0, the widest axis from -1 to 1; named axes each so.
  setData(data) {
    const before = this.data,
      count = data.names.length;
    const { dimensions } = data,
      steps = data.step_names.length;
    const half = data.least.map((least, axis) => (data.most[axis] - least) / 2);
    const unit = data.axes.length ? half : half.map(() => Math.max(...half));
    const reach = [...half.map((side, axis) => side / unit[axis]), 0].slice(0, 3);
    Object.assign(this, { data, count, flat: dimensions === 2, reach });
    this.places = unpackPlaces(data, this.reach);
    this.radius = largest(this.places.map(farthest));
    this.nearFrom = steps * count * dimensions;
    this.farFrom = this.nearFrom + steps * count * data.near;
    this.step = Math.min(this.step, steps - 1);
    this.at = this.places[this.step].slice();
    this.strong = new Set(data.strong);
    this.known = null;
    this.walk = this.flight = null;
    this.hover = -1;
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.widths = new Float32Array(2 * count); // of the names, as they are and in bold
    this.rank = new Uint8Array(count);
    this.bucket = new Uint8Array(count);
    this.order = new Uint32Array(count);
    if (this.chosen >= count) this.chosen = -1;
    const isMoved = JSON.stringify(this.view) !== this.opened,
      opening = this.opening();
    if (before?.dimensions !== dimensions || data.frame !== null || !isMoved)
      this.view = this.before = opening;
    this.opened = JSON.stringify(opening);
    if (this.isolated && (this.chosen < 0 || !data.near)) {
      this.isolated = false;
      this.view = this.before;
    }
    const groups = JSON.stringify([data.group_names, data.kind_names]);
    if (this.named_groups !== groups) this.hidden.clear();
    this.named_groups = groups;
    this.fillFrame();
    this.find();
    this.arrange();
    if (this.isolated) this.fly(this.closeUp());
  }

  // What stands around the picture of these points whatever is on show.
  fillFrame() {
    const { data } = this,
      letters = Math.max(...data.step_names.map((name) => name.length));
    this.title.textContent = data.title;
    this.title.hidden = !data.title || !data.titled;
    this.full.hidden = !this.count;
    this.empty.hidden = Boolean(this.count);
    this.sliderBox.hidden = data.step_names.length < 2;
    this.note.hidden = !data.notes.some(Boolean);
    this.slider.max = data.step_names.length - 1;
    this.stepName.style.minWidth = `${Math.min(letters, 20) * 0.56}em`;
  }

  near(point) {
    return nearOf(this, point);
  }
  distances(point) {
    return distancesOf(this, point);
  }
  groupName(point) {
    return describeGroup(this.data, point);
  }
  stepText() {
    const names = this.data.step_names;
    return names.length > 1 ? ` (${names[this.step]})` : "";
  }

  // --- what is on show ---------------------------------------------------------------------------

  goTo(step, slowly = true) {
    if (step === this.step && !this.walk) return;
    this.step = step;
    this.walk = { start: performance.now(), from: this.at.slice(), to: this.places[step], slowly };
    if (this.isolated) this.fly(this.closeUp());
    this.refresh();
  }

  choose(point, told = true) {
    if (point === this.chosen) return;
    this.chosen = point;
    if (point < 0 && this.isolated) this.back();
    if (this.isolated) this.fly(this.closeUp());
    else if (point >= 0 && told && this.width) this.panIntoView(point);
    this.refresh();
    if (told) this.tell();
  }

  isolate() {
    if (this.chosen < 0 || this.isolated || !this.data.near) return;
    this.isolated = true;
    this.before = this.flight?.to ?? this.view;
    this.fly(this.closeUp());
    this.refresh();
  }

  // One step back: what was isolated, then what was chosen.
  back() {
    if (this.isolated) {
      this.isolated = false;
      this.fly(this.before);
    } else this.choose(-1);
    this.refresh();
  }

  searchFor(query) {
    this.query = query;
    this.find();
    this.refresh();
  }

  find() {
    const query = plain(this.query.trim());
    this.known ??= this.data.names.map(plain);
    const all = [];
    if (query) this.known.forEach((name, point) => name.startsWith(query) && all.push(point));
    const whole = all.filter((point) => this.known[point] === query);
    this.matches = [...whole, ...all.filter((point) => this.known[point] !== query)];
    this.turn = 0;
    const text = query ? this.countText(all.length) : "";
    if (this.found.textContent !== text) this.found.textContent = text;
  }

  countText(count) {
    if (!count) return t("no word {word} here", { word: quoted(shorten(this.query.trim())) });
    if (count === 1) return t("1 found");
    return t("{count} found", { count: grouped(count) });
  }

  toggle(group) {
    if (!this.hidden.delete(group)) this.hidden.add(group);
    this.refresh();
  }

  // After a change of what is on show: who is drawn, what is said, and the picture.
  refresh() {
    if (!this.count || !this.data) return this.settled();
    rankPoints(this);
    const { data } = this;
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", data.step_names[this.step]);
    this.stepName.textContent = data.step_names[this.step];
    this.note.textContent = data.notes[this.step];
    this.isolateButton.hidden = !data.near;
    this.isolateButton.setAttribute("aria-disabled", this.chosen < 0 || Boolean(this.isolated));
    this.backButton.setAttribute("aria-disabled", this.chosen < 0);
    this.fillPanel();
    readOut(this);
    this.changed();
  }

  fillPanel() {
    if (!this.theme) return;
    fillList(this);
    if (this.table.hidden) this.table.replaceChildren();
    else fillTable(this);
    markGroups(this);
  }

  showTable(tables) {
    this.table.hidden = !tables;
    this.body.hidden = tables;
    if (!tables) this.arrange();
    this.fillPanel();
  }

  pointAt(point) {
    if (point === this.hover) return;
    this.hover = point >= 0 && this.bucket[point] !== HIDDEN ? point : -1;
    this.canvas.style.cursor = this.hover >= 0 ? "pointer" : "grab";
    readOut(this);
    this.changed();
  }

  // --- views -------------------------------------------------------------------------------------

  // The points of the step that is the frame fit in, or all steps but what lies far out.
  opening() {
    const { frame, axes } = this.data;
    if (!this.count || (frame === null && axes.length)) return ALL;
    if (frame !== null) return closeUp(this, ALL, [...this.data.names.keys()], this.places[frame]);
    const strong = [...this.strong];
    const ends = [
      bulk(this.places),
      ...this.places.map((places) =>
        strong.flatMap((point) => [...places.slice(3 * point, 3 * point + 3)]),
      ),
    ].flat();
    return closeUp(this, ALL, [...Array(ends.length / 3).keys()], ends);
  }

  // The chosen point and its neighbours as large as they fit.
  closeUp(from = this.flight?.to ?? this.view) {
    return closeUp(this, from, [this.chosen, ...this.near(this.chosen)], this.places[this.step]);
  }

  reset() {
    this.fly(this.isolated ? this.closeUp(this.opening()) : this.opening());
  }

  seeAll() {
    this.fly(ALL);
  }

  fly(view) {
    this.flight = { start: performance.now(), from: this.view, to: view };
    this.changed();
  }

  // A point chosen from the list or by search may lie outside of the picture.
  panIntoView(point) {
    const places = this.places[this.step],
      [x, y] = onScreen(this, this.view, places, point);
    if (x < 24 || y < 16 || x > this.width - 24 || y > this.height - 16)
      this.fly({ ...this.view, centre: [...places.subarray(3 * point, 3 * point + 3)] });
  }

  pan(across, down) {
    this.look(panned(this, this.view, across, down));
  }
  turn3d(across, down) {
    this.look(rotated(this.view, across, down));
  }
  zoomAt(factor, left, top) {
    this.look(zoomed(this, this.view, factor, left, top));
  }

  look(view) {
    this.flight = null;
    this.view = view;
    this.changed();
  }

  // --- painting ----------------------------------------------------------------------------------

  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.theme = new Look(this.root, this.data.ink);
    const { theme } = this,
      paper = theme.ramp[0],
      far = theme.dark ? [255, 255, 255] : [0, 0, 0];
    const groups = this.data.colours.map((colour) => distinct(rgb(colour), paper, far));
    const grey = mix(paper, rgb(theme.muted), 0.6);
    this.colours = { paper, muted: theme.muted, grey, groups };
    this.letters = this.root.clientWidth >= 1500 ? 18 : 13;
    if (!this.count) return this.settled();
    this.width = this.picture.clientWidth;
    const room = roomOf(this.root);
    const below = roomBelow(this.picture),
      wanted = clamp(LOWEST, 0.62 * this.width, HIGH);
    this.height = Math.round(
      below < LOW || this.root.clientWidth < 640 ? wanted : Math.min(wanted, below),
    );
    this.root.style.setProperty("--height", `${this.height + 2}px`);
    if (room) {
      // what stands around the picture leaves it
      this.height = Math.max(200, Math.floor(room - contentHeight(this.root)) + this.height);
      this.root.style.setProperty("--height", `${this.height + 2}px`);
    }
    const side = clamp(28, 0.07 * this.width, 56) + (this.data.axes.length ? 16 : 0);
    const low = Math.min(side, 44);
    const half = [this.width / 2 - side, this.height / 2 - low];
    if (!this.flat) this.scale = [1, 1].map(() => Math.min(...half) / this.radius);
    else if (this.data.axes.length) this.scale = half;
    else this.scale = [1, 1].map(() => Math.min(half[0] / this.reach[0], half[1] / this.reach[1]));
    this.widths.fill(0);
    this.markers = null;
    this.forgetNames();
    buildGroups(this);
    this.fillPanel();
    this.changed();
  }

  // At rest the picture depends on what it shows alone, not on the sizes, steps and views before.
  forgetNames() {
    this.named = [];
    this.slots = new Map();
  }

  changed() {
    this.waiting ||= requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.waiting = 0;
    if (!this.width || !this.count) return;
    const moving = this.advance(now);
    this.paint();
    if (moving) this.changed();
    else this.settled();
  }

  settled() {
    this.root.dataset.painted = this.setting();
  }

  // Where points and view are now, on their way; whether they are not there yet.
  advance(now) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const share = ({ start, slowly = true }) =>
      calm || !slowly ? 1 : clamp(0, (now - start) / TWEEN, 1);
    const ease = (part) => part * (2 - part);
    if (this.walk) {
      const { from, to } = this.walk,
        part = share(this.walk),
        eased = ease(part);
      for (let i = 0; i < this.at.length; i++) this.at[i] = from[i] + eased * (to[i] - from[i]);
      if (part === 1) {
        this.at.set(to);
        this.walk = null;
        this.forgetNames();
      }
    }
    if (this.flight) {
      const { from, to } = this.flight,
        part = share(this.flight);
      this.view = part === 1 ? to : between(from, to, ease(part));
      if (part === 1) {
        this.flight = null;
        this.forgetNames();
      }
    }
    return Boolean(this.walk || this.flight);
  }

  paint() {
    const { pen } = this,
      resized = fitCanvas(this),
      size = this.markerSize();
    if (resized || size !== this.markers?.size) {
      const { width, height } = this.canvas,
        { ratio, flat, colours } = this;
      this.markers = new Markers({ size, ratio, flat, width, height, colours });
    }
    this.starts = project(this, this.view, this, this.ratio);
    this.seen = this.starts.at(-1);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    paintMarkers(this);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.textBaseline = "middle";
    paintAxes(this);
    paintLines(this);
    if (this.chosen >= 0) paintRing(this, this.chosen, 2.5);
    if (this.hover >= 0 && this.hover !== this.chosen) paintRing(this, this.hover, 1.5);
    paintNames(this);
    placeTip(this);
  }

  // How large markers are drawn: smaller where there are many, larger when zoomed in.
  markerSize() {
    const base = this.count <= 80 ? 6 : this.count <= 800 ? 4.5 : 3.2;
    return Math.round(2 * Math.min(base * clamp(1, this.view.zoom ** 0.3, 2), 8)) / 2;
  }

  markerOf(point) {
    const rank = this.rank[point],
      level = this.bucket[point] % LEVELS;
    const alpha = !this.faded || rank >= LIT ? 0 : rank === STRONG ? 1 : 2;
    const group = this.data.groups[point],
      shape = shapeOf(this.data, point);
    return this.markers.get(group, shape, level, rank >= STRONG ? 1 : 0, alpha);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".space");
  root.view ??= new Space(root);
  root.view.keep = (message) => setTriggerValue("setting", message);
  root.view.show(read(data));
}
