// How a transformer knows the order of words: positional encodings, and a sentence in two orders.
//
// To be read beside viz/pages/order of Python.

import { litCells } from "../../engine/marks.js";
import { packMatrices } from "../../engine/mask.js";
import { lookAt, reorder, reversedWords } from "../../engine/order.js";
import { t, translatable } from "../../engine/text.js";
import { listed, written } from "../address.js";

const MODEL = "transformer";
const OTHER = "I'm going to study English instead of math."; // of the example
const OF_A_SENTENCE = ["added", "order"]; // looks at a run of the model
const HEADS = 8,
  LARGEST_SHIFT = 50,
  LEARNED_LENGTH = 128; // of the table that a model learnt
const isNumber = (least, most) => (value) =>
  /^\d{1,3}$/.test(value) && Number(value) >= least && Number(value) <= most;
const inLooks =
  (...looks) =>
  ({ look }) =>
    looks.includes(look);
const withEncodings =
  (...names) =>
  ({ look, encoding }) =>
    look === "others" && names.includes(encoding);
const either =
  (...conditions) =>
  (state) =>
    conditions.some((holds) => holds(state));
const ofATable = either(inLooks("table", "products"), withEncodings("alibi", "learned"));
const isOfASentence = inLooks(...OF_A_SENTENCE);
// What is asked of a look, in the order of the controls.
const APPLIES = {
  encoding: inLooks("others"),
  "alibi-head": withEncodings("alibi"),
  k: inLooks("shift"),
  steps: inLooks("waves"),
  distances: withEncodings("rotary"),
  "table-length": ofATable,
  size: inLooks("waves"),
  d_model: inLooks("table", "products", "shift"),
  row: inLooks("products"),
  layout: inLooks("table"),
  content: withEncodings("rotary"),
  base: either(inLooks("table", "waves", "products", "shift"), withEncodings("rotary")),
  dimensions: inLooks("waves"),
  order: inLooks("order"),
  other: inLooks("order"),
};
const LABELS = {
  encoding: translatable("Encoding"),
  "alibi-head": translatable("Head"),
  k: "k",
  steps: translatable("Positions"),
  distances: translatable("Distances"),
  "table-length": translatable("Positions"),
  size: "d_model",
  d_model: "d_model",
  row: translatable("Row"),
  layout: translatable("Sine and cosine"),
  content: translatable("Query and key"),
  base: translatable("Base"),
  dimensions: translatable("Dimensions"),
  order: translatable("Positions"),
  other: translatable("The same words in another order"),
};

const otherOrder = ({ sentence }, values) =>
  sentence === values.examples.order ? OTHER : reversedWords(sentence);

const controlOf = (name, state, values) => {
  const [label, value] = [t(LABELS[name]), state[name]];
  const [least, most] =
    { "alibi-head": [1, HEADS], k: [1, LARGEST_SHIFT], row: [0, state["table-length"] - 1] }[
      name
    ] ?? [];
  if (most) return { kind: "slider", name, label, least, most, value };
  if (["dimensions", "other"].includes(name)) return { kind: "text", name, label, value };
  const options = values.lists[listOf(name)].filter(
    ([number]) =>
      name !== "table-length" || state.encoding !== "learned" || Number(number) <= LEARNED_LENGTH,
  );
  return {
    kind: "list",
    name,
    label,
    value,
    options: options.map(([option, title]) => [option, t(title)]),
  };
};
const listOf = (name) =>
  ({ size: "d_model", steps: "table-length", distances: "table-length" })[name] ?? name;

// What is shown, part by part: see sheet.js. A step of a lesson shows one `part` of the page.
async function partsOf({ state, values, french, models, file }) {
  const { part, highlights } = state,
    { colours } = values;
  const control = (name) => ({ kind: "control", control: controlOf(name, state, values) });
  if (state.look !== "order") {
    const translator = models[MODEL];
    const content = lookAt(state, {
      colours,
      bases: values.lists.base.map(([base, title]) => [base, t(title)]),
      rotary: values.rotary,
      network: translator?.network,
      title: values.models[MODEL].title,
      runs: (whatIf) => translator.trace(state.sentence, whatIf),
      learned: state.encoding === "learned" ? await file("learned.json") : null,
    });
    const pictures = { kind: "charts", charts: content.charts, diverging: values.diverging };
    if (part === "picture") return [pictures];
    if (part) return [control("encoding"), pictures];
    return [
      pictures,
      { kind: "markdown", text: content.explanation },
      ...(content.note ? [{ kind: "markdown", text: content.note, isSmall: true }] : []),
    ];
  }
  const { matrices, translations, finding } = reorder(models[MODEL], state, colours);
  const hint = part
    ? t("Page colour: the same vector. The stronger the colour, the greater the distance.")
    : t(
        "No colour: identical vectors. Rows are words of the first sentence, columns words of the " +
          "second.",
      );
  const parts = [
    {
      kind: "matrices",
      packed: packMatrices(
        matrices.map((matrix) => ({
          ...matrix,
          lit: litCells(highlights ?? [], matrix.rows, matrix.columns),
        })),
        hint,
        "",
        values,
        french,
      ),
    },
    { kind: "translations", runs: translations },
  ];
  if (part === "orders") return [control("order"), ...parts];
  return part ? parts : [...parts, { kind: "text", text: finding }];
}

export const order = {
  title: translatable("How does it know word order?"),
  field: translatable("An English sentence"),
  button: () => t("Translate"),
  reading: [
    translatable(
      "Attention alone sees a bag of words; a position added to each vector " +
        "tells it the order. Look at the positions, then take them away.",
    ),
  ],
  missing: translatable("Other models are in the app."),
  only: [MODEL],
  picture: "edition/sheet",
  scrolls: true,
  asksSentence: isOfASentence,
  models: (state) => (isOfASentence(state) ? [MODEL] : []),

  settings(values) {
    const { lists } = values;
    const firsts = {
      steps: "100",
      distances: "100",
      "table-length": "50",
      size: "20",
      d_model: "128",
      base: "10000",
      order: "no positions",
    };
    const chosen = (name) => ({
      ...listed(name, lists[listOf(name)], false),
      ...(name in firsts ? { first: firsts[name] } : {}),
      applies: APPLIES[name],
    });
    const lengths = chosen("table-length");
    const encoding = chosen("encoding"),
      isAsked = APPLIES.encoding;
    return [
      listed("look", lists.look, false),
      {
        ...encoding,
        first: (state) => (isAsked(state) ? encoding.first : null),
        accepts: (value, state) => isAsked(state) && encoding.accepts(value),
      },
      { name: "alibi-head", first: "1", accepts: isNumber(1, HEADS) },
      { name: "k", first: "5", accepts: isNumber(1, LARGEST_SHIFT) },
      chosen("steps"),
      chosen("distances"),
      {
        ...lengths,
        accepts: (value, state) =>
          lengths.accepts(value) &&
          (state.encoding !== "learned" || Number(value) <= LEARNED_LENGTH),
      },
      chosen("size"),
      chosen("d_model"),
      chosen("layout"),
      {
        name: "row",
        first: (state) => String(Math.floor(state["table-length"] / 2)),
        accepts: (value, state) => isNumber(0, state["table-length"] - 1)(value),
      },
      chosen("content"),
      chosen("base"),
      { ...written("dimensions", undefined, false), first: "4, 5, 6, 7" },
      chosen("order"),
      { ...written("other", undefined, false), first: null },
    ].map((setting) => ({ applies: APPLIES[setting.name], ...setting }));
  },

  controls: ({ state, values }) => [
    {
      kind: "list",
      name: "look",
      label: t("Look at"),
      value: state.look,
      options: values.lists.look.map(([look, title]) => [look, t(title)]),
    },
    ...Object.keys(APPLIES)
      .filter((name) => APPLIES[name](state))
      .map((name) => controlOf(name, state, values)),
  ],

  hear: (name, settings) => (name === "settings" ? settings : null),

  // In a lecture the arrows go through the looks.
  step(state, [, by], { lists }) {
    const looks = lists.look.map(([look]) => look),
      look = looks[looks.indexOf(state.look) + by];
    return look ? { look } : null;
  },

  async run(given) {
    const start = performance.now(),
      { values } = given;
    const other = given.state.other ?? otherOrder(given.state, values);
    const state = { ...given.state, other };
    const parts = await partsOf({ ...given, state });
    const [, title] = values.lists.look.find(([look]) => look === state.look);
    return {
      packed: {
        parts,
        painted: [state.look, state.encoding ?? "", isOfASentence(state) ? state.sentence : ""]
          .join(" ")
          .trim(),
      },
      title: t(title),
      state: state.look === "order" ? { other } : {},
      milliseconds: performance.now() - start,
    };
  },
};
