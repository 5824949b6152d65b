// What comes next: GPT's next word, and a continuation that is drawn.
//
// To be read beside viz/pages/next of Python.

import { MOST_ROWS } from "../../engine/constants.js";
import { nextTokens, write } from "../../engine/networks/continuation.js";
import { normalise } from "../../engine/networks/normalising.js";
import { entropy, sum } from "../../engine/numbers.js";
import { share } from "../../engine/shares.js";
import { grouped, t } from "../../engine/text.js";
import { declared, stepThrough } from "../settings.js";

const MODEL = "gpt";
const GLUE = "·"; // before a piece that continues a word
const SPACE = "␣"; // a token that is a space
const samplingOf = (state) => ({
  temperature: Number(state["next-temperature"]),
  k: Number(state["next-k"]),
  p: Number(state["next-p"]),
});

// A token as a word, with GLUE before a piece that continues a word.
function pieceTitle(tokenizer, token) {
  if (token === tokenizer.endId) return t("end of the text");
  const name = tokenizer.name(token);
  return /^\p{L}/u.test(name) && !tokenizer.pieces[token].startsWith(" ") ? GLUE + name : name;
}

// The most probable words, and one row for the others.
function distribution(continuer, ids, state, colour) {
  const { ids: order, sampled, kept } = nextTokens(continuer, ids, samplingOf(state));
  const rows = order.slice(0, MOST_ROWS).map((token, place) => ({
    colour,
    isCut: place >= kept,
    text: pieceTitle(continuer.tokenizer, token),
    value: sampled[place],
    label: share(sampled[place]),
  }));
  const rest = sum(sampled.slice(MOST_ROWS));
  const others = grouped(order.length - MOST_ROWS);
  rows.push({
    text: t("{count:,} others", { count: others }),
    value: rest,
    label: share(rest),
    isOthers: true,
    isCut: kept <= MOST_ROWS,
  });
  const note =
    kept < order.length
      ? t("next#left to draw from", {
          kept: grouped(kept),
          all: grouped(order.length),
          share: t("{percent}%", { percent: Math.round(100 * sum(sampled.slice(0, kept))) }),
        })
      : t("next#perplexity", {
          count: grouped(Math.round(Math.exp(entropy(sampled)))),
        });
  return { rows, note };
}

// The words that were drawn; `merged`, the pieces of a word are joined.
function groupWords(tokenizer, written, merged) {
  const words = [];
  for (const { token, probability } of written) {
    const text = pieceTitle(tokenizer, token),
      before = words.at(-1);
    if (merged && text.startsWith(GLUE) && before) {
      before.text = before.text.replace(SPACE, "") + text.slice(GLUE.length);
      before.value *= probability;
    } else words.push({ text, value: probability });
  }
  return words.map((word) => ({ ...word, label: share(word.value) }));
}

const isWriting = (state) => state["next-look"] === "write";

export const next = {
  picture: "edition/tables",
  models: () => [MODEL],

  controls({ state, values }) {
    const [least, most] = declared(values.pages.next, "next-seed").range;
    const seed = Number(state["next-seed"]);
    return [
      "next-look",
      "next-temperature",
      "next-k",
      "next-p",
      { name: "next-length", kind: "list" },
      ...(isWriting(state)
        ? [
            {
              kind: "button",
              label: t("Draw again"),
              change: { "next-seed": String(seed < most ? seed + 1 : least) },
            },
            "words",
          ]
        : []),
      {
        kind: "link",
        label: t("See all heads of {model} on this text", { model: values.models[MODEL].title }),
        page: "heads",
        state: {
          model: MODEL,
          sentence: state.sentence,
          attention: "decoder",
          layer: "1",
          head: "1",
        },
      },
    ];
  },

  // In a lecture the arrows go through the looks.
  step: (state, [, by], { pages }) =>
    stepThrough(declared(pages.next, "next-look").options, "next-look", state, by),

  async run({ models: { [MODEL]: continuer }, state, values, file }) {
    const start = performance.now(),
      text = normalise(state.sentence).trimEnd();
    const { title, colour } = values.models[MODEL],
      { tokenizer } = continuer,
      parts = [];
    if (isWriting(state)) {
      const length = Number(state["next-length"]),
        ids = continuer.idsOf(text, length);
      const chances = (await file("chances.json"))[state["next-seed"] - 1].slice(0, length);
      const words = groupWords(
        tokenizer,
        write(continuer, ids, samplingOf(state), chances),
        state.words === "merged",
      );
      const last = text.split(/\s+/),
        given = last.slice(-3).join(" ");
      parts.push(
        {
          kind: "continuation",
          title,
          colour,
          words,
          given: last.length > 3 ? `… ${given}` : given,
        },
        {
          kind: "text",
          isSmall: true,
          text: t("next#drawn words", { seed: state["next-seed"] }),
        },
      );
    } else {
      const panel = distribution(continuer, continuer.idsOf(text), state, colour);
      parts.push({ kind: "distributions", panels: [{ title, ...panel }] });
      if (panel.rows.some((row) => row.text.startsWith(GLUE)))
        parts.push({
          kind: "text",
          isSmall: true,
          text: t("next#pieces"),
        });
    }
    return {
      packed: { style: values.style, painted: text, parts },
      title: t(values.pages.next.title),
      milliseconds: performance.now() - start,
    };
  },
};
