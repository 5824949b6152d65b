// What the engine computed, as the explorer reads it: explorer.pack of Python.

import { targetMask } from "../engine/attention.js";
import { STACKS } from "../engine/transformer.js";
import { MASKED } from "../shared/packing.js";

const STEPS = 65534;

// The tokens of a text, `merged` into words or as they are: groups of token numbers, each with a
// label.
class Axis {
  constructor(text, tokens, merged) {
    const characters = [...text], words = new Map();
    tokens.forEach(({ word }, place) => words.set(word, [...(words.get(word) ?? []), place]));
    this.tokens = tokens;
    this.groups = merged ? [...words.values()] : tokens.map((_, place) => [place]);
    const spans = this.groups.map((group) => [tokens[group[0]].start, tokens[group.at(-1)].end]);
    const times = (span) => spans.filter((other) => other.join() === span.join()).length;
    this.labels = this.groups.map((group, place) => {
      const span = spans[place], label = characters.slice(...span).join("").trim();
      if (!merged || !label) return tokens[group[0]].text;
      // Several words that are read of one character, the points of “…”, are labelled by tokens.
      return times(span) > 1 ? group.map((one) => tokens[one].text).join("") : label;
    });
    this.continues = this.groups.map(([first]) =>
      Number(!merged && first > 0 && tokens[first - 1].word === tokens[first].word));
  }
}

// The weights of one head between groups: the sum over the tokens of a key, the mean over those of
// a query (viz.analysis.measures.merge_subwords).
function between(weights, from, width, rows, columns) {
  return rows.groups.flatMap((queries) => columns.groups.map((keys) => {
    let sum = 0;
    for (const query of queries) for (const key of keys) sum += weights[from + query * width + key];
    return sum / queries.length;
  }));
}

// The pieces in which whole words are read.
function piecesOf({ groups, tokens }) {
  if (groups.length === tokens.length) return [];
  return groups.map((group) => group.map((one) => tokens[one].text));
}

function writtenWords(trace, axis) {
  const pieces = trace.predicted.map(({ text }, place) => ({ text, ...trace.choices[place] }));
  return axis.groups.map((group, place) => ({
    text: axis.labels[place],
    probability: group.reduce((product, one) => product * pieces[one].probability, 1),
    pieces: group.map((one) => pieces[one]),
    continues: Boolean(axis.continues[place]),
  }));
}

// Packed bytes of a trace of the engine, as the reader looks at it: `merged`, the chosen head
// [stack, layer, head], the `mask`, heads that are `off` as in an address. `values` are those that
// `python -m viz.static` writes, `french` its texts or {}.
export function packHeads(trace, { merged, choice, mask, off }, values, french) {
  const { layers, heads } = values;
  const begin = { text: "<s>", start: 0, end: 0, word: -1 };
  const read = [begin, ...trace.predicted.slice(0, -1)];
  const source = new Axis(trace.sentence, trace.source, merged);
  const written = new Axis(trace.translation, trace.predicted, merged);
  const decoder = new Axis(trace.translation, read, merged);
  const axes = { encoder: [source, source], decoder: [decoder, decoder], cross: [written, source] };
  const words = writtenWords(trace, written), numbers = [];
  const blocks = STACKS.map((stack) => {
    const [rows, columns] = axes[stack], offset = numbers.length;
    const allowed = rows.tokens.map((_, query) => (stack === "decoder"
      ? targetMask(query, rows.tokens.length, mask, 0) : columns.tokens.map(() => true)));
    const isSeen = rows.groups.flatMap((queries) => columns.groups.map((keys) =>
      queries.some((query) => keys.some((key) => allowed[query][key]))));
    const [high, wide] = [rows.tokens.length, columns.tokens.length];
    for (let head = 0; head < layers * heads; head++) {
      const cells = between(trace.weights[stack], head * high * wide, wide, rows, columns);
      numbers.push(...cells.map((weight, cell) =>
        (isSeen[cell] ? Math.round(Math.min(weight, 1) * STEPS) : MASKED)));
    }
    const [names, last] = [rows.labels, written.labels.at(-1)];
    return {
      stack, layers, heads, offset, title: french[values.titles[stack]] ?? values.titles[stack],
      rows: names, columns: columns.labels,
      before: stack === "cross" ? [begin.text, ...names.slice(0, -1)] : null,
      after: stack === "decoder" ? [...names.slice(1), last] : null,
      rowsContinue: rows.continues, columnsContinue: columns.continues,
      ...(stack === "decoder" ? {} : { pieces: piecesOf(source), misread: [] }),
      rowGlosses: [], columnGlosses: [],
      first: Math.max(0, names.length - words.length),
    };
  });
  const head = {
    blocks, words, choice, off, french, sentence: trace.sentence, finished: trace.finished,
    steps: STEPS, pinned: null, overlay: "", reference: [], trained: null, losses: null, force: "",
    can: { silenced: true, forced: false, ranked: false, asked: false,
      pinned: false, told: false }, beside: [], profiles: null,
    ink: values.ink, diverging: values.diverging, colours: values.colours,
  };
  return pack(head, numbers);
}

// The length of the head, the head and all numbers: canvas.pack of Python.
function pack(head, numbers) {
  const json = JSON.stringify(head), text = new TextEncoder().encode(json);
  const even = text.length + (text.length % 2);
  const bytes = new Uint8Array(4 + even + 2 * numbers.length);
  new DataView(bytes.buffer).setUint32(0, even, true);
  bytes.fill(32, 4, 4 + even);
  bytes.set(text, 4);
  bytes.set(new Uint8Array(Uint16Array.from(numbers).buffer), 4 + even);
  return bytes;
}
