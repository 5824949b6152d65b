// Align: the cross-attention of two models, or by the score functions, side by side.
//
// To be read beside viz/pages/align of Python.

import { Axis, between } from "../../engine/heads.js";
import { packMatrices } from "../../engine/mask.js";
import { runsOf } from "../../engine/running.js";
import { entryOf, t } from "../../engine/text.js";
import { declared, stepThrough } from "../settings.js";

const isPair = (state) => state.compare === "two";

// The aligners of a model, the best first: [name, title] where it has several.
const titlesOf = (model, { align }) =>
  align.aligners[model].length > 1
    ? align.aligners[model].map(([name, title]) => [name, title])
    : [];

// The models whose head the setting "aligner" chooses.
const firstOf = (state, { align }) =>
  isPair(state) ? [state.model] : align.scores.map(([name]) => name);

const choices = (state, values) =>
  firstOf(state, values)
    .map((name) => titlesOf(name, values))
    .find((all) => all.length) ?? [];
const others = (state, values) => titlesOf(state.second, values);

// A setting that is chosen from a list which depends on the models.
const chosen = (list, values) => ({
  options: (state) => list(state, values),
  first: (state) => list(state, values)[0]?.[0] ?? "",
});

// The alignment by one head, or by the mean of a layer, without the row that ends the sentence:
// align of viz/analysis/aligners.py.
function alignment(trace, { layer, head, reads }, [, heads], merged) {
  const source = new Axis(trace.sentence, trace.source, merged);
  const written = new Axis(trace.translation, trace.predicted, merged);
  const begin = { text: "<s>", start: 0, end: 0, word: -1 };
  const read = new Axis(trace.translation, [begin, ...trace.predicted.slice(0, -1)], merged);
  const size = trace.predicted.length * trace.source.length;
  const of = head === null ? [...Array(heads).keys()] : [head];
  const cells = Float32Array.from(
    { length: size },
    (_, cell) =>
      of.reduce(
        (sum, place) => sum + trace.weights.cross[(layer * heads + place) * size + cell],
        0,
      ) / of.length,
  );
  const [all] = between(cells, 1, reads ? read : written, source);
  const rows = reads ? all.slice(1) : all.slice(0, all.length - Number(trace.finished));
  return { rows: written.labels.slice(0, rows.length), columns: source.labels, values: rows };
}

export const align = {
  picture: "bundles/matrices",
  models: (state, values) => [
    ...new Set([...firstOf(state, values), ...(isPair(state) ? [state.second] : [])]),
  ],

  computed: (values) => ({
    aligner: chosen(choices, values),
    second: {
      first: ({ model }) => values.align.seconds.find((second) => second !== model),
    },
    "second-aligner": chosen(others, values),
  }),

  controls: ({ state }) => [
    "compare",
    "whose",
    "french",
    ...(isPair(state) ? [{ name: "model", label: t("First model") }] : []),
    "aligner",
    "second",
    "second-aligner",
    "words",
  ],

  // In a lecture the arrows go through what is compared and through the heads.
  step(state, [axis, by], values) {
    if (axis !== "head")
      return stepThrough(declared(values.pages.align, "compare").options, "compare", state, by);
    const options = choices(state, values).sort(([one], [other]) =>
      one.localeCompare(other, "en", { numeric: true }),
    );
    return stepThrough(options, "aligner", state, by);
  },

  run({ models, state, values, language }) {
    const start = performance.now(),
      { sentence } = state,
      isSame = state.whose === "same";
    const { scores, aligners } = values.align;
    const names = [...firstOf(state, values), ...(isPair(state) ? [state.second] : [])];
    const target = isSame ? (state.french ?? entryOf(values.references, sentence)) : "";
    const own = (name) => runsOf(models[name]).asTrained(sentence).trace;
    const text = target.trim() ? target : own(names[0]).translation;
    const panels = names.map((name, place) => {
      const options = aligners[name],
        {
          title,
          colour,
          stacks: { cross },
        } = values.models[name];
      const asked = state[isPair(state) && place ? "second-aligner" : "aligner"];
      const [, , named, aligner] = options.find(([option]) => option === asked) ?? options[0];
      const trace = isSame ? models[name].trace(sentence, {}, text) : own(name);
      const note = t(
        aligner.reads
          ? "{aligner} · attention when the word is read"
          : "{aligner} · attention when the word is written",
        { aligner: t(named) },
      );
      const [, score, formula] = scores.find(([model]) => model === name);
      return {
        ...alignment(trace, aligner, cross, state.words === "merged"),
        colour,
        title: isPair(state) ? t(title) : t(score),
        note: isPair(state) ? note : `${formula} · ${t(title)}\n${note}`,
      };
    });
    const hint = t("shared#hover");
    return {
      packed: packMatrices(panels, hint, "", values, language),
      title: t(values.pages.align.title),
      state: { french: target },
      milliseconds: performance.now() - start,
    };
  },
};
