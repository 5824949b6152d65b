// Matrices that are drawn one after the other, from the top down. A mask falls on what stands
// before it, too.

import { t } from "../../engine/text.js";
import { drawn } from "../shared/timeline.js";

const MOVE = 2500; // milliseconds in which a matrix is drawn

// The steps of the animation: each matrix { title, says }, then all of them as they are.
export function stepsOf(matrices) {
  const steps = matrices.map(({ title, says }) => ({ name: title, says, move: MOVE }));
  return [...steps, { name: t("the whole picture"), says: steps.at(-1)?.says ?? "", move: 0 }];
}

// Which part of the matrix at `place` is drawn, and which part of it the mask at `mask` covers,
// where the animation stands `at`; at rest all is drawn, and nothing covered.
export function partsOf(at, place, mask) {
  const isCovered = at !== null && place < mask;
  return { drawn: drawn(at, place), covered: isCovered ? drawn(at, mask) : 0 };
}
