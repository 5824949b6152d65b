// The five stages of a head, drawn one after the other.

import { t } from "../../engine/text.js";
import { drawn } from "../shared/timeline.js";
import { extremes } from "./sentences.js";

const STAGES = ["word", "projections", "scores", "softmax", "mix"];
const MOVES = { scores: 3500, softmax: 1200, mix: 2500 }; // milliseconds: word by word takes longer
const NUMBERS = { scores: "score", softmax: "weight" }; // of which the largest is said

// The steps of the animation: each stage with what stands out in its numbers, then the whole.
export function stepsOf(overview, parts) {
  const stages = overview.stages.filter(({ name }) => STAGES.includes(name));
  const steps = stages.map(({ name, title, says }) => ({
    name: title,
    says: [says, NUMBERS[name] ? extremes(parts[NUMBERS[name]]) : ""].filter(Boolean).join(" "),
    move: MOVES[name],
  }));
  return [...steps, { name: t("the whole head"), says: overview.finding }];
}

// How much of the part `part` of `count` of a stage is drawn where the animation stands `at`.
export const drawnOf = (at, stage, part, count) => drawn(at, STAGES.indexOf(stage), part, count);

// The stage on show, and which of `count` rows is being drawn in it: null where all are at once.
export function nowAt(at, count) {
  if (at === null) return { stage: null, row: null };
  const stage = STAGES[Math.ceil(at)] ?? null,
    isByRow = stage === "scores" || stage === "mix";
  return { stage, row: isByRow && at % 1 ? Math.floor((at % 1) * count) : null };
}
