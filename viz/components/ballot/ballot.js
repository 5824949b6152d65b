// Questions with answers to tap. The server is asked again every few seconds; what it does not
// have yet goes along, so that nothing tapped is lost with a connection.

import { make } from "../shared/elements.js";

class Ballot {
  constructor(root) {
    this.root = root;
    this.chosen = {}; // the place tapped, by the number of the question
    this.wake = () => {
      if (!document.hidden) this.beat();
    };
  }

  listen() {
    document.addEventListener("visibilitychange", this.wake);
    this.wait();
  }

  leave() {
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
  }

  // Two hundred phones that were opened at once do not ask at once.
  wait() {
    clearTimeout(this.timer);
    const seconds = this.data.seconds * (0.8 + 0.4 * Math.random());
    this.timer = setTimeout(() => {
      if (document.hidden) this.wait();
      else this.beat();
    }, 1000 * seconds);
  }

  beat() {
    this.send({ round: this.data.round, answers: this.pending() });
    this.wait();
  }

  // What was tapped and the server does not have.
  pending() {
    const differs = ([number, place]) => this.data.questions[number]?.answer !== place;
    return Object.fromEntries(Object.entries(this.chosen).filter(differs));
  }

  show(data) {
    const isNew =
      !this.data ||
      data.round !== this.data.round ||
      data.texts.title !== this.data.texts.title ||
      data.questions.length !== this.data.questions.length;
    if (data.round !== this.data?.round || data.revealed) this.chosen = {};
    this.data = data;
    if (isNew) this.build();
    data.questions.forEach((question, number) => this.mark(question, number));
    this.report();
    this.root.dataset.painted = data.round;
  }

  build() {
    const { texts, questions } = this.data;
    this.fields = questions.map((question, number) => this.field(question, number));
    this.status = make("p");
    this.status.setAttribute("role", "status");
    this.root.replaceChildren(
      make("h1", "", texts.title),
      make("p", "sentence", texts.sentence),
      ...this.fields,
      make("p", "note", texts.note),
      this.status,
    );
  }

  field(question, number) {
    const field = make("fieldset"),
      options = make("div", "options");
    for (const option of question.options) {
      const label = make("label"),
        input = make("input");
      input.type = "radio";
      input.name = `question ${number}`;
      input.value = option.place;
      input.addEventListener("change", () => this.choose(number, option.place));
      label.append(input, make("span", "", option.word), make("small"), make("i"));
      options.append(label);
    }
    field.append(make("legend", "", question.text), options);
    return field;
  }

  mark(question, number) {
    const answer = this.chosen[number] ?? question.answer;
    [...this.fields[number].querySelectorAll("label")].forEach((label, place) => {
      const option = question.options[place],
        input = label.querySelector("input");
      input.checked = option.place === answer;
      input.disabled = this.data.revealed;
      label.classList.toggle("best", option.is_best);
      label.querySelector("small").textContent = option.note;
      label.querySelector("i").style.width = `${100 * option.weight}%`;
    });
  }

  choose(number, place) {
    this.chosen[number] = place;
    this.report();
    this.beat();
  }

  report() {
    const { texts, questions, revealed } = this.data;
    const isSending = Object.keys(this.pending()).length > 0;
    const isSent = questions.some((question) => question.answer !== null);
    const state = isSending ? "sending" : isSent ? "sent" : "hint";
    const text = texts[revealed ? "result" : state];
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}

export default function ({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".ballot");
  const view = (root.view ??= new Ballot(root));
  view.send = (message) => setTriggerValue("beat", message);
  view.show(data);
  view.listen();
  return () => view.leave();
}
