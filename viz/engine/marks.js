// What a step of a lesson marks in a picture: lit_cells of viz/draw/matrix.py.

// The place of a word as it is spelled in the step, “red #2” for the second; null stands for all.
function placeOf(word, words) {
  if (word === null) return null;
  const [, name, count = 1] = word.match(/^(.*?)(?: #(\d+))?$/);
  return words.flatMap((other, place) => (other === name ? [place] : []))[count - 1];
}

// The marked cells [row, column]; words that are missing are left out.
export const litCells = (highlights, rows, columns) =>
  highlights
    .map(([row, column]) => [placeOf(row, rows), placeOf(column, columns)])
    .filter((cell) => !cell.includes(undefined));
