// Probabilities under the words, and how a change of the model moves them.

import assert from "node:assert/strict";
import test from "node:test";
import { isSpecial } from "../../engine/text.js";
import { stepHead } from "../explorer/overview.js";
import { isMoved, percentages, together } from "../explorer/percent.js";
import { headKey } from "../shared/heads.js";

test("a word has one percentage, and two where a change moved it", () => {
  assert.equal(percentages({ probability: 0.916 }), "92%");
  assert.equal(percentages({ probability: 0.61, before: 0.92 }), "92 → 61%");
  assert.equal(percentages({ probability: 0.611, before: 0.614 }), "61%");
  assert.equal(percentages({ probability: 0.001, before: 0.999 }), "99+ → <1%");
});

test("a tenth more or less stands out", () => {
  assert.ok(isMoved({ probability: 0.61, before: 0.92 }));
  assert.ok(isMoved({ probability: 0.92, before: 0.61 }));
  assert.ok(!isMoved({ probability: 0.89, before: 0.92 }) && !isMoved({ probability: 0.1 }));
});

test("a word is as probable as its pieces together", () => {
  const pieces = [
    { probability: 0.5, before: 0.8 },
    { probability: 0.5, before: 0.5 },
  ];
  assert.deepEqual(together(pieces), { probability: 0.25, before: 0.4 });
  assert.equal(together([...pieces, { probability: 1 }]).before, undefined);
});

test("tokens that are no words are told from words", () => {
  for (const token of ["</s>", "<s>", "[SEP]", "<|endoftext|>"]) assert.ok(isSpecial(token));
  for (const word of ["lit", ".", "<", "a<b>c", "[sic]"]) assert.ok(!isSpecial(word), word);
});

test("arrow keys go through all heads, from one mechanism into the next", () => {
  const blocks = [
    { stack: "encoder", layers: 2, heads: 3 },
    { stack: "cross", layers: 1, heads: 1 },
  ];
  assert.deepEqual(stepHead(blocks, 0, 0, 1, "ArrowDown"), ["encoder", 1, 1]);
  assert.deepEqual(stepHead(blocks, 0, 1, 1, "ArrowDown"), ["cross", 0, 0]);
  const hybrid = [{ stack: "decoder", layers: 4, heads: 2, without: [0, 2] }];
  assert.deepEqual(stepHead(hybrid, 0, 1, 0, "ArrowDown"), ["decoder", 3, 0]);
  assert.equal(stepHead(hybrid, 0, 1, 0, "ArrowUp"), null);
  assert.deepEqual(stepHead(blocks, 1, 0, 0, "ArrowUp"), ["encoder", 1, 0]);
  assert.equal(stepHead(blocks, 0, 0, 0, "ArrowLeft"), null);
  assert.equal(stepHead(blocks, 0, 0, 0, "a"), null);
  assert.equal(headKey(["cross", 2, 0]), "cross-3-1");
});
