// What the address of the edition without a server may ask for.

import assert from "node:assert/strict";
import test from "node:test";
import { readAddress, writeAddress } from "../edition/address.js";

const values = { titles: { encoder: "", decoder: "", cross: "" }, layers: 3, heads: 4,
  example: "I am tired." };
const read = (query) => readAddress(query, values, "fr-CA");

test("heads that this model does not have are refused by name, and none is off", () => {
  const names = ["x", "cross", "cross-3", "encoder-99-1", "encoder-1-5", "encoder-0-1",
    "cross-1-1-1", "cross-1-1,x", ",", "constructor-1-1"];
  for (const off of names) {
    const { refused, state } = read(`?off=${off}&mask=none`);
    assert.deepEqual(refused, ["off"], off);
    assert.deepEqual([state.off, state.mask], ["", "none"]);
  }
  const { refused, state } = read("?off=cross-3-1,encoder-1-4");
  assert.deepEqual([refused, state.off], [[], "cross-3-1,encoder-1-4"]);
  assert.deepEqual(read("?off=").refused, []);
});

test("names that every object has are refused as others are", () => {
  const { refused } = read("?constructor=1&toString=2&__proto__=3&temperature=2&temperature=3");
  assert.deepEqual(refused, ["constructor", "toString", "__proto__", "temperature"]);
});

test("an address that was written reads as the same picture", () => {
  const { state, language, refused } = read("?attention=decoder&layer=9&head=4&v=1&language=en");
  assert.deepEqual(refused, ["layer"]);
  assert.deepEqual([state.layer, state.words, language], ["3", "written", "en"]);
  const again = read(`?${writeAddress({ ...state, off: "cross-1-1" }, language)}`);
  assert.deepEqual(again, { state: { ...state, off: "cross-1-1" }, language, refused: [] });
  assert.equal(read("").language, "fr");
  assert.ok(!writeAddress(state).has("language"));
});
