// The translation: each word with how sure the model was of it, how sure it would be otherwise, and
// what it would have written instead. Pieces of one word stand glued under one line.

import { clamp } from "../../engine/numbers.js";
import { fixed, inEnglish, isSpecial, t } from "../../engine/text.js";
import { within } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { isMoved, percentages, rounded, together } from "./percent.js";

const MANY = 24, // words of a translation that is written smaller, without most percentages
  MANY_LECTURE = 40; // the same in a lecture, which has as many in two rows

// A word as a button. Of a word whose probability is known `before` the change, both are shown.
export function wordButton(word) {
  const button = make("button", "word");
  button.classList.toggle("special", isSpecial(word.text));
  button.classList.toggle("joined", Boolean(word.continues));
  button.classList.toggle("new", Boolean(word.changed));
  button.append(make("span", "text", word.text), ...glossOf(word), make("span", "probability"));
  tellProbability(button, word);
  return button;
}

function tellProbability(button, word) {
  const line = [...button.children].at(-1),
    text = percentages(word);
  if (line.textContent !== text) line.textContent = text;
  button.classList.toggle("moved", isMoved(word));
  button.style.setProperty("--p", word.probability);
  button.setAttribute("aria-label", describe(word));
}

// What stands in the strip but for probabilities; "" where pieces of a word share a percentage.
function keyOf(words, ...more) {
  if (words.some(({ continues }) => continues)) return "";
  return JSON.stringify([
    words.map(({ text, changed, gloss }) => [text, Boolean(changed), gloss]),
    t("The output, word by word"),
    ...more,
  ]);
}

// The English under a word, as high where there is none; nothing while it is off.
function glossOf({ gloss }) {
  if (gloss === undefined) return [];
  const line = make("span", "gloss", gloss);
  line.title = t("From a word list, not from the model's attention");
  return [line];
}

function describe(word) {
  const others = word.pieces
    .map((p) => p.best.map(([text, p]) => `${text} ${fixed(p, 2)}`).join(", "))
    .join("; ");
  const values = {
    word: word.text,
    probability: fixed(word.probability, 2),
    others,
    before: fixed(word.before ?? 0, 2),
  };
  const text = rounded(word)
    ? t("{word}, probability {probability}. Runners-up: {others}", values)
    : t("{word}, probability {before} before, {probability} now. Runners-up: {others}", values);
  return word.gloss ? `${text}. ${inEnglish(word.gloss)}` : text;
}

// A small table for each piece of the word.
function runnersUp(word) {
  return word.pieces.map((piece) => {
    const table = make("div", "runners-up");
    if (word.pieces.length > 1) table.append(make("div", "piece", piece.text));
    for (const [text, p] of piece.best) {
      const row = make("div", text === piece.text ? "row taken" : "row");
      const bar = make("span", "bar");
      bar.style.width = `${Math.round(72 * p)}px`;
      const cell = make("span", "bar-box");
      cell.append(bar);
      row.append(
        make("span", "text", text),
        cell,
        make("span", "number", fixed(p, p < 0.01 ? 3 : 2)),
      );
      table.append(row);
    }
    return table;
  });
}

// Shows what the model would have written instead of the word in a `tip` below its button.
export function showRunnersUp(tip, button, word) {
  tip.replaceChildren(...runnersUp(word));
  tip.hidden = false;
  const at = button.getBoundingClientRect(),
    root = tip.parentElement;
  const [x, y] = within({ clientX: at.left, clientY: at.bottom }, root);
  tip.style.left = `${clamp(0, x, root.clientWidth - tip.offsetWidth)}px`;
  tip.style.top = `${y + 4}px`;
}

// The buttons, those of the pieces of one word in a box that has the word's percentage.
function glued(words, buttons) {
  const boxes = [];
  let place = 0;
  while (place < words.length) {
    let end = place + 1;
    while (words[end]?.continues) end += 1;
    if (end - place === 1) boxes.push(buttons[place]);
    else {
      const box = make("div", "whole"),
        row = make("div", "pieces");
      const word = together(words.slice(place, end));
      row.append(...buttons.slice(place, end));
      box.classList.toggle("moved", isMoved(word));
      box.append(row, ...glossOf(words[place]), make("span", "probability", percentages(word)));
      boxes.push(box);
    }
    place = end;
  }
  return boxes;
}

// A human translation, with what the model wrote instead: [word, "", "extra" or "missing"].
export function referenceLine(words) {
  const line = make("p", "reference");
  line.title = t("Another translation may be as right.");
  if (words.every(([, kind]) => !kind)) {
    line.append(t("The human translation is the same."));
    return line;
  }
  line.classList.add("differs");
  line.append(t("Human translation:"));
  for (const [text, kind] of words)
    line.append(" ", kind ? make(kind === "extra" ? "del" : "ins", "", text) : text);
  line.append(make("span", "key", t("Underlined: not written. Struck out: written instead.")));
  return line;
}

export class Strip {
  // `open(button, word, place)` and `close()` are called as a word is pointed at, `pick(place)` as
  // it is clicked.
  constructor(open, close, pick) {
    this.element = make("div", "strip");
    this.element.setAttribute("role", "group");
    Object.assign(this, { open, close, pick, highest: 0, most: MANY });
    this.element.addEventListener("scroll", () => this.tellMore());
  }

  speak() {
    this.element.setAttribute("aria-label", t("The output, word by word"));
  }

  show(words, finished, sentence, reference = []) {
    const key = keyOf(words, finished, reference);
    this.words = words;
    if (key && key === this.key) {
      words.forEach((word, place) => tellProbability(this.buttons[place], word));
      return;
    }
    this.key = key;
    this.at = undefined;
    this.buttons = words.map((word, place) => {
      const button = wordButton(word),
        open = () => this.open(button, this.words[place], place);
      button.addEventListener("pointerenter", open);
      button.addEventListener("focus", open);
      button.addEventListener("pointerleave", this.close);
      button.addEventListener("blur", this.close);
      button.addEventListener("click", () => this.pick(place));
      return button;
    });
    this.markLong();
    this.element.replaceChildren(...glued(words, this.buttons));
    if (!finished) this.element.append(make("span", "cut", t("… cut: the model did not stop")));
    if (reference.length) this.element.append(referenceLine(reference));
    if (sentence !== this.sentence) this.highest = 0;
    this.sentence = sentence;
  }

  // As high as it has been for this sentence, so that a what-if moves nothing below. In a
  // lecture words that need a second row are smaller, and still smaller for a third.
  keepHeight(width, isLecture) {
    if (width !== this.width) this.highest = 0;
    this.width = width;
    const { element } = this,
      { classList } = element.parentElement;
    const places = [...element.querySelectorAll(":scope > :is(.word, .whole)")];
    const bottom = (word) => word.offsetTop + word.offsetHeight;
    const rows = () => {
      const [first, last] = [places[0], places.at(-1)];
      return first ? 1 + Math.round((bottom(last) - bottom(first)) / first.offsetHeight) : 0;
    };
    classList.remove("tight", "tightest");
    this.most = isLecture ? MANY_LECTURE : MANY;
    this.markLong();
    element.style.minHeight = "";
    classList.toggle("tight", rows() > 1);
    classList.toggle("tightest", rows() > 2);
    this.tellMore();
    this.grow();
    element.style.minHeight = isLecture ? "" : `${this.highest}px`;
  }

  // Whether rows are left below those on show; the dots for it need room themselves.
  tellMore() {
    const { element } = this,
      at = element.scrollTop;
    element.classList.remove("more");
    element.classList.toggle("more", at + element.clientHeight < element.scrollHeight - 4);
    if (element.scrollTop !== at) element.scrollTop = at;
  }

  markLong() {
    this.element.classList.toggle("long", this.words.length > this.most);
  }

  // Returns whether it needs more height than it has had.
  grow() {
    const { highest } = this;
    this.highest = Math.max(highest, this.element.offsetHeight);
    return this.highest > highest;
  }

  // The word `at` is being written, and what comes after it is not there yet; null: all is there.
  paint(at) {
    if (at === this.at) return;
    this.at = at;
    this.buttons.forEach((button, place) => {
      button.classList.toggle("later", at !== null && place > at);
      button.classList.toggle("current", place === at);
    });
    if (at !== null) this.scrollTo(this.buttons[at]);
  }

  // Within the strip alone: the page stays where it is.
  scrollTo(button) {
    const { element } = this,
      top = button.offsetTop - element.offsetTop;
    if (
      top < element.scrollTop ||
      top + button.offsetHeight > element.scrollTop + element.clientHeight
    )
      element.scrollTop = top;
  }
}
