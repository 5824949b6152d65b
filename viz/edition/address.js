// The addresses of the edition without a server: the names of the app's links.
//
// A setting is { name, first, accepts, isOmitted, applies }: what it is at first and whether it
// accepts a value, each given the state of the settings before it too; an address has one that
// `isOmitted` only where it is not as at first, and one with `applies` only where that is true of
// the state. What is null at first follows the sentence.

import { NAMES } from "../engine/what_if.js";

const VERSION = "4"; // of addresses
export const upTo = (count) => Array.from({ length: count }, (_, i) => String(i + 1));
export const one = (options) => (value) => options.includes(value);
const any = () => true;

// A setting that is chosen from a list of [value, title], or of values; the first is as at first.
export const listed = (name, options, isOmitted = true) => {
  const values = options.map((option) => (Array.isArray(option) ? option[0] : option));
  return { name, first: values[0], accepts: one(values), isOmitted };
};
export const written = (name, accepts = any, isOmitted = true) => ({
  name,
  first: "",
  accepts,
  isOmitted,
});

const stacksOf = ({ model }, values) => values.models[model].stacks;

// The settings of a page by its name in `pages`, in the order of its addresses.
export function settingsOf(pages, page, values) {
  const shape = (state, axis) => stacksOf(state, values)[state.attention][axis];
  const at = (place, axis) => (state) => String(Math.min(place, shape(state, axis)));
  const ofModel = [
    {
      name: "model",
      first: "transformer",
      accepts: one(pages[page].only ?? Object.keys(values.models)),
    },
    { name: "sentence", first: values.examples[page], accepts: any },
    {
      name: "attention",
      accepts: (value, state) => Object.hasOwn(stacksOf(state, values), value),
      first: (state) =>
        ["cross", ...Object.keys(stacksOf(state, values))].find(
          (stack) => stack in stacksOf(state, values),
        ),
    },
    {
      name: "layer",
      first: at(3, 0),
      accepts: (value, state) => upTo(shape(state, 0)).includes(value),
    },
    {
      name: "head",
      first: at(1, 1),
      accepts: (value, state) => upTo(shape(state, 1)).includes(value),
    },
    {
      name: "words",
      first: (state, { v }) => (v === "1" ? "written" : "merged"),
      accepts: one(["merged", "written"]),
    },
  ];
  return [
    ...(pages[page].hasNoSentence ? [] : ofModel),
    ...pages[page].settings(values),
    listed("lecture", ["off", "on"]),
    listed("embed", ["false", "true"]),
  ];
}

const firstOf = ({ first }, state, asked = {}) =>
  typeof first === "function" ? first(state, asked) : first;

// What a page shows at a query string, { state, language, refused }: `refused` names what it
// cannot show. `settings` are those of the page; `spoken` is the browser's language.
export function readAddress(query, settings, spoken) {
  const parameters = new URLSearchParams(query),
    state = {};
  const languages = {
    name: "language",
    first: spoken.startsWith("fr") ? "fr" : "en",
    accepts: one(["en", "fr"]),
  };
  const known = new Set(["v"]),
    asked = { v: parameters.get("v") };
  for (const setting of [...settings, languages]) {
    const { name, accepts } = setting,
      value = parameters.get(name);
    const isAccepted = parameters.getAll(name).every((each) => accepts(each, state));
    state[name] = value !== null && isAccepted ? value : firstOf(setting, state, asked);
    if (isAccepted) known.add(name);
  }
  const refused = [...new Set([...parameters.keys()])].filter((name) => !known.has(name));
  const { language, ...others } = state;
  return { state: others, language, refused };
}

// The state of other settings: each as in `state` where it accepts that.
export function carry(state, settings) {
  const carried = {};
  for (const setting of settings) {
    const { name, accepts } = setting,
      value = state[name];
    const isAccepted = (value ?? null) !== null && accepts(value, carried);
    carried[name] = isAccepted ? value : firstOf(setting, carried);
  }
  return carried;
}

// The settings that are not as at first, of those that an address has only then.
export const changesOf = (state, settings) =>
  Object.fromEntries(
    settings
      .filter((setting) => setting.isOmitted && state[setting.name] !== firstOf(setting, state))
      .map(({ name }) => [name, state[name]]),
  );

// The state with all what-ifs as trained.
export const withoutChanges = (state, settings) => ({
  ...state,
  ...Object.fromEntries(
    settings
      .filter(({ name }) => NAMES.includes(name) || name === "french-is")
      .map((setting) => [setting.name, firstOf(setting, state)]),
  ),
});

// The query string of what is shown, as the app writes it; with a `language` where one was asked.
export function writeAddress(state, settings, language = null) {
  const changes = changesOf(state, settings),
    query = new URLSearchParams();
  for (const { name, isOmitted, applies = () => true } of settings) {
    const isWritten = isOmitted ? name in changes : (state[name] ?? null) !== null;
    if (isWritten && applies(state)) query.set(name, state[name]);
  }
  query.set("v", VERSION);
  if (language) query.set("language", language);
  return query;
}

// The name of the page at a path, whose folder is `root`; null where there is none.
export function pageAt(path, root, pages, front) {
  const name =
    path
      .slice(root.length)
      .replace(/index\.html$/, "")
      .replace(/\/$/, "") || front;
  return Object.hasOwn(pages, name) ? name : null;
}
