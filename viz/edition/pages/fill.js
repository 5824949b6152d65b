// Fill the gap: BERT's guesses for hidden words, and whether one sentence follows another.
//
// To be read beside viz/pages/fill of Python.

import { tenths } from "../../engine/shares.js";
import { entryOf, grouped, shorten, t } from "../../engine/text.js";
import { declared, stepThrough } from "../settings.js";

const MODEL = "bert";
const MASK = "[MASK]",
  SEPARATOR = "[SEP]";

// The words that can be hidden, [{ places, text }]; unless `merged`, each token is one.
function wordsOf({ source, sentence }, merged) {
  const characters = [...sentence],
    groups = new Map();
  source.forEach(({ text, start, end, word }, place) => {
    if (start >= end || [MASK, SEPARATOR].includes(text)) return;
    const number = merged ? word : place;
    groups.set(number, [...(groups.get(number) ?? []), place]);
  });
  return [...groups.values()].map((places) => {
    const [first, last] = [source[places[0]], source[places.at(-1)]];
    return { places, text: characters.slice(first.start, last.end).join("").trim() || first.text };
  });
}

// The places hidden at first: the longest word of one token; none with a typed mask.
function firstHidden(trace, { pages, fill: { hiddenWord } }) {
  if (trace.source.some(({ text }) => text === MASK)) return [];
  const words = wordsOf(trace, true),
    short = words.filter(({ places }) => places.length === 1);
  let single = short.length ? short : words;
  const known = single.filter(({ text }) => text === hiddenWord);
  if (trace.sentence === pages.fill.example && known.length) single = known;
  const longest = Math.max(...single.map(({ text }) => [...text].length));
  return single.find(({ text }) => [...text].length === longest)?.places ?? [];
}

const isPlaces = (text) => /^\s*(\d{1,4}(\s*,\s*\d{1,4})*)?\s*$/.test(text);
const read = (text) =>
  text
    .split(",")
    .filter((part) => part.trim())
    .map(Number);
const sorted = (places) => [...new Set(places)].sort((one, other) => one - other);

// A row for each of the best guesses, for the true word, and for all others together.
function guessRows({ best, trueWord, probability, rank }, [colour, trueColour]) {
  const nameOf = (word, isTrue) =>
    isTrue ? t("{word} (hidden)", { word: shorten(word) }) : shorten(word);
  const row = (text, value, isTrue = false) => ({
    text: nameOf(text, isTrue),
    value,
    label: tenths(value),
    colour: isTrue ? trueColour : colour,
  });
  let rest = 1 - best.reduce((sum, [, share]) => sum + share, 0);
  const rows = best.map(([word, share], place) =>
    row(word, share, place + 1 === rank && word === trueWord),
  );
  if (rank > best.length) {
    rest += best.at(-1)[1] - probability;
    rows.splice(-1, 1, row(trueWord, probability, true));
  }
  rest = Math.max(rest, 0);
  return [...rows, { text: t("all others"), value: rest, label: tenths(rest), isOthers: true }];
}

function finding({ both, left, right }) {
  if (both.trueWord === null) {
    const [word, share] = both.best[0];
    return t("fill#no word given", {
      word,
      share: tenths(share),
    });
  }
  return t("fill#guesses from both sides", {
    word: both.trueWord,
    rank: grouped(both.rank),
    share: tenths(both.probability),
    left: grouped(left.rank),
    right: grouped(right.rank),
    left_share: tenths(left.probability),
    right_share: tenths(right.probability),
  });
}

const isPair = (state) => state["fill-look"] === "pair";

// Whether the second sentence follows the first: the tokens with their segments, and both orders.
function showPair(filler, state, { colours: [colour], style, fill: { quality } }) {
  const [first, second] = [state.sentence.trim(), state["second-sentence"].trim()];
  const pair = second && !first.includes(SEPARATOR) ? `${first} ${SEPARATOR} ${second}` : first;
  const trace = filler.trace(pair),
    behind = trace.second || trace.source.length;
  const parts = [
    {
      kind: "tokens",
      tokens: trace.source.map(({ text, start, end }, place) => ({
        text,
        kind: start < end && text !== SEPARATOR ? "" : "mark",
        below: place < behind ? "A" : "B",
      })),
    },
  ];
  const packed = { style, painted: pair, parts };
  if (!trace.second) {
    parts.push({ kind: "text", text: t("Type a second sentence, or take an example.") });
    return packed;
  }
  const [before, after] = [
    pair.slice(0, pair.indexOf(SEPARATOR)),
    pair.slice(pair.indexOf(SEPARATOR) + SEPARATOR.length),
  ].map((half) => half.trim());
  const forward = filler.follows(pair),
    back = filler.follows(`${after} ${SEPARATOR} ${before}`);
  const rows = [
    [t("A, then B"), forward],
    [t("B, then A"), back],
  ].map(([text, value]) => ({ text, value, label: tenths(value), colour }));
  const named = { share: tenths(forward) };
  const finding =
    forward >= 0.5 ? t("fill#B follows A", named) : t("fill#B hardly follows A", named);
  const right = t("fill#right on held-out pairs", {
    share: tenths(quality.share),
    count: grouped(quality.count),
    length: tenths(quality.length),
  });
  parts.push(
    {
      kind: "distributions",
      panels: [{ title: t("probability that one follows the other"), rows, line: 0.5 }],
    },
    { kind: "text", text: `${finding} ${right}` },
    {
      kind: "text",
      isSmall: true,
      text: t("fill#segments"),
    },
  );
  return packed;
}

export const fill = {
  picture: "edition/tables",
  models: () => [MODEL],

  computed: ({ fill: { seconds } }) => ({
    hide: { accepts: isPlaces },
    gap: { accepts: (value) => /^\d{1,4}$/.test(value) },
    "second-sentence": { first: ({ sentence }) => entryOf(seconds, sentence) },
  }),

  controlsFollow: true,
  controls({ state, values, content }) {
    if (isPair(state)) {
      const { first, following, elsewhere } = values.fill;
      const example = (label, second) => ({
        kind: "button",
        label,
        change: { sentence: first, "second-sentence": second },
      });
      return [
        "fill-look",
        "second-sentence",
        example(t("Example: it follows in the book"), following),
        example(t("Example: from another book"), elsewhere),
      ];
    }
    const { words, hidden, gap, masked } = content;
    const chips = words.map(({ places, text }) => {
      const isOn = places.some((place) => hidden.includes(place));
      const others = hidden.filter((place) => !places.includes(place));
      return {
        text,
        isOn,
        change: { hide: sorted(isOn ? others : [...others, ...places]).join(), gap: null },
      };
    });
    return [
      "fill-look",
      { kind: "chips", label: t("fill#click"), chips },
      ...(gap.options.length > 1 ? [{ name: "gap", ...gap }] : []),
      "words",
      {
        kind: "link",
        label: t("See every head on this sentence"),
        page: "heads",
        state: { model: MODEL, sentence: masked, attention: "encoder" },
      },
    ];
  },

  // In a lecture the arrows to the sides go through the gaps, the others through the looks.
  step: (state, [axis, by], { pages }, { gap }) =>
    axis === "layer" || !gap
      ? stepThrough(declared(pages.fill, "fill-look").options, "fill-look", state, by)
      : stepThrough(gap.options, "gap", { gap: gap.value }, by),

  run({ models: { [MODEL]: filler }, state, values }) {
    const start = performance.now(),
      notes = [];
    if (isPair(state))
      return {
        packed: showPair(filler, state, values),
        title: t(values.pages.fill.title),
        notes,
        milliseconds: performance.now() - start,
      };
    const trace = filler.trace(state.sentence);
    const words = wordsOf(trace, state.words === "merged");
    const asked = state.hide === null ? firstHidden(trace, values) : sorted(read(state.hide));
    const all = wordsOf(trace, false).flatMap(({ places }) => places);
    const typed = [...trace.source.keys()].filter((place) => trace.source[place].text === MASK);
    const hidden = sorted([...asked.filter((place) => all.includes(place)), ...typed]);
    const wrong = asked.find((place) => !all.includes(place) && !typed.includes(place));
    if (wrong !== undefined) {
      notes.push(t("fill#no such place", { place: wrong, count: trace.source.length }));
    }
    const place = hidden.includes(Number(state.gap)) ? Number(state.gap) : hidden[0];
    const [colour, trueColour] = [values.colours[0], values.colours[1]];
    const kindOf = ({ text, start: from, end }, at) =>
      hidden.includes(at) ? "mask" : from < end && text !== SEPARATOR ? "" : "mark";
    const parts = [
      {
        kind: "tokens",
        tokens: trace.source.map((token, at) => ({
          text: hidden.includes(at) ? MASK : token.text,
          kind: kindOf(token, at),
          edge: colour,
          fill: `color-mix(in srgb, ${colour} 18%, transparent)`,
        })),
      },
    ];
    if (hidden.length) {
      const { sides, guesses: count } = values.fill;
      const guess = (sees) =>
        filler.guess(state.sentence, hidden, { count, sees })[hidden.indexOf(place)];
      const guesses = Object.fromEntries(Object.keys(sides).map((sees) => [sees, guess(sees)]));
      parts.push(
        { kind: "text", text: finding(guesses) },
        {
          kind: "distributions",
          panels: Object.entries(sides).map(([sees, title]) => ({
            title: t(title),
            rows: guessRows(guesses[sees], [colour, trueColour]),
          })),
        },
      );
      parts.push({
        kind: "text",
        isSmall: true,
        text: t("fill#the left alone"),
      });
    } else parts.push({ kind: "text", text: t("No word is hidden yet. Click one.") });
    const numbered = hidden.map((at, number) => [
      String(at),
      `${number + 1}. ` + (typed.includes(at) ? "?" : trace.source[at].text),
    ]);
    const characters = [...trace.sentence];
    for (const at of [...hidden].reverse()) {
      const { start: from, end } = trace.source[at];
      characters.splice(from, end - from, MASK);
    }
    return {
      packed: { style: values.style, painted: `${trace.sentence} ${place ?? ""}`.trim(), parts },
      title: t(values.pages.fill.title),
      notes,
      words,
      hidden,
      masked: characters.join(""),
      gap: { options: numbered, value: String(place) },
      state: {
        hide: hidden.filter((at) => !typed.includes(at)).join(),
        gap: place === hidden[0] ? null : String(place),
      },
      milliseconds: performance.now() - start,
    };
  },
};
