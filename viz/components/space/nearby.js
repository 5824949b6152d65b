// Which points a point leads to, what it is called beside its name, and how far in front all are.

import { unpack } from "../../engine/packing.js";
import { CHOSEN, GREY, GROUPED, HIDDEN, LIT, STRONG } from "./ranks.js";

const MOST_FOUND = 40; // words found that are sure to be named

function row({ step, count, data }, from, point) {
  const start = from + (step * count + point) * data.near;
  return [...data.numbers.subarray(start, start + data.near)];
}

// The neighbours of a point, nearest first; a row is filled up with the point itself.
export function nearOf(space, point) {
  if (point < 0) return [];
  return row(space, space.nearFrom, point).filter((other) => other !== point);
}

// Their distances, or the weights with which the one attends to the other.
export function distancesOf(space, point) {
  const { steps, farthest } = space.data,
    count = nearOf(space, point).length;
  const numbers = row(space, space.farFrom, point).slice(0, count);
  return numbers.map((number) => unpack(number, steps, 0, farthest));
}

// What kind of point it is, and its group, as far as they have names.
export function describeGroup({ groups, group_names, kinds, kind_names }, point) {
  const kind = kinds ? kind_names[kinds[point]] : "",
    group = group_names[groups[point]] ?? "";
  return [...new Set([kind, group])].filter(Boolean).join(", ");
}

// The marker of a point: that of its kind where there are kinds, else that of its group.
export const shapeOf = ({ groups, kinds, shapes }, point) =>
  kinds ? shapes[kinds[point]] : groups[point];

export const kindKey = (kind) => `kind ${kind}`;

// After a change of what is on show: how far in front each point is drawn.
export function rankPoints(space) {
  const { rank, data, hidden, chosen } = space,
    near = nearOf(space, chosen);
  const lit = new Set([...near, ...space.matches]);
  const isHidden = (point) =>
    hidden.has(data.groups[point]) || (data.kinds && hidden.has(kindKey(data.kinds[point])));
  space.faded = near.length > 0 || space.matches.length > 0;
  for (let point = 0; point < space.count; point++) {
    const front = point === chosen || near.includes(point);
    if (space.isolated ? !front : isHidden(point) && !front) rank[point] = HIDDEN;
    else if (point === chosen) rank[point] = CHOSEN;
    else if (lit.has(point)) rank[point] = LIT;
    else if (space.strong.has(point)) rank[point] = STRONG;
    else rank[point] = data.groups[point] < 0 ? GREY : GROUPED;
  }
  if (rank[space.hover] === HIDDEN) space.hover = -1;
  const matches = space.matches.slice(0, MOST_FOUND);
  const current = chosen < 0 ? [] : [chosen];
  space.sure = [...new Set([...space.strong, ...current, ...near, ...matches])];
  space.links = near;
}
