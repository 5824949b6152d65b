// Which cell keys lead to, and what a matrix says.

import assert from "node:assert/strict";
import test from "node:test";
import { ENGLISH, fixed, local, setLanguage, t } from "../../engine/text.js";
import { headWeights } from "../explorer/weights.js";
import { Cells } from "../shared/cells.js";
import { Matrix } from "../shared/matrix.js";

function cells(values, extra = {}) {
  const made = new Cells();
  const rows = ["the", "dog", "the"];
  made.set({ rows, columns: rows, weight: (row, column) => values[row][column], ...extra });
  return made;
}

const WEIGHTS = [
  [1, null, null],
  [0.25, 0.75, null],
  [0.1, 0.8, 0.1],
];

test("arrow keys stop at the edges", () => {
  const made = cells(WEIGHTS);
  assert.deepEqual(made.step("ArrowRight", { row: 0, column: 2 }), { row: 0, column: 2 });
  assert.deepEqual(made.step("ArrowDown", { row: 1, column: 2 }), { row: 2, column: 2 });
  assert.equal(made.step("a", { row: 0, column: 0 }), undefined);
});

test("the strongest weight is said, a word that occurs twice with its place", () => {
  assert.equal(
    cells(WEIGHTS).strongest(),
    "Largest weight: “the” (word 1) attends to “the” (word 1), 1.00.",
  );
  assert.equal(
    cells(WEIGHTS).sentence({ row: 2, column: 1 }),
    "“the” (word 3) attends to “dog”: 0.80.",
  );
});

test("a masked cell is said of numbers that are no weights too", () => {
  const made = cells(WEIGHTS, { kind: "cosine" });
  assert.equal(made.sentence({ row: 1, column: 2 }), "“dog” may not attend to “the” (word 3).");
});

test("a causal mask is told from another", () => {
  const mask = WEIGHTS.map((row) => row.map((weight) => (weight === null ? null : 1)));
  const causal = "3 of 9 cells are masked: no word may attend to a later one.";
  assert.equal(cells(mask, { kind: "mask" }).strongest(), causal);
  mask[2][0] = null;
  assert.equal(cells(mask, { kind: "mask" }).strongest(), "4 of 9 cells are masked.");
});

const FRENCH = { ...ENGLISH, code: "fr", signs: { ",": "\u202f", ".": "," } };

test("texts are said in French where Python sent it", () => {
  setLanguage({
    ...FRENCH,
    texts: {
      "{a} and {b}: {kind} {value}.": "{a} et {b} : {kind} {value}.",
      score: "score brut",
    },
  });
  const made = cells(
    [
      [2, 1, 0],
      [0, 0, 0],
      [0, 0, -3],
    ],
    { kind: "score" },
  );
  assert.equal(
    made.sentence({ row: 2, column: 2 }),
    "“the” (word 3) et “the” (word 3) : score brut −3,0.",
  );
  setLanguage(ENGLISH);
});

test("a language that lacks some texts says no half sentence", () => {
  const texts = { "{a} attends to {b}.": "{a} atiende a {b}.", layer: "capa" };
  setLanguage({ ...ENGLISH, code: "es", partial: true, texts });
  const says = (a) => t("{a} attends to {b}.", { a, b: "dog" });
  assert.equal(says(t("layer")), "capa atiende a dog.");
  assert.equal(says(t("head")), "head attends to dog.");
  assert.equal(t("{a} and {b}", { a: t("layer"), b: 2 }), "layer and 2");
  assert.equal(says(t("3")), "3 atiende a dog."); // the title of an option
  setLanguage({ ...ENGLISH, code: "es", partial: true, texts: { ...texts, head: "cabeza" } });
  assert.equal(says(t("head")), "cabeza atiende a dog.");
  setLanguage(ENGLISH);
});

test("a count takes the form of a word that the language has for it", () => {
  const count = (number) => t("{count} {count:paso|pasos}", { count: number });
  setLanguage({ ...ENGLISH, plural: ["1"] });
  assert.deepEqual([0, 1, 2].map(count), ["0 pasos", "1 paso", "2 pasos"]);
  setLanguage({ ...ENGLISH, plural: ["1", "[2-4]"] });
  const czech = (number) => t("{count:krok|kroky|kroků}", { count: number });
  assert.deepEqual([1, 3, 5].map(czech), ["krok", "kroky", "kroků"]);
  setLanguage(ENGLISH);
});

test("what rounds to zero has no sign", () => {
  assert.equal(fixed(-0.04, 1), "0.0");
  assert.equal(fixed(-0.4, 0), "0");
  assert.equal(fixed(-0.06, 1), "−0.1");
  assert.equal(fixed(-10, 0), "−10");
});

test("numbers have a comma in French, and a narrow space between thousands", () => {
  setLanguage(FRENCH);
  assert.equal(local("1,024.5"), "1\u202f024,5");
  assert.equal(fixed(0.126, 2), "0,13");
  assert.equal(cells(WEIGHTS, {}).number(0.5), ",50");
  setLanguage(ENGLISH);
  assert.equal(local("1,024.5"), "1,024.5");
  assert.equal(cells(WEIGHTS, {}).number(0.5), ".50");
});

test("a word that is read in pieces is spelt, and one that is perhaps misread says so", () => {
  const pieces = [["the"], ["do", "g"], ["the"]],
    on = { row: null, column: 1 };
  assert.match(
    cells(WEIGHTS, { pieces }).sentence(on),
    /^“dog” is read in pieces: do·g\. “dog” gets attention from “the”/,
  );
  assert.match(
    cells(WEIGHTS, { pieces, misread: [1] }).sentence(on),
    /^“dog” is read in pieces: do·g, and perhaps misread\. “dog” gets/,
  );
  assert.match(
    cells(WEIGHTS, { pieces }).sentence({ row: null, column: 0 }),
    /^“the” \(word 1\) gets attention/,
  );
});

test("a French word that is pointed at says its English, where a lexicon knows it", () => {
  const made = cells(WEIGHTS, { rowGlosses: ["le", "", "x"], columnGlosses: ["", "hound", ""] });
  assert.match(made.sentence({ row: 0, column: null }), /^“the”.* English: “le”\.$/);
  assert.match(made.sentence({ row: null, column: 1 }), /English: “hound”\.$/);
  for (const at of [
    { row: 1, column: null },
    { row: null, column: 0 },
    { row: 0, column: 0 },
  ])
    assert.doesNotMatch(made.sentence(at), /English/);
});

// The numbers that a matrix writes into cells of this many pixels.
function written(values, cell, extra = {}) {
  const made = new Matrix(null),
    texts = [];
  const rows = values.map((_, row) => `word ${row}`);
  made.set({ rows, columns: rows, weight: (row, column) => values[row][column], ...extra });
  Object.assign(made, { cell, cellWidth: cell, left: 0, top: 0 });
  const pen = {
    measureText: (text) => ({ width: 6 * text.length }),
    fillRect() {},
    fillText: (text) => texts.push(text),
  };
  const look = { least: 10, font: () => "", ink: () => "", on: () => "" };
  made.paintCells(pen, look, "", 1, () => false, true);
  return texts;
}

test("numbers that would touch are left out, all of them", () => {
  const scores = [
      [-3.5, 1.25],
      [0.5, 2],
    ],
    score = { kind: "score", least: -4, most: 4 };
  assert.deepEqual(written(scores, 30, score), ["−3.5", "1.3", "0.5", "2.0"]);
  assert.deepEqual(written(scores, 26, score), []);
});

test("in a small cell all of the weight is a single digit", () => {
  assert.deepEqual(
    written(
      [
        [1, 0.2],
        [0.25, 0.75],
      ],
      30,
    ),
    ["1.00", ".20", ".25", ".75"],
  );
  assert.deepEqual(
    written(
      [
        [1, 0.2],
        [0.25, 0.75],
      ],
      24,
    ),
    ["1", ".20", ".25", ".75"],
  );
});

test("a share of the norms of a row is not called attention, and says its norm", () => {
  const shares = [
    [0.25, 0.75],
    [null, 1],
  ];
  const made = new Cells();
  const set = (more = {}) =>
    made.set({
      rows: ["le", "chien"],
      columns: ["the", "dog"],
      weight: (row, column) => shares[row][column],
      kind: "share",
      ...more,
    });
  set();
  assert.equal(made.number(0.75), ".75");
  assert.equal(made.strongest(), "Largest share: “chien” receives from “dog”, 1.00 of its row.");
  assert.equal(made.sentence({ row: 0, column: 1 }), "“le” receives from “dog”: 0.75 of its row.");
  set({ sum: (row) => [4, 2][row] });
  assert.equal(
    made.sentence({ row: 0, column: 1 }),
    "“le” receives from “dog”: norm 3.00, 0.75 of its row.",
  );
  assert.equal(
    made.sentence({ row: 0, column: null }),
    "“le” receives from “dog”: 0.75, “the”: 0.25.",
  );
  assert.equal(made.sentence({ row: null, column: 1 }), "“dog” adds to “chien”: 1.00, “le”: 0.75.");
  assert.match(made.sentence({ row: 1, column: 0 }), /^“chien” may not attend to “the”/);
});

test("the norm of a row of a head is found among those of all, or of the head in full", () => {
  const block = { rows: ["a", "b"], columns: ["c"], cells: [2, 1], heads: 2, offset: 0 };
  const data = { numbers: new Uint16Array(16), steps: 10 };
  const sums = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.equal(headWeights(data, { ...block, sums }, ["cross", 1, 0]).sum(1), 6);
  assert.equal(headWeights(data, block, ["cross", 1, 0]).sum(1), null);
  const full = { layer: 0, head: 1, offset: 4, sums: [9, 10] };
  const coarse = { ...block, coarse: [2, 1], full };
  assert.equal(headWeights(data, coarse, ["cross", 0, 1]).sum(1), 10);
  assert.equal(headWeights(data, coarse, ["cross", 1, 1]).sum(1), null);
});
