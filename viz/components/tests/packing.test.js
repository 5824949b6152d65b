// Unpacking, against numbers that Python packed.

import assert from "node:assert/strict";
import test from "node:test";
import { MASKED } from "../../engine/constants.js";
import { pool, read, unpack } from "../../engine/packing.js";
import { pythonValues } from "./python.js";

const python = pythonValues("packed.json");
const bytes = () => new Uint8Array(Buffer.from(python.panels, "base64"));

function checkPanel({ numbers, steps, panels }, place, expected) {
  const { offset, least, most, columns } = panels[place];
  const slack = (most - least) / steps;
  expected.flat().forEach((value, i) => {
    const unpacked = unpack(numbers[offset + i], steps, least, most);
    if (value === null) assert.equal(unpacked, null);
    else assert.ok(Math.abs(unpacked - value) <= slack, `cell ${i}: ${unpacked}, not ${value}`);
  });
  assert.equal(expected[0].length, columns.length);
}

test("a head and its numbers come out as Python put them in", () => {
  const head = read(bytes());
  assert.equal(head.hint, "Hover “here”.");
  assert.equal(head.panels[0].title, "Gewichte “ß”");
  assert.equal(head.steps, python.steps);
  assert.equal(head.numbers.length, 3 * 4 + 2 * 3);
});

test("weights come out to a step of 16 bits, masked ones as null", () => {
  checkPanel(read(bytes()), 0, python.weights);
  assert.ok(python.weights.flat().includes(null));
});

test("numbers of any range come out", () => checkPanel(read(bytes()), 1, python.scores));

test("bytes that begin anywhere in their buffer are read", () => {
  const shifted = new Uint8Array(bytes().length + 3);
  shifted.set(bytes(), 3);
  assert.deepEqual(read(shifted.subarray(3)).numbers, read(bytes()).numbers);
});

test("distances come out of 0 to 2", () => {
  const { packed, values } = python.distances;
  packed.forEach((number, i) => {
    assert.ok(Math.abs(unpack(number, python.steps, 0, 2) - values[i]) <= 2 / python.steps);
  });
});

test("what stands for masked cells is the same in Python", () =>
  assert.equal(MASKED, python.masked));

test("a head is brought down to fewer cells as Python does it", () => {
  const { packed, pooled } = python.head;
  const [rows, columns] = [packed.length, packed[0].length];
  const [height, width] = [pooled.length, pooled[0].length];
  const numbers = Uint16Array.from(packed.flat());
  assert.deepEqual([...pool(numbers, rows, columns, height, width)], pooled.flat());
  assert.deepEqual([...pool(numbers, rows, columns, rows, columns)], packed.flat());
});

test("a masked cell is never the largest", () => {
  assert.deepEqual([...pool(Uint16Array.of(5, MASKED, MASKED, MASKED), 2, 2, 1, 2)], [5, 0]);
});
