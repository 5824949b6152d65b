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
  MOST_NAMES,
} from "./constants.js";
import { headName } from "./describing.js";
import { range } from "./numbers.js";
import { tenths, wholePercent } from "./shares.js";
import { shorten, t } from "./text.js";

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

// How far each state, or each head, moves the choice between two words; `titles` are those of the
// mechanisms.
export function patchChart(map, other, titles) {
  const isOfHeads = Array.isArray(map.rows[0]),
    shares = map.shares.slice(0, isOfHeads ? undefined : LENS_PLACES),
    columns = range(shares[0].length);
  const [first, second] = map.words.map((word) => shorten(word, LONGEST_WORD));
  const title = isOfHeads ? t("head") : t("the state after layer");
  const stacks = { encoder: t("encoder"), decoder: t("decoder"), cross: t("cross") };
  const names = isOfHeads
    ? map.rows.map(([stack, layer]) => `${stacks[stack]} ${layer + 1}`)
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
        hover: isOfHeads
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
        isOfHeads ? String(column + 1) : column ? String(column) : t("input"),
      ),
      t("{title} · 0%: “{first}”, 100%: “{second}”", { title, first, second }),
    ),
    y: cellAxis(
      names.slice(0, shares.length),
      isOfHeads ? t("layer") : t("the token that takes the state"),
      { isDown: true },
    ),
    height: heightOf(shares.length),
    summary: isOfHeads ? headsSummary(map, other, titles) : statesSummary(map, other),
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
  const [row, head] = mostIn(map);
  return t("{head} ({share})", {
    head: headName([...map.rows[row], head], titles),
    share: wholePercent(map.shares[row][head]),
  });
}

// The token whose state after a layer moves the choice most, with its share.
export function leadingToken(map, layer) {
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
