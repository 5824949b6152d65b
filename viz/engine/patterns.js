// The pattern of a head in one sentence, and its caption: viz/analysis/head_finding.py and
// head_captions.py of Python, whose thresholds and texts are in `values.captions`.

import { KNOWN, MOST_QUOTED, SHORTEST_CROSSED } from "./constants.js";
import { entropy, mean, sum } from "./numbers.js";
import { isSpecial, quoted, t } from "./text.js";

// Instead of a column: the row does not count; it counts, but its word has no known column.
const UNCOUNTED = -1,
  UNLINKED = -2;
const ORDERED = { aligns: "order", "aligns-read": "order-read" };

export const isWord = (label) => !isSpecial(label) && /[\p{L}\p{N}]/u.test(label);

// The place of the largest number, the first of several.
const placeOfLargest = (numbers) =>
  numbers.reduce((best, number, place) => (number > numbers[best] ? place : best), 0);

// Lines of heads that know positions alone, [line][row].
const straightLines = (rows, columns, { slopes, offsets }) =>
  [1, ...slopes.map((slope) => (columns / rows) * slope)].flatMap((step) =>
    offsets.map((offset) =>
      Array.from({ length: rows }, (_, row) =>
        Math.min(Math.max(Math.floor(step * (row + 0.5) + offset), 0), columns - 1),
      ),
    ),
  );

// The share of a head's weight on `places`, a column for each row, how many rows agree, and how
// many lie on one straight line; all 0 where they are no pattern.
function measure({ matrix, most, counts, allowed, free, lines }, places, rules) {
  const rows = places
    .map((_, row) => row)
    .filter(
      (row) =>
        counts[row] > 1 &&
        (places[row] === UNLINKED || (places[row] !== UNCOUNTED && allowed[row][places[row]])),
    );
  const linked = rows.filter((row) => places[row] !== UNLINKED);
  const known = Math.max(linked.length, 1);
  const share = sum(linked.map((row) => matrix[row][places[row]])) / known;
  const chance = sum(linked.map((row) => 1 / counts[row])) / known;
  const agreeing = linked.filter((row) => most[row] === places[row]).length;
  const holds =
    rows.length >= Math.max(rules.fewest, rules.rows * free.length) &&
    share >= Math.max(rules.share, rules.chance * chance) &&
    agreeing > rules.rows * linked.length &&
    agreeing >= rules.fewest;
  if (!holds) return { share: 0, agreeing: 0, total: 0, diagonal: 0 };
  const onLines = lines.map((line) => rows.filter((row) => most[row] === line[row]).length);
  return { share, agreeing, total: rows.length, diagonal: Math.max(0, ...onLines) };
}

// The largest weight that is worth quoting, [row, column, weight], or null.
function strongestCell({ matrix, counts, words, sinks, links }, { choices, strong }) {
  let best = null;
  matrix.forEach((weights, row) =>
    weights.forEach((weight, column) => {
      if (
        words[row] &&
        counts[row] >= choices &&
        !sinks[column] &&
        (links || row !== column) &&
        weight >= strong &&
        !(weight <= best?.[2])
      )
        best = [row, column, weight];
    }),
  );
  return best;
}

// The column that each row would attend to, by pattern. Rows are a translation of the columns with
// `links`, else the same words.
function placesOf(words, sinks, links) {
  if (links) {
    const written = words.map((is, row) => (is ? (links[row] ?? UNLINKED) : UNCOUNTED));
    return { aligns: written, "aligns-read": [UNCOUNTED, ...written.slice(0, -1)] };
  }
  const at = sinks.map((is, place) => (is ? UNCOUNTED : place));
  return {
    itself: at,
    previous: at.map((_, row) => (words[row] ? (at[row - 1] ?? UNCOUNTED) : UNCOUNTED)),
    next: at.map((_, row) => (words[row] ? (at[row + 1] ?? UNCOUNTED) : UNCOUNTED)),
  };
}

// The finding of a head: its weights as rows, `allowed` cells, which rows are `words`, and which
// columns are `sinks`, no words. `links` has of cross-attention the column of each row, or null.
function findPattern({ matrix, allowed, words, sinks, links }, rules) {
  const counts = allowed.map((row) => row.filter(Boolean).length);
  const free = words.map((_, row) => row).filter((row) => words[row] && counts[row] > 1);
  if (free.length < rules.fewest) return { pattern: "mixed", words: 0 };
  const total = (row) => sum(matrix[row]) || 1; // less than 1 with a null key
  const entropies = free.map((row) => entropy(matrix[row].map((weight) => weight / total(row))));
  const alike = Math.exp(sum(entropies) / free.length);
  const even = sum(entropies.map((nats, place) => nats / Math.log(counts[free[place]])));
  const column = placeOfLargest(sinks.map((_, key) => sum(free.map((row) => matrix[row][key]))));
  const places = {
    ...placesOf(words, sinks, links),
    [sinks[column] ? "sink" : "word"]: words.map((is) => (is ? column : UNCOUNTED)),
  };
  const rounded = (weight) => Math.round(weight * 10 ** rules.digits);
  const most = matrix.map((row) => placeOfLargest(row.map(rounded)));
  const lines = links ? straightLines(words.length, sinks.length, rules) : [];
  const head = { matrix, allowed, words, sinks, links, counts, free, most, lines };
  const measured = Object.entries(places).map(([pattern, of]) => ({
    pattern,
    column,
    ...measure(head, of, rules),
  }));
  const best = measured[placeOfLargest(measured.map(({ share }) => share))];
  if (even / free.length >= rules.even) return { pattern: "spread", words: alike };
  if (best.pattern in ORDERED && best.diagonal >= best.agreeing && best.agreeing)
    return { ...best, pattern: ORDERED[best.pattern] };
  if (best.agreeing) return best;
  return { pattern: "mixed", words: alike, strongest: strongestCell(head, rules) };
}

// The first row whose column is that after the next row's: where the lines of two words cross.
function firstCrossing(matrix, links) {
  return links.findIndex(
    (right, row) =>
      right !== null &&
      (links[row + 1] ?? null) !== null &&
      right - links[row + 1] === 1 &&
      matrix[row][right] > 0.5 &&
      matrix[row + 1][links[row + 1]] > 0.5,
  );
}

function describeCrossing({ matrix, rows, columns, links }, texts) {
  const at = firstCrossing(matrix, links);
  if (at < 0) return "";
  const written = [rows[at], rows[at + 1]],
    read = [columns[links[at + 1]], columns[links[at]]];
  if ([...written, ...read].some((word) => [...word].length < SHORTEST_CROSSED)) return "";
  return ` ${t(texts.crossing, {
    rows: written.join(" ").replaceAll("' ", "'"),
    columns: read.join(" "),
  })}`;
}

// The words of `rows` without a link, and whether of enough words the link is known.
function judge(rows, links) {
  const words = rows.filter(isWord).length;
  const unlinked = rows.filter((word, row) => links[row] === null && isWord(word));
  return { unlinked, canJudge: words > 0 && words - unlinked.length >= KNOWN * words };
}

// The caption of a head: its weights `matrix` and `allowed` cells as rows, the labels of its `rows`
// and `columns`, and of cross-attention its `links`.
export function caption({ matrix, allowed, rows, columns, links }, { most, every, texts, rules }) {
  const { unlinked, canJudge } = links ? judge(rows, links) : { unlinked: [], canJudge: true };
  const known = links && (canJudge ? links : rows.map(() => null));
  const finding = findPattern(
    {
      matrix,
      allowed,
      words: rows.map(isWord),
      sinks: columns.map((label) => !isWord(label)),
      links: known,
    },
    rules,
  );
  const { pattern, agreeing: count, total, diagonal, column, words, strongest } = finding;
  if (pattern === "spread") return t(texts.spread, { count: words.toFixed(0) });
  if (pattern !== "mixed") {
    const aligns = pattern in ORDERED,
      without = aligns ? unlinked : [];
    const isEvery = pattern in every && count === total && !without.length;
    const name = aligns && count <= rules.rows * total ? `${pattern}-partly` : pattern;
    const text = (isEvery ? every : most)[name];
    const quotes =
      without.slice(0, MOST_QUOTED).map(quoted).join(", ") +
      (without.length > MOST_QUOTED ? "…" : "");
    return (
      t(text, { count, total, diagonal, column: quoted(columns[column]) }) +
      (quotes && ` ${t(texts.unlinked, { words: quotes })}`) +
      (pattern === "aligns" ? describeCrossing({ matrix, rows, columns, links }, texts) : "")
    );
  }
  if (!canJudge && words) return t(texts.unknown);
  if (!words) return t(texts.short);
  if (!strongest) return t(texts.none);
  return t(texts.strongest, {
    row: rows[strongest[0]],
    column: columns[strongest[1]],
    percent: Math.round(100 * strongest[2]),
  });
}

// What stands beside norms in place of the `caption` of a head: how much of the weights and
// of the norms, matrices both, one of the `columns` has, that with most weight.
export function captionNorms(caption, weights, shares, columns, { texts }) {
  if (!caption) return caption;
  const means = (matrix) => columns.map((_, column) => mean(matrix.map((row) => row[column])));
  const byWeight = t(texts["by weight"], { caption }),
    [weight, share] = [weights, shares].map(means);
  if (!share.some((value) => value > 0)) return byWeight; // it is off
  const column = placeOfLargest(weight);
  const text = t(texts.norms, {
    column: quoted(columns[column]),
    weight: Math.round(100 * weight[column]),
    share: Math.round(100 * share[column]),
  });
  return `${text} ${byWeight}`;
}
