// The things of a scene, and what changes them. This file draws nothing: a test loads it alone.

import { t } from "../../engine/text.js";

export const COLUMNS = "abcdefghijklmnopqrstuvwxyz";
const MOST_STEPS = 100;

export class Edit {
  constructor({ things, shapes, colours, side, most }, steps = [], brush = null) {
    Object.assign(this, { side, most, steps, cursor: null });
    this.things = things;
    this.kinds = Object.keys(shapes);
    this.colours = Object.keys(colours);
    this.brush = brush ?? { kind: this.kinds[0], colour: this.colours[0] };
  }

  // As an address writes it, and as `parse_scene` of Python reads it.
  get scene() {
    const cellName = (cell) => COLUMNS[cell % this.side] + (1 + Math.floor(cell / this.side));
    return this.things
      .map(({ kind, colour, cell }) => `${colour} ${kind} ${cellName(cell)}`)
      .join(", ");
  }

  thingAt(cell) {
    return this.things.find((thing) => thing.cell === cell);
  }

  // What the chips show: the thing under the cursor, else what would be added.
  get current() {
    return this.thingAt(this.cursor) ?? this.brush;
  }

  change(things) {
    this.steps = [...this.steps, this.things].slice(-MOST_STEPS);
    this.things = things;
  }

  undo() {
    if (this.steps.length) this.things = this.steps.pop();
  }

  // Each returns why nothing was changed, if there is a reason to say.
  add() {
    if (this.cursor === null || this.thingAt(this.cursor)) return "";
    if (this.things.length >= this.most)
      return t("At most {most} things. Remove one.", { most: this.most });
    this.change([...this.things, { ...this.brush, cell: this.cursor }]);
    return "";
  }

  remove() {
    if (this.thingAt(this.cursor))
      this.change(this.things.filter(({ cell }) => cell !== this.cursor));
  }

  clear() {
    if (this.things.length) this.change([]);
    this.cursor = null;
  }

  // Move what is under the cursor, and the cursor with it; what was there takes its place.
  move(to) {
    const from = this.cursor;
    if (from !== to && this.thingAt(from)) {
      const moved = { [from]: to, [to]: from };
      this.change(
        this.things.map((thing) => ({ ...thing, cell: moved[thing.cell] ?? thing.cell })),
      );
    }
    this.cursor = to;
  }

  // Another kind or colour of the thing under the cursor, and of what is added next.
  set(field, value) {
    this.brush = { ...this.current, [field]: value };
    const thing = this.thingAt(this.cursor);
    if (thing && thing[field] !== value)
      this.change(this.things.map((one) => (one === thing ? { ...one, [field]: value } : one)));
  }

  turn(field) {
    const values = field === "kind" ? this.kinds : this.colours;
    this.set(field, values[(values.indexOf(this.current[field]) + 1) % values.length]);
  }

  // Another scene, in the form of an address.
  open(scene) {
    const things = scene.split(", ").map((thing) => {
      const [colour, kind, cell] = thing.split(" ");
      const row = Number(cell.slice(1)) - 1;
      return { kind, colour, cell: row * this.side + COLUMNS.indexOf(cell[0]) };
    });
    this.change(things);
    this.cursor = null;
  }
}
