// How far each token moves another: attention weighted by the vectors that it sums.
//
// To be read beside models/contributing.py (Kobayashi et al. 2020, section 3).

// The values of each stack of a run that `network` has just made, with so many `keys`, and its
// norms.
//
// `values[stack][layer]` are rows of d_model numbers, all heads side by side. `norms` is a function
// of a stack's name, to ‖α v W_O‖ of these `weights`, [layer, head, query, key]. The network's
// `valued[stack][layer]` has the values and the attention whose output they pass through; a BiLSTM
// has neither: ‖α h‖. A head that `whatIf` silences adds nothing.
export function normsOf(network, weights, keys, { silenced = [] }) {
  const { valued, sizes, config } = network,
    width = config.d_model;
  // The next run writes over the network's own.
  const copies = Object.fromEntries(
    Object.entries(valued).map(([stack, layers]) => [
      stack,
      layers.map(([values]) => values.slice(0, keys[stack] * width)),
    ]),
  );
  const off = new Set(silenced.map((head) => head.join("-")));
  const norms = (stack) => {
    const [layers, heads] = sizes[stack],
      lengths = weights[stack].slice(),
      size = lengths.length / (layers * heads);
    copies[stack].forEach((values, layer) => {
      const output = valued[stack][layer][1]?.toOutput.weight();
      for (let head = 0; head < heads; head++) {
        const added = off.has(`${stack}-${layer}-${head}`)
          ? new Float64Array(keys[stack])
          : lengthsOf(values, width, output, (head * width) / heads, width / heads);
        const start = (layer * heads + head) * size;
        for (let cell = 0; cell < size; cell++) lengths[start + cell] *= added[cell % added.length];
      }
    });
    return lengths;
  };
  return { values: copies, norms };
}

// ‖v W_O‖ of each row of `values [row, width]`: v is its numbers `from` to `from + size`, W_O their
// columns of `output [width, width]`; ‖v‖ without one.
function lengthsOf(values, width, output, from, size) {
  return Float64Array.from({ length: values.length / width }, (_, row) => {
    const value = values.subarray(row * width + from, row * width + from + size);
    let squares = 0;
    for (let place = 0; place < (output ? width : size); place++) {
      let sum = output ? 0 : value[place];
      if (output) for (let i = 0; i < size; i++) sum += value[i] * output[place * width + from + i];
      squares += sum * sum;
    }
    return Math.sqrt(squares);
  });
}
