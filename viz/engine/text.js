// Texts in the reader's language, and words as they are quoted.

import { LONGEST_LABEL } from "./constants.js";

let french = {},
  english = {},
  isFrench = false;

// Texts that Python sent: in French, none for a reader of English, and the English of those that a
// script names by page and heading.
export function setFrench(texts, named = english) {
  [french, english] = [texts, named];
  isFrench = Object.keys(texts).length > 0;
}

// A text in the reader's language, as t of Python: a short one by its English, a long one by its
// heading. {names} in it stand for the values, others stay; a value of "{root:.2f}" is already
// formatted.
export const t = (text, values = {}) =>
  (french[text] ?? english[text] ?? text).replace(
    /\{(\w+)(?::[^{}]*)?\}/g,
    (whole, name) => values[name] ?? whole,
  );
export const minus = (number) => number.replace("-", "−");
// A number that is written in English, as the reader's language writes it.
export const local = (number) =>
  isFrench ? number.replace(/[.,]/g, (sign) => (sign === "." ? "," : "\u202f")) : number;
export const grouped = (count) => local(count.toLocaleString("en"));
// What rounds to 0 has no sign.
export const fixed = (value, places) =>
  minus(local(value.toFixed(places).replace(/^-(0\.?0*)$/, "$1")));
export const translatable = (text) => text; // of a constant, which is said where it is shown
export const KINDS = {
  weight: translatable("weight"),
  share: translatable("share"),
  score: translatable("score"),
  distance: translatable("distance"),
  norm: translatable("norm"),
  cosine: translatable("cosine"),
};
export const quoted = (word) => t("“{word}”", { word });
// The English of a French word; "" where none is known.
export const inEnglish = (word) => (word ? t("English: {word}.", { word: quoted(word) }) : "");
export const shorten = (word, most = LONGEST_LABEL) =>
  word.length > most ? word.slice(0, most - 1) + "…" : word;

// A token that stands for no word: the start, the end, a place of padding.
export const isSpecial = (word) => /^(<[^<>\s]+>|\[[A-Z]+\]|<\|[a-z]+\|>)$/.test(word);

// What a table has for a typed sentence; "" where it has none, as for “constructor”.
export const entryOf = (table, sentence) => (Object.hasOwn(table, sentence) ? table[sentence] : "");
