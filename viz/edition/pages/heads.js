// Every head of a model, with what-ifs: the front page.

import { packHeads, sourceWords } from "../../engine/heads.js";
import { Refusal } from "../../engine/networks/refusal.js";
import { runsOf } from "../../engine/running.js";
import { t } from "../../engine/text.js";
import { NAMES, WRITTEN, isReadable } from "../../engine/what_if.js";
import { changesOf, writeAddress } from "../address.js";
import { settingsOf } from "../settings.js";
import { stepHead } from "../lecture_mode.js";
import { modelOf, readPin, runPin, withSentence, writePin } from "../pin.js";

const namesOf = (stacks) =>
  new Set(
    Object.entries(stacks).flatMap(([stack, [layers, heads]]) =>
      Array.from(
        { length: layers * heads },
        (_, place) => `${stack}-${Math.floor(place / heads) + 1}-${(place % heads) + 1}`,
      ),
    ),
  );

const settingsHere = (values) => settingsOf({ heads }, "heads", values);

// What a message about the pinned head changes.
function changePin({ act, head }, state, values) {
  if (act === "pin") return { pin: writePin(writeAddress(state, settingsHere(values)), head) };
  if (act === "sentence") return { pin: withSentence(state.pin, state.sentence) };
  return act === "none" ? { pin: "", "pinned-french": "own" } : { "pinned-french": act };
}

const translates = ({ model }, { models }) => "cross" in models[model].stacks;

let last = { key: "", pinned: null }; // the run of the head that is pinned

// The run of the pinned head, or why it is refused; null without one.
function pinnedOf(models, { pin, sentence, ...state }, values) {
  if (!pin) return { pinned: null };
  const settings = settingsHere(values),
    isFollowed = state["pinned-french"] === "same";
  const asked = readPin(pin, sentence, settings),
    key = JSON.stringify([asked, isFollowed]);
  try {
    if (last.key !== key)
      last = { key, pinned: runPin(models[asked.model], asked, settings, isFollowed) };
    return last;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { pinned: null, why: error };
  }
}

// How to read norms, in plain text.
function explainNorms({ model }, { models }) {
  const { stacks, formula } = models[model],
    isOfHeads = stacks.encoder || stacks.decoder;
  const text = t(isOfHeads ? "heads#norms" : "heads#norms of states", { formula });
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

export const heads = {
  picture: "bundles/explorer",
  hasPanel: true,
  readsTables: true,
  looks: ["attention", "layer", "head", "held", "overlay", "panel", "swap-word"],
  models: ({ model, pin }) => [...new Set([model, ...(pin ? [modelOf(pin)] : [])])],

  computed(values) {
    const names = ({ model }) => namesOf(values.models[model].stacks);
    const follows = (state) => Boolean(state.pin) && translates(state, values);
    // A what-if is one of the models that have it; "french-is" is one of the translators.
    const ofModels = (name) => {
      const has = ({ model }) => values.models[model].whatIfs.includes(name),
        options = values.pages.heads.settings.find((setting) => setting.name === name)?.options;
      const accepts = (value, state) =>
        WRITTEN.includes(name)
          ? isReadable(name, value, names(state))
          : options.some(([option]) => option === value);
      return [
        name,
        { applies: has, accepts: (value, state) => has(state) && accepts(value, state) },
      ];
    };
    return {
      ...Object.fromEntries([...NAMES, "french-is"].map(ofModels)),
      quantity: { first: "weight", options: ({ model }) => values.models[model].quantities },
      "swap-word": { first: "", accepts: (value) => /^([1-9]\d{0,3})?$/.test(value) },
      pin: {
        accepts: (value, { sentence }) =>
          !value || readPin(value, sentence, settingsHere(values)) !== null,
      },
      "pinned-french": {
        applies: follows,
        accepts: (value, state) => follows(state) && ["own", "same"].includes(value),
      },
      held: { accepts: (value) => /^((row|column)-[1-9]\d{0,3})?$/.test(value) },
      overlay: {
        accepts: (value, state) =>
          !value || value.split(",").every((head) => names(state).has(head.replace(/-off$/, ""))),
      },
    };
  },

  controls: () => [
    "model",
    {
      name: "mask",
      kind: "switch",
      on: "none",
      off: "causal",
      label: t("Let the decoder look ahead"),
    },
    "words",
  ],

  hear(name, message, { state, values }) {
    if (name === "off") return { off: message.heads.join(",") };
    if (name === "force") return { force: message.cells.join(",") };
    if (name === "overlay") return { overlay: message.heads.join(",") };
    if (name === "held") return { held: message.word };
    if (name === "quantity") return { quantity: message.name };
    if (name === "pin") return changePin(message, state, values);
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
    const start = performance.now(),
      page = settingsHere(values);
    const { pinned, why } = pinnedOf(models, state, values);
    const all = runsOf(models[state.model]),
      run = all.run(
        state,
        changesOf(state, page),
        pinned?.isFollowed ? pinned.trace.translation : null,
      );
    const { trace, trained, refusal } = run,
      milliseconds = performance.now() - start;
    return {
      packed: packHeads(run, state, await profiles, values, french, tables, pinned),
      milliseconds,
      refusal,
      notes: why ? [t(why.text, why.values)] : [],
      ...(state.quantity === "norm" ? { reading: [explainNorms(state, values)] } : {}),
      title: trace.translation ?? trace.sentence,
      trained: trained?.translation ?? "",
      words: { read: sourceWords(trace), typed: sourceWords(all.free) },
    };
  },
};
