// One head step by step, as the component "inside" reads it.
//
// To be read beside pack of viz/components/inside.

import { pack } from "./heads.js";
import { buildOverview } from "./stages.js";
import { t } from "./text.js";
import { derive, wordsOf } from "./walkthrough.js";

// The packed bytes of a derivation as the component "inside" reads them: pack of Python.
function packInside({ title, grids, steps }, overview, view, words, rules, values, language) {
  const numbers = [];
  let offset = 0;
  const described = [...grids].map(([name, grid]) => {
    const { title: of, symbol, role, rows, columns, shape, operation, number, sent } = grid;
    const made = {
      name,
      title: of,
      symbol,
      role,
      rows,
      columns,
      shape,
      operation,
      of: grid.of,
      number,
      offset: sent ? offset : null,
    };
    if (sent) numbers.push(grid.values);
    offset += sent ? grid.values.length : 0;
    return made;
  });
  const all = new Float32Array(offset);
  let at = 0;
  for (const block of numbers) {
    all.set(block, at);
    at += block.length;
  }
  return pack(
    {
      title,
      grids: described,
      stages: steps,
      overview,
      ...view,
      words,

      epsilon: rules.epsilon,
      colours: rules.colours,
      ink: values.ink,
      diverging: values.diverging,
      language,
    },
    all,
  );
}

// The content of the page for a run as trained; of a row beyond its last that at `first`, from 1.
export function unfold(network, trace, state, values, language, first = Infinity) {
  const rules = values.inside,
    stack = state.attention;
  const { queries, written } = wordsOf(trace, stack);
  const isBeyond = state["inside-row"] > queries.length;
  const row = Math.min(isBeyond ? first : state["inside-row"], queries.length) - 1;
  const place = { stack, layer: state.layer - 1, head: state.head - 1, row };
  const derivation = derive(network, trace, place, t(values.titles[stack]), rules);
  const code = rules.code?.[stack][place.layer] ?? {};
  for (const step of derivation.steps) step.code = code[step.shows.at(-1)];
  const overview = buildOverview(
    derivation,
    queries[row],
    stack === "cross" ? written[row] : "",
    rules,
  );
  const step = Math.min(state["inside-step"] - 1, derivation.steps.length - 1);
  const everything = state["inside-all"] === "on";
  const words =
    stack === "cross" ? queries.map((word, place) => `${word} ▸ ${written[place]}`) : queries;
  const mark = JSON.stringify([trace.sentence, place]);
  return {
    row: row + 1,
    steps: derivation.steps.length,
    rows: queries.length,
    title: derivation.title,
    packed: packInside(
      derivation,
      overview,
      { mark, step, everything, row, alone: state.part === "step" },
      words,
      rules,
      values,
      language,
    ),
  };
}
