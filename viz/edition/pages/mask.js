// What the decoder may see: masked against unmasked.
//
// To be read beside viz/pages/mask of Python.

import { litCells } from "../../engine/marks.js";
import { Masking, packMatrices } from "../../engine/mask.js";
import { t } from "../../engine/text.js";
import { controlParts, declared, stepThrough, upTo } from "../settings.js";

const headsOf = ([layers, heads]) =>
  upTo(layers).flatMap((layer) =>
    upTo(heads).map((head) => [
      `${layer}-${head}`,
      t("layer {layer}, head {head}", { layer, head }),
    ]),
  );

// What is shown, part by part: see sheet.js. A step of a lesson shows one `part` of the page, with
// its `highlights`.
function partsOf(masking, values, language, part, highlights) {
  const { exchange, state } = masking;
  const matrices = (all, hint, play = "") => ({
    kind: "matrices",
    packed: packMatrices(
      all.map((matrix) => ({
        ...matrix,
        lit: litCells(highlights ?? [], matrix.rows, matrix.columns),
      })),
      hint,
      play,
      values,
      language,
    ),
  });
  const control = (name, own = {}) => controlParts([{ name, ...own }], { mask }, state, values);
  const [scores, seen, weights] = masking.matrices,
    words = masking.wordsToExchange;
  if (part === "scores" || part === "weights")
    return [matrices([scores, part === "scores" ? seen : weights], t("shared#hover"))];
  const ahead = () => [
    { kind: "charts", charts: [masking.nextWords], diverging: values.diverging },
    { kind: "text", text: masking.findingAhead },
  ];
  const later = () =>
    typeof exchange === "string"
      ? [{ kind: "text", text: exchange }]
      : [
          { kind: "changes", words: exchange.words, runs: exchange.changes, place: exchange.place },
          {
            kind: "text",
            text: t("mask#what was exchanged", exchange),
          },
          { kind: "text", text: masking.findingLater(exchange) },
        ];
  const padding = () => [
    matrices(masking.paddingMatrices, t("Hatched: padding, which no word may attend to.")),
    { kind: "translations", runs: masking.paddingTranslations },
  ];
  if (part) return { ahead, later, padding }[part]();
  return [
    matrices([scores, seen, weights], t("mask#hover"), t("Let the mask fall")),
    {
      kind: "text",
      text: t("mask#rows"),
    },
    { kind: "heading", text: t("Does looking ahead help?") },
    ...ahead(),
    { kind: "translations", runs: masking.ownTranslations },
    { kind: "heading", text: t("mask#a later word") },
    ...(words.length ? control("exchange", { options: words, value: masking.exchanged }) : []),
    ...later(),
    { kind: "heading", text: t("And the padding mask?") },
    ...control("longer"),
    ...padding(),
    {
      kind: "text",
      text: t("mask#padding").replaceAll("`", ""),
    },
  ];
}

export const mask = {
  picture: "edition/sheet",
  scrolls: true,
  models: () => ["transformer"],

  computed: ({ models }) => ({
    "decoder-head": {
      options: ({ model }) => headsOf(models[model].stacks.decoder),
    },
    exchange: { accepts: (value) => /^[1-9]\d{0,2}$/.test(value) },
  }),

  controls: ({ state }) => [
    "sees",
    ...(state.sees === "window" ? ["last"] : []),
    "decoder-head",
    "french",
    "words",
  ],

  hear: (name, settings) => (name === "settings" ? settings : null),

  // In a lecture → and ← go through the masks, ↓ and ↑ through the heads.
  step(state, [axis, by], values) {
    return axis === "head"
      ? stepThrough(declared(values.pages.mask, "sees").options, "sees", state, by)
      : stepThrough(headsOf(values.models[state.model].stacks.decoder), "decoder-head", state, by);
  },

  run({ models: { transformer }, state, values, language }) {
    const start = performance.now();
    const masking = new Masking(transformer, state, values);
    const parts = partsOf(masking, values, language, state.part, state.highlights);
    const settings = {
      "decoder-head": masking.head,
      french: masking.french,
      exchange: masking.exchanged,
    };
    return {
      packed: { parts, painted: masking.trained.translation },
      state: settings,
      title: `${t(values.pages.mask.title)} · ${masking.trained.translation}`,
      milliseconds: performance.now() - start,
    };
  },
};
