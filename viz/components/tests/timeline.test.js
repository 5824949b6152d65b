// An animation: where it stands after play, pause, steps and a drag of its slider.

import assert from "node:assert/strict";
import test from "node:test";
import { Timeline, drawn } from "../shared/timeline.js";

const steps = (count) =>
  Array.from({ length: count }, (_, i) => ({ name: `step ${i}`, says: "", hold: 100, move: 200 }));
const started = (count) => new Timeline(steps(count));

test("it rests on the picture as it is, and nothing plays by itself", () => {
  const timeline = started(4);
  timeline.advance(10_000);
  assert.deepEqual([timeline.at, timeline.isAtRest, timeline.isMoving], [3, true, false]);
});

test("it plays from the first step to the last, in order, and rests there", () => {
  const timeline = started(4),
    places = [];
  timeline.toggle();
  while (timeline.isMoving && places.length < 100) {
    places.push(timeline.at);
    timeline.advance(50);
  }
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  for (const step of [0, 1, 2]) assert.ok(places.filter((at) => at === step).length >= 2);
  assert.ok(places.includes(0.5)); // what lies between two steps is drawn as well
  assert.equal(timeline.isAtRest, true);
});

test("it pauses where it is, also between two steps, and goes on from there", () => {
  const timeline = started(4);
  timeline.toggle();
  for (let i = 0; i < 2; i++) timeline.advance(100);
  timeline.toggle();
  const { at } = timeline;
  assert.ok(at > 0 && at % 1);
  timeline.advance(10_000);
  assert.equal(timeline.at, at);
  timeline.toggle();
  timeline.advance(100);
  assert.ok(timeline.at > at);
});

test("a step forward and one back lead to the same place, also at the ends", () => {
  const timeline = started(4);
  for (const at of [0, 1, 2, 3]) {
    timeline.scrub(at);
    timeline.go(1, true);
    timeline.go(-1, true);
    assert.equal(timeline.at, at);
  }
});

test("a step is drawn bit by bit, and at once for who wants no motion", () => {
  const timeline = started(4);
  timeline.scrub(1);
  timeline.go(1);
  timeline.advance(100);
  assert.deepEqual([timeline.at, timeline.step], [1.5, 2]);
  timeline.advance(100);
  assert.deepEqual([timeline.at, timeline.isMoving], [2, false]);
  timeline.go(-1, true);
  assert.deepEqual([timeline.at, timeline.isMoving], [1, false]);
});

test("steps that follow each other quickly skip nothing but the way between them", () => {
  const timeline = started(5);
  timeline.go(1);
  for (let i = 0; i < 3; i++) timeline.go(1);
  timeline.advance(200);
  timeline.advance(200);
  assert.equal(timeline.at, 3);
});

test("from between two steps one leads to either of them", () => {
  const timeline = started(4);
  timeline.scrub(1.5);
  timeline.go(1, true);
  assert.equal(timeline.at, 2);
  timeline.scrub(1.5);
  timeline.go(-1, true);
  assert.equal(timeline.at, 1);
});

test("a slider leads anywhere, and no further than the ends", () => {
  const timeline = started(4);
  timeline.toggle();
  timeline.scrub(1.25);
  assert.deepEqual([timeline.at, timeline.playing, timeline.step], [1.25, false, 2]);
  timeline.scrub(9);
  assert.equal(timeline.isAtRest, true);
});

test("of no steps and of one nothing plays", () => {
  for (const count of [0, 1]) {
    const timeline = started(count);
    timeline.toggle();
    timeline.go(1);
    timeline.advance(1000);
    assert.deepEqual([timeline.at, timeline.isMoving], [0, false]);
  }
});

test("a step stays as long as its text takes to read", () => {
  const of = (says) => new Timeline([{ name: "a", says }, { name: "b" }]).holdOf(0);
  assert.ok(of("short") < of("a sentence of some forty characters, or so"));
  assert.ok(of("long ".repeat(200)) <= 6000);
});

test("parts of a step are drawn one after the other, those of earlier steps are complete", () => {
  const parts = (at) => [0, 1].map((part) => drawn(at, 2, part, 2));
  assert.deepEqual([1, 1.25, 1.5, 1.75, 2, 3, null].map(parts), [
    [0, 0],
    [0.5, 0],
    [1, 0],
    [1, 0.5],
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  assert.equal(drawn(0, 0), 1); // the first is there from the start
});
