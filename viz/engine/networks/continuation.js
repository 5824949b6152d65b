// A language model and a text: the next token, and a continuation that is drawn.
//
// To be read beside models/answers/continuation.py. A `sampling` is { temperature, k, p }: of top-k
// 0 is all tokens, of top-p 1.

// The probabilities after the temperature, over the whole vocabulary.
function apply(probabilities, temperature) {
  if (temperature === 1) return probabilities;
  const logs = probabilities.map(
    (probability) => Math.log(Math.max(probability, 1e-300)) / temperature,
  );
  const raised = logs.map((log) => Math.exp(log - logs[0])); // the first is the largest
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}

// How many tokens top-k, then top-p keep; `sampled` is sorted, the highest first.
function keeps(sampled, { k, p }) {
  const most = k || sampled.length;
  const sum = sampled.slice(0, most).reduce((total, value) => total + value, 0);
  let share = 0,
    count = 0;
  while (count < most && share < p) share += sampled[count++] / sum;
  return count;
}

// The probability of every token after `ids`, the most probable first: { ids, probabilities,
// sampled, kept }, where `sampled` is after the temperature and the first `kept` may be drawn. The
// first `start` ids were read by the call before.
export function nextTokens(continuer, ids, sampling, start = 0) {
  const given = continuer.distribution(ids, start);
  const order = [...given.keys()].sort((one, other) => given[other] - given[one] || one - other);
  const probabilities = Float64Array.from(order, (token) => given[token]);
  const sampled = apply(probabilities, sampling.temperature);
  return { ids: order, probabilities, sampled, kept: keeps(sampled, sampling) };
}

// Continue a text by a token for each of `chances`, numbers from 0 to 1, or until an end is drawn:
// { token, probability } each, the probability before temperature and cuts.
export function write(continuer, ids, sampling, chances) {
  const read = [...ids],
    written = [];
  for (const chance of chances) {
    const start = written.length ? read.length : 0;
    const {
      ids: order,
      probabilities,
      sampled,
      kept,
    } = nextTokens(continuer, read, sampling, start);
    const sum = sampled.slice(0, kept).reduce((total, value) => total + value, 0);
    let place = 0;
    for (let step = sampled[0] / sum; step <= chance && place < kept - 1;)
      step += sampled[++place] / sum;
    const token = order[place];
    written.push({ token, probability: probabilities[place] });
    if (token === continuer.tokenizer.endId) break;
    read.push(token);
  }
  return written;
}
