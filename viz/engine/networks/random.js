// The random numbers of torch, the same for a seed.

// The random numbers of 32 bits of torch.Generator: MT19937 (Matsumoto and Nishimura 1998).
export function mersenneTwister(seed) {
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

// The numbers from 0 to 1 of numpy.random.RandomState(seed).
export function uniforms(seed) {
  const draw = mersenneTwister(seed);
  return () => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53;
}

// `count` numbers of the standard normal distribution, as torch.randn draws them: a multiple of 16.
export function normals(draw, count) {
  const numbers = Float64Array.from({ length: count }, () => (draw() & 0xffffff) / 2 ** 24);
  for (let start = 0; start < count; start += 16)
    for (let i = start; i < start + 8; i++) {
      const radius = Math.sqrt(-2 * Math.log(1 - numbers[i])),
        angle = 2 * Math.PI * numbers[i + 8];
      numbers[i] = radius * Math.cos(angle);
      numbers[i + 8] = radius * Math.sin(angle);
    }
  return numbers;
}
