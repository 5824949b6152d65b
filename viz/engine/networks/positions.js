// Positional encodings: they tell a transformer the order of the words.

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

// The random numbers of 32 bits of torch.Generator: MT19937 (Matsumoto and Nishimura 1998).
function mersenneTwister(seed) {
  const state = new Uint32Array(624);
  state[0] = seed;
  for (let i = 1; i < 624; i++) {
    state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  }
  let next = 624;
  return () => {
    if (next === 624) {
      for (let i = 0; i < 624; i++) {
        const bits = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7fffffff);
        state[i] = state[(i + 397) % 624] ^ (bits >>> 1) ^ (bits & 1 ? 0x9908b0df : 0);
      }
      next = 0;
    }
    let bits = state[next++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  };
}
