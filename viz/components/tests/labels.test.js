// Names never lie on another and are never cut; the place for a name is the best there is.

import assert from "node:assert/strict";
import test from "node:test";
import { LabelMap, SLOTS, isFar, slotOrder, slotPlace } from "../shared/labels.js";
import { numbersFrom } from "./random.js";

const WIDTH = 640;
const HEIGHT = 400;

// A map over so many dots at random places, and names of random length for all of them.
function crowdedMap(count, seed) {
  const next = numbersFrom(seed);
  const x = Float32Array.from({ length: count }, () => next() * WIDTH);
  const y = Float32Array.from({ length: count }, () => next() * HEIGHT);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const map = new LabelMap({ width: WIDTH, height: HEIGHT, x, y, order, seen: count, size: 6 });
  return { map, widths: Array.from({ length: count }, () => 12 + next() * 90) };
}

const overlap = (a, b) =>
  a.left < b.left + b.wide &&
  b.left < a.left + a.wide &&
  a.top < b.top + b.high &&
  b.top < a.top + a.high;

for (const [count, slots, crowd] of [
  [20, SLOTS, 99],
  [120, SLOTS, 99],
  [400, 4, 2],
  [900, SLOTS, 0],
]) {
  test(`of ${count} names none lies on another or leaves the picture`, () => {
    const { map, widths } = crowdedMap(count, count);
    const boxes = [];
    for (let point = 0; point < count; point++) {
      const size = { wide: widths[point], high: 16 };
      const best = map.place(point, { ...size, gap: 9, slots, crowd });
      if (best) boxes.push({ ...best, ...size });
    }
    assert.ok(boxes.length >= Math.min(count / 2, 20), `only ${boxes.length} were placed`);
    for (const [i, a] of boxes.entries()) {
      assert.ok(a.left >= 0 && a.top >= 0 && a.left + a.wide <= WIDTH && a.top + a.high <= HEIGHT);
      for (const b of boxes.slice(i + 1)) assert.ok(!overlap(a, b), JSON.stringify([a, b]));
      assert.ok(a.covered <= crowd);
    }
  });
}

test("a free place is found as a slow search over all boxes finds it", () => {
  const { map } = crowdedMap(0, 1);
  const next = numbersFrom(2);
  const boxes = [];
  let taken = 0;
  for (let i = 0; i < 2000; i++) {
    const [wide, high] = [10 + next() * 60, 16];
    const [left, top] = [next() * (WIDTH + 40) - 20, next() * (HEIGHT + 40) - 20];
    const inside = left >= 3 && top >= 3 && left + wide <= WIDTH - 3 && top + high <= HEIGHT - 3;
    const wider = { left: left - 3, top: top - 1, wide: wide + 6, high: high + 2 };
    const free = inside && !boxes.some((box) => overlap(wider, box));
    assert.equal(map.isFree(left, top, wide, high), free);
    if (!free) continue;
    map.reserve(left, top, wide, high);
    boxes.push({ left, top, wide, high });
    taken += 1;
  }
  assert.ok(taken > 20);
});

test("the dots under a name are counted as a slow search over all points counts them", () => {
  const { map } = crowdedMap(500, 3);
  const next = numbersFrom(4);
  const edge = 0.7 * map.size;
  for (let i = 0; i < 300; i++) {
    const [left, top, wide, high] = [next() * 560, next() * 380, 10 + next() * 70, 16];
    let covered = 0;
    for (let point = 0; point < 500; point++) {
      const [x, y] = [map.x[point], map.y[point]];
      const across = x >= left - edge && x <= left + wide + edge;
      covered += point !== i && across && y >= top - edge && y <= top + high + edge;
    }
    assert.equal(map.countCovered(left, top, wide, high, i, Infinity), covered);
    assert.equal(map.countCovered(left, top, wide, high, i, 1), Math.min(covered, 2));
  }
});

test("a name keeps the place it had while that is as good as any", () => {
  const { map } = crowdedMap(1, 5);
  [map.x[0], map.y[0]] = [300, 200];
  const size = { wide: 40, high: 16, gap: 9, crowd: 99 };
  assert.equal(map.place(0, { ...size, slots: SLOTS, last: 3 }).slot, 3);
});

test("every place is tried once, the last one first if it is beside the point", () => {
  for (const last of [undefined, 0, 5, 8, 30, SLOTS + 3]) {
    const order = slotOrder(last, SLOTS);
    assert.deepEqual(
      [...new Set(order)].sort((a, b) => a - b),
      [...Array(SLOTS).keys()],
    );
    if (last < 8) assert.equal(order[0], last);
  }
  assert.deepEqual(slotOrder(30, 4), [0, 1, 2, 3]);
});

test("a name beside its point leaves its middle free, one further out leaves room for a line", () => {
  for (let slot = 0; slot < SLOTS; slot++) {
    const [left, top] = slotPlace(slot, 0, 0, 50, 16, 9);
    const away = Math.hypot(Math.max(left, -(left + 50), 0), Math.max(top, -(top + 16), 0));
    assert.ok(away > (isFar(slot) ? 9 : 4), `slot ${slot} is ${away} pixels away`);
  }
});
