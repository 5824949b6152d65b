// Where vectors lie on a map, and which are near a word. This file imports nothing: a test loads it
// alone.

const ROUNDS = 4; // towards the principal axes, at each tick: the map turns, it does not jump

export function unit(vector) {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export const dot = (a, b) => a.reduce((sum, value, d) => sum + value * b[d], 0);

// Two directions to begin with, the same for every run.
export function firstAxes(dimensions) {
  const wave = (turn) =>
    unit(Float64Array.from({ length: dimensions }, (_, d) => Math.cos((d + 1) * turn)));
  return [wave(1), wave(2.2)];
}

// The vectors less their mean, and the axes brought nearer to the first two principal ones.
export function turnAxes(vectors, axes) {
  const size = axes[0].length,
    mean = new Float64Array(size);
  for (const vector of vectors)
    for (let d = 0; d < size; d++) mean[d] += vector[d] / vectors.length;
  const centred = vectors.map((vector) => vector.map((value, d) => value - mean[d]));
  let turned = axes;
  for (let round = 0; round < ROUNDS; round++) {
    const next = turned.map((axis) => {
      const sum = new Float64Array(size);
      for (const vector of centred) {
        const along = dot(vector, axis);
        for (let d = 0; d < size; d++) sum[d] += along * vector[d];
      }
      return sum;
    });
    if (Math.hypot(...next[0]) < 1e-12) break; // all are alike
    const first = unit(next[0]),
      along = dot(first, next[1]);
    const second = next[1].map((value, d) => value - along * first[d]);
    if (Math.hypot(...second) < 1e-9 * Math.hypot(...next[1])) break;
    turned = [first, unit(second)];
  }
  return { centred, axes: turned };
}

// The words nearest to one by cosine, of unit vectors: [[word, cosine], ...].
export function nearest(units, word, count) {
  return units
    .map((other, place) => [place, dot(other, units[word])])
    .filter(([place]) => place !== word)
    .sort((a, b) => b[1] - a[1])
    .slice(0, count);
}
