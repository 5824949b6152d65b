// A picture is painted again when its room changes, and not for being looked at first.

import assert from "node:assert/strict";
import test from "node:test";

import { watch } from "../shared/canvas.js";

// Watch an element of a width; return it, how often it was painted, and what a browser calls then.
function watching(clientWidth, isPainted) {
  const root = { clientWidth, addEventListener() {} },
    seen = { root, count: 0 };
  globalThis.getComputedStyle = () => ({ getPropertyValue: () => "" });
  globalThis.ResizeObserver = class {
    constructor(resized) {
      seen.resized = resized;
    }
    observe() {}
  };
  watch(
    root,
    () => {
      seen.count += 1;
    },
    isPainted,
  );
  seen.resized(); // as in the first frame
  return seen;
}

test("what is painted at once is not painted again in the first frame", () => {
  const seen = watching(800, true);
  assert.equal(seen.count, 0);
  seen.root.clientWidth = 700;
  seen.resized();
  seen.resized();
  assert.equal(seen.count, 1);
});

test("what had no room is painted once it has some", () => {
  const seen = watching(0, true);
  seen.root.clientWidth = 700;
  seen.resized();
  assert.equal(seen.count, 1);
  assert.equal(watching(800, false).count, 1);
});
