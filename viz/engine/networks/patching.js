// Parts of another sentence's run, put into a run (activation patching).
//
// To be read beside models/answers/patching.py.

import { EVERY, NO_HEAD, PATCH_KINDS } from "../constants.js";
import { changesOf, watching } from "./changes.js";
import { largestPlaces } from "./probabilities.js";
import { silent } from "./recording.js";
import { checkMasks } from "./lens.js";
import { Refusal } from "./refusal.js";

// What other runs may take from this one, to the end of `count` of the ids that it writes.
export function watch(run, count = run.written.length) {
  const parts = {};
  run.make(changesOf({}, [], watching(parts)), silent, count);
  return parts;
}

// A patch as `changesOf` takes it: the part of position `from` at `position`.
export function patchOf({ config }, parts, [stack, kind, layer], head, position, from) {
  const place = `${stack} ${kind} ${layer}`,
    width = config.d_model / config.n_heads,
    row = parts[place][from];
  if (!PATCH_KINDS[kind]) return { place, head, position, part: row };
  const part = kind === "weights" ? row[head] : row.subarray(head * width, (head + 1) * width);
  return { place, head, position, part };
}

// The parts that a run of `sentence`, which has so many `tokens`, takes from those of others, as
// `changesOf` has them. Without the ids that are `written` those of the stack that reads, with them
// those of decoder and cross-attention: there the other sentence is read beside the same French.
export function patchesOf(model, { patched = [] }, sentence, tokens, written = null) {
  const { network, tokenizer } = model,
    [[reading, [layers]]] = Object.entries(network.sizes),
    others = new Map(); // of each sentence its parts and its number of tokens
  const beside = written ?? (reading === "encoder" ? [] : [tokenizer.endId]);
  return patched
    .filter(([, stack]) => ["", reading].includes(stack) === (written === null))
    .flatMap(([other, named, kind, layer, head, there, here]) => {
      if (!others.has(other)) {
        const run = model.again(other, beside);
        others.set(other, { parts: watch(run), tokens: run.tokens.length });
      }
      const stack = named || reading,
        { parts, tokens: tokensThere } = others.get(other),
        isOfSource = stack === reading || (stack === "cross" && kind === "values"),
        [count, countThere] = isOfSource ? [tokens, tokensThere] : [written.length, written.length];
      if ((kind === "weights" || here === EVERY) && tokens !== tokensThere)
        throw unequal(sentence, tokens, other, tokensThere);
      if (kind === "state" && layer > layers) {
        throw new Refusal(
          "There is no layer {layer}: a state is taken after one of 1 to {layers}, or from the input of the first one, 0.",
          { layer, layers },
        );
      }
      if (here >= count) {
        throw new Refusal("There is no token {place} in this sentence: it has {tokens} tokens.", {
          place: here + 1,
          tokens: count,
        });
      }
      if (there >= countThere) {
        throw new Refusal("There is no token {place} in “{sentence}”: it has {tokens} tokens.", {
          place: there + 1,
          tokens: countThere,
          sentence: other,
        });
      }
      const every = [...Array(count).keys()].map((each) => [each, each]);
      return (here === EVERY ? every : [[here, there]]).map(([position, from]) =>
        patchOf(network, parts, [stack, kind, layer], head, position, from),
      );
    });
}

// A function of further patches: these changes of a run, and what it takes from others as in
// `patchesOf`.
export function changesWith(model, whatIf, sentence, tokens, written = null) {
  const ofReading = patchesOf(model, whatIf, sentence, tokens),
    ofWriting = written ? patchesOf(model, whatIf, sentence, tokens, written) : [];
  return (more = []) => changesOf(whatIf, [...ofReading, ...ofWriting, ...more]);
}

const unequal = (sentence, tokens, other, others) =>
  new Refusal(
    "“{sentence}” has {tokens} tokens and “{other}” {others}. Choose two sentences of equally many.",
    { sentence, tokens, other, others },
  );

const differenceOf = (logits, [own, other]) => logits[own] - logits[other];

// Two runs, and the words in which what is written first differs; an encoder writes the best word
// at its first mask.
class Pair {
  constructor(model, [sentence, run], [other, there]) {
    const [tokens, others] = [run, there].map((one) => one.tokens.length);
    if (tokens !== others) throw unequal(sentence, tokens, other, others);
    const isEncoder = run.stack === "encoder";
    if (isEncoder) checkMasks(run);
    const place = isEncoder ? run.places[0] : firstDifference(run, there);
    const [own, theirs] = [run, there].map((one) => {
      one.make(changesOf({}), silent, place + 1);
      return one.logits(place).slice();
    });
    const words = [own, theirs].map((logits) => largestPlaces(logits, 1)[0]);
    if (words[0] === words[1]) throw writesTheSame();
    const beside = model.again(other, run.written.slice(run.given));
    Object.assign(this, { run, place, words, parts: watch(beside, place + 1) });
    this.own = differenceOf(own, words);
    this.others = differenceOf(theirs, words);
  }

  // How far each of `all` patches moves the choice between the words: 0 not at all, 1 to that of
  // the other sentence.
  measure(all, tell) {
    return all.map((patches, done) => {
      tell(done, all.length);
      this.run.make(changesOf({}, patches), silent, this.place + 1);
      const difference = differenceOf(this.run.logits(this.place), this.words);
      return (this.own - difference) / (this.own - this.others);
    });
  }
}

const writesTheSame = () =>
  new Refusal(
    "The model writes the same for both sentences. Choose two for which it writes different words.",
  );

function firstDifference(run, there) {
  const count = Math.min(run.written.length, there.written.length),
    places = [...Array(count).keys()].slice(run.given);
  const first = places.find((place) => run.written[place] !== there.written[place]);
  if (first === undefined) throw writesTheSame();
  return first;
}

// Whether two sentences have as many tokens, and the model writes otherwise.
export function canBeCompared(model, sentence, other) {
  try {
    return Boolean(new Pair(model, ...[sentence, other].map((one) => [one, model.again(one)])));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

// How far each state of the `other` sentence, or each head by `part` of PATCH_KINDS, moves the
// choice of a run of `sentence` towards what the other's writes. `tell(done, all)` receives the
// number of runs. Throws a Refusal for sentences that cannot be compared.
//
// Returns { tokens, otherTokens, words, ends, rows, shares }: the differences of both words' logits
// at the `ends` of the scale, and shares [row][column], of states [token][layer], of heads [stack
// and layer][head].
export function patching(model, sentence, other, part, tell = () => {}) {
  const { network, tokenizer } = model,
    [run, there] = [sentence, other].map((one) => [one, model.again(one)]),
    pair = new Pair(model, run, there);
  const [[, { tokens }], [, { tokens: otherTokens }]] = [run, there];
  const [stack] = Object.keys(network.sizes),
    range = (count) => [...Array(count).keys()];
  const cells = [];
  let rows;
  if (part === "state") {
    rows = tokens.map((_, token) => token);
    for (const token of rows)
      for (const layer of range(network.sizes[stack][0] + 1))
        cells.push([patchOf(network, pair.parts, [stack, "state", layer], NO_HEAD, token, token)]);
  } else {
    rows = Object.entries(network.sizes).flatMap(([name, [layers]]) =>
      range(layers).map((layer) => [name, layer]),
    );
    for (const [name, layer] of rows)
      for (const head of range(network.sizes[name][1])) {
        const there = [name, part, layer],
          positions = [...pair.parts[there.join(" ")].keys()];
        cells.push(positions.map((each) => patchOf(network, pair.parts, there, head, each, each)));
      }
  }
  const shares = pair.measure(cells, tell),
    columns = shares.length / rows.length;
  return {
    tokens,
    otherTokens,
    words: pair.words.map((id) => tokenizer.name(id)),
    ends: [pair.own, pair.others],
    rows,
    shares: rows.map((_, row) => shares.slice(row * columns, (row + 1) * columns)),
  };
}
