// Colours of a derivation, and grids as small pictures.

import { clamp } from "../../engine/numbers.js";
import { sharp } from "../shared/canvas.js";
import { ramp, readable, rgb } from "../shared/colour.js";

const THUMBNAIL = [46, 34]; // pixels

// The darkest value of a grid's colours: its largest, rounded up to two digits.
export function roundUp(most) {
  const unit = 10 ** Math.floor(Math.log10(most || 1));
  const above = Math.ceil(Number((most / unit).toPrecision(6))) * unit;
  return Number(above.toPrecision(2)) || 1;
}

export class Palette {
  constructor(root, look, colours, diverging) {
    const style = getComputedStyle(root),
      stops = diverging[look.dark ? "dark" : "light"];
    this.look = look;
    this.paper = style.getPropertyValue("--st-background-color").trim() || "#ffffff";
    this.diverging = ramp(stops);
    root.style.setProperty("--diverging", `linear-gradient(to right, ${stops.join(",")})`);
    this.roles = {};
    for (const [role, colour] of Object.entries(colours)) {
      this.roles[role] = readable(rgb(colour), rgb(this.paper), rgb(look.text));
      root.style.setProperty(`--role-${role}`, this.roles[role]);
    }
  }

  colour(role, most, value) {
    const share = role === "weight" ? value : (value / most + 1) / 2;
    const colours = role === "weight" ? this.look.ramp : this.diverging;
    return colours[Math.round(255 * clamp(0, share, 1))];
  }

  // Numbers as an image, one pixel each, `per` of them in a line.
  image(role, most, values, per, lines) {
    const image = new ImageData(per, lines);
    values.forEach((value, place) => {
      if (Number.isNaN(value)) return;
      image.data.set([...this.colour(role, most, value), 255], 4 * place);
    });
    return image;
  }

  // A grid as a canvas, one pixel for each number.
  picture({ role, most, values }, per, lines) {
    const small = new OffscreenCanvas(per, lines);
    small.getContext("2d").putImageData(this.image(role, most, values, per, lines), 0, 0);
    return small;
  }

  thumbnail(canvas, grid, scale) {
    const [rows, columns] = grid.shape,
      [widest, highest] = THUMBNAIL.map((size) => size * scale);
    const side = Math.min(12 * scale, widest / columns, highest / rows);
    const wide = Math.round(Math.max(columns * side, 8));
    const high = Math.round(Math.max(rows * side, 10));
    const pen = sharp(canvas, wide + 4, high + 4);
    pen.imageSmoothingEnabled = rows * columns > 4000;
    if (grid.values) pen.drawImage(this.picture(grid, columns, rows), 2, 2, wide, high);
    pen.strokeStyle = this.roles[grid.role];
    pen.lineWidth = 2;
    pen.strokeRect(1, 1, wide + 2, high + 2);
  }

  // A row of a grid across the whole of a canvas, in colours up to `most`.
  strip(canvas, grid, row, most = grid.most) {
    const columns = grid.shape[1];
    const values = grid.values.subarray(row * columns, (row + 1) * columns);
    canvas.width = columns;
    canvas.height = 1;
    const image = this.image(grid.role, most, values, columns, 1);
    canvas.getContext("2d").putImageData(image, 0, 0);
  }
}
