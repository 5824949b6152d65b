// A lesson in one file, with what Python drew for its steps and its exercises; or one page alone,
// a lesson of one step without a text. Its data are { content, draws }: the components by name, and
//   { languages, names, values, isLesson }: colours, and by language
//     { told, own, english, title, heading, steps, summary, yours, exercises, notes }
//   a step is { title, text, more, parts }, the parts those of sheet.js as Python wrote them
//   an exercise { question, sentence, translation, expects, hint, lock, address, parts }

import { setLanguage, t } from "../../engine/text.js";
import { checkAnswer } from "../exercises/check.js";
import { chooseTheme, mount } from "../host/page.js";
import { make } from "../shared/elements.js";
import { tellHeight } from "../shared/frame.js";
import { markdown } from "../sheet/markdown.js";
import { readParts } from "../sheet/reading.js";
import drawSheet from "../sheet/sheet.js";
import { Progress, findApi } from "./platform.js";

const MADE = ["sketch", "captions"]; // in which a reader makes what only the app can read

function outside(text, target) {
  const link = Object.assign(make("a", "", text), { href: target, target: "_blank" });
  link.rel = "noopener";
  return link;
}

function button(text, act) {
  const made = make("button", "", text);
  made.type = "button";
  made.disabled = !act;
  if (act) made.addEventListener("click", act);
  return made;
}

function box(className, ...parts) {
  const made = make("div", className);
  made.append(...parts);
  return made;
}

class Course {
  constructor(root, { content, draws }) {
    Object.assign(this, { root, content, draws });
    const { languages, isLesson } = content,
      [first] = Object.values(languages);
    this.exercises = first.exercises.length;
    const steps = first.steps.length + Number(this.exercises > 0);
    this.progress = new Progress(isLesson ? findApi(window) : null, steps, this.exercises);
    const wanted = [
      this.progress.language,
      navigator.language.slice(0, 2),
      ...Object.keys(languages),
    ];
    this.language = wanted.find((name) => Object.hasOwn(languages, name));
    this.heading = make("h1");
    this.languages = make("nav");
    this.theme = button("", () => {});
    this.said = make("p");
    this.said.setAttribute("role", "status");
    this.body = make("main");
    root.append(box("top", this.heading, this.languages, this.theme), this.said, this.body);
    this.speak(this.language);
    chooseTheme(this.theme, () => this.pictures.forEach((show) => show()));
    tellHeight(root);
    this.see(this.progress.step);
    addEventListener("pagehide", () => this.progress.finish());
  }

  get texts() {
    return this.content.languages[this.language];
  }

  speak(language) {
    const { names, languages } = this.content;
    this.language = language;
    const { told, own, english, heading, title } = this.texts;
    setLanguage(told, english, own);
    document.documentElement.lang = language;
    document.title = title;
    this.heading.textContent = heading;
    Object.assign(this.theme.dataset, { dark: t("Dark background"), light: t("Light background") });
    const isDark = document.documentElement.dataset.theme === "dark";
    this.theme.textContent = isDark ? this.theme.dataset.light : this.theme.dataset.dark;
    const others = Object.keys(languages).filter((name) => name !== language);
    this.languages.replaceChildren(
      ...others.map((other) => {
        const made = button(names[other], () => {
          this.progress.speak(other);
          this.speak(other);
          this.draw();
          this.languages.querySelector("button").focus();
        });
        made.lang = other;
        return made;
      }),
    );
  }

  see(step) {
    this.progress.see(step);
    this.draw();
  }

  go(step) {
    this.see(step);
    this.body.querySelector("h2").focus();
  }

  draw() {
    this.pictures = [];
    const { steps } = this.texts,
      { step } = this.progress;
    this.say();
    this.body.className = this.content.isLesson ? "lesson" : "alone";
    const parts = step < steps.length ? this.step(steps[step]) : this.questions();
    this.body.replaceChildren(...parts.filter(Boolean));
    for (const show of this.pictures) show();
  }

  say() {
    const { isKept, exercises } = this.progress;
    const isOver = exercises && this.progress.right.size === exercises;
    const said = [
      isKept ? "" : t("The platform has not kept your progress."),
      isOver ? t("All exercises are right.") : "",
    ];
    this.said.textContent = said.filter(Boolean).join(" ");
  }

  // Drawn once the element is in the page.
  picture(parts, name) {
    const element = make("div", "picture"),
      { values } = this.content;
    const hear = (event, { name }) => {
      if (event === "component" && MADE.includes(name))
        this.said.textContent = t("Only the app computes what you change here.");
    };
    const show = mount(drawSheet, "sheet", element, hear),
      read = readParts(parts, values, this.texts.told, { draws: this.draws });
    this.pictures.push(() => show({ painted: name, parts: read }));
    return element;
  }

  title(text) {
    const heading = make("h2", "", text);
    heading.tabIndex = -1;
    return heading;
  }

  steps() {
    const { step, steps } = this.progress;
    const isLast = step + 1 === steps;
    const next = !isLast && (() => this.go(step + 1));
    const row = box("row", button(t("Back"), step > 0 && (() => this.go(step - 1))));
    if (!isLast) row.append(button(t("Next"), next));
    return row;
  }

  place() {
    const { step, steps } = this.progress;
    return make("small", "", t("Step {step} of {steps}", { step: step + 1, steps }));
  }

  step({ title, text, more, parts }) {
    const { step } = this.progress,
      { steps, summary, yours, notes } = this.texts;
    const picture = parts
      ? this.picture(parts, String(step))
      : make("p", "", t("edition#picture in the app"));
    if (!this.content.isLesson) return [picture, box("notes", ...notes.flatMap(this.read))];
    const article = make("article");
    article.append(this.place(), this.title(title), ...this.read(text));
    if (more) {
      const details = make("details");
      details.append(make("summary", "", t("Read more")), ...this.read(more));
      article.append(details);
    }
    if (step + 1 === steps.length)
      for (const [ending, said] of [
        [t("In short"), summary],
        [t("Now your own sentence"), yours],
      ])
        if (said) article.append(make("h3", "", ending), ...this.read(said));
    article.append(this.steps());
    return [article, picture];
  }

  read = (text) => markdown(text, outside);

  questions() {
    const { exercises, intro } = this.texts,
      article = make("article", "exercises");
    const score = make("p", "score");
    score.setAttribute("role", "status");
    const count = () => {
      const { right } = this.progress;
      score.textContent = t("{right} of {all} right", { right: right.size, all: exercises.length });
      this.say();
    };
    article.append(
      this.place(),
      this.title(t("exercises#sheet title")),
      ...this.read(intro),
      ...exercises.map((exercise, number) => this.question(exercise, number, count)),
      score,
      this.steps(),
    );
    count();
    return [article];
  }

  question({ question, sentence, translation, expects, hint, lock, parts }, number, count) {
    const section = make("section"),
      form = make("form");
    const label = make("label", "", t("Your answer: {form}", { form: expects })),
      input = make("input"),
      verdict = make("p", "verdict");
    const told = make("p", "", question);
    [label.htmlFor, input.id, verdict.id, told.id] = ["box", "box", "verdict", "text"].map(
      (name) => name + number,
    );
    input.autocomplete = "off";
    input.spellcheck = false;
    input.setAttribute("aria-describedby", `${told.id} ${verdict.id}`);
    verdict.setAttribute("role", "status");
    const check = make("button", "", t("Check"));
    form.noValidate = true;
    form.append(label, box("row", input, check), verdict);
    const judge = (kind, text) => {
      form.dataset.verdict = kind;
      verdict.textContent = text;
    };
    if (this.progress.right.has(number)) judge("right", `✓ ${t("Right.")}`);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const isRight = checkAnswer(input.value, lock);
      input.setAttribute("aria-invalid", String(!isRight));
      if (isRight) {
        judge("right", `✓ ${t("Right.")}`);
        this.progress.solve(number);
        count();
      } else if (input.value.trim()) judge("wrong", `✗ ${t("Not yet.")} ${hint}`);
      else judge("empty", t("Type an answer first."));
    });
    section.append(
      make("h3", "", t("Exercise {number}", { number: number + 1 })),
      make("p", "sentence", `${sentence} → ${translation}`),
      told,
      ...(parts ? [this.picture(parts, `exercise ${number}`)] : []),
      form,
    );
    return section;
  }
}

export default function draw({ data, parentElement }) {
  const root = parentElement.querySelector(".course");
  root.course ??= new Course(root, data);
}
