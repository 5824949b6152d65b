// Where names go so that none lies on another or is cut by the edge of the picture. Pure geometry.

const SHELF = 32; // pixels: boxes are looked up by the horizontal strips they lie in
const CELL = 16; // pixels: dots are looked up by square cells
const NEAR_SLOTS = 8; // around the point; further out there are rings
const RING_SLOTS = 12;
export const SLOTS = NEAR_SLOTS + 5 * RING_SLOTS; // of the rings' names a line leads to the point
const TURNS = [...Array(SLOTS).keys()];
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

export const isFar = (slot) => slot >= NEAR_SLOTS;

// Left and top of a name of `wide` by `high` pixels in a numbered place around the point at x, y.
export function slotPlace(number, x, y, wide, high, gap) {
  if (!isFar(number)) {
    const [across, down] = SIDES[number];
    const slant = across && down ? 0.75 : 1;
    return [
      x - wide / 2 + across * slant * (gap + wide / 2),
      y - high / 2 + down * slant * (gap + high / 2),
    ];
  }
  const ring = Math.floor((number - NEAR_SLOTS) / RING_SLOTS);
  const angle = ((number - NEAR_SLOTS) % RING_SLOTS) * (Math.PI / 6);
  const far = 24 + 20 * ring;
  return [x - wide / 2 + Math.cos(angle) * (far + wide / 2), y - high / 2 + Math.sin(angle) * far];
}

// In which order to try the first `slots` places for a name: where it was, around the point,
// further out.
export function slotOrder(last, slots) {
  if (last === undefined || last >= slots) return TURNS.slice(0, slots);
  const near = TURNS.slice(0, Math.min(slots, NEAR_SLOTS));
  const far = TURNS.slice(NEAR_SLOTS, slots);
  return isFar(last) ? [...near, last, ...far] : [last, ...near, ...far];
}

// A picture that fills with names, over dots of `size` pixels at x and y. `order` names the dots
// that are seen, the first `seen` of it.
export class LabelMap {
  constructor({ width, height, x, y, order, seen, size }) {
    Object.assign(this, { width, height, x, y, seen, size });
    this.shelves = Array.from({ length: Math.ceil(height / SHELF) + 1 }, () => []);
    this.across = Math.ceil(width / CELL) + 2;
    const cells = this.across * (Math.ceil(height / CELL) + 2);
    this.dots = Array.from({ length: cells }, () => []);
    for (let place = 0; place < seen; place++) this.dotsNear(order[place]).push(order[place]);
  }

  // The dots in the cell of this point, itself among them.
  dotsNear(point) {
    const row = Math.floor(this.y[point] / CELL) + 1;
    return this.dots[row * this.across + Math.floor(this.x[point] / CELL) + 1];
  }

  shelvesOf(top, high) {
    return this.shelves.slice(Math.floor(top / SHELF), Math.floor((top + high) / SHELF) + 1);
  }

  // Whether a box lies in the picture and on no other.
  isFree(left, top, wide, high) {
    if (left < 3 || top < 3) return false;
    if (left + wide > this.width - 3 || top + high > this.height - 3) return false;
    return this.shelvesOf(top, high).every((shelf) =>
      shelf.every(
        ([x, y, right, bottom]) =>
          left >= right + 3 || x >= left + wide + 3 || top >= bottom + 1 || y >= top + high + 1,
      ),
    );
  }

  reserve(left, top, wide, high) {
    const box = [left, top, left + wide, top + high];
    for (const shelf of this.shelvesOf(top, high)) shelf.push(box);
  }

  // How many dots but that of `own` a box would lie on; it stops counting above `enough`.
  countCovered(left, top, wide, high, own, enough) {
    const edge = 0.7 * this.size;
    const cell = (place) => Math.floor(place / CELL) + 1;
    const { x, y } = this;
    let covered = 0;
    for (let row = cell(top - edge); row <= cell(top + high + edge); row++) {
      for (let column = cell(left - edge); column <= cell(left + wide + edge); column++) {
        for (const i of this.dots[row * this.across + column] ?? []) {
          if (i === own || x[i] < left - edge || x[i] > left + wide + edge) continue;
          if (y[i] < top - edge || y[i] > top + high + edge) continue;
          if (++covered > enough) return covered;
        }
      }
    }
    return covered;
  }

  // Occupies the best of the first `slots` places for the name of a point and gives back { slot,
  // left, top }, or null where there is none that is free and lies on at most `crowd` dots. `gap`
  // is the way from the point's middle to its name, `last` the slot it had before.
  place(point, { wide, high, gap, last, slots, crowd }) {
    let best = null;
    for (const slot of slotOrder(last, slots)) {
      // Among few points a name stands rather a little away than on another.
      if (best && isFar(slot) && (this.seen > 300 || slot >= NEAR_SLOTS + 2 * RING_SLOTS)) break;
      const [left, top] = slotPlace(slot, this.x[point], this.y[point], wide, high, gap);
      if (!this.isFree(left, top, wide, high)) continue;
      const covered = this.countCovered(left, top, wide, high, point, best?.covered ?? crowd);
      if (covered > crowd) continue;
      if (best && (covered >= best.covered || (isFar(slot) && covered))) continue;
      best = { slot, left, top, covered };
      if (covered === 0 || (slot === last && slots === 4)) break;
    }
    if (best) this.reserve(best.left, best.top, wide, high);
    return best;
  }
}
