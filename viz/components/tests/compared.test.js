// A pinned head beside another, and heads whose lines lie over each other.

import assert from "node:assert/strict";
import test from "node:test";
import { besideOf, lessOf, mapped, whyNone } from "../explorer/compared.js";
import { KeptList } from "../explorer/kept.js";
import { Overlay, assignColours, readOverlaid } from "../explorer/overlay.js";
import { sameWordIn } from "../shared/words.js";

const PINNED = {
  stack: "cross",
  rows: ["Le", "chien"],
  columns: ["The", "dog"],
  sentence: "The dog",
};

test("the same words on both axes have a difference, and other pictures say why not", () => {
  assert.equal(whyNone(PINNED, { ...PINNED }, "The dog"), "");
  assert.equal(whyNone(PINNED, { ...PINNED, rows: ["Un", "chien"] }, "The dog"), "french");
  assert.equal(whyNone(PINNED, { ...PINNED, rows: ["Un"], columns: ["A"] }, "A"), "sentence");
  assert.equal(whyNone(PINNED, { ...PINNED, columns: ["The", "d", "og"] }, "The dog"), "pieces");
  const encoder = { stack: "encoder", rows: ["The", "dog"], columns: ["The", "dog"] };
  assert.equal(whyNone(PINNED, encoder, "The dog"), "words");
});

test("another run's head at the same place stands beside, or its last one", () => {
  const run = { ...PINNED, layers: 2, heads: 3, offset: 100, title: "BERT" };
  const numbers = (at) => besideOf([run], at).offset;
  assert.equal(numbers(["cross", 1, 2]), 100 + 5 * 4);
  assert.equal(numbers(["cross", 7, 0]), 100 + 3 * 4);
  assert.equal(besideOf([run], ["cross", 7, 0]).title, "BERT · layer 2 · head 1");
  assert.equal(besideOf([run], ["encoder", 0, 0]), null);
});

test("the difference is the second less the first; masked in both it is masked", () => {
  const first = (row, column) =>
    [
      [0.25, null],
      [null, 0.5],
    ][row][column];
  const second = (row, column) =>
    [
      [1, null],
      [0.75, 0.25],
    ][row][column];
  const less = lessOf(first, second);
  assert.deepEqual([less(0, 0), less(0, 1), less(1, 0), less(1, 1)], [0.75, null, 0.75, -0.25]);
});

test("a word is found again in another sentence, its second time there as here", () => {
  assert.equal(sameWordIn(["the", "cat", "the"], ["a", "the", "dog", "the"], 2), 3);
  assert.equal(sameWordIn(["the", "cat", "the"], ["the", "dog"], 2), null);
  const from = { rows: ["red", "dog"], columns: ["red", "dog"] };
  const to = { rows: ["dog", "cat"], columns: ["dog", "cat"] };
  assert.deepEqual(mapped(from, to, { row: 1, column: 0 }), { row: 0, column: null });
  assert.equal(mapped(from, to, { row: 0, column: null }), null);
});

test("no two heads over each other share a colour while there are enough", () => {
  assert.deepEqual(assignColours([0, 0, 1, 3], 12), [0, 1, 2, 3]);
  assert.equal(new Set(assignColours(Array(12).fill(5), 12)).size, 12);
  assert.equal(assignColours(Array(13).fill(5), 12)[12], 5);
});

test("a head in an address is read with whether it is on", () => {
  assert.deepEqual(readOverlaid("encoder-1-2-off"), {
    name: "encoder-1-2",
    choice: ["encoder", 0, 1],
    isOn: false,
  });
  assert.equal(readOverlaid("cross-4-1").isOn, true);
});

test("heads are added, turned off and taken away, and what a click sent is not undone", () => {
  globalThis.document = { createElement: () => ({ setAttribute: () => {}, style: {} }) };
  const sent = [],
    kept = new KeptList(
      (names) => sent.push(names.join(",")),
      () => {},
    );
  const overlay = new Overlay(kept),
    block = { stack: "cross", layers: 4, heads: 4 };
  overlay.toggle(["cross", 3, 0]);
  overlay.toggle(["cross", 0, 1]);
  overlay.turn({ name: "cross-4-1", isOn: true });
  assert.deepEqual(sent, ["cross-4-1", "cross-4-1,cross-1-2", "cross-4-1-off,cross-1-2"]);
  kept.follow("cross-4-1"); // the late answer to the first click
  assert.deepEqual(kept.names, ["cross-4-1-off", "cross-1-2"]);
  kept.follow("cross-4-1-off,cross-1-2");
  const heads = overlay.heads(block, ["cross", 2, 0], ["a", "b", "c"]);
  assert.deepEqual(
    heads.map((one) => [one.name, one.isOn, one.colour]),
    [
      ["cross-4-1", false, "a"],
      ["cross-1-2", true, "b"],
      ["cross-3-1", true, "c"],
    ],
  );
  overlay.toggle(["cross", 3, 0]);
  kept.follow("encoder-1-1"); // from elsewhere: a link
  assert.deepEqual(kept.names, ["encoder-1-1"]);
  assert.equal(overlay.heads(block, ["cross", 2, 0], ["a"]).length, 1);
  delete globalThis.document;
});
