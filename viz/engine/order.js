// What the page on word order shows: positional encodings, and the same words in another order.
//
// To be read beside sinusoids.py, others.py and sentence.py of viz/pages/order. A look gives
// { charts, explanation, note }, where a text in place of a chart says why there is none.

import { FORMULA, MEASURED, POSITIONS, SHIFTED, STRIPS_END, VASWANI } from "./constants.js";
import * as charts from "./charts.js";
import * as encodings from "./encodings.js";
import { general, largest, mean, norm, power, range, sum } from "./numbers.js";
import { grouped, local, t } from "./text.js";

const about = (dModel, base) => `d_model ${dModel}, base ${base.toLocaleString("en")}. ${FORMULA}.`;
// A text that Python formats too, in which braces are doubled.
const formatted = (text, values) => t(text, values).replaceAll("{{", "{").replaceAll("}}", "}");
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
  return distance < 0 ? t("as far as is shown") : t("order#as far as a distance", { distance });
}

const LOOKS = {
  table({ state, dModel, base }) {
    const halves = state.layout === "halves",
      length = Number(state["table-length"]);
    const table = encodings.sinusoids(length, dModel, base, halves);
    const named = { count: length, about: about(dModel, base) };
    const caption = halves
      ? t("order#table in halves", named)
      : t("order#table interleaved", named);
    return {
      charts: [{ ...charts.tableChart(table, halves), caption }],
      explanation: formatted("order#table", { base, d_model: dModel, vaswani: VASWANI }),
    };
  },

  waves({ state, base, bases, colours }) {
    const dModel = Number(state.size),
      length = Number(state.steps);
    const dimensions = parseDimensions(state.dimensions, dModel, colours.length);
    const lengths = bases.map(([each, title]) => [
      Number(each),
      title,
      encodings.wavelengths(dModel, Number(each)),
    ]);
    const [, , waves] = lengths.find(([each]) => each === base);
    const caption = t("order#wavelengths", { d_model: dModel, base: grouped(base) });
    const table = encodings.sinusoids(length, dModel, base);
    const drawn = dimensions.length
      ? {
          ...charts.waveChart(table, dimensions, colours),
          caption: t("order#some dimensions", {
            dimensions: dimensions.join(", "),
            count: length,
            about: about(dModel, base),
          }),
        }
      : t("order#no such dimensions", { last: dModel - 1 });
    return {
      charts: [
        drawn,
        {
          ...charts.wavelengthChart(lengths, base, length, colours),
          caption: `${caption} ${FORMULA}.`,
        },
      ],
      explanation: t("order#waves", {
        times: general(waves[1] / waves[0], 3),
        length,
        pairs: waves.length,
        longest: grouped(Math.round(waves.at(-1) / (2 * Math.PI))),
        repeat: waves.filter((wave) => wave < length).length,
      }),
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
          caption: t("order#all dot products", { count: length, about: sinusoids }),
        },
        {
          ...charts.rowChart(products, row, colours),
          caption: t("order#dot products of a position", {
            row,
            about: sinusoids,
          }),
        },
      ],
      explanation: formatted("order#dot products", {
        base,
        d_model: dModel,
        pairs: Math.floor(dModel / 2),
        reach: describeReach(products[0]),
        spread: power(encodings.spreadAtADistance(products)),
      }),
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
      const what = t("order#strip", {
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
      explanation: t("order#sum with sinusoids", {
        error: power(largestDifference(sum, entering)),
        end: STRIPS_END,
        times: general(mean(word.map(norm)) / mean(position.map(norm)), 2),
      }),
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
          caption: t("order#angles of a shift", named),
        },
        {
          ...charts.circleChart(circles, k, colours),
          caption: t("order#circles of a shift", named),
        },
      ],
      explanation: formatted("order#shift", {
        k,
        base,
        d_model: dModel,
        vaswani: VASWANI,
        error: power(largestDifference(turned, table.slice(k))),
      }),
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
        ? t("order#queries of ones", named)
        : t("order#random queries", named);
    const [queries, keys] = [query, key].map((row) =>
      range(MEASURED).map((at) => encodings.rotate(row, at, base)),
    );
    const spread = encodings.spreadAtADistance(encodings.products(queries, keys));
    return {
      charts: [
        {
          ...charts.sumChart(pairs.map(sum), colours),
          caption: t("order#products of rotary encodings", {
            how,
          }),
        },
        {
          ...charts.rotaryChart(pairs, [0, 4, 8, 16, 31], colours),
          caption: t("order#pairs of rotary encodings", { how }),
        },
      ],
      explanation: formatted("order#rotary", { base, d_head: query.length, spread: power(spread) }),
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
          caption: t("order#bias of ALiBi", { head: head + 1, less: Math.round(1 / slopes[head]) }),
        },
        {
          ...charts.slopeChart(slopes, head, colours),
          caption: t("order#slopes of ALiBi", { head: head + 1 }),
        },
      ],
      explanation: t("order#ALiBi"),
    };
  },

  learned({ state, learned: { positions, width, layers, minutes, captions, everyday } }) {
    const bytes = Uint8Array.from(atob(positions), (character) => character.charCodeAt(0));
    const numbers = [...new Float32Array(bytes.buffer)],
      count = Number(state["table-length"]);
    const table = range(count).map((row) => numbers.slice(row * width, (row + 1) * width));
    return {
      charts: [
        {
          ...charts.learnedChart(table),
          caption: t("order#learned positions", { count }),
        },
        {
          ...charts.cosineChart(encodings.cosines(table)),
          caption: t("order#cosines of learned positions", { count }),
        },
      ],
      explanation: t("order#learned", { layers, minutes: Math.round(minutes) }),
      note: t("order#scores of learned positions", {
        captions: local(captions.toFixed(1)),
        everyday: local(everyday.toFixed(1)),
      }),
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
  const ways = Object.keys(WHAT_IFS).filter((way) => way === "as trained" || way === how);
  const runs = ways.map((way) =>
    [sentence, other].map((text) => translator.trace(text, WHAT_IFS[way])),
  );
  const distances = runs.map((pair) => {
    const [rows, columns] = pair.map(({ states }) => states.encoder.at(-1));
    return rows.map((row) =>
      columns.map((column) => norm(row.map((value, at) => value - column[at]))),
    );
  });
  const most = largest(distances.flat(2));
  const texts = (trace) => trace.source.map(({ text }) => text);
  const matrices = ways.map((way, at) => ({
    title: t(POSITIONS[way]),
    rows: texts(runs[at][0]),
    columns: texts(runs[at][1]),
    values: distances[at],
    most,
    kind: "distance",
    colour: colours[0],
    note: t("order#distance of states"),
  }));
  const translations = ways.flatMap((way, at) => {
    const positions = t(POSITIONS[way]).toLowerCase();
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
  if (sorted(first) !== sorted(second)) return t("order#other words");
  const off = Math.max(...values.map((row) => Math.min(...row)));
  const same =
    first.translation === second.translation
      ? t("the same translation")
      : t("different translations");
  if (how === "no positions") return t("order#a bag of words", { off: power(off), same });
  return t("order#apart", { off: general(off, 2), same });
}
