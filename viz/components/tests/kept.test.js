// What the worker of the edition makes once.

import assert from "node:assert/strict";
import test from "node:test";
import { kept } from "../../edition/kept.js";

test("what one page needs is made once, and the next page keeps the last two", async () => {
  const made = [],
    model = kept(async (name) => {
      made.push(name);
    });
  const ask = (...names) => {
    names.forEach((name) => model(name));
    model.keep(Math.max(2, names.length));
    return made.splice(0).join();
  };
  assert.deepEqual([ask(..."abcd"), ask(..."abcd"), ask(..."abcd")], ["a,b,c,d", "", ""]);
  assert.deepEqual([ask("e"), ask("d"), ask("c"), ask("e")], ["e", "", "c", "e"]);
});

test("what failed is made again", async () => {
  let count = 0;
  const file = kept(async () => {
    if (!count++) throw new Error("no network");
  });
  await assert.rejects(file("x"));
  await file("x");
  await file("x");
  assert.equal(count, 2);
});
