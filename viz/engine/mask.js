// What the decoder may see: a head's scores, mask and weights, and what looking ahead changes.
//
// To be read beside viz/pages/mask/compute.py. All runs but those on padding follow one text.

import { CLEAR_CHANGE, LEAST_PROBABILITY, MASKED, MASKS, STEPS } from "./constants.js";
import { nextWordChart } from "./charts.js";
import { Axis, glossesOf, pack } from "./heads.js";
import { targetMask } from "./networks/attention.js";
import { largest, mean, sum } from "./numbers.js";
import { entryOf, fixed, local, minus, t } from "./text.js";

const NO_MASK = { mask: "none" };
// In per cent, as Python writes it.
export const percent = (share, places = 0) =>
  t("{percent}%", { percent: local((100 * share).toFixed(places)) }).replace("\u00a0", "\u202f");
// As under the words of a translation; with a decimal below 1%.
const probably = (share) =>
  share >= 0.01
    ? percent(share)
    : share > 0 && share < LEAST_PROBABILITY
      ? `<${percent(LEAST_PROBABILITY, 1)}`
      : percent(share, 1);

// A number with so many digits, as Python's “g” writes it.
const brief = (value, digits) => minus(local(String(Number(value.toPrecision(digits)))));

const rowsOf = (count, columns, at) =>
  Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (__, column) => at(row, column)),
  );
const masksOf = (length, { mask = "causal", window = 0 }) =>
  rowsOf(length, 1, (row) => targetMask(row, length, mask, window)).map(([row]) => row);

// The change of the chosen mask.
const maskOf = ({ sees, last }) =>
  sees === "none" ? NO_MASK : sees === "window" ? { window: Number(last) } : {};

// Softmax of a row over all its cells.
function softmax(scores) {
  const most = Math.max(...scores),
    powers = Array.from(scores, (score) => Math.exp(score - most));
  const total = sum(powers);
  return powers.map((power) => power / total);
}

// The share of weight that a head would put on later words without the causal mask: the mean over
// the rows that have one.
function hiddenShare(trace, layer, head) {
  const length = trace.decoderInput.length;
  if (length < 2) return 0;
  return mean(
    trace.scores.decoder[layer][head]
      .slice(0, length - 1)
      .map((scores, row) => sum(softmax(scores.subarray(0, length)).slice(row + 1))),
  );
}

// The head, "layer-head", whose mask matters most: it would attend to later words, and does not
// rest on the first word.
function tellingHead(trace, [layers, heads]) {
  const length = trace.decoderInput.length,
    weights = trace.weights.decoder;
  let best = [-Infinity, ""];
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      const start = (layer * heads + head) * length * length;
      const first = Array.from(
        { length: length - 1 },
        (_, row) => weights[start + (row + 1) * length],
      );
      const matters = (1 - (length > 1 ? mean(first) : 0)) * hiddenShare(trace, layer, head);
      if (matters > best[0]) best = [matters, `${layer + 1}-${head + 1}`];
    }
  return best[1];
}

// One head of the decoder before, at and after the mask, between words or tokens.
function maskedHead(trace, layer, head, heads, merged, whatIf) {
  const length = trace.decoderInput.length;
  const begin = { text: "<s>", start: 0, end: 0, word: -1 };
  const axis = new Axis(trace.translation, [begin, ...trace.predicted.slice(0, -1)], merged);
  const { groups } = axis,
    count = groups.length,
    mask = masksOf(length, whatIf);
  const start = (layer * heads + head) * length * length;
  const cells = (combine) =>
    rowsOf(count, count, (row, column) => combine(groups[row], groups[column]));
  return {
    axis,
    scores: cells((queries, keys) =>
      mean(
        queries.flatMap((query) =>
          keys.map((key) => trace.scores.decoder[layer][head][query][key]),
        ),
      ),
    ),
    weights: cells((queries, keys) =>
      mean(
        queries.map((query) =>
          sum(keys.map((key) => trace.weights.decoder[start + query * length + key])),
        ),
      ),
    ),
    allowed: cells((queries, keys) =>
      queries.some((query) => keys.some((key) => mask[query][key])),
    ),
  };
}

// Matrices { title, rows, columns, values [row][column], … } as the component reads them: pack of
// viz/components/matrices.
export function packMatrices(matrices, hint, play, values, language) {
  const numbers = [];
  const panels = matrices.map(
    ({
      title,
      note = "",
      colour,
      rows,
      columns,
      values: cells,
      allowed = null,
      least = 0,
      most = 1,
      kind = "weight",
      lit = [],
      caption = "",
      changed = [],
      lines = false,
      glosses = [],
    }) => {
      const offset = numbers.length;
      cells.forEach((line, row) =>
        line.forEach((value, column) => {
          const share = (Math.min(Math.max(value, least), most) - least) / (most - least);
          numbers.push(allowed && !allowed[row][column] ? MASKED : Math.round(share * STEPS));
        }),
      );
      return {
        title,
        note,
        colour,
        offset,
        rows,
        columns,
        least,
        most,
        kind,
        before: null,
        rowGlosses: glosses,
        columnGlosses: glosses,
        lit,
        lines,
        caption,
        changed,
      };
    },
  );
  return pack(
    { panels, hint, play, ink: values.ink, steps: STEPS, language },
    Uint16Array.from(numbers),
  );
}

// What the page shows of a `translator` at a `state` of the address.
export class Masking {
  constructor(translator, state, values) {
    Object.assign(this, { translator, state, values, runs: new Map() });
    this.french = state.french ?? entryOf(values.references, state.sentence);
    const given = this.french.trim() ? this.french : this.own({}).translation;
    this.trained = this.follow(given, {});
    this.sizes = translator.network.sizes;
    this.head = state["decoder-head"] || tellingHead(this.trained, this.sizes.decoder);
    [this.layer, this.place] = this.head.split("-").map((number) => number - 1);
    this.merged = state.words === "merged";
    this.whatIf = maskOf(state);
    this.changed = this.follow(this.trained.translation, this.whatIf);
  }

  // The run that follows this French, or what the model writes itself (null); made once.
  follow(target, whatIf) {
    const key = JSON.stringify([target, whatIf]);
    if (!this.runs.has(key))
      this.runs.set(key, this.translator.trace(this.state.sentence, whatIf, target));
    return this.runs.get(key);
  }

  own(whatIf) {
    return this.follow(null, whatIf);
  }

  get unmasked() {
    return this.follow(this.trained.translation, NO_MASK);
  }

  // The scores before the mask, the mask, and the weights after it.
  get matrices() {
    return this.matricesWith(null);
  }

  // The same with the English of French words, by their numbers.
  matricesWith(glosses) {
    const { layer, place, merged, changed, trained, values } = this;
    const [, heads] = this.sizes.decoder,
      at = { layer: layer + 1, head: place + 1 };
    const colour = values.colours[place % values.colours.length];
    const now = maskedHead(changed, layer, place, heads, merged, this.whatIf);
    const before = maskedHead(trained, layer, place, heads, merged, {});
    const { axis, allowed } = now,
      words = axis.labels,
      most = largest(now.scores.flat().map(Math.abs)) || 1;
    const differing = now.weights.flatMap((row, r) =>
      row.flatMap((weight, c) =>
        Math.abs(weight - before.weights[r][c]) > CLEAR_CHANGE ? [[r, c]] : [],
      ),
    );
    const frames = differing.length
      ? ` · ${t("framed: changed by more than {least:.1f}", { least: fixed(CLEAR_CHANGE, 1) })}`
      : "";
    const later = now.scores.filter((row, at) => row.indexOf(Math.max(...row)) > at).length;
    const each = {
      rows: words,
      columns: words,
      colour,
      glosses: glosses ? glossesOf(glosses, axis) : [],
    };
    return [
      {
        ...each,
        title: t("Scores"),
        values: now.scores,
        least: -most,
        most,
        kind: "score",
        note: t("mask#scores", at),
        caption: t("mask#later words with the highest score", {
          count: later,
          rows: words.length,
        }),
      },
      {
        ...each,
        title: t("Mask"),
        values: allowed.map((row) => row.map(Number)),
        allowed,
        most: 3,
        kind: "mask",
        note: t("{mask}: 1 = visible, hatched = masked", { mask: t(MASKS[this.state.sees]) }),
      },
      {
        ...each,
        title: t("Weights"),
        values: now.weights,
        allowed,
        caption: this.finding,
        note: t("mask#weights") + frames,
        changed: differing,
      },
    ];
  }

  // The effect of the mask on the head; "" for a window.
  get finding() {
    const {
      changed,
      layer,
      place,
      state: { sees },
    } = this;
    if (sees === "causal")
      return t("mask#weight without the mask", {
        share: percent(hiddenShare(this.trained, layer, place)),
      });
    const words = changed.decoderInput,
      length = words.length;
    if (sees === "window" || length < 2) return "";
    const start = (layer * this.sizes.decoder[1] + place) * length * length;
    const weight = (row, column) => changed.weights.decoder[start + row * length + column];
    const ahead = words.slice(1).map((_, row) => weight(row, row + 1));
    const row = ahead.indexOf(Math.max(...ahead));
    const later = ahead.map((_, query) =>
      sum(words.slice(query + 1).map((__, key) => weight(query, query + 1 + key))),
    );
    return t("mask#weight on later words", {
      share: percent(mean(later)),
      read: words[row],
      weight: fixed(ahead[row], 2),
      written: words[row + 1],
    });
  }

  // --- looking ahead -------------------------------------------------------------------------

  // The probability of each true next word: [mask, probabilities] of each run.
  get probabilities() {
    const runs = new Map([
      ["causal", this.trained],
      ["none", this.unmasked],
      [this.state.sees, this.changed],
    ]);
    return [...runs].map(([name, { choices }]) => [
      t(MASKS[name]),
      choices.map(({ probability }) => probability),
    ]);
  }

  // Their chart.
  get nextWords() {
    const { sentence, translation, predicted } = this.trained,
      { colours, models } = this.values;
    const [[first], [second] = []] = this.probabilities;
    const what = second
      ? t("mask#probabilities with two masks", { first, second })
      : t("probability of each true next word with {first}", { first });
    const model = t(models[this.state.model].title);
    return {
      ...nextWordChart(
        predicted.map(({ text }) => text),
        this.probabilities,
        colours,
      ),
      caption: `${sentence.trim()} → ${translation}\n${t("{model}: {what}", { model, what })}`,
    };
  }

  get findingAhead() {
    const [before, after] = [this.trained, this.unmasked].map(meanProbability);
    const effect =
      after <= before
        ? t("mask#looking ahead does not help")
        : t("mask#looking ahead helps a little");
    return t("mask#looking ahead", { before: probably(before), after: probably(after), effect });
  }

  // What the model writes itself: [mask, sentence] of each.
  get ownTranslations() {
    const masks = new Map([
      ["causal", {}],
      ["none", NO_MASK],
      [this.state.sees, this.whatIf],
    ]);
    return [...masks].map(([name, whatIf]) => [
      t("{mask}, what it writes itself", { mask: t(MASKS[name]) }),
      this.own(whatIf).translation,
    ]);
  }

  // --- a later word --------------------------------------------------------------------------

  // The French words that can be exchanged, [place from 1, word].
  get wordsToExchange() {
    return this.trained.predicted.flatMap(({ text }, place) =>
      this.alternatives(place).length ? [[String(place + 1), text]] : [],
    );
  }

  // The place of the word that is exchanged, from 1; null where there is none.
  get exchanged() {
    const places = this.wordsToExchange.map(([place]) => place);
    return places.includes(this.state.exchange) ? this.state.exchange : (places.at(-1) ?? null);
  }

  // Other words for the one at a place, each with the translation that has it.
  alternatives(place) {
    const { predicted, choices, translation } = this.trained;
    const { start, end, text } = predicted[place],
      written = [...translation];
    if (start >= end) return [];
    return choices[place].best
      .map(([word]) => word.replace(/^␣/, ""))
      .filter((word) => /^\p{L}+$/u.test(word) && !text.replace(/^␣/, "").startsWith(word))
      .map((word) => [word, [...written.slice(0, start), word, ...written.slice(end)].join("")]);
  }

  // The exchange of one word: { word, other, words, place, changes }, where changes has for each
  // run [its name, the largest change of each row's states]; or a sentence why there is none.
  get exchange() {
    if (!this.exchanged) return t("mask#no word to exchange");
    const place = this.exchanged - 1,
      { predicted, translation, decoderInput } = this.trained;
    for (const [other, target] of this.alternatives(place)) {
      const words = this.follow(target, {}).predicted;
      const differ = words.flatMap(({ text }, at) => (text === predicted[at]?.text ? [] : [at]));
      if (words.length !== predicted.length || differ.join() !== String(place)) continue;
      const runs = [
        [t("with the causal mask"), {}],
        [t("without the mask"), NO_MASK],
      ];
      const changes = runs.map(([name, whatIf]) => [
        name,
        largestChange(
          this.follow(translation, whatIf).states.decoder,
          this.follow(target, whatIf).states.decoder,
          decoderInput.length,
        ),
      ]);
      return { word: predicted[place].text, other, words: decoderInput, place: place + 1, changes };
    }
    return t("mask#no word of as many pieces");
  }

  // What an exchange shows of the words before it.
  findingLater({ place, changes }) {
    const [masked, unmasked] = changes.map(([, rows]) => Math.max(...rows.slice(0, place)));
    return t("mask#earlier words", { masked: brief(masked, 6), unmasked: brief(unmasked, 2) });
  }

  // --- padding -------------------------------------------------------------------------------

  // The runs in a batch with a longer sentence: [name, run] with and without the padding mask.
  get padded() {
    const padding = Number(this.state.longer);
    return [
      [t("with the padding mask"), true],
      [t("without it"), false],
    ].map(([name, mask]) => [name, this.own({ padding, padding_mask: mask })]);
  }

  get paddingTranslations() {
    return [
      [t("by itself"), this.own({}).translation],
      ...this.padded.map(([name, { translation }]) => [name, translation]),
    ];
  }

  // The head of the encoder that attends most to the padding, with and without the padding mask.
  get paddingMatrices() {
    const padding = Number(this.state.longer),
      { padded, values } = this;
    const [layers, heads] = this.sizes.encoder,
      length = padded[0][1].source.length;
    const words = length - padding;
    const weight = (trace, head, query, key) =>
      trace.weights.encoder[(head * length + query) * length + key];
    const share = (trace, head) =>
      mean(
        Array.from({ length: words }, (_, query) =>
          sum(
            Array.from({ length: padding }, (__, key) => weight(trace, head, query, words + key)),
          ),
        ),
      );
    const shares = Array.from({ length: layers * heads }, (_, head) => share(padded[1][1], head));
    const head = shares.indexOf(Math.max(...shares));
    const place = { layer: Math.floor(head / heads) + 1, head: (head % heads) + 1 };
    return padded.map(([how, trace], number) => {
      const axis = new Axis(trace.sentence, trace.source, this.merged),
        { groups } = axis;
      const seen = number ? length : words;
      const cells = (combine) =>
        rowsOf(groups.length, groups.length, (row, column) => combine(groups[row], groups[column]));
      return {
        title: t("Encoder, {how}", { how }),
        rows: axis.labels,
        columns: axis.labels,
        colour: values.colours[0],
        note: t("layer {layer}, head {head}", place),
        values: cells((queries, keys) =>
          mean(queries.map((query) => sum(keys.map((key) => weight(trace, head, query, key))))),
        ),
        allowed: cells((_, keys) => keys.some((key) => key < seen)),
        caption: t("mask#weight on padding", {
          share: percent(share(trace, head)),
        }),
      };
    });
  }
}

// The geometric mean of the probabilities of whole words.
function meanProbability({ translation, predicted, choices }) {
  const { groups } = new Axis(translation, predicted, true);
  const logs = groups.map((group) =>
    Math.log(
      Math.max(
        group.reduce((product, place) => product * choices[place].probability, 1),
        1e-30,
      ),
    ),
  );
  return Math.exp(sum(logs) / Math.max(logs.length, 1));
}

// Of each position the largest difference between two runs' states.
function largestChange(before, after, length) {
  return Array.from({ length }, (_, row) =>
    Math.max(
      ...before.map((layer, number) =>
        layer[row].reduce(
          (most, value, i) => Math.max(most, Math.abs(after[number][row][i] - value)),
          0,
        ),
      ),
    ),
  );
}
