import assert from "node:assert/strict";
import test from "node:test";

import { foldedOf, slidesOf } from "../lecture/slides.js";

const kindsOnSlides = (kinds) =>
  slidesOf(kinds).map((places) => places.map((place) => kinds[place]));

test("a page without a picture hides nothing", () => {
  assert.deepEqual(slidesOf(["stays", "controls", "text"]), []);
});

test("with a picture stand its controls and no text, before it or after it", () => {
  const kinds = ["stays", "text", "controls", "head", "picture", "text", "controls", "stays"];
  assert.deepEqual(slidesOf(kinds), [[0, 2, 3, 4, 7]]);
});

test("a later picture has its heading and what stands between, and what stays", () => {
  const kinds = ["stays", "controls", "picture", "head", "heading", "controls", "text", "picture"];
  assert.deepEqual(kindsOnSlides(kinds), [
    ["stays", "controls", "picture"],
    ["stays", "heading", "controls", "picture"],
  ]);
});

test("without a heading a picture has what follows the one before it", () => {
  assert.deepEqual(slidesOf(["picture", "controls", "picture", "heading"]), [[0], [1, 2]]);
});

test("a section of coloured text is a picture too, where there are others", () => {
  const kinds = ["stays", "controls", "head", "text", "heading", "controls", "picture"];
  assert.deepEqual(slidesOf(kinds), [
    [0, 1, 2],
    [0, 4, 5, 6],
  ]);
  assert.deepEqual(slidesOf(["stays", "controls", "head", "text"]), []);
});

test("every picture is on show once", () => {
  const kinds = ["picture", "heading", "picture", "picture", "text", "heading", "picture"];
  const pictures = slidesOf(kinds)
    .flat()
    .filter((place) => kinds[place] === "picture");
  assert.deepEqual(pictures, [0, 2, 3, 6]);
});

test("all controls fold but the first row of them", () => {
  const kinds = ["stays", "controls", "head", "controls", "controls", "picture"];
  assert.deepEqual(foldedOf(kinds, [0, 1, 2, 3, 4, 5]), [3, 4]);
  assert.deepEqual(foldedOf(kinds, [0, 1, 5]), []);
});
