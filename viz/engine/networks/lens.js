// The states between the layers, read by the output layer (logit lens, nostalgebraist 2020).
//
// To be read beside models/answers/lens.py.

import { changesOf } from "./changes.js";
import { score } from "./blocks.js";
import { largestPlaces, softmax } from "./probabilities.js";
import { normals, mersenneTwister } from "./random.js";
import { Recording } from "./recording.js";
import { Refusal } from "./refusal.js";

// Throw a Refusal for a sentence without a place that an encoder fills.
export function checkMasks({ places }) {
  if (places.length) return;
  throw new Refusal(
    "There is no {mask} in this sentence. Put one where a word should be guessed.",
    { mask: "[MASK]" },
  );
}

// The best `count` words of each layer and place of a run as `again` returns it.
//
// Returns { read, final, words, probabilities, ofFinal, ranks, firstLayers, given }: words and
// probabilities [layer][place][rank], all else as in models/results.py's Lens. If `random`, the
// output matrix is random numbers.
export function lensOf({ network, tokenizer }, run, { count = 5, random = false } = {}) {
  checkMasks(run);
  const { noBias } = network,
    { places, stack } = run,
    size = noBias.length,
    recording = new Recording(network.sizes);
  run.make(changesOf({}), recording);
  const distributions = (scores) =>
    places.map((_, row) => softmax(scores.subarray(row * size, (row + 1) * size)));
  const vectorsOf = (layer) =>
    network.outputVectors(places.map((place) => recording.states[stack][layer][place]));
  const layers = [...recording.states[stack].keys()],
    read = layers.map((layer) => distributions(score(network, vectorsOf(layer), places.length)));
  const final = read.at(-1).map((probabilities) => largestPlaces(probabilities, 1)[0]);
  const shown = random
    ? randomScores(
        network,
        layers.map((layer) => vectorsOf(layer).slice()),
        places.length,
      ).map(distributions)
    : read;
  const best = shown.map((each) => each.map((row) => largestPlaces(row, count)));
  const ofFinal = shown.map((each) => each.map((row, place) => row[final[place]]));
  const ranks = shown.map((each, layer) =>
    each.map((row, place) => 1 + row.filter((value) => value > ofFinal[layer][place]).length),
  );
  return {
    read: run.read,
    final: final.map((id) => tokenizer.name(id)),
    words: best.map((each) => each.map((ids) => ids.map((id) => tokenizer.name(id)))),
    probabilities: best.map((each, layer) =>
      each.map((ids, place) => ids.map((id) => shown[layer][place][id])),
    ),
    ofFinal,
    ranks,
    firstLayers: final.map((_, place) => {
      const first = ranks.findIndex((each) => each[place] === 1);
      return first < 0 ? null : first;
    }),
    given: run.given,
  };
}

// The scores by random numbers in place of the output matrix, with its standard deviation: of each
// of `groups` of vectors [row, vocabulary].
function randomScores({ embedding, noBias }, groups, rows) {
  const draw = mersenneTwister(0),
    width = embedding.inputs,
    spread = deviation(embedding.wide());
  const all = groups.map(() => new Float32Array(rows * noBias.length));
  for (let id = 0; id < noBias.length; id++) {
    const numbers = normals(draw, width);
    groups.forEach((vectors, group) => {
      for (let row = 0; row < rows; row++) {
        let sum = 0;
        for (let i = 0; i < width; i++) sum += numbers[i] * vectors[row * width + i];
        all[group][row * noBias.length + id] = sum * spread;
      }
    });
  }
  return all;
}

function deviation(numbers) {
  let [sum, squares] = [0, 0];
  for (const number of numbers) sum += number;
  const mean = sum / numbers.length;
  for (const number of numbers) squares += (number - mean) ** 2;
  return Math.sqrt(squares / (numbers.length - 1));
}
