// Weights as Python stores them: a head as JSON with each tensor's type, shape and place, then the
// numbers (https://github.com/huggingface/safetensors). Nothing in such a file is run.

const STORED = {
  F16: Uint16Array,
  F32: Float32Array,
  I8: Int8Array,
  U8: Uint8Array,
  U16: Uint16Array,
  U32: Uint32Array,
};

// The head of a file, and the place of the first number.
function readHead(buffer) {
  const start = 8 + Number(new DataView(buffer).getBigUint64(0, true));
  return [JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, start - 8))), start];
}

// The texts of a file by name.
export const readMetadata = (buffer) => readHead(buffer)[0].__metadata__ ?? {};

// The tensors of a file by name: { shape, length, read, stored, scale }. `read(numbers)` fills a
// typed array of that length, and `stored()` gives the numbers where they stand. A matrix of 8 bits
// has the tensor `scale`, one number a row, by which its integers are multiplied. The file begins
// `memory.buffer`, which may be another buffer by the time of these calls.
export function readSafetensors(memory) {
  const [head, start] = readHead(memory.buffer);
  delete head.__metadata__;
  const tensors = new Map();
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(head)) {
    const Stored = STORED[dtype];
    if (!Stored) throw new Error(`${name} is of type ${dtype}, which is not read`);
    const size = Stored.BYTES_PER_ELEMENT;
    const [at, end] = offsets.map((offset) => start + offset);
    const stored = () =>
      at % size // numbers start between
        ? new Stored(memory.buffer.slice(at, end))
        : new Stored(memory.buffer, at, (end - at) / size);
    const tensor = { shape, length: shape.reduce((a, b) => a * b, 1), stored, dtype, scale: null };
    tensor.read = (numbers) => {
      if (tensor.scale) rescale(stored(), scaleOf(tensor.scale), numbers);
      else if (dtype === "F16") widen(stored(), numbers);
      else numbers.set(stored());
      return numbers;
    };
    tensors.set(name, tensor);
  }
  for (const [name, tensor] of tensors) {
    if (tensor.dtype !== "I8" || !tensors.has(name + SCALE)) continue;
    tensor.scale = tensors.get(name + SCALE);
    tensors.delete(name + SCALE);
  }
  return tensors;
}

const SCALE = ".scale"; // after the name of a matrix of 8 bits

const scaleOf = ({ length, read }) => read(new Float32Array(length));

// Integers of 8 bits times the scale of their row, in 32 bits; the product is exact.
export function rescale(integers, scales, numbers = new Float32Array(integers.length)) {
  const inputs = integers.length / scales.length;
  scales.forEach((scale, row) => {
    for (let i = row * inputs; i < (row + 1) * inputs; i++) numbers[i] = integers[i] * scale;
  });
  return numbers;
}

// Numbers of 16 bits (IEEE 754 binary16) as numbers of 32 bits.
export function widen(bits, numbers = new Float32Array(bits.length)) {
  widened ??= Float32Array.from({ length: 65536 }, (_, pattern) => half(pattern));
  for (let i = 0; i < bits.length; i++) numbers[i] = widened[bits[i]];
  return numbers;
}

let widened = null; // the value of each of the 65,536 numbers of 16 bits

// The value of a number of 16 bits: sign, 5 bits of exponent, 10 of fraction.
export function half(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
