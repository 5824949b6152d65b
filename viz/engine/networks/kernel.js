// The one memory of a network, and its one costly operation: a linear layer.
//
// The memory begins with the file of the weights. Its matrices stay there in 16 or 8 bits, and the
// layer widens them to 32 bits while it multiplies: so a model needs little more memory than its
// file.
// bundles/kernel.wasm (engine/kernel.wat) works on four numbers at once. Where WebAssembly or its
// vectors are missing, the same loops in JavaScript do it, about five times slower.

const PAGE = 65536; // bytes
const ALIGNED = 16; // bytes
const OUTPUTS = 4; // of a layer, whose weights are widened together

export class Kernel {
  // Room for a file of `size` bytes; `wasm` are the bytes of kernel.wasm, or null for plain
  // JavaScript. Throws WebAssembly.CompileError where vectors are missing.
  constructor(size, wasm = null) {
    this.size = size;
    this.used = Math.ceil(size / ALIGNED) * ALIGNED;
    const pages = Math.ceil(size / PAGE);
    if (!wasm) {
      this.buffer = new ArrayBuffer(pages * PAGE);
      this.linear = plainLinear;
      return;
    }
    this.memory = new WebAssembly.Memory({ initial: pages });
    const { linear } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {
      engine: { memory: this.memory },
    }).exports;
    this.buffer = this.memory.buffer;
    this.linear = (x, weight, bias, y, rows) => {
      const outputs = bias.length;
      const { inputs, numbers, scales } = weight;
      check(x, y, rows, inputs, outputs);
      linear(
        x.byteOffset,
        numbers.byteOffset,
        scales?.byteOffset ?? 0,
        bias.byteOffset,
        y.byteOffset,
        rows,
        inputs,
        outputs,
        this.wide.byteOffset,
      );
    };
  }

  // A kernel with the bytes of a file.
  static of(bytes, wasm) {
    const kernel = new Kernel(bytes.length, wasm);
    kernel.file.set(bytes);
    return kernel;
  }

  // The bytes of the file; not after `grow`, which makes another buffer.
  get file() {
    return new Uint8Array(this.buffer, 0, this.size);
  }

  // Make room, once, for all the memory that `floats` will be asked for, and for layers of at most
  // `inputs` inputs.
  grow(bytes, inputs) {
    const pages = Math.ceil((this.used + bytes + 4 * OUTPUTS * inputs) / PAGE);
    if (this.memory) {
      this.memory.grow(Math.max(pages - this.buffer.byteLength / PAGE, 0));
      this.buffer = this.memory.buffer;
    } else {
      const { file } = this;
      this.buffer = new ArrayBuffer(pages * PAGE);
      this.file.set(file);
    }
    this.wide = this.floats(OUTPUTS * inputs);
  }

  // New numbers in the memory, all 0. `linear` takes these and parts of them.
  floats(length) {
    const made = new Float32Array(this.buffer, this.used, length);
    this.used += Math.ceil(made.byteLength / ALIGNED) * ALIGNED;
    return made;
  }
}

const inFull = new WeakMap(); // weights in 32 bits, which plain loops would widen too slowly

// y = x Wᵀ + b for `rows` rows: x [row, input], a Matrix `weight` [output, input], bias [output]
// and y [row, output].
export function plainLinear(x, weight, bias, y, rows) {
  const outputs = bias.length;
  const { inputs } = weight;
  check(x, y, rows, inputs, outputs);
  const wide = inFull.get(weight) ?? weight.wide();
  inFull.set(weight, wide);
  for (let output = 0; output < outputs; output++) {
    const start = output * inputs;
    for (let row = 0; row < rows; row++) {
      const first = row * inputs;
      let even = 0;
      let odd = 0;
      for (let input = 0; input < inputs; input += 2) {
        even += x[first + input] * wide[start + input];
        odd += x[first + input + 1] * wide[start + input + 1];
      }
      y[row * outputs + output] = bias[output] + even + odd;
    }
  }
}

// Shapes that the loops do not check: a wrong one would write over other numbers.
function check(x, y, rows, inputs, outputs) {
  if (inputs % 8 || outputs % 4 || x.length < rows * inputs || y.length < rows * outputs) {
    throw new Error(
      `no layer of ${inputs} inputs and ${outputs} outputs for ${rows} rows, ` +
        `from ${x.length} to ${y.length} numbers`,
    );
  }
}
