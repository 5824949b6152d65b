// One head as a small picture.

import { zoomOf } from "../shared/canvas.js";
import { pool } from "../shared/packing.js";

// Draws `rows` by `columns` packed weights; of those that fall on one pixel, the largest.
export function paintThumbnail(canvas, numbers, rows, columns, steps, look) {
  const ratio = (window.devicePixelRatio || 1) * zoomOf(canvas);
  const side = Math.round((canvas.parentElement.clientWidth || 40) * ratio);
  const [height, width] = [Math.min(rows, side), Math.min(columns, side)];
  const most = pool(numbers, rows, columns, height, width);
  const image = new ImageData(width, height);
  const colours = most.map((value) => look.pixels[Math.round((255 * value) / steps)]);
  new Uint32Array(image.data.buffer).set(colours);
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
}
