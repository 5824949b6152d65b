// Parts of another sentence's run, put into a run (activation patching).
//
// To be read beside models/answers/patching.py.

import { EVERY, NO_HEAD, PATCH_KINDS } from "../constants.js";
import { Beside, score } from "./blocks.js";
import { changesOf, watching } from "./changes.js";
import { largestPlaces } from "./probabilities.js";
import { silent } from "./recording.js";
import { checkMasks } from "./lens.js";
import { Refusal } from "./refusal.js";

const ROOM = 128; // rows of runs beside each other

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

const range = (count) => [...Array(count).keys()];

// Two runs, and the words in which what is written first differs; an encoder writes the best word
// at its first mask.
export class Pair {
  // Throws a Refusal for sentences that cannot be compared. `written` is what `again` writes for
  // the first sentence, if it is known.
  constructor(model, sentence, other, written) {
    const runs = [model.again(sentence, written), model.again(other)],
      [tokens, others] = runs.map((run) => run.tokens.length);
    if (tokens !== others) throw unequal(sentence, tokens, other, others);
    const isEncoder = runs[0].stack === "encoder";
    if (isEncoder) runs.forEach(checkMasks);
    const place = isEncoder ? runs[0].places[0] : firstDifference(...runs);
    Object.assign(this, { model, place, sentences: [sentence, other], runs });
    this.parts = runs.map((run) => watch(run, place + 1));
    const last = `${runs[0].stack} state ${model.network.sizes[runs[0].stack][0]}`;
    this.states = this.parts.map((parts) => parts[last][place]);
    this.ids = this.states.map((state) => {
      const vectors = model.network.outputVectors([state]);
      return largestPlaces(score(model.network, vectors, 1), 1)[0];
    });
    if (this.ids[0] === this.ids[1]) throw writesTheSame();
    this.ends = this.differences(this.states);
  }

  // The other direction: the second sentence takes parts of the first.
  get reversed() {
    const turned = Object.create(Pair.prototype, Object.getOwnPropertyDescriptors(this));
    for (const name of ["sentences", "runs", "parts", "states", "ids"])
      turned[name] = [...this[name]].reverse();
    turned.ends = turned.differences(turned.states);
    return turned;
  }

  // The names of both words.
  get words() {
    return this.ids.map((id) => this.model.tokenizer.name(id));
  }

  // The logit of the first word minus that of the second, by each of the last layer's `states`.
  differences(states) {
    const { network } = this.model,
      [own, other] = this.ids.map((id) => network.embedding.row(id)),
      vectors = network.outputVectors(states);
    return states.map((_, row) =>
      own.reduce((sum, value, i) => sum + (value - other[i]) * vectors[row * own.length + i], 0),
    );
  }

  // How far each of `cells` moves the choice between the words: 0 not at all, 1 to that of the
  // other sentence. A cell has the patches of one stack, kind and layer. Where they are as in the
  // run itself, nothing is computed; else runs go on, beside each other, from the layer before.
  async measure(cells, tell) {
    const shares = cells.map(() => 0),
      [own, others] = this.ends,
      places = new Map();
    cells.forEach((patches, cell) => {
      if (patches.every((patch) => this.isOwn(patch))) return;
      const { place } = patches[0];
      places.set(place, [...(places.get(place) ?? []), cell]);
    });
    const all = [...places.values()].flat().length;
    let done = 0;
    for (const [place, here] of places) {
      const most = this.most;
      for (let first = 0; first < here.length; first += most) {
        const some = here.slice(first, first + most);
        await tell(done, all);
        this.differences(
          this.make(
            place,
            some.map((cell) => cells[cell]),
          ),
        ).forEach((difference, at) => {
          shares[some[at]] = (own - difference) / (own - others);
        });
        done += some.length;
      }
    }
    return shares;
  }

  // How many runs have room beside each other.
  get most() {
    const rows = Math.max(this.runs[0].tokens.length, this.place + 1);
    return Math.max(1, Math.floor(Math.min(ROOM, this.model.network.longest) / rows));
  }

  // Whether a part is as in the run that takes it.
  isOwn({ place, head, position, part }) {
    const [stack, kind, layer] = place.split(" "),
      own = patchOf(
        this.model.network,
        this.parts[0],
        [stack, kind, layer],
        head,
        position,
        position,
      );
    return own.part.every((value, i) => value === part[i]);
  }

  // The last states of runs with the patches of each, which belong to one place.
  make(place, cells) {
    const { model, parts, runs } = this,
      { network } = model,
      [stack, , layer] = place.split(" "),
      rows = parts[0][place].length;
    const patches = cells.flatMap((cell, run) =>
      cell.map((patch) => ({ ...patch, position: patch.position + run * rows })),
    );
    // What reads the sentence stands below; from there on each layer is computed again.
    const from =
      stack === "encoder"
        ? { encoder: Number(layer) }
        : { encoder: network.sizes.encoder?.[0], decoder: Number(layer) };
    const beside = new Beside(parts[0], from, cells.length);
    runs[0].make(changesOf({}, patches), silent, this.place + 1, beside);
    const width = network.config.d_model,
      each = runs[0].stack === "encoder" ? runs[0].tokens.length : this.place + 1;
    return cells.map((_, run) => {
      const row = run * each + this.place;
      return network.x.slice(row * width, (row + 1) * width);
    });
  }
}

const writesTheSame = () =>
  new Refusal(
    "The model writes the same for both sentences. Choose two for which it writes different words.",
  );

function firstDifference(run, there) {
  const count = Math.min(run.written.length, there.written.length),
    places = range(count).slice(run.given);
  const first = places.find((place) => run.written[place] !== there.written[place]);
  if (first === undefined) throw writesTheSame();
  return first;
}

// The pair of two sentences, or null where they cannot be compared: they have as many tokens, and
// the model writes otherwise. `written` as in Pair.
export function pairOrNone(model, sentence, other, written) {
  try {
    const end = [model.tokenizer.endId],
      [tokens, others] = [sentence, other].map((one) => model.again(one, end).tokens.length);
    return tokens === others ? new Pair(model, sentence, other, written) : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
}

// What a map has before it is computed: { tokens, otherTokens, words, ends, rows, columns }, as
// `patching` returns it.
export function mapOf(pair, part) {
  const { sizes } = pair.model.network,
    [[stack, [layers]]] = Object.entries(sizes);
  const [tokens, otherTokens] = pair.runs.map((run) => run.tokens),
    isState = part === "state";
  const rows = isState
    ? [...tokens.keys()]
    : Object.entries(sizes).flatMap(([name, [count]]) => range(count).map((each) => [name, each]));
  const columns = isState ? layers + 1 : sizes[stack][1];
  return { tokens, otherTokens, words: pair.words, ends: pair.ends, rows, columns };
}

// How far each state of the second sentence of a pair, or each head by `part` of PATCH_KINDS, moves
// the choice of the first one's run towards what the other's writes. `tell(done, all)` receives the
// number of runs, and is waited for.
//
// Returns { tokens, otherTokens, words, ends, rows, shares }: the differences of both words' logits
// at the `ends` of the scale, and shares [row][column], of states [token][layer], of heads [stack
// and layer][head].
export async function patching(pair, part, tell = () => {}) {
  const { network } = pair.model,
    [, parts] = pair.parts,
    [stack] = Object.keys(network.sizes),
    { columns, ...map } = mapOf(pair, part);
  const cells = map.rows.flatMap((row) =>
    range(columns).map((column) => {
      if (part === "state")
        return [patchOf(network, parts, [stack, "state", column], NO_HEAD, row, row)];
      const there = [row[0], part, row[1]];
      return parts[there.join(" ")].map((_, each) =>
        patchOf(network, parts, there, column, each, each),
      );
    }),
  );
  const shares = await pair.measure(cells, tell);
  return {
    ...map,
    shares: map.rows.map((_, row) => shares.slice(row * columns, (row + 1) * columns)),
  };
}
