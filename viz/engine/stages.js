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
    reads: written ? t("inside#read and written") : "",
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
  const scores = [t("inside#a key that matches")];
  if (grids.get("masked").values.some(Number.isNaN)) scores.push(t("Hatched: hidden by the mask."));
  const rest = after.map(({ name }) => name.toLowerCase());
  return {
    word: written
      ? t("inside#word just read", { who, written })
      : t("“{who}” is a vector of {count} numbers.", { who, count }),
    projections: t("inside#query, key and value"),
    scores: scores.join(" "),
    softmax: t("inside#softmax"),
    mix: t("inside#weighted values"),
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
    if (weights[first] >= most) return t("inside#attends mainly, to write", named);
    return weights[first] >= much
      ? t("inside#attends most", named)
      : t("inside#spreads, to write", named);
  }
  if (weights[first] >= most) return t("inside#attends mainly", named);
  return weights[first] >= much
    ? t("inside#attends to two words", named)
    : t("inside#spreads", named);
}
