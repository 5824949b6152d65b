// Lessons: the steps of viz/texts/en/lessons, each with a text beside the picture of its page.
//
// A step whose page, part or settings the edition lacks shows what Python computed for it,
// viz/cli/step_pictures.py; one without that says so.

import { readParts } from "../../components/sheet/reading.js";
import { axesOf, between } from "../../engine/heads.js";
import { litCells } from "../../engine/marks.js";
import { packMatrices } from "../../engine/mask.js";
import { runsOf } from "../../engine/running.js";
import { fixed, t } from "../../engine/text.js";
import { readAddress } from "../address.js";
import { drawnIn } from "../languages.js";
import { settingsOf } from "../settings.js";

// The parts of pages that are shown here; a page of several parts says which of them are its own.
const PARTS = {
  heads: ["head", "row", "all"],
  inside: ["step", "weights"],
  next: ["picture"],
  fill: ["guesses"],
  align: ["pictures"],
  mask: ["scores", "weights", "ahead", "later", "padding"],
  order: ["picture", "orders", "encodings"],
};

// What the reader has changed in the picture of this step, as its page's settings.
function changesIn({ lesson, step, changes }) {
  const { at, ...texts } = JSON.parse(changes ?? "{}");
  return at === `${lesson} ${step}` ? texts : {};
}

// The step of a state, { page, query, part } with the state that its page has then; null where the
// edition cannot show it.
export function stepOf(pages, state, values) {
  const step = values.lessons[state.lesson]?.[state.step - 1];
  if (!step || !PARTS[step.page]?.includes(step.part)) return null;
  const settings = settingsOf(pages, step.page, values),
    query = new URLSearchParams(step.query);
  for (const [name, text] of Object.entries(changesIn(state))) query.set(name, text);
  const address = readAddress(query, settings, "en", values.languages);
  return address.refused.length ? null : { ...step, state: address.state };
}

// One head as a matrix with the marks of a step; of the part “row” the lines of the word of the
// first mark instead, and its row in all heads: row_matrices of viz/draw/head_matrices.py.
function headParts(model, { attention: stack, ...state }, { part, highlights }, values, language) {
  const { trace } = runsOf(model).asTrained(state.sentence);
  const [rows, columns] = axesOf(trace, state.words === "merged")[stack];
  const [layers, heads] = values.models[state.model].stacks[stack];
  const all = between(trace.weights[stack], layers * heads, rows, columns);
  const number = (state.layer - 1) * heads + (state.head - 1);
  const named = (at) =>
    t("layer {layer}, head {head}", { layer: Math.floor(at / heads) + 1, head: (at % heads) + 1 });
  const lit = litCells(highlights, rows.labels, columns.labels),
    row = lit[0]?.[0] ?? null;
  const isRow = part === "row" && row !== null,
    colour = values.colours[(state.head - 1) % values.colours.length];
  const title = isRow
    ? t("“{word}” in {head}", { word: rows.labels[row], head: named(number) })
    : `${t(values.titles[stack])} · ${named(number)}`;
  const matrices = [
    {
      title,
      rows: rows.labels,
      columns: columns.labels,
      values: all[number],
      allowed: rows.groups.map((queries) =>
        columns.groups.map((keys) => stack !== "decoder" || keys[0] <= queries.at(-1)),
      ),
      colour,
      lit,
      lines: isRow,
    },
  ];
  if (isRow) {
    const marked = [...new Set(lit.map(([, column]) => column))].filter(
      (column) => column !== null,
    );
    const ofRow = all.map((head) => head[row]);
    const most = (column) =>
      ofRow.reduce((best, head, at) => (head[column] > ofRow[best][column] ? at : best), 0);
    matrices.push({
      title: t("“{word}” in all {count} heads", { word: rows.labels[row], count: all.length }),
      rows: all.map((_, at) => named(at)),
      columns: columns.labels,
      values: ofRow,
      colour,
      lit: [[number, null], ...marked.map((column) => [null, column])],
      caption: marked
        .map((column) =>
          t("“{column}” gets at most {weight:.2f} ({head}).", {
            column: columns.labels[column],
            head: named(most(column)),
            weight: fixed(ofRow[most(column)][column], 2),
          }),
        )
        .join(" "),
    });
  }
  const hint = t("shared#hover");
  return [{ kind: "matrices", packed: packMatrices(matrices, hint, "", values, language) }];
}

// The picture of a step: the content of its page, or a part of it.
async function pictureOf(pages, step, highlights, given) {
  const { values, language, models } = given,
    { page, part, state } = step;
  if (page === "heads" && part !== "all")
    return {
      picture: "edition/sheet",
      packed: {
        painted: state.sentence,
        parts: headParts(models[state.model], state, { part, highlights }, values, language),
      },
    };
  const asked = { ...given, state: { ...state, part, highlights } };
  const content = await pages[page].run(asked);
  return { picture: pages[page].picture, ...content, state: {} };
}

const inApp = ({ lesson, step }) => `http://localhost:8501/lessons?lesson=${lesson}&step=${step}`;

// What Python computed for a step.
async function drawnBefore(state, { file, values, language }) {
  const { lesson, step } = state,
    drawn = drawnIn(language, `lesson ${lesson}`);
  const all = await file(`steps/${lesson}.${drawn}.json`);
  const parts = readParts(all[step - 1], values, language);
  const said = {
    kind: "markdown",
    isSmall: true,
    text: t("edition#computed by the app", { address: `\`${inApp(state)}\`` }),
  };
  return {
    picture: "edition/sheet",
    packed: { painted: `${lesson} ${step}`, parts: [...parts, said] },
  };
}

// The page of lessons, whose steps show these pages.
export const lessonsOf = (pages) => ({
  hasNoSentence: true,
  readsTables: true,
  picture: "edition/sheet",
  scrolls: true,

  models(state, values) {
    const step = stepOf(pages, state, values);
    return step ? pages[step.page].models(step.state, values) : [];
  },

  settings: ({ lessons: all }) => [
    { name: "lesson", first: "", options: ["", ...Object.keys(all)].map((name) => [name]) },
    {
      name: "step",
      first: "1",
      applies: ({ lesson }) => Boolean(lesson),
      accepts: (value, { lesson }) =>
        /^[1-9]\d?$/.test(value) && Number(value) <= (all[lesson]?.length ?? 1),
    },
  ],

  // What the page of the step hears; it is kept until another step, and stands in no address.
  hear(name, message, { state, values }) {
    const step = stepOf(pages, state, values),
      { hear, looks = [] } = pages[step?.page] ?? {};
    const texts = hear?.(name, message, { state: step.state, values });
    if (!texts || Object.keys(texts).every((setting) => looks.includes(setting))) return null;
    const at = `${state.lesson} ${state.step}`;
    return { changes: JSON.stringify({ ...changesIn(state), ...texts, at }) };
  },

  // Of the keys that lead through a lesson.
  step(state, [, by], values) {
    const next = Number(state.step) + by;
    return values.lessons[state.lesson]?.[next - 1] ? { step: String(next) } : null;
  },

  async run(given) {
    const { state, values, file, language } = given,
      start = performance.now();
    const texts = await file(`lessons.${language.code}.json`);
    const lesson = texts[state.lesson];
    const shown = Object.fromEntries(
      Object.keys(values.lessons).map((name) => [
        name,
        texts[name].steps.filter(
          ({ isDrawn }, at) => isDrawn || stepOf(pages, { lesson: name, step: at + 1 }, values),
        ).length,
      ]),
    );
    if (!lesson)
      return {
        packed: { parts: [], painted: "" },
        title: t(values.pages.lessons.title),
        lesson: { all: texts, shown },
        milliseconds: performance.now() - start,
      };
    const place = state.step - 1,
      step = stepOf(pages, state, values);
    const { page, query } = values.lessons[state.lesson][place];
    const picture = step
      ? await pictureOf(pages, step, lesson.steps[place].highlights, given)
      : lesson.steps[place].isDrawn
        ? await drawnBefore(state, given)
        : {
            picture: "edition/sheet",
            packed: {
              painted: "",
              parts: [
                {
                  kind: "text",
                  text: [t("edition#picture in the app"), t("edition#start the app")].join(" "),
                },
                { kind: "code", text: inApp(state) },
              ],
            },
          };
    return {
      ...picture,
      lesson: { all: texts, name: state.lesson, place, whole: { page, query } },
      keeps: [`steps ${drawnIn(given.language, `lesson ${state.lesson}`)}`],
      title: lesson.steps[place].title,
      milliseconds: performance.now() - start,
    };
  },
});
