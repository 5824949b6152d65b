// One head in five stages: a table from the word to the mix, with the numbers of the sentence.

import { clamp } from "../../engine/numbers.js";
import { quoted, t, shorten } from "../../engine/text.js";
import { screenHeight } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { Player } from "../shared/player.js";
import { chooseRows, percent } from "./rows.js";
import { symbol } from "./sentences.js";
import { drawnOf, nowAt, stepsOf } from "./unveiling.js";
import { brief } from "./wording.js";

const ROOM = 430; // pixels of the screen that are not rows
const ROW = 24;
const NARROW = 720; // pixels; from there on the player stands in the table, where there is room
const FEW = 6,
  FEWEST = 3; // words; with fewer than FEW the legend gives up its room first

export class Overview {
  constructor(view) {
    this.view = view;
    this.element = make("section", "overview");
    this.player = new Player(
      () => {
        this.unveil();
        view.describe();
      },
      () => ({
        label: t("The five stages, one after the other"),
        play: t("Play the stages"),
        back: t("The stage before"),
        on: t("The next stage"),
      }),
    );
  }

  // The picture of an overview and the grids of its derivation.
  setData(overview, grids) {
    this.overview = overview;
    this.parts = {};
    for (const [part, name] of Object.entries(overview.grids)) this.parts[part] = grids.get(name);
    this.room = null;
    this.player.show(stepsOf(overview, this.parts));
    this.build(this.mostOnScreen());
  }

  mostOnScreen() {
    return clamp(6, Math.floor((screenHeight(this.view.root) - ROOM) / ROW), 16);
  }

  // As many words as stand in `room` pixels, which a lecture leaves the whole picture; null leaves
  // all it needs. `measure` gives how many it takes: when that has become another, as with the
  // width or once its type is there, it is fitted anew.
  fit(room, measure, palette) {
    const { root } = this.view,
      { clientWidth: width } = root;
    const isAsBefore = room === this.room && width === this.width;
    if (isAsBefore && (!room || Math.abs(measure() - this.used) < 2)) return;
    Object.assign(this, { room, width });
    root.classList.remove("tight");
    let most = this.mostOnScreen();
    this.build(most);
    while (room && most > FEWEST && measure() > room) {
      if (most > FEW || root.classList.contains("tight")) this.build(--most);
      else root.classList.add("tight");
    }
    this.used = measure();
    this.paint(palette);
  }

  get isNarrow() {
    return this.view.root.clientWidth <= NARROW;
  }

  get sharesStates() {
    return this.parts.key === this.parts.value;
  }

  // The table, with so many words at most.
  build(most) {
    this.strips = [];
    this.veils = []; // { element, stage, part, count }: what an animation shows when
    this.heads = new Map(); // of the stages
    const { overview, parts } = this,
      { weight } = parts;
    const { rows, others, share } = chooseRows(weight.values, most);
    const table = make("table", "flow"),
      head = make("thead"),
      body = make("tbody");
    const sum = make("tfoot");
    head.append(this.stageRow());
    body.append(
      this.queryRow(),
      this.labelRow(),
      ...rows.map((row, part) => this.wordRow(row, part, rows.length)),
    );
    if (others) body.append(this.othersRow(others, share));
    sum.append(this.sumRow());
    table.append(make("caption", "", overview.finding), this.columns(), head, body, sum);
    const list = make("ol", "list");
    list.append(...overview.stages.map((stage, place) => this.stageItem(stage, place)));
    this.element.replaceChildren(...(this.isNarrow ? [this.player.element] : []), table, list);
  }

  columns() {
    const group = make("colgroup"),
      names = ["word", "key", "value", "score", "weight", "mixed"];
    for (const name of names)
      if (name !== "value" || !this.sharesStates) group.append(make("col", name));
    return group;
  }

  // --- stages ------------------------------------------------------------------------------------

  stageRow() {
    const row = make("tr");
    this.overview.stages.forEach((stage, place) => {
      if (stage.name === "rest") return;
      const cell = make("th", "stage");
      this.heads.set(stage.name, cell);
      cell.scope = "colgroup";
      cell.colSpan = stage.name === "projections" && !this.sharesStates ? 2 : 1;
      cell.append(this.opener(stage, place), make("p", "says", stage.says));
      row.append(cell);
    });
    return row;
  }

  // What comes after the head, and on a narrow screen what each stage is about.
  stageItem(stage, place) {
    const item = make("li", stage.name);
    item.append(this.opener(stage, place), " ", make("span", "says", stage.says));
    return item;
  }

  opener({ title, steps }, place) {
    const number = make("b", "", String(place + 1));
    const opener = make(steps.length ? "button" : "span", "opener");
    opener.append(number, " ", title);
    if (!steps.length) return opener;
    const count = steps.length;
    const unfold = count === 1 ? t("1 step") : t("{count} steps", { count });
    opener.append(" ", make("span", "unfold", unfold));
    opener.addEventListener("click", () => this.view.goTo(steps[0]));
    return opener;
  }

  // --- rows --------------------------------------------------------------------------------------

  queryRow() {
    const { who } = this.overview,
      { word, query } = this.parts,
      row = make("tr", "query");
    const name = make("th", "who");
    name.scope = "row";
    name.append(make("b", "", shorten(who)));
    if (word?.values) name.append(this.strip(word, 0));
    const cell = make("td", "asked"),
      label = make("span", "label");
    cell.colSpan = this.sharesStates ? 1 : 2;
    this.veil(cell, "projections");
    label.append(symbol(query), " ", t("query: what I am looking for"));
    cell.append(label, this.strip(query, 0));
    const rest = make("td");
    rest.colSpan = 3;
    if (!this.isNarrow) rest.append(this.player.element);
    row.append(name, cell, rest);
    return row;
  }

  labelRow() {
    const { key, value, score, weight, mixed } = this.parts,
      row = make("tr", "labels");
    const label = (stage, grid, text) => {
      const cell = this.veil(make("th", "label"), stage);
      cell.scope = "col";
      cell.append(symbol(grid), " ", text);
      return cell;
    };
    const corner = make("td", "label", t("attends to"));
    row.append(corner);
    if (this.sharesStates) row.append(label("projections", key, t("key and value")));
    else {
      row.append(label("projections", key, t("key: what I can be found by")));
      row.append(label("projections", value, t("value: what I pass on")));
    }
    row.append(
      label("scores", score, t("query meets key")),
      label("softmax", weight, t("share")),
      label("mix", mixed, t("value × share")),
    );
    return row;
  }

  // The row of the word at `place`, which is the row `part` of `count`.
  wordRow(place, part, count) {
    const { key, value, score, weight, mixed } = this.parts,
      row = make("tr", "word");
    row.append(this.nameCell(place), this.veil(this.stripCell(key, place), "projections"));
    if (!this.sharesStates) row.append(this.veil(this.stripCell(value, place), "projections"));
    row.append(
      this.veil(this.scoreCell(score.values[place]), "scores", part, count),
      this.veil(this.weightCell(weight.values[place]), "softmax"),
      this.veil(this.stripCell(mixed, place, value.most), "mix", part, count),
    );
    row.addEventListener("pointerenter", () => this.view.read(this.sentence(place)));
    row.addEventListener("pointerleave", () => this.view.read(null));
    return row;
  }

  // A word that may attend itself, as in self-attention, is a button.
  nameCell(place) {
    const { view, parts } = this,
      word = parts.weight.columns[place],
      cell = make("th");
    const isAlsoQuery = view.data.words.join("\n") === parts.weight.columns.join("\n");
    const name = make(isAlsoQuery ? "button" : "span", "name", shorten(word));
    if (isAlsoQuery) {
      name.title = t("Let this word attend");
      name.addEventListener("click", () => view.ask(place, 0));
    }
    cell.scope = "row";
    cell.append(name);
    return cell;
  }

  stripCell(grid, row, most = grid.most) {
    const cell = make("td");
    if (grid.values) cell.append(this.strip(grid, row, most));
    else cell.textContent = "…";
    return cell;
  }

  strip(grid, row, most = grid.most) {
    const canvas = make("canvas", "strip-of-numbers");
    canvas.setAttribute("aria-hidden", "true");
    this.strips.push({ canvas, grid, row, most });
    return canvas;
  }

  scoreCell(score) {
    if (Number.isNaN(score)) return make("td", "score masked", t("masked"));
    return make("td", "score", brief(score));
  }

  weightCell(weight) {
    const cell = make("td", "weight"),
      bar = make("span", "bar");
    bar.style.setProperty("--share", String(weight));
    cell.append(bar, make("span", "share", t("{share}%", { share: percent(weight) })));
    return cell;
  }

  othersRow(count, weight) {
    const row = make("tr", "others"),
      cell = make("td");
    cell.colSpan = this.sharesStates ? 5 : 6;
    const values = { count, share: percent(weight) };
    cell.textContent = t("… and {count} more words, {share}% together", values);
    this.veil(cell, "softmax");
    row.append(cell);
    return row;
  }

  sumRow() {
    const { result } = this.parts,
      row = make("tr", "sum"),
      name = make("th"),
      cell = make("td");
    name.scope = "row";
    name.colSpan = this.sharesStates ? 3 : 4;
    name.append(symbol(result), " ", t("their sum: the output of the head"));
    cell.append(this.strip(result, 0));
    row.append(
      this.veil(name, "mix"),
      this.veil(make("td", "weight", t("{share}%", { share: 100 })), "softmax"),
      this.veil(cell, "mix"),
    );
    return row;
  }

  // What a row says when it is pointed at.
  sentence(place) {
    const { score, weight } = this.parts,
      value = score.values[place];
    const values = {
      who: quoted(this.overview.who),
      word: quoted(weight.columns[place]),
      score: brief(value),
      share: percent(weight.values[place]),
    };
    return Number.isNaN(value)
      ? t("The mask hides {word} from {who}.", values)
      : t("{who} and {word}: score {score}. So {share}% of the mix comes from {word}.", values);
  }

  veil(element, stage, part = 0, count = 1) {
    this.veils.push({ element, stage, part, count });
    return element;
  }

  // As much of the picture as the animation has come to.
  unveil() {
    const { at } = this.player,
      rows = this.element.querySelectorAll("tr.word");
    for (const { element, stage, part, count } of this.veils)
      element.style.opacity = drawnOf(at, stage, part, count);
    const { stage, row } = nowAt(at, rows.length);
    for (const [name, head] of this.heads) head.classList.toggle("now", name === stage);
    rows.forEach((element, place) => element.classList.toggle("now", place === row));
    this.element.style.setProperty("--grow", drawnOf(at, "softmax", 0, 1));
    this.element.classList.toggle("played", at !== null);
  }

  paint(palette) {
    for (const { canvas, grid, row, most } of this.strips) palette.strip(canvas, grid, row, most);
    this.unveil();
  }
}
