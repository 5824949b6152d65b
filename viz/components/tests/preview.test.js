// The picture while a control is moved: what takes the place of the server's, and whether it is
// the same.

import assert from "node:assert/strict";
import test from "node:test";
import { MASKED } from "../../engine/constants.js";
import { Preview, agree, merge, withChoice, withSwap } from "../explorer/preview.js";
import { addressWith } from "../preview/live.js";

const words = (...texts) => texts.map((text) => ({ text }));
const picture = (numbers, ...texts) => ({
  words: words(...texts),
  steps: 65534,
  numbers: Uint16Array.from(numbers),
});

test("pictures agree that differ by rounding, in no word and in no masked cell", () => {
  const server = picture([0, 32767, MASKED], "Le", "chat");
  assert.ok(agree(picture([6, 32761, MASKED], "Le", "chat"), server));
  assert.ok(!agree(picture([7, 32767, MASKED], "Le", "chat"), server));
  assert.ok(!agree(picture([0, 32767, MASKED], "Un", "chat"), server));
  assert.ok(!agree(picture([0, 32767, 65534], "Le", "chat"), server));
  assert.ok(!agree(picture([0, 32767], "Le", "chat"), server));
});

test("another word takes the place of a swap at the same place alone", () => {
  assert.deepEqual(withSwap({ mask: "none" }, "2", "dog"), { mask: "none", swap: "2:dog" });
  assert.deepEqual(withSwap({ swap: "2:cat,4:mat" }, "2", "d'or"), { swap: "2:d%27or,4:mat" });
  assert.deepEqual(withSwap({ swap: "2:cat,12:mat" }, "2", ""), { swap: "12:mat" });
  assert.deepEqual(withSwap({ swap: "2:cat" }, "2", ""), {});
});

test("a choice takes the place of the one before, and none is as trained", () => {
  assert.deepEqual(withChoice({ mask: "none", scale: "1" }, "scale", "1/d_head"), {
    mask: "none",
    scale: "1/d_head",
  });
  assert.deepEqual(withChoice({ mask: "none" }, "mask", null), {});
});

test("what is made here takes the place of words and weights, and of nothing else", () => {
  const server = {
    ...picture([1], "Le"),
    profiles: "profiles",
    reference: [["Le", "="]],
    blocks: [{ rows: ["Le"] }],
  };
  const made = {
    ...picture([2], "Un"),
    profiles: null,
    trained: words("Le"),
    finished: true,
    blocks: [{ rows: ["Un"] }],
  };
  const merged = merge(server, made);
  assert.deepEqual(
    [merged.words, merged.numbers, merged.blocks, merged.trained],
    [made.words, made.numbers, made.blocks, made.trained],
  );
  assert.deepEqual([merged.profiles, merged.reference], ["profiles", []]);
});

test("the address of another sentence is Python's, without what names words of the one before", () => {
  const search = "?model=m&sentence=The+cat.&swap=1%3Adog&head=1&v=4";
  assert.equal(
    addressWith("A *~'é b+c", search, ["swap", "force"]),
    "?model=m&sentence=A+%2A~%27%C3%A9+b%2Bc&head=1&v=4",
  );
});

test("a switch of a head is computed here, but not where the server has a graphics card", () => {
  const asked = [];
  const on = (isServerFirst, canRun = true) => ({
    canRun,
    isReady: true,
    base: { sentence: "I am.", texts: { scale: "1" } },
    server: { preview: { isServerFirst } },
    after: Preview.prototype.after,
    ask: (base) => asked.push(base),
  });
  const hear = (view) => Preview.prototype.hear.call(view, "off", { heads: ["cross-1-2"] });
  hear(on(true));
  hear(on(false, false));
  assert.deepEqual(asked, []);
  hear(on(false));
  assert.deepEqual(asked, [{ sentence: "I am.", texts: { scale: "1", off: "cross-1-2" } }]);
});
