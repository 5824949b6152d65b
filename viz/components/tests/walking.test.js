// Where arrow keys and clicks on the map of the model lead.

import assert from "node:assert/strict";
import test from "node:test";
import { linkTo, nearest, withColours } from "../map/walking.js";

const HEADS = [
  [0, 0],
  [10, 0],
  [0, 10],
  [10, 10],
  [40, 0],
  [40, 10],
];

test("an arrow leads to the nearest head in its direction, and stays at the edge", () => {
  assert.equal(nearest(HEADS, 0, "ArrowRight"), 1);
  assert.equal(nearest(HEADS, 1, "ArrowRight"), 4);
  assert.equal(nearest(HEADS, 3, "ArrowUp"), 1);
  assert.equal(nearest(HEADS, 5, "ArrowLeft"), 3);
  assert.equal(nearest(HEADS, 0, "ArrowUp"), 0);
  assert.equal(nearest(HEADS, 0, "Tab"), undefined);
});

test("a link to a head keeps the sentence and the model and nothing of the page", () => {
  const here = "?model=transformer&sentence=I%20am%20tired.&decoder-head=1-1&layer=2&v=1";
  const there = new URLSearchParams(linkTo(here, "cross", 3, 0));
  assert.deepEqual(Object.fromEntries(there), {
    model: "transformer",
    sentence: "I am tired.",
    v: "1",
    attention: "cross",
    layer: "4",
    head: "1",
  });
});

test("a link to a head in an embedded page leads to an embedded page", () => {
  const here = "?embed=true&embed_options=dark_theme&embed_options=show_padding";
  const there = new URLSearchParams(linkTo(here, "cross", 0, 0));
  assert.equal(there.get("embed"), "true");
  assert.deepEqual(there.getAll("embed_options"), ["dark_theme", "show_padding"]);
});

test("a saved drawing has its colours, those of a light page where the page has none", () => {
  const svg = '<rect fill="var(--map-fill, #eef1f6)" stroke="var(--map-ink, #000)"/>';
  const saved = withColours(svg, (name) => (name === "--map-ink" ? "#ffffff" : ""));
  assert.equal(saved, '<rect fill="#eef1f6" stroke="#ffffff"/>');
});
