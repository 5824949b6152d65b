// Whether a sentence is perhaps beyond the translator, or its translation wrong:
// models/answers/limits.py, source_words.py and capitals.py of Python, but for the language of the
// sentence, which takes a model of its own. The lexicon knows few words of another language, and
// where it knows few, no head is judged.

import { BEGINNING, CLEARLY, ENDING, LONGEST_LOOK } from "./constants.js";
import { normalise } from "./networks/normalising.js";

const TAG = /<\/?[a-z][^<>]*>/gi;
const BYTE = /^<0x[0-9A-F]{2}>$/;
const CAPITALS = /\p{L}+(?:['’]\p{L}+)*/gu;

// The words of a text that have letters or digits, { text, number, pieces }, from its tokens.
function splitWords(text, tokens) {
  const characters = [...text],
    words = new Map();
  tokens.forEach(({ start, end, word }) => {
    const entry = words.get(word) ?? { number: word, spans: new Map() };
    entry.spans.set(`${start} ${end}`, characters.slice(start, end).join("").trim());
    words.set(word, entry);
  });
  return [...words.values()]
    .map(({ spans, ...word }) => {
      const pieces = [...spans.values()].filter(Boolean);
      return { ...word, pieces, text: pieces.join("") };
    })
    .filter(({ text: written }) => /[\p{L}\p{N}]/u.test(written));
}

// Whether two French words are the same but for a short ending.
function isFormOf(word, other) {
  const shorter = Math.min(word.length, other.length);
  const common = Math.max(BEGINNING, shorter - ENDING);
  return word === other || (shorter >= common && word.slice(0, common) === other.slice(0, common));
}

// Whether one of the French words, in lower case, translates an English word.
function isTranslated(word, french, lexicon) {
  const small = word.toLowerCase();
  if ((word !== small || small === word.toUpperCase()) && french.includes(small)) return true;
  return lexicon.translations(word).some((known) => french.some((other) => isFormOf(known, other)));
}

// The numbers of the English words that the model has perhaps misread.
function misreadWords(trace, { lexicon, seen }, { misread }) {
  const french = splitWords(trace.translation, trace.predicted).map(({ text }) =>
    normalise(text).toLowerCase(),
  );
  return splitWords(trace.sentence, trace.source)
    .map((word) => ({ ...word, text: normalise(word.text) })) // as the lexicon has it
    .filter(({ text }) => !isTranslated(text, french, lexicon))
    .filter(({ text, pieces }) => pieces.length > 1 || seen.times(text) <= misread)
    .map(({ number }) => number);
}

// Whether a word is in capitals, and was clearly more often read in lower case.
function isShouted(word, seen) {
  const [start] = word.split(/['’]/),
    small = start.toLowerCase();
  const others = Math.max(seen.times(small), seen.times(start[0] + small.slice(1)));
  return (
    start.length > 1 &&
    start === start.toUpperCase() &&
    start !== small &&
    others >= CLEARLY * Math.max(1, seen.times(start))
  );
}

// Whether the end of tokens repeats what is before it.
function isRepeated(tokens) {
  for (let period = 1; period <= tokens.length / 2; period++) {
    let length = period;
    while (length < tokens.length && tokens.at(-1 - length) === tokens.at(-1 - length + period))
      length++;
    if (length >= 2 * period) return true;
  }
  return false;
}

// The limits that a `trace` touches, whose model's card has these `limits`, null for a translation
// that the trace was told: { misread, isDoubtful }, the second of the whole sentence. `typed` is
// the run of the sentence as typed.
export function limitsOf(typed, trace, tables, limits) {
  const beginning = normalise(typed.sentence).slice(0, LONGEST_LOOK);
  const text = beginning.replace(TAG, " ");
  const isPlain = text === beginning && /\p{L}/u.test(text);
  const isUnreadable = typed.source.some(
    (token) => BYTE.test(token.text) && token.start < LONGEST_LOOK,
  );
  const isLoud = (beginning.match(CAPITALS) ?? []).some((word) => isShouted(word, tables.seen));
  const judged = isPlain && trace.finished ? limits : null;
  const misread = judged?.misread === undefined ? [] : misreadWords(trace, tables, judged);
  const isLooping = !trace.finished && isRepeated(trace.predicted.map((token) => token.text));
  return {
    misread,
    isDoubtful: !isPlain || isUnreadable || isLoud || isLooping,
  };
}
