// The page of the edition without a server: a sentence, every head of the transformer, what-ifs.
// The address has the names of the app's links and opens the same picture there.

import draw from "../bundles/explorer.js";
import { chooseTheme, mount } from "../host/page.js";
import { grouped, quoted, setFrench, t } from "../shared/text.js";
import { readAddress, withoutChanges, writeAddress } from "./address.js";
import { Lecture } from "./lecture.js";
import { Panel } from "./panel.js";

const at = (id) => document.getElementById(id);
const notLoaded = (name) =>
  ({ text: "{name} did not load. Check the network, then reload the page.", values: { name } });

function say(text) {
  at("notice").textContent = text;
  at("notice").hidden = !text;
}

async function fetchValues() {
  const response = await fetch("values.json").catch(() => null);
  if (response?.ok) return response.json();
  const { text, values: { name } } = notLoaded("values.json");
  say(text.replace("{name}", name)); // its texts are in this file
  throw new Error(text);
}

const values = await fetchValues();
const { state, language, refused } = readAddress(location.search, values, navigator.language);
const isFrench = language === "fr", isAsked = new URLSearchParams(location.search).has("language");
setFrench(isFrench ? values.french : {});

let asked = 0, packed = null, shown = null; // the state in the picture

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const show = mount(draw, "explorer", at("picture"), hear);
const panel = new Panel(at("panel"), values.options, change);
const lecture = new Lecture(at("picture"), state, values, { change, step });

function translate() {
  document.body.setAttribute("aria-busy", "true");
  worker.postMessage({ number: ++asked, state, language });
}

// The address of the picture.
function write() {
  const address = writeAddress(shown, values, isAsked && language);
  history.replaceState(null, "", `?${address}`);
  at("app").textContent = `http://localhost:8501/?${address}`;
}

// Of what changes no weight, only the address is written.
const LOOKS = ["attention", "layer", "head", "overlay", "panel", "lecture", "embed"];

function change(texts) {
  const next = texts ? { ...state, ...texts } : withoutChanges(state, values);
  const changed = Object.keys(next).filter((name) => String(next[name]) !== String(state[name]));
  Object.assign(state, next);
  if (!shown || !changed.every((name) => LOOKS.includes(name))) {
    translate();
    return;
  }
  for (const name of changed) shown[name] = state[name];
  if (changed.length) write();
  lecture.fit();
}

// Another head, which the picture does not show yet.
function step(head) {
  Object.assign(state, head);
  translate();
}

function hear(name, message) {
  if (name === "off") change({ off: message.heads.join(",") });
  else if (name === "force") change({ force: message.cells.join(",") });
  else if (name === "overlay") change({ overlay: message.heads.join(",") });
  else if (name === "choice")
    change({ attention: message.stack, layer: message.layer + 1, head: message.head + 1 });
}

// A refusal as a sentence.
const told = ({ text, values: named }) => t(text, Object.fromEntries(Object.entries(named)
  .map(([name, value]) => [name, typeof value === "number" ? grouped(value) : value])));

// Say an error of the worker; the picture is no longer that of the sentence.
function refuse(error) {
  at("progress").hidden = true;
  document.body.removeAttribute("aria-busy");
  at("picture").classList.toggle("pale", Boolean(packed));
  const pale = packed
    ? [t("The pale picture shows “{sentence}”", { sentence: shown.sentence })] : [];
  say([told(error), ...pale].join(" "));
  document.title = "Heads Up";
}

// After the first picture, whose files would otherwise be sent twice. Where storage is forbidden
// there is no service worker, and the page works while it is online.
async function keepOffline() {
  await navigator.serviceWorker?.register("service.js");
}

function receive({ translation, trained, refusal, words, ...data }) {
  const isFirst = !shown;
  at("progress").hidden = true;
  document.body.removeAttribute("aria-busy");
  at("picture").classList.remove("pale");
  const notes = refusal
    ? [t("{why} So the model is shown as trained.", { why: told(refusal) })] : [];
  if (refused.length)
    notes.push(t("Not shown here, perhaps in the app: {names} of the address.",
      { names: refused.join(", ") }));
  say(notes.join(" "));
  at("trained").hidden = !trained;
  at("trained").textContent = t("As trained: {sentence}", { sentence: quoted(trained) });
  [packed, shown] = [data.packed, { ...state }];
  document.title = `${translation} · Heads Up`;
  document.body.dataset.milliseconds = data.milliseconds;
  at("peek").checked = state.mask === "none";
  show(packed);
  panel.show(state, words);
  lecture.fit();
  write();
  if (isFirst) keepOffline().catch(() => {});
}

worker.addEventListener("message", ({ data }) => {
  if (data.loaded) at("progress").value = data.loaded;
  if (data.number !== asked) return;
  if (data.error) refuse(data.error);
  else receive(data);
});
worker.addEventListener("error", () => refuse(notLoaded("edition/worker.js")));

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
    t("Captions of cross-attention, other models and pages are in the app."),
    t("Start it with “streamlit run app.py” and open"),
  ].join(" "),
};
for (const [id, text] of Object.entries(texts)) at(id).textContent = text;
at("progress").setAttribute("aria-label", t("Loading the transformer"));
at("progress").hidden = false;
at("sentence").setAttribute("aria-label", t("An English sentence"));
at("sentence").value = state.sentence;
at("whole").checked = state.words === "merged";
at("peek").addEventListener("change", ({ target }) =>
  change({ mask: target.checked ? "none" : "causal" }));
at("whole").addEventListener("change", ({ target }) =>
  change({ words: target.checked ? "merged" : "written" }));
at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  state.sentence = at("sentence").value;
  translate();
});
const theme = at("theme");
Object.assign(theme.dataset, { dark: t("Dark background"), light: t("Light background") });
chooseTheme(theme, () => packed && show(packed));
say("");
lecture.fit();
translate();
