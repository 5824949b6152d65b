// Views: what is on the screen where, and what moving, turning and zooming does to it.

import assert from "node:assert/strict";
import test from "node:test";
import {
  LEAST_ZOOM,
  MOST_ZOOM,
  between,
  bulk,
  closeUp,
  onScreen,
  panned,
  project,
  rotated,
  turned,
  zoomed,
} from "../space/projection.js";
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
const VIEW = { zoom: 1.5, centre: [0.1, -0.2, 0], yaw: -0.5, pitch: 0.3 };
const PLACES = [0.3, 0.4, 0.5, -0.2, 0.1, -0.6];

const close = (a, b, slack = 1e-6) =>
  a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < slack, `${a} and ${b}`));
const place = (frame, view, point = 0) => onScreen(frame, view, PLACES, point).slice(0, 2);

test("the centre of a view lies in the middle of the picture", () => {
  for (const frame of [FLAT, DEEP])
    close(onScreen(frame, VIEW, VIEW.centre, 0).slice(0, 2), [300, 200]);
});

test("one point far out does not squeeze the others", () => {
  const next = numbersFrom(2),
    count = 500;
  const places = Float32Array.from({ length: 3 * count }, () => 0.2 * next() - 0.1);
  places[0] = 1;
  const ends = bulk([places, places]);
  for (const end of ends) assert.ok(Math.abs(end) <= 0.1, String(ends));
});

test("a group of a tenth that lies apart stays in the picture", () => {
  const next = numbersFrom(3),
    count = 500;
  const places = Float32Array.from({ length: 3 * count }, () => 0.2 * next() - 0.1);
  for (let i = 0; i < count / 10; i++) places[3 * i] += 0.9;
  assert.ok(bulk([places])[3] > 0.9);
});

test("turning keeps lengths", () => {
  const next = numbersFrom(1);
  for (let i = 0; i < 50; i++) {
    const [x, y, z, yaw, pitch] = Array.from({ length: 5 }, () => 4 * next() - 2);
    const seen = turned({ yaw, pitch }, x, y, z);
    assert.ok(Math.abs(Math.hypot(...seen) - Math.hypot(x, y, z)) < 1e-9);
  }
});

test("the picture follows the pointer", () => {
  const [x, y] = place(FLAT, VIEW);
  close(place(FLAT, panned(FLAT, VIEW, 30, -20)), [x + 30, y - 20]);
  const middle = panned(DEEP, VIEW, 30, -20); // in perspective only what is as far as the centre
  close(onScreen(DEEP, middle, VIEW.centre, 0).slice(0, 2), [330, 180]);
});

test("what lies under the pointer stays there while it zooms", () => {
  for (const factor of [0.7, 1.3, 4]) {
    const under = place(FLAT, VIEW);
    close(place(FLAT, zoomed(FLAT, VIEW, factor, ...under)), under);
  }
});

test("zoom, pitch and the centre keep to their limits", () => {
  assert.equal(zoomed(FLAT, VIEW, 1e-9).zoom, LEAST_ZOOM);
  assert.equal(zoomed(FLAT, VIEW, 1e9).zoom, MOST_ZOOM);
  assert.equal(rotated(VIEW, 0, 99).pitch, Math.PI / 2);
  close(panned(FLAT, VIEW, 1e6, 1e6).centre, [-1.1, 1.1, 0]);
});

test("a close-up shows all of its points, and hardly smaller than it could", () => {
  for (const frame of [FLAT, DEEP]) {
    const view = closeUp(frame, VIEW, [0, 1], PLACES);
    const seen = [0, 1].map((point) => place(frame, view, point));
    assert.ok(view.zoom > 1);
    for (const [x, y] of seen) assert.ok(x > 0 && x < 600 && y > 0 && y < 400, `${x}, ${y}`);
  }
  assert.equal(closeUp(FLAT, VIEW, [0], PLACES).zoom, MOST_ZOOM);
});

test("a flight begins and ends where it should", () => {
  const to = { zoom: 6, centre: [1, 1, 1], yaw: 1, pitch: -1 };
  assert.deepEqual(between(VIEW, to, 0), VIEW);
  close([between(VIEW, to, 1).zoom, between(VIEW, to, 0.5).zoom], [6, 3]);
});

test("all points together are projected as each alone, to the pixel", () => {
  for (const frame of [FLAT, DEEP]) {
    const arrays = {
      x: new Float32Array(2),
      y: new Float32Array(2),
      bucket: new Uint8Array(2),
      order: new Uint32Array(2),
    };
    project(frame, VIEW, { at: PLACES, rank: [1, 1], ...arrays }, 2);
    for (const point of [0, 1])
      close([arrays.x[point], arrays.y[point]], place(frame, VIEW, point), 0.251);
  }
});
