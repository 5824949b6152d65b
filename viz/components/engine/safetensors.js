// Weights as Python stores them: a head as JSON with each tensor's type, shape and place, then the
// numbers (https://github.com/huggingface/safetensors). Nothing in such a file is run.

const STORED = {
  F16: Uint16Array,
  F32: Float32Array,
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

// The tensors of a file by name: { shape, length, read, halves }; `read(numbers)` fills a typed
// array of that length, and `halves()` gives numbers of 16 bits where they stand. The file begins
// `memory.buffer`, which may be another buffer by the time of these calls.
export function readSafetensors(memory) {
  const [head, start] = readHead(memory.buffer);
  delete head.__metadata__;
  return new Map(
    Object.entries(head).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const Stored = STORED[dtype];
        if (!Stored) throw new Error(`${name} is of type ${dtype}, which is not read`);
        const size = Stored.BYTES_PER_ELEMENT,
          at = start + from;
        const read = (numbers) => {
          const stored =
            at % size // numbers start between
              ? new Stored(memory.buffer.slice(at, start + to))
              : new Stored(memory.buffer, at, (to - from) / size);
          if (dtype === "F16") widen(stored, numbers);
          else numbers.set(stored);
        };
        const halves = () => {
          if (dtype !== "F16") throw new Error(`${name} is of type ${dtype}, not of 16 bits`);
          return new Stored(memory.buffer, at, (to - from) / size);
        };
        return [name, { shape, length: shape.reduce((a, b) => a * b, 1), read, halves }];
      },
    ),
  );
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
