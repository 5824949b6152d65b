import assert from "node:assert/strict";
import test from "node:test";

import { chosenAt, groupsOf, names } from "../lecture/picker.js";

const PAGES = [["Attention", [["heads", "Where does each head look?"], ["mask", "The mask"]]]];
const READY = [["attention", "10 minutes: Attention"]];

test("a label is left by the beginnings of its words, in any order and without accents", () => {
  assert.ok(names("What may the decoder see? · causal mask", "mask dec"));
  assert.ok(names("7 · Le masque causal : aucun mot", "7"));
  assert.ok(names("Où regarde chaque tête ?", "tete"));
  assert.ok(names("anything", ""));
  assert.ok(!names("What may the decoder see? · causal mask", "ask"));
});

test("the views of the playlist come first, with the messages that open them", () => {
  const data = { walk: { place: 2 }, views: ["One", "Two"], pages: PAGES, ready: READY };
  const [views, pages, ready] = groupsOf(data);
  assert.deepEqual(views.items.map(({ label }) => label), ["1 · One", "2 · Two"]);
  assert.deepEqual(views.items[1].message, { place: 2 });
  assert.deepEqual(pages.items[1], { label: "The mask", message: { page: "mask" } });
  assert.deepEqual(ready.items[0].message, { ready: "attention" });
  assert.equal(groupsOf({ ...data, walk: null })[0].title, "Attention");
});

test("a number marks the view that has it, whatever numbers are in other titles", () => {
  const views = ["GPT, LSTM and 4-gram", "A", "Seen 5 times", "B", "C"];
  const [{ items }] = groupsOf({ walk: { place: 1 }, views, pages: PAGES, ready: READY });
  const opened = (typed) => {
    const left = items.filter(({ label }) => names(label, typed)).map(({ message }) => message);
    return left[chosenAt(left, typed)].place;
  };
  assert.deepEqual(["1", "2", "3", "4", "5"].map(opened), [1, 2, 3, 4, 5]);
  assert.equal(opened("gpt"), 1);
  assert.equal(chosenAt([{ page: "heads" }, { ready: "attention" }], ""), 0);
});
