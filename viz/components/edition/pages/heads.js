// Every head of a model, with what-ifs: the front page.

import { t, translatable } from "../../shared/text.js";
import { changesOf, listed, one, settingsOf, written } from "../address.js";
import { packHeads, sourceWords } from "../heads.js";
import { stepHead } from "../lecture.js";
import { runsOf } from "../running.js";
import { WRITTEN, isReadable } from "../what_if.js";

const namesOf = (stacks) => new Set(Object.entries(stacks).flatMap(([stack, [layers, heads]]) =>
  Array.from({ length: layers * heads }, (_, place) =>
    `${stack}-${Math.floor(place / heads) + 1}-${(place % heads) + 1}`)));

// A setting of the models that have this what-if; "french-is" is one of the translators.
function ofModels(setting, values) {
  const has = ({ model }) => values.models[model].whatIfs.includes(setting.name);
  return { ...setting, applies: has,
    accepts: (value, state) => has(state) && setting.accepts(value, state) };
}

const translates = ({ model }, { models }) => "cross" in models[model].stacks;

export const heads = {
  title: translatable("Where does each head look?"),
  field: translatable("An English sentence"),
  button: (state, values) => (translates(state, values) ? t("Translate") : t("Read")),
  reading: [
    translatable("Each row is a word; its cells show how much it attends to the words of the "
      + "columns."),
    translatable("Attention is not explanation: turn a head off to see what changes."),
  ],
  picture: "bundles/explorer",
  missing: translatable("Other models and pages are in the app."),
  hasPanel: true,
  readsTables: true,
  looks: ["attention", "layer", "head", "overlay", "panel", "swap-word"],
  models: ({ model }) => [model],

  settings(values) {
    const names = ({ model }) => namesOf(values.models[model].stacks);
    const whatIfs = [
      ...Object.entries(values.options).map(([name, options]) => listed(name, options)),
      ...WRITTEN.map((name) => written(name, (value, state) =>
        isReadable(name, value, names(state))))];
    const ordinal = written("swap-word", (value) => /^([1-9]\d{0,3})?$/.test(value));
    return [
      ...whatIfs.map((setting) => ofModels(setting, values)), ordinal,
      written("overlay", (value, state) => !value || value.split(",").every((head) =>
        names(state).has(head.replace(/-off$/, "")))),
      { ...listed("panel", ["closed", "open"]), accepts: one(["open", "closed"]) },
    ];
  },

  controls: ({ state, values: { models } }) => [
    { kind: "list", name: "model", label: t("Model"), value: state.model,
      options: Object.entries(models).map(([name, { title }]) => [name, t(title)]) },
    ...models[state.model].whatIfs.includes("mask")
      ? [{ kind: "switch", name: "mask", on: "none", off: "causal",
        label: t("Let the decoder look ahead"), isOn: state.mask === "none" }] : [],
    { kind: "switch", name: "words", on: "merged", off: "written", label: t("Whole words"),
      isOn: state.words === "merged" },
  ],

  hear(name, message) {
    if (name === "off") return { off: message.heads.join(",") };
    if (name === "force") return { force: message.cells.join(",") };
    if (name === "overlay") return { overlay: message.heads.join(",") };
    if (name !== "choice") return null;
    const { stack, layer, head } = message;
    return { attention: stack, layer: String(layer + 1), head: String(head + 1) };
  },

  step: (state, key, values) => {
    const [layers, count] = values.models[state.model].stacks[state.attention];
    return stepHead(state, key, { layers, heads: count });
  },

  async run({ models, state, values, french, file, tables }) {
    const language = Object.keys(french).length ? "fr" : "en";
    const profiles = file(`profiles/${state.model}.${language}.json`); // is sent meanwhile
    const start = performance.now(), page = settingsOf({ heads }, "heads", values);
    const all = runsOf(models[state.model]), run = all.run(state, changesOf(state, page));
    const { trace, trained, refusal } = run, milliseconds = performance.now() - start;
    return {
      packed: packHeads(run, state, await profiles, values, french, tables),
      milliseconds, refusal,
      title: trace.translation ?? trace.sentence, trained: trained?.translation ?? "",
      words: { read: sourceWords(trace), typed: sourceWords(all.free) },
    };
  },
};
