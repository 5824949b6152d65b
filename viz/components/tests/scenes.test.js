// A scene that is edited: each change, and its undoing.

import assert from "node:assert/strict";
import test from "node:test";
import { Edit } from "../captions/edit.js";

const colours = { red: "#f00", blue: "#00f" };
const start = (things = [{ kind: "dog", colour: "red", cell: 0 }]) =>
  new Edit({ things, shapes: { dog: [], cat: [] }, colours, side: 5, most: 3 });

test("a thing is moved, recoloured, changed and removed, and all of it undone", () => {
  const edit = start();
  assert.equal(edit.scene, "red dog a1");
  edit.cursor = 0;
  edit.move(7);
  assert.equal(edit.scene, "red dog c2");
  assert.equal(edit.cursor, 7);
  edit.turn("colour");
  edit.turn("kind");
  assert.equal(edit.scene, "blue cat c2");
  edit.remove();
  assert.equal(edit.scene, "");
  const before = [];
  while (edit.steps.length) {
    edit.undo();
    before.push(edit.scene);
  }
  assert.deepEqual(before, ["blue cat c2", "blue dog c2", "red dog c2", "red dog a1"]);
});

test("what is dropped on another thing changes places with it", () => {
  const edit = start([
    { kind: "dog", colour: "red", cell: 0 },
    { kind: "cat", colour: "blue", cell: 24 },
  ]);
  edit.cursor = 0;
  edit.move(24);
  assert.equal(edit.scene, "red dog e5, blue cat a1");
});

test("things are added where there is none, until the scene is full", () => {
  const edit = start();
  for (const cell of [0, 1, 2]) {
    edit.cursor = cell;
    assert.equal(edit.add(), "");
  }
  assert.equal(edit.scene, "red dog a1, red dog b1, red dog c1");
  edit.cursor = 3;
  assert.match(edit.add(), /At most 3 things/);
  assert.equal(edit.things.length, 3);
});

test("a new thing looks as the one that was chosen last", () => {
  const edit = start();
  edit.set("kind", "cat");
  edit.set("colour", "blue");
  edit.cursor = 6;
  edit.add();
  assert.equal(edit.scene, "red dog a1, blue cat b2");
});

test("another scene is opened as an address writes it", () => {
  const edit = start();
  edit.open("blue cat e5, red dog b3");
  assert.equal(edit.scene, "blue cat e5, red dog b3");
  edit.undo();
  assert.equal(edit.scene, "red dog a1");
});
