// From layer to layer: what each layer would write, and which state or head decides a word.
//
// To be read beside viz/pages/depth of Python.

import { MOST_NAMED } from "../../engine/constants.js";
import {
  leadingCell,
  leadingHead,
  leadingToken,
  lensChart,
  meanChart,
  meanShares,
  patchChart,
  placeChart,
  shownPlaces,
} from "../../engine/depth.js";
import { lensOf } from "../../engine/networks/lens.js";
import { Pair, mapOf, pairOrNone, patching } from "../../engine/networks/patching.js";
import { Refusal } from "../../engine/networks/refusal.js";
import { runsOf } from "../../engine/running.js";
import { Sinks, sinksLook } from "../../engine/sinks.js";
import { t } from "../../engine/text.js";
import { declared, stepThrough } from "../settings.js";

const MASK = "[MASK]";
const titleOf = (pages, name, value) =>
  t(declared(pages.depth, name).options.find(([option]) => option === value)[1]);

// --- the lens ------------------------------------------------------------------------------------

// The words that are written, of a model that continues a text those that it reads; in an encoder
// its masks or, where there are none, the words of the sentence with their characters.
function wordsOf({ sentence, source, predicted, decoderInput, promptLength }) {
  if (predicted)
    return promptLength
      ? decoderInput.map((text) => ({ text }))
      : predicted.map(({ text }) => ({ text }));
  const masks = source.filter(({ text }) => text === MASK);
  if (masks.length) return masks.map(({ text }) => ({ text }));
  const characters = [...sentence],
    textAt = (start, end) => characters.slice(start, end).join(""),
    words = new Map();
  for (const { word, start, end } of source)
    if (/\p{L}/u.test(textAt(start, end)))
      words.set(word, { start: words.get(word)?.start ?? start, end });
  return [...words.values()].map(({ start, end }) => ({ text: textAt(start, end), start, end }));
}

// What `again` writes for the sentence of a run.
const writtenBy = ({ written, promptLength = 0 }) => written?.slice(promptLength);

const firstLargest = (numbers) => numbers.indexOf(Math.max(...numbers));

// The lens with the chosen word: the last that leads, in an encoder the longest, which is hidden.
function readLens(model, trace, state) {
  const words = wordsOf(trace),
    asked = words[state["depth-at"] - 1] && state["depth-at"] - 1;
  const read = (sentence) => {
    const run = model.again(sentence, writtenBy(trace));
    return [lensOf(model, run), state["depth-random"] === "on" ? run : null];
  };
  if (!trace.predicted) {
    const at = asked ?? firstLargest(words.map(({ text }) => [...text].length));
    const { start, end } = words[at] ?? {},
      characters = [...trace.sentence];
    if (end) characters.splice(start, end - start, MASK);
    const [lens, again] = read(characters.join(""));
    const place = Math.min(at, lens.final.length - 1);
    return { words, at, lens, place, again, sentence: characters.join("") };
  }
  const [lens, again] = read(trace.sentence);
  const late = lens.firstLayers.map((layer) => layer ?? lens.words.length);
  const at = asked ?? firstLargest(late);
  return { words, at, lens, place: at, again, sentence: trace.sentence };
}

const leads = (lens) =>
  shownPlaces(lens).filter((place) => lens.firstLayers[place] !== null).length;

function lensFinding(lens, control) {
  const limit = t("A lens is a reading, not a belief."),
    places = shownPlaces(lens),
    layer = lens.words.length - 2;
  if (control) {
    const named = { all: places.length, lens: leads(lens), control: leads(control) };
    return `${t("depth#lens through random numbers", named)} ${limit}`;
  }
  const late = places
    .filter((place) => lens.words[layer][place][0] !== lens.final[place])
    .sort((a, b) => lens.probabilities[layer][b][0] - lens.probabilities[layer][a][0]);
  if (!late.length) return `${t("depth#no word changes in the last layer", { layer })} ${limit}`;
  const pairs = late.slice(0, MOST_NAMED).map((place) =>
    t("“{other}” before “{word}”", {
      other: lens.words[layer][place][0],
      word: lens.final[place],
    }),
  );
  const changed = t("depth#words that the last layer changes", {
    count: late.length,
    all: places.length,
    layer,
    pairs: pairs.join(", "),
  });
  return `${changed} ${limit}`;
}

function lensExplanation({ read, words }) {
  const same = read.filter((word, place) => word === words[0][place][0]).length;
  const reading = t("depth#how a lens reads");
  return 2 * same > read.length ? `${reading} ${t("depth#the input is read back")}` : reading;
}

function showLens(model, trace, state, { colours, models: titles }) {
  const { words, at, lens, place, again, sentence } = readLens(model, trace, state);
  const control = again && lensOf(model, again, { random: true });
  const named = (chart, what) => {
    const caption = t("{model}: {what}", { model: t(titles[state.model].title), what });
    return {
      ...chart,
      caption: `${sentence.trim()}\n${caption}. ${t("A lens is a reading, not a belief.")}`,
    };
  };
  const hidden = lens.final.length - shownPlaces(lens).length;
  const second = control
    ? named(lensChart(control, colours[1]), t("the same states, read through random numbers"))
    : named(
        placeChart(lens, place, colours[1]),
        t("the best words for “{word}”, after each layer", { word: lens.final[place] }),
      );
  return {
    charts: [named(lensChart(lens, colours[1]), t("the best word after each layer")), second],
    finding: lensFinding(lens, control),
    explanation: lensExplanation(lens),
    notes: hidden ? [t("The first {count} words are not shown.", { count: hidden })] : [],
    at: {
      options: words.map(({ text }, number) => [String(number + 1), `${number + 1}. ${text}`]),
      value: String(at + 1),
    },
    state: { "depth-at": String(at + 1) },
  };
}

// --- patches -------------------------------------------------------------------------------------

// The pair with a sentence in which one word is another, and the model writes otherwise; null where
// none is known.
function proposePair(model, trace, exchanged) {
  const { sentence } = trace;
  for (const pair of exchanged)
    for (const [word, other] of [pair, [...pair].reverse()]) {
      const found = new RegExp(`\\b${word}\\b`, "i").exec(sentence);
      if (!found) continue;
      const [there] = found,
        isCapital = there[0] !== there[0].toLowerCase();
      const text =
        sentence.slice(0, found.index) +
        (isCapital ? other[0].toUpperCase() + other.slice(1) : other) +
        sentence.slice(found.index + there.length);
      const pair = pairOrNone(model, sentence, text, writtenBy(trace));
      if (pair) return pair;
    }
  return null;
}

let last = { key: "", maps: null }; // the maps that were computed last

// What the other sentence's parts move in this one, and this one's in the other. `paint` is called
// with the maps when none and when the first is computed.
async function readMaps(pair, state, tell, paint) {
  const { model: name, "depth-part": part } = state,
    key = JSON.stringify([name, pair.sentences, part]);
  if (last.key !== key) {
    const back = pair.reversed,
      maps = [pair, back].map((each) => mapOf(each, part));
    paint(maps);
    maps[0] = await patching(pair, part, (done, all) => tell(done, 2 * all));
    paint(maps);
    maps[1] = await patching(back, part, (done, all) => tell(all + done, 2 * all));
    last = { key, maps };
  }
  return last.maps;
}

// What the model writes for both sentences of a pair; an encoder the word at its first mask.
const writtenOf = ({ model: { tokenizer }, runs, sentences, words }) =>
  runs.map(({ written, given }, at) => {
    const text = written.length ? tokenizer.decode(written.slice(given)) : words[at];
    return [sentences[at].trim(), text.trim()];
  });

function patchFinding([there, back], part, titles) {
  const [own, other] = there.words,
    scale = t("depth#scale of patches", { own, other });
  if (Array.isArray(there.rows[0])) {
    const heads = t("depth#heads that move", {
      part,
      first: leadingHead(there, titles),
      back: leadingHead(back, titles),
    });
    return `${scale} ${heads}`;
  }
  const layer = (there.columns ?? there.shares[0].length) - 1,
    ends = (map) => ({ first: leadingToken(map, 0), last: leadingToken(map, layer), layer });
  return [
    scale,
    t("depth#states that move", ends(there)),
    t("depth#states the other way", ends(back)),
  ].join(" ");
}

// The means of both directions over all pairs that the model tells apart.
async function readPairs(model, state, pairs, tell) {
  const { model: name, "depth-part": part } = state,
    key = JSON.stringify([name, part]);
  if (last.key !== key) {
    const kept = [];
    for (const [done, [title, ...both]] of pairs.entries()) {
      const pair = pairOrNone(model, ...both); // none where this model writes the same
      if (!pair) continue;
      const read = (one) => patching(one, part, () => tell(done, pairs.length));
      kept.push({ title, maps: [await read(pair), await read(pair.reversed)] });
    }
    const means = [0, 1].map((way) => meanShares(kept.map(({ maps }) => maps[way])));
    last = { key, maps: { titles: kept.map(({ title }) => title), means } };
  }
  return last.maps;
}

async function showPairs(model, state, { depth: { pairs }, pages, titles, models }, tell) {
  const kept = await readPairs(model, state, pairs[state.model], tell),
    count = kept.titles.length,
    part = titleOf(pages, "depth-part", state["depth-part"]);
  const charts = kept.means.map((shares, way) => {
    const sentences = way ? t("the first sentences") : t("the second sentences");
    const what = t("{part} of {sentences}, mean of {count} pairs", { part, sentences, count });
    const caption = t("{model}: {what}", { model: t(models[state.model].title), what });
    return {
      ...meanChart(shares, titles),
      caption: `${kept.titles.join(t("; "))}\n${caption}`,
    };
  });
  const [first, back] = kept.means.map((shares) => leadingCell(shares, titles));
  return {
    charts,
    finding: t("depth#mean of pairs", { count, part, first, back }),
    explanation: t("depth#how to read pairs"),
  };
}

async function showPatches(model, trace, state, known, tell, paint) {
  const { pages, titles, models, depth } = known,
    typed = state["depth-other"]?.trim();
  const say = (done, all) => tell(t(depth.puttingIn), done, all);
  const proposed = typed === undefined ? proposePair(model, trace, depth.exchanged) : null;
  const other = typed ?? proposed?.sentences[1] ?? "";
  const shown = { state: { "depth-other": other }, notes: [] };
  if (state["depth-pairs"] === "on")
    return { ...shown, ...(await showPairs(model, state, known, say)) };
  if (!other) return { ...shown, finding: t(depth.noSecond) };
  const part = titleOf(pages, "depth-part", state["depth-part"]);
  const show = (pair, maps) => {
    const charts = maps.map((map, direction) => {
      const [taker, giver] = direction ? [other, trace.sentence] : [trace.sentence, other];
      const what = t("{part}, taken from “{sentence}”", { part, sentence: giver });
      const caption = t("{model}: {what}", { model: t(models[state.model].title), what });
      return { ...patchChart(map, giver, titles), caption: `${taker.trim()}\n${caption}` };
    });
    return {
      ...shown,
      runs: writtenOf(pair),
      charts,
      finding: patchFinding(maps, part, titles),
      explanation: t(
        state["depth-part"] === "state" ? "depth#how to read patches" : "depth#how to read heads",
      ),
    };
  };
  try {
    const pair = proposed ?? new Pair(model, trace.sentence, other, writtenBy(trace));
    return show(pair, await readMaps(pair, state, say, (maps) => paint(show(pair, maps))));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error; // it says what to do about the second sentence
    return { ...shown, finding: t(error.text, error.values) };
  }
}

// --- sinks ---------------------------------------------------------------------------------------

function showSinks(model, trace, state, { colours, depth: { sinks: kinds }, titles, models }) {
  const sinks = new Sinks(trace, model.network.sizes, state["depth-stack"]);
  const options = Object.entries(kinds).filter(([kind]) => sinks.columns[kind].includes(true)),
    value = options.map(([kind]) => kind).find((kind) => kind === state["depth-sink"]),
    kind = value ?? options[0][0];
  const { charts, finding, note } = sinksLook(sinks, kind, colours, titles);
  const named = ([chart, what]) => {
    const caption = t("{model}: {what}", { model: t(models[state.model].title), what });
    return { ...chart, caption: `${trace.sentence.trim()}\n${caption}` };
  };
  // More than two charts would be small in a hall.
  const shown = state.lecture === "on" ? charts.slice(0, 2) : charts;
  return {
    charts: shown.map(named),
    finding,
    explanation: t("depth#why there are sinks"),
    notes: note ? [note] : [],
    sinks: { options: options.map(([name, title]) => [name, t(title)]), value: kind },
    state: { "depth-sink": kind },
  };
}

const LOOKS = { lens: showLens, patch: showPatches, sinks: showSinks };

export const depth = {
  picture: "edition/sheet",
  scrolls: true,
  models: ({ model }) => [model],

  computed: ({ depth: { stacks, sinks }, titles }) => ({
    "depth-stack": {
      options: ({ model, "depth-look": look }) =>
        stacks[model][look].map((name) => [name, titles[name]]),
      first: ({ model, "depth-look": look }) => stacks[model][look][0],
    },
    "depth-sink": { accepts: (value) => value in sinks },
    "depth-at": { accepts: (value) => /^[1-9]\d{0,3}$/.test(value) },
  }),

  controlsFollow: true,
  controls({ state, values, content }) {
    const look = state["depth-look"],
      isMean = state["depth-pairs"] === "on";
    const pairs = values.depth.pairs[state.model].map(([text, sentence, other]) => ({
      text,
      isOn: !isMean && state.sentence.trim() === sentence && state["depth-other"] === other,
      change: { sentence, "depth-other": other, "depth-pairs": "off" },
    }));
    return [
      "model",
      "depth-look",
      ...(content.at ? [{ name: "depth-at", ...content.at }] : []),
      "depth-random",
      ...(values.depth.stacks[state.model][look].length > 1
        ? [{ name: "depth-stack", label: t("In the") }]
        : []),
      ...(content.sinks ? [{ name: "depth-sink", label: t("To"), ...content.sinks }] : []),
      "depth-part",
      { name: "depth-pairs", label: t("Mean of all pairs") },
      ...(isMean ? [] : ["depth-other"]),
      ...(look === "patch" ? [{ kind: "chips", label: t("Pairs"), chips: pairs }] : []),
    ];
  },

  hear: (name, settings) => (name === "settings" ? settings : null),

  // In a lecture the arrows to the sides go through the words, the others through the looks.
  step: (state, [axis, by], { pages }, { at }) =>
    axis === "head" && at
      ? stepThrough(at.options, "depth-at", { "depth-at": at.value }, by)
      : stepThrough(declared(pages.depth, "depth-look").options, "depth-look", state, by),

  // Of a map `paint` shows what is ready, before and between both directions.
  async run({ models, state, values, tell, paint = () => {} }) {
    const start = performance.now(),
      model = models[state.model],
      { trace } = runsOf(model).asTrained(state.sentence);
    const { diverging, ink } = values;
    const contentOf = ({ runs, charts, finding, explanation, ...shown }) => {
      const translations = runs ? [{ kind: "translations", runs }] : [],
        pictures = charts ? [{ kind: "charts", charts, diverging, ink }] : [];
      const parts = [
        // A frame shows the first part.
        ...(state.embed === "true" ? [pictures, translations] : [translations, pictures]).flat(),
        { kind: "markdown", text: finding },
        ...(explanation ? [{ kind: "markdown", text: explanation, isSmall: true }] : []),
      ];
      return {
        ...shown,
        packed: { painted: [state["depth-look"], state.sentence].join(" "), parts },
        title: titleOf(values.pages, "depth-look", state["depth-look"]),
        milliseconds: performance.now() - start,
      };
    };
    const paintPart = (shown) => paint(contentOf(shown));
    return contentOf(
      await LOOKS[state["depth-look"]](model, trace, state, values, tell, paintPart),
    );
  },
};
