// A lexicon of English and French words and word alignments by it, and how many training sentences
// a word is in: models/words/lexicon.py and seen.py of Python, which have the sources.

import { ALONE, DIAGONAL, LEXICON_STEPS, SAME_SPELLING, SURE } from "./constants.js";
import { sum } from "./numbers.js";
import { readMetadata, readSafetensors } from "./networks/safetensors.js";

const isWritten = (word) => /[\p{L}\p{N}]/u.test(word);
const lower = (words) => words.map((word) => word.toLowerCase());

// The numbers of a tensor, in an array of the type `Numbers`.
function numbersOf(tensors, name, Numbers) {
  const tensor = tensors.get(name),
    numbers = new Numbers(tensor.length);
  tensor.read(numbers);
  return numbers;
}

// Probabilities, each stored as one of 256 numbers.
function readProbabilities(stored) {
  const known = Float64Array.from({ length: 256 }, (_, number) => 2 ** (-number / LEXICON_STEPS));
  const probabilities = new Float64Array(stored.length);
  for (let at = 0; at < stored.length; at++) probabilities[at] = known[stored[at]];
  return probabilities;
}

// The place of a number in sorted ones, or of the first that is larger.
function placeOf(sorted, number) {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

export class Lexicon {
  // `buffer` is models/tables/lexicon.safetensors.
  constructor(buffer) {
    const tensors = readSafetensors({ buffer }),
      metadata = readMetadata(buffer);
    const probabilities = (name) => readProbabilities(numbersOf(tensors, name, Uint8Array));
    [this.englishWords, this.frenchWords] = ["english", "french"].map((name) =>
      metadata[name].split("\n"),
    );
    [this.english, this.french] = [this.englishWords, this.frenchWords].map(
      (words) => new Map(words.map((word, number) => [word, number])),
    );
    const pairs = numbersOf(tensors, "pairs", Uint16Array),
      count = this.frenchWords.length;
    // Sorted: the number of the English word * French words + that of the French one.
    this.pairs = new Float64Array(pairs.length / 2);
    for (let pair = 0; pair < this.pairs.length; pair++)
      this.pairs[pair] = pairs[2 * pair] * count + pairs[2 * pair + 1];
    this.toFrench = probabilities("to_french");
    this.toEnglish = probabilities("to_english");
    this.alone = { french: probabilities("french_alone"), english: probabilities("english_alone") };
    this.least = {
      french: Math.min(...this.alone.french),
      english: Math.min(...this.alone.english),
    };
  }

  // The score of every link of two sentences, [French word][English word].
  scores(english, french) {
    const columns = english.map((word) => this.english.get(word) ?? -1);
    const rows = french.map((word) => this.french.get(word) ?? -1);
    const near = french.map((_, row) =>
      english.map((__, column) =>
        Math.exp(
          -DIAGONAL * Math.abs((row + 0.5) / french.length - (column + 0.5) / english.length),
        ),
      ),
    );
    const pair = (row, column) => {
      const code = column * this.frenchWords.length + row,
        place = placeOf(this.pairs, code);
      return row >= 0 && column >= 0 && this.pairs[place] === code ? place : -1;
    };
    const tables = [this.toFrench, this.toEnglish].map((table) =>
      rows.map((row, at) =>
        columns.map((column, to) => {
          const place = pair(row, column);
          if (place >= 0) return table[place];
          return (row < 0 || column < 0) && french[at] === english[to] ? SAME_SPELLING : 0;
        }),
      ),
    );
    const alone = (language, numbers) =>
      numbers.map((number) => (number >= 0 ? this.alone[language][number] : this.least[language]));
    const toFrench = tables[0].map((row, at) =>
      posterior(row, near[at], alone("french", rows)[at]),
    );
    const toEnglish = columns.map((_, column) =>
      posterior(
        tables[1].map((row) => row[column]),
        near.map((row) => row[column]),
        alone("english", columns)[column],
      ),
    );
    return toFrench.map((row, at) =>
      row.map((score, column) => Math.sqrt(score * toEnglish[column][at])),
    );
  }

  // For each French word the place of its English word, or null where it cannot be told.
  links(english, french) {
    return this.scores(lower(english), lower(french)).map((row) => {
      const best = row.reduce((most, score, at) => (score > row[most] ? at : most), 0);
      return row[best] >= SURE ? best : null;
    });
  }

  // The French words, in lower case, that may translate an English word.
  translations(word) {
    const number = this.english.get(word.toLowerCase()) ?? -1,
      count = this.frenchWords.length;
    const [from, to] = [number, number + 1].map((word) => placeOf(this.pairs, word * count));
    return [...this.pairs.subarray(from, to)].map((code) => this.frenchWords[code % count]);
  }

  // An English word for each French word of a translation, "" if none is known. A word in capitals
  // that the translation copies is its own.
  glosses(english, french) {
    const links = this.links(english, french);
    const isCopied = (word) =>
      english.includes(word) &&
      [...word].length > 1 &&
      word === word.toUpperCase() &&
      word !== word.toLowerCase();
    return french.map((word, at) => {
      if (!isWritten(word)) return "";
      if (links[at] !== null) return english[links[at]];
      return isCopied(word) ? word : this.likeliest(word.toLowerCase());
    });
  }

  // The most probable English word of a French one, or "".
  likeliest(word) {
    this.best ??= this.findLikeliest();
    const place = this.best[this.french.get(word)] ?? -1;
    return place < 0
      ? ""
      : this.englishWords[Math.floor(this.pairs[place] / this.frenchWords.length)];
  }

  // Of each French word the pair of its most probable English word, of several the last; or -1.
  findLikeliest() {
    const count = this.frenchWords.length,
      best = new Int32Array(count).fill(-1);
    this.pairs.forEach((code, place) => {
      const word = code % count;
      if (best[word] < 0 || this.toEnglish[place] >= this.toEnglish[best[word]]) best[word] = place;
    });
    return best;
  }
}

// The posterior of each link of a word, which has one counterpart or none.
function posterior(probabilities, near, alone) {
  const whole = sum(near);
  const joint = probabilities.map(
    (probability, at) => (((1 - ALONE) * near[at]) / whole) * probability,
  );
  const evidence = sum(joint) + ALONE * alone;
  return joint.map((product) => product / evidence);
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

// The checksum of 32 bits that zlib.crc32 of Python computes.
export function checksum(text) {
  const bytes = new TextEncoder().encode(text);
  return (bytes.reduce((rest, byte) => CRC[(rest ^ byte) & 255] ^ (rest >>> 8), -1) ^ -1) >>> 0;
}

export class Seen {
  // `buffer` is models/tables/seen.safetensors.
  constructor(buffer) {
    const tensors = readSafetensors({ buffer });
    this.words = numbersOf(tensors, "words", Uint32Array);
    this.counts = numbersOf(tensors, "counts", Uint16Array);
  }

  // The number of training sentences with this English word as it is written.
  times(word) {
    const number = checksum(word),
      place = placeOf(this.words, number);
    return this.words[place] === number ? this.counts[place] : 0;
  }
}
