// A page whose views Python drew when the folder was written: viz/edition/drawn.py.
//
// Its settings are those of the app's page. An address opens the view that shows what it asks for,
// else the nearest, which says so.

import { readParts } from "../../components/sheet/reading.js";
import { t } from "../../engine/text.js";
import { drawnIn } from "../languages.js";

const LOOK = 100; // what the look of an address counts, beside another setting
const DRAWABLE = ["sketch", "captions"]; // in which a reader makes what only the app can read

const askedOf = (state, names) =>
  names.flatMap((name) => ((state[name] ?? null) === null ? [] : [[name, String(state[name])]]));

// What a view lacks of [name, text] pairs; what does not apply to it is not lacking.
const lackingIn = ({ state }, asked) =>
  asked.filter(([name, text]) => name in state && state[name] !== text);

// The view that shows most of what is asked for, of several the one with the fewest settings.
export function nearest(views, asked, look) {
  const countOf = ({ state }) =>
    asked.reduce(
      (sum, [name, text]) => sum + (state[name] === text) * (name === look ? LOOK : 1),
      0,
    );
  const scoreOf = (view) => countOf(view) - Object.keys(view.address).length / LOOK;
  return views.reduce((best, view) => (scoreOf(view) > scoreOf(best) ? view : best));
}

const textsOf = ({ address }, names) => ({
  ...Object.fromEntries(names.map((name) => [name, null])),
  ...address,
});

// A list for each setting of which several values are drawn; each opens the nearest such view.
function controlsIn(views, shown, names, look) {
  const asked = Object.entries(shown.state),
    others = (name) => asked.filter(([other]) => other !== name);
  return shown.controls.flatMap(([name, label, value]) => {
    const titles = new Map();
    for (const view of views) {
      const title = view.controls.find(([other]) => other === name)?.[2];
      if (title !== undefined) titles.set(title, [...(titles.get(title) ?? []), view]);
    }
    if (titles.size < 2) return [];
    const options = [...titles].map(([title, having]) => [
      title,
      title,
      textsOf(nearest(having, others(name), name === look ? "" : look), names),
    ]);
    return [{ kind: "list", name: `drawn ${name}`, label, options, value }];
  });
}

const appAt = (name, asked) => `http://localhost:8501/${name}?${new URLSearchParams(asked)}`;

const drawnPage = (key, name) => ({
  hasNoSentence: true,
  picture: "edition/sheet",
  scrolls: true,
  models: () => [],
  asksSentence: () => false,

  settings: ({ pages }) => pages[key].parameters.map((parameter) => ({ name: parameter })),

  controls: ({ content }) => content.controls,

  // What the reader chose in a picture, where that is drawn.
  hear(event, message, { state, values, content }) {
    if (event !== "component" || !content) return null;
    const { parameters, look } = values.pages[key],
      parameterOf = (key) => parameters.find((each) => each === key || each.endsWith(`-${key}`));
    const told = Object.entries(message.value ?? {})
      .map(([key, value]) => [parameterOf(key), String(value)])
      .filter(([parameter]) => parameter);
    if (!told.length) return null;
    const before = askedOf(state, parameters).filter(
      ([other]) => !told.some(([at]) => at === other),
    );
    const view = nearest(content.views, [...before, ...told], look);
    if (!lackingIn(view, told).length) return textsOf(view, parameters);
    if (!DRAWABLE.includes(message.name)) return null;
    return { notice: t("edition#made by hand", { address: appAt(name, [...before, ...told]) }) };
  },

  // In a lecture the arrows go from view to view.
  step(state, [, by], values, { views, place }) {
    const view = views[place + by];
    return view ? textsOf(view, values.pages[key].parameters) : null;
  },

  async run({ state, values, language, file }) {
    const start = performance.now(),
      { parameters, look, title } = values.pages[key],
      drawn = drawnIn(language, name);
    const views = await file(`drawn/${name}.${drawn}.json`);
    const asked = askedOf(state, parameters),
      shown = nearest(views, asked, look),
      place = views.indexOf(shown);
    const parts = await file(`drawn/${name}/${place}.${drawn}.json`);
    const lacking = lackingIn(shown, asked).map(([parameter]) => parameter);
    const note = t("edition#another view is drawn", {
      names: lacking.join(", "),
      address: appAt(name, asked),
    });
    return {
      packed: {
        painted: `${name} ${place}`,
        parts: readParts(parts, values, language),
      },
      title: t(title),
      state: textsOf(shown, parameters),
      notes: lacking.length ? [note] : [],
      controls: controlsIn(views, shown, parameters, look),
      views,
      place,
      keeps: [`drawn ${name} ${drawn}`],
      milliseconds: performance.now() - start,
    };
  },
});

// The name in the registry of a page at an address: that of its drawn looks has a plus.
export const keyOf = (name, query, { pages }) => {
  const { look, options = [] } = pages[name]?.beside ?? {};
  return options.some(([value]) => value === query.get(look)) ? `${name}+` : name;
};

// Links to the looks of a page of which the other half is on show, computed or drawn.
export function looksBeside(name, key, { pages }) {
  const { beside, settings } = pages[name];
  if (!beside) return [];
  const computed = settings.find((setting) => setting.name === beside.look).options;
  return (key === name ? beside.options : computed).map(([value, title]) => ({
    kind: "link",
    label: t(title),
    page: name,
    state: { [beside.look]: value },
  }));
}

// Register the pages that Python says are drawn, and those with some looks drawn once more.
export function addDrawn(pages, values) {
  for (const [name, { beside }] of Object.entries(values.pages))
    if (beside) values.pages[`${name}+`] = beside;
  for (const [key, { parameters }] of Object.entries(values.pages))
    if (parameters) pages[key] ??= drawnPage(key, key.replace("+", ""));
}
