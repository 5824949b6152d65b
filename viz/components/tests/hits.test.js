// The point that a pointer means, against a slow search over all points.

import assert from "node:assert/strict";
import test from "node:test";
import { REACH, pointAtPlace } from "../space/hits.js";
import { project } from "../space/projection.js";
import { GROUPED, HIDDEN, LEVELS, STRONG } from "../space/ranks.js";
import { numbersFrom } from "./random.js";

const FLAT = {
  width: 600,
  height: 400,
  scale: [280, 180],
  flat: true,
  reach: [1, 1, 0],
  radius: 1.4,
};
const DEEP = { ...FLAT, scale: [150, 150], flat: false, reach: [1, 1, 1], radius: 1.7 };
const VIEW = { zoom: 1.3, centre: [0.1, -0.2, 0], yaw: -0.5, pitch: 0.3 };

function projected(frame, count, seed) {
  const next = numbersFrom(seed);
  const at = Float32Array.from({ length: 3 * count }, () => 2 * next() - 1);
  const ranks = [GROUPED, GROUPED, STRONG, HIDDEN];
  const rank = Uint8Array.from({ length: count }, () => ranks[Math.floor(4 * next())]);
  const points = {
    at,
    rank,
    x: new Float32Array(count),
    y: new Float32Array(count),
    bucket: new Uint8Array(count),
    order: new Uint32Array(count),
  };
  const starts = project(frame, VIEW, points, 1);
  return { ...points, starts, seen: starts.at(-1) };
}

for (const [name, frame] of Object.entries({ two: FLAT, three: DEEP })) {
  test(`in ${name} dimensions the point meant is the nearest seen, those in front 3 pixels ahead`, () => {
    const points = projected(frame, 800, 7);
    const next = numbersFrom(8);
    let hits = 0;
    for (let i = 0; i < 2000; i++) {
      const place = [next() * frame.width, next() * frame.height];
      const distance = (point) =>
        Math.hypot(points.x[point] - place[0], points.y[point] - place[1]);
      const score = (point) => distance(point) - (points.rank[point] >= STRONG ? 3 : 0);
      const near = [...points.rank.keys()].filter(
        (point) => points.rank[point] !== HIDDEN && distance(point) < REACH,
      );
      const hit = pointAtPlace(points, place);
      if (!near.length) assert.equal(hit, -1);
      else assert.equal(score(hit), Math.min(...near.map(score)));
      hits += hit >= 0;
    }
    assert.ok(hits > 200, `only ${hits} hits`);
  });

  test(`in ${name} dimensions the order to draw in holds each point seen once, those in front last`, () => {
    const { order, seen, bucket, rank, starts } = projected(frame, 500, 9);
    const visible = [...order.subarray(0, seen)];
    assert.equal(new Set(visible).size, seen);
    assert.equal(seen, bucket.filter((one) => one !== HIDDEN).length);
    for (let i = 1; i < seen; i++) assert.ok(bucket[visible[i - 1]] <= bucket[visible[i]]);
    assert.ok(visible.every((point) => rank[point] !== HIDDEN));
    const front = visible.slice(starts[STRONG * LEVELS]);
    assert.deepEqual(
      front,
      visible.filter((point) => rank[point] === STRONG),
    );
  });
}

test("nothing is meant where there are no points", () => {
  assert.equal(pointAtPlace(projected(FLAT, 0, 1), [10, 10]), -1);
});
