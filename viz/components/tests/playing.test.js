// The translation word by word.

import assert from "node:assert/strict";
import test from "node:test";
import { pace, wordByWord } from "../explorer/playing.js";
import { Timeline } from "../shared/timeline.js";

const words = ["Le", "gros", "chien"].map((text) => ({ text }));

test("each word is a step, then the whole translation is on show, where it rests", () => {
  assert.deepEqual(
    wordByWord(words).map(({ name }) => name),
    ["Le", "gros", "chien", "the whole translation"],
  );
  assert.equal(new Timeline(wordByWord(words)).isAtRest, true);
});

test("a word is there or not: between two words lies nothing", () => {
  const timeline = new Timeline(wordByWord(words)),
    places = new Set();
  timeline.toggle();
  for (let i = 0; i < 1000 && timeline.isMoving; i++) {
    places.add(timeline.at);
    timeline.advance(16);
  }
  assert.deepEqual([...places], [0, 1, 2]);
  assert.equal(timeline.isAtRest, true);
});

test("a single word is not played", () => assert.deepEqual(wordByWord(words.slice(1, 2)), []));

test("a long sentence plays faster, none too fast to be followed", () => {
  assert.ok(pace(10) > pace(40) && pace(40) > pace(70));
  assert.ok(pace(1000) >= 250 && pace(1) <= 900);
});
