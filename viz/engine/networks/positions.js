// Positional encodings: they tell a transformer the order of the words.

import { mersenneTwister } from "./random.js";

const WAVES = [Math.sin, Math.cos];

// Sinusoids (Vaswani et al. 2017, section 3.5); [position, d_model], sine and cosine interleaved.
export function sinusoids(length, dModel, base = 10000) {
  const encodings = new Float32Array(length * dModel);
  for (let column = 0; column < dModel; column++) {
    const rate = base ** (-(column - (column % 2)) / dModel),
      wave = WAVES[column % 2];
    for (let position = 0; position < length; position++)
      encodings[position * dModel + column] = wave(position * rate);
  }
  return encodings;
}

// The position whose encoding each of `length` positions gets, or -1 for none: "as trained", "off",
// or "shuffled" in the same random order as in Python.
export function arrange(length, how) {
  const order = Array.from({ length }, (_, position) => (how === "off" ? -1 : position));
  if (how !== "shuffled") return order;
  const draw = mersenneTwister(5);
  for (let i = 0; i < length - 1; i++) {
    const other = i + (draw() % (length - i));
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order;
}
