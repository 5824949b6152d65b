// The query meets its keys, one after the other: each makes its dot product.

import { quoted, t, shorten } from "../../engine/text.js";
import { Player } from "../shared/player.js";
import { written } from "./wording.js";

const HOLD = 900,
  MOVE = 500,
  ALL = 20_000; // milliseconds: of many keys each has less

// Whether a grid has the dot products of one row with each row of another grid.
export const isMeeting = ({ operation, shape, values, of }) =>
  operation === "dots" && shape[0] === 1 && Boolean(values && of.every((grid) => grid.values));

// The steps of the animation: each key with its product, then all of them.
export function stepsOf(products) {
  const { rows: words } = products.of[1];
  const pace = Math.min(1, ALL / (words.length * (HOLD + MOVE)));
  return [
    ...words.map((word, place) => ({
      name: shorten(word),
      hold: HOLD * pace,
      move: MOVE * pace,
      says: t("The query times the key of {word}: {value}.", {
        word: quoted(word),
        value: written(products.values[place]),
      }),
    })),
    { name: t("all keys"), says: "", move: 0 },
  ];
}

export class Meeting {
  constructor(view) {
    this.view = view;
    this.player = new Player(
      () => view.describe(),
      () => ({
        label: t("The query and its keys, one after the other"),
        play: t("The query meets its keys"),
        back: t("The key before"),
        on: t("The next key"),
      }),
    );
  }

  // The step of other data in which they meet, if there is one.
  setData(stages) {
    this.step = stages.findIndex(({ result }) => isMeeting(result));
    const stage = stages[this.step];
    this.player.show(stage ? stepsOf(stage.result) : []);
    this.figure = stage?.figures.at(-1);
    stage?.panel.querySelector(".head").append(this.player.element);
  }

  get isOn() {
    return this.player.at !== null && this.view.step === this.step;
  }

  // The product that is being made, as a cell that is pointed at; null while nothing is played.
  get cell() {
    return this.isOn ? { figure: this.figure, row: 0, column: this.player.whole } : null;
  }

  // Draws the products as far as they are made, and the frame on its way from key to key.
  paint() {
    const { figure, view } = this,
      until = this.cell?.column ?? null;
    if (!figure) return;
    if (figure.until !== until) {
      Object.assign(figure, { until, painted: false });
      if (view.visible().includes(figure)) figure.paint();
    }
    if (until === null) return;
    const keys = view.visible().find(({ grid }) => grid === figure.grid.of[1]);
    keys?.mark([[this.player.at, null]]);
  }
}
