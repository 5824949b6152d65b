// A transformer with its tokenizer: a sentence in, its translation and all weights out.

import { maskedCell, targetMask } from "./attention.js";
import { follow, greedy, rereads } from "./decoding.js";
import { normalise, readText } from "./normalising.js";
import { Refusal } from "./refusal.js";
import { readSafetensors } from "./safetensors.js";
import { Tokenizer } from "./tokenizer.js";
import { Recording, STACKS, Transformer, changesOf } from "./transformer.js";

const RUNNERS_UP = 5;
const LONGEST_REREAD = 128; // as in models/lengths.py

export class Translator {
  // The four files as they are read: `config` and `tokenizer` as objects, `weights` as an
  // ArrayBuffer, `wasm` as bytes; without `wasm` in plain JavaScript.
  constructor({ config, tokenizer, weights, wasm = null }) {
    this.tokenizer = new Tokenizer(tokenizer);
    this.network = new Transformer(config, readSafetensors(weights), wasm);
  }

  // Read `sentence`, with the interventions of `whatIf` (the fields of models/request.py's WhatIf),
  // and write a translation or follow `target`. Throws a Refusal for a text that cannot be read
  // and for a change that this sentence does not allow, an Error for a head that does not exist.
  //
  // Returns { sentence, translation, source, predicted, decoderInput, choices, finished, weights }:
  // tokens { text, start, end, word } with their spans in the characters of `sentence` and
  // `translation`; for each token written its probability and the best tokens; of each stack the
  // weights [layer, head, query, key].
  trace(sentence, whatIf = {}, target = null) {
    const { tokenizer, network, network: { config, longest } } = this;
    let text = readText(sentence);
    let ids = this.sourceIds(text.plain);
    if (whatIf.swap?.length) {
      const words = whatIf.swap.map(([number, word]) => [number, normalise(word)]);
      text = readText(tokenizer.swap(text.plain, words));
      ids = this.sourceIds(text.plain);
    }
    const padding = Array(whatIf.padding ?? 0).fill(tokenizer.paddingId);
    const source = [...ids, tokenizer.endId, ...padding];
    const given = target === null ? null : tokenizer.encode(normalise(target));
    const tokens = Math.max(source.length - 1, given?.length ?? 0);
    if (tokens >= longest) {
      throw new Refusal("This text has {tokens} tokens; this model reads and writes at most "
        + "{longest}. Try a shorter one.", { tokens, longest: longest - 1 });
    }
    check(whatIf, config, source.length, ids.length + 1, longest);
    const most = rereads(whatIf) ? Math.min(longest, LONGEST_REREAD) : longest;
    if (!given && source.length > most) {
      throw new Refusal("With this change the model reads everything again for each word that it "
        + "writes, so it reads at most {longest} tokens; this sentence has {tokens}. Try a shorter "
        + "one.", { longest: most - 1, tokens: source.length - 1 });
    }
    const changes = changesOf(whatIf);
    const recording = new Recording(config);
    const choices = [];
    const choose = (logits, id) => choices.push(this.choice(logits, id));
    network.encode(source, changes, recording);
    let written = { ids: given, finished: true };
    if (given) follow(network, given, tokenizer, changes, recording, choose);
    else written = greedy(network, source, tokenizer, changes, recording, choose, most);
    const ending = written.finished ? [tokenizer.endId] : [];
    const count = written.ids.length + ending.length;
    check(whatIf, config, source.length, ids.length + 1, count);

    const translation = given ? readText(target) : readText(tokenizer.decode(written.ids));
    const sourceTokens = this.show(ids, text, [tokenizer.endId, ...padding]);
    const predicted = this.show(written.ids, translation, ending);
    const sizes = { encoder: [source.length, source.length], decoder: [count, count],
      cross: [count, source.length] };
    return {
      sentence: text.typed,
      translation: translation.typed,
      source: sourceTokens,
      predicted,
      decoderInput: ["<s>", ...predicted.slice(0, -1).map((token) => token.text)],
      choices: choices.slice(0, count),
      finished: written.finished,
      weights: Object.fromEntries(STACKS.map((stack) =>
        [stack, recording.weights(stack, ...sizes[stack])])),
    };
  }

  // The ids of a normalised sentence, without end.
  sourceIds(sentence) {
    const longest = this.network.longest - 1, characters = [...sentence].length;
    if (!sentence.trim()) {
      throw new Refusal("This sentence is empty. Type one in English, for example “I am tired.”");
    }
    if (characters > 20 * longest) { // do not even count the tokens of a book
      throw new Refusal("This text has {characters} characters; this model reads one sentence of "
        + "at most {longest} tokens. Try a shorter one.", { characters, longest });
    }
    return this.tokenizer.encode(sentence);
  }

  // The tokens of ids with their places in the text as typed, then `special` ones at its end, each
  // a word of its own.
  show(ids, text, special) {
    const end = [...text.typed].length;
    const tokens = this.tokenizer.show(ids).map((token) => {
      const start = text.spans[token.start]?.[0] ?? end;
      const isEmpty = token.end === token.start;
      return { ...token, start, end: isEmpty ? start : text.spans[token.end - 1][1] };
    });
    for (const id of special) {
      tokens.push({ text: this.tokenizer.name(id), start: end, end,
        word: tokens.length ? tokens.at(-1).word + 1 : 0 });
    }
    return tokens;
  }

  // The probability of token `id`, and the most probable tokens.
  choice(logits, id) {
    let most = -Infinity;
    for (const logit of logits) if (logit > most) most = logit;
    let sum = 0;
    for (const logit of logits) sum += Math.exp(logit - most);
    const probability = (token) => Math.exp(logits[token] - most) / sum;
    let best = []; // tokens, the most probable first
    let least = -Infinity; // of these, once there are enough
    for (let token = 0; token < logits.length; token++) {
      if (logits[token] <= least) continue;
      best = [...best, token].sort((a, b) => logits[b] - logits[a]).slice(0, RUNNERS_UP);
      if (best.length === RUNNERS_UP) least = logits[best.at(-1)];
    }
    return {
      probability: probability(id),
      best: best.map((token) => [this.tokenizer.name(token), probability(token)]),
    };
  }
}

// Refuse a head, a cell or a source position that does not exist in a run: `source`
// tokens are read, `words` of them no padding, and `target` written.
function check(whatIf, { n_layers: layers, n_heads: heads }, source, words, target) {
  const axes = { encoder: [source, source], decoder: [target, target], cross: [target, source] };
  const { silenced = [], forced = [], mask = "causal", window = 0 } = whatIf;
  const cells = [...silenced.map((head) => [...head, 0, 0]), ...forced];
  const isIn = (index, size) => index >= 0 && index < size;
  for (const [stack, layer, head, row, column] of cells) {
    if (!axes[stack] || !isIn(layer, layers) || !isIn(head, heads)) {
      throw new Error(`There is no head ${head + 1} in layer ${layer + 1} of “${stack}”. This `
        + `model has ${layers} layers of ${heads} heads in “encoder”, “decoder” and “cross”.`);
    }
    const [rows, columns] = axes[stack];
    if (!isIn(row, rows) || !isIn(column, columns)) {
      throw new Refusal("There is no cell in row {row}, column {column}: this matrix has {rows} "
        + "rows and {columns} columns.", { row: row + 1, column: column + 1, rows, columns });
    }
    if (stack === "decoder" && !targetMask(row, target, mask, window)[column]) {
      throw maskedCell(row, column);
    }
  }
  const blocked = new Set(whatIf.blocked);
  for (const place of blocked) {
    if (!isIn(place, source)) {
      throw new Refusal("There is no token {place} to hide: this sentence has {tokens} tokens.",
        { place: place + 1, tokens: source });
    }
  }
  const readable = [...Array(whatIf.padding_mask ?? true ? words : source).keys()];
  if (readable.every((place) => blocked.has(place))) {
    throw new Refusal("All {tokens} tokens of the sentence are hidden. Leave the decoder at least "
      + "one to attend to.", { tokens: readable.length });
  }
}
