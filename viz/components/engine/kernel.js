// The one memory of a network, and its one costly operation: a linear layer.
//
// bundles/kernel.wasm (engine/kernel.wat) multiplies four numbers at once. Where WebAssembly or its
// vectors are missing, the same loops in JavaScript do it, about five times slower.

const PAGE = 65536; // bytes

export class Kernel {
  // `bytes` is all the memory that `floats` will be asked for; `wasm` the bytes of kernel.wasm, or
  // null for plain JavaScript. Throws WebAssembly.CompileError where vectors are missing.
  constructor(bytes, wasm = null) {
    this.used = 0;
    if (!wasm) {
      this.buffer = new ArrayBuffer(bytes);
      this.linear = plainLinear;
      return;
    }
    const module = new WebAssembly.Module(wasm);
    const pages = Math.ceil(bytes / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { linear } = new WebAssembly.Instance(module, { engine: { memory } }).exports;
    this.buffer = memory.buffer;
    this.linear = (x, weight, bias, y, rows) => {
      const outputs = bias.length;
      const inputs = weight.length / outputs;
      check(x, y, rows, inputs, outputs);
      linear(x.byteOffset, weight.byteOffset, bias.byteOffset, y.byteOffset, rows, inputs, outputs);
    };
  }

  // New numbers in the memory, all 0. `linear` takes these and parts of them.
  floats(length) {
    const made = new Float32Array(this.buffer, this.used, length);
    this.used += Math.ceil(made.byteLength / 16) * 16;
    return made;
  }
}

// y = x Wᵀ + b for `rows` rows: x [row, input], weight [output, input], bias [output] and
// y [row, output].
export function plainLinear(x, weight, bias, y, rows) {
  const outputs = bias.length;
  const inputs = weight.length / outputs;
  check(x, y, rows, inputs, outputs);
  for (let output = 0; output < outputs; output++) {
    const start = output * inputs;
    for (let row = 0; row < rows; row++) {
      const first = row * inputs;
      let even = 0;
      let odd = 0;
      for (let input = 0; input < inputs; input += 2) {
        even += x[first + input] * weight[start + input];
        odd += x[first + input + 1] * weight[start + input + 1];
      }
      y[row * outputs + output] = bias[output] + even + odd;
    }
  }
}

// Shapes that the loops do not check: a wrong one would write over other numbers.
function check(x, y, rows, inputs, outputs) {
  if (inputs % 8 || outputs % 4 || x.length < rows * inputs || y.length < rows * outputs) {
    throw new Error(`no layer of ${inputs} inputs and ${outputs} outputs for ${rows} rows, `
      + `from ${x.length} to ${y.length} numbers`);
  }
}
