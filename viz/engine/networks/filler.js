// A masked language model with its tokenizer: a sentence with hidden words in, guesses out.
//
// To be read beside models/answers/masked_lm.py.

import { BERT } from "./bert.js";
import { changesOf, check, refuseAll } from "./changes.js";
import { normsOf } from "./norms.js";
import { patchesOf } from "./patching.js";
import { largestPlaces, softmax } from "./probabilities.js";
import { checkText, checkTokens, locate, readSwapped } from "./reading.js";
import { Recording } from "./recording.js";
import { Refusal } from "./refusal.js";
import { Tokenizer } from "./tokenizer.js";

const FIRST = "[CLS]";
const SEPARATOR = "[SEP]";
const MASK = "[MASK]";

export class Filler {
  // The files as in Translator.
  constructor({ config, tokenizer, kernel }) {
    this.tokenizer = new Tokenizer(tokenizer);
    this.network = new BERT(config, kernel);
  }

  // Read `sentence`, with the interventions of `whatIf`. Throws what Translator's trace throws.
  //
  // Returns { sentence, source, second, weights, states, values, norms }: the tokens with their
  // special ones, the place where a second sentence begins or 0, and the rest as in Translator's
  // trace, of the stack "encoder".
  trace(sentence, whatIf = {}) {
    const run = this.read(sentence, whatIf);
    const recording = new Recording(this.network.sizes);
    const count = run.ids.length;
    const patches = patchesOf(this, whatIf, run.sentence, run.words);
    this.network.read(run.ids, run.segments, changesOf(whatIf, patches), recording);
    const weights = { encoder: recording.weights("encoder", count, count) };
    return {
      sentence: run.sentence,
      source: run.tokens,
      second: run.second,
      weights,
      states: recording.states,
      ...normsOf(this.network, weights, { encoder: count }, whatIf),
    };
  }

  // Guess the words at `places` of the trace, which are all hidden. If `sees` is "left" or "right",
  // the words on the other side of a place are hidden too. Throws an error for a place without a
  // word, and what `trace` throws.
  //
  // Returns for each place { place, best, trueWord, probability, rank }: the most probable tokens,
  // [name, probability] each, and the true word, null where a mask was typed, with its own.
  guess(sentence, places, { count = 5, sees = "both", whatIf = {} } = {}) {
    const { network, tokenizer } = this;
    const { ids, segments } = this.read(sentence, whatIf);
    const mask = this.idOf(MASK);
    const marks = [this.idOf(FIRST), this.idOf(SEPARATOR), tokenizer.paddingId];
    for (const place of places) {
      if (!(place in ids) || marks.includes(ids[place])) {
        throw new Error(`No word stands at place ${place} of ${ids.length} tokens.`);
      }
    }
    return places.map((place) => {
      const isBeyond = {
        both: () => false,
        left: (other) => other > place,
        right: (other) => other < place,
      }[sees];
      const row = ids.map((id, other) =>
        places.includes(other) || (isBeyond(other) && !marks.includes(id)) ? mask : id,
      );
      network.read(row, segments, changesOf(whatIf), new Recording(network.sizes));
      const probabilities = softmax(network.logits(place));
      const isKnown = ids[place] !== mask;
      const probability = probabilities[ids[place]];
      return {
        place,
        best: largestPlaces(probabilities, count).map((token) => [
          tokenizer.name(token),
          probabilities[token],
        ]),
        trueWord: isKnown ? tokenizer.name(ids[place]) : null,
        probability: isKnown ? probability : null,
        rank: isKnown ? 1 + probabilities.filter((other) => other > probability).length : null,
      };
    });
  }

  // As Translator's: nothing is written but a word at the first place of a mask. Throws a Refusal
  // where there is none.
  again(sentence) {
    const { network } = this,
      { ids, segments, tokens } = this.read(sentence, {}),
      mask = this.idOf(MASK),
      places = [...ids.keys()].filter((place) => ids[place] === mask);
    return {
      tokens: tokens.map(({ text }) => text),
      written: [],
      given: 0,
      stack: "encoder",
      places,
      read: places.map(() => MASK),
      make: (changes, recording, count, beside = null) =>
        network.read(ids, segments, changes, recording, beside),
    };
  }

  // The probability that the second sentence follows the first. Throws a Refusal for a text without
  // two sentences and "[SEP]" between, and what `trace` throws.
  follows(sentence, whatIf = {}) {
    const { network } = this,
      { ids, segments, second } = this.read(sentence, whatIf);
    if (!second) {
      throw new Refusal("There is one sentence here. Put {separator} between two.", {
        separator: SEPARATOR,
      });
    }
    network.read(ids, segments, changesOf(whatIf), new Recording(network.sizes));
    return softmax(network.followLogits())[0];
  }

  idOf(piece) {
    return this.tokenizer.ids.get(piece);
  }

  // The ids of a sentence with its special tokens and padding, their segments and their places.
  read(sentence, whatIf) {
    const {
      tokenizer,
      network: { longest, sizes },
    } = this;
    refuseAll(whatIf, ["mask", "window", "blocked", "gates"], "BERT");
    const text = readSwapped(sentence, whatIf, tokenizer, (plain) => checkText(plain, longest));
    checkText(text.plain, longest);
    const tokens = [{ text: FIRST, start: 0, end: 0, word: 0 }];
    const ids = [this.idOf(FIRST)];
    const add = (name, start, end) => {
      tokens.push({ text: name, start, end, word: tokens.at(-1).word + 1 });
      ids.push(this.idOf(name));
    };
    let start = 0;
    for (const piece of splitAtMarks(text.plain)) {
      const length = [...piece].length;
      if (piece === MASK || piece === SEPARATOR) add(piece, start, start + length);
      else {
        const inner = piece.replace(/^ +| +$/g, "");
        const before = start + length - [...piece.replace(/^ +/, "")].length;
        const word = tokens.at(-1).word + 1;
        const read = inner ? this.encode(inner, before === start && start > 0) : [];
        for (const token of tokenizer.show(read)) {
          tokens.push({
            ...token,
            start: before + token.start,
            end: before + token.end,
            word: word + token.word,
          });
        }
        ids.push(...read);
      }
      start += length;
    }
    const end = [...text.plain].length;
    add(SEPARATOR, end, end);
    checkTokens(ids.length, longest);
    const words = ids.length;
    const second = (ids.indexOf(this.idOf(SEPARATOR)) + 1) % words;
    const located = locate(tokens, text);
    const padding = whatIf.padding ?? 0;
    if (words + padding > longest) {
      throw new Refusal(
        "This sentence has {tokens} tokens; this model reads at most {longest}, so " +
          "that there is room for {room} of padding, not for {padding}.",
        { tokens: words, longest, room: longest - words, padding },
      );
    }
    for (let place = 0; place < padding; place++) {
      const last = [...text.typed].length;
      located.push({
        text: tokenizer.name(tokenizer.paddingId),
        start: last,
        end: last,
        word: located.at(-1).word + 1,
      });
      ids.push(tokenizer.paddingId);
    }
    check(whatIf, sizes, ids.length, words, 1);
    const segments = ids.map((_, place) => Number(second > 0 && place >= second && place < words));
    return { sentence: text.typed, ids, segments, tokens: located, words, second };
  }

  // The ids of a text, without a leading space right `behind` a special token.
  encode(text, behind) {
    if (!behind) return this.tokenizer.encode(text);
    const stop = "."; // merges with no text
    return this.tokenizer.encode(stop + text).slice(this.tokenizer.encode(stop).length);
  }
}

// A sentence around each "[MASK]", and around the first "[SEP]" within it.
function splitAtMarks(sentence) {
  const at = sentence.indexOf(SEPARATOR);
  const [first, second] = [sentence.slice(0, at), sentence.slice(at + SEPARATOR.length)];
  const isPair = at >= 0 && first.trim() && second.trim();
  return (isPair ? [first, SEPARATOR, second] : [sentence])
    .flatMap((half) => half.split(/(\[MASK\])/))
    .filter(Boolean);
}
