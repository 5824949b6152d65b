// Texts in the reader's language, and words as they are quoted.

let french = {};

// Texts that Python sent in French, by their English.
export function setFrench(texts) {
  french = texts;
}

// A text in the reader's language: in French if Python sent it; {names} in it stand for the values, others stay.
export const say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
export const mark = (text) => text;  // of a constant, which is said where it is shown
export const KINDS = { weight: mark("weight"), score: mark("score"), distance: mark("distance"), norm: mark("norm"), cosine: mark("cosine") };
export const quoted = (word) => say("“{word}”", { word });
export const shorten = (word) => (word.length > 20 ? word.slice(0, 19) + "…" : word);
