// The equations of attention (Vaswani et al. 2017, section 3.2) and what a what-if changes in them.
//
// To be read beside models/networks/attention.py. There is one sentence and no batch. Numbers are
// flat arrays, row after row: a query or a key is a row of d_model numbers, all heads side by side.
// A row of `allowed` says for each key whether it may be attended to.

import { Refusal } from "./refusal.js";

// What a what-if changes in one attention step.
export const AS_TRAINED = {
  scaleExponent: 0.5, // dot products are divided by d_head to this power
  temperature: 1, // all scores are divided by it
  nullKey: false, // whether rows may attend to a key with score 0 and value 0 too
  forced: [], // [head, query, key, weight]
  silenced: [], // heads
  putIn() {}, // receives what a run may take from another; see `changes.js`
};

// q Kᵀ / sqrt(d_head) (eq. 1) for one query of one head, [key]: its numbers begin at `from` in
// `query` and in each of `nKeys` rows of `keys`. The paper has a scale exponent of 1/2 and no
// temperature.
export function scaledDotProductScores(query, keys, nKeys, from, dHead, dModel, change) {
  const divisor = dHead ** change.scaleExponent * change.temperature;
  const scores = new Float32Array(nKeys);
  for (let key = 0; key < nKeys; key++) {
    const start = key * dModel;
    let sum = 0;
    for (let i = from; i < from + dHead; i++) sum += query[i] * keys[start + i];
    scores[key] = sum / divisor;
  }
  return scores;
}

// qᵀ k (Luong et al. 2015, eq. 8, "dot"), without the scale. Each of these scores is asked by
// `ofKeys`, which prepares keys once, then by `of`, for one query.
export class DotScore {
  constructor(weights, dModel) {
    this.dModel = dModel;
  }

  ofKeys(memory, rows, keys) {
    keys.set(memory.subarray(0, rows * this.dModel));
  }

  of(query, keys, nKeys, { temperature }) {
    const change = { scaleExponent: 0, temperature };
    return scaledDotProductScores(query, keys, nKeys, 0, this.dModel, this.dModel, change);
  }
}

// qᵀ W k (Luong et al. 2015, eq. 8, "general").
export class BilinearScore extends DotScore {
  constructor(weights, dModel) {
    super(weights, dModel);
    this.ofKey = weights.linear("score");
  }

  ofKeys(memory, rows, keys) {
    this.ofKey(memory, keys, rows);
  }
}

// vᵀ tanh(W q + U k): a small network (Bahdanau et al. 2015, appendix A.1.2).
export class AdditiveScore {
  constructor(weights, dModel) {
    this.ofQuery = weights.linear("score.of_query");
    this.ofKey = weights.linear("score.of_key");
    this.toScore = weights.tensor("score.to_score.weight");
    this.query = weights.kernel.floats(dModel);
    this.dModel = dModel;
  }

  ofKeys(memory, rows, keys) {
    this.ofKey(memory, keys, rows);
  }

  of(query, keys, nKeys, { temperature }) {
    const { dModel, toScore, query: asked } = this;
    const scores = new Float32Array(nKeys);
    this.ofQuery(query, asked, 1);
    for (let key = 0; key < nKeys; key++) {
      let sum = 0;
      for (let i = 0; i < dModel; i++) {
        sum += toScore[i] * Math.tanh(asked[i] + keys[key * dModel + i]);
      }
      scores[key] = sum / temperature;
    }
    return scores;
  }
}

export const SCORES = { dot: DotScore, bilinear: BilinearScore, additive: AdditiveScore };

// The weighted mean of the values, numbers `from` to `from + dHead` of `values`, added to `output`.
export function addWeightedValues(weights, values, output, from, dHead, dModel) {
  for (let key = 0; key < weights.length; key++) {
    const weight = weights[key];
    const start = key * dModel;
    if (weight !== 0) {
      for (let i = from; i < from + dHead; i++) output[i] += weight * values[start + i];
    }
  }
}

// Softmax over the allowed keys of a row. A masked key gets exactly 0, and a row whose keys are all
// masked is all 0.
export function attentionWeights(scores, allowed) {
  const weights = new Float32Array(scores.length);
  let most = -Infinity;
  for (let key = 0; key < scores.length; key++) {
    if (allowed[key] && scores[key] > most) most = scores[key];
  }
  let sum = 0;
  for (let key = 0; key < scores.length; key++) {
    if (allowed[key]) sum += weights[key] = Math.exp(scores[key] - most);
  }
  for (let key = 0; key < scores.length; key++) if (sum) weights[key] /= sum;
  return weights;
}

// Which of `length` positions the decoder's position `query` may attend to. With the causal mask
// those up to itself (section 3.2.3); a window allows only those less than `window` places away, 0
// any distance. Without the causal mask padding is masked: it would stand after the words.
export function targetMask(query, length, mask, window, isPadding = () => false) {
  return Array.from(
    { length },
    (_, key) =>
      (mask === "causal" ? key <= query : !isPadding(key)) &&
      (!window || Math.abs(key - query) < window),
  );
}

// Set cells of a row to given weights: `forced` has [key, weight].
//
// The other allowed cells share the rest of 1 in proportion to their weights, or equally if all of
// these are 0. If every allowed cell is forced, the forced ones are scaled to sum to 1. A cell
// beyond the row belongs to a word that is not written yet. Throws a Refusal for a masked cell.
export function overrideWeights(weights, allowed, forced, query) {
  if (!forced.length) return weights;
  const given = new Map(forced.filter(([key]) => key >= 0 && key < weights.length));
  if (!given.size) return weights;
  for (const key of given.keys()) {
    if (!allowed[key]) throw maskedCell(query, key);
  }
  const isFree = Array.from(weights, (_, key) => allowed[key] && !given.has(key));
  const values = Array.from(weights, (_, key) => given.get(key) ?? 0);
  if (!isFree.includes(true)) return Float32Array.from(normaliseOver(values, allowed));
  const rest = Math.max(1 - values.reduce((sum, value) => sum + value, 0), 0);
  const shared = normaliseOver(weights, isFree);
  return Float32Array.from(values, (value, key) => value + rest * shared[key]);
}

// The weights of a row of scores, with those that `change` forces at this head and query.
export function weightsUnder(change, scores, allowed, head, query) {
  const forced = change.forced
    .filter(([ofHead, ofQuery]) => ofHead === head && ofQuery === query)
    .map(([, , key, weight]) => [key, weight]);
  if (!change.nullKey)
    return overrideWeights(attentionWeights(scores, allowed), allowed, forced, query);
  // A key with score 0 and value 0 more; its weight is left out.
  const { length } = scores,
    cells = [...Array.from(scores, (_, key) => allowed[key]), true],
    here = forced.filter(([key]) => key < length),
    weights = attentionWeights(Float32Array.from([...scores, 0]), cells);
  return overrideWeights(weights, cells, here, query).subarray(0, length);
}

export const maskedCell = (query, key) =>
  new Refusal(
    "The cell in row {row}, column {column} is masked. A masked cell cannot be given a weight.",
    { row: query + 1, column: key + 1 },
  );

// The weights of `cells` scaled to sum to 1, all others 0; uniform if all of these are 0.
function normaliseOver(weights, cells) {
  const sum = cells.reduce((total, is, key) => total + (is ? weights[key] : 0), 0);
  const count = cells.filter(Boolean).length;
  return cells.map((is, key) => (is ? (sum > 0 ? weights[key] / sum : 1 / count) : 0));
}

// MultiHead(Q, K, V) = Concat(head_1, …, head_h) W_O (section 3.2.2), with biases.
export class MultiHeadAttention {
  // `name` is that of the step in `weights`, `longest` the most rows.
  constructor(weights, name, { d_model: dModel, n_heads: nHeads }, longest) {
    const { kernel } = weights;
    Object.assign(this, { kernel, dModel, nHeads, dHead: dModel / nHeads });
    this.toQuery = weights.linear(`${name}.to_query`);
    this.toKey = weights.linear(`${name}.to_key`);
    this.toValue = weights.linear(`${name}.to_value`);
    this.toOutput = weights.linear(`${name}.to_output`);
    this.query = kernel.floats(longest * dModel);
    this.headOutput = kernel.floats(longest * dModel);
  }

  // Room for the keys and values of `longest` rows.
  makePast(longest) {
    const room = () => this.kernel.floats(longest * this.dModel);
    return { keys: room(), values: room() };
  }

  // Project `rows` rows of `context` to keys and values, which go to `past` from row `start` on.
  addKeysAndValues(context, rows, past, start = 0) {
    this.toKey(context, past.keys.subarray(start * this.dModel), rows);
    this.toValue(context, past.values.subarray(start * this.dModel), rows);
  }

  // Attend from `rows` rows of `x`, the first of which is position `start`, to `nKeys` rows of
  // `past.keys` and `past.values`; the result goes to `y [row, d_model]`. `allowed(query)` gives
  // the row of the mask. `record(head, query, weights, scores)` receives each row of weights and of
  // scores before the mask; `record.outputs(start, rows, outputs, width)`, if there is one, the
  // outputs of the heads. Runs beside each other (see `Beside`) have `each` rows and `nKeys` keys.
  attend(x, y, rows, start, past, nKeys, allowed, change, record, each = rows) {
    const { dModel, dHead, headOutput } = this;
    this.toQuery(x, this.query, rows);
    headOutput.fill(0, 0, rows * dModel);
    change.putIn("values", past.values, 0, nKeys * (rows / each), dModel);
    for (let row = 0; row < rows; row++) {
      const position = start + row;
      const mask = allowed(start + (row % each));
      const first = Math.floor(row / each) * nKeys * dModel;
      const [keys, values] = [past.keys.subarray(first), past.values.subarray(first)];
      const query = this.query.subarray(row * dModel, (row + 1) * dModel);
      const output = headOutput.subarray(row * dModel, (row + 1) * dModel);
      for (let head = 0; head < this.nHeads; head++) {
        const from = head * dHead;
        const scores = scaledDotProductScores(query, keys, nKeys, from, dHead, dModel, change);
        const weights = weightsUnder(change, scores, mask, head, position);
        change.putIn("weights", weights, position, 1, nKeys, head);
        record(head, position, weights, scores);
        if (change.silenced.includes(head)) continue; // its output stays 0
        addWeightedValues(weights, values, output, from, dHead, dModel);
      }
    }
    change.putIn("output", headOutput, start, rows, dModel);
    record.outputs?.(start, rows, headOutput, dModel);
    this.toOutput(headOutput, y, rows);
  }
}
