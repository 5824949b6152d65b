// How word vectors are learnt, one step at a time: CBoW, SkipGram, FastText and GloVe. The same
// steps as models/training/word_learning.py, which has the sources: a test compares the numbers.
// This file imports nothing: a test loads it alone.

export const END = -1; // after each sentence of a text
const LEAST_RATE = 1e-3; // of the rate, at the end
const POWER = 0.75; // of the frequencies of negative words
const SMALLEST = 1e-12; // probability in a logarithm
const WEIGHT_POWER = 0.75; // of GloVe: alpha
const [SHORTEST, LONGEST] = [3, 5]; // letters of an n-gram

// The n-grams of a word in angle brackets, each once, the shortest first.
export function ngrams(word) {
  const marked = [...`<${word}>`],
    pieces = new Set();
  for (let size = SHORTEST; size <= LONGEST; size++)
    for (let place = 0; place + size <= marked.length; place++)
      pieces.add(marked.slice(place, place + size).join(""));
  return [...pieces];
}

// The rows of each word: its own and, with `parts`, those of the n-grams that `least` words have.
// Returns [[row, ...], ...] and the n-grams by their rows, after those of the words.
export function rowsOf(words, parts, least = 2) {
  if (!parts) return [words.map((_, word) => [word]), []];
  const counts = new Map(),
    split = words.map(ngrams);
  for (const gram of split.flat()) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= least).map(([gram]) => gram);
  const row = new Map(names.map((gram, place) => [gram, words.length + place]));
  return [
    split.map((grams, word) => [
      word,
      ...grams.filter((gram) => row.has(gram)).map((gram) => row.get(gram)),
    ]),
    names,
  ];
}

// Numbers from 0 up to 1 (xorshift, Marsaglia 2003) for a seed from 0.
class Random {
  constructor(seed) {
    this.state = Number((BigInt(seed) * 2654435761n + 88675123n) & 0xffffffffn) || 1;
  }

  draw() {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state / 4294967296;
  }

  shuffle(order) {
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(this.draw() * (last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
  }

  table(rows, columns) {
    return Float64Array.from({ length: rows * columns }, () => (this.draw() - 0.5) / columns);
  }
}

// Pairs within a window: { rows, columns, counts }; two words at distance n count 1 / n. Sorted by
// row, then column.
function coOccurrences(text, window, words) {
  const weights = new Map();
  for (let place = 0; place < text.length; place++) {
    for (let far = 1; far <= window && text[place + far] >= 0 && text[place] >= 0; far++) {
      const [a, b] = [text[place], text[place + far]];
      for (const key of [a * words + b, b * words + a])
        weights.set(key, (weights.get(key) ?? 0) + 1 / far);
    }
  }
  const keys = Float64Array.from(weights.keys()).sort();
  return {
    rows: Int32Array.from(keys, (key) => Math.floor(key / words)),
    columns: Int32Array.from(keys, (key) => key % words),
    counts: Float64Array.from(keys, (key) => weights.get(key)),
  };
}

// Learns from a text, by `step()` one window, for GloVe one pair of words. `settings`: { words,
// text, method, window, negatives, dimensions, seed, rate, passes, threshold, limit }.
export class Learner {
  constructor(settings) {
    Object.assign(this, settings);
    this.random = new Random(this.seed);
    this.size = this.words.length;
    this.steps = 0; // windows or pairs so far
    this.loss = this.predictions = 0; // sums, since someone set them to 0
    this.now = null; // what the last step was about
    this.isOver = false;
    if (this.method === "glove") this.prepareCounts();
    else this.prepareWindows();
  }

  // --- CBoW, SkipGram and FastText ---

  prepareWindows() {
    const { text, size, dimensions } = this;
    [this.rows, this.grams] = rowsOf(this.words, this.method === "fasttext");
    this.inputs = this.random.table(size + this.grams.length, dimensions);
    this.outputs = new Float64Array(size * dimensions);
    const counts = new Float64Array(size),
      starts = [0];
    let all = 0;
    text.forEach((word, place) => {
      if (word === END) starts.push(place + 1);
      else {
        counts[word]++;
        all++;
      }
    });
    this.order = Int32Array.from(starts.slice(0, -1));
    this.total = this.passes * this.order.length; // sentences
    this.keep = counts.map((count) => {
      const share = this.threshold / (count / all);
      return Math.min(1, Math.sqrt(share) + share);
    });
    let sum = 0;
    this.cumulative = counts.map((count) => (sum += count ** POWER)).map((part) => part / sum);
    this.mean = new Float64Array(dimensions);
    this.error = new Float64Array(dimensions);
    this.sentence = -1;
    this.kept = [];
    this.centre = 0;
    this.next();
  }

  // Goes on to the next sentence that has words left; some are skipped at random, common ones most.
  next() {
    do {
      if (++this.sentence === this.total) {
        this.isOver = true;
        return;
      }
      const place = this.sentence % this.order.length;
      if (place === 0) this.random.shuffle(this.order);
      this.kept = [];
      for (let at = this.order[place]; this.text[at] !== END; at++) {
        const chance = this.keep[this.text[at]];
        if (chance >= 1 || this.random.draw() < chance) this.kept.push(at);
      }
    } while (!this.kept.length);
    this.centre = 0;
  }

  stepWindow() {
    const { kept, centre, text } = this,
      word = text[kept[centre]];
    const rate = this.rate * Math.max(LEAST_RATE, 1 - this.sentence / this.total);
    const reach = 1 + Math.floor(this.random.draw() * this.window);
    const around = kept
      .slice(Math.max(0, centre - reach), centre + reach + 1)
      .filter((at) => at !== kept[centre]);
    const negatives = [];
    this.now = {
      begin: this.order[this.sentence % this.order.length],
      kept,
      centre,
      around,
      negatives,
    };
    if (this.method === "cbow") {
      if (around.length)
        this.update(
          around.map((at) => text[at]),
          word,
          rate,
          negatives,
        );
    } else for (const at of around) this.update(this.rows[word], text[at], rate, negatives);
    if (++this.centre === kept.length) this.next();
  }

  // Predicts `target` from the mean of input rows, and the negative words not.
  update(rows, target, rate, negatives) {
    const { inputs, outputs, mean, error, dimensions: size } = this;
    mean.fill(0);
    error.fill(0);
    for (const row of rows) for (let d = 0; d < size; d++) mean[d] += inputs[row * size + d];
    for (let d = 0; d < size; d++) mean[d] /= rows.length;
    for (let place = 0; place <= this.negatives; place++) {
      let word = target;
      if (place) {
        word = this.sample();
        if (word === target) continue;
        negatives.push(word);
      }
      let score = 0;
      for (let d = 0; d < size; d++) score += mean[d] * outputs[word * size + d];
      const p = 1 / (1 + Math.exp(-score)),
        step = rate * ((place ? 0 : 1) - p);
      this.loss -= Math.log(Math.max(place ? 1 - p : p, SMALLEST));
      for (let d = 0; d < size; d++) {
        error[d] += step * outputs[word * size + d];
        outputs[word * size + d] += step * mean[d];
      }
    }
    for (const row of rows)
      for (let d = 0; d < size; d++) inputs[row * size + d] += error[d] / rows.length;
    this.predictions++;
  }

  // A word at random: the first whose cumulative share is above a number drawn.
  sample() {
    const number = this.random.draw();
    let low = 0,
      high = this.size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cumulative[middle] > number) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  // --- GloVe ---

  prepareCounts() {
    const { size, dimensions } = this;
    Object.assign(this, coOccurrences(this.text, this.window, size));
    this.inputs = this.random.table(size, dimensions + 1); // the last column is the bias
    this.outputs = this.random.table(size, dimensions + 1);
    this.squaresIn = new Float64Array(this.inputs.length).fill(1);
    this.squaresOut = new Float64Array(this.outputs.length).fill(1);
    this.order = Int32Array.from(this.counts.keys());
    this.total = this.passes * this.order.length; // pairs
  }

  stepPair() {
    const place = this.steps % this.order.length;
    if (place === 0) this.random.shuffle(this.order);
    const { inputs, outputs, squaresIn, squaresOut, rate, dimensions: biases } = this;
    const pair = this.order[place],
      x = this.counts[pair];
    const i = this.rows[pair] * (biases + 1),
      j = this.columns[pair] * (biases + 1);
    let says = inputs[i + biases] + outputs[j + biases];
    for (let d = 0; d < biases; d++) says += inputs[i + d] * outputs[j + d];
    const error = says - Math.log(x);
    const weight = x >= this.limit ? 1 : (x / this.limit) ** WEIGHT_POWER;
    this.loss += (weight * error * error) / 2; // so that the step below is its gradient
    this.predictions++;
    this.now = { pair: [this.rows[pair], this.columns[pair]], count: x, weight, says };
    const slope = weight * error;
    for (let d = 0; d <= biases; d++) {
      const ofInput = slope * (d < biases ? outputs[j + d] : 1);
      const ofOutput = slope * (d < biases ? inputs[i + d] : 1);
      inputs[i + d] -= (rate * ofInput) / Math.sqrt(squaresIn[i + d]);
      outputs[j + d] -= (rate * ofOutput) / Math.sqrt(squaresOut[j + d]);
      squaresIn[i + d] += ofInput * ofInput;
      squaresOut[j + d] += ofOutput * ofOutput;
    }
    if (this.steps + 1 === this.total) this.isOver = true;
  }

  // --- both ---

  step() {
    if (this.isOver) return;
    if (this.method === "glove") this.stepPair();
    else this.stepWindow();
    this.steps++;
  }

  // How much of the run is done, from 0 to 1.
  get done() {
    if (this.isOver) return 1;
    return (this.method === "glove" ? this.steps : this.sentence) / this.total;
  }

  // The vector of a word, or of an n-gram by its row: the mean of the word's rows; in GloVe the sum
  // of both tables without the biases.
  vector(word) {
    const { dimensions: size, inputs, outputs } = this,
      sum = new Float64Array(size);
    if (this.method === "glove") {
      for (let d = 0; d < size; d++)
        sum[d] = inputs[word * (size + 1) + d] + outputs[word * (size + 1) + d];
      return sum;
    }
    const rows = word < this.size ? this.rows[word] : [word];
    for (const row of rows)
      for (let d = 0; d < size; d++) sum[d] += inputs[row * size + d] / rows.length;
    return sum;
  }
}
