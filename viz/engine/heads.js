// What the engine computed, as the explorer reads it: explorer.pack of Python.

import { MASKED, STEPS } from "./constants.js";
import { aboutPin } from "./describing.js";
import { differing } from "./differing.js";
import { limitsOf } from "./limits.js";
import { targetMask } from "./networks/attention.js";
import { changesOf, countReadable } from "./networks/changes.js";
import { sum } from "./numbers.js";
import { caption, captionNorms, isWord } from "./patterns.js";
import { t } from "./text.js";

const BEGIN = "<s>"; // what a decoder reads first

// The tokens of a text, `merged` into words or as they are: groups of token numbers, each with a
// label.
export class Axis {
  constructor(text, tokens, merged) {
    const characters = [...text],
      words = new Map();
    tokens.forEach(({ word }, place) => words.set(word, [...(words.get(word) ?? []), place]));
    this.tokens = tokens;
    this.groups = merged ? [...words.values()] : tokens.map((_, place) => [place]);
    const spans = this.groups.map((group) => [tokens[group[0]].start, tokens[group.at(-1)].end]);
    const times = (span) => spans.filter((other) => other.join() === span.join()).length;
    this.labels = this.groups.map((group, place) => {
      const span = spans[place],
        label = characters
          .slice(...span)
          .join("")
          .trim();
      if (!merged || !label) return tokens[group[0]].text;
      // Several words that are read of one character, the points of “…”, are labelled by tokens.
      return times(span) > 1 ? group.map((place) => tokens[place].text).join("") : label;
    });
    this.continues = this.groups.map(([first]) =>
      Number(!merged && first > 0 && tokens[first - 1].word === tokens[first].word),
    );
  }
}

// The weights of `count` heads between groups, [head][row][column]: the sum over the tokens of a
// key, the mean over those of a query (viz.analysis.measures.merge_subwords).
export function between(weights, count, rows, columns) {
  const [high, wide] = [rows.tokens.length, columns.tokens.length];
  return Array.from({ length: count }, (_, head) =>
    rows.groups.map((queries) =>
      columns.groups.map((keys) => {
        let sum = 0;
        for (const query of queries)
          for (const key of keys) sum += weights[(head * high + query) * wide + key];
        return sum / queries.length;
      }),
    ),
  );
}

// Whether a row may attend to a column: whether one of its tokens may to one of the column's.
export const mayAttend = (allowed, rows, columns) =>
  rows.groups.map((queries) =>
    columns.groups.map((keys) => queries.some((query) => keys.some((key) => allowed[query][key]))),
  );

// The pieces in which whole words are read.
function piecesOf({ groups, tokens }) {
  if (groups.length === tokens.length) return [];
  return groups.map((group) => group.map((place) => tokens[place].text));
}

// The text that the tokens written stand in: GPT's is the sentence and its continuation.
const writtenText = ({ sentence, translation, promptLength = 0 }) =>
  promptLength ? sentence + translation : translation;

// The rows and columns of each stack.
export function axesOf(trace, merged) {
  const begin = { text: BEGIN, start: 0, end: 0, word: -1 };
  const { predicted = [] } = trace,
    text = writtenText(trace) ?? "";
  const source = new Axis(trace.sentence, trace.source, merged);
  const decoder = new Axis(text, [begin, ...predicted.slice(0, -1)], merged);
  return {
    encoder: [source, source],
    decoder: [decoder, decoder],
    cross: [new Axis(text, predicted, merged), source],
  };
}

// The words that the model wrote itself.
function writtenWords(trace, merged) {
  const { predicted = [], choices, promptLength = 0 } = trace;
  const tokens = predicted.slice(promptLength);
  const axis = new Axis(writtenText(trace) ?? "", tokens, merged);
  const pieces = tokens.map(({ text }, place) => ({ text, ...choices[promptLength + place] }));
  return axis.groups.map((group, place) => ({
    text: axis.labels[place],
    probability: group.reduce((product, place) => product * pieces[place].probability, 1),
    pieces: group.map((place) => pieces[place]),
    continues: Boolean(axis.continues[place]),
  }));
}

// How many whole words the model wrote itself.
export const countWords = (trace) => writtenWords(trace, true).length;

// The words of the sentence read: their numbers, the places of their tokens, and their texts.
export function sourceWords({ sentence, source }) {
  const { groups, labels } = new Axis(sentence, source, true);
  return groups
    .map((places, at) => ({ number: source[places[0]].word, places, text: labels[at] }))
    .filter(({ places }) => source[places[0]].start < source[places.at(-1)].end);
}

// Of a `run` of the engine the words as trained, with how probable each was and is: [] without a
// what-if. `run` has the trace on show, its `whatIf`, the trace as `trained`, and `forced`, which
// follows the words as trained with the what-if; these two are null without one. `isSame` says
// whether it writes what it does as trained.
function wordsAsTrained({ trained, forced }, merged) {
  if (!trained) return [];
  const [before, now] = [trained, forced].map((trace) => writtenWords(trace, merged));
  return before.map(({ text, continues, probability }, place) => ({
    text,
    continues,
    before: probability,
    probability: now[place].probability,
  }));
}

// The words on show: `changed` ones the model as trained does not write, and as long as both write
// the same, how probable each was `before`.
function compareWords(words, trained) {
  if (!trained.length) return words;
  const texts = [words, trained].map((sentence) => sentence.map(({ text }) => text));
  const changed = differing(...texts),
    other = words.findIndex(({ text }, place) => text !== trained[place]?.text);
  return words.map((word, place) => ({
    ...word,
    changed: changed[place],
    ...(other < 0 || place < other ? { before: trained[place].before } : {}),
  }));
}

// What a picture shows of a stack in place of its weights (viz.analysis.views): each norm of
// normsOf as a share of its row, [head][row][column], and the sums of all rows.
function sharesOf(trace, stack, count, rows, columns) {
  const norms = between(trace.norms(stack), count, rows, columns);
  const sums = norms.map((matrix) => matrix.map(sum));
  const shares = norms.map((matrix, head) =>
    matrix.map((row, place) => row.map((norm) => norm / (sums[head][place] || 1))),
  );
  return { shares, sums: sums.flat().map((value) => Number(value.toPrecision(4))) };
}

// Profiles beside norms: they were measured by weight, and say so; null without any.
const profilesBeside = (profiles) =>
  profiles && {
    ...profiles,
    source: t("{source}, by weight", { source: profiles.source }),
    heads: Object.fromEntries(
      Object.entries(profiles.heads).map(([name, [, text, measures]]) => [
        name,
        ["", text, measures, ""],
      ]),
    ),
  };

// Which cells of a stack may be attended to, [query][key].
export function allowedCells(stack, rows, columns, whatIf) {
  const { mask, window, blocked } = changesOf(whatIf);
  const count = columns.tokens.length;
  const readable = countReadable(whatIf, count, count - (whatIf.padding ?? 0));
  return rows.tokens.map((_, query) =>
    stack === "decoder"
      ? targetMask(query, rows.tokens.length, mask, window)
      : columns.tokens.map(
          (__, key) => key < readable && (stack === "encoder" || !blocked.includes(key)),
        ),
  );
}

// What the lexicon says of a run: the column of each written word of cross-attention, `null` where
// none is known, and none in a sentence that is perhaps beyond the model; the numbers of the words
// that are perhaps misread; and the English of the written words, by their numbers.
function askLexicon({ trace, trained }, state, { stacks, limits }, tables, isFollowing) {
  if (!stacks.cross) return { misread: [], glosses: null };
  const [source, written] = [
    new Axis(trace.sentence, trace.source, true),
    new Axis(trace.translation, trace.predicted, true),
  ];
  const isTold = isFollowing || (trained && state["french-is"] === "kept");
  const { misread, isDoubtful } = limitsOf(trained ?? trace, trace, tables, isTold ? null : limits);
  const links = tables.lexicon
    .links(source.labels, written.labels)
    .map((link, row) => (isWord(written.labels[row]) && !isDoubtful ? link : null));
  const glosses = state.gloss === "on" ? glossesOfRun(trace, tables.lexicon) : null;
  return { source, written, links, misread, glosses };
}

// The English of the written words of a run, by their numbers.
export function glossesOfRun({ sentence, source, translation, predicted }, lexicon) {
  const [read, written] = [
    new Axis(sentence, source, true),
    new Axis(translation, predicted, true),
  ];
  const glosses = lexicon.glosses(read.labels, written.labels);
  return new Map(
    written.labels.map((word, row) => [
      written.tokens[written.groups[row][0]].word,
      isWord(word) ? glosses[row] : "",
    ]),
  );
}

export const glossesOf = (glosses, { groups, tokens }) =>
  groups.map(([first]) => glosses.get(tokens[first].word) ?? "");

// The rows and columns of a stack, each with its words, and what a decoder reads and writes at its
// rows; `last` is the word written last.
function wordsOf(stack, [rows, columns], last) {
  const names = rows.labels;
  return {
    rows: names,
    columns: columns.labels,
    before: stack === "cross" ? [BEGIN, ...names.slice(0, -1)] : null,
    after: stack === "decoder" ? [...names.slice(1), last] : null,
    rowsContinue: rows.continues,
    columnsContinue: columns.continues,
  };
}

// The numbers of a matrix [row][column], where a row may attend to a column.
const quantize = (matrix, isSeen) =>
  matrix.flatMap((weights, row) =>
    weights.map((weight, column) =>
      isSeen[row][column] ? Math.round(Math.min(weight, 1) * STEPS) : MASKED,
    ),
  );

// The pinned head of a run (see `runPin`) beside the `run` on show, its numbers at `offset`; null
// without one, or where that run has no such head.
function describePin(pinned, run, state, values, offset) {
  if (!pinned || !run.trace.weights[state.attention]) return null;
  const {
    trace,
    whatIf,
    isFollowed,
    state: { model, attention: stack, layer, head },
  } = pinned;
  const axes = axesOf(trace, state.words === "merged"),
    [rows, columns] = axes[stack];
  const [layers, heads] = values.models[model].stacks[stack],
    title = t(values.titles[stack]);
  const isNorm = state.quantity === "norm";
  const matrices = isNorm
    ? sharesOf(trace, stack, layers * heads, rows, columns).shares
    : between(trace.weights[stack], layers * heads, rows, columns);
  const isSeen = mayAttend(allowedCells(stack, rows, columns, whatIf), rows, columns);
  return {
    numbers: quantize(matrices[(layer - 1) * heads + (head - 1)], isSeen),
    described: {
      stack,
      layers: 1,
      heads: 1,
      kind: isNorm ? "share" : "weight",
      offset,
      ...wordsOf(stack, axes[stack], axes.cross[0].labels.at(-1)),
      title:
        layers * heads === 1
          ? title
          : `${title} · ${t("layer {layer}, head {head}", { layer, head })}`,
      about: aboutPin(pinned, run, state, writtenText, values),
      sentence: trace.sentence,
      followed: isFollowed,
    },
  };
}

// Packed bytes of a run of the engine (see `wordsAsTrained`) as the `state` of the address has it,
// beside the head that is `pinned`; null without one, and not given where none can be.
// `profiles` are those of Python or null, `values` those that `python -m viz.static` writes,
// `language` the reader's, `tables` the lexicon and how often words were seen.
export function packHeads(run, state, profiles, values, language, tables, pinned) {
  const { trace, whatIf, refusal } = run,
    merged = state.words === "merged";
  const choice = [state.attention, state.layer - 1, state.head - 1];
  const { off, force } = refusal ? { off: "", force: "" } : state;
  const { stacks, whatIfs = ["off", "force"], formula, quantities } = values.models[state.model];
  const isNorm = state.quantity === "norm";
  const asked = askLexicon(run, state, values.models[state.model], tables, pinned?.isFollowed);
  const axes = axesOf(trace, merged),
    [written, source] = axes.cross;
  const trained = wordsAsTrained(run, merged),
    numbers = [];
  // One by one: those of a long sentence are too many for the arguments of one call.
  const add = (more) => more.forEach((number) => numbers.push(number));
  const glosses = (axis) =>
    asked.glosses && axis !== source ? glossesOf(asked.glosses, axis) : [];
  const words = compareWords(writtenWords(trace, merged), trained).map((word, place) =>
    asked.glosses ? { ...word, gloss: glosses(written)[place] } : word,
  );
  const misread = source.groups.flatMap(([first], column) =>
    asked.misread.includes(source.tokens[first].word) ? [column] : [],
  );
  const blocks = Object.entries(stacks).map(([stack, [layers, heads]]) => {
    const [rows, columns] = axes[stack],
      offset = numbers.length;
    const allowed = allowedCells(stack, rows, columns, whatIf);
    const isSeen = mayAttend(allowed, rows, columns);
    const matrices = between(trace.weights[stack], layers * heads, rows, columns);
    const norms = isNorm ? sharesOf(trace, stack, layers * heads, rows, columns) : null;
    for (const matrix of norms?.shares ?? matrices) add(quantize(matrix, isSeen));
    // Cross-attention is judged between whole words, which the lexicon links.
    const isWhole = merged || stack !== "cross";
    const judged = isWhole
      ? matrices
      : between(trace.weights[stack], layers * heads, asked.written, asked.source);
    const labels = isWhole
      ? [rows.labels, columns.labels]
      : [asked.written.labels, asked.source.labels];
    const seen = isWhole ? isSeen : mayAttend(allowed, asked.written, asked.source);
    const captions = judged.map((matrix, head) => {
      const text = caption(
        {
          matrix,
          allowed: seen,
          rows: labels[0],
          columns: labels[1],
          links: stack === "cross" ? asked.links : null,
        },
        values.captions,
      );
      return norms
        ? captionNorms(text, matrices[head], norms.shares[head], columns.labels, values.captions)
        : text;
    });
    return {
      stack,
      layers,
      heads,
      kind: isNorm ? "share" : "weight",
      offset,
      ...(norms ? { sums: norms.sums } : {}),
      title: language.texts[values.titles[stack]] ?? values.titles[stack],
      ...wordsOf(stack, axes[stack], written.labels.at(-1)),
      ...(stack === "decoder" ? {} : { pieces: piecesOf(source), misread }),
      findings: Array.from({ length: layers }, (_, layer) =>
        captions.slice(layer * heads, (layer + 1) * heads),
      ),
      rowGlosses: glosses(rows),
      columnGlosses: glosses(columns),
      first: Math.max(0, rows.labels.length - words.length),
    };
  });
  const canPin = pinned !== undefined;
  const beside = describePin(pinned, run, state, values, numbers.length);
  add(beside?.numbers ?? []);
  const head = {
    blocks,
    words,
    choice,
    off,
    force,
    language,
    profiles: isNorm ? profilesBeside(profiles) : profiles,
    finished: trace.finished ?? true,
    sentence: state.sentence,
    overlay: state.overlay,
    pictures: state.pictures,
    held: state.held,
    quantity: state.quantity ?? "weight",
    quantities: quantities?.map(([name, title]) => [name, t(title)]),
    formula,
    steps: STEPS,
    losses: null,
    refutation: null,
    pinned: beside?.described ?? null,
    reference: [],
    beside: [],
    trained: !run.trained || run.isSame ? null : trained,
    can: {
      silenced: whatIfs.includes("off"),
      forced: !merged && !isNorm && whatIfs.includes("force"),
      ranked: false,
      refuted: false,
      asked: canPin,
      pinned: canPin,
      told: false,
    },
    ink: values.ink,
    diverging: values.diverging,
    colours: values.colours,
  };
  return pack(head, Uint16Array.from(numbers));
}

// The length of the head, the head and all numbers, a typed array: canvas.pack of Python.
export function pack(head, numbers) {
  const json = JSON.stringify(head),
    text = new TextEncoder().encode(json);
  const even = text.length + (text.length % 2);
  const bytes = new Uint8Array(4 + even + numbers.byteLength);
  new DataView(bytes.buffer).setUint32(0, even, true);
  bytes.fill(32, 4, 4 + even);
  bytes.set(text, 4);
  bytes.set(new Uint8Array(numbers.buffer), 4 + even);
  return bytes;
}
