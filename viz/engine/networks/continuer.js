// A language model with its tokenizer: the beginning of a text in, what comes next out.
//
// To be read beside models/answers/causal_lm.py.

import { NEW_TOKENS } from "../constants.js";
import { changesOf, check, refuseAll } from "./changes.js";
import { readsAhead } from "./decoding.js";
import { GPT } from "./gpt.js";
import { readText } from "./normalising.js";
import { normsOf } from "./norms.js";
import { changesWith, patchesOf } from "./patching.js";
import { choice, largestPlaces, softmax } from "./probabilities.js";
import { checkText, checkTokens, locate, readSwapped } from "./reading.js";
import { Recording } from "./recording.js";
import { Refusal } from "./refusal.js";
import { Tokenizer } from "./tokenizer.js";

export class Continuer {
  // The files as in Translator.
  constructor({ config, tokenizer, kernel }) {
    this.tokenizer = new Tokenizer(tokenizer);
    this.network = new GPT(config, kernel);
  }

  // Read `sentence`, with the interventions of `whatIf`, and continue it by the most probable
  // tokens, 12 or up to an end, or with `target`, a text with its leading space; "" ends it there.
  // Throws what Translator's trace throws.
  //
  // Returns { sentence, translation, predicted, decoderInput, choices, finished, promptLength,
  // written, weights, states, outputs, values, norms }: `translation` is the continuation;
  // `predicted` has the tokens of the sentence, of which there are `promptLength`, and of the
  // continuation; all
  // else is as in Translator's trace, with the ten best tokens of each place. Only the stack
  // "decoder" has weights.
  trace(sentence, whatIf = {}, target = null) {
    const {
      tokenizer,
      network,
      network: { sizes },
    } = this;
    refuseAll(whatIf, ["blocked", "padding", "padding_mask"], "GPT");
    const text = readSwapped(sentence, whatIf, tokenizer, (plain) => this.idsOf(plain));
    const ids = this.idsOf(text.plain);
    check(whatIf, sizes, ids.length, ids.length, null);
    const changes = changesOf(whatIf, patchesOf(this, whatIf, text.typed, ids.length + 1));
    const recording = new Recording(sizes);
    const written =
      target === null
        ? this.greedy(ids, changes, recording)
        : this.follow(text.plain, ids, readText(target, text.plain).plain);
    check(whatIf, sizes, ids.length, ids.length, written.length);
    network.read([tokenizer.beginId, ...written.slice(0, -1)], 0, changes, recording);
    const logits = network.logits(0, written.length);
    const size = logits.length / written.length;
    const choices = written.map((id, row) =>
      choice(logits.subarray(row * size, (row + 1) * size), id, tokenizer, 10),
    );
    const continuation =
      target === null ? this.textAfter(ids, written) : readText(target, text.plain);
    const predicted = this.show(written, text, continuation);
    const { length } = written,
      weights = { decoder: recording.weights("decoder", length, length) };
    return {
      sentence: text.typed,
      translation: continuation.typed,
      source: [],
      predicted,
      decoderInput: ["<s>", ...predicted.slice(0, -1).map((token) => token.text)],
      choices,
      finished: written.at(-1) === tokenizer.endId,
      promptLength: ids.length,
      written,
      weights,
      states: recording.states,
      outputs: recording.outputs,
      ...normsOf(network, weights, { decoder: length }, whatIf),
    };
  }

  // As Translator's; `written` are the ids of the continuation.
  again(sentence, written = null, whatIf = {}) {
    const { network, tokenizer } = this,
      text = readSwapped(sentence, whatIf, tokenizer, (plain) => this.idsOf(plain)),
      ids = this.idsOf(text.plain),
      all = written ? [...ids, ...written] : this.trace(sentence).written,
      read = [tokenizer.beginId, ...all.slice(0, -1)];
    const names = read.map((id) => tokenizer.name(id));
    return {
      sentence,
      tokens: names.slice(0, ids.length + 1),
      written: all,
      given: ids.length,
      stack: "decoder",
      places: [...all.keys()],
      read: names,
      make: (changes, recording, count = all.length, beside = null) =>
        network.read(read.slice(0, count), 0, changes, recording, beside),
      logits: (place, rows = 1) => network.logits(place, rows),
      changes: changesWith(this, whatIf, text.typed, ids.length + 1),
    };
  }

  // The ids of a normalised text, without "<s>", which is read too; `room` tokens can follow.
  idsOf(plain, room = 0) {
    const longest = this.network.longest - 1 - room;
    checkText(plain, longest);
    const ids = this.tokenizer.encode(plain);
    checkTokens(ids.length, longest);
    return ids;
  }

  // The probability of each token after `ids`, of which the first `start` were read by the call
  // before: [token].
  distribution(ids, start = 0) {
    const { network, tokenizer } = this,
      read = [tokenizer.beginId, ...ids].slice(start);
    network.read(read, start, changesOf({}), new Recording(network.sizes));
    return softmax(network.logits(read.length - 1, 1));
  }

  // The ids and those that follow, by the most probable token at each step.
  greedy(ids, changes, recording) {
    const {
      tokenizer: { beginId, endId },
      network,
    } = this;
    const written = [...ids];
    const most = ids.length + Math.min(NEW_TOKENS, network.longest - ids.length);
    const again = readsAhead(changes);
    for (let start = 0; written.length < most && written.at(-1) !== endId;) {
      const read = [beginId, ...written].slice(start);
      network.read(read, start, changes, recording);
      written.push(largestPlaces(network.logits(read.length - 1, 1), 1)[0]);
      if (!again) start = written.length;
    }
    return written;
  }

  // The ids of a text with its continuation: encoded as one text if that keeps the text's tokens.
  follow(plain, ids, target) {
    const {
      tokenizer,
      network: { longest },
    } = this;
    const whole = tokenizer.encode(plain + target);
    const isKept = ids.every((id, place) => whole[place] === id);
    const written = isKept ? whole : [...ids, ...tokenizer.encode(target)];
    if (written.length === ids.length) written.push(tokenizer.endId); // the text ends here
    if (written.length > longest) {
      throw new Refusal(
        "This text has {tokens} tokens with its continuation; this model reads at " +
          "most {longest}. Try a shorter one.",
        { tokens: written.length, longest },
      );
    }
    return written;
  }

  // The continuation, with its leading space.
  textAfter(ids, written) {
    const { tokenizer } = this;
    const characters = [...tokenizer.decode(written)];
    return asRead(characters.slice([...tokenizer.decode(ids)].length).join(""));
  }

  // The tokens of ids, with their places in the text as typed and its continuation; the end is a
  // word of its own.
  show(ids, text, continuation) {
    const { tokenizer } = this;
    const isEnded = ids.at(-1) === tokenizer.endId;
    const shift = [...text.typed].length;
    const whole = {
      typed: text.typed + continuation.typed,
      spans: [...text.spans, ...continuation.spans.map((span) => span.map((at) => at + shift))],
    };
    const tokens = locate(tokenizer.show(isEnded ? ids.slice(0, -1) : ids), whole);
    const end = [...whole.typed].length;
    return isEnded
      ? [
          ...tokens,
          { text: tokenizer.name(tokenizer.endId), start: end, end, word: tokens.at(-1).word + 1 },
        ]
      : tokens;
  }
}

// A text that a model wrote, each character at its own place.
const asRead = (typed) => ({
  typed,
  plain: typed,
  spans: [...typed].map((_, place) => [place, place + 1]),
});
