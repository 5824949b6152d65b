// The weights of one run: `rows[stack][layer][head][query]` is a row of weights.
export class Recording {
  // `sizes` has [layers, heads] of each stack.
  constructor(sizes) {
    this.rows = Object.fromEntries(Object.entries(sizes).map(([stack, [layers, heads]]) =>
      [stack, Array.from({ length: layers }, () => Array.from({ length: heads }, () => []))]));
  }

  at(stack, layer) {
    const heads = this.rows[stack][layer];
    return (head, query, weights) => {
      heads[head][query] = weights;
    };
  }

  // All weights of a stack as one array, [layer, head, query, key]; what a row lacks is masked, 0.
  weights(stack, queries, keys) {
    const heads = this.rows[stack].flat();
    const made = new Float32Array(heads.length * queries * keys);
    heads.forEach((rows, head) => {
      for (let query = 0; query < queries; query++) {
        made.set(rows[query].subarray(0, keys), (head * queries + query) * keys);
      }
    });
    return made;
  }
}
