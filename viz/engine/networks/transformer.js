// The encoder-decoder transformer of Vaswani et al. 2017, with our weights.
//
// To be read beside models/networks/transformer.py. Layer normalisation comes after each sub-layer
// (section 3.1); one embedding matrix serves the source, the target and the output (section 3.4).

import { LONGEST } from "../constants.js";
import { MultiHeadAttention, targetMask } from "./attention.js";
import { FeedForward, Weights, add, fill, score } from "./blocks.js";
import { arrange, sinusoids } from "./positions.js";

export { STACKS, changesOf } from "./changes.js";

// The numbers that a layer of self-attention asks of the kernel, for each position: the keys and
// values, a query, the heads' output, and the feed-forward layer's inside.
export const roomOfLayer = ({ d_model: dModel, d_ff: dFf }) => 4 * dModel + dFf;

// Post-norm: x = LayerNorm(x + Attention(x)), then x = LayerNorm(x + FeedForward(x)).
export class EncoderLayer {
  constructor(weights, name, config, longest) {
    this.attention = new MultiHeadAttention(weights, `${name}.self_attention`, config, longest);
    this.past = this.attention.makePast(longest);
    this.attentionNorm = weights.norm(`${name}.self_attention_norm`);
    this.feedForward = new FeedForward(weights, `${name}.feed_forward`, config.d_ff, longest);
    this.feedForwardNorm = weights.norm(`${name}.feed_forward_norm`);
    this.width = config.d_model;
  }

  // Change `rows` rows of x, of which the first is position `start`; y is room. Runs beside each
  // other (see `Beside`) have `each` rows. Of decoders `cross` attends from x to the source,
  // between both sub-layers.
  apply(x, y, rows, start, allowed, change, record, each = rows, cross = () => {}) {
    const { attention, past } = this;
    attention.addKeysAndValues(x, rows, past, start);
    attention.attend(x, y, rows, start, past, start + each, allowed, change, record, each);
    this.addAndNormalise(x, y, rows, this.attentionNorm);
    cross();
    this.feedForward.apply(x, y, rows);
    change.putIn("feed_forward", y, start, rows, this.width);
    this.addAndNormalise(x, y, rows, this.feedForwardNorm);
  }

  addAndNormalise(x, y, rows, norm) {
    add(x, y, rows * this.width);
    norm(x, x, rows);
  }
}

class DecoderLayer extends EncoderLayer {
  constructor(weights, name, config, longest) {
    super(weights, name, config, longest);
    this.cross = new MultiHeadAttention(weights, `${name}.cross_attention`, config, longest);
    this.memory = this.cross.makePast(longest); // keys and values of the source
    this.crossNorm = weights.norm(`${name}.cross_attention_norm`);
  }
}

export class Transformer {
  // `config` is config.json, `kernel` has the weights. Throws an error for a network that is none
  // of these.
  constructor(config, kernel) {
    if (config.architecture !== "transformer" || (config.score ?? "scaled dot") !== "scaled dot") {
      throw new Error(`A ${config.architecture} with the score “${config.score}” is not read.`);
    }
    const { d_model: dModel, vocabulary_size: vocabulary, n_layers: layers } = config;
    const longest =
      config.positions === "learned" ? config.max_length : Math.max(config.max_length, LONGEST);
    const room =
      longest * (layers * (2 * roomOfLayer(config) + 4 * dModel) + 3 * dModel + vocabulary);
    const weights = new Weights(kernel, room);
    this.unsupported = ["gates"];
    const numbers = [...Array(layers).keys()];
    Object.assign(this, { config, kernel, longest });
    this.sizes = {
      encoder: [layers, config.n_heads],
      decoder: [layers, config.n_heads],
      cross: [layers, config.n_heads],
    };
    this.embedding = weights.matrix("embedding.weight"); // [token, d_model]
    this.noBias = kernel.floats(vocabulary);
    this.positions =
      config.positions === "learned" ? weights.tensor("positions") : sinusoids(longest, dModel);
    this.encoder = numbers.map(
      (layer) => new EncoderLayer(weights, `encoder.${layer}`, config, longest),
    );
    this.decoder = numbers.map(
      (layer) => new DecoderLayer(weights, `decoder.${layer}`, config, longest),
    );
    this.x = kernel.floats(longest * dModel);
    this.y = kernel.floats(longest * dModel);
    this.scores = kernel.floats(longest * vocabulary);
    const ofSelf = ({ attention, past }) => [past.values, attention];
    this.valued = {
      encoder: this.encoder.map(ofSelf),
      decoder: this.decoder.map(ofSelf),
      cross: this.decoder.map(({ cross, memory }) => [memory.values, cross]),
    };
  }

  // Fill x with embedding * sqrt(d_model) + position for ids that begin at position `start`.
  embed(ids, start, arrangement) {
    const {
      config: { d_model: dModel },
      embedding,
      positions,
      x,
    } = this;
    const order = arrange(start + ids.length, arrangement);
    const factor = Math.sqrt(dModel);
    ids.forEach((id, row) => {
      const place = order[start + row] * dModel;
      const vector = embedding.row(id);
      for (let i = 0; i < dModel; i++) {
        const position = place < 0 ? 0 : positions[place + i];
        x[row * dModel + i] = vector[i] * factor + position;
      }
    });
  }

  // Read ids with their end and padding. The keys and values of all decoder layers are the memory.
  // `beside` has runs that go on from their states, if any.
  encode(ids, changes, recording, beside = null) {
    const { x, y } = this;
    const each = ids.length;
    const rows = each * (beside?.runs ?? 1);
    const from = beside?.from.encoder ?? 0;
    const isReadable = ids.map((id) => !changes.paddingMask || id !== this.config.padding_id);
    const { d_model: dModel } = this.config;
    if (beside) beside.fill(x, "encoder");
    else this.embed(ids, 0, changes.positions);
    const keep = (layer) => {
      changes.putIn("encoder", layer, "state", x, 0, rows, dModel);
      recording.addStates?.("encoder", layer, 0, rows, x, dModel);
    };
    keep(from);
    this.encoder.forEach((layer, number) => {
      if (number < from) return;
      layer.apply(
        x,
        y,
        rows,
        0,
        () => isReadable,
        changes.at("encoder", number),
        recording.at("encoder", number),
        each,
      );
      keep(number + 1);
    });
    for (const layer of this.decoder) layer.cross.addKeysAndValues(x, rows, layer.memory);
    this.readable = isReadable.map((is, place) => is && !changes.blocked.includes(place));
  }

  // Decode `ids`, which begin at position `start`, with the cached keys and values of those before;
  // the last layer's output stays in x [row, d_model]. `beside` as in `encode`.
  decode(ids, start, changes, recording, beside = null) {
    const { x, y } = this;
    const each = ids.length;
    const rows = each * (beside?.runs ?? 1);
    const length = start + each;
    const from = beside?.from.decoder ?? 0;
    const allowed = (query) =>
      targetMask(
        query,
        length,
        changes.mask,
        changes.window,
        (key) => ids[key - start] === this.config.padding_id,
      );
    const { d_model: dModel } = this.config;
    if (beside) beside.fill(x, "decoder");
    else this.embed(ids, start, changes.positions);
    const keep = (layer) => {
      changes.putIn("decoder", layer, "state", x, start, rows, dModel);
      recording.addStates?.("decoder", layer, start, rows, x, dModel);
    };
    keep(from);
    this.decoder.forEach((layer, number) => {
      if (number < from) return;
      layer.apply(
        x,
        y,
        rows,
        start,
        allowed,
        changes.at("decoder", number),
        recording.at("decoder", number),
        each,
        () => {
          layer.cross.attend(
            x,
            y,
            rows,
            start,
            layer.memory,
            this.readable.length,
            () => this.readable,
            changes.at("cross", number),
            recording.at("cross", number),
            each,
          );
          layer.addAndNormalise(x, y, rows, layer.crossNorm);
        },
      );
      keep(number + 1);
    });
  }

  // The scores of the vocabulary at `rows` rows of x from `first` on; [row, vocabulary].
  logits(first, rows) {
    return score(this, this.x.subarray(first * this.config.d_model), rows);
  }

  // What the output layer reads of `states` that leave a layer; [row, d_model].
  outputVectors(states) {
    fill(this.x, states);
    return this.x;
  }
}
