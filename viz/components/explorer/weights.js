// The packed weights of a head, as they were sent: in full, or of many heads coarsely.

import { unpack } from "../../engine/packing.js";
import { t } from "../../engine/text.js";

// Where the numbers of a head begin.
export function startOf(block, [, layer, head]) {
  return block.offset + (layer * block.heads + head) * block.cells[0] * block.cells[1];
}

// The weights of a head [stack, layer, head] as a function of row and column, null where masked.
// `coarse`: each is the largest of `together` rows and columns. Of shares `sum(row)` is the norm
// that a row has in all; null where it is not known.
export function headWeights({ numbers, steps }, block, at) {
  const { full } = block;
  const coarse = Boolean(block.coarse) && !(full && full.layer === at[1] && full.head === at[2]);
  const start = block.coarse && !coarse ? full.offset : startOf(block, at);
  const width = coarse ? block.cells[1] : block.columns.length;
  const together = [block.rows, block.columns].map((words, i) =>
    coarse ? Math.ceil(words.length / block.cells[i]) : 1,
  );
  const [high, wide] = together;
  const weight = (row, column) =>
    unpack(numbers[start + Math.floor(row / high) * width + Math.floor(column / wide)], steps);
  const sums = block.coarse ? full?.sums : block.sums,
    from = block.coarse ? 0 : (at[1] * block.heads + at[2]) * block.rows.length;
  const sum = (row) => (coarse ? null : (sums?.[from + row] ?? null));
  return { coarse, together, weight, sum };
}

// What is said of a head that is here coarsely; where there is a server, all may be `asked` for.
export function reducedSentence([rows, columns], asked) {
  const size = { rows, columns };
  return asked
    ? t("Reduced: a square is the largest of {rows} × {columns} cells. Click to see all.", size)
    : t("Reduced: a square is the largest of {rows} × {columns} cells.", size);
}

// The lines of the `heads` that lie over each other, those of the head on show last.
export function linesOf(data, block, heads) {
  return heads
    .filter((head) => head.isOn)
    .map(({ choice, colour }) => ({ colour, ...headWeights(data, block, choice) }))
    .filter((head) => !head.coarse);
}
