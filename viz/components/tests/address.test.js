// What the address of the edition without a server may ask for.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import {
  carry,
  changesOf,
  describeOtherWeights,
  pageAt,
  readAddress,
  withoutChanges,
  writeAddress,
} from "../../edition/address.js";
import { stepHead } from "../../edition/lecture_mode.js";
import { PAGES } from "../../edition/pages.js";
import { settingsOf } from "../../edition/settings.js";
import { differing } from "../../engine/differing.js";
import { Masking } from "../../engine/mask.js";
import { NAMES, readWhatIf } from "../../engine/what_if.js";

// As the tests of Python read them.
const PATCHES = JSON.parse(
  readFileSync(new URL("../../../tests/viz/analysis/patches.json", import.meta.url), "utf-8"),
);
const shape = [3, 4];
const models = ["transformer", "gpt"];
const chosen = (name, ...options) => ({
  name,
  kind: "choice",
  first: options[0],
  options: options.map((option) => [option, ""]),
});
const ofHeads = [
  { ...chosen("mask", "causal", "none"), isOmitted: true },
  { ...chosen("scale", "1/sqrt(d_head)", "1"), isOmitted: true },
  ...["swap", "off", "force", "block", "window", "pin", "overlay"].map((name) => ({
    ...{ name, kind: "text", first: "", isOmitted: true },
    ...(name === "window" ? chosen(name, "0") : {}),
  })),
];
const values = {
  version: "4",
  labels: { model: "Model" },
  opening: { model: "transformer", attention: "cross", layer: 3, head: 1 },
  titles: {},
  models: {
    transformer: { stacks: { encoder: shape, decoder: shape, cross: shape }, whatIfs: NAMES },
    gpt: { stacks: { decoder: [2, 2] }, whatIfs: ["off", "mask"] },
  },
  pages: { heads: { example: "I am tired.", models, settings: ofHeads } },
  languages: { en: {}, fr: {} },
};
const settings = settingsOf(PAGES, "heads", values);
const LANGUAGES = values.languages;
const read = (query) => readAddress(query, settings, "fr-CA", LANGUAGES);

test("an address of other weights says so, and its French; others say nothing", () => {
  const here = {
    version: "4-0a1b2c3d",
    otherWeights: "made with {digits}, here {own}.",
    linkFrench: "Kept: {french}",
  };
  const french = "french=Le+chat";
  for (const query of ["", french, "v=4", "v=1", `v=4-0a1b2c3d&${french}`])
    assert.equal(describeOtherWeights(query, here), "");
  assert.equal(describeOtherWeights("?v=4-11111111", here), "made with 11111111, here 0a1b2c3d.");
  assert.equal(
    describeOtherWeights({ v: "4-11111111", french: "Le chat" }, here),
    "made with 11111111, here 0a1b2c3d. Kept: Le chat",
  );
  assert.match(describeOtherWeights(`v=4-${"x".repeat(999)}`, here), /^made with x{20}, here/);
});

test("heads that this model does not have are refused by name, and none is off", () => {
  const names = [
    "x",
    "cross",
    "cross-3",
    "encoder-99-1",
    "encoder-1-5",
    "encoder-0-1",
    "cross-1-1-1",
    "cross-01-1",
    "cross-1-1,x",
    ",",
    "constructor-1-1",
  ];
  for (const off of names) {
    const { refused, state } = read(`?off=${off}&mask=none`);
    assert.deepEqual(refused, ["off"], off);
    assert.deepEqual([state.off, state.mask], ["", "none"]);
  }
  const { refused, state } = read("?off=cross-3-1,encoder-1-4");
  assert.deepEqual([refused, state.off], [[], "cross-3-1,encoder-1-4"]);
  assert.deepEqual(read("?off=").refused, []);
});

test("what is taken from another sentence is read as the app reads it", () => {
  for (const [patch, entry] of Object.entries(PATCHES.read))
    assert.deepEqual(readWhatIf({ patch }).patched, [entry], patch);
});

test("what-ifs are read as the app reads them, or refused by name", () => {
  const [force, swap] = ["cross-1-2-3-4-0.5", "1:ça va,3:"];
  const { refused, state } = read(`?force=${force}&swap=${swap}&block=2,1&scale=1&window=x`);
  assert.deepEqual(refused, ["window"]);
  assert.deepEqual(readWhatIf(changesOf(state, settings)), {
    scale: "1",
    blocked: [1, 0],
    forced: [["cross", 0, 1, 2, 3, 0.5]],
    swap: [
      [0, "ça va"],
      [2, ""],
    ],
  });
  assert.equal(writeAddress(state, settings).get("scale"), "1");
  assert.ok(!writeAddress(withoutChanges(state, settings), settings).has("force"));
  const texts = {
    force: [
      "cross-1-2-3-4-2",
      "cross-1-2-3-4-x",
      "cross-9-1-1-1-1",
      "cross-1-1-1-1-1,",
      "cross-1-1-1-1--1",
      "cross-1-1-1-1-0.5,cross-1-1-1-1-0.6",
      "cross-1-1-1-1-0.6,cross-1-1-1-2-0.6",
    ],
    swap: ["1", "0:a", "1:a,1:b", "1:%", "1:a:b"],
    block: ["0", "1,", "x", "1.5"],
    overlay: ["cross-9-1", "cross-1-1-on"],
    patch: PATCHES.refused,
  };
  for (const [name, wrong] of Object.entries(texts)) {
    for (const text of wrong) {
      assert.deepEqual(read(`?${new URLSearchParams({ [name]: text })}`).refused, [name], text);
    }
  }
});

test("names that every object has are refused as others are", () => {
  const { refused } = read("?constructor=1&toString=2&__proto__=3&pin=2&pin=3");
  assert.deepEqual(refused, ["constructor", "toString", "__proto__", "pin"]);
});

test("a pin is accepted, one of a model that is not here is refused", () => {
  const pinned = (text) => read(new URLSearchParams({ pin: text }));
  const pin = "model=transformer&layer=2&mask=none";
  assert.deepEqual([pinned(pin).state.pin, pinned(pin).refused], [pin, []]);
  assert.deepEqual(pinned("model=elsewhere").refused, ["pin"]);
});

test("neither a stack nor a sentence is what every object has", () => {
  const { state, refused } = read("?attention=constructor");
  assert.deepEqual(
    [state.attention, state.layer, state.head, refused],
    ["cross", "3", "1", ["attention"]],
  );
  const asked = [],
    trace = (...given) => {
      asked.push(given);
      return { translation: "le" };
    };
  const model = { trace, network: { sizes: {} } };
  const ofFill = [chosen("fill-look", "pair"), { name: "second-sentence", kind: "text" }];
  const all = {
    ...values,
    pages: { fill: { example: "I", models, settings: ofFill } },
    fill: { seconds: { I: "you" } },
  };
  const fill = settingsOf(PAGES, "fill", all);
  const second = (query) => readAddress(query, fill, "en", LANGUAGES).state["second-sentence"];
  assert.deepEqual([second(""), second("?sentence=You")], ["you", ""]);
  for (const sentence of ["constructor", "toString", "__proto__"]) {
    assert.equal(second(`?sentence=${sentence}`), "");
    const { french } = new Masking(
      model,
      { sentence, "decoder-head": "1-1", sees: "causal" },
      { references: {} },
    );
    assert.equal(french, "");
    const stopped = () => {
      throw new Error(sentence);
    }; // before a picture, after the French
    assert.throws(
      () =>
        PAGES.align.run({
          models: { gpt: { trace: stopped } },
          french: {},
          state: { sentence, whose: "same" },
          values: { models: {}, align: { scores: [["gpt"]], aligners: {} }, references: {} },
        }),
      { message: sentence },
    );
  }
  assert.equal(asked[0][2], null); // the model's own French is followed
});

test("an address that was written reads as the same picture", () => {
  const { state, language, refused } = read("?attention=decoder&layer=9&head=4&v=1&language=en");
  assert.deepEqual(refused, ["layer"]);
  assert.deepEqual([state.layer, state.words, language], ["3", "written", "en"]);
  const again = read(`?${writeAddress({ ...state, off: "cross-1-1" }, settings, language)}`);
  assert.deepEqual(again, { state: { ...state, off: "cross-1-1" }, language, refused: [] });
  assert.equal(read("").language, "fr");
  assert.equal(readAddress("", settings, "es", LANGUAGES).language, "en");
  assert.equal(readAddress("", settings, "es-MX", { ...LANGUAGES, es: {} }).language, "es");
  assert.ok(!writeAddress(state, settings).has("language"));
});

test("words are compared by the longest runs that two sentences share", () => {
  const compare = (one, other) => differing(one.split(" "), other.split(" ")).map(Number).join("");
  assert.equal(compare("le grand chien dort", "le chien rouge dort"), "0100");
  assert.equal(compare("a b", "c"), "11");
  assert.equal(compare("a b a b c", "b c a b"), "00111");
});

test("keys of a lecture go through the heads, then the layers, and stop at the ends", () => {
  const step = (layer, head, ...key) => stepHead({ layer, head }, key, { layers: 3, heads: 4 });
  assert.deepEqual(step("1", "4", "head", 1), { layer: "2", head: "1" });
  assert.deepEqual(step("2", "1", "head", -1), { layer: "1", head: "4" });
  assert.deepEqual(step("1", "2", "layer", 1), { layer: "2", head: "2" });
  assert.deepEqual([step("3", "4", "head", 1), step("1", "2", "layer", -1)], [null, null]);
});

test("the heads of an address are those of its model, and its page is that of its path", () => {
  const { state, refused } = read("?attention=cross&model=gpt&layer=3");
  assert.deepEqual(refused, ["attention", "layer"]);
  assert.deepEqual([state.attention, state.layer, state.head], ["decoder", "2", "1"]);
  assert.deepEqual(read("?model=gpt&block=2&mask=none").refused, ["block"]);
  const other = carry({ ...state, model: "transformer", layer: "9", french: "x" }, settings);
  assert.deepEqual([other.attention, other.layer, "french" in other], ["decoder", "3", false]);
  const at = (path) => pageAt(path, "/course/", { heads: {}, next: {} }, "heads");
  const paths = [
    "/course/",
    "/course/index.html",
    "/course/next/",
    "/course/next/index.html",
    "/course/next",
    "/course/toString",
  ];
  assert.deepEqual(paths.map(at), ["heads", "heads", "next", "next", "next", null]);
});

test("an address has what the sentence gives only once it is known, and what applies", () => {
  const when = (setting, name, ...texts) => ({ ...setting, applies: [{ [name]: texts }] });
  const ofFill = [
    chosen("fill-look", "gap", "pair"),
    when({ name: "hide", kind: "text" }, "fill-look", "gap"),
    when({ name: "gap", kind: "choice", isOmitted: true }, "fill-look", "gap"),
    when({ name: "second-sentence", kind: "text" }, "fill-look", "pair"),
  ];
  const ofNext = [
    chosen("next-look", "next", "write"),
    when({ name: "next-length", kind: "number", first: "8", range: [1, 16] }, "next-look", "write"),
    when({ name: "next-seed", kind: "number", first: "1", range: [1, 99] }, "next-look", "write"),
  ];
  const all = {
    ...values,
    pages: {
      next: { example: "I", models, settings: ofNext },
      fill: { example: "I", models, settings: ofFill },
    },
    fill: { seconds: {} },
  };
  const [next, fill] = ["next", "fill"].map((page) => settingsOf(PAGES, page, all));
  const written = (query, settings) =>
    [...writeAddress(readAddress(query, settings, "en", LANGUAGES).state, settings).keys()].slice(
      6,
      -1,
    );
  assert.deepEqual(written("?next-seed=3", next), ["next-look"]);
  assert.deepEqual(written("?next-seed=3&next-look=write", next), [
    "next-look",
    "next-length",
    "next-seed",
  ]);
  assert.deepEqual(written("", fill), ["fill-look"]);
  assert.deepEqual(written("?hide=2,4&gap=4", fill), ["fill-look", "hide", "gap"]);
  assert.deepEqual(written("?fill-look=pair&hide=2", fill), ["fill-look", "second-sentence"]);
  assert.deepEqual(readAddress("?hide=x&next-look=score", next, "en", LANGUAGES).refused, [
    "hide",
    "next-look",
  ]);
});
