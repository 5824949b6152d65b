// What pointer and keys do in the explorer.

import { reveal } from "../shared/range.js";
import { Pointing } from "./pointing.js";

export function listenToHands(explorer) {
  const { holding, map, lines, matrix, drawnLines, root } = explorer;
  const pointing = new Pointing({
    hover: (at) => {
      explorer.hover = at;
      explorer.paintLarge();
    },
    click: (at) => holding.click(at),
    join: (from, to) => holding.join(holding.wordAt(from), holding.wordAt(to)),
  });
  pointing.listen(map, (event) => matrix.at(event));
  pointing.listen(lines, (event) => drawnLines.at(event));
  map.addEventListener("keydown", (event) => {
    const at = matrix.step(event.key, holding.locked || { row: 0, column: 0 });
    if (!at) return;
    event.preventDefault();
    const { rows, columns, range } = matrix;
    matrix.range = reveal(range, at, rows.length, columns.length);
    holding.hold(at);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    explorer.previewed = null;
    explorer.tip.hidden = true;
    explorer.player.stop();
    holding.release();
  });
}
