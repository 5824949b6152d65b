// The page of the edition without a server: a sentence, every head of the transformer, the mask.
// The address has the names of the app's links and opens the same picture there.

import draw from "../bundles/explorer.js";
import { chooseTheme, mount } from "../host/page.js";
import { setFrench, t } from "../shared/text.js";

const at = (id) => document.getElementById(id);
const VERSION = "3"; // of addresses
const parameters = new URLSearchParams(location.search);
const values = await (await fetch("values.json")).json();
const upTo = (count) => Array.from({ length: count }, (_, i) => String(i + 1));
// What the address may ask for; null: any text.
const OPTIONS = {
  model: ["transformer"], sentence: null, attention: Object.keys(values.titles),
  layer: upTo(values.layers), head: upTo(values.heads), words: ["merged", "written"],
  mask: ["causal", "none"], off: null, language: ["en", "fr"], v: null,
};
const refused = [...parameters].filter(([name, value]) =>
  !(name in OPTIONS) || OPTIONS[name]?.includes(value) === false).map(([name]) => name);
const ask = (name, otherwise) =>
  (refused.includes(name) ? otherwise : parameters.get(name) ?? otherwise);
const language = ask("language", navigator.language.startsWith("fr") ? "fr" : "en");
const isFrench = language === "fr";
setFrench(isFrench ? values.french : {});

const state = {
  sentence: ask("sentence", values.example),
  attention: ask("attention", "cross"),
  layer: ask("layer", "3"),
  head: ask("head", "1"),
  words: ask("words", ask("v", VERSION) === "1" ? "written" : "merged"),
  mask: ask("mask", "causal"),
  off: ask("off", ""),
};
let asked = 0, packed = null;

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const show = mount(draw, "explorer", at("picture"), hear);

// The address of what is shown, as the app writes it.
function address() {
  const query = new URLSearchParams({ model: "transformer", ...state, v: VERSION });
  if (state.mask === "causal") query.delete("mask");
  if (!state.off) query.delete("off");
  if (parameters.has("language")) query.set("language", language);
  return query;
}

function translate() {
  const { sentence, attention, layer, head, words, mask, off } = state;
  const choice = [attention, layer - 1, head - 1];
  const look = { merged: words === "merged", choice, mask, off };
  document.body.setAttribute("aria-busy", "true");
  worker.postMessage({ number: ++asked, sentence, look, isFrench });
  write();
}

function write() {
  history.replaceState(null, "", `?${address()}`);
  at("app").textContent = `http://localhost:8501/?${address()}`;
}

function hear(name, message) {
  if (name === "off") {
    state.off = message.heads.join(",");
    translate();
  } else if (name === "choice") {
    state.attention = message.stack;
    [state.layer, state.head] = [message.layer + 1, message.head + 1];
    write();
  }
}

function say(text) {
  at("notice").textContent = text;
  at("notice").hidden = !text;
}

worker.addEventListener("message", ({ data }) => {
  if (data.loaded) at("progress").value = data.loaded;
  if (data.number !== asked) return;
  at("progress").hidden = true;
  document.body.removeAttribute("aria-busy");
  if (data.error) return say(data.error);
  say(refused.length ? t("Not shown here, perhaps in the app: {names} of the address.",
    { names: refused.join(", ") }) : "");
  packed = data.packed;
  document.title = `${data.translation} · Heads Up`;
  document.body.dataset.milliseconds = data.milliseconds;
  show(packed);
});

document.documentElement.lang = language;
const texts = {
  title: t("Where does each head look?"),
  translate: t("Translate"),
  "peek-text": t("Let the decoder look ahead"),
  "whole-text": t("Whole words"),
  reading: [
    t("Each row is a word; its cells show how much it attends to the words of the columns."),
    t("Attention is not explanation: turn a head off to see what changes."),
  ].join(" "),
  missing: [
    t("The transformer runs in this browser; no sentence leaves it."),
    t("Captions and profiles of heads, other what-ifs, models and pages are in the app."),
    t("Start it with “streamlit run app.py” and open"),
  ].join(" "),
};
for (const [id, text] of Object.entries(texts)) at(id).textContent = text;
at("progress").setAttribute("aria-label", t("Loading the transformer"));
at("sentence").setAttribute("aria-label", t("An English sentence"));
at("sentence").value = state.sentence;
at("peek").checked = state.mask === "none";
at("whole").checked = state.words === "merged";
at("peek").addEventListener("change", ({ target }) => {
  state.mask = target.checked ? "none" : "causal";
  translate();
});
at("whole").addEventListener("change", ({ target }) => {
  state.words = target.checked ? "merged" : "written";
  translate();
});
at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  state.sentence = at("sentence").value;
  translate();
});
const theme = at("theme");
Object.assign(theme.dataset, { dark: t("Dark background"), light: t("Light background") });
chooseTheme(theme, () => packed && show(packed));
say("");
translate();
// Where storage is forbidden there is no service worker, and the page works while it is online.
(async () => navigator.serviceWorker?.register("service.js"))().catch(() => {});
