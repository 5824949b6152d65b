// Every number of one head of the transformer, from the word's vector to the layer's output.
//
// To be read beside viz/analysis/walkthrough: the same steps with the same texts. The numbers are
// computed anew in 64 bits from the states that enter the layer and the model's weights, and
// compared with the run.

import { DIFFERS } from "./constants.js";
import { Board, fraction, root } from "./derivation.js";
import { Refusal } from "./networks/refusal.js";
import { largest } from "./numbers.js";
import { fixed, local, t } from "./text.js";

const ROUNDING = 2 ** -23; // of numbers of 32 bits
const lines = (rows) => ({
  shape: [rows.length, rows[0].length],
  values: rows.flatMap((row) => [...row]),
});

// A matrix of a linear layer, [input, output] as x W needs it.
function transposed({ weight, bias: { length: columns } }) {
  const numbers = weight(),
    rows = numbers.length / columns,
    values = new Float64Array(numbers.length);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) values[cell++] = numbers[column * rows + row];
  return { shape: [rows, columns], values };
}

let last = { network: null, at: "", parts: {} }; // of the layer that was asked for last

// The weights of a layer by Python's names (TextModel.parameters), of the `network` of a
// translator. They are the same for every sentence.
export function parametersOf(network, stack, layer) {
  const at = `${stack} ${layer}`;
  if (last.network !== network || last.at !== at)
    last = { network, at, parts: readParameters(network, stack, layer) };
  return last.parts;
}

function readParameters(network, stack, layer) {
  const block = network[stack === "encoder" ? "encoder" : "decoder"][layer],
    parts = {};
  const give = (name, part) => {
    parts[name] = transposed(part);
    parts[`${name}_bias`] = lines([part.bias]);
  };
  const giveNorm = (name, { gain, shift }) =>
    Object.assign(parts, { [`${name}_gain`]: lines([gain]), [`${name}_shift`]: lines([shift]) });
  const [attention, itsNorm] =
    stack === "cross" ? [block.cross, block.crossNorm] : [block.attention, block.attentionNorm];
  give("to_query", attention.toQuery);
  give("to_key", attention.toKey);
  give("to_value", attention.toValue);
  give("to_output", attention.toOutput);
  giveNorm("norm", itsNorm);
  if (stack === "cross") {
    give("self_to_output", block.attention.toOutput);
    giveNorm("self_norm", block.attentionNorm);
  }
  if (stack === "decoder") return parts; // no feed-forward layer before the cross-attention
  give("feed_forward_in", block.feedForward.first);
  give("feed_forward_out", block.feedForward.second);
  giveNorm("feed_forward_norm", block.feedForwardNorm);
  return parts;
}

// Some columns of a matrix.
function slice(matrix, from, to) {
  const {
      shape: [rows, columns],
      values,
    } = matrix,
    width = to - from;
  if (width === columns) return matrix;
  const taken = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < width; column++)
      taken[row * width + column] = values[row * columns + from + column];
  return { shape: [rows, width], values: taken };
}

// The words of a head: those that attend, and those attended to.
export function wordsOf({ source, predicted, decoderInput }, stack) {
  const read = source.map(({ text }) => text);
  if (stack === "encoder") return { queries: read, keys: read };
  return {
    queries: decoderInput,
    keys: stack === "cross" ? read : decoderInput,
    written: predicted.map(({ text }) => text),
  };
}

class Walkthrough extends Board {
  // The derivation of one head of a run, { stack, layer, head, row }, all from 0.
  constructor(network, trace, place, rules) {
    super(rules);
    Object.assign(this, { trace, network }, place);
    const { stack, layer, row } = place,
      words = wordsOf(trace, stack);
    this.words = words;
    this.read = words.queries[row];
    this.who = stack === "cross" ? `${this.read} ▸ ${words.written[row]}` : this.read;
    this.parameters = parametersOf(network, stack, layer);
    const {
      config: { n_heads: heads, n_layers: layers, d_model: dModel },
    } = network;
    Object.assign(this, { heads, layers, dModel, dHead: dModel / heads });
    this.states = trace.states[stack === "encoder" ? "encoder" : "decoder"];
  }

  matrix(name, title, symbol, from = 0, to = this.parameters[name].shape[1]) {
    const values = slice(this.parameters[name], from, to);
    return this.give(name, values, title, symbol, "matrix", {
      sent: values.values.length <= this.rules.largestSent,
    });
  }

  // A residual connection and layer normalisation (Vaswani et al. 2017, section 3.1): the names of
  // all grids.
  addAndNorm(before, added, after, title, symbol, prefix = "", index = "") {
    const both = this.make(
      `${prefix}residual`,
      "add",
      [before, added],
      t("their sum"),
      `r${index}`,
      "state",
    );
    const gain = this.matrix(`${prefix}norm_gain`, t("gain"), `γ${index}`);
    const shift = this.matrix(`${prefix}norm_shift`, t("shift"), `β${index}`);
    return [
      before,
      added,
      both,
      gain,
      shift,
      this.make(after, "norm", [both, gain, shift], title, symbol, "state"),
    ];
  }

  normFormula(sum, symbol, index = "") {
    const r = `r${index}`;
    const top = this.formula(`${r} − ${t("mean ( {r} )", { r })}`);
    return (
      this.formula(`${r} = ${sum} ,`) +
      this.formula(`${symbol} = γ${index} ·`) +
      fraction(top, root(this.formula(`var ( ${r} ) + ε`))) +
      this.formula(`+ β${index}`)
    );
  }

  addAll() {
    const { stack, who } = this;
    const isCross = stack === "cross";
    const origin = isCross ? this.addCrossInput() : this.addInput();
    const context = isCross ? this.trace.states.encoder.at(-1) : this.states[this.layer];
    this.give(
      "states",
      lines(context.slice(0, this.words.keys.length)),
      isCross ? t("the encoder's output for each word") : t("what enters the layer for each word"),
      isCross ? "h_j" : "x_j",
      "state",
      { rows: this.words.keys },
    );
    this.addProjections(isCross ? "English" : "");
    this.addScores();
    this.addSoftmax();
    this.addWeightedSum();
    this.addOutputProjection();
    this.addResidual();
    if (stack !== "decoder") this.addFeedForward();
    if (origin)
      this.step(
        t("Where it came from"),
        t("inside#before the first step, normalised", { who }),
        this.normFormula("x_in + y_self", "x", "_self"),
        ...origin,
      );
  }

  // The input of a layer with self-attention, as "word".
  addInput() {
    const { layer, row, who, dModel } = this,
      entering = lines([this.states[layer][row]]);
    const rows = { rows: [who] };
    if (layer) {
      const title = t("state of “{who}” after layer {layer}", { who, layer });
      this.give("word", entering, title, "x", "state", rows);
      this.step(
        t("The word"),
        t("inside#enters a later layer", { layer, who, count: dModel }),
        this.formula("x"),
        "word",
      );
      return null;
    }
    const start = row * dModel,
      place = row + 1;
    const position = lines([this.network.positions.subarray(start, start + dModel)]);
    const embedding = {
      shape: entering.shape,
      values: entering.values.map((value, i) => value - position.values[i]),
    };
    this.give(
      "embedding",
      embedding,
      t("embedding of “{who}” · √{size}", { who, size: dModel }),
      "emb",
      "state",
      rows,
    );
    this.give("position", position, t("position {place}", { place }), "pos", "state", rows);
    this.make(
      "word",
      "add",
      ["embedding", "position"],
      t("vector of “{who}”", { who }),
      "x",
      "state",
    );
    this.step(
      t("The word"),
      t("inside#enters scaled, with an encoding", { who, size: dModel, place }),
      this.formula("x = emb + pos"),
      "embedding",
      "position",
      "word",
    );
    return null;
  }

  // The query vector of cross-attention, the output of the same layer's self-attention, as "word";
  // returns the grids that it is made of.
  addCrossInput() {
    const { layer, row, who, parameters } = this,
      rows = { rows: [who] };
    const outputs = lines([this.trace.outputs.decoder[layer][row]]);
    const {
      shape: [inputs, columns],
      values,
    } = parameters.self_to_output;
    const added = Float64Array.from({ length: columns }, (_, column) => {
      let total = parameters.self_to_output_bias.values[column];
      for (let i = 0; i < inputs; i++) total += outputs.values[i] * values[i * columns + column];
      return total;
    });
    this.give(
      "entered",
      lines([this.states[layer][row]]),
      t("what entered the layer"),
      "x_in",
      "state",
      rows,
    );
    this.give(
      "self_output",
      lines([added]),
      t("what self-attention adds"),
      "y_self",
      "output",
      rows,
    );
    const shows = this.addAndNorm(
      "entered",
      "self_output",
      "word",
      t("state of “{who}”", { who }),
      "x",
      "self_",
      "_self",
    );
    const named = { read: this.read, written: this.words.written[row] };
    this.step(
      t("The word"),
      t("inside#the next word, from the English", named),
      this.formula("x"),
      "word",
    );
    return shows;
  }

  // "query", "keys" and "values" of one head (section 3.2.2).
  addProjections(kind) {
    const { head, dHead: count, who, rules } = this;
    const parts = [
      [
        "query",
        "query",
        "Q",
        "word",
        "q",
        t("Query"),
        t("query of “{who}”", { who }),
        t("inside#query", { count }),
      ],
      [
        "keys",
        "key",
        "K",
        "states",
        "k_j",
        t("Keys"),
        t("key of each word"),
        t(rules.keys[kind], { count }),
      ],
      [
        "values",
        "value",
        "V",
        "states",
        "v_j",
        t("Values"),
        t("value of each word"),
        t(rules.values[kind], { count }),
      ],
    ];
    for (const [name, short, letter, source, symbol, step, title, says] of parts) {
      const columns = [head * count, (head + 1) * count];
      const weight = this.matrix(
        `to_${short}`,
        t("{matrix} of head {head}", { matrix: `W_${letter}`, head: head + 1 }),
        `W_${letter}`,
        ...columns,
      );
      const bias = this.matrix(`to_${short}_bias`, t("its bias"), `b_${letter}`, ...columns);
      this.make(name, "linear", [source, weight, bias], title, symbol, short);
      const { symbol: x } = this.grids.get(source);
      this.step(
        step,
        says,
        this.formula(`${symbol} = ${x} W_${letter} + b_${letter}`),
        source,
        weight,
        bias,
        name,
      );
    }
  }

  // From "query" and "keys" to "masked" (section 3.2.1).
  addScores() {
    const { dHead: size, who, row, words } = this,
      all = words.keys.length;
    this.make("dots", "dots", ["query", "keys"], t("query · key"), "p_j", "score");
    this.step(
      t("Dot products"),
      t("inside#dot products"),
      this.formula("p_j = q · k_j"),
      "query",
      "keys",
      "dots",
    );
    this.make("scores", "divide", ["dots"], t("divided by √{size}", { size }), "s_j", "score", {
      number: Math.sqrt(size),
    });
    this.step(
      t("Scale"),
      t("inside#scaled scores", { size, root: fixed(Math.sqrt(size), 2) }),
      this.formula("s_j =") + fraction(this.formula("p_j"), root(this.formula("d_head"))),
      "dots",
      "scores",
    );
    const allowed = words.keys.map((_, key) => Number(this.stack !== "decoder" || key <= row));
    this.give("allowed", lines([allowed]), t("may be attended to"), "M_j", "matrix", {
      rows: [who],
      columns: words.keys,
    });
    this.make("masked", "mask", ["scores", "allowed"], t("after the mask"), "m_j", "score");
    const later = allowed.filter((is) => !is).length;
    const says = later
      ? t("inside#masked words", { who, later, all })
      : t("inside#nothing masked", { who });
    this.step(
      t("Mask"),
      says,
      this.formula("m_j = s_j ( M_j = 1 ) , m_j = − ∞ ( M_j = 0 )"),
      "scores",
      "allowed",
      "masked",
    );
  }

  // The softmax over "masked", in two steps: "exponentials", "total" and "weights".
  addSoftmax() {
    const scores = [...this.grids.get("masked").values].filter((value) => !Number.isNaN(value));
    const { largestExp } = this.rules,
      shown = ["masked"];
    const isFar = largest(scores.map(Math.abs)) > largestExp;
    if (isFar)
      shown.push(
        this.make("shifted", "less largest", ["masked"], t("less the largest"), "t_j", "score"),
      );
    this.make("exponentials", "exp", [shown.at(-1)], t("exponentials"), "e_j", "score");
    this.make("total", "total", ["exponentials"], t("their sum"), "z", "score");
    this.make("weights", "share", ["exponentials", "total"], t("weights"), "α_j", "weight");
    const says = isFar
      ? t("inside#scores too large for e", { largest: largestExp })
      : t("inside#exponentials");
    const masked =
      scores.length < this.words.keys.length ? ` ${t("Masked cells count as 0.")}` : "";
    const powers = isFar ? "t_j = m_j − max ( m_j ) , e_j = exp ( t_j )" : "e_j = exp ( m_j )";
    this.step(
      t("Exponentials"),
      says + masked,
      this.formula(`${powers} , z = ∑_j e_j`),
      ...shown,
      "exponentials",
      "total",
    );
    this.step(
      t("Weights"),
      t("inside#weights"),
      this.formula("α_j =") + fraction(this.formula("e_j"), this.formula("z")),
      "exponentials",
      "total",
      "weights",
    );
  }

  // The weighted sum of the values: "weighted" and "head_output".
  addWeightedSum() {
    const { head, who, rules } = this,
      number = head + 1;
    const [product, name, adds, total] = rules.weighted.map((text) => t(text));
    this.make("weighted", "weigh", ["weights", "values"], product, "u_j", "output");
    this.step(name, adds, this.formula("u_j = α_j v_j"), "weights", "values", "weighted");
    this.make("head_output", "sum", ["weighted"], total, `o_${number}`, "output", { rows: [who] });
    this.step(
      t("Head output"),
      t("inside#head output", { head: number, who }),
      this.formula(`o_${number} = ∑_j u_j`),
      "weighted",
      "head_output",
    );
  }

  // All heads side by side, multiplied by W_O: "projected" (section 3.2.2).
  addOutputProjection() {
    const { heads, head, who, dHead } = this,
      n = head + 1;
    const outputs = this.trace.outputs[this.stack][this.layer][this.row];
    const ranges =
      heads > 4
        ? [
            [1, n - 1],
            [n, n],
            [n + 1, heads],
          ] // as three grids
        : Array.from({ length: heads }, (_, place) => [place + 1, place + 1]);
    const parts = ranges
      .filter(([first, last]) => first <= last)
      .map(([first, last]) => {
        if (first === n && last === n) return "head_output";
        const named = { head: first, last },
          isOne = first === last;
        return this.give(
          `head_output_${first}`,
          lines([outputs.subarray((first - 1) * dHead, last * dHead)]),
          isOne ? t("of head {head}", named) : t("of heads {head} to {last}", named),
          isOne ? `o_${first}` : `o_${first}–${last}`,
          "output",
          { rows: [who] },
        );
      });
    this.make("joined", "join", parts, t("all heads side by side"), "c", "output", { rows: [who] });
    const symbols = parts.map((part) => this.grids.get(part).symbol).join(" , ");
    this.step(
      t("All heads"),
      t("inside#heads side by side", { heads }),
      this.formula(`c = [ ${symbols} ]`),
      ...parts,
      "joined",
    );
    const of = ["joined", this.matrix("to_output", "W_O", "W_O")];
    const isBiased = this.parameters.to_output_bias.values.some(Boolean);
    if (isBiased) of.push(this.matrix("to_output_bias", t("its bias"), "b_O"));
    this.make("projected", "linear", of, t("what attention adds"), "y", "output");
    this.step(
      t("Output projection"),
      t("inside#output projection", { who }),
      this.formula(isBiased ? "y = c W_O + b_O" : "y = c W_O"),
      ...of.filter((name) => this.grids.get(name).sent),
      "projected",
    );
  }

  addResidual() {
    const says =
      this.stack === "decoder"
        ? t("inside#added back and normalised for cross-attention")
        : t("inside#added back and normalised");
    const grids = this.addAndNorm("word", "projected", "attended", t("after attention"), "n");
    this.step(t("Residual and norm"), says, this.normFormula("x + y", "n"), ...grids);
  }

  // From "attended" to "leaves" (section 3.3).
  addFeedForward() {
    const few = this.dModel,
      [, many] = this.parameters.feed_forward_in.shape;
    const layer = (name, index) => [
      this.matrix(name, `W_${index}`, `W_${index}`),
      this.matrix(`${name}_bias`, t("its bias"), `b_${index}`),
    ];
    this.make(
      "hidden",
      "linear relu",
      ["attended", ...layer("feed_forward_in", 1)],
      t("hidden layer"),
      "f",
      "state",
    );
    this.make(
      "fed",
      "linear",
      ["hidden", ...layer("feed_forward_out", 2)],
      t("what it adds"),
      "g",
      "state",
    );
    this.step(
      t("Feed-forward"),
      t("inside#feed-forward layers", { few, many }),
      this.formula("f = max ( 0 , n W_1 + b_1 ) , g = f W_2 + b_2"),
      "attended",
      "hidden",
      "fed",
    );
    const grids = this.addAndNorm(
      "attended",
      "fed",
      "leaves",
      t("what leaves the layer"),
      "n_2",
      "feed_forward_",
      "_2",
    );
    this.step(t("Layer output"), this.layerEnd(), this.normFormula("n + g", "n_2", "_2"), ...grids);
  }

  layerEnd() {
    if (this.layer + 1 < this.layers)
      return t("inside#enters the next layer", {
        layer: this.layer + 2,
      });
    return this.stack === "encoder"
      ? t("inside#leaves the encoder")
      : t("inside#leaves the decoder", {
          word: this.words.written[this.row],
        });
  }

  // Throws a Refusal unless the grids end in the numbers of the run.
  check() {
    const { stack, layer, head, row, trace, rules, dHead } = this,
      { length } = this.words.keys;
    const of = (name) => this.grids.get(name).values;
    const queries = this.words.queries.length;
    const start = ((layer * this.heads + head) * queries + row) * length;
    const expected = [
      ["weights", trace.weights[stack].subarray(start, start + length)],
      ["head_output", trace.outputs[stack][layer][row].subarray(head * dHead, (head + 1) * dHead)],
      ...(this.grids.has("leaves") ? [["leaves", this.states[layer + 1][row]]] : []),
    ];
    const largest = (numbers) =>
      numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const tolerance = rules.tolerance + 8 * ROUNDING * largest(of("scores"));
    for (const [name, values] of expected) {
      const difference = largest([...values].map((value, i) => value - of(name)[i]));
      if (difference <= tolerance * Math.max(1, largest(values))) continue;
      const shown = local(String(Number(difference.toPrecision(2))));
      throw new Refusal(DIFFERS, { difference: shown });
    }
  }
}

// The derivation of one head of a run as trained, { title, grids, steps }: `place` has { stack,
// layer, head, row }, all from 0, `title` the title of the mechanism. Throws a Refusal for numbers
// that are not those of the run.
export function derive(network, trace, place, title, rules) {
  const board = new Walkthrough(network, trace, place, rules);
  board.addAll();
  board.check();
  const { who, grids, steps } = board,
    { layer, head } = place;
  return {
    grids,
    steps,
    title: t("{attention}, layer {layer}, head {head}: “{who}”", {
      attention: title,
      layer: layer + 1,
      head: head + 1,
      who,
    }),
  };
}
