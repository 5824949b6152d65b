// The words of the translation, with their English under them.

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";
import { referenceLine, wordButton } from "../explorer/strip.js";

class Element {
  children = [];
  attributes = {};
  style = { setProperty() {} };
  classList = { toggle() {}, add() {} };
  append(...children) {
    this.children.push(...children);
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
}

beforeEach(() => {
  globalThis.document = { createElement: () => new Element() };
});
afterEach(() => {
  delete globalThis.document;
});

const word = (more) => ({ text: "chien", probability: 0.9, pieces: [], ...more });
const lines = (button) => button.children.map((line) => [line.className, line.textContent]);

test("the English stands between a word and its probability, and is read out with it", () => {
  const button = wordButton(word({ gloss: "dog" }));
  assert.deepEqual(lines(button), [
    ["text", "chien"],
    ["gloss", "dog"],
    ["probability", "90%"],
  ]);
  assert.match(button.attributes["aria-label"], /English: “dog”\.$/);
});

test("without English a word keeps the height of its line, and while it is off has none", () => {
  assert.deepEqual(lines(wordButton(word({ gloss: "" })))[1], ["gloss", ""]);
  const off = wordButton(word());
  assert.deepEqual(
    lines(off).map(([name]) => name),
    ["text", "probability"],
  );
  assert.doesNotMatch(off.attributes["aria-label"], /English/);
});

test("a human translation marks what is missing and what was written instead", () => {
  const line = referenceLine([
    ["Le", ""],
    ["gros", "extra"],
    ["grand", "missing"],
    ["chien", ""],
  ]);
  const marked = line.children.filter((child) => child instanceof Element);
  assert.deepEqual(
    marked.slice(0, 2).map((child) => child.textContent),
    ["gros", "grand"],
  );
  assert.match(marked[2].textContent, /^Underlined: not written/);
  assert.match(String(line.children[0]), /^Human translation:/);
  assert.deepEqual(
    referenceLine([
      ["Le", ""],
      ["chien", ""],
    ]).children,
    ["The human translation is the same."],
  );
});
