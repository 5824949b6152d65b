// Texts in the reader's language, and words as they are quoted.

import { LONGEST_LABEL } from "./constants.js";

export const ENGLISH = { code: "en", texts: {}, signs: {}, plural: ["1"], partial: false };
const MOST_SAID = 5000; // texts of a partial language that are remembered

let own = {},
  english = {},
  spoken = ENGLISH;
// Of a language that lacks some texts, by what was said: its English, and whether it is its own.
const said = new Map();

// The language that Python told (`script_language`), the English of the texts that a script names
// by page and heading, and the texts by what the script says.
export function setLanguage(language, named = english, texts = language.texts) {
  [spoken, own, english] = [language, texts, named];
  said.clear();
}

// The form of a word for a number of things; `forms` have "|" between them.
function formOf(count, forms) {
  const offered = forms.split("|"),
    digits = String(count).replace(/[^\d.,]/g, "");
  const place = spoken.plural.findIndex((form) => new RegExp(`^(?:${form})$`).test(digits));
  return offered[place < 0 ? offered.length - 1 : Math.min(place, offered.length - 1)];
}

const fill = (template, values) =>
  template.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name, format = "") => {
    const value = values[name];
    if ((value ?? null) === null) return whole;
    return format.includes("|") ? formOf(value, format) : value;
  });

// A text of a language that lacks some: all of it or, with a part that is not, English, as Python.
function sayWhole(text, values) {
  if (said.has(text) || !/\p{L}/u.test(text)) return text; // said already, or a number
  const entries = Object.entries(values);
  const parts = entries.map(([name, value]) => [name, said.get(value)]);
  const isOwn = Object.hasOwn(own, text) && parts.every(([, part]) => part?.isOwn ?? true);
  const inEnglish = Object.fromEntries(
    parts.map(([name, part]) => [name, part?.english ?? values[name]]),
  );
  const whole = fill(english[text] ?? text, inEnglish);
  const result = isOwn ? fill(own[text], values) : whole;
  if (said.size >= MOST_SAID) said.clear();
  said.set(result, { english: whole, isOwn });
  return result;
}

// A text in the reader's language, as t of Python: a short one by its English, a long one by its
// heading. {names} in it stand for the values, others stay; a value of "{root:.2f}" is already
// formatted, and "{count:word|words}" is the form for a count.
export const t = (text, values = {}) =>
  spoken.partial ? sayWhole(text, values) : fill(own[text] ?? english[text] ?? text, values);
export const minus = (number) => number.replace("-", "−");
// A number that is written in English, as the reader's language writes it.
export const local = (number) =>
  spoken === ENGLISH ? number : number.replace(/[.,]/g, (sign) => spoken.signs[sign] ?? sign);
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
