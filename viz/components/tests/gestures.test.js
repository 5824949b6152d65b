// A change of d3-zoom's transform as a move and a zoom, and the wheel.

import assert from "node:assert/strict";
import test from "node:test";
import { changeBetween, wheelDelta } from "../space/gestures.js";
import { numbersFrom } from "./random.js";

const apply = ({ k, x, y }, [a, b]) => [k * a + x, k * b + y];

test("moving by the change and zooming around its centre is the same as the new transform", () => {
  const next = numbersFrom(1);
  for (let i = 0; i < 100; i++) {
    const random = () => ({ k: 0.5 + 4 * next(), x: 400 * next(), y: 400 * next() });
    const [before, after, centre] = [random(), random(), [600 * next(), 400 * next()]];
    const { factor, across, down } = changeBetween(before, after, centre);
    const world = [next() * 100, next() * 100];
    const [x, y] = apply(before, world);
    const moved = [x + across, y + down];
    const zoomed = moved.map((value, axis) => centre[axis] + factor * (value - centre[axis]));
    apply(after, world).forEach((value, axis) => assert.ok(Math.abs(value - zoomed[axis]) < 1e-6));
  }
});

test("a drag moves by the pointer's way", () => {
  const change = changeBetween({ k: 3, x: 10, y: 20 }, { k: 3, x: 17, y: 15 }, [99, 99]);
  assert.deepEqual(change, { factor: 1, across: 7, down: -5 });
});

test("a wheel zooms the same for pixels, lines and pages, in bounds, a touchpad's two fingers more", () => {
  const factor = (event) => 2 ** wheelDelta({ deltaMode: 0, ctrlKey: false, ...event });
  assert.ok(Math.abs(factor({ deltaY: -100 }) - Math.exp(0.2)) < 1e-12);
  assert.equal(factor({ deltaY: 3, deltaMode: 1 }), factor({ deltaY: 48 }));
  assert.equal(factor({ deltaY: 2, deltaMode: 2 }), factor({ deltaY: 150 }));
  assert.ok(factor({ deltaY: -10, ctrlKey: true }) > factor({ deltaY: -10 }));
});
