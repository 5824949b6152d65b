// Beside the picture: the groups, and the chosen point with its neighbours; instead of it, a table.

import { fixed, grouped, quoted, t } from "../../engine/text.js";
import { sharp } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { tableOf } from "../shared/tables.js";
import { stamp } from "./markers.js";
import { kindKey, shapeOf } from "./nearby.js";
import { detailOf, pointsOf } from "./reading.js";

const MOST_ROWS = 500; // of the table

function icon(space, group, shape = group) {
  const canvas = make("canvas");
  const pen = sharp(canvas, 16, 16);
  pen.translate(8, 8);
  stamp(pen, space.colours, group, 5, { shape, large: shape !== group });
  return canvas;
}

// Makes a button for each kind and group that has a name, and one for the points without a group.
export function buildGroups(space) {
  const { groups, group_names: names, kinds, kind_names, shapes } = space.data;
  const alike = JSON.stringify(names) === JSON.stringify(kind_names); // a colour is a kind
  const named = names.map((name, group) => [name, group, group, alike ? shapes[group] : 0]);
  if (!kinds)
    named.forEach((entry) => {
      entry[3] = entry[1];
    });
  else if (!alike) named.unshift(...kind_names.map((name, k) => [name, kindKey(k), -1, shapes[k]]));
  const counts = new Map();
  const count = (key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  groups.forEach(count);
  kinds?.forEach((kind) => count(kindKey(kind)));
  if (names.length && counts.has(-1)) named.push([t("others"), -1, -1, -1]);
  space.toggles = named.map(([name, key, group, shape]) => {
    const button = make("button"),
      number = make("span", "count", grouped(counts.get(key) ?? 0));
    button.append(icon(space, group, shape), make("span", "", name), number);
    button.addEventListener("click", () => space.toggle(key));
    return { button, group: key };
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
    list.replaceChildren(make("p", "about faint", hintOf(data)));
    return;
  }
  const near = space.near(chosen);
  const focused = list.contains(space.root.getRootNode().activeElement);
  const parts = [make("p", "chosen", data.names[chosen])];
  if (data.details[chosen]) parts.push(detailOf(data, chosen, "p", "about"));
  if (space.groupName(chosen)) parts.push(make("p", "about faint", space.groupName(chosen)));
  if (near.length) {
    const distances = space.distances(chosen);
    const entries = make("ol", "near");
    entries.append(...near.map((point, place) => entry(space, point, distances[place])));
    parts.push(make("p", "about faint", headingOf(space, chosen)), entries);
  }
  list.replaceChildren(...parts);
  if (focused) list.querySelector("button")?.focus();
}

function hintOf({ near, measure }) {
  if (measure === "attention") {
    return t("Click a query to see the keys it attends to, or a key to see what attends to it.");
  }
  if (near) return t("Click a point, or find a word, to see its nearest neighbours here.");
  return t("Click a point, or find a word, to read more about it here.");
}

function headingOf(space, point) {
  const { measure, kinds } = space.data;
  if (measure === "attention") {
    return kinds[point] ? t("Attended to most by:") : t("Attends most to:");
  }
  return t("Nearest{step} and their cosine distances:", { step: space.stepText() });
}

function entry(space, point, distance) {
  const { data } = space;
  const button = make("button");
  button.append(
    icon(space, data.groups[point], shapeOf(data, point)),
    make("span", "name", data.names[point]),
    make("span", "number", fixed(distance, 2)),
  );
  if (data.details[point] && data.measure === "distance") {
    button.append(make("span", "detail", data.details[point])); // else it is the same sentence
  }
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
    [data.measure === "attention" ? t("attention weights") : t("nearest, by cosine distance")]: (
      point,
    ) => nearestOf(space, point),
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
  return words.map((other, k) => `${space.data.names[other]} ${fixed(distances[k], 2)}`).join(", ");
}
