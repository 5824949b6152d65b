// A scene on white paper, and the light of one word on it.

import { make } from "../shared/elements.js";

const DARK = 0.82; // of the paper where the weight is 0

// A thing in the square [left, top, side], in the strokes that the networks see.
export function paintThing(pen, [filled, holes], colour, [left, top, side], paper = "#ffffff") {
  for (const [polygons, ink] of [
    [filled, colour],
    [holes, paper],
  ])
    for (const polygon of polygons) {
      pen.fillStyle = ink;
      pen.beginPath();
      for (const [x, y] of polygon) pen.lineTo(left + x * side, top + y * side);
      pen.fill();
    }
}

export function paintScene(pen, { shapes, colours, side }, things, cell, { grid, drag }) {
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, cell * side, cell * side);
  pen.strokeStyle = "#e3e7ed";
  pen.lineWidth = 1;
  if (grid)
    for (let line = 0; line <= side; line++) {
      const at = Math.min(line * cell + 0.5, side * cell - 0.5);
      pen.strokeRect(at, 0, 0, side * cell);
      pen.strokeRect(0, at, side * cell, 0);
    }
  for (const thing of things) {
    const place = [(thing.cell % side) * cell, Math.floor(thing.cell / side) * cell];
    const [x, y] = drag?.from === thing.cell ? drag.at.map((at) => at - cell / 2) : place;
    paintThing(pen, shapes[thing.kind], colours[thing.colour], [x, y, cell]);
  }
}

// Darkens a picture where a network did not look (Xu et al. 2015, figure 3).
export function paintLight(pen, { numbers, readers, steps }, { row, place }, size) {
  const { offset, words } = readers[row],
    end = readers[row + 1]?.offset ?? numbers.length;
  const count = (end - offset) / words.length,
    side = Math.round(Math.sqrt(count));
  const shade = new ImageData(side, side);
  for (let at = 0; at < count; at++) {
    const weight = numbers[offset + place * count + at] / steps;
    shade.data.set([0, 0, 0, Math.round(255 * DARK * (1 - weight))], 4 * at);
  }
  const small = make("canvas");
  small.width = small.height = side;
  small.getContext("2d").putImageData(shade, 0, 0);
  pen.imageSmoothingEnabled = true;
  pen.drawImage(small, 0, 0, size, size);
}
