// How a transformer knows the order of words: positional encodings, and a sentence in two orders.
//
// To be read beside viz/pages/order of Python.

import { litCells } from "../../engine/marks.js";
import { packMatrices } from "../../engine/mask.js";
import { lookAt, reorder, reversedWords } from "../../engine/order.js";
import { t } from "../../engine/text.js";
import { controlParts, declared, stepThrough, upTo } from "../settings.js";

const MODEL = "transformer";
const isOfASentence = ({ look }, { order: { ofSentence } }) => ofSentence.includes(look);

const otherOrder = ({ sentence }, { order: { other }, pages }) =>
  sentence === pages.order.example ? other : reversedWords(sentence);
const isLearned = ({ look, encoding }) => look === "others" && encoding === "learned";

// What is shown, part by part: see sheet.js. A step of a lesson shows one `part` of the page.
async function partsOf({ state, values, language, models, file }) {
  const { part, highlights } = state,
    { colours } = values;
  const control = (name) => controlParts([name], { order }, state, values);
  if (state.look !== "order") {
    const translator = models[MODEL];
    const content = lookAt(state, {
      colours,
      heads: declared(values.pages.order, "alibi-head").range[1],
      bases: declared(values.pages.order, "base").options.map(([base, title]) => [base, t(title)]),
      rotary: values.order.rotary,
      network: translator?.network,
      title: values.models[MODEL].title,
      runs: (whatIf) => translator.trace(state.sentence, whatIf),
      learned: isLearned(state) ? await file("learned.json") : null,
    });
    const pictures = { kind: "charts", charts: content.charts, diverging: values.diverging };
    if (part === "picture") return [pictures];
    if (part) return [...control("encoding"), pictures];
    return [
      pictures,
      { kind: "markdown", text: content.explanation },
      ...(content.note ? [{ kind: "markdown", text: content.note, isSmall: true }] : []),
    ];
  }
  const { matrices, translations, finding } = reorder(models[MODEL], state, colours);
  const hint = part ? t("order#colours") : t("order#distances");
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
        language,
      ),
    },
    { kind: "translations", runs: translations },
  ];
  if (part === "orders") return [...control("order"), ...parts];
  return part ? parts : [...parts, { kind: "text", text: finding }];
}

export const order = {
  picture: "edition/sheet",
  scrolls: true,
  asksSentence: isOfASentence,
  models: (state, values) => (isOfASentence(state, values) ? [MODEL] : []),

  computed: (values) => ({
    "table-length": {
      options: (state) =>
        declared(values.pages.order, "table-length").options.filter(
          ([length]) => !isLearned(state) || Number(length) <= values.order.learnedLength,
        ),
    },
    row: {
      options: (state) => upTo(state["table-length"] - 1, 0).map((number) => [number, number]),
      first: (state) => String(Math.floor(state["table-length"] / 2)),
    },
  }),

  controls: ({ values }) => values.pages.order.settings.map(({ name }) => name),

  hear: (name, settings) => (name === "settings" ? settings : null),

  // In a lecture the arrows go through the looks.
  step: (state, [, by], { pages }) =>
    stepThrough(declared(pages.order, "look").options, "look", state, by),

  async run(given) {
    const start = performance.now(),
      { values } = given;
    const other = given.state.other ?? otherOrder(given.state, values);
    const encoding = given.state.look === "others" ? given.state.encoding : "";
    const state = { ...given.state, encoding, other };
    const parts = await partsOf({ ...given, state });
    const [, title] = declared(values.pages.order, "look").options.find(
      ([look]) => look === state.look,
    );
    return {
      packed: {
        parts,
        painted: [state.look, encoding, isOfASentence(state, values) ? state.sentence : ""]
          .join(" ")
          .trim(),
      },
      title: t(title),
      state: state.look === "order" ? { other } : {},
      milliseconds: performance.now() - start,
    };
  },
};
