import assert from "node:assert/strict";
import { test } from "node:test";

import { keepPlaylist } from "../lecture/keeping.js";
import { Walk } from "../lecture/playlist.js";

function start(place, count = 5) {
  const clock = { time: 0 }, asked = [];
  const walk = new Walk((goal) => asked.push(goal), () => clock.time);
  walk.show({ place, count });
  return { walk, asked, clock };
}

test("a key asks for the next entry, at an end for nothing", () => {
  const { walk, asked } = start(4);
  walk.step(1);
  walk.show({ place: 5, count: 5 });
  walk.step(1);
  assert.deepEqual(asked, [5]);
  walk.step(-1);
  assert.deepEqual(asked, [5, 4]);
});

test("keys that are pressed at once add up, and one that was lost is asked for again", () => {
  const { walk, asked } = start(1);
  walk.step(1);
  walk.step(1);
  assert.deepEqual(asked, [2, 3]);
  walk.show({ place: 1, count: 5 });  // some other change of the page
  assert.deepEqual(asked, [2, 3]);
  walk.show({ place: 2, count: 5 });
  assert.deepEqual(asked, [2, 3, 3]);
  walk.show({ place: 3, count: 5 });
  assert.deepEqual(asked, [2, 3, 3]);
});

test("a place that never came is forgotten", () => {
  const { walk, asked, clock } = start(1);
  walk.step(1);
  clock.time = 21_000;
  walk.step(1);
  assert.deepEqual(asked, [2, 2]);
  clock.time = 42_000;
  walk.show({ place: 4, count: 5 });
  assert.deepEqual(asked, [2, 2]);
});

test("a server that does nothing is asked again, but not at once", () => {
  const { walk, asked, clock } = start(1);
  walk.idle();
  walk.step(1);
  clock.time = 100;
  walk.idle();
  assert.deepEqual(asked, [2]);
  clock.time = 800;
  walk.idle();
  assert.deepEqual(asked, [2, 2]);
  walk.show({ place: 2, count: 5 });
  clock.time = 1600;
  walk.idle();
  assert.deepEqual(asked, [2, 2]);
});

test("no walk, no goal", () => {
  const { walk, asked } = start(1);
  walk.step(1);
  walk.show(null);
  walk.show({ place: 1, count: 5 });
  assert.deepEqual(asked, [2]);
});

function storage(entries = {}) {
  return {
    entries,
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => { entries[key] = value; },
    removeItem: (key) => { delete entries[key]; },
  };
}

test("a new session gets back what the tab has kept, and an empty playlist is not kept", () => {
  const tab = storage(), restored = [];
  const keep = (kept) => keepPlaylist(kept, (copy) => restored.push(copy), tab);
  keep(null);
  keep({ code: "abc", place: 2 });
  assert.deepEqual(restored, []);
  keep(null);
  assert.deepEqual(restored, [{ code: "abc", place: 2 }]);
  keep({ code: "", place: null });
  keep(null);
  assert.equal(restored.length, 1);
  assert.deepEqual(tab.entries, {});
});

test("a key between two pages is heard, and asked for by the next page", () => {
  const { walk, asked } = start(1), later = [], hears = new Set();
  const keys = {
    addEventListener: (type, hear) => hears.add(hear),
    removeEventListener: (type, hear) => hears.delete(hear),
  };
  const press = () => hears.forEach((hear) => hear());
  const [page, next] = [{}, {}];
  walk.join(page, (goal) => asked.push(goal));
  walk.step(1);
  walk.wait(page, () => walk.step(1), keys);
  press();
  walk.join(next, (goal) => later.push(goal));
  press();  // now the next page hears it by itself
  walk.wait(page, () => walk.step(1), keys);  // the next one is there already
  press();
  walk.show({ place: 2, count: 5 });
  assert.deepEqual([asked, later], [[2], [3]]);
});
