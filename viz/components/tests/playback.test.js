// The translation word by word: where it stands after play, pause and steps.

import assert from "node:assert/strict";
import test from "node:test";
import { Playback, pace } from "../explorer/playback.js";

function started(count) {
  const playback = new Playback();
  playback.reset(count);
  return playback;
}

test("it plays from the first word to the last, and then all words are on show", () => {
  const playback = started(3), places = [];
  playback.toggle();
  while (playback.playing) {
    places.push(playback.at);
    playback.step(1);
  }
  assert.deepEqual(places, [0, 1, 2]);
  assert.equal(playback.at, null);
});

test("it pauses where it is and goes on from there", () => {
  const playback = started(5);
  playback.toggle();
  playback.step(1);
  playback.toggle();
  assert.deepEqual([playback.at, playback.playing], [1, false]);
  playback.toggle();
  assert.deepEqual([playback.at, playback.playing], [1, true]);
});

test("a step forward and one back lead to the same place, also at the ends", () => {
  const playback = started(4);
  for (const at of [null, 0, 2, 3]) {
    playback.at = at;
    playback.step(1);
    playback.step(-1);
    assert.equal(playback.at, at);
  }
  playback.step(-1);
  assert.equal(playback.at, 2);
});

test("of no words nothing plays", () => {
  const playback = started(0);
  playback.toggle();
  assert.deepEqual([playback.at, playback.playing], [null, false]);
});

test("a long sentence plays faster, none too fast to be followed", () => {
  assert.ok(pace(10) > pace(40) && pace(40) > pace(70));
  assert.ok(pace(1000) >= 250 && pace(1) <= 900);
});
