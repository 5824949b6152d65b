// How large the cells of grids side by side may be.

import { contentHeight, fitHeight, roomOf } from "../shared/canvas.js";
import { total } from "./operations.js";

// of cells, in pixels
const SIZES = [64, 56, 48, 44, 40, 36, 34, 30, 26, 22, 19, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const GAP = 16;
// Classes, in the order of what is left out.
const SPARED = ["no-code", "no-legend", "no-words", "no-controls", "no-says"];

// The largest cells with which the figures fit into `room` by `high`, side by side and in lines.
export function fit(figures, room, high, { pen, look, letters, line }) {
  for (const figure of figures) {
    figure.widths = null;
    pen.font = look.font(1.7 * letters, false);
    figure.beside = total(
      figure.signs.map((sign) => (sign.hidden ? 0 : pen.measureText(sign.textContent).width + 16)),
    );
  }
  const signs = Math.max(...figures.map((figure) => figure.beside));
  let smallest;
  // last of all, lower rows
  for (const [share, size] of [1, 0.6, 0.45, 0.35].flatMap((share) =>
    SIZES.map((size) => [share, size]),
  )) {
    let left = 0,
      tallest = 0,
      all = 0;
    const places = figures.map((figure) =>
      figure.measure(size, room - signs, share * high - 2 * line),
    );
    places.forEach(({ width, wide, height }, place) => {
      const needed = Math.max(width, wide + figures[place].beside) + 1;
      if (left && (figures[place].anew || left + GAP + needed > room)) {
        all += tallest + GAP;
        left = tallest = 0;
      }
      left += (left ? GAP : 0) + needed;
      tallest = Math.max(tallest, height);
    });
    if (share === 1) smallest = places;
    if (all + tallest > high) continue;
    smallest = places;
    break;
  }
  figures.forEach((figure, place) => figure.take(smallest[place]));
}

// Calls `draw` with a height for all steps, that of the highest, so that nothing below them moves.
// Where the lowest grids are still too high, a lecture does without what says least.
export function fitSteps(root, draw) {
  root.classList.remove(...SPARED);
  for (const spared of [null, ...SPARED]) {
    if (spared) root.classList.add(spared);
    fitHeight(root, 0.44, draw);
    if (contentHeight(root) <= (roomOf(root) ?? Infinity)) return;
  }
}
