// Every head of a model, with what-ifs: the front page.

import { describeProbabilities, describeRepair, lossesChart } from "../../engine/ablation.js";
import { packHeads, sourceWords } from "../../engine/heads.js";
import { ablate, findRepair } from "../../engine/networks/ablating.js";
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

const SECTIONS = ["this-head-off", "takes-over"];
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
  const asked = readPin(pin, sentence, settings, values.languages),
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

// The run on show, and the head that is pinned beside it.
function runOnShow({ models, state, values }) {
  const { pinned, why } = pinnedOf(models, state, values),
    changes = changesOf(state, settingsHere(values)),
    french = pinned?.isFollowed ? pinned.trace.translation : null;
  return { run: runsOf(models[state.model]).run(state, changes, french), pinned, why };
}

// The words on show with the chosen head on, for what is lost without it.
async function withThisHead({ models, state, values, file }) {
  const { trace, whatIf } = runOnShow({ models, state, values }).run,
    model = models[state.model],
    head = [state.attention, state.layer - 1, state.head - 1];
  const silenced = (whatIf.silenced ?? []).filter((other) => `${other}` !== `${head}`),
    changed = { ...whatIf, silenced };
  const baseline = model.trace(state.sentence, changed, trace.translation),
    written = baseline.written.slice(baseline.promptLength ?? 0),
    sample = (await file("samples.json"))[state.model];
  const run = model.again(state.sentence, written, changed);
  return { measured: [model, sample, run, head], trace, whatIf, baseline, head };
}

async function showLosses(given) {
  const { measured, baseline, ...shown } = await withThisHead(given),
    { state, values, pause } = given;
  const losses = await ablate(...measured, (...done) =>
      pause(t("Switching off this head"), ...done),
    ),
    charts = [lossesChart(losses, { ...shown, model: state.model }, values)];
  return [
    { kind: "charts", charts, diverging: values.diverging, ink: values.ink },
    { kind: "markdown", text: describeProbabilities(losses, baseline) },
  ];
}

async function showRepair(given) {
  const { measured } = await withThisHead(given),
    doing = t("heads#each head off with this one");
  const repair = await findRepair(...measured, (...done) => given.pause(doing, ...done));
  return [{ kind: "markdown", text: describeRepair(repair, given.values.titles) }];
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
  looks: ["attention", "layer", "head", "held", "overlay", "panel", "swap-word", ...SECTIONS],
  sections: {
    "this-head-off": { run: showLosses },
    "takes-over": { run: showRepair, isLong: true },
  },
  models: ({ model, pin }) => [...new Set([model, ...(pin ? [modelOf(pin)] : [])])],

  computed(values) {
    const applies = ({ model }) => values.models[model].losesHeads;
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
      ...Object.fromEntries(SECTIONS.map((name) => [name, { applies }])),
      quantity: { first: "weight", options: ({ model }) => values.models[model].quantities },
      "swap-word": { first: "", accepts: (value) => /^([1-9]\d{0,3})?$/.test(value) },
      pin: {
        accepts: (value, { sentence }) =>
          !value || readPin(value, sentence, settingsHere(values), values.languages) !== null,
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

  async run({ models, state, values, language, file, tables }) {
    const profiles = file(`profiles/${state.model}.${language.code}.json`); // is sent meanwhile
    const start = performance.now(),
      { run, pinned, why } = runOnShow({ models, state, values });
    const { trace, trained, refusal } = run,
      milliseconds = performance.now() - start;
    return {
      packed: packHeads(run, state, await profiles, values, language, tables, pinned),
      milliseconds,
      refusal,
      notes: why ? [t(why.text, why.values)] : [],
      ...(state.quantity === "norm" ? { reading: [explainNorms(state, values)] } : {}),
      title: trace.translation ?? trace.sentence,
      trained: trained?.translation ?? "",
      words: { read: sourceWords(trace), typed: sourceWords(runsOf(models[state.model]).free) },
    };
  },
};
