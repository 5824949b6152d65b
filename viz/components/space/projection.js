// Where points of a space lie on the screen, and what moves the view. Pure geometry: a `frame`
// holds width, height, the pixels a unit has across and up (scale), flat (two dimensions or three),
// and how far the points reach along each axis (reach) and from the middle (radius); a `view` is {
// zoom, centre, yaw, pitch }.

import { clamp } from "../../engine/numbers.js";
import { CHOSEN, HIDDEN, LEVELS } from "./ranks.js";

export const LEAST_ZOOM = 0.7;
export const MOST_ZOOM = 80;
const EDGE = 12; // pixels outside of the picture in which a marker still shows

// A direction of the space as seen: across, up and towards the eye.
export function turned(view, x, y, z) {
  const [cy, sy] = [Math.cos(view.yaw), Math.sin(view.yaw)];
  const [cp, sp] = [Math.cos(view.pitch), Math.sin(view.pitch)];
  const across = cy * x + sy * z;
  const away = cy * z - sy * x;
  return [across, cp * y - sp * away, sp * y + cp * away];
}

// How much larger the perspective shows what is so near to the eye.
export function closer(frame, near) {
  if (frame.flat) return 1;
  return (3.2 * frame.radius) / Math.max(0.6 * frame.radius, 3.2 * frame.radius - near);
}

// [left, top, towards the eye] of a point, of which `places` holds x, y and z one after the other.
export function onScreen(frame, view, places, point) {
  const [x, y, z] = [0, 1, 2].map((axis) => places[3 * point + axis] - view.centre[axis]);
  const [across, up, near] = frame.flat ? [x, y, 0] : turned(view, x, y, z);
  const scale = view.zoom * closer(frame, near);
  return [
    frame.width / 2 + across * frame.scale[0] * scale,
    frame.height / 2 - up * frame.scale[1] * scale,
    near,
  ];
}

// The view after the picture has followed the pointer by so many pixels.
export function panned(frame, view, across, down) {
  const { zoom, centre, yaw, pitch } = view;
  const [x, y] = [across / frame.scale[0] / zoom, -down / frame.scale[1] / zoom];
  let moved = [x, y, 0];
  if (!frame.flat) {
    // back from the screen to the axes
    const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
    const away = -sp * y;
    moved = [cy * x - sy * away, cp * y, sy * x + cy * away];
  }
  const limit = frame.flat ? frame.reach : [frame.radius, frame.radius, frame.radius];
  const within = (value, axis) => clamp(-1.1 * limit[axis], value - moved[axis], 1.1 * limit[axis]);
  return { ...view, centre: centre.map(within) };
}

// The view turned by so many radians.
export function rotated(view, across, down) {
  const pitch = clamp(-Math.PI / 2, view.pitch + down, Math.PI / 2);
  return { ...view, yaw: view.yaw + across, pitch };
}

// The view zoomed so that what lies at this place of the screen stays there.
export function zoomed(frame, view, factor, left = frame.width / 2, top = frame.height / 2) {
  const zoom = clamp(LEAST_ZOOM, view.zoom * factor, MOST_ZOOM);
  const ratio = zoom / view.zoom;
  const [across, down] = [left - frame.width / 2, top - frame.height / 2];
  return panned(frame, { ...view, zoom }, across * (1 - ratio), down * (1 - ratio));
}

// The view in which these points are as large as they fit.
export function closeUp(frame, view, points, places) {
  const ends = [0, 1, 2]
    .map((axis) => points.map((point) => places[3 * point + axis]))
    .map((values) => [Math.min(...values), Math.max(...values)]);
  const centre = ends.map(([least, most]) => (least + most) / 2);
  const half = ends.map(([least, most]) => (most - least) / 2 + 1e-6);
  const room = frame.flat
    ? Math.min(frame.reach[0] / half[0], frame.reach[1] / half[1])
    : frame.radius / Math.hypot(...half);
  return { ...view, centre, zoom: clamp(1, 0.85 * room, MOST_ZOOM) };
}

// The ends of the places along each axis, as two points, without what lies far out: farther from
// the middle half than three times its width (Tukey's outer fences), and at most one in 200 at
// either end. Each of `steps` holds x, y and z one after the other.
export function bulk(steps) {
  const ends = [0, 1, 2].map((axis) => {
    const count = steps[0].length / 3;
    const values = new Float32Array(steps.length * count);
    steps.forEach((places, step) => {
      for (let i = 0; i < count; i++) values[step * count + i] = places[3 * i + axis];
    });
    values.sort();
    const at = (share) => values[Math.round(share * (values.length - 1))];
    const [low, high] = [at(0.25), at(0.75)],
      fence = 3 * (high - low);
    const first = values.find((value) => value >= low - fence);
    const last = values.findLast((value) => value <= high + fence);
    return [Math.min(first, at(0.005)), Math.max(last, at(0.995))];
  });
  return [...ends.map(([least]) => least), ...ends.map(([, most]) => most)];
}

// A view on the way from one to another: `part` of it, 0 to 1.
export function between(from, to, part) {
  const mixed = (a, b) => a + part * (b - a);
  return {
    zoom: from.zoom * (to.zoom / from.zoom) ** part,
    yaw: mixed(from.yaw, to.yaw),
    pitch: mixed(from.pitch, to.pitch),
    centre: from.centre.map((value, axis) => mixed(value, to.centre[axis])),
  };
}

// Writes every point's place on the screen into x and y and its rank and depth into bucket, HIDDEN
// of those that are not seen; into order the points seen, those in front last. Gives back where
// each bucket starts in order, and behind the last how many points are seen. `at` holds x, y and z
// one after the other, `ratio` is the pixels of the screen in one of the picture.
export function project(frame, view, { at, rank, x, y, bucket, order }, ratio) {
  const { width, height, flat, scale, radius } = frame;
  const [left, low, far] = view.centre;
  const [across, up] = [view.zoom * scale[0], view.zoom * scale[1]];
  const [cy, sy] = [Math.cos(view.yaw), Math.sin(view.yaw)];
  const [cp, sp] = [Math.cos(view.pitch), Math.sin(view.pitch)];
  const starts = new Uint32Array((CHOSEN + 1) * LEVELS + 1);
  for (let i = 0; i < rank.length; i++) {
    let right = at[3 * i] - left;
    let above = at[3 * i + 1] - low;
    let level = LEVELS - 1;
    let larger = 1;
    if (!flat) {
      const behind = at[3 * i + 2] - far;
      const away = cy * behind - sy * right;
      const near = sp * above + cp * away;
      right = cy * right + sy * behind;
      above = cp * above - sp * away;
      larger = closer(frame, near);
      level = clamp(0, Math.floor((near / radius + 1) * 0.5 * LEVELS), LEVELS - 1);
    }
    // A pixel of the screen: markers are copied, not drawn.
    x[i] = Math.round((width / 2 + right * across * larger) * ratio) / ratio;
    y[i] = Math.round((height / 2 - above * up * larger) * ratio) / ratio;
    const inside = x[i] > -EDGE && x[i] < width + EDGE && y[i] > -EDGE && y[i] < height + EDGE;
    const seen = rank[i] !== HIDDEN && inside;
    bucket[i] = seen ? rank[i] * LEVELS + level : HIDDEN;
    if (seen) starts[bucket[i] + 1] += 1;
  }
  for (let place = 1; place < starts.length; place++) starts[place] += starts[place - 1];
  const next = starts.slice();
  for (let i = 0; i < rank.length; i++) {
    if (bucket[i] !== HIDDEN) order[next[bucket[i]]++] = i;
  }
  return starts;
}
