// Recurrent translation with attention: a bidirectional LSTM encoder and an LSTM decoder.
//
// To be read beside models/networks/bilstm.py: the "global" model of Luong et al. 2015, with one of
// three scores. It answers the same calls as Transformer.

import { LONGEST } from "../constants.js";
import { SCORES, addWeightedValues, weightsUnder } from "./attention.js";
import { Weights } from "./blocks.js";

export const LSTMS = ["encoder forward", "encoder backward", "decoder"];
export const GATES = ["input", "forget", "output"]; // those that can be forced
const sigmoid = (x) => 1 / (1 + Math.exp(-x));

// One direction of an LSTM (Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al.
// 2000). The gates of a word are those of input, forgetting, candidate and output, side by side.
class LSTM {
  constructor(weights, name, suffix, inputs, units, longest) {
    const layer = (what) =>
      weights.linear(name, `${name}.weight_${what}${suffix}`, `${name}.bias_${what}${suffix}`);
    this.ofInput = layer("ih");
    this.ofHidden = layer("hh");
    this.inputGates = weights.kernel.floats(longest * 4 * units);
    this.gates = weights.kernel.floats(4 * units);
    this.hidden = weights.kernel.floats(units);
    this.cell = new Float32Array(units);
    this.units = units;
  }

  start(hidden = null, cell = null) {
    if (hidden) [this.hidden.set(hidden), this.cell.set(cell)];
    else [this.hidden.fill(0), this.cell.fill(0)];
  }

  // Read `rows` rows of x, `backward` from the last; `leave(row, hidden)` receives each state. A
  // gate in `forced` has that value in every unit.
  read(x, rows, leave, { backward = false, forced = {} } = {}) {
    const { units, inputGates, gates, hidden, cell } = this;
    const gate = (name, score) => forced[name] ?? sigmoid(score);
    this.ofInput(x, inputGates, rows);
    for (let step = 0; step < rows; step++) {
      const row = backward ? rows - 1 - step : step;
      const from = row * 4 * units;
      this.ofHidden(hidden, gates, 1);
      for (let i = 0; i < 4 * units; i++) gates[i] += inputGates[from + i];
      for (let i = 0; i < units; i++) {
        const [input, forget] = [gate("input", gates[i]), gate("forget", gates[units + i])];
        const candidate = Math.tanh(gates[2 * units + i]);
        cell[i] = forget * cell[i] + input * candidate;
        hidden[i] = gate("output", gates[3 * units + i]) * Math.tanh(cell[i]);
      }
      leave(row, hidden);
    }
  }
}

export class BiLSTM {
  // As in Transformer; three scores are read.
  constructor(config, kernel) {
    const { d_model: dModel, vocabulary_size: vocabulary, score, cell = "lstm" } = config;
    if (config.architecture !== "bilstm" || !SCORES[score] || cell !== "lstm") {
      throw new Error(`A ${config.architecture} of ${cell} with the score “${score}” is not read.`);
    }
    const longest = Math.max(config.max_length, LONGEST);
    const room = longest * (14 * dModel + vocabulary) + 20 * dModel;
    const weights = new Weights(kernel, room);
    const half = dModel / 2;
    Object.assign(this, { config, kernel, longest });
    this.sizes = { cross: [1, 1] };
    this.unsupported = [
      "positions",
      "mask",
      "window",
      "scale",
      "silenced",
      "padding",
      "padding_mask",
      "null_key",
      "patched",
    ];
    this.embedding = weights.matrix("embedding.weight"); // [token, d_model]
    this.noBias = kernel.floats(vocabulary);
    this.forward = new LSTM(weights, "encoder", "_l0", dModel, half, longest);
    this.backward = new LSTM(weights, "encoder", "_l0_reverse", dModel, half, longest);
    this.decoder = new LSTM(weights, "decoder", "_l0", dModel, dModel, longest);
    this.score = new SCORES[score](weights, dModel);
    this.combine = weights.linear("combine");
    this.x = kernel.floats(longest * dModel);
    this.memory = kernel.floats(longest * dModel); // the states of both directions, side by side
    this.valued = { cross: [[this.memory]] };
    this.keys = kernel.floats(longest * dModel); // as the score prepares them
    this.joint = kernel.floats(longest * 2 * dModel); // [context; hidden] of each row
    this.y = kernel.floats(longest * dModel);
    this.scores = kernel.floats(longest * vocabulary);
  }

  // Fill x with embedding * sqrt(d_model).
  embed(ids) {
    const {
      config: { d_model: dModel },
      embedding,
      x,
    } = this;
    const factor = Math.sqrt(dModel);
    ids.forEach((id, row) => {
      const vector = embedding.row(id);
      for (let i = 0; i < dModel; i++) x[row * dModel + i] = vector[i] * factor;
    });
  }

  // Read ids in both directions; the decoder starts from their final states.
  encode(ids, changes) {
    const {
      config: { d_model: dModel },
      x,
      memory,
      forward,
      backward,
    } = this;
    const half = dModel / 2;
    this.embed(ids);
    forward.start();
    backward.start();
    const forced = LSTMS.map((name) => changes.gatesOf(name));
    forward.read(x, ids.length, (row, hidden) => memory.set(hidden, row * dModel), {
      forced: forced[0],
    });
    backward.read(x, ids.length, (row, hidden) => memory.set(hidden, row * dModel + half), {
      backward: true,
      forced: forced[1],
    });
    this.first = ["hidden", "cell"].map((state) =>
      Float32Array.from([...forward[state], ...backward[state]]),
    );
    this.score.ofKeys(memory, ids.length, this.keys);
    this.readable = ids.map((_, place) => !changes.blocked.includes(place));
  }

  // Decode `ids`, which begin at position `start`, from the state after those before. The
  // attentional states (Luong et al. 2015, eq. 5) stay in y [row, d_model].
  decode(ids, start, changes, recording) {
    const {
      config: { d_model: dModel },
      x,
      y,
      joint,
      decoder,
      readable,
    } = this;
    const change = changes.at("cross", 0);
    const record = recording.at("cross", 0);
    if (start === 0) decoder.start(...this.first);
    this.embed(ids);
    decoder.read(
      x,
      ids.length,
      (row, hidden) => {
        const context = joint.subarray(2 * row * dModel, (2 * row + 1) * dModel);
        const scores = this.score.of(hidden, this.keys, readable.length, change);
        const weights = weightsUnder(change, scores, readable, 0, start + row);
        record(0, start + row, weights);
        context.fill(0);
        addWeightedValues(weights, this.memory, context, 0, dModel, dModel);
        joint.set(hidden, (2 * row + 1) * dModel);
      },
      { forced: changes.gatesOf("decoder") },
    );
    this.combine(joint, y, ids.length);
    for (let i = 0; i < ids.length * dModel; i++) y[i] = Math.tanh(y[i]);
  }

  // The scores of the vocabulary at `rows` rows of y from `first` on; [row, vocabulary].
  logits(first, rows) {
    const { y, embedding, noBias, scores, config } = this;
    this.kernel.linear(y.subarray(first * config.d_model), embedding, noBias, scores, rows);
    return scores.subarray(0, rows * config.vocabulary_size);
  }
}
