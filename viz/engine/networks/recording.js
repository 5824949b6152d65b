// What one run computes: `rows[stack][layer][head][query]` is a row of weights, of `scores` one
// before the mask, `outputs[stack][layer][query]` a row of all heads' outputs, side by side, and
// `states[stack][layer][position]` a row of the numbers that leave a layer; 0 enters the first.
export class Recording {
  // `sizes` has [layers, heads] of each stack.
  constructor(sizes) {
    const stacks = Object.entries(sizes);
    const each = (make) =>
      Object.fromEntries(
        stacks.map(([stack, [layers, heads]]) => [
          stack,
          Array.from({ length: layers }, () => make(heads)),
        ]),
      );
    const ofHeads = (heads) => Array.from({ length: heads }, () => []);
    [this.rows, this.scores, this.outputs] = [each(ofHeads), each(ofHeads), each(() => [])];
    this.states = {};
  }

  // Receives the weights of a row, and as `outputs` the outputs of `rows` rows from `start` on.
  at(stack, layer) {
    const outputs = this.outputs[stack][layer];
    const record = (head, query, weights, scores) => {
      this.rows[stack][layer][head][query] = weights;
      this.scores[stack][layer][head][query] = scores;
    };
    return Object.assign(record, { outputs: (...numbers) => copyRows(outputs, ...numbers) });
  }

  // Keep `rows` rows of x, of `width` numbers each, that leave this layer; the first is position
  // `start`.
  addStates(stack, layer, start, rows, x, width) {
    this.states[stack] ??= [];
    copyRows((this.states[stack][layer] ??= []), start, rows, x, width);
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

// Keeps nothing.
export const silent = { at: () => () => {} };

function copyRows(kept, start, rows, numbers, width) {
  for (let row = 0; row < rows; row++)
    kept[start + row] = numbers.slice(row * width, (row + 1) * width);
}
