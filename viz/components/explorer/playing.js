// The translation as it is written, word by word.

import { t } from "../../engine/text.js";
import { Player } from "../shared/player.js";

const SECONDS = 20; // that a long sentence takes from its start to its end
const SLOWEST = 900,
  FASTEST = 250; // milliseconds a word

export class WordPlayer extends Player {
  constructor(paint) {
    super(paint, () => ({
      label: t("The translation, word by word"),
      play: t("Play word by word"),
      back: t("The word before"),
      on: t("The next word"),
    }));
  }
}

// How long each of so many words is on show.
export const pace = (count) =>
  Math.max(FASTEST, Math.min(SLOWEST, (1000 * SECONDS) / Math.max(count, 1)));

// The steps of the animation, of which the line above the picture says what each word attends to.
export function wordByWord(words) {
  if (words.length < 2) return [];
  const hold = pace(words.length);
  return [
    ...words.map(({ text }) => ({ name: text, hold, move: 0 })),
    { name: t("the whole translation"), move: 0 },
  ];
}
