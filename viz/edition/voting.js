// Where a class votes, and where it is asked: at the lecturer's server, which alone counts.
// `python -m viz.static --class` names it; no address of a link leads elsewhere.

import { mount } from "../components/host/page.js";
import { make } from "../components/shared/elements.js";
import { t } from "../engine/text.js";

// The ballot of the class with this code.
export const ballotAt = (server, code) => `${server}?class=${encodeURIComponent(code.trim())}`;

// A field for the code of a class, which opens its ballot.
export function showVoting(element, server) {
  const label = make("label", "", t("Code of the class")),
    code = make("input");
  const form = make("form", "row"),
    button = make("button", "", t("Vote"));
  Object.assign(code, { required: true, maxLength: 20, autocomplete: "off" });
  label.append(code);
  form.append(label, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(ballotAt(server, code.value));
  });
  const body = make("div", "body");
  body.append(form);
  element.append(make("summary", "", t("Answer in the class")), body);
  element.hidden = false;
}

const ENGINE = "transformer"; // the model that a phone of a class measures with
const WITH_HEAD = ["heads", "inside"]; // the pages on which a head is on show

// What phones can measure in the head on show, on sentences of their own, as Python's tasks.
export function tasksOf(name, state, measured) {
  const { attention: stack, layer, head, model = ENGINE, sentence = "" } = state;
  if (!WITH_HEAD.includes(name) || model !== ENGINE || !stack) return [];
  const choice = { stack, layer: layer - 1, head: head - 1 };
  return measured[stack].map(([measure, text]) => {
    const task = { kind: "number", sentence, words: [], questions: [], model, choice, measure };
    const title = t("A number on a sentence of their own: {measure}", { measure: t(text) });
    return { id: JSON.stringify(task), title, task };
  });
}

// The lecturer's side of the class, below a heading of its own; returns what shows it what can be
// asked. Its script is loaded when it is opened.
export function showLeading(element, server, load, language) {
  const details = make("details"),
    body = make("div", "body");
  details.append(make("summary", "", t("Ask the class about this")), body);
  element.after(details);
  let tasks = [],
    show = null;
  const draw = () =>
    show?.([{ server, link: server, tasks, polls: true, revealed: null, language }]);
  details.addEventListener("toggle", async () => {
    if (show || !details.open) return;
    show = mount((await load("bundles/classroom")).default, "classroom", body);
    draw();
  });
  return (others) => {
    tasks = others;
    draw();
  };
}
