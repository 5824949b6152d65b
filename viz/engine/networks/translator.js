// A transformer or a BiLSTM with its tokenizer: a sentence in, its translation and all weights out.

import { LONGEST_REREAD } from "../constants.js";
import { BiLSTM } from "./bilstm.js";
import { changesOf, check, refuseAll } from "./changes.js";
import { follow, greedy, rereads } from "./decoding.js";
import { normalise, readText } from "./normalising.js";
import { choice } from "./probabilities.js";
import { locate, readSwapped } from "./reading.js";
import { normsOf } from "./norms.js";
import { changesWith, patchesOf } from "./patching.js";
import { Recording } from "./recording.js";
import { Refusal } from "./refusal.js";
import { Tokenizer } from "./tokenizer.js";
import { Transformer } from "./transformer.js";

export class Translator {
  // The files as they are read: `config` and `tokenizer` as objects, the weights in a `kernel` of
  // their own.
  constructor({ config, tokenizer, kernel }) {
    this.tokenizer = new Tokenizer(tokenizer);
    const Network = config.architecture === "bilstm" ? BiLSTM : Transformer;
    this.network = new Network(config, kernel);
    this.tell = () => {}; // see `greedy`
  }

  // Read `sentence`, with the interventions of `whatIf` (the fields of models/request.py's WhatIf),
  // and write a translation or follow `target`. Throws a Refusal for a text that cannot be read
  // and for a change that this sentence does not allow, an Error for a head that does not exist.
  //
  // Returns { sentence, translation, source, predicted, decoderInput, choices, finished, written,
  // weights, values, norms, scores, states, outputs }: tokens { text, start, end, word } with
  // their spans in the characters of `sentence` and `translation`; for each token written its
  // probability and the best tokens, and in `written` its id; of each stack the weights [layer,
  // head, query, key]; values and norms are those of normsOf, scores, states and outputs those of a
  // Recording.
  trace(sentence, whatIf = {}, target = null) {
    const {
      tokenizer,
      network,
      network: { longest, sizes },
    } = this;
    refuseAll(whatIf, network.unsupported, `a ${network.config.architecture}`);
    const text = readSwapped(sentence, whatIf, tokenizer, (plain) => this.sourceIds(plain));
    const ids = this.sourceIds(text.plain);
    const padding = Array(whatIf.padding ?? 0).fill(tokenizer.paddingId);
    const source = [...ids, tokenizer.endId, ...padding];
    const given = target === null ? null : tokenizer.encode(normalise(target));
    const tokens = Math.max(source.length - 1, given?.length ?? 0);
    if (tokens >= longest) {
      throw new Refusal(
        "This sentence has {tokens} tokens; this model reads at most {longest}. Try a shorter one.",
        { tokens, longest: longest - 1 },
      );
    }
    check(whatIf, sizes, source.length, ids.length + 1, null);
    const most = rereads(whatIf) ? Math.min(longest, LONGEST_REREAD) : longest;
    if (!given && source.length > most) {
      throw new Refusal(
        "With this change the model reads everything again for each word that it " +
          "writes, so it reads at most {longest} tokens; this sentence has {tokens}. Try a shorter " +
          "one.",
        { longest: most - 1, tokens: source.length - 1 },
      );
    }
    const patches = patchesOf(this, whatIf, text.typed, ids.length + 1);
    let changes = changesOf(whatIf, patches),
      recording = new Recording(sizes),
      choices = [];
    const choose = (logits, id) => choices.push(choice(logits, id, tokenizer));
    network.encode(source, changes, recording);
    let written = { ids: given, finished: true };
    if (given) follow(network, given, tokenizer, changes, recording, choose);
    else written = greedy(network, source, tokenizer, changes, recording, choose, most, this.tell);
    const ending = written.finished ? [tokenizer.endId] : [];
    const count = written.ids.length + ending.length;
    check(whatIf, sizes, source.length, ids.length + 1, count);
    const ofDecoder = patchesOf(this, whatIf, text.typed, ids.length + 1, [
      ...written.ids,
      ...ending,
    ]);
    if (ofDecoder.length) {
      // Written without them, the French is read with them.
      changes = changesOf(whatIf, [...patches, ...ofDecoder]);
      [recording, choices] = [new Recording(sizes), []];
      network.encode(source, changes, recording);
      follow(network, written.ids, tokenizer, changes, recording, choose, written.finished);
    }

    const translation = given ? readText(target) : readText(tokenizer.decode(written.ids));
    const sourceTokens = this.show(ids, text, [tokenizer.endId, ...padding]);
    const predicted = this.show(written.ids, translation, ending);
    const shapes = {
      encoder: [source.length, source.length],
      decoder: [count, count],
      cross: [count, source.length],
    };
    const stacks = Object.keys(sizes);
    const weights = Object.fromEntries(
      stacks.map((stack) => [stack, recording.weights(stack, ...shapes[stack])]),
    );
    const keys = Object.fromEntries(stacks.map((stack) => [stack, shapes[stack][1]]));
    return {
      sentence: text.typed,
      translation: translation.typed,
      source: sourceTokens,
      predicted,
      decoderInput: ["<s>", ...predicted.slice(0, -1).map((token) => token.text)],
      choices: choices.slice(0, count),
      finished: written.finished,
      written: [...written.ids, ...ending],
      weights,
      ...normsOf(network, weights, keys, whatIf),
      scores: recording.scores,
      states: recording.states,
      outputs: recording.outputs,
    };
  }

  // A run that is made again: of `sentence` with the ids that are `written`, at first its own.
  //
  // Returns { sentence, tokens, written, given, stack, places, read, make, logits, changes }: the
  // tokens that are read and the ids that are written, of which `given` stand in the text; the
  // stack and the places that a lens reads, and the tokens there. `make(changes, recording, count,
  // beside)` runs the network to the end of `count` ids, at first of all, or runs beside each other
  // (see `Beside`), and `logits(place, rows)` scores the vocabulary at so many places from one of
  // them on. `changes(patches)` are those of `whatIf`, with more parts of other runs put in.
  again(sentence, written = this.trace(sentence).written, whatIf = {}) {
    const { network, tokenizer } = this,
      text = readSwapped(sentence, whatIf, tokenizer, (plain) => this.sourceIds(plain)),
      ids = this.sourceIds(text.plain),
      padding = Array(whatIf.padding ?? 0).fill(tokenizer.paddingId),
      source = [...ids, tokenizer.endId, ...padding],
      read = [tokenizer.beginId, ...written.slice(0, -1)];
    return {
      sentence,
      tokens: source.map((id) => tokenizer.name(id)),
      written,
      given: 0,
      stack: "decoder",
      places: [...written.keys()],
      read: read.map((id) => tokenizer.name(id)),
      make(changes, recording, count = written.length, beside = null) {
        network.encode(source, changes, recording, beside);
        if (count) network.decode(read.slice(0, count), 0, changes, recording, beside);
      },
      logits: (place, rows = 1) => network.logits(place, rows),
      changes: changesWith(this, whatIf, text.typed, ids.length + 1, written),
    };
  }

  // The ids of a normalised sentence, without end.
  sourceIds(sentence) {
    const longest = this.network.longest - 1,
      characters = [...sentence].length;
    if (!sentence.trim()) {
      throw new Refusal(
        "There is no word in this sentence. Type one in English, for example “I am tired.”",
      );
    }
    if (characters > 20 * longest) {
      // do not even count the tokens of a book
      throw new Refusal(
        "This text has {characters:,} characters; this model reads one sentence of at most {longest} tokens. Try a shorter one.",
        { characters, longest },
      );
    }
    return this.tokenizer.encode(sentence);
  }

  // The tokens of ids with their places in the text as typed, then `special` ones at its end, each
  // a word of its own.
  show(ids, text, special) {
    const end = [...text.typed].length;
    const tokens = locate(this.tokenizer.show(ids), text);
    for (const id of special) {
      tokens.push({
        text: this.tokenizer.name(id),
        start: end,
        end,
        word: tokens.length ? tokens.at(-1).word + 1 : 0,
      });
    }
    return tokens;
  }
}
