// Where attention sinks, and how long the vectors of a sink are: numbers, charts and sentences.
//
// To be read beside viz/pages/depth/sinks.py, sink_vectors.py, stack_words.py and charts.py.

import {
  FAINT,
  GUIDE,
  HALF,
  LARGE_STATE,
  MANY_TIMES,
  MOST_SINKS,
  OPEN_ROWS,
  SINK_AXES,
  SINK_TIMES,
  SMALL_VALUE,
} from "./constants.js";
import { general, largest, mean, norm, range, smallest, sum } from "./numbers.js";
import { percent, tenths } from "./shares.js";
import { t } from "./text.js";

const argmax = (numbers) => numbers.indexOf(largest(numbers));

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other),
    half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

// The tokens of one stack of a run that are attended to; of a continued text only the sentence.
export class Sinks {
  // `sizes` are the [layers, heads] of the model's stacks.
  constructor(trace, sizes, stack) {
    const { source, predicted = [], promptLength = 0 } = trace,
      isDecoder = stack === "decoder",
      begin = { text: trace.decoderInput?.[0], start: 0, end: 0 },
      all = isDecoder ? [begin, ...predicted.slice(0, -1)] : source,
      text = isDecoder ? (promptLength ? trace.sentence : "") + trace.translation : trace.sentence;
    const tokens = isDecoder && promptLength ? all.slice(0, promptLength + 1) : all;
    const texts = tokens.map(({ start, end }) => [...text].slice(start, end).join("").trim());
    [this.layers, this.heads] = sizes[stack];
    Object.assign(this, { trace, stack, isDecoder, tokens: tokens.map((token) => token.text) });
    const marks = texts.map((each, at) => !each || this.tokens[at] === "[SEP]");
    this.columns = {
      marks,
      punctuation: texts.map((each, at) => !marks[at] && !/[\p{L}\p{N}]/u.test(each)),
      first: texts.map((_, at) => at === 0),
    };
    this.rows = range(stack === "cross" ? predicted.length : tokens.length);
    this.weights = this.cells(trace.weights[stack]);
  }

  // Numbers of all rows and columns of a run, those that are shown: [layer][head][row][column].
  cells(numbers) {
    const { layers, heads, stack, isDecoder, trace, tokens } = this,
      keys = isDecoder ? trace.predicted.length : tokens.length,
      queries = stack === "encoder" ? keys : trace.predicted.length;
    const rowAt = (place, row) => (place * queries + row) * keys;
    return range(layers).map((layer) =>
      range(heads).map((head) =>
        this.rows.map((row) => {
          const start = rowAt(layer * heads + head, row);
          return Array.from(numbers.subarray(start, start + tokens.length));
        }),
      ),
    );
  }

  // Whether a row may attend to a token.
  isAllowed(row, token) {
    return !this.isDecoder || token <= row;
  }

  // Uniform attention, [row][token]: the same in all layers.
  get uniform() {
    return this.rows.map((row) => {
      const allowed = this.tokens.map((_, token) => Number(this.isAllowed(row, token)));
      return allowed.map((is) => is / sum(allowed));
    });
  }

  // The share of a head's rows on a kind of token.
  shareOf(rows, kind) {
    const columns = this.columns[kind],
      isBehind = kind === "first" && this.tokens.length > 1 && this.isDecoder;
    const taken = rows
      .slice(Number(isBehind))
      .map((row) => sum(row.filter((_, at) => columns[at])));
    return mean(taken);
  }

  // The mean over the rows that may attend to the token and to others too, [token].
  means(rows) {
    return this.tokens.map((_, token) => {
      const counted = this.counted(token);
      return sum(counted.map((row) => rows[row][token])) / Math.max(counted.length, 1);
    });
  }

  counted(token) {
    return this.rows.filter(
      (row) => this.isAllowed(row, token) && (row > 0 || !this.isDecoder) && this.tokens.length > 1,
    );
  }

  // Whether most rows may attend to a token.
  isOpen(token) {
    return this.counted(token).length / this.rows.length > OPEN_ROWS;
  }

  // The mean of the heads of each layer of `cells`, [layer][token].
  byLayer(cells) {
    return cells.map((heads) =>
      this.means(
        this.rows.map((row) =>
          this.tokens.map((_, at) => mean(heads.map((head) => head[row][at]))),
        ),
      ),
    );
  }

  // The shares of the norms of each row, as `weights`.
  get norms() {
    return this.cells(this.trace.norms(this.stack)).map((heads) =>
      heads.map((rows) => rows.map((row) => row.map((value) => value / (sum(row) || 1)))),
    );
  }

  // The lengths of each token's state, [layer + 1][token]: in cross-attention, of the encoder.
  get states() {
    const states = this.trace.states[this.stack === "cross" ? "encoder" : this.stack];
    return states.map((layer) => this.tokens.map((_, at) => norm([...layer[at]])));
  }

  // The lengths of each token's value, [layer][token], of all heads together.
  get values() {
    return this.trace.values[this.stack].map((values) => {
      const width = values.length / (this.isDecoder ? this.trace.predicted : this.tokens).length;
      return this.tokens.map((_, at) => norm([...values.subarray(at * width, (at + 1) * width)]));
    });
  }
}

// --- charts --------------------------------------------------------------------------------------

const layerAxis = (steps) => ({
  title: steps[0] ? t("layer") : t("layer; 0 is the input"),
  ticks: steps,
  labels: steps.map(String),
  zero: "none",
});

// A bar for each [name, share], the first on top, and a line at the share of `even` attention.
function sinksChart(heads, even, title, colour) {
  const fromBelow = [...heads].reverse(),
    shares = fromBelow.map(([, share]) => share),
    places = range(heads.length);
  return {
    marks: [
      {
        kind: "bars",
        across: true,
        places,
        values: shares,
        x: shares,
        y: places,
        colour: shares.map((share) => (share > even ? colour : FAINT)),
        hover: "%{y}: %{x:.1%}",
      },
    ],
    rules: [{ axis: "x", at: even, colour: GUIDE, width: 2 }],
    notes: [
      {
        text: t("uniform: {share:.0%}", { share: percent(even) }),
        x: even,
        y: 1,
        yShare: true,
        sideX: even < 0.5 ? "left" : "right",
        sideY: "bottom",
        size: 14,
      },
    ],
    x: { title, limits: [0, 1.02], format: ".0%" },
    y: {
      categories: fromBelow.map(([name, share]) =>
        t("{name}: {share:.0%}", { name, share: percent(share) }),
      ),
    },
    height: 108 + 28 * heads.length,
  };
}

const line = (name, y, colour, first, more) => ({
  kind: "series",
  x: range(y.length).map((step) => step + first),
  y,
  name,
  colour,
  hover: t("layer %{x}: %{y:.3g}"),
  hoverTitle: name,
  ...more,
});

// Shares over the layers: `lines` of [name, values, colour, isDashed].
function layersChart(lines, title, dashed) {
  const least = smallest(lines.flatMap(([, values]) => values));
  return {
    marks: lines.map(([name, values, colour, isDashed]) =>
      line(name, values, colour, 1, {
        line: isDashed ? 2 : 3,
        dash: isDashed ? "dash" : "solid",
        marker: isDashed ? 6 : 8,
        inLegend: !isDashed,
      }),
    ),
    x: layerAxis(range(lines[0][1].length).map((step) => step + 1)),
    y: { title, limits: [Math.min(0, least * 1.1), 1.03], format: ".0%" },
    height: 360,
    legend: lines.some(([, , , isDashed]) => isDashed) ? `${dashed} ` : " ",
  };
}

// `lengths [layer][token]` begin with layer `first`; the line of the `sink` has its colour.
function lengthsChart(lengths, tokens, sink, title, first, colour) {
  const order = [...range(tokens.length).filter((place) => place !== sink), sink],
    [least, most] = [smallest(lengths.flat()), largest(lengths.flat())],
    log = least > 0 && MANY_TIMES * least < most;
  return {
    marks: order.map((place) => ({
      ...line(
        place === sink ? tokens[place] : t("other tokens"),
        lengths.map((layer) => layer[place]),
        place === sink ? colour : FAINT,
        first,
        {
          line: place === sink ? 3 : 1.5,
          marker: place === sink ? 8 : 5,
          inLegend: [sink, order[0]].includes(place),
        },
      ),
      hoverTitle: tokens[place],
    })),
    x: layerAxis(range(lengths.length).map((step) => step + first)),
    y: { title, log, limits: log ? [least / 1.3, most * 1.3] : [0, most * 1.05] },
    height: 300,
    legend: " ",
  };
}

// --- the look ------------------------------------------------------------------------------------

// The charts as [chart, what it shows], what they show in words and a note, of one `kind` of token.
// `colours` are those of heads, `titles` those of the mechanisms.
export function sinksLook(sinks, kind, colours, titles) {
  const { layers, heads, stack, tokens, weights } = sinks;
  const named = [...new Set(tokens.filter((_, at) => sinks.columns[kind][at]))].join(", ");
  const even = sinks.shareOf(sinks.uniform, kind);
  const all = range(layers * heads).map((place) => {
    const at = [Math.floor(place / heads), place % heads];
    return { at, share: sinks.shareOf(weights[at[0]][at[1]], kind) };
  });
  const sorted = [...all].sort((one, other) => other.share - one.share);
  const bars = sorted
    .slice(0, MOST_SINKS)
    .map(({ at: [layer, head], share }) => [
      t("Layer {layer}, head {head}", { layer: layer + 1, head: head + 1 }),
      share,
    ]);
  const title = t(SINK_AXES[kind], { tokens: named });
  const more = all.filter(({ share }) => share > HALF).length;
  const finding = [
    t("depth#the strongest sink", {
      head: t("{mechanism}, layer {layer}, head {head}", {
        mechanism: t(titles[stack]),
        layer: sorted[0].at[0] + 1,
        head: sorted[0].at[1] + 1,
      }),
      share: tenths(sorted[0].share),
      tokens: named,
      even: tenths(even),
    }),
    more
      ? t("{count} of {all} heads give more than half.", { count: more, all: all.length })
      : t("No head gives more than half."),
  ];
  const charts = [[sinksChart(bars, even, title, colours[1]), title]];
  if (tokens.length > 1) {
    const [drawn, words] = vectorsOf(sinks, kind, colours);
    charts.push(...drawn);
    finding.push(...words);
  }
  const note = t("The first {most} of {all} heads.", { most: MOST_SINKS, all: all.length });
  return { charts, finding: finding.join(" "), note: all.length > MOST_SINKS ? note : "" };
}

// The charts of states and values by layer, and what is said of the sink's own.
function vectorsOf(sinks, kind, colours) {
  const { tokens } = sinks,
    weights = sinks.byLayer(sinks.weights),
    norms = sinks.byLayer(sinks.norms),
    { states, values } = sinks;
  const along = (numbers, token) => numbers.map((layer) => layer[token]);
  const most = tokens.map((_, at) => (sinks.columns[kind][at] ? largest(along(weights, at)) : -1));
  const sink = argmax(most),
    ends = [0, tokens.length - 1].filter((place) => sinks.isOpen(place));
  const titles = [
    ends.length > 1 ? t("attention on the first and last token") : t(SINK_AXES.first),
    t("length of each token's state"),
    t("length of each token's value"),
  ];
  const lines = ends.flatMap((place, number) => [
    [tokens[place], along(weights, place), colours[1 - number], false],
    [tokens[place], along(norms, place), colours[1 - number], true],
  ]);
  const charts = [
    ...(ends.length
      ? [[layersChart(lines, titles[0], t("dashed: norm-weighted")), titles[0]]]
      : []),
    [lengthsChart(states, tokens, sink, titles[1], 0, colours[1]), titles[1]],
    [lengthsChart(values, tokens, sink, titles[2], 1, colours[1]), titles[2]],
  ];
  const at = argmax(along(weights, sink)),
    weight = weights[at][sink];
  const isSink =
    tokens.length > 2 &&
    sinks.isOpen(sink) &&
    weight >= SINK_TIMES * sinks.means(sinks.uniform)[sink];
  if (!isSink) return [charts, []];
  const timesOthers = (layer) => layer[sink] / median(layer.filter((_, token) => token !== sink));
  const value = timesOthers(values[at]),
    times = states.map(timesOthers),
    after = argmax(times);
  return [
    charts,
    [
      t(value < SMALL_VALUE ? "depth#a small value" : "depth#no small value", {
        token: tokens[sink],
        layer: at + 1,
        weight: tenths(weight),
        times: general(value, 2),
      }),
      t("depth#share of norms", { share: tenths(norms[at][sink]) }),
      t(times[after] >= LARGE_STATE ? "depth#a large state" : "depth#no large state", {
        times: general(times[after], 2),
        place: after ? t("after layer {layer}", { layer: after }) : t("in the input of layer 1"),
      }),
    ],
  ];
}
