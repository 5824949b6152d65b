// A decoder-only language model like GPT (Radford et al. 2018, 2019), with our weights.
//
// To be read beside models/networks/gpt.py. Layer normalisation comes before each sub-layer and
// once more at the end (Radford et al. 2019, section 2.3), positions are learned, and the embedding
// is also the output layer.

import { MultiHeadAttention, targetMask } from "./attention.js";
import { FeedForward, Weights, add, fill, score } from "./blocks.js";
import { arrange } from "./positions.js";
import { roomOfLayer } from "./transformer.js";

// x = x + Attention(LayerNorm(x)), then x = x + FeedForward(LayerNorm(x)).
class GPTLayer {
  constructor(weights, name, config, longest) {
    this.attentionNorm = weights.norm(`${name}.self_attention_norm`);
    this.attention = new MultiHeadAttention(weights, `${name}.self_attention`, config, longest);
    this.past = this.attention.makePast(longest);
    this.feedForwardNorm = weights.norm(`${name}.feed_forward_norm`);
    this.feedForward = new FeedForward(weights, `${name}.feed_forward`, config.d_ff, longest);
    this.width = config.d_model;
  }

  // Change `rows` rows of x, of which the first is position `start`; y and `normed` are room. Runs
  // beside each other (see `Beside`) have `each` rows.
  apply(x, y, normed, rows, start, allowed, change, record, each) {
    const { attention, past } = this;
    this.attentionNorm(x, normed, rows);
    attention.addKeysAndValues(normed, rows, past, start);
    attention.attend(normed, y, rows, start, past, start + each, allowed, change, record, each);
    add(x, y, rows * this.width);
    this.feedForwardNorm(x, normed, rows);
    this.feedForward.apply(normed, y, rows);
    change.putIn("feed_forward", y, start, rows, this.width);
    add(x, y, rows * this.width);
  }
}

export class GPT {
  // As in Transformer.
  constructor(config, kernel) {
    if (config.architecture !== "gpt" || (config.score ?? "scaled dot") !== "scaled dot") {
      throw new Error(`A ${config.architecture} with the score “${config.score}” is not read.`);
    }
    const { d_model: dModel, vocabulary_size: vocabulary, n_layers: layers } = config;
    const longest = config.max_length;
    const room = longest * (layers * roomOfLayer(config) + 4 * dModel + vocabulary);
    const weights = new Weights(kernel, room);
    Object.assign(this, { config, kernel, longest });
    this.sizes = { decoder: [layers, config.n_heads] };
    this.embedding = weights.matrix("embedding.weight"); // [token, d_model]
    this.noBias = kernel.floats(vocabulary);
    this.positions = weights.tensor("positions"); // [position, d_model]
    this.layers = [...Array(layers).keys()].map(
      (layer) => new GPTLayer(weights, `layers.${layer}`, config, longest),
    );
    this.valued = { decoder: this.layers.map(({ attention, past }) => [past.values, attention]) };
    this.norm = weights.norm("norm");
    this.x = kernel.floats(longest * dModel);
    this.y = kernel.floats(longest * dModel);
    this.normed = kernel.floats(longest * dModel);
    this.scores = kernel.floats(longest * vocabulary);
  }

  // Fill x with embedding + position for ids that begin at position `start`.
  embed(ids, start, arrangement) {
    const {
      config: { d_model: dModel },
      embedding,
      positions,
      x,
    } = this;
    const order = arrange(start + ids.length, arrangement);
    ids.forEach((id, row) => {
      const place = order[start + row] * dModel;
      const vector = embedding.row(id);
      for (let i = 0; i < dModel; i++) {
        x[row * dModel + i] = vector[i] + (place < 0 ? 0 : positions[place + i]);
      }
    });
  }

  // Read `ids`, which begin at position `start`, with the cached keys and values of those before;
  // the last layer's output, normalised, is left for `logits`. Each id attends to itself and
  // earlier ones. `beside` as in Transformer.
  read(ids, start, changes, recording, beside = null) {
    const { x, y, normed } = this;
    const length = start + ids.length;
    const rows = ids.length * (beside?.runs ?? 1);
    const from = beside?.from.decoder ?? 0;
    const allowed = (query) => targetMask(query, length, changes.mask, changes.window);
    if (beside) beside.fill(x, "decoder");
    else this.embed(ids, start, changes.positions);
    const keep = (layer) => {
      changes.putIn("decoder", layer, "state", x, start, rows, this.config.d_model);
      recording.addStates?.("decoder", layer, start, rows, x, this.config.d_model);
    };
    keep(from);
    this.layers.forEach((layer, number) => {
      if (number < from) return;
      layer.apply(
        x,
        y,
        normed,
        rows,
        start,
        allowed,
        changes.at("decoder", number),
        recording.at("decoder", number),
        ids.length,
      );
      keep(number + 1);
    });
    this.norm(x, normed, rows);
  }

  // The scores of the vocabulary at `rows` rows from `first` on; [row, vocabulary].
  logits(first, rows) {
    return score(this, this.normed.subarray(first * this.config.d_model), rows);
  }

  // As in Transformer.
  outputVectors(states) {
    fill(this.x, states);
    this.norm(this.x, this.normed, states.length);
    return this.normed;
  }
}
