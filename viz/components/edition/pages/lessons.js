// Lessons: the steps of viz/view/lessons, each with a text beside the picture of its page.
//
// A step whose page, part or settings the edition lacks says so.

import { t, translatable } from "../../shared/text.js";
import { one, readAddress, settingsOf } from "../address.js";
import { Axis } from "../heads.js";
import { litCells } from "../marks.js";
import { packMatrices } from "../mask.js";
import { PAGES } from "../pages.js";
import { runsOf } from "../running.js";

// The parts of pages that are shown here; a page of several parts says which of them are its own.
const PARTS = { heads: ["head", "all"], inside: ["step"], next: ["picture"], fill: ["guesses"],
  align: ["pictures"], mask: ["scores", "weights", "ahead", "later", "padding"],
  order: ["picture", "orders", "encodings"] };

// What the reader has changed in the picture of this step, as its page's settings.
function changesIn({ lesson, step, changes }) {
  const { at, ...texts } = JSON.parse(changes ?? "{}");
  return at === `${lesson} ${step}` ? texts : {};
}

// The step of a state, { page, query, part } with the state that its page has then; null where the
// edition cannot show it.
export function stepOf(state, values) {
  const step = values.lessons[state.lesson]?.[state.step - 1];
  if (!step || !PARTS[step.page]?.includes(step.part)) return null;
  const settings = settingsOf(PAGES, step.page, values), query = new URLSearchParams(step.query);
  for (const [name, text] of Object.entries(changesIn(state))) query.set(name, text);
  const address = readAddress(query, settings, "en");
  return address.refused.length ? null : { ...step, state: address.state };
}

// One head as a matrix with the marks of a step.
function headParts(translator, state, highlights, values, french) {
  const { trace } = runsOf(translator).asTrained(state.sentence), { attention: stack } = state;
  const merged = state.words === "merged", begin = { text: "<s>", start: 0, end: 0, word: -1 };
  const written = new Axis(trace.translation, trace.predicted, merged);
  const read = new Axis(trace.translation, [begin, ...trace.predicted.slice(0, -1)], merged);
  const source = new Axis(trace.sentence, trace.source, merged);
  const [rows, columns] = { encoder: [source, source], decoder: [read, read],
    cross: [written, source] }[stack];
  const [high, wide] = [rows.tokens.length, columns.tokens.length];
  const [, heads] = values.models[state.model].stacks[stack];
  const start = ((state.layer - 1) * heads + (state.head - 1)) * high * wide;
  const cells = rows.groups.map((queries) => columns.groups.map((keys) => queries.reduce(
    (sum, query) => sum + keys.reduce((total, key) =>
      total + trace.weights[stack][start + query * wide + key], 0), 0) / queries.length));
  const allowed = rows.groups.map((queries) => columns.groups.map((keys) =>
    stack !== "decoder" || keys[0] <= queries.at(-1)));
  const title = `${t(values.titles[stack])} · ${t("layer {layer}, head {head}", state)}`;
  const matrix = { title, rows: rows.labels, columns: columns.labels, values: cells, allowed,
    colour: values.colours[(state.head - 1) % values.colours.length],
    lit: litCells(highlights, rows.labels, columns.labels) };
  const hint = t("Hover over a word or a cell. Click to pin it, Esc to release.");
  return [{ kind: "matrices", packed: packMatrices([matrix], hint, "", values, french) }];
}

// The picture of a step: the content of its page, or a part of it.
async function pictureOf(step, highlights, given) {
  const { values, french, models } = given, { page, part, state } = step;
  if (page === "heads" && part === "head" && state.model === "transformer")
    return { picture: "edition/sheet", packed: { painted: state.sentence,
      parts: headParts(models.transformer, state, highlights, values, french) } };
  const asked = { ...given, state: { ...state, part, highlights } };
  const content = await PAGES[page].run(asked);
  return { picture: PAGES[page].picture, ...content, state: {} };
}

export const lessons = {
  title: translatable("Lessons"),
  field: translatable("An English sentence"),
  button: () => t("Translate"),
  reading: [translatable("A short guided tour: read the text, look at the picture, press Next.")],
  missing: translatable("Other looks and models are in the app."),
  hasNoSentence: true,
  readsTables: true,
  picture: "edition/sheet",
  scrolls: true,

  models(state, values) {
    const step = stepOf(state, values);
    return step ? PAGES[step.page].models(step.state, values) : [];
  },

  settings: ({ lessons: all }) => [
    { ...{ name: "lesson", first: "", accepts: one(["", ...Object.keys(all)]) } },
    { name: "step", first: "1", applies: ({ lesson }) => Boolean(lesson),
      accepts: (value, { lesson }) => /^[1-9]\d?$/.test(value)
        && Number(value) <= (all[lesson]?.length ?? 1) },
  ],

  // What the page of the step hears; it is kept until another step, and stands in no address.
  hear(name, message, { state, values }) {
    const step = stepOf(state, values), { hear, looks = [] } = PAGES[step?.page] ?? {};
    const texts = hear?.(name, message, { state: step.state, values });
    if (!texts || Object.keys(texts).every((one) => looks.includes(one))) return null;
    const at = `${state.lesson} ${state.step}`;
    return { changes: JSON.stringify({ ...changesIn(state), ...texts, at }) };
  },

  // Of the keys that lead through a lesson.
  step(state, [, by], values) {
    const next = Number(state.step) + by;
    return values.lessons[state.lesson]?.[next - 1] ? { step: String(next) } : null;
  },

  async run(given) {
    const { state, values, file, isFrench } = given, start = performance.now();
    const texts = await file(`lessons.${isFrench ? "fr" : "en"}.json`);
    const lesson = texts[state.lesson];
    const shown = Object.fromEntries(Object.keys(values.lessons).map((name) => [name,
      values.lessons[name].filter((_, at) => stepOf({ lesson: name, step: at + 1 }, values))
        .length]));
    if (!lesson) return { packed: { parts: [], painted: "" }, title: t(lessons.title),
      lesson: { all: texts, shown }, milliseconds: performance.now() - start };
    const place = state.step - 1, step = stepOf(state, values);
    const { page, query } = values.lessons[state.lesson][place];
    const picture = step ? await pictureOf(step, lesson.steps[place].highlights, given)
      : { picture: "edition/sheet", packed: { painted: "", parts: [{ kind: "text", text:
        [t("The picture of this step is in the app."),
          t("Start it with “streamlit run app.py” and open")].join(" ") },
      { kind: "code", text: `http://localhost:8501/lessons?lesson=${state.lesson}`
        + `&step=${state.step}` }] } };
    return { ...picture, lesson: { all: texts, name: state.lesson, place,
      whole: step && { page, query } }, title: lesson.steps[place].title,
    milliseconds: performance.now() - start };
  },
};
