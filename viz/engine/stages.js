// The five stages of a head in everyday words, over the steps of its derivation.
//
// To be read beside viz/analysis/walkthrough/stages.py.

import { t } from "./text.js";

// The overview of a derivation of `derive` for the query word `who`; a decoder that attends to a
// source has read it and writes `written` next. `rules` are those of Python.
export function buildOverview({ grids, steps }, who, written, rules) {
  const { titles } = rules;
  const places = Object.fromEntries(Object.keys(titles).map((name) => [name, []]));
  steps.forEach(({ shows }, place) => {
    const stage = places.rest.length ? "rest" : (rules.stages[shows.at(-1)] ?? "rest");
    places[stage].push(place);
  });
  const after = steps.filter(({ shows }) => !(shows.at(-1) in rules.stages));
  const says = describeStages(grids, after, who, written);
  const stages = Object.entries(titles)
    .filter(([name]) => name !== "rest" || places[name].length)
    .map(([name, title]) => ({ name, title: t(title), says: says[name], steps: places[name] }));
  return {
    who,
    finding: describeFinding(grids.get("weights"), who, written, rules),
    reads: written ? t("word just read ▸ word about to be written") : "",
    stages,
    grids: {
      word: "word",
      query: "query",
      key: "keys",
      value: "values",
      score: "masked",
      weight: "weights",
      mixed: "weighted",
      result: "head_output",
    },
  };
}

// The text of each stage; `after` are the steps after the head.
function describeStages(grids, after, who, written) {
  const count = grids.get("word").shape[1];
  const scores = [t("The better a key matches the query, the larger its score.")];
  if (grids.get("masked").values.some(Number.isNaN)) scores.push(t("Hatched: hidden by the mask."));
  const rest = after.map(({ name }) => name.toLowerCase());
  return {
    word: written
      ? t("“{who}” has just been read, “{written}” is about to be written.", { who, written })
      : t("“{who}” is a vector of {count} numbers.", { who, count }),
    projections: t(
      "Each vector becomes three: what the word looks for (query), what it is found " +
        "by (key) and what it passes on (value).",
    ),
    scores: scores.join(" "),
    softmax: t("Scores become weights: none is below 0, and they add up to 1."),
    mix: t("Each value is multiplied by its weight. Their sum is the output of the head."),
    rest: t("After the head: {steps}.", { steps: [...new Set(rest)].join(", ") }),
  };
}

// Which words the query word attends to.
function describeFinding({ values: weights, columns: words }, who, written, { most, much }) {
  const places = [...weights.keys()].sort((a, b) => weights[b] - weights[a] || a - b);
  const [first, second] = places.length > 1 ? places : [0, 0];
  const percent = (place) => Math.round(100 * weights[place]);
  const named = {
    who: written || who,
    first: words[first],
    second: words[second],
    share: percent(first),
    rest: percent(second),
  };
  if (written) {
    if (weights[first] >= most)
      return t("To write “{who}”, this head attends mainly to “{first}”: {share}%.", named);
    return weights[first] >= much
      ? t(
          "To write “{who}”, this head attends to “{first}” ({share}%) " +
            "and “{second}” ({rest}%) most.",
          named,
        )
      : t(
          "To write “{who}”, this head spreads its attention: no word gets more than {share}%.",
          named,
        );
  }
  if (weights[first] >= most)
    return t("In this head “{who}” attends mainly to “{first}”: {share}%.", named);
  return weights[first] >= much
    ? t(
        "In this head “{who}” attends to “{first}” ({share}%) and " + "“{second}” ({rest}%) most.",
        named,
      )
    : t("In this head “{who}” spreads its attention: no word gets more than {share}%.", named);
}
