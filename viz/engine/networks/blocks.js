// Parts that our networks share: weights in the kernel's memory, norms, the feed-forward layer.
//
// To be read beside models/networks/blocks.py.

import { readSafetensors, rescale, widen } from "./safetensors.js";

const EPSILON = 1e-5; // in the norms, as in torch

// A matrix [output, input] as it stands in the file: numbers of 16 bits, or integers of 8 bits and
// in `scales` one number of 32 bits for each row.
export class Matrix {
  constructor(numbers, outputs, scales = null) {
    Object.assign(this, { numbers, inputs: numbers.length / outputs, scales });
  }

  // The rows from one to before another, in 32 bits.
  rows(from, to) {
    const numbers = this.numbers.subarray(from * this.inputs, to * this.inputs);
    return this.scales ? rescale(numbers, this.scales.subarray(from, to)) : widen(numbers);
  }

  row(index) {
    return this.rows(index, index + 1);
  }

  wide() {
    return this.rows(0, this.numbers.length / this.inputs);
  }
}

// The weights of a network, by their names in Python.
export class Weights {
  // `kernel` has the file, `room` is how many more numbers the network asks of it.
  constructor(kernel, room) {
    const tensors = readSafetensors(kernel);
    const shapes = [...tensors.values()].map(({ shape }) => shape);
    // Each begins at a multiple of 16 bytes; rows of a matrix may need a scale and a bias of 0.
    const vectors = shapes.reduce((sum, [rows]) => sum + 2 * (rows + 4), 0);
    kernel.grow(4 * (vectors + room), Math.max(...shapes.map(([, inputs = 0]) => inputs)));
    Object.assign(this, { kernel, tensors });
  }

  matrix(name) {
    const { shape, dtype, stored, scale } = this.tensors.get(name);
    if (!scale && dtype !== "F16") throw new Error(`${name} is of type ${dtype}, not of 16 bits`);
    const scales = scale ? scale.read(this.kernel.floats(scale.length)) : null;
    return new Matrix(stored(), shape[0], scales);
  }

  // The numbers in 32 bits.
  tensor(name) {
    const { length, read } = this.tensors.get(name);
    return read(this.kernel.floats(length));
  }

  // y = x Wᵀ + b with the weights of this name; without a bias in the file it is 0. The function
  // has its numbers, `weight() [output, input]` and `bias`.
  linear(name, weight = `${name}.weight`, bias = `${name}.bias`) {
    const [matrix, kernel] = [this.matrix(weight), this.kernel];
    const shift = this.tensors.has(bias)
      ? this.tensor(bias)
      : kernel.floats(this.tensors.get(weight).shape[0]);
    const apply = (x, y, rows) => kernel.linear(x, matrix, shift, y, rows);
    return Object.assign(apply, { weight: () => matrix.wide(), bias: shift });
  }

  norm(name) {
    return layerNorm(this.tensor(`${name}.weight`), this.tensor(`${name}.bias`));
  }
}

// The scores of the vocabulary of `rows` vectors, with the embedding of a network as output layer;
// [row, vocabulary].
export function score({ kernel, embedding, noBias, scores }, vectors, rows) {
  kernel.linear(vectors, embedding, noBias, scores, rows);
  return scores.subarray(0, rows * noBias.length);
}

// Fill x with states, one after the other.
export function fill(x, states) {
  states.forEach((state, row) => x.set(state, row * state.length));
}

// Runs of one sentence beside each other, which go on from its own run: `parts` are those of the
// run (see `watch`), `from` the layer of each stack after which they go on, `runs` their number.
// Their rows stand one run after the other, and what is put in counts all rows.
export class Beside {
  constructor(parts, from, runs) {
    Object.assign(this, { parts, from, runs });
  }

  fill(x, stack) {
    const states = this.parts[`${stack} state ${this.from[stack] ?? 0}`];
    fill(x, Array(this.runs).fill(states).flat());
  }
}

// max(0, x W_1 + b_1) W_2 + b_2 at every position (section 3.3).
export class FeedForward {
  constructor(weights, name, width, longest) {
    this.first = weights.linear(`${name}.0`);
    this.second = weights.linear(`${name}.2`);
    this.inner = weights.kernel.floats(longest * width);
    this.width = width;
  }

  apply(x, y, rows) {
    this.first(x, this.inner, rows);
    rectify(this.inner, rows * this.width);
    this.second(this.inner, y, rows);
  }
}

export function rectify(x, size) {
  for (let i = 0; i < size; i++) x[i] = Math.max(x[i], 0);
}

export function add(x, y, size) {
  for (let i = 0; i < size; i++) x[i] += y[i];
}

// y = LayerNorm(x), row by row (Ba et al. 2016): mean 0, variance 1, then a gain and a shift. Both
// may be the same numbers. The function has its `gain` and `shift`.
export function layerNorm(gain, shift) {
  const width = gain.length;
  const apply = (x, y, rows) => {
    for (let start = 0; start < rows * width; start += width) {
      let sum = 0;
      for (let i = 0; i < width; i++) sum += x[start + i];
      const mean = sum / width;
      let squares = 0;
      for (let i = 0; i < width; i++) squares += (x[start + i] - mean) ** 2;
      const factor = 1 / Math.sqrt(squares / width + EPSILON);
      for (let i = 0; i < width; i++) {
        y[start + i] = (x[start + i] - mean) * factor * gain[i] + shift[i];
      }
    }
  };
  return Object.assign(apply, { gain, shift });
}
