// The charts of positional encodings and of next words as values, which chart.js draws.
//
// To be read beside viz/pages/order/charts.py, viz/pages/mask/charts.py and viz/draw/chart.py: a
// field has the name that it has there, and what is left out has its default there.

import { APART, GUIDE, HEIGHT, STRIP_WORD } from "./constants.js";
import { range } from "./numbers.js";
import { local, t } from "./text.js";

const degreesOf = (radians) => (radians * 180) / Math.PI;

// A chart whose values are `values[row][column]`.
function heatmap(values, least, most, hover, palette = "signed", title = "") {
  return {
    kind: "heatmap",
    values,
    least,
    most,
    palette,
    hover,
    bar: { ticks: [least, (least + most) / 2, most], title, above: Boolean(title) },
  };
}

const columnAxis = (title, values) => ({
  title,
  grid: false,
  zero: "none",
  limits: [-0.5, values[0].length - 0.5],
});

function rowAxis(title, values, labels = null) {
  const limits = [values.length - 0.5, -0.5];
  const axis = { title, grid: false, zero: "none", limits };
  return labels ? { ...axis, ticks: range(labels.length), labels } : axis;
}

const heatmapChart = (mark, x, y, more = {}) => ({
  marks: [mark],
  x: columnAxis(x, mark.values),
  y: rowAxis(y, mark.values),
  height: HEIGHT,
  ...more,
});

// A series over `x` for each [name, values], at most as many as there are colours.
const curves = (x, lines, colours) =>
  lines.slice(0, colours.length).map(([name, y], at) => ({
    kind: "series",
    x,
    y,
    name,
    colour: colours[at],
    line: 2,
    hover: "%{y:.3~g}",
  }));

const curveChart = (series, x, y, legend = "", more = {}) => ({
  marks: series,
  x,
  y,
  height: HEIGHT,
  legend,
  hoverTogether: Boolean(legend),
  ...more,
});

const numberAxis = (title, more = {}) => ({ title, zero: "none", ...more });

export function tableChart(table, halves) {
  const dimension = halves
    ? t("dimension (first half sin, second half cos)")
    : t("dimension (even sin, odd cos)");
  const cells = heatmap(table, -1, 1, t("position %{y}, dimension %{x}: %{z:.3f}"));
  const rules = halves ? [{ axis: "x", at: table[0].length / 2 - 0.5 }] : [];
  return heatmapChart(cells, dimension, t("position"), { rules });
}

export function waveChart(table, dimensions, colours) {
  const lines = dimensions.map((number) => [
    `${number} (${number % 2 ? "cos" : "sin"})`,
    table.map((row) => row[number]),
  ]);
  return curveChart(
    curves(range(table.length), lines, colours),
    numberAxis(t("position")),
    { title: t("encoding") },
    `${t("dimension")} `,
  );
}

// `lengths` are [base, its title, wavelengths of each pair of dimensions].
export function wavelengthChart(lengths, base, positions, colours) {
  const series = lengths.map(([each, name, y], at) => ({
    kind: "series",
    x: y.map((_, pair) => 2 * pair),
    y,
    name,
    colour: colours[at],
    line: each === base ? 4 : 2,
    marker: 6,
    opacity: each === base ? 1 : 0.5,
    hover: "%{y:.3~g}",
  }));
  const note = {
    text: t("{count} positions", { count: local(String(positions)) }),
    x: 0,
    xShare: true,
    y: positions,
    sideX: "left",
    sideY: "bottom",
  };
  return curveChart(
    series,
    numberAxis(t("dimension (sin; its cos is the next)")),
    {
      title: t("wavelength in positions"),
      log: true,
      step: 1,
      limits: [10 ** 0.5, 10 ** 5.95],
      format: "power",
    },
    `${t("base")} `,
    { rules: [{ axis: "y", at: positions }], notes: [note] },
  );
}

export function productChart(products, row) {
  const [[most]] = products;
  return heatmapChart(
    heatmap(products, -most, most, "%{y} · %{x} = %{z:.2f}"),
    t("position"),
    t("position"),
    { rules: [{ row, colour: GUIDE, width: 1 }] },
  );
}

export const cosineChart = (cosines) =>
  heatmapChart(
    heatmap(cosines, -1, 1, t("positions %{y} and %{x}: cosine %{z:.2f}")),
    t("position"),
    t("position"),
  );

export const learnedChart = (table) =>
  heatmapChart(
    heatmap(table, -1, 1, t("position %{y}, dimension %{x}: %{z:.3f}")),
    t("dimension"),
    t("position"),
  );

function distanceChart(x, y, title, titleOfY, colours) {
  const series = {
    kind: "series",
    x,
    y,
    colour: colours[0],
    line: 3,
    hover: t("distance %{x}: %{y:.2f}"),
  };
  return curveChart([series], numberAxis(title), { title: titleOfY });
}

export const rowChart = (products, row, colours) =>
  distanceChart(
    range(products.length).map((at) => at - row),
    products[row],
    t("distance from position {row}", { row: local(String(row)) }),
    t("dot product"),
    colours,
  );

// `values[word][dimension]` as colours that end at `most`.
export function stripChart(values, words, most, title) {
  const cells = heatmap(values, -most, most, t("%{y}, dimension %{x}: %{z:.3f}"), "signed", title);
  const labels = words.map((word) =>
    word.length > STRIP_WORD ? `${word.slice(0, STRIP_WORD - 1)}…` : word,
  );
  return {
    marks: [cells],
    x: columnAxis(t("dimension"), values),
    y: rowAxis("", values, labels),
    height: 140 + 20 * words.length,
  };
}

export function angleChart(angles, colours) {
  const degrees = angles.map(degreesOf);
  const series = {
    kind: "series",
    x: range(angles.length),
    y: degrees.map((degree) => degree % 360),
    colour: colours[0],
    marker: 7,
    details: degrees,
    hover: t("pair %{x}: %{customdata:.4~g}°"),
  };
  return curveChart([series], numberAxis(t("pair of dimensions")), {
    title: t("degrees, without full turns"),
    ticks: [0, 90, 180, 270, 360],
    limits: [-10, 370],
  });
}

// `circles` are [name, [sin, cos] of each position]; 0 and k are joined to the centre.
export function circleChart(circles, k, colours) {
  const marks = [],
    notes = [];
  circles.forEach(([name, pair], place) => {
    const middle = APART * place;
    marks.push(...circleSeries(pair, k, middle, colours[place]));
    notes.push(...endNotes(pair, k, middle), { text: name, x: middle, y: -1.45 });
  });
  const turns = circles.map(([name, pair]) => {
    const cosine = pair[0][0] * pair[k][0] + pair[0][1] * pair[k][1];
    return `${name}, ${degreesOf(Math.acos(Math.min(Math.max(cosine, -1), 1))).toFixed(0)}°`;
  });
  return {
    marks,
    notes,
    x: { visible: false, limits: [-1.3, APART * circles.length - 1.3] },
    y: { visible: false, limits: [-1.6, 1.3] },
    sameScale: true,
    height: 300,
    summary: t("Between position 0 and {k} lie: {turns}.", { k, turns: turns.join("; ") }),
  };
}

// The circle, the positions on it and the angle between 0 and k.
function circleSeries(pair, k, middle, colour) {
  const around = range(90).map((at) => (2 * Math.PI * at) / 89);
  const [[sin0, cos0], [sinK, cosK]] = [pair[0], pair[k]];
  return [
    {
      kind: "series",
      x: around.map((angle) => middle + Math.cos(angle)),
      y: around.map(Math.sin),
      colour: GUIDE,
      line: 1,
      hover: null,
    },
    {
      kind: "series",
      x: pair.map(([, cos]) => middle + cos),
      y: pair.map(([sin]) => sin),
      colour,
      marker: 5,
      opacity: 0.45,
      details: range(pair.length),
      hover: t("position %{customdata}"),
    },
    {
      kind: "series",
      x: [cos0, 0, cosK].map((cos) => middle + cos),
      y: [sin0, 0, sinK],
      colour,
      line: 3,
      hover: null,
    },
  ];
}

// The labels 0 and k outside the circle, moved apart if they are close.
function endNotes(pair, k, middle) {
  const ends = [pair[0], pair[k]];
  const isClose = [0, 1].every((side) => Math.abs(ends[0][side] - ends[1][side]) < 0.3);
  const aside = isClose ? 0.1 : 0;
  return [0, k].map((number, at) => ({
    text: String(number),
    x: middle + 1.18 * ends[at][1],
    y: 1.18 * ends[at][0] + (at ? aside : -aside),
  }));
}

// What the `chosen` pairs of dimensions add to query · key, `pairs[distance][pair]`.
export function rotaryChart(pairs, chosen, colours) {
  const lines = chosen.map((number) => [String(number), pairs.map((row) => row[number])]);
  return curveChart(
    curves(range(pairs.length), lines, colours),
    numberAxis(t("distance between query and key")),
    { title: t("what the pair adds to query · key") },
    `${t("pair")} `,
  );
}

export const sumChart = (products, colours) =>
  distanceChart(
    range(products.length),
    products,
    t("distance between query and key"),
    t("query · key, all pairs"),
    colours,
  );

// The bias of a head's scores; the range is that of a slope of 1/2.
export const biasChart = (bias) =>
  heatmapChart(
    heatmap(bias, -(bias.length - 1) / 2, 0, t("%{y} attends to %{x}: %{z:.3f}"), "below zero"),
    t("key position"),
    t("query position"),
    { background: [GUIDE, 0.4] },
  );

export function slopeChart(slopes, head, colours) {
  const series = {
    kind: "series",
    x: range(slopes.length).map((at) => at + 1),
    y: slopes,
    colour: slopes.map((_, place) => (place === head ? colours[0] : GUIDE)),
    marker: 12,
    labels: slopes.map((slope) => `1/${(1 / slope).toFixed(0)}`),
    side: "top center",
    hover: t("head %{x}: %{text}"),
  };
  const limits = [0.4, slopes.length + 0.6];
  return curveChart([series], numberAxis(t("head"), { step: 1, limits }), {
    title: t("slope"),
    log: true,
    ticks: [1, 0.1, 0.01, 0.001],
    limits: [1e-3, 10 ** 0.1],
  });
}

// A group of bars for each word to write, a bar for each run [name, probabilities].
export const nextWordChart = (words, runs, colours) => ({
  marks: runs.map(([name, values], run) => ({
    kind: "bars",
    places: range(words.length),
    values,
    x: range(words.length),
    y: values,
    name,
    colour: colours[run],
    labels: words,
    hover: "%{text}: %{y:.3f}",
  })),
  x: { ticks: range(words.length), labels: words },
  y: { limits: [0, 1], title: t("probability of this word") },
  height: 300,
  legend: runs.length > 1 ? " " : null,
  hoverTogether: true,
});
