// Colours: readable on any of a scale's, and told from the paper.

import assert from "node:assert/strict";
import test from "node:test";
import { contrast, distinct, mix, ramp, readable, rgb, textOn } from "../shared/colour.js";
import { pythonValues } from "./python.js";

const PAPERS = { light: [255, 255, 255], dark: [14, 17, 23] };
const { ink, diverging, heads } = pythonValues("palette.json");

test("colours are read as hex and as rgb()", () => {
  assert.deepEqual(rgb(" #0e1117 "), [14, 17, 23]);
  assert.deepEqual(rgb("rgb(14, 17, 23)"), [14, 17, 23]);
  assert.deepEqual(rgb("rgba(14, 17, 23, 0.5)"), [14, 17, 23]);
});

test("a ramp begins and ends with its stops and has 256 colours", () => {
  const colours = ramp(["#000000", "#ff0000", "#ffffff"]);
  assert.equal(colours.length, 256);
  assert.deepEqual(
    [colours[0], colours[255]],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  );
  assert.deepEqual(ramp(["#000000", "#ffffff"])[51], [51, 51, 51]);
});

test("contrast is that of WCAG 2", () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.ok(Math.abs(contrast(rgb("#767676"), [255, 255, 255]) - 4.54) < 0.01);
});

for (const shade of ["light", "dark"]) {
  test(`text on the ${shade} palettes can be read`, () => {
    for (const colour of [...ramp(ink[shade]), ...ramp(diverging[shade])]) {
      assert.ok(contrast(colour, rgb(textOn(colour))) >= 4.5, `${colour}`);
    }
  });

  test(`weights grow away from ${shade} paper without a step back`, () => {
    const far = ramp(ink[shade]).map((colour) => contrast(colour, rgb(ink[shade][0])));
    far.slice(1).forEach((value, i) => assert.ok(value >= far[i] - 0.02, `${i}`));
  });

  test(`no two heads share a colour on ${shade} paper, and each is told from it`, () => {
    const paper = PAPERS[shade];
    const far = shade === "dark" ? [255, 255, 255] : [0, 0, 0];
    const colours = heads.map((head) => distinct(rgb(head), paper, far));
    assert.equal(new Set(colours.map(String)).size, heads.length);
    for (const colour of colours) assert.ok(contrast(colour, paper) >= 3);
    for (const head of heads) {
      const text = readable(rgb(head), paper, far);
      assert.ok(contrast(rgb(text), paper) >= 4.5);
    }
  });
}

test("a colour that is strong enough stays as it is", () => {
  assert.deepEqual(distinct([20, 20, 120], PAPERS.light, [0, 0, 0]), [20, 20, 120]);
  assert.deepEqual(mix([0, 0, 0], [200, 100, 50], 0.5), [100, 50, 25]);
});
