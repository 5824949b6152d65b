// The address of the edition without a server: the names of the app's links.

const VERSION = "3"; // of addresses
const upTo = (count) => Array.from({ length: count }, (_, i) => String(i + 1));

// What the page shows at a query string, { state, language, refused }: `refused` names what it
// cannot show. `values` are those of `python -m viz.static`; `spoken` is the browser's language.
export function readAddress(query, values, spoken) {
  const parameters = new URLSearchParams(query), stacks = Object.keys(values.titles);
  const [layers, heads] = [upTo(values.layers), upTo(values.heads)];
  const names = new Set(stacks.flatMap((stack) =>
    layers.flatMap((layer) => heads.map((head) => `${stack}-${layer}-${head}`))));
  const one = (options) => (value) => options.includes(value);
  const any = () => true;
  const accepts = new Map(Object.entries({
    model: one(["transformer"]), sentence: any, attention: one(stacks), layer: one(layers),
    head: one(heads), words: one(["merged", "written"]), mask: one(["causal", "none"]),
    off: (value) => !value || value.split(",").every((name) => names.has(name)),
    language: one(["en", "fr"]), v: any,
  }));
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
      mask: ask("mask", "causal"),
      off: ask("off", ""),
    },
  };
}

// The query string of what is shown, as the app writes it; with a `language` where one was asked.
export function writeAddress(state, language = null) {
  const query = new URLSearchParams({ model: "transformer", ...state, v: VERSION });
  if (state.mask === "causal") query.delete("mask");
  if (!state.off) query.delete("off");
  if (language) query.set("language", language);
  return query;
}
