// Probabilities as they stand under words.

import { t } from "../../engine/text.js";

const NOTABLE = 0.1; // a change of a probability that stands out

const whole = (p) => (p >= 0.995 ? "99+" : p < 0.01 ? "<1" : String(Math.round(100 * p)));

// Whether a word has one percentage: none before, or the same.
export const rounded = ({ probability, before }) =>
  before === undefined || whole(before) === whole(probability);

export const percentages = (word) =>
  rounded(word)
    ? t("{percent}%", { percent: whole(word.probability) })
    : t("{before} → {percent}%", { before: whole(word.before), percent: whole(word.probability) });

export const isMoved = ({ probability, before }) =>
  before !== undefined && Math.abs(probability - before) >= NOTABLE;

// How probable a word is whose pieces these are; `before` only where it is known of each.
export function together(pieces) {
  const product = (name) => pieces.reduce((value, piece) => value * piece[name], 1);
  const known = pieces.every((piece) => piece.before !== undefined);
  return { probability: product("probability"), before: known ? product("before") : undefined };
}
