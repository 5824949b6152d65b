// Parts that our networks share: weights in the kernel's memory, norms, the feed-forward layer.
//
// To be read beside models/networks/blocks.py.

import { readSafetensors, widen } from "./safetensors.js";

const EPSILON = 1e-5; // in the norms, as in torch

// The weights of a network, by their names in Python.
export class Weights {
  // `kernel` has the file, `room` is how many more numbers the network asks of it.
  constructor(kernel, room) {
    const tensors = readSafetensors(kernel);
    const shapes = [...tensors.values()].map(({ shape }) => shape);
    // Each begins at a multiple of 16 bytes; a matrix may need a bias of 0 for its rows.
    const vectors = shapes.reduce((sum, [rows]) => sum + rows + 4, 0);
    kernel.grow(4 * (vectors + room), Math.max(...shapes.map(([, inputs = 0]) => inputs)));
    Object.assign(this, { kernel, tensors });
  }

  // The numbers of a matrix in 16 bits, as they stand in the file.
  matrix(name) {
    return this.tensors.get(name).halves();
  }

  // The numbers in 32 bits.
  tensor(name) {
    const { length, read } = this.tensors.get(name);
    const numbers = this.kernel.floats(length);
    read(numbers);
    return numbers;
  }

  // y = x Wᵀ + b with the weights of this name; without a bias in the file it is 0. The function
  // has its numbers, `weight() [output, input]` and `bias`.
  linear(name, weight = `${name}.weight`, bias = `${name}.bias`) {
    const [numbers, kernel] = [this.matrix(weight), this.kernel];
    const shift = this.tensors.has(bias)
      ? this.tensor(bias)
      : kernel.floats(this.tensors.get(weight).shape[0]);
    const apply = (x, y, rows) => kernel.linear(x, numbers, shift, y, rows);
    return Object.assign(apply, { weight: () => widen(numbers), bias: shift });
  }

  norm(name) {
    return layerNorm(this.tensor(`${name}.weight`), this.tensor(`${name}.bias`));
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
