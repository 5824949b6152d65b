// One head as a small picture.

import { pool } from "../../engine/packing.js";
import { zoomOf } from "../shared/canvas.js";

// The pixels of the screen that a thumbnail has on a side. Read before any is painted: each canvas
// painted has the browser lay out the page once more for the next that is measured.
export const sideOf = (canvas) =>
  Math.round(
    (canvas.parentElement.clientWidth || 40) * (window.devicePixelRatio || 1) * zoomOf(canvas),
  );

// Draws `rows` by `columns` packed weights on `side` pixels; of those that fall on one pixel, the
// largest.
export function paintThumbnail(canvas, side, numbers, rows, columns, steps, look) {
  const [height, width] = [Math.min(rows, side), Math.min(columns, side)];
  const most = pool(numbers, rows, columns, height, width);
  const image = new ImageData(width, height),
    pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < most.length; at++)
    pixels[at] = look.pixels[Math.round((255 * most[at]) / steps)];
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
}
