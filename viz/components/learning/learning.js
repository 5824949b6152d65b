// Word vectors that are learnt while one looks: the window that slides over a sentence, the map of
// some words, the neighbours of one of them, the loss. All of it runs in this browser.

import { clamp } from "../../engine/numbers.js";
import { read } from "../../engine/packing.js";
import { fixed, grouped, quoted, t, translatable } from "../../engine/text.js";
import { Look, fitHeight, inLecture, roomBelow, roomOf, watch, within } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { Taking } from "../shared/picture.js";
import { tableBox, tableButton, tableOf } from "../shared/tables.js";
import { END, Learner } from "./learner.js";
import { paintLoss, paintMap, paintWindow } from "./painting.js";
import { dot, firstAxes, nearest, turnAxes, unit } from "./places.js";

const BUDGET = 11; // milliseconds of computing in a frame at full speed
const CHUNK = 25; // steps between two looks at the clock
const READ = 400; // milliseconds between two texts at full speed: faster nobody reads
const SLOW = { slow: 1000, quick: 100 }; // milliseconds between two windows
const LISTED = 8; // neighbours; with n-grams below them as many as these, MOST_PARTS
const MOST_PARTS = 5;
const [LOWEST, HIGHEST, LEGEND] = [260, 760, 40]; // pixels of the map, and below it
const POINTS = 240; // of the curve of the loss
const BINS = 60; // of the first curve
const TYPING = "input, textarea, select, [contenteditable], [role=combobox]";

const HOW = {
  cbow: translatable("CBoW: the words in the window together predict the word in the middle."),
  skipgram: translatable("SkipGram: the word in the middle predicts each word in the window."),
  fasttext: translatable(
    "FastText: as SkipGram, but a word is the mean of its own vector and its n-grams'.",
  ),
  glove: translatable("GloVe: count first which words stand near each other, then fit the counts."),
};

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class Learning {
  constructor(root) {
    this.root = root;
    this.buttons = make("div", "buttons");
    [this.play, this.one, this.again] = ["toggle", "single", "restart"].map((act) => {
      const button = make("button", `press ${act}`);
      button.addEventListener("click", () => this[act]());
      this.buttons.append(button);
      return button;
    });
    this.speed = make("select", "speed");
    this.speed.addEventListener("change", () => this.paint());
    this.count = make("span", "count");
    this.buttons.append(this.speed, this.count);
    this.strip = make("canvas", "strip");
    this.told = make("p", "told");
    this.map = make("canvas", "map");
    this.map.tabIndex = 0;
    this.curve = make("canvas", "curve");
    for (const canvas of [this.strip, this.map, this.curve]) canvas.setAttribute("role", "img");
    this.groups = make("div", "groups");
    this.title = make("h3", "word");
    this.list = make("ol", "near");
    this.parts = make("div", "parts");
    this.curveName = make("p", "curve-name");
    this.side = make("div", "side");
    this.side.append(this.title, this.list, this.parts, this.curveName, this.curve);
    this.left = make("div", "left");
    this.left.append(this.strip, this.told, this.map, this.groups);
    this.body = make("div", "body");
    this.body.append(this.left, this.side);
    this.table = tableBox();
    this.table.hidden = true;
    this.asTable = tableButton((tables) => {
      this.table.hidden = !tables;
      this.paint();
    });
    this.taking = new Taking(
      () => [this.strip, this.told, this.map, this.groups, this.curve],
      () => this.paint(),
    );
    const foot = make("div", "foot");
    foot.append(this.asTable, this.taking.element);
    root.append(this.buttons, this.body, foot, this.table);
    this.map.addEventListener("click", (event) => this.choose(this.wordAt(event)));
    this.map.addEventListener("pointermove", (event) => {
      this.map.style.cursor = this.wordAt(event) === null ? "default" : "pointer";
    });
    this.map.addEventListener("keydown", (event) => this.walk(event));
    this.key = (event) => this.pressed(event);
    watch(root, () => this.arrange());
  }

  show(data) {
    const same = this.data?.mark === data.mark;
    this.data = data;
    this.speak();
    if (!same) this.restart();
    if (!same || this.asked !== data.word) this.word = this.asked = data.word;
    this.arrange();
  }

  speak() {
    this.one.textContent = this.data.method === "glove" ? t("One pair") : t("One window");
    this.again.textContent = t("Restart");
    const kept = this.speed.value || "full";
    const names = { slow: t("One a second"), quick: t("Ten a second"), full: t("Full speed") };
    this.speed.replaceChildren(
      ...Object.entries(names).map(([value, name]) =>
        Object.assign(make("option", "", name), { value, selected: value === kept }),
      ),
    );
    this.speed.setAttribute("aria-label", t("Speed"));
    this.groups.replaceChildren(
      ...this.data.group_names.map((name, group) => {
        const entry = make("span", "group", name);
        entry.style.setProperty("--colour", this.data.colours[group]);
        return entry;
      }),
    );
    this.asTable.speak();
    this.taking.speak();
  }

  // --- the run ---

  restart() {
    this.playing = false;
    const { data } = this;
    const text = Int32Array.from(data.numbers, (number) => (number === data.end ? END : number));
    this.learner = new Learner({ ...data, text });
    this.axes = firstAxes(data.dimensions);
    this.losses = [];
    this.bin = BINS; // steps of a point of the curve
    this.ticks = [];
    this.read = -Infinity;
    this.look(true);
    this.paint();
  }

  toggle() {
    this.playing = !this.playing && !this.learner.isOver;
    this.last = performance.now();
    this.paint();
    if (this.playing) requestAnimationFrame((now) => this.frame(now));
  }

  single() {
    this.playing = false;
    this.learner.step();
    this.tick(true);
  }

  frame(now) {
    if (!this.playing || !this.root.isConnected) {
      this.playing = false;
      return;
    }
    const wait = SLOW[this.speed.value];
    if (!wait) {
      const end = performance.now() + BUDGET;
      do for (let step = 0; step < CHUNK; step++) this.learn();
      while (performance.now() < end);
      this.tick(now - this.read > READ);
    } else if (now - this.last >= wait) {
      this.last = now;
      this.learn();
      this.tick(true);
    }
    if (this.learner.isOver) {
      this.playing = false;
      this.tick(true);
    }
    requestAnimationFrame((next) => this.frame(next));
  }

  learn() {
    const { learner } = this;
    learner.step();
    if (!learner.predictions || learner.steps % this.bin) return;
    this.losses.push(learner.loss / learner.predictions);
    learner.loss = learner.predictions = 0;
    if (this.losses.length < POINTS) return;
    this.losses = this.losses
      .filter((_, place) => place % 2)
      .map((loss, place) => (loss + this.losses[2 * place]) / 2);
    this.bin *= 2;
  }

  // After some steps: the map moves; what is to be read changes where `reads` says so.
  tick(reads) {
    const now = performance.now();
    this.ticks = [...this.ticks.filter((then) => now - then < 1000), now];
    if (isCalm() && this.playing && !reads) return;
    if (reads) this.read = now;
    this.look(reads);
    this.paint(reads);
  }

  // Where the words of the map are now, and the neighbours of one.
  look(reads) {
    const { learner, data } = this;
    const units = data.shown.map((word) => unit(learner.vector(word)));
    const { centred, axes } = turnAxes(units, this.axes);
    this.axes = axes;
    this.places = centred.map((vector) => axes.map((axis) => dot(vector, axis)));
    if (!reads) return;
    this.units = learner.words.map((_, word) => unit(learner.vector(word)));
    this.near = nearest(this.units, this.word ?? data.word, LISTED);
  }

  // --- the picture ---

  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.theme = new Look(this.root, this.data.ink);
    this.high ??= LOWEST;
    this.paint();
    const isLecture = roomOf(this.root) !== null;
    fitHeight(this.root, 1, (high) => {
      this.high = isLecture ? high : clamp(LOWEST, roomBelow(this.map) - LEGEND, HIGHEST);
      this.paint();
    });
  }

  paint(reads = true) {
    if (!this.theme) return;
    const { learner, data, theme } = this;
    this.play.textContent = this.playing
      ? t("Pause")
      : learner.isOver
        ? t("Finished")
        : learner.steps
          ? t("Continue")
          : t("Start");
    this.play.setAttribute("aria-disabled", learner.isOver);
    const so = { count: grouped(learner.steps), share: Math.floor(100 * learner.done) };
    const done =
      data.method === "glove"
        ? t("{count} pairs · {share} % of the run", so)
        : t("{count} windows · {share} % of the run", so);
    const ticks = t("{ticks} ticks a second", { ticks: this.ticks.length });
    this.count.textContent = this.playing ? `${done} · ${ticks}` : done;
    this.drawn = paintMap(this.map, theme, {
      ...data,
      places: this.places,
      word: this.word,
      width: this.left.clientWidth,
      height: this.high,
      words: data.words,
      before: this.drawn,
    });
    if (!reads) return;
    paintWindow(this.strip, theme, { learner, data, width: this.left.clientWidth });
    this.told.textContent = this.tell();
    this.writeSide();
    if (!this.table.hidden) this.writeTable();
    const painted = `${data.method} ${learner.steps}`;
    this.root.dataset.painted = painted;
  }

  // What the last step did, in a sentence.
  tell() {
    const {
      learner: { now, words, text },
      data,
    } = this;
    if (!now) return t(HOW[data.method]);
    if (now.pair) {
      const [first, second] = now.pair.map((word) => quoted(words[word]));
      return t(
        "X({first}, {second}) = {count}: log X = {goal}, the model says {says}; weight {weight}.",
        {
          first,
          second,
          count: fixed(now.count, 2),
          goal: fixed(Math.log(now.count), 2),
          says: fixed(now.says, 2),
          weight: fixed(now.weight, 2),
        },
      );
    }
    const word = quoted(words[text[now.kept[now.centre]]]);
    const around = now.around.map((at) => words[text[at]]).join(", ");
    const negatives = [...new Set(now.negatives)].slice(0, 8).map((other) => words[other]);
    if (!around) return t("{word} stands alone: the words around it were skipped.", { word });
    const values = { word, around, negatives: negatives.join(", ") };
    return data.method === "cbow"
      ? t("The mean of {around} predicts {word}, and not {negatives}.", values)
      : t("{word} predicts {around}, and not {negatives}.", values);
  }

  writeSide() {
    const { learner, data, near } = this;
    this.title.textContent = t("Nearest to {word} now", { word: quoted(data.words[this.word]) });
    const whole = this.units[this.word];
    const rows = data.method === "fasttext" ? learner.rows[this.word].slice(1) : [];
    const parts = rows
      .map((row) => [learner.grams[row - learner.size], dot(whole, unit(learner.vector(row)))])
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_PARTS);
    const listed = near.slice(0, parts.length ? MOST_PARTS : LISTED);
    this.list.replaceChildren(...listed.map(([word, cosine]) => bar(data.words[word], cosine)));
    this.parts.replaceChildren(
      ...(parts.length ? [make("h3", "word", t("Its n-grams"))] : []),
      ...parts.map(([gram, cosine]) => bar(gram, cosine)),
    );
    const latest = this.losses.at(-1);
    this.curveName.textContent = t("Loss a prediction: {loss}", {
      loss: latest === undefined ? "–" : fixed(latest, 3),
    });
    paintLoss(this.curve, this.theme, this.losses, this.side.clientWidth);
    this.curve.setAttribute("aria-label", this.curveName.textContent);
    const names = near.map(([word]) => data.words[word]).join(", ");
    this.map.setAttribute(
      "aria-label",
      t("Map of {count} words. Nearest to {word}: {names}. Arrow keys choose a word.", {
        count: data.shown.length,
        word: data.words[this.word],
        names,
      }),
    );
    this.strip.setAttribute("aria-label", this.told.textContent);
  }

  writeTable() {
    const { data } = this,
      columns = Array.from({ length: 3 }, (_, place) => String(place + 1));
    const rows = data.shown.map((word) => nearest(this.units, word, 3));
    this.table.replaceChildren(
      tableOf(
        t("The three nearest words of each word"),
        data.shown.map((word) => data.words[word]),
        columns,
        (row, column) => {
          const [word, cosine] = rows[row][column] ?? [];
          return word === undefined ? "" : `${data.words[word]} ${fixed(cosine, 2)}`;
        },
      ),
    );
  }

  // --- hands ---

  wordAt(event) {
    const [x, y] = within(event, this.map);
    return this.drawn?.hit(x, y) ?? null;
  }

  choose(word) {
    if (word === null) return;
    this.word = this.asked = word;
    this.keep(this.data.words[word]);
    this.near = nearest(this.units, word, LISTED);
    this.paint();
  }

  walk(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { shown } = this.data,
      count = shown.length;
    this.choose(shown[(shown.indexOf(this.word) + by + count) % count]);
  }

  // In a lecture A starts and pauses, as it does other pictures that move.
  pressed(event) {
    if (event.key.toLowerCase() !== "a" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.composedPath()[0].closest?.(TYPING) || !inLecture(this.root)) return;
    event.preventDefault();
    this.toggle();
  }
}

function bar(name, cosine) {
  const row = make("li", "bar");
  const filled = make("span", "filled");
  filled.style.width = `${Math.max(0, 100 * cosine)}%`;
  const track = make("span", "track");
  track.append(filled);
  row.append(make("span", "name", name), track, make("span", "cosine", fixed(cosine, 2)));
  return row;
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".learning");
  root.view ??= new Learning(root);
  root.view.keep = (word) => setStateValue("setting", { word });
  root.view.show(read(data));
  window.addEventListener("keydown", root.view.key);
  return () => {
    root.view.playing = false;
    window.removeEventListener("keydown", root.view.key);
  };
}
