// What a chart says in words: where its values are highest and lowest, and a value pointed at.
//
// To be read beside viz/draw/alt.py.

import { MOST_DESCRIBED } from "../../engine/constants.js";
import { general } from "../../engine/numbers.js";
import { percent } from "../../engine/shares.js";
import { fixed, t } from "../../engine/text.js";

const number = (value) => general(value, 3);

// A number on an axis, or its name there.
function tick({ ticks = [], labels, categories }, at) {
  return categories?.[at] ?? labels?.[ticks.indexOf(at)] ?? number(at);
}

// The places of the first largest and the first smallest number, without NaN.
function extremes(values) {
  const places = values.map((_, at) => at).filter((at) => !Number.isNaN(values[at]));
  const best = (isBetter) =>
    places.reduce((kept, at) => (isBetter(values[at], values[kept]) ? at : kept), places[0]);
  return [best((one, other) => one > other), best((one, other) => one < other)];
}

function describeCells({ values }, x, y) {
  const cells = values.flat().map(Math.fround),
    columns = values[0].length;
  const [most, least] = extremes(cells);
  const place = (flat) =>
    [
      [y, Math.floor(flat / columns)],
      [x, flat % columns],
    ]
      .map(([axis, at]) => `${axis.title} ${tick(axis, at)}`.trim())
      .join(", ");
  return t("{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bottom}.", {
    rows: values.length,
    columns,
    most: number(cells[most]),
    top: place(most),
    least: number(cells[least]),
    bottom: place(least),
  });
}

function describeSeries({ name, across, labels, ...mark }, x, y) {
  const [places, values] = across ? [mark.y, mark.x] : [mark.x, mark.y];
  if (values.length < 2) return "";
  const [most, least] = extremes(values),
    at = (point) => labels?.[point] ?? tick(across ? y : x, places[point]);
  const named = {
    series: name,
    most: number(values[most]),
    top: at(most),
    least: number(values[least]),
    bottom: at(least),
  };
  return name
    ? t("{series}: highest {most} at {top}, lowest {least} at {bottom}.", named)
    : t("Highest {most} at {top}, lowest {least} at {bottom}.", named);
}

// The alternative text of a chart.
export function altText({ caption = "", summary, marks, x, y }) {
  if (summary) return `${caption} ${summary}`;
  if (marks[0].kind === "heatmap") return `${caption} ${describeCells(marks[0], x, y)}`;
  const sentences = marks
    .filter(({ hover, inLegend = true }) => hover !== null && inLegend)
    .map((series) => describeSeries(series, x, y))
    .filter(Boolean);
  const more = sentences.length - MOST_DESCRIBED;
  const text =
    sentences.slice(0, MOST_DESCRIBED).join(" ") +
    (more > 0 ? ` ${t("And {count} more.", { count: more })}` : "");
  const axes =
    x.title && y.title ? t("{y} against {x}", { y: y.title, x: x.title }) : x.title || y.title;
  return `${caption} ${axes ? `${axes}. ` : ""}${text}`.trim();
}

const SIGNIFICANT = 6; // digits where a format of d3 names none

// A number in a format of d3: “.2f”, “+.3f”, “.0%”, “.3~g” or “~g”.
export function format(value, how) {
  if (typeof value !== "number" || !how) return typeof value === "number" ? number(value) : value;
  if (how[0] === "+") return `${value < 0 ? "" : "+"}${format(value, how.slice(1))}`;
  const digits = Number(how.match(/\d+/)?.[0] ?? SIGNIFICANT);
  if (how.endsWith("%")) return percent(value, digits);
  return how.endsWith("f") ? fixed(value, digits) : general(value, digits);
}

// A template like "%{x}: %{y:.2f}" with the values of a point.
export const fill = (template, values) =>
  template
    .replace(/%\{(\w+)(?:\[(\d+)\])?(?::([^}]*))?\}/g, (_, name, at, how) =>
      format(at ? values[name][at] : values[name], how),
    )
    .replaceAll("%%", "%");
