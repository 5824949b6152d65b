// What is painted of a space but its names: markers, rings, paths, lines to neighbours and axes.

import { clamp } from "../../engine/numbers.js";
import { zoomOf } from "../shared/canvas.js";
import { onScreen, turned } from "./projection.js";
import { HIDDEN, LIT } from "./ranks.js";

const DIRECTIONS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

// Gives the canvas as many pixels as the screen has, at most two in one of the page; gives back
// whether they are others than before.
export function fitCanvas(space) {
  const { canvas, width, height } = space;
  const ratio = Math.min((window.devicePixelRatio || 1) * zoomOf(canvas), 2);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  space.ratio = ratio;
  if (canvas.width === wide && canvas.height === high) return false;
  Object.assign(canvas, { width: wide, height: high });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  space.image = space.pen.createImageData(wide, high);
  space.pixels = new Uint8Array(space.image.data.buffer);
  return true;
}

export function paintMarkers(space) {
  const { order, x, y, ratio, pixels, markers } = space;
  const blank = new Uint32Array(new Uint8Array([...space.colours.paper, 255]).buffer)[0];
  new Uint32Array(pixels.buffer).fill(blank);
  for (let place = 0; place < space.seen; place++) {
    const point = order[place];
    const [column, row] = [Math.round(x[point] * ratio), Math.round(y[point] * ratio)];
    markers.copy(pixels, space.markerOf(point), column, row);
  }
  space.pen.putImageData(space.image, 0, 0);
}

export function paintRing(space, point, thick) {
  if (space.bucket[point] === HIDDEN) return;
  const { pen, colours, theme } = space;
  const strokes = [
    [`rgb(${colours.paper})`, thick + 3],
    [theme.text, thick],
  ];
  for (const [colour, width] of strokes) {
    pen.beginPath();
    pen.arc(space.x[point], space.y[point], space.markerOf(point).radius + 4, 0, 2 * Math.PI);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }
}

// The ways of the strong points so far, and lines from the chosen point to its neighbours; they end
// at the markers.
export function paintLines(space) {
  const { pen, x, y, data, colours, chosen } = space;
  pen.lineWidth = 1.25;
  for (const point of data.paths && !space.isolated ? space.strong : []) {
    if (space.bucket[point] === HIDDEN) continue;
    const group = data.groups[point];
    const before = space.places.slice(0, space.step);
    const way = before.map((places) => onScreen(space, space.view, places, point));
    pen.strokeStyle = `rgb(${group < 0 ? colours.grey : colours.groups[group]})`;
    pen.globalAlpha = space.faded && space.rank[point] < LIT ? 0.25 : 0.8;
    strokePath(pen, [...way, [x[point], y[point]]], 0, space.markerOf(point).radius);
  }
  pen.strokeStyle = space.theme.text;
  pen.globalAlpha = 0.35;
  for (const point of space.links) {
    const ends = [
      [x[chosen], y[chosen]],
      [x[point], y[point]],
    ];
    strokePath(pen, ends, 14, space.markerOf(point).radius);
  }
  pen.globalAlpha = 1;
}

// A line through these places that stops so many pixels short of the first and of the last.
export function strokePath(pen, places, before, after) {
  if (places.length < 2) return;
  const short = ([x, y], [a, b], gap) => {
    const share = Math.min(1, gap / (Math.hypot(a - x, b - y) || 1));
    return [x + share * (a - x), y + share * (b - y)];
  };
  pen.beginPath();
  pen.moveTo(...short(places[0], places[1], before));
  for (const [x, y] of places.slice(1, -1)) pen.lineTo(x, y);
  pen.lineTo(...short(places.at(-1), places.at(-2), after));
  pen.stroke();
}

// In three dimensions a line along each axis through the middle, and a small cross that says how
// they lie.
export function paintAxes(space) {
  if (space.flat) return;
  const { pen, theme, view, reach } = space;
  pen.strokeStyle = theme.muted;
  pen.lineWidth = 1;
  pen.globalAlpha = 0.35;
  const end = (direction, axis, sign) => {
    const place = direction.map((part) => part * sign * 1.08 * reach[axis]);
    return onScreen(space, view, place, 0);
  };
  space.ends = DIRECTIONS.map((direction, axis) =>
    [-1, 1].map((sign) => end(direction, axis, sign)),
  );
  for (const [low, high] of space.ends) {
    pen.beginPath();
    pen.moveTo(low[0], low[1]);
    pen.lineTo(high[0], high[1]);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  const left = 40;
  const top = space.height - 40;
  pen.font = theme.font(12, false);
  pen.textAlign = "center";
  const arms = DIRECTIONS.map((direction, axis) => [...turned(view, ...direction), axis]);
  for (const [across, up, near, axis] of arms.sort((a, b) => a[2] - b[2])) {
    pen.globalAlpha = 0.65 + 0.35 * clamp(0, near, 1);
    pen.strokeStyle = pen.fillStyle = theme.text;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(left, top);
    pen.lineTo(left + 22 * across, top - 22 * up);
    pen.stroke();
    pen.fillText(axis + 1, left + 31 * across, top - 31 * up);
  }
  pen.globalAlpha = 1;
}
