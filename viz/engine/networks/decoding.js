// Choose the words of a translation: greedy decoding, cut where it loops.
//
// To be read beside models/answers/decoding.py and models/answers/loops.py.

import { SHORTEST_LOOP } from "../constants.js";

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
