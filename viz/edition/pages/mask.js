// What the decoder may see: masked against unmasked.
//
// To be read beside viz/pages/mask of Python.

import { litCells } from "../../engine/marks.js";
import { Masking, packMatrices } from "../../engine/mask.js";
import { t, translatable } from "../../engine/text.js";
import { one, upTo } from "../address.js";

const SEES = {
  causal: translatable("Causal mask (as trained)"),
  none: translatable("No mask"),
  window: translatable("Only the last words"),
};
const WINDOWS = upTo(6);
const LONGER = ["1", "2", "4", "8", "16"]; // extra words of the other sentence of the batch
const more = (count) => (count === "1" ? t("1 word longer") : t("{count} words longer", { count }));
const isHead = (value, { model }, values) => {
  const [layers, heads] = values.models[model].stacks.decoder;
  const [layer, head, ...others] = value.split("-");
  return !others.length && upTo(layers).includes(layer) && upTo(heads).includes(head);
};

// What is shown, part by part: see sheet.js. A step of a lesson shows one `part` of the page, with
// its `highlights`.
function partsOf(masking, values, french, part, highlights) {
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
      french,
    ),
  });
  const list = (name, label, options, value) => ({
    kind: "control",
    control: { kind: "list", name, label, options, value },
  });
  const [scores, seen, weights] = masking.matrices,
    words = masking.wordsToExchange;
  if (part === "scores" || part === "weights")
    return [
      matrices(
        [scores, part === "scores" ? seen : weights],
        t("Hover over a word or a cell. Click to pin it, Esc to release."),
      ),
    ];
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
            text: t(
              "“{word}” became “{other}”. Each number is the largest change in that " +
                "word's hidden states.",
              exchange,
            ),
          },
          { kind: "text", text: masking.findingLater(exchange) },
        ];
  const padding = () => [
    matrices(masking.paddingMatrices, t("Hatched: padding, which no word may attend to.")),
    { kind: "translations", runs: masking.paddingTranslations },
  ];
  if (part) return { ahead, later, padding }[part]();
  return [
    matrices(
      [scores, seen, weights],
      t(
        "Hover over a word to see what it can attend to. Coloured " +
          "frame: the weight differs from the causal model.",
      ),
      t("Let the mask fall"),
    ),
    {
      kind: "text",
      text: t(
        "Each row is the last word read; the decoder must predict the next " +
          "one. The translation is fixed, so both cases can be compared row by row.",
      ),
    },
    { kind: "heading", text: t("Does looking ahead help?") },
    ...ahead(),
    { kind: "translations", runs: masking.ownTranslations },
    { kind: "heading", text: t("Change a later word: do the words before it notice?") },
    ...(words.length ? [list("exchange", t("Exchange a word"), words, masking.exchanged)] : []),
    ...later(),
    { kind: "heading", text: t("And the padding mask?") },
    list(
      "longer",
      t("The other sentence of the batch is"),
      LONGER.map((count) => [count, more(count)]),
      state.longer,
    ),
    ...padding(),
    {
      kind: "text",
      text: t(
        "Sentences in a batch must have the same length, so the shorter one is " +
          "filled up with `<pad>`. The padding mask keeps every word from attending to it, and the " +
          "translation is the same as for the sentence by itself.",
      ).replaceAll("`", ""),
    },
  ];
}

export const mask = {
  title: translatable("What may the decoder see?"),
  field: translatable("An English sentence"),
  button: () => t("Translate"),
  reading: [
    translatable(
      "The causal mask hides later words from the decoder. Choose “No mask” and " + "compare.",
    ),
  ],
  missing: translatable("Other looks and models are in the app."),
  only: ["transformer"],
  picture: "edition/sheet",
  scrolls: true,
  models: () => ["transformer"],

  settings: (values) => [
    { name: "sees", first: "causal", accepts: one(Object.keys(SEES)) },
    { name: "last", first: "2", accepts: one(WINDOWS) },
    { name: "french", first: null, accepts: () => true },
    { name: "decoder-head", first: null, accepts: (value, state) => isHead(value, state, values) },
    { name: "exchange", first: null, accepts: (value) => /^[1-9]\d{0,2}$/.test(value) },
    { name: "longer", first: "4", accepts: one(LONGER) },
  ],

  controls({ state, values }) {
    const [layers, heads] = values.models.transformer.stacks.decoder;
    const list = (name, label, options) => ({
      kind: "list",
      name,
      label,
      options,
      value: state[name],
    });
    const names = upTo(layers).flatMap((layer) =>
      upTo(heads).map((head) => [
        `${layer}-${head}`,
        t("layer {layer}, head {head}", { layer, head }),
      ]),
    );
    return [
      list(
        "sees",
        t("What the decoder may see"),
        Object.entries(SEES).map(([name, title]) => [name, t(title)]),
      ),
      ...(state.sees === "window"
        ? [
            list(
              "last",
              t("How many words"),
              WINDOWS.map((count) => [
                count,
                count === "1" ? t("the last 1") : t("the last {count}", { count }),
              ]),
            ),
          ]
        : []),
      list("decoder-head", t("Head"), names),
      { kind: "text", name: "french", label: t("Translation to follow"), value: state.french },
      {
        kind: "switch",
        name: "words",
        on: "merged",
        off: "written",
        label: t("Whole words"),
        isOn: state.words === "merged",
      },
    ];
  },

  hear: (name, settings) => (name === "settings" ? settings : null),

  // In a lecture → and ← go through the masks, ↓ and ↑ through the heads.
  step(state, [axis, by], values) {
    if (axis === "head") {
      const names = Object.keys(SEES),
        sees = names[names.indexOf(state.sees) + by];
      return sees ? { sees } : null;
    }
    const [layers, heads] = values.models.transformer.stacks.decoder;
    const [layer, head] = state["decoder-head"].split("-").map(Number);
    const place = (layer - 1) * heads + head - 1 + by;
    if (place < 0 || place >= layers * heads) return null;
    return { "decoder-head": `${Math.floor(place / heads) + 1}-${(place % heads) + 1}` };
  },

  run({ models: { transformer }, state, values, french }) {
    const start = performance.now();
    const masking = new Masking(transformer, state, values);
    const parts = partsOf(masking, values, french, state.part, state.highlights);
    const settings = {
      "decoder-head": masking.head,
      french: masking.french,
      exchange: masking.exchanged,
    };
    return {
      packed: { parts, painted: masking.trained.translation },
      state: settings,
      title: `${t(mask.title)} · ${masking.trained.translation}`,
      milliseconds: performance.now() - start,
    };
  },
};
