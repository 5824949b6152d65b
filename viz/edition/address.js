// The addresses of the edition without a server: the names of the app's links.

import { t } from "../engine/text.js";
import { NAMES } from "../engine/what_if.js";

const MOST_DIGITS = 20; // that are quoted

const firstOf = ({ first }, state, asked = {}) =>
  typeof first === "function" ? first(state, asked) : first;

// The language for a browser that prefers `spoken`, such as "fr-CH"; English where there is none.
const preferred = (spoken, languages) =>
  [spoken, spoken.split("-")[0].toLowerCase()].find((code) => Object.hasOwn(languages, code)) ??
  "en";

// What a page shows at a query string, { state, language, refused }: `refused` names what it
// cannot show. `settings` are those of the page, `languages` those of the interface by code, and
// `spoken` is the browser's.
export function readAddress(query, settings, spoken, languages) {
  const parameters = new URLSearchParams(query),
    state = {};
  const asksLanguage = {
    name: "language",
    first: preferred(spoken, languages),
    accepts: (value) => Object.hasOwn(languages, value),
  };
  const known = new Set(),
    asked = { v: parameters.get("v") };
  for (const setting of [...settings, asksLanguage]) {
    const { name, accepts, isFixed } = setting,
      value = parameters.get(name);
    const isAccepted = parameters.getAll(name).every((each) => accepts(each, state));
    state[name] = value !== null && isAccepted && !isFixed ? value : firstOf(setting, state, asked);
    if (isAccepted) known.add(name);
  }
  const refused = [...new Set([...parameters.keys()])].filter((name) => !known.has(name));
  const { language, ...others } = state;
  return { state: others, language, refused };
}

// Says that an address was made with other weights than those here, and its French; else "".
export function describeOtherWeights(query, { version, otherWeights, linkFrench }) {
  const parameters = new URLSearchParams(query),
    digitsOf = (text) => text.split("-").slice(1).join("-");
  const digits = digitsOf(parameters.get("v") ?? ""),
    own = digitsOf(version),
    french = parameters.get("french")?.trim();
  if (!digits || digits === own) return "";
  const sentence = t(otherWeights, { digits: digits.slice(0, MOST_DIGITS), own });
  return french ? `${sentence} ${t(linkFrench, { french })}` : sentence;
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
  for (const { name, isOmitted, applies } of settings) {
    const isWritten = isOmitted ? name in changes : (state[name] ?? null) !== null;
    if (isWritten && applies(state)) query.set(name, state[name]);
  }
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
