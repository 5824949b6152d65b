// What a space says: the line below it, the picture's description, and the note beside the pointer.

import { clamp } from "../../engine/numbers.js";
import { fixed, grouped, quoted, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { describeGroup } from "./nearby.js";

export const pointsOf = (count) =>
  count === 1 ? t("1 point") : t("{count} points", { count: grouped(count) });
const groupsOf = (count) => (count === 1 ? t("1 group") : t("{count} groups", { count }));

// Writes all of it but the place of the note.
export function read(space) {
  const text = sentence(space);
  if (space.reading.textContent !== text) space.reading.textContent = text;
  space.canvas.setAttribute("aria-label", description(space));
  fillTip(space);
}

function sentence(space) {
  const { data, chosen, hover } = space;
  const near = space.near(chosen);
  if (hover >= 0) return about(space, hover);
  if (chosen < 0) return hint(space);
  if (!near.length) return about(space, chosen);
  const distances = space.distances(chosen);
  const first = near
    .slice(0, 3)
    .map((point, place) => `${quoted(data.names[point])} ${fixed(distances[place], 2)}`);
  const facts = {
    word: quoted(data.names[chosen]),
    step: space.stepText(),
    words: first.join(", "),
  };
  if (data.measure === "attention") {
    return data.kinds[chosen]
      ? t("{word} is attended to most by {words}.", facts)
      : t("{word} attends most to {words}.", facts);
  }
  return t("Nearest to {word}{step}: {words}.", facts);
}

function about(space, point) {
  const { data } = space;
  const group = space.groupName(point);
  const word = quoted(data.names[point]) + (group && ` (${group})`);
  const detail = data.details[point];
  return detail ? t("{word}: {detail}", { word, detail }) : word;
}

function hint({ data, flat }) {
  const click =
    data.near && data.measure === "distance"
      ? t("Click a point for its neighbours.")
      : t("Click a point for its details.");
  const drag = flat
    ? t("Drag to move, wheel or two fingers to zoom, double-click to see all.")
    : t("Drag to turn, wheel or two fingers to zoom, double-click to see all.");
  return `${click} ${drag}`;
}

function description(space) {
  const { data, chosen, flat } = space;
  const facts = {
    title: data.title || t("Points"),
    step: space.stepText(),
    points: pointsOf(space.count),
    dimensions: data.dimensions,
    groups: groupsOf(data.group_names.length),
    names: data.group_names.join(", "),
  };
  const parts = [
    data.group_names.length
      ? t("{title}{step}: {points} in {dimensions} dimensions, {groups} ({names}).", facts)
      : t("{title}{step}: {points} in {dimensions} dimensions.", facts),
  ];
  if (chosen >= 0) parts.push(t("{word} is chosen.", { word: quoted(data.names[chosen]) }));
  parts.push(
    flat
      ? t("Arrow keys move it, plus and minus zoom, Escape goes back.")
      : t("Arrow keys turn it, plus and minus zoom, Escape goes back."),
  );
  return parts.join(" ");
}

function fillTip({ tip, hover, data }) {
  tip.hidden = hover < 0;
  if (hover < 0) return;
  const group = describeGroup(data, hover);
  tip.replaceChildren(make("strong", "", data.names[hover]));
  if (data.details[hover]) tip.append(detailOf(data, hover, "div"));
  if (group) tip.append(make("div", "faint", group));
}

// What is known of a point, its own word in it marked.
export function detailOf({ details, marked }, point, tag, classes = "") {
  const element = make(tag, classes),
    span = marked?.[point] ?? [0, 0];
  const [start, end] = span[1] > span[0] ? span : [0, 0];
  const letters = [...details[point]]; // counted as Python does
  const text = (from, to) => letters.slice(from, to).join("");
  if (end > start) element.append(text(0, start), make("mark", "", text(start, end)));
  element.append(text(end, letters.length));
  return element;
}

// Beside the point, inside of the picture.
export function placeTip({ tip, hover, x, y, width, height }) {
  if (hover < 0) return;
  const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
  const left = clamp(4, x[hover] + 12, width - wide - 4);
  const below = y[hover] + 16;
  const top = below + high < height - 4 ? below : y[hover] - high - 14;
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(4, top))}px)`;
}
