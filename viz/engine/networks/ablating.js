// The output of heads replaced, and what the written words lose.
//
// To be read beside models/answers/ablating.py. Computing takes seconds: `pause(done, all)` is
// awaited between two runs, and may throw an error to stop.

import { LEAST_EXCESS, RESAMPLED } from "../constants.js";
import { range, sum } from "../numbers.js";
import { silent } from "./recording.js";

// [stack, layer, head] of all heads, in Python's order.
export const headsOf = (sizes) =>
  Object.entries(sizes).flatMap(([stack, [layers, heads]]) =>
    range(layers * heads).map((at) => [stack, Math.floor(at / heads), at % heads]),
  );

const widthOf = ({ network: { config } }) => config.d_model / config.n_heads;

// The mean output of each head: `means` are numbers of 32 bits in base64, [head, d_head].
function meansOf(model, { means }) {
  const bytes = Uint8Array.from(atob(means), (character) => character.charCodeAt(0)),
    width = widthOf(model);
  return headsOf(model.network.sizes).map((_, at) =>
    new Float32Array(bytes.buffer).subarray(at * width, (at + 1) * width),
  );
}

const kept = new WeakMap(); // by model, of each sentence read and followed the outputs of all heads

// The outputs of a head in other sentences, [position] each.
async function outputsIn(model, { sentences }, run, [stack, layer, head], pause) {
  if (!kept.has(model)) {
    const all = [];
    for (const [read, followed] of sentences) {
      await pause(all.length, sentences.length);
      all.push([read + (followed ?? ""), model.trace(read, {}, followed).outputs]);
    }
    kept.set(model, all);
  }
  const width = widthOf(model);
  return kept
    .get(model)
    .filter(([sentence]) => sentence !== run.sentence)
    .slice(0, RESAMPLED)
    .map(([, outputs]) =>
      outputs[stack][layer].map((row) => row.subarray(head * width, (head + 1) * width)),
    );
}

// To the nearest whole number, in the middle to the even one, as in Python.
function round(value) {
  const low = Math.floor(value),
    over = value - low;
  return over > 0.5 || (over === 0.5 && low % 2) ? low + 1 : low;
}

// The output of one of `count` positions: of several rows that of the same relative place.
const stretched = (output, position, count) =>
  Array.isArray(output)
    ? output[round((position * (output.length - 1)) / Math.max(count - 1, 1))]
    : output;

// The log-odds of each word that was chosen, with the outputs of heads replaced, [head, output]
// each: its logit minus the logarithm of the sum of all other words' exponentiated logits.
function logOddsOf(run, replaced) {
  const patches = replaced.flatMap(([[stack, layer, head], output]) => {
    const count = stack === "encoder" ? run.tokens.length : run.written.length,
      place = `${stack} output ${layer}`;
    return range(count).map((position) => {
      const part = stretched(output, position, count);
      return { place, head, position, part };
    });
  });
  run.make(run.changes(patches), silent);
  const chosen = run.written.slice(run.given),
    logits = run.logits(run.given, chosen.length),
    size = logits.length / chosen.length;
  return chosen.map((id, row) => oddsOf(logits.subarray(row * size, (row + 1) * size), id));
}

function oddsOf(logits, id) {
  let most = -Infinity,
    rest = 0;
  for (let other = 0; other < logits.length; other++)
    if (other !== id && logits[other] > most) most = logits[other];
  for (let other = 0; other < logits.length; other++)
    if (other !== id) rest += Math.exp(logits[other] - most);
  return logits[id] - most - Math.log(rest);
}

// The natural logarithm of the product of the probabilities with these log-odds.
export const logProbability = (odds) =>
  -sum(odds.map((odd) => Math.max(-odd, 0) + Math.log1p(Math.exp(-Math.abs(odd)))));

// The words that a `run` (see `again`) wrote, with the output of a head replaced by 0, by its mean,
// and by that in other sentences of a `sample`, as viz/edition/export.py describes it.
//
// Returns { baseline, zero, mean, resampled }: log-odds [target], of `resampled` [draw][target].
export async function ablate(model, sample, run, head, pause = async () => {}) {
  const place = headsOf(model.network.sizes).findIndex((other) => `${other}` === `${head}`),
    mean = meansOf(model, sample)[place],
    outputs = await outputsIn(model, sample, run, head, pause),
    odds = [];
  for (const output of [null, new Float32Array(mean.length), mean, ...outputs]) {
    await pause(odds.length, 3 + outputs.length);
    odds.push(logOddsOf(run, output ? [[head, output]] : []));
  }
  const [baseline, zero, inMean, ...resampled] = odds;
  return { baseline, zero, mean: inMean, resampled };
}

// What the words lose with a head off together with each other one, beside random pairs of others.
//
// Returns the fields and properties of models/results.py's SelfRepair that a page shows, by their
// names: { others, alone, othersAlone, strongest, together, random, mean, randomMean, hasPartner }.
export async function findRepair(model, sample, run, head, pause = async () => {}) {
  const heads = headsOf(model.network.sizes),
    means = meansOf(model, sample),
    zeros = means.map((mean) => new Float32Array(mean.length)),
    own = heads.findIndex((other) => `${other}` === `${head}`),
    others = [...heads.keys()].filter((place) => place !== own),
    every = others.flatMap((one, at) => others.slice(at + 1).map((other) => [one, other])),
    pairs = sample.pairs.map((at) => every[at]),
    withOthers = others.map((other) => [own, other]);
  const all = 2 * (others.length + pairs.length) + others.length + 5; // at most
  let done = 0;

  // What the words lose with the heads of each set replaced, by set.
  const lossesOf = async (sets, outputs) => {
    const lost = new Map();
    let baseline = 0;
    for (const set of [[], ...sets]) {
      await pause(done++, all);
      const replaced = set.map((at) => [heads[at], outputs[at]]),
        odds = sum(logOddsOf(run, replaced));
      if (set.length) lost.set(`${set}`, baseline - odds);
      else baseline = odds;
    }
    return lost;
  };
  const excessOf = (lost) => (pair) =>
    lost.get(`${pair}`) - lost.get(`${pair[0]}`) - lost.get(`${pair[1]}`);

  const singles = heads.map((_, at) => [at]),
    off = await lossesOf([...singles, ...withOthers, ...pairs], zeros),
    excess = withOthers.map(excessOf(off)),
    strongest = excess.indexOf(Math.max(...excess));
  const drawn = [...new Set([withOthers[strongest], ...pairs].flat())].map((at) => [at]),
    inMean = await lossesOf([...drawn, withOthers[strongest], ...pairs], means);
  const alone = off.get(`${own}`),
    random = pairs.map(excessOf(off)),
    mean = excessOf(inMean)(withOthers[strongest]),
    randomMean = pairs.map(excessOf(inMean)),
    least = Math.max(LEAST_EXCESS, alone);
  return {
    others: others.map((at) => heads[at]),
    alone,
    othersAlone: others.map((at) => off.get(`${at}`)),
    strongest,
    together: withOthers.map((pair) => off.get(`${pair}`)),
    random,
    mean,
    randomMean,
    hasPartner:
      excess[strongest] >= Math.max(least, ...random) && mean >= Math.max(least, ...randomMean),
  };
}
