// Typed text as our models read it; models/normalisation.py says why.

import { Refusal } from "./refusal.js";

// Control characters, and Unicode's default ignorable ones.
const INVISIBLE = new RegExp(
  "[\\x00-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f\\u00ad\\u061c" +
    "\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]" +
    "|\\u034f|[\\u180b-\\u180f]|[\\ufe00-\\ufe0f]|[\\u{e0000}-\\u{e0fff}]",
  "u",
);
const EMOJI =
  "\\u231a\\u231b\\u23cf\\u23e9-\\u23fa\\u25b6\\u25c0\\u25fb-\\u25fe" +
  "\\u2600-\\u2669\\u266c-\\u2775\\u2794-\\u27bf" +
  "\\u2934\\u2935\\u2b05-\\u2b07\\u2b1b\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f0cf}" +
  "\\u{1f170}-\\u{1f1ff}\\u{1f201}-\\u{1f251}\\u{1f300}-\\u{1faff}";
export const hasEmoji = (text) => new RegExp(`[${EMOJI}]`, "u").test(text);
// What Python's \s means, and emoji, which are read as white space.
const WHITE =
  "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029" +
  "\\u202f\\u205f\\u3000" +
  EMOJI +
  "]";
const DASHES = "—―︱﹘"; // between two clauses
const PART = new RegExp(`(${WHITE}*)([${DASHES}])${WHITE}*|(${WHITE}+)|.`, "gsu");
// Guillemets are not replaced: our French text has them.
const SIGNS = new Map([
  ...[..."‘’‚‛ʼ′´ʹ‹›"].map((sign) => [sign, "'"]),
  ...[..."“”„‟″"].map((sign) => [sign, '"']),
  ...[..."‐‑‒–−"].map((sign) => [sign, "-"]),
]);
// Characters above or below the line, fractions and numbers in circles: "x²" is not "x2". Those
// whose decomposition Unicode calls <super>, <sub>, <fraction> or <circle>.
const MEANINGFUL = new RegExp(
  "[" +
    "\\u{aa}\\u{b2}-\\u{b3}\\u{b9}-\\u{ba}\\u{bc}-\\u{be}\\u{2b0}-\\u{2b8}" +
    "\\u{2e0}-\\u{2e4}\\u{10fc}\\u{1d2c}-\\u{1d2e}\\u{1d30}-\\u{1d3a}\\u{1d3c}-\\u{1d4d}" +
    "\\u{1d4f}-\\u{1d6a}\\u{1d78}\\u{1d9b}-\\u{1dbf}\\u{2070}-\\u{2071}" +
    "\\u{2074}-\\u{208e}\\u{2090}-\\u{209c}\\u{2120}\\u{2122}\\u{2150}-\\u{215f}\\u{2189}" +
    "\\u{2460}-\\u{2473}\\u{24b6}-\\u{24ea}\\u{2c7c}-\\u{2c7d}\\u{2d6f}" +
    "\\u{3192}-\\u{319f}\\u{3244}-\\u{3247}\\u{3251}-\\u{327e}\\u{3280}-\\u{32bf}" +
    "\\u{32d0}-\\u{32fe}\\u{a69c}-\\u{a69d}\\u{a770}\\u{a7f2}-\\u{a7f4}" +
    "\\u{a7f8}-\\u{a7f9}\\u{ab5c}-\\u{ab5f}\\u{ab69}\\u{10781}-\\u{10785}" +
    "\\u{10787}-\\u{107b0}\\u{107b2}-\\u{107ba}\\u{1f12b}-\\u{1f12e}\\u{1f16a}-\\u{1f16c}" +
    "\\u{1f250}-\\u{1f251}" +
    "]",
  "u",
);
// Lines above and below letters, which are spacing accents only by a second decomposition.
const LINES = /[\ufe49-\ufe4c\uffe3]/;

export const normalise = (text) => readText(text).plain;

// A text as typed and the normalised text that a model reads, with the place in `typed` of each
// character of `plain`: [start, end]. Characters are those of Unicode, as in Python. If the text
// continues `earlier`, white space at its beginning is kept.
export function readText(typed, earlier = "") {
  const characters = [...typed];
  if (/^[ -~]*$/.test(typed)) {
    const spans = characters.map((_, place) => [place, place + 1]);
    return { typed, plain: withApostrophes(typed), spans };
  }
  const broken = characters.findIndex((character) => /^[\ud800-\udfff]$/.test(character));
  if (broken >= 0) {
    throw new Refusal(
      "Character {place} of this text is broken: it is half of a character, or a byte that is not UTF-8. Delete it, or type it again.",
      { place: broken + 1 },
    );
  }
  const places = [...characters.keys()].filter((place) => !INVISIBLE.test(characters[place]));
  const visible = places.map((place) => characters[place]).join("");
  const parts = []; // [text, [start, end]]
  let next = 0; // in `places`
  for (const [match, before, dash, white] of visible.matchAll(PART)) {
    const length = [...match].length;
    const from = next;
    next += length;
    let part = match;
    let span = [places[from], places[next - 1] + 1];
    if (dash || (white && /[^ ]/.test(white))) {
      if (dash) span = [places[from + before.length], places[from + before.length] + 1];
      part = dash ? " - " : " ";
      if (from === 0 && !earlier) part = part.trimStart();
      if (next === places.length) part = part.trimEnd();
      if (hasEmoji(match) && /[.,!?;:]/.test(characters[places[next]] ?? "")) part = "";
    } else if (white) {
      for (const place of places.slice(from, next)) parts.push([" ", [place, place + 1]]);
      continue;
    } else if (parts.length && /^(\p{M}|[\u1160-\u11ff])$/u.test(part)) {
      const [letter, [first]] = parts.pop();
      part = letter + part;
      span = [first, span[1]];
    }
    parts.push([part, span]);
  }
  const written = parts.map(([part, span]) => [plainLetter(part), span]);
  return {
    typed,
    plain: withApostrophes(written.map(([part]) => part).join("")),
    spans: written.flatMap(([part, span]) => [...part].map(() => span)),
  };
}

// A backtick between two letters is an apostrophe.
const withApostrophes = (text) => text.replace(/(\p{L})`(?=\p{L})/gu, "$1'");

// A letter with its combining marks as a keyboard writes it.
const plainLetter = (part) => [...part.normalize("NFC")].map(plain).join("").normalize("NFC");

// A character as a keyboard writes it; unchanged where that would lose its meaning.
function plain(character) {
  if (SIGNS.has(character)) return SIGNS.get(character);
  const compatible = character.normalize("NFKD");
  const isPlain = character.normalize("NFD") !== character || compatible === character;
  const isAccent = compatible.startsWith(" ") && !LINES.test(character);
  if (isPlain || isAccent || MEANINGFUL.test(character)) return character;
  return [...character.normalize("NFKC")].map(plain).join("");
}
