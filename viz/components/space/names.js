// The names of points and of the ends of the axes: which of them are written, and writing them.

import { clamp } from "../../engine/numbers.js";
import { shorten } from "../../engine/text.js";
import { LabelMap, SLOTS, isFar } from "../shared/labels.js";
import { strokePath } from "./painting.js";
import { CHOSEN, HIDDEN, LEVELS, LIT, STRONG } from "./ranks.js";

// First the ends of the axes, then what is sure to be named, then as many as there is room for;
// those that were there before keep their place, so that names do not come and go while the picture
// moves.
export function paintNames(space) {
  const { bucket, count, width, height, starts, order, seen } = space;
  const map = new LabelMap({ ...space, size: space.markers.size });
  space.drawn = [];
  if (!space.flat) map.reserve(4, height - 76, 72, 72); // the small cross
  nameAxes(space, map);
  for (const point of space.sure) {
    if (bucket[point] !== HIDDEN) nameFor(space, map, point, SLOTS, 99);
  }
  const crowd = seen > 300 ? 2 : 0;
  const most = space.drawn.length + Math.round((width * height) / (seen > 300 ? 7500 : 3500));
  const done = new Uint8Array(count);
  const rest = [];
  const offer = (point, allowed) => {
    if (done[point] || space.drawn.length >= most || bucket[point] >= STRONG * LEVELS) return;
    done[point] = 1;
    if (nameFor(space, map, point, 4, allowed)) rest.push(point);
  };
  for (const point of space.named) offer(point, crowd + 2);
  for (let place = STRONG * LEVELS - 1; place >= 0; place--) {
    for (let at = starts[place]; at < starts[place + 1]; at++) {
      if (map.dotsNear(order[at]).length <= crowd + 1) offer(order[at], crowd);
    }
  }
  space.named = rest;
  writeNames(space);
}

function nameAxes(space, map) {
  const { data, width, height, theme, pen } = space;
  if (!data.axes.length) return;
  const size = space.letters + 1;
  pen.font = theme.font(size, true);
  const place = (text, x, y) => {
    const wide = pen.measureText(text).width;
    const left = clamp(6, x - wide / 2, width - wide - 6);
    const top = clamp(6, y - size / 2 - 2, height - size - 10);
    if (!map.isFree(left, top, wide, size + 4)) return;
    map.reserve(left, top, wide, size + 4);
    const middle = top + size / 2 + 2;
    space.drawn.push({ text, left, top: middle, bold: true, size, colour: theme.muted, alpha: 1 });
  };
  const ends = data.axes.map((pair) => pair.map((end) => shorten(end)));
  if (space.flat) {
    place(`← ${ends[0][0]}`, 0, height / 2);
    place(`${ends[0][1]} →`, width, height / 2);
    place(`↓ ${ends[1][0]}`, width / 2, height);
    place(`↑ ${ends[1][1]}`, width / 2, 0);
    return;
  }
  ends.forEach((pair, axis) => {
    pair.forEach((text, end) => place(text, space.ends[axis][end][0], space.ends[axis][end][1]));
  });
}

// Finds room for the name of a point; gives back whether there is any.
function nameFor(space, map, point, slots, crowd) {
  const rank = space.rank[point];
  const bold = rank >= STRONG;
  const size = space.letters;
  const high = size + 3;
  const wide = (space.widths[2 * point + Number(bold)] ||= measure(space, point, bold));
  const gap = space.markerOf(point).radius + (rank === CHOSEN ? 8 : 3);
  const last = space.slots.get(point);
  const best = map.place(point, { wide, high, gap, last, slots, crowd });
  if (!best) return false;
  space.slots.set(point, best.slot);
  space.drawn.push({
    point,
    text: shorten(space.data.names[point]),
    left: best.left,
    top: best.top + high / 2,
    wide,
    bold,
    size,
    colour: space.theme.text,
    alpha: space.faded && rank < LIT ? 0.65 : 1,
    far: isFar(best.slot),
  });
  return true;
}

function measure(space, point, bold) {
  space.pen.font = space.theme.font(space.letters, bold);
  return space.pen.measureText(shorten(space.data.names[point])).width;
}

function writeNames(space) {
  const { pen, theme } = space;
  pen.textAlign = "left";
  pen.lineJoin = "round";
  for (const { point, text, left, top, wide, bold, size, colour, alpha, far } of space.drawn) {
    pen.globalAlpha = alpha;
    if (far) {
      pen.strokeStyle = theme.muted;
      pen.lineWidth = 1;
      const from = [space.x[point], space.y[point]];
      const to = [clamp(left, from[0], left + wide), top];
      strokePath(pen, [from, to], space.markerOf(point).radius, 0);
    }
    pen.font = theme.font(size, bold);
    pen.strokeStyle = `rgb(${space.colours.paper})`;
    pen.lineWidth = 3;
    pen.strokeText(text, left, top);
    pen.fillStyle = colour;
    pen.fillText(text, left, top);
  }
  pen.globalAlpha = 1;
}
