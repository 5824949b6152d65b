// Inside one head of the transformer: its five stages, then each step with every number; also a
// lecture's example and a blackboard, which Python has derived.

import { contribution } from "../../engine/contribution.js";
import { pack } from "../../engine/heads.js";
import { litCells } from "../../engine/marks.js";
import { packMatrices } from "../../engine/mask.js";
import { runsOf } from "../../engine/running.js";
import { t } from "../../engine/text.js";
import { unfold } from "../../engine/unfolding.js";
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

// A derivation of Python, { head, numbers in base64 } by look and choice, with the step to show.
function reopen(all, state, language) {
  const look = state["inside-look"],
    which = state[look === "board" ? "board-mask" : "worked"];
  const { head, numbers } = all[`${look} ${which}`];
  const bytes = Uint8Array.from(atob(numbers), (character) => character.charCodeAt(0));
  const step = Number(clamp(state[`${look}-step`], head.stages.length)) - 1;
  const view = { step, everything: state[`${look}-all`] === "on", alone: state.part === "step" };
  return {
    packed: pack({ ...head, ...view, language }, new Float32Array(bytes.buffer)),
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

  async run({ models: { transformer }, state, values, language, file }) {
    const start = performance.now();
    if (!isOfAHead(state)) {
      const all = await file(`derivations.${language.code}.json`);
      const content = reopen(all, state, language);
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
        { kind: "matrices", packed: packMatrices(marked, hint, "", values, language) },
        ...(state.part ? [] : [{ kind: "text", text }]),
      ];
      return {
        packed: { parts, painted: trace.translation },
        picture: "edition/sheet",
        title: t(values.pages.inside.title),
        milliseconds: performance.now() - start,
      };
    }
    const { row, ...content } = unfold(transformer.network, trace, state, values, language);
    const shown = {
      "inside-row": String(row),
      "inside-step": clamp(state["inside-step"], content.steps),
    };
    return { ...content, state: shown, milliseconds: performance.now() - start };
  },
};
