// The weights of a head of the transformer, and beside them how much each word adds.
//
// To be read beside viz/pages/inside/contribution.py and viz/analysis/walkthrough/contributions.py:
// the contribution of a key to a query is α f(x), f(x) = (x W_V + b_V) W_O of one head (Kobayashi
// et al. 2020, section 3).

import { dot, largest, norm, power, range, sum } from "./numbers.js";
import { local, t } from "./text.js";
import { parametersOf, wordsOf } from "./walkthrough.js";

// x W + b of one row, of a matrix { shape, values } of walkthrough.js.
function apply(row, { shape: [, columns], values }, bias) {
  const made = Float64Array.from(bias);
  row.forEach((value, at) => {
    for (let column = 0; column < columns; column++)
      made[column] += value * values[at * columns + column];
  });
  return made;
}

// The share of each input token in each token after every layer, [layer][row][column] (Abnar &
// Zuidema 2020, section 3); `weights[layer][head][row][column]`.
function rollout(weights) {
  const length = weights[0][0].length,
    rolled = [];
  let last = range(length).map((row) => range(length).map((column) => Number(row === column)));
  for (const heads of weights) {
    const mixed = range(length).map((row) =>
      range(length).map(
        (column) =>
          (0.5 * heads.reduce((sum, head) => sum + head[row][column], 0)) / heads.length +
          0.5 * (row === column),
      ),
    );
    const columns = range(length).map((column) => last.map((row) => row[column]));
    last = mixed.map((row) => columns.map((column) => dot(row, column)));
    rolled.push(last);
  }
  return rolled;
}

// What the page shows at a state of the address: { matrices, text }. `kinds` are the measures
// beside the weights, each with its title.
export function contribution(network, trace, state, values, kinds) {
  const { attention: stack, beside } = state,
    layer = state.layer - 1,
    place = state.head - 1;
  const { queries, keys, written } = wordsOf(trace, stack);
  const [layers, heads] = values.models.transformer.stacks[stack];
  const [high, wide] = [queries.length, keys.length];
  const all = range(layers).map((number) =>
    range(heads).map((head) =>
      range(high).map((row) => {
        const start = ((number * heads + head) * high + row) * wide;
        return trace.weights[stack].subarray(start, start + wide);
      }),
    ),
  );
  const weights = all[layer],
    parts = parametersOf(network, stack, layer);
  const rest = parts.to_output_bias.values,
    dModel = rest.length,
    dHead = dModel / heads;
  const context = stack === "cross" ? trace.states.encoder.at(-1) : trace.states[stack][layer];
  const { values: toOutput } = parts.to_output;
  const vectors = context.slice(0, wide).map((row) => {
    // f(x) by head
    const value = apply(row, parts.to_value, parts.to_value_bias.values);
    return range(heads).map((head) =>
      apply(
        value.slice(head * dHead, (head + 1) * dHead),
        { shape: [dHead, dModel], values: toOutput.subarray(head * dHead * dModel) },
        new Float64Array(dModel),
      ),
    );
  });
  let error = 0;
  const together = range(high).map((query) => {
    const total = Float64Array.from(rest),
      lengths = vectors.map((ofHeads, key) => {
        const part = new Float64Array(dModel);
        ofHeads.forEach((vector, head) =>
          vector.forEach((value, at) => {
            part[at] += weights[head][query][key] * value;
          }),
        );
        part.forEach((value, at) => {
          total[at] += value;
        });
        return norm(part);
      });
    apply(trace.outputs[stack][layer][query], parts.to_output, rest).forEach((value, at) => {
      error = Math.max(error, Math.abs(value - total[at]));
    });
    return lengths;
  });
  const lengths = vectors.map((ofHeads) => norm(ofHeads[place]));
  const norms = weights[place].map((row) => [...row].map((weight, key) => weight * lengths[key]));
  const measured =
    beside === "rollout" ? rollout(all)[layer] : beside === "norm" ? norms : together;
  const note =
    beside === "rollout"
      ? t("inside#rolled out", state)
      : beside === "norm"
        ? t("inside#length of a part")
        : t("inside#length over all heads");
  const rows = stack === "cross" ? queries.map((read, at) => `${read} ▸ ${written[at]}`) : queries;
  const allowed =
    stack === "decoder" && high > 1
      ? queries.map((_, row) => keys.map((__, column) => column <= row))
      : null;
  const colour = values.colours[place % values.colours.length];
  const shared = { rows, columns: keys, allowed, colour };
  const [, title] = kinds.find(([kind]) => kind === beside);
  return {
    matrices: [
      {
        ...shared,
        title: t("Weight α"),
        values: weights[place].map((row) => [...row]),
        note: headTitle(state, values),
      },
      {
        ...shared,
        title: t(title),
        values: measured,
        note,
        most: beside === "rollout" ? 1 : largest(measured.flat()),
        kind: beside === "rollout" ? "weight" : "norm",
      },
    ],
    text:
      beside === "rollout"
        ? ABOUT_ROLLOUT()
        : explain(trace, stack, keys, weights[place], measured, error),
  };
}

const headTitle = ({ attention, layer, head }, { titles, models }) =>
  t("{attention} · layer {layer}, head {head} of {model}", {
    attention: t(titles[attention]),
    layer,
    head,
    model: t(models.transformer.title),
  });

const ABOUT_ROLLOUT = () => t("inside#rollout");

// What the lengths are, and the share of full stops and of tokens without characters.
function explain({ source, predicted }, stack, keys, weights, lengths, error) {
  const start = { start: 0, end: 0 };
  const spans = stack === "decoder" ? [start, ...predicted.slice(0, -1)] : source;
  const places = range(keys.length).filter(
    (place) => spans[place].start === spans[place].end || keys[place] === ".",
  );
  const total = (cells) => sum(cells.map(sum));
  const share = (cells) =>
    t("{percent}%", {
      percent: local(
        (
          (100 * total(cells.map((row) => places.map((place) => row[place])))) /
          total(cells)
        ).toFixed(0),
      ),
    });
  const sentences = [t("inside#contributions")];
  if (places.length) {
    sentences.push(
      t("inside#weight on marks", {
        marks: [...new Set(places.map((place) => keys[place]))].join(", "),
        weight: share(weights.map((row) => [...row])),
        length: share(lengths),
      }),
    );
  }
  sentences.push(t("inside#parts that add up", { error: power(error) }));
  return sentences.join(" ");
}
