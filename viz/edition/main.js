// The shell of the edition without a server: a sentence, the pages of pages.js, what-ifs.
// An address has the path and the names of the app's links and opens the same picture there.

import { chooseTheme, mount } from "../components/host/page.js";
import { make } from "../components/shared/elements.js";
import { showControls } from "../components/sheet/controls.js";
import { Panel } from "../components/sheet/panel.js";
import { grouped, local, quoted, setLanguage, t } from "../engine/text.js";
import {
  carry,
  describeOtherWeights,
  pageAt,
  readAddress,
  withoutChanges,
  writeAddress,
} from "./address.js";
import { asked as begun, failed, makeWorker, worker as firstWorker } from "./begin.js";
import { Lecture } from "./lecture_mode.js";
import { makeMenu, showSearch } from "./menu.js";
import { drawnIn, languageOf, showLanguages } from "./languages.js";
import { keyOf, showLesson } from "./lesson.js";
import { NOT_LOADED } from "./download.js";
import { FRONT, PAGES } from "./pages.js";
import { addDrawn, keyOf as keyAt, looksBeside } from "./pages/drawn.js";
import { Playlist } from "./playlist.js";
import { Sections } from "./sections.js";
import { controlsOf, declared, settingsOf } from "./settings.js";
import { ballotAt, showLeading, showVoting, tasksOf } from "./voting.js";

const ROOT = new URL("../", import.meta.url);
const OWN = {
  "edition/sheet": () => import("../components/sheet/sheet.js"),
  "edition/tables": () => import("../components/sheet/tables.js"),
};
const load = (picture) => OWN[picture]?.() ?? import(new URL(`${picture}.js`, ROOT));
const at = (id) => document.getElementById(id);
const notLoaded = (name) => ({ text: NOT_LOADED, values: { name } });

function say(text) {
  at("notice").textContent = text;
  at("notice").hidden = !text;
}

async function fetchFile(file, answer = fetch(new URL(file, ROOT)).catch(() => null)) {
  const response = await answer;
  if (response?.ok) return response.json();
  const { text } = notLoaded(file);
  say(text.replace("{name}", file)); // in English: other languages are in the file
  throw new Error(text);
}

const values = await fetchFile("edition.json", begun);
addDrawn(PAGES, values);
const given = new URLSearchParams(location.search);
const isAsked = given.has("language");
const MOST_STEPS = 50; // that can be undone
const PATIENCE = 1000; // milliseconds of computing until the page says so
const SOON = 1000; // milliseconds after a first picture until its model follows
const MEGABYTE = 1e6;
let warned = ""; // of a link that is damaged
let worker = null,
  patience = null,
  isLong = false; // whether the worker has been computing for so long
let asked = 0,
  isSent = false, // whether the worker has the values
  inPart = 0; // number of the question whose answer is painted in part
let isQuiet = false; // whether a model follows that nobody has asked for
let name, key, page, settings, refused, language; // `key` of the page in the registry
let otherWeights = ""; // said of an address that was made with others
let content = null,
  shown = null; // what is in the picture, and its state
let steps = [], // addresses of this page that "Undo" goes back to, the latest last
  written = ""; // the address on show; "" until the page that was opened has one
const state = {}; // of the page's address; always the same object

let lead = () => {}; // shows a lecturer what a class can be asked
const pictures = new Map(); // by the name of what draws them: [element, show]
const kept = new Set(); // names of models that the service worker was asked to keep

function read() {
  name = pageAt(location.pathname, ROOT.pathname, PAGES, FRONT) ?? FRONT;
  key = keyAt(name, new URLSearchParams(location.search), values);
  page = PAGES[key];
  settings = settingsOf(PAGES, key, values);
  const address = readAddress(
    location.search,
    settings,
    language ?? navigator.language,
    values.languages,
  );
  for (const other of Object.keys(state)) delete state[other];
  Object.assign(state, address.state);
  refused = address.refused;
  language ??= address.language;
}

function send(message) {
  worker.postMessage(isSent ? message : { ...message, values });
  isSent = true;
}

// Compute what is on show; what an address asks for, its `search`, may be drawn already.
function compute(search) {
  isQuiet = false;
  at("read").textContent = t(values.pages[name].button ?? values.models[state.model].button);
  at("sentence").value = state.sentence ?? "";
  at("sentence").hidden = at("read").hidden = page.asksSentence?.(state, values) === false;
  if (isLong) restart(); // the end of a long sentence is not waited for
  clearTimeout(patience);
  document.body.setAttribute("aria-busy", "true");
  at("picture").classList.remove("growing");
  send({ number: ++asked, page: key, state, language, search });
  if (page.picture) load(page.picture).catch(() => {}); // said with the picture
}

function showProgress(text, share) {
  at("progress").hidden = false;
  at("doing").textContent = text;
  if (share === null) at("bar").removeAttribute("value");
  else at("bar").value = share;
}

function hideProgress() {
  clearTimeout(patience);
  isLong = false;
  at("progress").hidden = true;
  at("picture").classList.remove("growing");
  document.body.removeAttribute("aria-busy");
}

// End what the worker does. Another one takes its place, which loads the models again.
function restart() {
  worker.terminate();
  hideProgress();
  isSent = false;
  sections.forget();
  listen(makeWorker());
  worker.addEventListener("error", () => refuse(notLoaded("edition/worker.js")));
}

const pathOf = (other) => (other === FRONT ? "" : `${other}/`);
const addressOf = (other, query) => `${new URL(pathOf(other), ROOT)}?${query}`;

// The address of the picture.
function write() {
  const query = writeAddress(shown, settings, isAsked && language);
  const address = addressOf(name, query);
  if (written && written !== address) steps = [...steps, written].slice(-MOST_STEPS);
  written = address;
  at("undo").hidden = !steps.length;
  history.replaceState(null, "", address);
  at("app").textContent = `http://localhost:8501/${name === FRONT ? "" : name}?${query}`;
  linkPages();
}

function change(texts) {
  const next = texts ? { ...state, ...texts } : withoutChanges(state, settings);
  const changed = Object.keys(next).filter(
    (setting) => String(next[setting]) !== String(state[setting]),
  );
  Object.assign(state, next);
  Object.assign(state, carry(state, settings)); // what another model, say, does not have
  const looks = [...(page.looks ?? []), "lecture", "embed"]; // of which only the address is written
  if (!shown || !changed.every((setting) => looks.includes(setting))) {
    compute();
    return;
  }
  for (const setting of changed) shown[setting] = state[setting];
  if (changed.length) write();
  showSections();
  lecture.fit();
}

const showSections = () => sections.show(page.sections, settings, shown);

// What a key of a lecture changes, which the picture does not show yet.
function step(key) {
  if (content?.isFirst && page.controlsFollow) follow();
  const texts = content && page.step?.(state, key, values, content);
  if (!texts) return;
  Object.assign(state, texts);
  compute();
}

// Make a link to a page, which opens it without loading anything again: with the settings that both
// pages have and `texts`; where the sentence is the example of this page, with that of the other.
function linkTo(link, other, texts = {}) {
  const { sentence, ...others } = state,
    isExample = sentence === values.pages[name].example;
  const known = { ...others, ...(isExample ? {} : { sentence }), ...texts };
  const theirs = settingsOf(PAGES, keyAt(other, new URLSearchParams(texts), values), values);
  link.href = addressOf(other, writeAddress(carry(known, theirs), theirs, isAsked && language));
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    open();
  };
}

let showMenu = null; // of all pages, once their texts are here

// The links of the menu lead to what is on show; another language, too.
function linkPages() {
  showMenu ??= makeMenu(at("pages"), values.pages);
  showMenu(name, linkTo);
  showLanguages(at("language"), values.languages, language, (code) => {
    const query = new URLSearchParams(location.search);
    query.set("language", code);
    location.assign(addressOf(name, query));
  });
}

// What is on show as a view of a playlist.
function entryOnShow() {
  const query = writeAddress(shown ?? state, settings);
  for (const setting of ["lecture", "embed"]) query.delete(setting);
  return {
    page: name,
    title: document.title.replace(/ · Heads Up$/, ""),
    notes: "",
    parameters: Object.fromEntries(query),
  };
}

// Whether a view of a playlist is all here.
function has({ page: other, parameters }) {
  const query = new URLSearchParams(parameters),
    theirs = keyAt(other, query, values);
  return (
    Object.hasOwn(PAGES, other) &&
    !readAddress(query, settingsOf(PAGES, theirs, values), "en", values.languages).refused.length
  );
}

// The models and drawn pages that a view of a playlist needs, as the service worker names them.
function needsOf({ page: other, parameters }) {
  const query = new URLSearchParams(parameters),
    theirs = keyAt(other, query, values);
  const settingsThere = settingsOf(PAGES, theirs, values);
  const { state: shownThere } = readAddress(query, settingsThere, "en", values.languages);
  const isDrawn = Boolean(values.pages[theirs].parameters);
  return [
    ...PAGES[theirs].models(shownThere, values),
    ...(isDrawn ? [`drawn ${other} ${drawnIn(told, other)}`] : []),
    ...(other === "lessons" ? [`steps ${language}`, "steps en"] : []),
  ];
}

// What these views need and this browser does not keep, { missing, bytes, isFailed }; it is fetched
// unless it is only counted. Throws an error where a browser keeps no files.
async function keepViews(entries, isCounted) {
  await navigator.serviceWorker.register(new URL("service.js", ROOT));
  const { active } = await navigator.serviceWorker.ready,
    { port1, port2 } = new MessageChannel(),
    models = [...new Set(entries.filter(has).flatMap(needsOf))];
  const answer = new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
  });
  active.postMessage({ models, isCounted }, [port2]);
  return answer;
}

// Show a view of a playlist; a lecture goes on.
function openEntry({ page: other, parameters }) {
  const query = new URLSearchParams(parameters);
  if (query.has("v")) query.set("v", query.get("v").split("-")[0]); // the playlist has said it
  for (const setting of ["lecture", "embed"]) query.set(setting, state[setting]);
  if (isAsked) query.set("language", language);
  history.pushState(null, "", addressOf(other, query));
  open();
}

// Open a link of the app's texts, which begins with a slash or stands for one: "/trees?…".
function openLink(target) {
  const [path, query = ""] = target.replace(/^[./]*/, "").split("?");
  const parameters = Object.fromEntries(new URLSearchParams(query));
  if (Object.hasOwn(PAGES, path || FRONT)) openEntry({ page: path || FRONT, parameters });
}

// What shows the content of the page; others are hidden.
async function pictureOf({ picture = page.picture }) {
  if (!pictures.has(picture)) {
    const element = at("picture").appendChild(make("div"));
    const loading = load(picture).then(({ default: draw }) =>
      mount(draw, picture.replace(/.*\//, ""), element, (...message) => {
        if (message[0] === "open") openLink(message[1]);
        const texts = page.hear?.(...message, { state, values, content });
        if (texts?.notice) say(texts.notice);
        else if (texts) change(texts);
      }),
    );
    pictures.set(picture, { element, loading });
  }
  for (const [other, { element }] of pictures) element.hidden = other !== picture;
  return pictures.get(picture).loading;
}

const repaint = async () => content && (await pictureOf(content))(content.packed);

// A refusal as a sentence.
const sentenceOf = ({ text, values: named }) =>
  t(
    text,
    Object.fromEntries(
      Object.entries(named).map(([key, value]) => [
        key,
        typeof value === "number" ? grouped(value) : value,
      ]),
    ),
  );

// Say an error of the worker; the picture is no longer that of the sentence.
function refuse(error) {
  hideProgress();
  at("picture").classList.toggle("pale", Boolean(content));
  sections.hide();
  const pale = content
    ? [t("The pale picture shows “{sentence}”", { sentence: shown.sentence })]
    : [];
  say([sentenceOf(error), ...pale].join(" "));
  document.title = "Heads Up";
}

// Whether a model follows its picture by itself: on a phone the reader has to ask for something.
const followsAlone = () => matchMedia("(hover: hover)").matches && !navigator.connection?.saveData;

// Compute a first picture, which is drawn from a file, with its model.
function follow() {
  isQuiet = false;
  if (content?.isFirst && !document.body.hasAttribute("aria-busy")) compute();
}

function followSoon() {
  const { number } = content;
  setTimeout(() => {
    if (number !== asked) return;
    follow();
    isQuiet = true;
  }, SOON);
}

// That the model of a first picture is not here yet, and how large it is.
function describeFirst() {
  const models = content.names.map((model) => values.models[model]);
  const bytes = models.reduce((sum, model) => sum + model.bytes, 0);
  return t("edition#first picture", {
    models: models.map(({ title }) => t(title)).join(", "),
    size: local((bytes / MEGABYTE).toFixed(1)),
  });
}

// After the first picture, whose files would otherwise be sent twice; then the files of each other
// model. Where storage is forbidden there is no service worker, and the page works while it is
// online.
async function keepOffline(models, files = []) {
  const isNew = models.filter((model) => !kept.has(model));
  if (!isNew.length && !files.length) return;
  for (const model of isNew) kept.add(model);
  await navigator.serviceWorker?.register(new URL("service.js", ROOT));
  (await navigator.serviceWorker?.ready)?.active.postMessage({ models: isNew, files });
}

async function receive(received) {
  const show = await pictureOf(received);
  if (received.number !== asked) return;
  const isFollowed = content?.isFirst; // the same picture, now of the model
  content = received;
  const { milliseconds, number, isPart } = content;
  if (!isPart) {
    hideProgress();
    document.body.dataset.milliseconds = milliseconds;
  }
  if (inPart === number) {
    show(content.packed); // all else is on show, and perhaps in use
    return;
  }
  if (isPart) {
    inPart = number;
    at("picture").classList.add("growing");
  }
  const { refusal, trained, title, notes = [], words } = content;
  at("picture").classList.remove("pale");
  const said = refusal
    ? [t("{why} So the model is shown as trained.", { why: sentenceOf(refusal) })]
    : [];
  if (refused.length)
    said.push(
      t("edition#not shown here", {
        names: refused.join(", "),
      }),
    );
  if (content.isFirst && !followsAlone()) said.push(describeFirst());
  say([warned, otherWeights, ...said, ...notes].filter(Boolean).join(" "));
  warned = "";
  at("trained").hidden = !trained;
  at("trained").textContent = trained
    ? t("As trained: {sentence}", { sentence: quoted(trained) })
    : "";
  Object.assign(state, content.state);
  shown = { ...state };
  const { reading = values.pages[key].reading.map((text) => t(text)) } = content;
  at("reading").textContent = reading.join(" ");
  document.title = `${title} · Heads Up`;
  document.body.toggleAttribute("data-first", Boolean(content.isFirst));
  const isBare = content.isFirst && page.controlsFollow;
  const controls = [
    ...(isBare ? [] : (page.controls?.({ state, values, content }) ?? [])),
    ...looksBeside(name, key, values),
  ];
  // A list that the reader has opened meanwhile stays open.
  if (!isFollowed || !at("controls").contains(document.activeElement))
    showControls(at("controls"), controlsOf(controls, settings, state), { change, linkTo });
  showLesson(at("lesson"), content.lesson, { change, linkTo, values });
  show(content.packed);
  showSections();
  if (page.hasPanel) panel.show(state, words, values.models[state.model]);
  lecture.fit();
  lead(tasksOf(key, shown, values.measured));
  write();
  if (content.isFirst && followsAlone()) followSoon();
}

// Show the page that the address names; `before` are the steps that can still be undone.
function open(before = []) {
  steps = before;
  written = "";
  at("undo").hidden = !steps.length;
  read();
  otherWeights = describeOtherWeights(location.search, values);
  content = shown = null;
  const { title, field, missing } = values.pages[key];
  at("title").textContent = t(title);
  at("sentence").setAttribute("aria-label", t(field));
  const privacy = page.models(state, values).length ? [t("edition#privacy")] : [];
  at("missing").textContent = [...privacy, t(missing), t("edition#start the app")].join(" ");
  at("panel").hidden = !page.hasPanel;
  at("form").hidden = Boolean(page.hasNoSentence && !page.controls);
  showLesson(at("lesson"), null);
  document.documentElement.classList.toggle("scrolls", Boolean(page.scrolls));
  sections.leave();
  at("trained").hidden = true;
  at("controls").replaceChildren();
  for (const { element } of pictures.values()) element.hidden = true;
  say("");
  linkPages();
  lecture.fit();
  compute(location.search);
}

function hear({ data }) {
  if (data.section) {
    sections.receive(data);
    return;
  }
  if (data.loaded && !isQuiet) {
    clearTimeout(patience);
    showProgress(
      t("Loading {models}: {here} of {all} MB", {
        models: data.models.map((model) => t(values.models[model].title)).join(", "),
        here: Math.round(data.loaded / MEGABYTE),
        all: Math.round(data.of / MEGABYTE),
      }),
      data.loaded / data.of,
    );
  }
  if (data.ready) keepOffline(data.ready, data.files).catch(() => {});
  if (data.number !== asked) return;
  clearTimeout(patience);
  if (data.isComputing) {
    patience = setTimeout(() => {
      isLong = true;
      showProgress(t("The model is computing."), null);
    }, PATIENCE);
  } else if (data.doing) {
    isLong = false; // a newer question ends it
    showProgress(data.doing, data.share);
  } else if (data.most) {
    const { written, most } = data;
    isLong = true;
    showProgress(t("{written} of at most {most} tokens are written.", data), written / most);
  } else if (data.error && isQuiet) hideProgress();
  else if (data.error) refuse(data.error);
  else receive(data).catch((error) => refuse({ text: error.message, values: {} }));
}

function listen(another) {
  worker = another;
  worker.addEventListener("message", hear);
}

listen(firstWorker);
addEventListener("popstate", () => open());
// The keys of a lesson, before those of its picture.
addEventListener(
  "keydown",
  (event) => {
    const by = content?.lesson ? keyOf(event) : 0;
    if (!by) return;
    step(["head", by]);
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// The address of the page moves to other folders, that of its icon does not.
for (const link of document.head.querySelectorAll("[rel=icon], [rel=manifest]")) {
  const { href } = link;
  link.href = href;
}
read();
const { language: told, texts } = await languageOf(language, values, fetchFile);
setLanguage(told, values.texts, texts);
document.documentElement.lang = language;
const panel = new Panel(at("panel"), values.pages.heads.settings, values, change);
const sections = new Sections(at("sections"), {
  change,
  ask: (section) => send({ page: name, state: shown, language, ...section }),
  stop: (section) => worker.postMessage(section),
  load: () => load("edition/sheet"),
});
const playlist = new Playlist(at("playlist"), {
  has,
  open: openEntry,
  keep: keepViews,
  current: entryOnShow,
  lecture() {
    change({ lecture: "on" });
    playlist.walk(1);
  },
  linkOf: (code) => `${ROOT}?playlist=${code}`,
  ready: async () => Object.values(await fetchFile(`playlists.${language}.json`)),
});
if (values.class) {
  if (given.has("class")) location.replace(ballotAt(values.class, given.get("class")));
  showVoting(at("class"), values.class);
  lead = showLeading(at("class"), values.class, load, { ...told, texts });
}
const headPictures = declared(values.pages.heads, "pictures").options.map(([value]) => value);
const cycles = { h: ["pictures", headPictures], w: ["quantity", ["weight", "norm"]] };
const lecture = new Lecture(at("picture"), state, cycles, {
  change,
  step,
  walk(by) {
    if (playlist.isWalked) playlist.walk(by);
    return playlist.isWalked;
  },
});
for (const part of ["form", "panel"])
  for (const event of ["pointerdown", "focusin"]) at(part).addEventListener(event, follow);
at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const isOther = state.sentence !== at("sentence").value;
  state.sentence = at("sentence").value;
  refused = []; // of the address: said of its picture, not of the next
  otherWeights = "";
  say("");
  // Enter in another field, with a second sentence perhaps, keeps what stands there.
  if (isOther)
    for (const { name: setting, first } of settings) if (first === null) state[setting] = null;
  compute();
});
at("undo").textContent = t("Undo");
at("undo").addEventListener("click", () => {
  const before = steps.slice(0, -1);
  history.replaceState(null, "", steps.at(-1));
  open(before);
});
at("cancel").textContent = t("Cancel");
at("cancel").addEventListener("click", () => {
  restart();
  asked++;
  refuse({ text: "edition#stopped", values: {} });
});
const theme = at("theme");
at("language").setAttribute("aria-label", t("Language"));
Object.assign(theme.dataset, { dark: t("Dark background"), light: t("Light background") });
chooseTheme(theme, repaint);
const code = given.get("playlist");
if (code !== null) {
  given.delete("playlist");
  history.replaceState(null, "", addressOf(name, given));
  read();
}
const started = playlist.start(code);
if (code !== null) {
  warned = await started;
  const said = playlist.entries.map(({ parameters }) => describeOtherWeights(parameters, values));
  warned ||= said.find(Boolean) ?? "";
}
if (!playlist.isWalked) open();
const searched = await fetchFile(`search.${language}.json`);
showSearch(at("search"), { ...searched, language: told }, (page, parameters) =>
  openEntry({ page, parameters }),
).catch(() => {}); // the menu has all pages
failed.then(() => refuse(notLoaded("edition/worker.js")));
