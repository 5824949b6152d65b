import assert from "node:assert/strict";
import test from "node:test";

import { chosenOf, groupsOf, named } from "../lecture/picker.js";

const PAGES = [
  [
    "Attention",
    [
      ["heads", "Where does each head look?"],
      ["mask", "The mask"],
    ],
  ],
];
const READY = [["attention", "10 minutes: Attention"]];

test("an item is found as in the search: in any order, without accents, misspelt", () => {
  const labels = ["What may the decoder see? · causal mask", "Où regarde chaque tête ?", "7 · One"];
  const items = labels.map((label) => ({ label }));
  const places = (text) => named(items, text).map((item) => items.indexOf(item));
  assert.deepEqual(places("mask dec"), [0]);
  assert.deepEqual(places("tete"), [1]);
  assert.deepEqual(places("7"), [2]);
  assert.deepEqual(places("causall msk"), [0]);
  assert.deepEqual(places(""), [0, 1, 2]);
  assert.deepEqual(places("xylophone"), []);
});

test("the views of the playlist come first, with the messages that open them", () => {
  const data = { walk: { place: 2 }, views: ["One", "Two"], pages: PAGES, ready: READY };
  const [views, pages, ready] = groupsOf(data);
  assert.deepEqual(
    views.items.map(({ label }) => label),
    ["1 · One", "2 · Two"],
  );
  assert.deepEqual(views.items[1].message, { place: 2 });
  assert.deepEqual(pages.items[1], { label: "The mask", message: { page: "mask" } });
  assert.deepEqual(ready.items[0].message, { ready: "attention" });
  assert.equal(groupsOf({ ...data, walk: null })[0].title, "Attention");
});

test("a number marks the view that has it, whatever numbers are in other titles", () => {
  const views = ["GPT, LSTM and 4-gram", "A", "Seen 5 times", "B", "C"];
  const [{ items }] = groupsOf({ walk: { place: 1 }, views, pages: PAGES, ready: READY });
  const opened = (typed) => chosenOf(named(items, typed), typed).message.place;
  assert.deepEqual(["1", "2", "3", "4", "5"].map(opened), [1, 2, 3, 4, 5]);
  assert.equal(opened("gpt"), 1);
  assert.equal(chosenOf([], "xylophone"), undefined);
});
