// The address of the edition without a server: the names of the app's links.

import { NAMES, WRITTEN, isReadable } from "./what_if.js";

const VERSION = "3"; // of addresses
const upTo = (count) => Array.from({ length: count }, (_, i) => String(i + 1));

// The settings that stand in an address only where they are not as at first, with what they are
// then: the first of `options`, those of each list of what-ifs.
const firsts = (options) => ({
  ...Object.fromEntries(Object.entries(options).map(([name, [[first]]]) => [name, first])),
  ...Object.fromEntries([...WRITTEN, "overlay"].map((name) => [name, ""])),
  panel: "closed", lecture: "off", embed: "false",
});

// What the page shows at a query string, { state, language, refused }: `refused` names what it
// cannot show. `values` are those of `python -m viz.static`; `spoken` is the browser's language.
export function readAddress(query, values, spoken) {
  const parameters = new URLSearchParams(query), stacks = Object.keys(values.titles);
  const [layers, heads] = [upTo(values.layers), upTo(values.heads)];
  const names = new Set(stacks.flatMap((stack) =>
    layers.flatMap((layer) => heads.map((head) => `${stack}-${layer}-${head}`))));
  const one = (options) => (value) => options.includes(value);
  const any = () => true;
  const lists = Object.entries(values.options).map(([name, titles]) =>
    [name, one(titles.map(([value]) => value))]);
  const accepts = new Map([...lists,
    ...WRITTEN.map((name) => [name, (value) => isReadable(name, value, names)]),
    ...Object.entries({
      model: one(["transformer"]), sentence: any, attention: one(stacks), layer: one(layers),
      head: one(heads), words: one(["merged", "written"]), panel: one(["open", "closed"]),
      lecture: one(["on", "off"]), embed: one(["true", "false"]),
      overlay: (value) => !value
        || value.split(",").every((name) => names.has(name.replace(/-off$/, ""))),
      language: one(["en", "fr"]), v: any,
    })]);
  const refused = [...new Set([...parameters].filter(([name, value]) =>
    !accepts.get(name)?.(value)).map(([name]) => name))];
  const ask = (name, otherwise) =>
    (refused.includes(name) ? otherwise : parameters.get(name) ?? otherwise);
  return {
    refused,
    language: ask("language", spoken.startsWith("fr") ? "fr" : "en"),
    state: {
      sentence: ask("sentence", values.example),
      attention: ask("attention", "cross"),
      layer: ask("layer", "3"),
      head: ask("head", "1"),
      words: ask("words", ask("v", VERSION) === "1" ? "written" : "merged"),
      ...Object.fromEntries(Object.entries(firsts(values.options)).map(([name, first]) =>
        [name, ask(name, first)])),
    },
  };
}

// The settings that are not as at first, of those that an address has only then.
export const changesOf = (state, { options }) => Object.fromEntries(Object.entries(firsts(options))
  .filter(([name, first]) => state[name] !== first).map(([name]) => [name, state[name]]));

// The state with all what-ifs as trained.
export const withoutChanges = (state, { options }) =>
  ({ ...firsts(options), ...Object.fromEntries(Object.entries(state).filter(([name]) =>
    !NAMES.includes(name) && name !== "french-is")) });

// The query string of what is shown, as the app writes it; with a `language` where one was asked.
export function writeAddress(state, values, language = null) {
  const query = new URLSearchParams({ model: "transformer", ...state, v: VERSION });
  const changes = changesOf(state, values);
  for (const name of Object.keys(firsts(values.options)))
    if (!(name in changes)) query.delete(name);
  if (language) query.set("language", language);
  return query;
}
