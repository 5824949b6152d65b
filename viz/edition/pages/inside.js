// Inside one head of the transformer: its five stages, then each step with every number; also a
// lecture's example and a blackboard, which Python has derived.

import { contribution } from "../../engine/contribution.js";
import { pack } from "../../engine/heads.js";
import { litCells } from "../../engine/marks.js";
import { packMatrices } from "../../engine/mask.js";
import { runsOf } from "../../engine/running.js";
import { buildOverview } from "../../engine/stages.js";
import { t } from "../../engine/text.js";
import { derive, wordsOf } from "../../engine/walkthrough.js";
import { declared } from "../settings.js";
import { stepHead } from "../lecture_mode.js";

// The measures beside the weights; a rollout needs self-attention.
const kindsOf = ({ attention }, { pages }) =>
  declared(pages.inside, "beside").options.filter(
    ([kind]) => kind !== "rollout" || attention !== "cross",
  );
const shows = (look) => (state) => state["inside-look"] === look;
const isOfAHead = ({ "inside-look": look }) => ["steps", "contribution"].includes(look);
const isSteps = shows("steps");
// The prefix of the settings of each look.
const prefixOf = (state) => (isSteps(state) ? "inside" : state["inside-look"]);
const clamp = (number, most) => String(Math.min(number, most));

function stepInLayers(state, key, values) {
  const [layers, heads] = values.models[state.model].stacks[state.attention];
  return stepHead(state, key, { layers, heads });
}

// The packed bytes of a derivation as the component "inside" reads them: pack of Python.
function packInside({ title, grids, steps }, overview, view, words, rules, values, french) {
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
      french,
    },
    all,
  );
}

// The content of the page for a run as trained.
export function unfold(network, trace, state, values, french) {
  const rules = values.inside,
    stack = state.attention;
  const { queries, written } = wordsOf(trace, stack);
  const row = Math.min(state["inside-row"], queries.length) - 1;
  const place = { stack, layer: state.layer - 1, head: state.head - 1, row };
  const derivation = derive(network, trace, place, t(values.titles[stack]), rules);
  const code = rules.code[stack][place.layer];
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
      french,
    ),
  };
}

// A derivation of Python, { head, numbers in base64 } by look and choice, with the step to show.
function reopen(all, state, french) {
  const look = state["inside-look"],
    which = state[look === "board" ? "board-mask" : "worked"];
  const { head, numbers } = all[`${look} ${which}`];
  const bytes = Uint8Array.from(atob(numbers), (character) => character.charCodeAt(0));
  const step = Number(clamp(state[`${look}-step`], head.stages.length)) - 1;
  const view = { step, everything: state[`${look}-all`] === "on", alone: state.part === "step" };
  return {
    packed: pack({ ...head, ...view, french }, new Float32Array(bytes.buffer)),
    steps: head.stages.length,
    rows: 1,
    title: head.title,
  };
}

export const inside = {
  picture: "bundles/inside",
  scrolls: true,
  looks: ["inside", "lecture", "board"].flatMap((name) => [`${name}-step`, `${name}-all`]),
  asksSentence: isOfAHead,
  models: (state) => (isOfAHead(state) ? ["transformer"] : []),

  computed: (values) => ({
    // Larger numbers are the last row, as the last step.
    "inside-row": { range: [1, declared(values.pages.inside, "inside-step").range[1]] },
    beside: { options: (state) => kindsOf(state, values) },
  }),

  controls: ({ state }) => [
    "inside-look",
    "worked",
    "board-mask",
    ...(isOfAHead(state) ? ["attention", "layer", "head"] : []),
    "beside",
  ],

  hear(name, { step, row, all }, { state }) {
    if (name !== "setting") return null;
    const prefix = prefixOf(state);
    return {
      [`${prefix}-step`]: String(step),
      [`${prefix}-row`]: String(row),
      [`${prefix}-all`]: all ? "on" : "off",
    };
  },

  step(state, [axis, by], values, { steps, rows }) {
    if (shows("contribution")(state)) return stepInLayers(state, [axis, by], values);
    const prefix = prefixOf(state),
      [name, least, most] =
        axis === "head"
          ? [`${prefix}-step`, Number(!isSteps(state)), steps]
          : [`${prefix}-row`, 1, rows];
    const next = Number(state[name]) + by;
    return next < least || next > most ? null : { [name]: String(next) };
  },

  async run({ models: { transformer }, state, values, french, file, isFrench }) {
    const start = performance.now();
    if (!isOfAHead(state)) {
      const all = await file(`derivations.${isFrench ? "fr" : "en"}.json`);
      const content = reopen(all, state, french);
      const step = `${prefixOf(state)}-step`,
        shown = { [step]: clamp(state[step], content.steps) };
      return { ...content, state: shown, milliseconds: performance.now() - start };
    }
    const { trace } = runsOf(transformer).asTrained(state.sentence);
    if (!isSteps(state)) {
      const { matrices, text } = contribution(
        transformer.network,
        trace,
        state,
        values,
        declared(values.pages.inside, "beside").options,
      );
      const hint = state.part ? t("shared#hover") : t("inside#hover");
      const marked = matrices.map((matrix) => ({
        ...matrix,
        lit: litCells(state.highlights ?? [], matrix.rows, matrix.columns),
      }));
      const parts = [
        { kind: "matrices", packed: packMatrices(marked, hint, "", values, french) },
        ...(state.part ? [] : [{ kind: "text", text }]),
      ];
      return {
        packed: { parts, painted: trace.translation },
        picture: "edition/sheet",
        title: t(values.pages.inside.title),
        milliseconds: performance.now() - start,
      };
    }
    const { row, ...content } = unfold(transformer.network, trace, state, values, french);
    const shown = {
      "inside-row": String(row),
      "inside-step": clamp(state["inside-step"], content.steps),
    };
    return { ...content, state: shown, milliseconds: performance.now() - start };
  },
};
