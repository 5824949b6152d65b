// How large what stands in the explorer is: numbers in, numbers out.

import { clamp } from "../../engine/numbers.js";

const NARROW = 620; // pixels; below, one picture stands under the other
const NARROW_LECTURE = 360; // the same in a lecture, where nothing scrolls
const MAP_SHARE = 0.58; // of the width at least, for the matrix beside its lines
const WIDEST_LINES = 752; // pixels, with the gap before them: the matrix gets the rest
const LEAST_PICTURE = 240; // pixels that a picture is high at least
const LEAST_LECTURE = 80; // the same in a lecture
const LEAST_SIDED = 640; // pixels of width from which title and lines stand beside the heatmap
const SIDE = 0.41,
  SIDE_ALONE = 0.28; // of the width, for what stands beside it
export const SIDE_GAP = 20;
const LINES_TOP = 26; // pixels above lines, for what their columns are
const HIGHEST_LINE = 44; // pixels from one word to the next
const EASY_THUMB = 32; // pixels of a thumbnail that is easy to see and to hit
export const SWITCH_THUMB = 44; // a thumbnail so large has room for a switch of 24 pixels

// How wide is what stands beside the picture in a lecture, which is as high as there is room:
// title, caption and, of both pictures, the lines. A panel, `aside` pixels wide, lies over its
// lower end. 0 where there is no room beside it.
export const sideWidth = (width, pictures, aside = 0) =>
  width < LEAST_SIDED ? 0 : Math.max(aside, (pictures === "both" ? SIDE : SIDE_ALONE) * width);

// Where lines stand that are not beside a matrix: as high as there is room.
export const linesFrame = (rows, columns, tallest) => ({
  top: LINES_TOP,
  height: Math.min(tallest - LINES_TOP - 4, HIGHEST_LINE * Math.max(rows, columns)),
});

// How many pixels of height and of width the matrix may take, and whether the lines stand below it.
export function pictureRoom(width, height, lecture = false) {
  const stacked = width <= (lecture ? NARROW_LECTURE : NARROW);
  const least = lecture ? LEAST_LECTURE : LEAST_PICTURE;
  return {
    stacked,
    room: stacked ? width : Math.max(width * MAP_SHARE, width - WIDEST_LINES),
    tallest: Math.max(least, stacked ? 1.2 * width : height),
  };
}

// How large a thumbnail is, so that all of `layers` rows, in so many blocks that have `above`
// pixels of titles each and the first has more of them, stand in `height` pixels, and `most` in
// `share` of `width`. Under each row are `below` pixels, without labels a gap.
export function thumbSize({
  height,
  width,
  layers,
  blocks,
  most,
  above,
  first,
  gap,
  below = gap,
  share = 0.25,
  least = 18,
}) {
  const rows = (height - first - blocks * above - (blocks - 1) * 8) / layers - below;
  const columns = (share * width - 32) / most - gap;
  return clamp(least, Math.floor(Math.min(rows, columns)), 96);
}

// In how many columns the blocks stand, of so many `layers` each, and how large a thumbnail then
// is: in two where one makes them too small, the last block beside the others.
export function arrangeBlocks(layers, { columns = 2, ...sizes }) {
  const sum = (list) => list.reduce((all, count) => all + count, 0);
  const inOne = thumbSize({ ...sizes, layers: sum(layers), blocks: layers.length });
  if (columns < 2 || layers.length < 2 || inOne >= EASY_THUMB) return { columns: 1, size: inOne };
  const left = layers.slice(0, -1),
    most = Math.max(sum(left), layers.at(-1));
  const inTwo = thumbSize({ ...sizes, layers: most, blocks: left.length, share: 0.145 });
  return inTwo > inOne ? { columns: 2, size: inTwo } : { columns: 1, size: inOne };
}

// Where two columns of words stand beside each other: both start at the top of the matrix and span
// the same height, as high as the matrix, or higher where that is too little for one of them.
export function spread(rows, columns, matrix, tallest) {
  const most = Math.max(rows, columns);
  const ideal = Math.max(matrix.height, 20 * most);
  const least = Math.max(matrix.height, Math.min(most, 2 * tallest));
  const height = Math.max(least, Math.min(ideal, tallest - matrix.top - 4));
  return { top: matrix.top, height, stepRow: height / rows, stepColumn: height / columns };
}
