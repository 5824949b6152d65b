// Markers, each drawn once and then copied pixel by pixel: 5,000 calls of drawImage take 15 ms,
// this 3.

import { mix, rgb } from "../shared/colour.js";
import { LEVELS } from "./ranks.js";

// The shapes, one for each group: they fill a path around 0 with about `radius`.

const corners =
  (count, turn, lengths = [1]) =>
  (pen, radius) => {
    for (let i = 0; i < count; i++) {
      const angle = turn + (2 * Math.PI * i) / count;
      const far = radius * lengths[i % lengths.length];
      pen.lineTo(far * Math.sin(angle), -far * Math.cos(angle));
    }
    pen.closePath();
  };

const plus = (turn) => (pen, radius) => {
  pen.rotate(turn);
  for (const [x, y] of [
    [0.4, 1.2],
    [1.2, 0.4],
  ]) {
    pen.rect(-x * radius, -y * radius, 2 * x * radius, 2 * y * radius);
  }
};

const disc = (pen, radius) => pen.arc(0, 0, radius, 0, 2 * Math.PI);

const SHAPES = [
  disc,
  corners(4, Math.PI / 4, [1.25]),
  corners(3, 0, [1.4]),
  corners(4, 0, [1.35]),
  plus(0),
  corners(3, Math.PI, [1.4]),
  plus(Math.PI / 4),
  corners(10, 0, [1.5, 0.65]),
];

// of points, of strong ones while others are lit, of the rest meanwhile
const ALPHAS = [1, 0.45, 0.16];

// Draws a marker at 0. `pale` is how much of the paper is in its colour; `colours` holds the paper,
// the groups' colours, the grey of points without a group, and the darker one of those that are
// large. The shape is that of the group, unless another is asked for.
export function stamp(
  pen,
  colours,
  group,
  radius,
  { pale = 0, large = false, shape = group } = {},
) {
  pen.beginPath();
  (shape < 0 ? disc : SHAPES[shape])(pen, radius);
  pen.strokeStyle = `rgb(${colours.paper})`;
  pen.lineWidth = 2;
  pen.stroke();
  const alone = large ? rgb(colours.muted) : colours.grey;
  const colour = group >= 0 ? colours.groups[group] : alone;
  pen.fillStyle = `rgb(${mix(colour, colours.paper, pale)})`;
  pen.fill();
}

export class Markers {
  // Markers of about `size` pixels for a canvas of `width` by `height` pixels of the screen,
  // `ratio` of them in one of the page. In a space of three dimensions far ones are smaller and
  // paler.
  constructor({ size, ratio, flat, width, height, colours }) {
    Object.assign(this, { size, ratio, flat, width, height, colours, drawn: [] });
  }

  get(group, shape, level, large, alpha) {
    const looks = (group + 1) * (SHAPES.length + 1) + shape + 1;
    const place = ((looks * LEVELS + level) * 2 + large) * 3 + alpha;
    return (this.drawn[place] ??= this.draw(group, shape, level, large, alpha));
  }

  draw(group, shape, level, large, alpha) {
    const near = level / (LEVELS - 1);
    const depth = this.flat ? 1 : 0.65 + 0.5 * near;
    const radius = (this.size + (large ? 2.5 : 0)) * depth * (group < 0 && !large ? 0.85 : 1);
    const half = Math.ceil((1.6 * radius + 2) * this.ratio);
    const side = 2 * half;
    const canvas = new OffscreenCanvas(side, side);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.translate(half, half);
    pen.scale(this.ratio, this.ratio);
    pen.globalAlpha = ALPHAS[alpha];
    const pale = this.flat ? 0 : 0.62 * (1 - near);
    stamp(pen, this.colours, group, radius, { pale, large, shape });
    const pixels = pen.getImageData(0, 0, side, side).data;
    const filled = [];
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3]) filled.push(i);
    const columns = Int16Array.from(filled, (i) => ((i / 4) % side) - half);
    const offset = (i, k) => 4 * ((Math.floor(i / 4 / side) - half) * this.width + columns[k]);
    const offsets = Int32Array.from(filled, offset);
    const packed = Uint8Array.from(filled.flatMap((i) => [...pixels.subarray(i, i + 4)]));
    return { radius, half, columns, offsets, colours: packed };
  }

  // Copies a marker into the bytes of the canvas, its middle at this column and row.
  copy(pixels, { half, columns, offsets, colours }, column, row) {
    const { width, height } = this;
    const start = 4 * (row * width + column);
    const whole = column >= half && row >= half && column + half < width && row + half < height;
    for (let i = 0; i < offsets.length; i++) {
      const to = start + offsets[i];
      const at = column + columns[i];
      if (!whole && (to < 0 || to >= pixels.length || at < 0 || at >= width)) continue;
      const alpha = colours[4 * i + 3];
      const rest = 255 - alpha;
      for (let c = 0; c < 3; c++) {
        pixels[to + c] = (colours[4 * i + c] * alpha + pixels[to + c] * rest) / 255;
      }
    }
  }
}
