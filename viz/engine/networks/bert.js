// An encoder-only model like BERT (Devlin et al. 2019), with our weights: it finds masked words.
//
// To be read beside models/networks/bert.py. It is the transformer's encoder with learned
// positions; the input also has the segment of each token, 0 in the first sentence and 1 in the
// second.

import { Weights, fill, rectify, score } from "./blocks.js";
import { arrange } from "./positions.js";
import { EncoderLayer, roomOfLayer } from "./transformer.js";

export class BERT {
  // As in Transformer.
  constructor(config, kernel) {
    if (config.architecture !== "bert") throw new Error(`A ${config.architecture} is not read.`);
    const { d_model: dModel, vocabulary_size: vocabulary, n_layers: layers } = config;
    const longest = config.max_length;
    const room = longest * (layers * roomOfLayer(config) + 3 * dModel + vocabulary) + 4 * dModel;
    const weights = new Weights(kernel, room);
    Object.assign(this, { config, kernel, longest });
    this.sizes = { encoder: [layers, config.n_heads] };
    this.embedding = weights.matrix("embedding.weight"); // [token, d_model]
    this.noBias = kernel.floats(vocabulary);
    this.positions = weights.tensor("positions"); // [position, d_model]
    this.segments = weights.tensor("segments"); // [segment, d_model]
    this.embeddingNorm = weights.norm("embedding_norm");
    this.encoder = [...Array(layers).keys()].map(
      (layer) => new EncoderLayer(weights, `encoder.${layer}`, config, longest),
    );
    this.valued = { encoder: this.encoder.map(({ attention, past }) => [past.values, attention]) };
    this.toWord = weights.linear("to_word.0");
    this.toWordNorm = weights.norm("to_word.2");
    this.toPair = weights.linear("to_pair.0");
    this.following = ["weight", "bias"].map((name) => weights.tensor(`follows.${name}`));
    this.x = kernel.floats(longest * dModel);
    this.y = kernel.floats(longest * dModel);
    this.scores = kernel.floats(longest * vocabulary);
  }

  // Fill x with LayerNorm(embedding + position + segment).
  embed(ids, segments, arrangement) {
    const {
      config: { d_model: dModel },
      embedding,
      positions,
      x,
    } = this;
    const order = arrange(ids.length, arrangement);
    ids.forEach((id, row) => {
      const place = order[row] * dModel;
      const vector = embedding.row(id);
      for (let i = 0; i < dModel; i++) {
        x[row * dModel + i] =
          vector[i] +
          (place < 0 ? 0 : positions[place + i]) +
          this.segments[segments[row] * dModel + i];
      }
    });
    this.embeddingNorm(x, x, ids.length);
  }

  // Read ids; the last layer's output stays in x [row, d_model]. Each attends to all but padding.
  // `beside` as in Transformer.
  read(ids, segments, changes, recording, beside = null) {
    const { x, y } = this;
    const rows = ids.length * (beside?.runs ?? 1);
    const from = beside?.from.encoder ?? 0;
    const isReadable = ids.map((id) => !changes.paddingMask || id !== this.config.padding_id);
    if (beside) beside.fill(x, "encoder");
    else this.embed(ids, segments, changes.positions);
    const keep = (layer) => {
      changes.putIn("encoder", layer, "state", x, 0, rows, this.config.d_model);
      recording.addStates?.("encoder", layer, 0, rows, x, this.config.d_model);
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
        ids.length,
      );
      keep(number + 1);
    });
  }

  // The scores that the second sentence follows, and that it does not: of the state of "[CLS]".
  followLogits() {
    const {
      x,
      y,
      following: [weight, bias],
      config: { d_model: dModel },
    } = this;
    this.toPair(x, y, 1);
    const pair = y.slice(0, dModel).map(Math.tanh);
    return Array.from(bias, (shift, answer) =>
      pair.reduce((sum, value, i) => sum + weight[answer * dModel + i] * value, shift),
    );
  }

  // The scores of the vocabulary for the word at row `row` of x; [vocabulary].
  logits(row) {
    return score(this, this.wordVectors(this.x.subarray(row * this.config.d_model), 1), 1);
  }

  // As in Transformer.
  outputVectors(states) {
    fill(this.x, states);
    return this.wordVectors(this.x, states.length);
  }

  // What the output matrix reads of `rows` rows of x; [row, d_model].
  wordVectors(x, rows) {
    const { y, config } = this;
    this.toWord(x, y, rows);
    rectify(y, rows * config.d_model);
    this.toWordNorm(y, y, rows);
    return y;
  }
}
