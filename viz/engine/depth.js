// The charts of a lens and of patches as values, which chart.js draws.
//
// To be read beside viz/draw/lens.py and viz/draw/patching.py.

import {
  CELL_ROW,
  LEAST_SHARE,
  LENS_BEST,
  LENS_PLACES,
  LONGEST_WORD,
  MOST_LETTERS,
  MOST_INTERVALS,
  MOST_NAMES,
  RESAMPLES,
  TOKENS_OF_PAIRS,
} from "./constants.js";
import { headName } from "./describing.js";
import { uniforms } from "./networks/random.js";
import { mean, range } from "./numbers.js";
import { tenths, wholePercent } from "./shares.js";
import { shorten, t, translatable } from "./text.js";

const cut = (word) => shorten(word, MOST_LETTERS);

// An axis of cells; `isDown`, the first is on top.
function cellAxis(labels, title, { isDown = false, step = 1 } = {}) {
  const limits = [-0.5, labels.length - 0.5];
  return {
    title,
    ticks: range(labels.length).filter((place) => place % step === 0),
    labels: labels.filter((_, place) => place % step === 0),
    limits: isDown ? limits.reverse() : limits,
    grid: false,
    zero: "none",
  };
}

const heightOf = (rows, row = CELL_ROW) => Math.max(280, 110 + row * rows);

// The places of a lens that are shown, the last ones.
export const shownPlaces = ({ final }) => range(final.length).slice(-LENS_PLACES);

// The best word of each layer, a row for each place; a line where the final word first leads.
export function lensChart(lens, colour) {
  const { words, probabilities, final, firstLayers } = lens,
    places = shownPlaces(lens),
    layers = range(words.length),
    names = lens.given ? lens.read : final;
  const marks = [
    {
      kind: "heatmap",
      values: places.map((place) => layers.map((layer) => probabilities[layer][place][0])),
      least: 0,
      most: 1,
      palette: "weight",
      hover: t("%{text}, layer %{x}: %{z:.1%}"),
      texts: places.map((place) => layers.map((layer) => cut(words[layer][place][0]))),
      textSize: layers.length < 6 ? 14 : layers.length < 9 ? 12 : 10,
    },
  ];
  const led = places.flatMap((place, row) => {
    const first = firstLayers[place];
    return first === null ? [] : [[first - 0.5, row]];
  });
  if (led.length)
    marks.push({
      kind: "series",
      x: led.flatMap(([x]) => [x, x, null]),
      y: led.flatMap(([, row]) => [row - 0.5, row + 0.5, null]),
      colour,
      line: 4,
      name: t("the final word leads for the first time"),
      hover: null,
    });
  return {
    marks,
    x: cellAxis(layers.map(String), t("layer; 0 is the input · a reading, not a belief")),
    y: cellAxis(
      places.map((place) => shorten(names[place])),
      lens.given ? t("the word read") : t("the word written"),
      { isDown: true, step: places.length <= MOST_NAMES ? 1 : 2 },
    ),
    height: heightOf(places.length),
    legend: led.length ? " " : null,
    summary: places.map((place) => leading(lens, place)).join(" "),
  };
}

// After which layer the final word of a place first leads, and what led before.
function leading({ final, firstLayers, words }, place) {
  const [word, first] = [final[place], firstLayers[place]];
  if (first === null) return t("{word}: never first.", { word });
  if (first === 0) return t("{word}: first from the input on.", { word });
  return t("{word}: first after layer {layer}; before it {other}.", {
    word,
    layer: first,
    other: words[first - 1][place][0],
  });
}

// The best words of one place after each layer, from the first layer below to the last.
export function placeChart({ words, probabilities, final, firstLayers }, place, colour) {
  const layers = range(words.length),
    best = range(LENS_BEST),
    first = firstLayers[place];
  const texts = (shown) =>
    layers.map((layer) =>
      best.map(
        (rank) =>
          `${shown(words[layer][place][rank])} ${tenths(probabilities[layer][place][rank])}`,
      ),
    );
  return {
    marks: [
      {
        kind: "heatmap",
        values: layers.map((layer) => probabilities[layer][place].slice(0, LENS_BEST)),
        least: 0,
        most: 1,
        palette: "weight",
        hover: "%{text}",
        texts: texts(cut),
      },
    ],
    rules: first === null ? [] : [{ row: first, colour, width: 3 }],
    x: cellAxis(
      best.map((rank) => `${rank + 1}.`),
      t("where it writes “{word}”: the best words", { word: shorten(final[place]) }),
    ),
    y: cellAxis(layers.map(String), t("layer; 0 is the input")),
    height: heightOf(layers.length, 44),
    summary: texts(String)
      .map((named, layer) => t("Layer {layer}: {words}.", { layer, words: named.join(", ") }))
      .join(" "),
  };
}

const STACKS = {
  encoder: translatable("encoder"),
  decoder: translatable("decoder"),
  cross: translatable("cross"),
};
const layerName = ([stack, layer]) => `${t(STACKS[stack])} ${layer + 1}`;
const WAITING = `…${"\u2007".repeat(11)}`; // about as wide as a word with its share
const MIDDLE = { x: 0.5, y: 0.5, xShare: true, yShare: true };
const isOfHeads = ({ rows }) => Array.isArray(rows[0]);

// How far each state, or each head, moves the choice between two words; `titles` are those of the
// mechanisms. A map without shares is not computed yet (see `mapOf`), and its chart has their room.
export function patchChart(map, other, titles) {
  const ofHeads = isOfHeads(map),
    all = map.shares ?? map.rows.map(() => Array(map.columns).fill(null)),
    shares = all.slice(0, ofHeads ? undefined : LENS_PLACES),
    columns = range(shares[0].length);
  const [first, second] = map.words.map((word) => shorten(word, LONGEST_WORD));
  const title = ofHeads ? t("head") : t("the state after layer");
  const names = ofHeads
    ? map.rows.map(layerName)
    : map.tokens.map((token, at) => {
        const given = map.otherTokens[at];
        return shorten(token === given ? token : `${token} ← ${given}`);
      });
  return {
    marks: [
      {
        kind: "heatmap",
        values: shares,
        least: -1,
        most: 1,
        palette: "signed",
        hover: ofHeads
          ? t("%{y}, head %{x}: %{z:.0%} of the way")
          : t("%{text}, after layer %{x}: %{z:.0%} of the way"),
        texts: shares.map((row) =>
          row.map((share) => (share >= LEAST_SHARE ? wholePercent(share) : "")),
        ),
        textSize: columns.length < 9 ? 14 : 10,
      },
    ],
    x: cellAxis(
      columns.map((column) =>
        ofHeads ? String(column + 1) : column ? String(column) : t("input"),
      ),
      t("{title} · 0%: “{first}”, 100%: “{second}”", { title, first, second }),
    ),
    y: cellAxis(
      names.slice(0, shares.length),
      ofHeads ? t("layer") : t("the token that takes the state"),
      { isDown: true },
    ),
    height: heightOf(shares.length),
    ...(map.shares ? {} : { notes: [{ ...MIDDLE, text: t("Not computed yet.") }] }),
    summary: !map.shares
      ? t("Not computed yet.")
      : ofHeads
        ? headsSummary(map, other, titles)
        : statesSummary(map, other),
  };
}

// The row and column of the largest share; of equal ones the first, whatever the error of rounding.
function mostIn({ shares }) {
  const all = shares.flat().map((share) => Math.round(1e4 * share)),
    best = all.indexOf(Math.max(...all));
  return [Math.floor(best / shares[0].length), best % shares[0].length];
}

// The head that moves the choice most, with its share.
export function leadingHead(map, titles) {
  if (!map.shares) return WAITING;
  const [row, head] = mostIn(map);
  return t("{head} ({share})", {
    head: headName([...map.rows[row], head], titles),
    share: wholePercent(map.shares[row][head]),
  });
}

// The token whose state after a layer moves the choice most, with its share.
export function leadingToken(map, layer) {
  if (!map.shares) return WAITING;
  const shares = map.shares.map((row) => row[layer]),
    token = shares.indexOf(Math.max(...shares));
  return t("“{word}” ({share})", {
    word: map.otherTokens[token],
    share: wholePercent(shares[token]),
  });
}

const headsSummary = (map, sentence, titles) =>
  t("depth#summary of heads", {
    own: map.words[0],
    other: map.words[1],
    sentence,
    head: leadingHead(map, titles),
  });

function statesSummary(map, sentence) {
  const [token, layer] = mostIn(map);
  return t("depth#summary of states", {
    own: map.words[0],
    other: map.words[1],
    sentence,
    token: map.otherTokens[token],
    share: wholePercent(map.shares[token][layer]),
    layer,
  });
}

// --- over several pairs --------------------------------------------------------------------------

// The value below which a share of sorted numbers lies, between two of them in proportion.
function quantile(sorted, share) {
  const at = share * (sorted.length - 1),
    low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

// The mean of the maps of pairs cell by cell, with the ends of its 95 % interval (Efron 1979).
//
// Of states a row has the largest share of the tokens that differ, or of the others, [layer].
export function meanShares(maps) {
  const [first] = maps,
    random = uniforms(0),
    rowsOf = (map) =>
      isOfHeads(map)
        ? map.shares
        : [true, false].map((differs) => {
            const rows = map.shares.filter(
              (_, at) => (map.tokens[at] !== map.otherTokens[at]) === differs,
            );
            return rows[0].map((_, layer) => Math.max(...rows.map((row) => row[layer])));
          });
  const all = maps.map(rowsOf);
  const drawn = range(RESAMPLES).map(() => all.map(() => Math.floor(random() * all.length)));
  const cells = all[0].map((row, at) =>
    row.map((_, column) => {
      const values = all.map((rows) => rows[at][column]);
      const means = drawn
        .map((places) => mean(places.map((place) => values[place])))
        .sort((one, other) => one - other);
      return { mean: mean(values), low: quantile(means, 0.025), high: quantile(means, 0.975) };
    }),
  );
  return { rows: isOfHeads(first) ? first.rows : TOKENS_OF_PAIRS, cells };
}

const intervalOf = ({ mean, low, high }) =>
  t("{mean} ({low} to {high})", {
    mean: wholePercent(mean),
    low: Math.round(100 * low),
    high: Math.round(100 * high),
  });

// The cell with the largest mean, with its interval.
export function leadingCell({ rows, cells }, titles) {
  const [row, column] = mostIn({ shares: cells.map((each) => each.map((cell) => cell.mean)) });
  const place = column ? t("after layer {layer}", { layer: column }) : t("in the input");
  const cell = isOfHeads({ rows })
    ? headName([...rows[row], column], titles)
    : t("{tokens}, {place}", { tokens: t(rows[row]), place });
  return t("{cell}: {interval}", { cell, interval: intervalOf(cells[row][column]) });
}

// The mean of each cell; where there is room, its interval stands in it too.
export function meanChart(shares, titles) {
  const { rows, cells } = shares,
    ofHeads = isOfHeads(shares),
    columns = range(cells[0].length),
    isSmall = columns.length < MOST_INTERVALS;
  const textOf = (cell) => {
    if (cell.mean < LEAST_SHARE) return "";
    return isSmall ? intervalOf(cell) : wholePercent(cell.mean);
  };
  return {
    marks: [
      {
        kind: "heatmap",
        values: cells.map((row) => row.map((cell) => cell.mean)),
        least: -1,
        most: 1,
        palette: "signed",
        hover: t("%{y}, %{x}: %{text}"),
        texts: cells.map((row) => row.map(textOf)),
        textSize: isSmall ? 11 : 10,
      },
    ],
    x: cellAxis(
      columns.map((column) => (ofHeads ? String(column + 1) : column || t("input"))).map(String),
      ofHeads ? t("head") : t("the state after layer"),
    ),
    y: cellAxis(ofHeads ? rows.map(layerName) : rows.map((name) => t(name)), "", { isDown: true }),
    height: heightOf(rows.length),
    summary: t("Largest mean: {cell}.", { cell: leadingCell(shares, titles) }),
  };
}
