// The encoder-decoder transformer of Vaswani et al. 2017, with our weights.
//
// To be read beside models/networks/transformer.py. Layer normalisation comes after each sub-layer
// (section 3.1); one embedding matrix serves the source, the target and the output (section 3.4).

import { AS_TRAINED, MultiHeadAttention, targetMask } from "./attention.js";
import { Kernel } from "./kernel.js";
import { arrange, sinusoids } from "./positions.js";

export const STACKS = ["encoder", "decoder", "cross"];
export const SCALES = { "1/sqrt(d_head)": 0.5, 1: 0, "1/d_head": 1 };
const EPSILON = 1e-5; // in the norms, as in torch
const LONGEST = 512; // tokens read where positions are computed, as in models/lengths.py

// max(0, x W_1 + b_1) W_2 + b_2 at every position (section 3.3).
class FeedForward {
  constructor(kernel, layer, config, longest) {
    this.first = layer("0");
    this.second = layer("2");
    this.inner = kernel.floats(longest * config.d_ff);
    this.width = config.d_ff;
  }

  apply(x, y, rows) {
    const { inner } = this;
    const size = rows * this.width;
    this.first(x, inner, rows);
    for (let i = 0; i < size; i++) inner[i] = Math.max(inner[i], 0);
    this.second(inner, y, rows);
  }
}

export class Transformer {
  // `config` is config.json, `tensors` what `readSafetensors` gives, `wasm` the kernel's bytes or
  // null. Throws an error for a network that is none of these.
  constructor(config, tensors, wasm) {
    if (config.architecture !== "transformer" || (config.score ?? "scaled dot") !== "scaled dot") {
      throw new Error(`A ${config.architecture} with the score “${config.score}” is not read.`);
    }
    const { d_model: dModel } = config;
    const longest = config.positions === "learned"
      ? config.max_length : Math.max(config.max_length, LONGEST);
    const weights = [...tensors.values()].reduce((sum, { length }) => sum + length + 4, 0);
    // For each layer: queries, keys, values and outputs of three stacks, two feed-forward layers.
    const room = config.n_layers * longest * (12 * dModel + 2 * config.d_ff)
      + longest * (2 * dModel + config.vocabulary_size) + config.vocabulary_size;
    const kernel = new Kernel(4 * (weights + room), wasm);
    Object.assign(this, { config, kernel, longest });
    const tensor = (name) => {
      const { length, read } = tensors.get(name);
      const numbers = kernel.floats(length);
      read(numbers);
      return numbers;
    };
    const linear = (prefix) => (name) => {
      const weight = tensor(`${prefix}.${name}.weight`);
      const bias = tensor(`${prefix}.${name}.bias`);
      return (x, y, rows) => kernel.linear(x, weight, bias, y, rows);
    };
    const block = (prefix, kinds) => ({
      ...Object.fromEntries(kinds.flatMap((kind) => {
        const name = `${prefix}.${kind}_attention`;
        return [
          [kind, new MultiHeadAttention(kernel, linear(name), config, longest)],
          [`${kind}Norm`, norm(tensor(`${name}_norm.weight`), tensor(`${name}_norm.bias`))],
          [`${kind}Past`, { keys: kernel.floats(longest * dModel),
            values: kernel.floats(longest * dModel) }],
        ];
      })),
      feedForward: new FeedForward(kernel, linear(`${prefix}.feed_forward`), config, longest),
      feedForwardNorm: norm(tensor(`${prefix}.feed_forward_norm.weight`),
        tensor(`${prefix}.feed_forward_norm.bias`)),
    });
    const layers = [...Array(config.n_layers).keys()];
    this.embedding = tensor("embedding.weight"); // [token, d_model]
    this.positions = config.positions === "learned"
      ? tensor("positions") : sinusoids(longest, dModel);
    this.encoder = layers.map((layer) => block(`encoder.${layer}`, ["self"]));
    this.decoder = layers.map((layer) => block(`decoder.${layer}`, ["self", "cross"]));
    this.x = kernel.floats(longest * dModel);
    this.y = kernel.floats(longest * dModel);
    this.noBias = kernel.floats(config.vocabulary_size);
    this.scores = kernel.floats(longest * config.vocabulary_size);
  }

  // Fill x with embedding * sqrt(d_model) + position for ids that begin at position `start`.
  embed(ids, start, arrangement) {
    const { config: { d_model: dModel }, embedding, positions, x } = this;
    const order = arrange(start + ids.length, arrangement);
    const factor = Math.sqrt(dModel);
    ids.forEach((id, row) => {
      const place = order[start + row] * dModel;
      for (let i = 0; i < dModel; i++) {
        const position = place < 0 ? 0 : positions[place + i];
        x[row * dModel + i] = embedding[id * dModel + i] * factor + position;
      }
    });
  }

  // Read ids with their end and padding. The keys and values of all decoder layers are the memory.
  encode(ids, changes, recording) {
    const { x, y } = this;
    const rows = ids.length;
    const isReadable = ids.map((id) => !changes.paddingMask || id !== this.config.padding_id);
    this.embed(ids, 0, changes.positions);
    this.encoder.forEach((layer, number) => {
      const record = recording.at("encoder", number);
      layer.self.addKeysAndValues(x, rows, layer.selfPast);
      layer.self.attend(x, y, rows, 0, layer.selfPast, rows, () => isReadable,
        changes.at("encoder", number), record);
      layer.selfNorm(x, y, rows);
      layer.feedForward.apply(x, y, rows);
      layer.feedForwardNorm(x, y, rows);
    });
    for (const layer of this.decoder) layer.cross.addKeysAndValues(x, rows, layer.crossPast);
    this.readable = isReadable.map((is, place) => is && !changes.blocked.includes(place));
  }

  // Decode `ids`, which begin at position `start`, with the cached keys and values of those before;
  // the last layer's output stays in x [row, d_model].
  decode(ids, start, changes, recording) {
    const { x, y } = this;
    const rows = ids.length;
    const length = start + rows;
    const allowed = (query) => targetMask(query, length, changes.mask, changes.window,
      (key) => ids[key - start] === this.config.padding_id);
    this.embed(ids, start, changes.positions);
    this.decoder.forEach((layer, number) => {
      layer.self.addKeysAndValues(x, rows, layer.selfPast, start);
      layer.self.attend(x, y, rows, start, layer.selfPast, length, allowed,
        changes.at("decoder", number), recording.at("decoder", number));
      layer.selfNorm(x, y, rows);
      layer.cross.attend(x, y, rows, start, layer.crossPast, this.readable.length,
        () => this.readable, changes.at("cross", number), recording.at("cross", number));
      layer.crossNorm(x, y, rows);
      layer.feedForward.apply(x, y, rows);
      layer.feedForwardNorm(x, y, rows);
    });
  }

  // The scores of the vocabulary at `rows` rows of x from `first` on; [row, vocabulary].
  logits(first, rows) {
    const { x, embedding, noBias, scores, config } = this;
    this.kernel.linear(x.subarray(first * config.d_model), embedding, noBias, scores, rows);
    return scores.subarray(0, rows * config.vocabulary_size);
  }
}

// x = LayerNorm(x + y), row by row (Ba et al. 2016): mean 0, variance 1, then a gain and a shift.
function norm(gain, shift) {
  const width = gain.length;
  return (x, y, rows) => {
    for (let row = 0; row < rows; row++) {
      const start = row * width;
      let sum = 0;
      for (let i = 0; i < width; i++) sum += x[start + i] += y[start + i];
      const mean = sum / width;
      let squares = 0;
      for (let i = 0; i < width; i++) squares += (x[start + i] - mean) ** 2;
      const factor = 1 / Math.sqrt(squares / width + EPSILON);
      for (let i = 0; i < width; i++) {
        x[start + i] = (x[start + i] - mean) * factor * gain[i] + shift[i];
      }
    }
  };
}

// A what-if as the layers apply it: `whatIf` has the fields of models/request.py, and
// `at(stack, layer)` gives what it changes in one attention step.
export function changesOf(whatIf) {
  const { scale = "1/sqrt(d_head)", temperature = 1, silenced = [], forced = [] } = whatIf;
  const step = (stack, layer) => ({
    ...AS_TRAINED,
    scaleExponent: SCALES[scale],
    temperature,
    silenced: silenced.filter(([s, l]) => s === stack && l === layer).map(([, , head]) => head),
    forced: forced.filter(([s, l]) => s === stack && l === layer).map((cell) => cell.slice(2)),
  });
  const steps = new Map();
  return {
    positions: whatIf.positions ?? "as trained",
    mask: whatIf.mask ?? "causal",
    window: whatIf.window ?? 0,
    blocked: whatIf.blocked ?? [],
    paddingMask: whatIf.padding_mask ?? true,
    at(stack, layer) {
      const key = `${stack} ${layer}`;
      if (!steps.has(key)) steps.set(key, step(stack, layer));
      return steps.get(key);
    },
  };
}

// The weights of one run: `rows[stack][layer][head][query]` is a row of weights.
export class Recording {
  constructor({ n_layers: nLayers, n_heads: nHeads }) {
    const heads = () => Array.from({ length: nHeads }, () => []);
    this.rows = Object.fromEntries(STACKS.map((stack) =>
      [stack, Array.from({ length: nLayers }, heads)]));
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
