// What the page on word order shows: positional encodings, and the same words in another order.
//
// To be read beside sinusoids.py, others.py and sentence.py of viz/pages/order. A look gives
// { charts, explanation, note }, where a text in place of a chart says why there is none.

import * as charts from "./charts.js";
import * as encodings from "./encodings.js";
import { general, largest, power } from "./numbers.js";
import { grouped, local, t, translatable } from "./text.js";

const VASWANI = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)";
const FORMULA =
  "PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos, Vaswani et al. " +
  "2017, section 3.5";
const SHIFTED = 512; // positions over which a shift is measured
const MEASURED = 256; // positions over which the rotary encodings are measured
const STRIPS_END = 4; // end of the colour scale of words; larger values are rare

const about = (dModel, base) => `d_model ${dModel}, base ${base.toLocaleString("en")}. ${FORMULA}.`;
const range = (count) => Array.from({ length: count }, (_, at) => at);
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const norm = (row) => Math.sqrt(encodings.dot(row, row));
// A text that Python formats too, in which braces are doubled.
const said = (text, values) => t(text, values).replaceAll("{{", "{").replaceAll("}}", "}");
const largestDifference = (one, other) =>
  one.reduce(
    (most, row, at) =>
      row.reduce(
        (largest, value, column) => Math.max(largest, Math.abs(value - other[at][column])),
        most,
      ),
    0,
  );

// The numbers below `dModel` in a text, as many as there are colours.
const parseDimensions = (text, dModel, most) =>
  [...new Set((text.match(/[0-9]+/g) ?? []).map(Number))]
    .filter((number) => number < dModel)
    .slice(0, most);

function describeReach(row) {
  const distance = row.slice(1).findIndex((value, at) => value > row[at]);
  return distance < 0
    ? t("as far as is shown")
    : t("up to distance {distance} and wavers from there on", { distance });
}

const LOOKS = {
  table({ state, dModel, base }) {
    const halves = state.layout === "halves",
      length = Number(state["table-length"]);
    const table = encodings.sinusoids(length, dModel, base, halves);
    const named = { count: length, about: about(dModel, base) };
    const caption = halves
      ? t("Sinusoidal encodings of {count} positions, sines and cosines in halves; {about}", named)
      : t("Sinusoidal encodings of {count} positions, sine and cosine interleaved; {about}", named);
    return {
      charts: [{ ...charts.tableChart(table, halves), caption }],
      explanation: said(
        "Each row is added to the word at that position: $PE_{{(pos, 2i)}} = " +
          "\\sin(pos / {base}^{{2i/{d_model}}})$, $PE_{{(pos, 2i+1)}}$ the cosine ({vaswani}, " +
          "section 3.5). The first dimensions change fast (they tell neighbours apart), the last " +
          "ones slowly (they tell far positions apart). The paper and our transformer interleave " +
          "sine and cosine; 20 positions × 512 in halves is the picture of [The Illustrated " +
          "Transformer](https://jalammar.github.io/illustrated-transformer/).",
        { base, d_model: dModel, vaswani: VASWANI },
      ),
    };
  },

  waves({ state, base, bases, colours }) {
    const dModel = Number(state.size),
      length = Number(state.steps);
    const dimensions = parseDimensions(state.dimensions, dModel, colours.length);
    const lengths = bases.map(([one, title]) => [
      Number(one),
      title,
      encodings.wavelengths(dModel, Number(one)),
    ]);
    const [, , waves] = lengths.find(([one]) => one === base);
    const caption = t(
      "Wavelengths of the sinusoidal encodings by base; d_model {d_model}, the " +
        "base {base:,} stands out.",
      { d_model: dModel, base: grouped(base) },
    );
    const table = encodings.sinusoids(length, dModel, base);
    const drawn = dimensions.length
      ? {
          ...charts.waveChart(table, dimensions, colours),
          caption: t(
            "Dimensions {dimensions} of the sinusoidal encodings of {count} positions; " +
              "{about}",
            { dimensions: dimensions.join(", "), count: length, about: about(dModel, base) },
          ),
        }
      : t("Type dimensions from 0 to {last}, separated by commas.", { last: dModel - 1 });
    return {
      charts: [
        drawn,
        {
          ...charts.wavelengthChart(lengths, base, length, colours),
          caption: `${caption} ${FORMULA}.`,
        },
      ],
      explanation: t(
        "Each pair of dimensions is one wave, {times:.3g} times as long as the one " +
          "before it: from 2π to {longest:,.0f} · 2π positions. {repeat} of {pairs} pairs repeat " +
          "within these {length} positions. With a smaller base more of them do, and positions far " +
          "apart look alike sooner; with a larger one more dimensions hardly move.",
        {
          times: general(waves[1] / waves[0], 3),
          length,
          pairs: waves.length,
          longest: grouped(Math.round(waves.at(-1) / (2 * Math.PI))),
          repeat: waves.filter((wave) => wave < length).length,
        },
      ),
    };
  },

  products({ state, dModel, base, colours }) {
    const length = Number(state["table-length"]),
      row = Number(state.row);
    const products = encodings.products(encodings.sinusoids(length, dModel, base));
    const sinusoids = about(dModel, base);
    return {
      charts: [
        {
          ...charts.productChart(products, row),
          caption: t(
            "Dot products of the sinusoidal " + "encodings of {count} positions; {about}",
            { count: length, about: sinusoids },
          ),
        },
        {
          ...charts.rowChart(products, row, colours),
          caption: t("Dot products of position {row} " + "with the other positions; {about}", {
            row,
            about: sinusoids,
          }),
        },
      ],
      explanation: said(
        "$PE_p \\cdot PE_q$ is the sum of $\\cos((p - q) / {base}^{{2i/{d_model}}})$ " +
          "over the pairs, the same before and behind: {pairs} for a position with itself, then it " +
          "falls {reach}. Only the distance counts: two of these products at the same distance " +
          "differ by at most {spread:.0e}.",
        {
          base,
          d_model: dModel,
          pairs: Math.floor(dModel / 2),
          reach: describeReach(products[0]),
          spread: power(encodings.spreadAtADistance(products)),
        },
      ),
    };
  },

  added({ runs, network, title }) {
    const trained = runs({}),
      { source } = trained,
      width = network.config.d_model;
    const [word, entering] = [runs({ positions: "off" }), trained].map(({ states }) =>
      states.encoder[0].map((row) => [...row]),
    );
    const position = range(source.length).map((at) => [
      ...network.positions.slice(at * width, (at + 1) * width),
    ]);
    const written = `${trained.sentence.trim()} → ${trained.translation}`;
    const strip = (values, name) => {
      const what = t("{what}, a row for each token; the colours end at ±{end}", {
        what: name.replace(/^[+= ]+/, ""),
        end: STRIPS_END,
      });
      return {
        ...charts.stripChart(
          values,
          source.map(({ text }) => text),
          STRIPS_END,
          name,
        ),
        caption: `${written}\n${t("{model}: {what}", { model: t(title), what })}`,
      };
    };
    const sum = word.map((row, at) =>
      row.map((value, column) => Math.fround(value + position[at][column])),
    );
    return {
      charts: [
        strip(word, t("word embedding · √{d_model}", { d_model: width })),
        strip(position, t("+ position")),
        strip(entering, t("= what enters layer 1")),
      ],
      explanation: t(
        "The first strip is what enters layer 1 without positions, the second the " +
          "formula, the third what enters layer 1 in the model: the sum, to within {error:.0e}. A " +
          "word has the same row in the first strip wherever it stands; here the words' vectors are " +
          "{times:.2g} times as long as the positions'. The colours end at ±{end}.",
        {
          error: power(largestDifference(sum, entering)),
          end: STRIPS_END,
          times: general(mean(word.map(norm)) / mean(position.map(norm)), 2),
        },
      ),
    };
  },

  shift({ state, dModel, base, colours }) {
    const k = Number(state.k),
      table = encodings.sinusoids(SHIFTED + k, dModel, base);
    // A fast, a slower and a slow pair of dimensions.
    const pairs = [...new Set([0, Math.floor(dModel / 16), Math.floor(dModel / 6)])];
    const circles = pairs.map((pair) => [
      t("pair {pair}", { pair }),
      table.slice(0, 51).map((row) => row.slice(2 * pair, 2 * pair + 2)),
    ]);
    const turned = table
      .slice(0, SHIFTED)
      .map((row) => backwards(encodings.rotate(backwards(row), k, base)));
    const named = { k, about: about(dModel, base) };
    return {
      charts: [
        {
          ...charts.angleChart(
            encodings.frequencies(dModel, base).map((turn) => k * turn),
            colours,
          ),
          caption: t(
            "By how many degrees each pair of dimensions turns from a position to the one " +
              "{k} further; {about}",
            named,
          ),
        },
        {
          ...charts.circleChart(circles, k, colours),
          caption: t(
            "Positions 0 to 50 on the circles " +
              "of three pairs of dimensions; from 0 to {k} each turns by its own angle. {about}",
            named,
          ),
        },
      ],
      explanation: said(
        "$PE_{{pos + {k}}} = R \\, PE_{{pos}}$, and $R$ is the same for every " +
          "$pos$: it turns each pair of dimensions (sin, cos) by its own angle, ${k} / " +
          "{base}^{{2i/{d_model}}}$. Over the positions 0 to 511, both sides differ by at most " +
          "**{error:.0e}**. That is why {vaswani} hoped that a head learns to look a fixed number of " +
          "words away: the position there is a linear function of the position here (section 3.5).",
        {
          k,
          base,
          d_model: dModel,
          vaswani: VASWANI,
          error: power(largestDifference(turned, table.slice(k))),
        },
      ),
    };
  },

  rotary({ state, base, colours, rotary: vectors }) {
    const length = Number(state.distances);
    const [query, key] = vectors.map((row) => (state.content === "ones" ? row.map(() => 1) : row));
    const turned = range(length).map((at) => encodings.rotate(query, at, base));
    const pairs = turned.map((row) =>
      range(row.length / 2).map(
        (pair) => row[2 * pair] * key[2 * pair] + row[2 * pair + 1] * key[2 * pair + 1],
      ),
    );
    const named = { d_head: query.length, base: grouped(base) };
    const how =
      state.content === "ones"
        ? t("query and key all 1, d_head {d_head}, base {base:,}", named)
        : t("query and key at random, d_head {d_head}, base {base:,}", named);
    const [queries, keys] = [query, key].map((row) =>
      range(MEASURED).map((at) => encodings.rotate(row, at, base)),
    );
    const spread = encodings.spreadAtADistance(encodings.products(queries, keys));
    return {
      charts: [
        {
          ...charts.sumChart(
            pairs.map((row) => row.reduce((sum, one) => sum + one, 0)),
            colours,
          ),
          caption: t("query · key by distance under rotary encodings (Su et al. 2021); {how}.", {
            how,
          }),
        },
        {
          ...charts.rotaryChart(pairs, [0, 4, 8, 16, 31], colours),
          caption: t(
            "What single pairs of " +
              "dimensions add to query · key under rotary encodings (Su et al. 2021); {how}.",
            { how },
          ),
        },
      ],
      explanation: said(
        "Rotary encodings ([Su et al. 2021](https://arxiv.org/abs/2104.09864), " +
          "RoFormer; in LLaMA, Mistral and others) add nothing to the words: in every head they turn " +
          "each pair of dimensions of query and key by $position / {base}^{{2i/{d_head}}}$. Here " +
          "query and key are one vector each, held fixed: only the distance changes their product. " +
          "Over 256 × 256 positions, two products at the same distance and on the same side differ " +
          "by at most {spread:.0e}.",
        { base, d_head: query.length, spread: power(spread) },
      ),
    };
  },

  alibi({ state, colours, heads }) {
    const head = state["alibi-head"] - 1,
      slopes = encodings.alibiSlopes(heads);
    const bias = encodings.alibiBias(Number(state["table-length"]), slopes[head]);
    return {
      charts: [
        {
          ...charts.biasChart(bias),
          caption: t(
            "What ALiBi (Press et al. 2022) adds to the scores " +
              "of head {head} of 8, slope 1/{less:.0f}; grey: still to come.",
            { head: head + 1, less: Math.round(1 / slopes[head]) },
          ),
        },
        {
          ...charts.slopeChart(slopes, head, colours),
          caption: t(
            "The slopes of the 8 heads of " + "ALiBi (Press et al. 2022); head {head} stands out.",
            { head: head + 1 },
          ),
        },
      ],
      explanation: t(
        "ALiBi ([Press et al. 2022](https://arxiv.org/abs/2108.12409), “Train Short, " +
          "Test Long”; in BLOOM and MPT) has no encodings: each head's score loses slope × distance " +
          "before the softmax, with a slope of its own, fixed beforehand. Head 1 of 8 sees what is " +
          "near, head 8 far back. Grey: the causal mask of a decoder, for which it was made.",
      ),
    };
  },

  learned({ state, learned: { positions, width, layers, minutes, captions, everyday } }) {
    const bytes = Uint8Array.from(atob(positions), (one) => one.charCodeAt(0));
    const numbers = [...new Float32Array(bytes.buffer)],
      count = Number(state["table-length"]);
    const table = range(count).map((row) => numbers.slice(row * width, (row + 1) * width));
    return {
      charts: [
        {
          ...charts.learnedChart(table),
          caption: t(
            "The vectors of the first {count} positions that " +
              "a small transformer of ours learnt in place of sinusoids.",
            { count },
          ),
        },
        {
          ...charts.cosineChart(encodings.cosines(table)),
          caption: t(
            "Cosines of the first {count} " +
              "positions that a small transformer of ours learnt in place of sinusoids.",
            { count },
          ),
        },
      ],
      explanation: t(
        "BERT ([Devlin et al. 2019](https://arxiv.org/abs/1810.04805)) and GPT-2 " +
          "(Radford et al. 2019) learn their table of positions like the vectors of the words. This " +
          "one is our own, learnt by a transformer of {layers} + {layers} layers in {minutes:.0f} " +
          "minutes. Nobody told it that 5 lies beside 6: neighbours became alike because it helped. " +
          "Beyond some 35 words its training texts end, and there the table is still the noise it " +
          "began as: such a model cannot read a longer text than it has seen.",
        { layers, minutes: Math.round(minutes) },
      ),
      note: t(
        "transformer-learned, BLEU {captions:.1f} on Multi30k's validation captions, " +
          "{everyday:.1f} on Tatoeba's (500 sentences each); only its table is kept. Vaswani et al. " +
          "2017 tried both kinds and found nearly the same BLEU (table 3, row E).",
        { captions: local(captions.toFixed(1)), everyday: local(everyday.toFixed(1)) },
      ),
    };
  },
};

// The rotation of encodings.js turns (cos, sin); a row of sinusoids has (sin, cos).
const backwards = (row) => row.map((_, at) => row[at % 2 ? at - 1 : at + 1]);

// Of other looks than “another order” the charts and what they show. `heads` is the number of those
// of the example for ALiBi, `runs(whatIf)` a run of the
// `network` of a model with this `title` on the sentence of the `state`, `learned` the content of
// its file.
export const lookAt = (state, given) =>
  LOOKS[state.encoding || state.look]({
    state,
    ...given,
    dModel: Number(state.d_model),
    base: Number(state.base),
  });

const WHAT_IFS = {
  "as trained": {},
  "no positions": { positions: "off" },
  "shuffled positions": { positions: "shuffled" },
};
const POSITIONS = {
  "as trained": translatable("As trained"),
  "no positions": translatable("No positions"),
  "shuffled positions": translatable("Shuffled positions"),
};

// Reverse the words of a sentence, but not its final punctuation.
export function reversedWords(sentence) {
  const words = sentence.split(/\s+/).filter(Boolean);
  if (!words.length) return "";
  const last = words.pop(),
    mark = /[.?!]$/.test(last) ? last.at(-1) : "";
  return [...words, mark ? last.slice(0, -1) : last].reverse().join(" ") + mark;
}

// The distances between the last states of the words of two sentences, as trained and with the
// chosen positions: { matrices, translations, finding }.
export function reorder(translator, { sentence, other, order: how }, colours) {
  const ways = Object.keys(WHAT_IFS).filter((one) => one === "as trained" || one === how);
  const runs = ways.map((one) =>
    [sentence, other].map((text) => translator.trace(text, WHAT_IFS[one])),
  );
  const distances = runs.map((pair) => {
    const [rows, columns] = pair.map(({ states }) => states.encoder.at(-1));
    return rows.map((row) =>
      columns.map((column) => norm(row.map((value, at) => value - column[at]))),
    );
  });
  const most = largest(distances.flat(2));
  const texts = (trace) => trace.source.map(({ text }) => text);
  const matrices = ways.map((one, at) => ({
    title: t(POSITIONS[one]),
    rows: texts(runs[at][0]),
    columns: texts(runs[at][1]),
    values: distances[at],
    most,
    kind: "distance",
    colour: colours[0],
    note: t("distance between the encoder's last states; a strong colour is far"),
  }));
  const translations = ways.flatMap((one, at) => {
    const positions = t(POSITIONS[one]).toLowerCase();
    return [
      [t("{positions}, first", { positions }), runs[at][0].translation],
      [t("{positions}, second", { positions }), runs[at][1].translation],
    ];
  });
  const finding = describeFinding(how, ...runs.at(-1), distances.at(-1));
  return { matrices, translations, finding };
}

// The finding, whatever the outcome.
function describeFinding(how, first, second, values) {
  const sorted = ({ source }) =>
    source
      .map(({ text }) => text)
      .sort()
      .join("\n");
  if (sorted(first) !== sorted(second))
    return t(
      "The two sentences are not made of the same words (or of the same sub-words): type " +
        "the same words in another order.",
    );
  const off = Math.max(...values.map((row) => Math.min(...row)));
  const same =
    first.translation === second.translation
      ? t("the same translation")
      : t("different translations");
  if (how === "no positions")
    return t(
      "Without positions every word has the same state in both sentences, to within " +
        "{off:.0e}: the encoder sees a bag of words, a new order only reorders its states " +
        "(self-attention is equivariant to permutation), and both get {same}.",
      { off: power(off), same },
    );
  return t(
    "Here the nearest states of the two sentences lie up to {off:.2g} apart, and they get " +
      "{same}.",
    { off: general(off, 2), same },
  );
}
