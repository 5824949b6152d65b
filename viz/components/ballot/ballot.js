// A phone of a class: questions with answers to tap, or a sentence of its own to measure. It hears
// of its class by server-sent events. What the server does not have yet is sent again, so that
// nothing is lost with a connection. The token of the phone is kept for its tab.

import { make } from "../shared/elements.js";
import { session } from "../shared/storage.js";

const AGAIN = 3000; // milliseconds until an answer is sent again
const keyOf = (code) => `heads-up phone ${code}`;

export class Ballot {
  // `ask(path, body)` posts, `listen(token)` opens the events, `measure(sentence, field)` computes.
  constructor(root, code, { ask, listen, measure }) {
    Object.assign(this, { root, code, ask, listen, measure });
    this.chosen = {}; // the place tapped, by the number of the question
    this.kept = { phone: session.get(keyOf(code)) ?? "", round: 0, answers: {}, number: null };
    this.task = null;
    this.number = null; // measured, and its chance; `toSend` once that is wanted
    this.toSend = null;
    this.isRefused = false; // answers, by the server
  }

  start() {
    this.events?.close();
    this.events = this.listen(this.kept.phone);
    const hear = (name, act) =>
      this.events.addEventListener(name, ({ data }) => act.call(this, JSON.parse(data)));
    hear("you", this.know);
    hear("task", this.show);
    hear("wait", this.say);
    hear("over", (sentence) => {
      this.events.close();
      clearTimeout(this.timer);
      this.task = null;
      this.say(sentence);
    });
  }

  // What the server keeps of this phone.
  know(kept) {
    if (kept.round !== this.kept.round) {
      this.chosen = {};
      this.toSend = this.number = null;
    }
    this.kept = kept;
    session.set(keyOf(this.code), kept.phone);
  }

  // In place of the questions, or before there are any.
  say(sentence) {
    const alert = make("p", "", sentence);
    alert.setAttribute("role", "alert");
    this.root.replaceChildren(alert);
  }

  // What was tapped and the server does not have.
  pending() {
    const differs = ([number, place]) => this.kept.answers[number] !== place;
    return Object.fromEntries(Object.entries(this.chosen).filter(differs));
  }

  get isSending() {
    return Boolean(this.toSend) || Object.keys(this.pending()).length > 0;
  }

  async send() {
    clearTimeout(this.timer);
    if (!this.isSending || !this.task || this.isPosting) return;
    const { phone } = this.kept,
      { round } = this.task;
    const answers = this.pending(),
      number = this.toSend;
    this.isPosting = true;
    try {
      const kept = await this.ask("answer", { code: this.code, phone, round, answers, number });
      if (round !== this.task?.round) return;
      if (kept.isKept) {
        this.kept.answers = kept.answers;
        this.kept.number = kept.number;
        if (this.toSend === number) this.toSend = null;
      }
    } catch {
      // It is sent again.
    } finally {
      this.isPosting = false;
    }
    if (this.task) this.report();
    if (this.isSending) this.timer = setTimeout(() => this.send(), AGAIN * (0.7 + Math.random()));
  }

  show(task) {
    if (task.revealed) this.chosen = {};
    this.task = task;
    this.build();
    this.report();
    this.root.dataset.painted = task.round;
    this.send();
  }

  build() {
    const { texts, questions, field } = this.task;
    this.fields = questions.map((question, number) => this.field(question, number));
    this.status = make("p");
    this.status.setAttribute("role", "status");
    this.root.replaceChildren(
      make("h1", "", texts.title),
      texts.measure ? this.meter(field) : make("p", "sentence", texts.sentence),
      ...this.fields,
      make("p", "note", texts.note),
      this.status,
    );
  }

  field({ text, options }, number) {
    const field = make("fieldset"),
      group = make("div", "options");
    const answer = this.chosen[number] ?? this.kept.answers[number];
    for (const { place, word, weight = 0, note = "", isBest = false } of options) {
      const label = make("label", isBest ? "best" : ""),
        input = make("input"),
        bar = make("i");
      input.type = "radio";
      input.name = `question ${number}`;
      input.value = place;
      input.checked = place === answer;
      input.disabled = this.task.revealed;
      input.addEventListener("change", () => this.choose(number, place));
      bar.style.width = `${100 * Math.max(weight, 0)}%`;
      label.append(input, make("span", "", word), make("small", "", note), bar);
      group.append(label);
    }
    field.append(make("legend", "", text || this.task.texts.title), group);
    return field;
  }

  // A sentence of the reader's own, and what is measured on it.
  meter(field) {
    const { texts, decimal, revealed } = this.task;
    const form = make("form", "meter"),
      label = make("label", "", texts.own),
      box = make("input"),
      button = make("button", "", texts.measure),
      result = make("p", "number"),
      send = make("button", "send", texts.send);
    box.required = true;
    box.autocomplete = "off";
    box.placeholder = texts.sentence;
    box.value = this.typed ?? "";
    send.type = "button";
    send.hidden = !this.number || revealed;
    const fixed = (value) => value.toFixed(2).replace(".", decimal);
    const tell = () => {
      const [value, chance] = this.number ?? [];
      result.textContent = this.number ? `${fixed(value)} (${texts.chance} ${fixed(chance)})` : "";
      send.hidden = !this.number || this.task.revealed;
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      this.typed = box.value;
      this.number = null;
      tell();
      result.textContent = texts.loading;
      try {
        this.number = await this.measure(box.value, field);
        tell();
        if (!this.number) result.textContent = texts.unread;
      } catch {
        result.textContent = texts.failed;
      }
    });
    send.addEventListener("click", () => {
      this.toSend = this.number;
      this.report();
      this.send();
    });
    tell();
    label.append(box);
    form.append(label, button, result, send, make("p", "note", texts.private));
    return form;
  }

  choose(number, place) {
    this.chosen[number] = place;
    this.report();
    this.send();
  }

  report() {
    const { texts, questions, revealed, results } = this.task;
    const { answers, number } = this.kept;
    const isRight = ({ options }, at) =>
      options.some(({ place, isBest }) => isBest && place === answers[at]);
    const state = this.isSending
      ? "sending"
      : Object.keys(answers).length || number
        ? "sent"
        : "hint";
    const text = revealed
      ? (results[questions.filter(isRight).length] ?? texts.ended)
      : texts[state];
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}

// The numbers of sentences, by the worker that has the model below `root`.
function meterBelow(here) {
  let worker = null,
    last = 0;
  return (sentence, { root, ...field }) => {
    if (!root) return Promise.reject(new Error("no model"));
    if (!worker) {
      worker = new Worker(new URL("preview.js", here), { type: "module" });
      worker.postMessage({ root: new URL(root, here).href });
    }
    const key = String(++last);
    return new Promise((resolve, reject) => {
      const end = (act, value) => {
        worker?.removeEventListener("message", hear);
        act(value);
      };
      const hear = ({ data }) => {
        if (data.key !== key) return;
        if (data.failed) {
          worker.terminate();
          worker = null;
          end(reject, new Error(data.failed));
        } else end(resolve, data.packed);
      };
      worker.addEventListener("message", hear);
      worker.addEventListener("error", () => end(reject, new Error("worker")), { once: true });
      worker.postMessage({ key, kind: "number", sentence, field });
    });
  };
}

export default function ({ parentElement, code, here }) {
  const language = document.documentElement.lang;
  const root = make("div", "ballot");
  parentElement.append(root);
  const view = new Ballot(root, code, {
    ask: async (path, body) => {
      const answer = await fetch(new URL(path, here), {
        method: "POST",
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    },
    listen: (phone) =>
      new EventSource(new URL(`events?${new URLSearchParams({ code, phone, language })}`, here)),
    measure: meterBelow(here),
  });
  // A phone that has slept may have lost its events.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && view.events?.readyState === EventSource.CLOSED && view.task)
      view.start();
  });
  view.start();
  return view;
}
