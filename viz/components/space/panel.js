// Beside the picture: the groups, and the chosen point with its neighbours; instead of it, a table.

import { sharp } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { tableOf } from "../shared/tables.js";
import { fixed, grouped, quoted, t } from "../shared/text.js";
import { stamp } from "./markers.js";
import { pointsOf } from "./reading.js";

const MOST_ROWS = 500; // of the table

function icon(space, group) {
  const canvas = make("canvas");
  const pen = sharp(canvas, 16, 16);
  pen.translate(8, 8);
  stamp(pen, space.colours, group, 5);
  return canvas;
}

// Makes a button for each group that has a name, and one for the points without a group.
export function buildGroups(space) {
  const { data } = space;
  const counts = new Map();
  for (const group of data.groups) counts.set(group, (counts.get(group) ?? 0) + 1);
  const named = data.group_names.map((name, group) => [name, group]);
  if (named.length && counts.has(-1)) named.push([t("others"), -1]);
  space.toggles = named.map(([name, group]) => {
    const button = make("button");
    const count = grouped(counts.get(group) ?? 0);
    button.append(icon(space, group), make("span", "", name), make("span", "count", count));
    button.addEventListener("click", () => space.toggle(group));
    return { button, group };
  });
  space.groups.replaceChildren(...space.toggles.map(({ button }) => button));
}

export function markGroups(space) {
  for (const { button, group } of space.toggles) {
    const hidden = space.hidden.has(group);
    button.setAttribute("aria-pressed", !hidden);
    button.title = hidden ? t("Show this group") : t("Hide this group");
  }
}

export function fillList(space) {
  const { data, chosen, list } = space;
  const key = JSON.stringify([data.mark, space.step, chosen, space.theme.dark, space.letters]);
  if (key === space.listed) return;
  space.listed = key;
  list.scrollTop = 0;
  if (chosen < 0) {
    const hint = data.near
      ? t("Click a point, or find a word, to see its nearest neighbours here.")
      : t("Click a point, or find a word, to read more about it here.");
    list.replaceChildren(make("p", "about faint", hint));
    return;
  }
  const near = space.near(chosen);
  const focused = list.contains(space.root.getRootNode().activeElement);
  const parts = [make("p", "chosen", data.names[chosen])];
  if (data.details[chosen]) parts.push(make("p", "about", data.details[chosen]));
  if (space.groupName(chosen)) parts.push(make("p", "about faint", space.groupName(chosen)));
  if (near.length) {
    const heading = t("Nearest{step} and their cosine distances:", { step: space.stepText() });
    const distances = space.distances(chosen);
    const entries = make("ol", "near");
    entries.append(...near.map((point, place) => entry(space, point, distances[place])));
    parts.push(make("p", "about faint", heading), entries);
  }
  list.replaceChildren(...parts);
  if (focused) list.querySelector("button")?.focus();
}

function entry(space, point, distance) {
  const { data } = space;
  const button = make("button");
  button.append(
    icon(space, data.groups[point]),
    make("span", "name", data.names[point]),
    make("span", "number", fixed(distance, 2)),
  );
  if (data.details[point]) button.append(make("span", "detail", data.details[point]));
  button.addEventListener("click", () => space.choose(point));
  button.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "mouse") space.pointAt(point);
  });
  button.addEventListener("pointerleave", () => space.pointAt(-1));
  const line = make("li");
  line.append(button);
  return line;
}

// The points, or those found, as a table, since nobody can hear where a point lies: with their
// nearest, or else their places.
export function fillTable(space) {
  const { data, query } = space;
  const others = [...Array(space.count).keys()].filter((point) => !space.strong.has(point));
  const all = query ? space.matches : [...space.strong, ...others];
  const listed = all.slice(0, MOST_ROWS);
  const axes = data.axes.map(([low, high]) => t("{low} to {high}", { low, high })).join(", ");
  const columns = {
    [t("about")]: (point) => data.details[point],
    [t("group")]: (point) => space.groupName(point),
    [axes || t("place")]: (point) => (data.near && !axes ? "" : placeOf(space, point)),
    [t("nearest, by cosine distance")]: (point) => nearestOf(space, point),
  };
  const filledColumns = Object.entries(columns).filter(([, cell]) => listed.some(cell));
  const description = query
    ? t("{points} with {word}", { points: pointsOf(all.length), word: quoted(query) })
    : pointsOf(all.length);
  const points =
    all.length > listed.length
      ? t("the first {count} of {points}", { count: listed.length, points: description })
      : description;
  const facts = { title: data.title, step: space.stepText(), points };
  const table = tableOf(
    t("{title}{step}: {points}", facts),
    listed.map((point) => data.names[point]),
    filledColumns.map(([name]) => name),
    (row, column) => filledColumns[column][1](listed[row]),
  );
  space.table.replaceChildren(table);
}

function placeOf({ data, step, count }, point) {
  const start = (step * count + point) * data.dimensions;
  const value = (least, axis) =>
    least + (data.numbers[start + axis] / data.steps) * (data.most[axis] - least);
  const places = data.least.map((least, axis) => fixed(value(least, axis), 2));
  return places.map((place) => place.replace("-", "−")).join("; ");
}

function nearestOf(space, point) {
  const distances = space.distances(point);
  const words = space.near(point).slice(0, 3);
  return words.map((other, k) => `${space.data.names[other]} ${fixed(distances[k], 2)}`)
    .join(", ");
}
