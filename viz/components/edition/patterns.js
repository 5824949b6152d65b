// The pattern of a head in one sentence, and its caption: viz/analysis/head_finding.py and
// head_captions.py of Python, whose thresholds and texts are in `values.captions`.

import { isSpecial, quoted, t } from "../shared/text.js";

const UNCOUNTED = -1; // instead of a column: the row does not count

export const isWord = (label) => !isSpecial(label) && /[\p{L}\p{N}]/u.test(label);

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// The place of the largest number, the first of several.
const largest = (numbers) => numbers.reduce((best, number, place) =>
  (number > numbers[best] ? place : best), 0);

// The share of a head's weight on `places`, a column for each row, and how many rows agree; all 0
// where they are no pattern.
function measure({ matrix, most, counts, allowed, free }, places, rules) {
  const rows = places.map((_, row) => row).filter((row) =>
    counts[row] > 1 && places[row] !== UNCOUNTED && allowed[row][places[row]]);
  const known = Math.max(rows.length, 1);
  const share = sum(rows.map((row) => matrix[row][places[row]])) / known;
  const chance = sum(rows.map((row) => 1 / counts[row])) / known;
  const agreeing = rows.filter((row) => most[row] === places[row]).length;
  const holds = rows.length >= Math.max(rules.fewest, rules.rows * free.length)
    && share >= Math.max(rules.share, rules.chance * chance)
    && agreeing > rules.rows * rows.length && agreeing >= rules.fewest;
  return holds ? { share, agreeing, total: rows.length } : { share: 0, agreeing: 0, total: 0 };
}

// The largest weight that is worth quoting, [row, column, weight], or null.
function strongestCell({ matrix, counts, words }, { choices, strong }) {
  let best = null;
  matrix.forEach((weights, row) => weights.forEach((weight, column) => {
    if (words[row] && counts[row] >= choices && words[column] && row !== column
      && weight >= strong && !(weight <= best?.[2])) best = [row, column, weight];
  }));
  return best;
}

// The finding of a head of self-attention: its weights as rows, `allowed` cells, and the `words` of
// rows and columns alike that are no punctuation.
function findPattern(matrix, allowed, words, rules) {
  const counts = allowed.map((row) => row.filter(Boolean).length);
  const free = words.map((_, row) => row).filter((row) => words[row] && counts[row] > 1);
  if (free.length < rules.fewest) return { pattern: "mixed", words: 0 };
  const entropies = free.map((row) =>
    -sum(matrix[row].map((weight) => weight * Math.log(Math.max(weight, 1e-12)))));
  const alike = Math.exp(sum(entropies) / free.length);
  const even = sum(entropies.map((entropy, place) => entropy / Math.log(counts[free[place]])));
  const column = largest(words.map((_, key) => sum(free.map((row) => matrix[row][key]))));
  const at = words.map((is, place) => (is ? place : UNCOUNTED));
  const places = {
    itself: at,
    previous: at.map((_, row) => (words[row] ? at[row - 1] ?? UNCOUNTED : UNCOUNTED)),
    next: at.map((_, row) => (words[row] ? at[row + 1] ?? UNCOUNTED : UNCOUNTED)),
    [words[column] ? "word" : "sink"]: words.map((is) => (is ? column : UNCOUNTED)),
  };
  const rounded = (weight) => Math.round(weight * 10 ** rules.digits);
  const most = matrix.map((row) => largest(row.map(rounded)));
  const head = { matrix, allowed, words, counts, free, most };
  const measured = Object.entries(places).map(([pattern, of]) =>
    ({ pattern, column, ...measure(head, of, rules) }));
  const best = measured[largest(measured.map(({ share }) => share))];
  if (even / free.length >= rules.even) return { pattern: "spread", words: alike };
  if (best.agreeing) return best;
  return { pattern: "mixed", words: alike, strongest: strongestCell(head, rules) };
}

// The caption of a head of self-attention, of which `labels` are rows and columns.
export function caption(matrix, allowed, labels, { most, every, texts, rules }) {
  const finding = findPattern(matrix, allowed, labels.map(isWord), rules);
  const { pattern, agreeing: count, total, column, words, strongest } = finding;
  if (pattern === "spread") return t(texts.spread, { count: words.toFixed(0) });
  if (pattern !== "mixed") {
    const text = count === total ? every[pattern] : most[pattern];
    return t(text, { count, total, column: quoted(labels[column]) });
  }
  if (!words) return t(texts.short);
  if (!strongest) return t(texts.none);
  return t(texts.strongest, { row: labels[strongest[0]], column: labels[strongest[1]],
    percent: Math.round(100 * strongest[2]) });
}
