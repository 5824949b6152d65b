// The page of the edition without a server: a sentence, every head of the transformer, the mask.
// The address has the names of the app's links and opens the same picture there.

import draw from "../bundles/explorer.js";
import { chooseTheme, mount } from "../host/page.js";
import { grouped, setFrench, t } from "../shared/text.js";
import { readAddress, writeAddress } from "./address.js";

const at = (id) => document.getElementById(id);
const values = await (await fetch("values.json")).json();
const { state, language, refused } = readAddress(location.search, values, navigator.language);
const isFrench = language === "fr", isAsked = new URLSearchParams(location.search).has("language");
setFrench(isFrench ? values.french : {});

let asked = 0, packed = null, shown = ""; // the sentence in the picture

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const show = mount(draw, "explorer", at("picture"), hear);

function translate() {
  const { sentence, attention, layer, head, words, mask, off } = state;
  const choice = [attention, layer - 1, head - 1];
  const look = { merged: words === "merged", choice, mask, off };
  document.body.setAttribute("aria-busy", "true");
  worker.postMessage({ number: ++asked, sentence, look, isFrench });
  write();
}

function write() {
  const address = writeAddress(state, isAsked && language);
  history.replaceState(null, "", `?${address}`);
  at("app").textContent = `http://localhost:8501/?${address}`;
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

// Say an error of the worker; the picture is no longer that of the sentence.
function refuse({ text, values }) {
  const written = Object.entries(values).map(([name, value]) =>
    [name, typeof value === "number" ? grouped(value) : value]);
  const pale = packed ? [t("The pale picture shows “{sentence}”", { sentence: shown })] : [];
  say([t(text, Object.fromEntries(written)), ...pale].join(" "));
  document.title = "Heads Up";
}

worker.addEventListener("message", ({ data }) => {
  if (data.loaded) at("progress").value = data.loaded;
  if (data.number !== asked) return;
  at("progress").hidden = true;
  document.body.removeAttribute("aria-busy");
  at("picture").classList.toggle("pale", Boolean(data.error));
  if (data.error) return refuse(data.error);
  say(refused.length ? t("Not shown here, perhaps in the app: {names} of the address.",
    { names: refused.join(", ") }) : "");
  [packed, shown] = [data.packed, state.sentence];
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
    t("The transformer runs in this browser: translating sends nothing."),
    t("Opening a link or reloading can show the host its address, which has the sentence."),
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
