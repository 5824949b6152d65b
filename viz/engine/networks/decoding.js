// Choose the words of a translation: greedy decoding, cut where it loops, and a beam.
//
// To be read beside models/answers/decoding.py and models/answers/loops.py.

import { LONG_SOURCE, SHORTEST_LOOP } from "../constants.js";
import { changesOf } from "./changes.js";
import { largestPlaces } from "./probabilities.js";
import { silent } from "./recording.js";

// The number of tokens after which a translation is cut; no sane one is longer.
export const longestTranslation = (sourceLength, maxLength) =>
  Math.min(maxLength - 1, 2 * sourceLength + 10);

// Whether rows must be computed again with each new word: without a mask, or with shuffled
// positions, earlier rows change. All other what-ifs leave them as they are.
export const readsAhead = (changes) => changes.mask === "none" || changes.positions === "shuffled";

// Whether Python's decoder, without a cache for them, reads all words again at each one under this
// what-if. It then reads and writes fewer, so the engine does too.
export const rereads = ({
  mask = "causal",
  window = 0,
  scale = "1/sqrt(d_head)",
  temperature = 1,
  null_key: nullKey = false,
  positions,
  silenced = [],
  forced = [],
  blocked = [],
}) =>
  mask !== "causal" ||
  window !== 0 ||
  scale !== "1/sqrt(d_head)" ||
  temperature !== 1 ||
  nullKey ||
  positions === "shuffled" ||
  silenced.length + forced.length + blocked.length > 0;

// Append the most probable word until the end of the sentence. The network has read `source`. The
// weights go to `recording`, the choice of each word to `choose(logits, id)`.
//
// Returns the ids without begin and end, and whether the translation ended by itself; otherwise it
// was cut at `longestTranslation`, or in a loop, of which the first repetition is kept. Before each
// token `tell` is called with the number of those written and the most.
export function greedy(
  network,
  source,
  tokenizer,
  changes,
  recording,
  choose,
  longest,
  tell = () => {},
) {
  const { beginId, endId, paddingId } = tokenizer;
  const read = source.filter((id) => id !== paddingId);
  const limit = longestTranslation(read.length, longest);
  const ids = [];
  const again = readsAhead(changes);
  while (ids.length < limit && ids.at(-1) !== endId && !isLoop(ids, read)) {
    tell(ids.length, limit);
    const before = [beginId, ...ids];
    const start = again ? 0 : ids.length;
    network.decode(before.slice(start), start, changes, recording);
    const logits = network.logits(ids.length - start, 1);
    ids.push(largest(logits));
    if (!again) choose(logits, ids.at(-1));
  }
  const finished = ids.at(-1) === endId;
  const written = finished ? ids : onceRepeated(ids);
  if (again) {
    // earlier rows have changed since their words were chosen
    if (!finished) network.decode([beginId, ...written.slice(0, -1)], 0, changes, recording);
    chooseEach(network, written, choose);
  }
  return { ids: finished ? ids.slice(0, -1) : written, finished };
}

// Search with a beam of `width` translations; the network has read `source`, without padding.
//
// The best has the highest mean log-probability per token, end included (as in Bahdanau et al.
// 2015, section 4.2, with the length normalised). The translation of a long sentence repeats no
// sequence of four tokens (Paulus et al. 2018). Returns what `greedy` does.
export function beam(network, source, { beginId, endId }, width, longest) {
  const changes = changesOf({});
  const limit = longestTranslation(source.length, longest);
  let going = [{ ids: [], total: 0, kept: null }]; // unfinished translations
  const finished = []; // with their mean log-probability
  for (let length = 1; length <= limit; length++) {
    const scores = going.flatMap((hypothesis) => {
      if (hypothesis.kept) network.resume(hypothesis.kept);
      network.decode([hypothesis.ids.at(-1) ?? beginId], length - 1, changes, silent);
      hypothesis.after = network.keep(length);
      const logs = logSoftmax(network.logits(0, 1));
      if (source.length >= LONG_SOURCE)
        for (const id of repeating(hypothesis.ids)) logs[id] = -Infinity;
      return Array.from(logs, (log) => hypothesis.total + log);
    });
    const size = scores.length / going.length;
    const best = largestPlaces(scores, width).map((place) => {
      const { ids, after } = going[Math.floor(place / size)];
      return { ids: [...ids, place % size], total: scores[place], kept: after };
    });
    for (const { ids, total } of best) {
      if (ids.at(-1) === endId) finished.push({ ids: ids.slice(0, -1), mean: total / length });
    }
    const unfinished = best.filter(({ ids }) => ids.at(-1) !== endId);
    if (finished.length >= width || !unfinished.length) break;
    going = unfinished;
  }
  if (!finished.length) return { ids: going[0].ids, finished: false };
  const { ids } = finished.reduce((one, other) => (other.mean > one.mean ? other : one));
  return { ids, finished: true };
}

function logSoftmax(logits) {
  const most = logits.reduce((one, other) => Math.max(one, other), -Infinity);
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - most), 0);
  return Float64Array.from(logits, (logit) => logit - most - Math.log(sum));
}

// The ids that would repeat the last four tokens of an earlier sequence.
function repeating(ids) {
  const end = ids.slice(-3);
  return ids.filter((_, at) => at >= 3 && end.every((id, place) => ids[at - 3 + place] === id));
}

// Follow a given translation, with its end where it is finished; `choose` as in `greedy`, for each
// token.
export function follow(
  network,
  target,
  { beginId, endId },
  changes,
  recording,
  choose,
  finished = true,
) {
  const written = finished ? [...target, endId] : target;
  network.decode([beginId, ...written.slice(0, -1)], 0, changes, recording);
  chooseEach(network, written, choose);
}

// Call `choose` for each token written, by the rows that were decoded together.
function chooseEach(network, written, choose) {
  const logits = network.logits(0, written.length);
  const size = logits.length / written.length;
  written.forEach((id, row) => choose(logits.subarray(row * size, (row + 1) * size), id));
}

// The place of the largest number, the first of several.
function largest(numbers) {
  let best = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] > numbers[best]) best = i;
  return best;
}

// How many tokens at the end have this period, its first occurrence included.
function stretch(tokens, period) {
  let length = Math.min(period, tokens.length);
  while (length < tokens.length && tokens.at(-1 - length) === tokens.at(-1 - length + period)) {
    length += 1;
  }
  return length;
}

// The start of the repetition at the end and its shortest period, or null: at least `times` periods
// and SHORTEST_LOOP tokens.
function repetition(tokens, times) {
  for (let period = 1; period <= tokens.length / times; period++) {
    const length = stretch(tokens, period);
    if (length >= Math.max(times * period, SHORTEST_LOOP)) return [tokens.length - length, period];
  }
  return null;
}

// The largest number of consecutive repetitions in these tokens; 1 without any.
const counted = new WeakMap(); // by the tokens read, about which each new word asks again
function timesIn(tokens) {
  if (!counted.has(tokens)) counted.set(tokens, countTimes(tokens));
  return counted.get(tokens);
}

function countTimes(tokens) {
  let most = 1;
  for (let end = 2; end <= tokens.length; end++) {
    const part = tokens.slice(0, end);
    for (let period = 1; period <= end / 2; period++) {
      most = Math.max(most, Math.floor(stretch(part, period) / period));
    }
  }
  return most;
}

// Whether the written tokens end in a loop: three repetitions, and at least two more than anything
// in the tokens read.
export const isLoop = (written, read) =>
  repetition(written, 3) !== null && repetition(written, timesIn(read) + 2) !== null;

// Without what follows the second period of a repetition at the end.
export function onceRepeated(written) {
  const where = repetition(written, 2);
  return where ? written.slice(0, where[0] + 2 * where[1]) : written;
}
