// The text of a lesson beside its picture, and the list of all lessons.

import { make } from "../components/shared/elements.js";
import { markdown as read } from "../components/sheet/markdown.js";
import { t } from "../engine/text.js";
import { isFree } from "./lecture_mode.js";
import { FRONT, PAGES } from "./pages.js";

const NEXT = ["Enter", "ArrowRight", "PageDown", " "],
  BACK = ["ArrowLeft", "PageUp"];

// The steps that a key leads on by: 1, −1 or 0. A button that has the focus is pressed instead.
export function keyOf(event) {
  if (!isFree(event) || event.ctrlKey || event.metaKey || event.altKey) return 0;
  if (["Enter", " "].includes(event.key) && event.composedPath()[0].closest?.("a, button, summary"))
    return 0;
  return Number(NEXT.includes(event.key)) - Number(BACK.includes(event.key));
}

// A link of a text: to a page of the edition, elsewhere, or none where the edition lacks the page.
function linkOf(text, target, { linkTo }) {
  const [path, query = ""] = target.split("?");
  const isOther = /^https:/.test(target);
  if (!isOther && !Object.hasOwn(PAGES, path || FRONT)) return make("span", "", text);
  const link = make("a", "", text);
  if (isOther) link.href = target;
  else linkTo(link, path || FRONT, Object.fromEntries(new URLSearchParams(query)));
  return link;
}

// Paragraphs and lists of a text of Markdown.
const markdown = (text, calls) => read(text, (label, target) => linkOf(label, target, calls));

function button(text, settings, { change }, className = "") {
  const made = make("button", className, text);
  made.type = "button";
  made.disabled = !settings;
  if (settings) made.addEventListener("click", () => change(settings));
  return made;
}

function row(...parts) {
  const made = make("div", "row");
  made.append(...parts);
  return made;
}

function step({ all, name, place, whole }, calls) {
  const { title, steps, summary, yours } = all[name],
    { text, more, title: heading } = steps[place];
  const article = make("article"),
    names = Object.keys(all),
    number = names.indexOf(name);
  const following = names[number + 1],
    isLast = place + 1 === steps.length;
  const next = isLast ? following && { lesson: following, step: "1" } : { step: String(place + 2) };
  const label = !isLast ? t("Next") : following ? t("Next lesson") : t("All lessons");
  article.append(
    row(
      button(t("All lessons"), { lesson: "", step: "1" }, calls),
      make("span", "", t("Lesson {number} · {title}", { number: number + 1, title })),
    ),
    make("small", "", t("Step {step} of {steps}", { step: place + 1, steps: steps.length })),
    make("h2", "", heading),
    ...markdown(text, calls),
    row(
      button(t("Back"), place ? { step: String(place) } : null, calls),
      button(label, next ?? { lesson: "", step: "1" }, calls, "next"),
    ),
    make("small", "", t("lessons#keys")),
  );
  if (isLast)
    for (const [ending, content] of [
      [t("In short"), summary],
      [t("Now your own sentence"), yours],
    ])
      article.append(make("h3", "", ending), ...markdown(content, calls));
  if (more) {
    const details = make("details");
    details.append(make("summary", "", t("Read more")), ...markdown(more, calls));
    article.append(details);
  }
  if (whole) {
    const link = make("a", "", t("Open the whole page"));
    calls.linkTo(link, whole.page, Object.fromEntries(new URLSearchParams(whole.query)));
    article.append(link);
  }
  return article;
}

function countPictures(count, steps) {
  if (!count) return t("Its pictures are in the app.");
  return count === steps
    ? t("All of its pictures are here.")
    : t("edition#some pictures are here", { count, steps });
}

// A card for each lesson; `shown` says how many of its steps have their picture here.
function cards({ all, shown }, calls) {
  const list = make("div", "cards");
  list.append(
    ...Object.entries(all).map(([name, lesson], place) => {
      const card = make("section"),
        { title, question, minutes, outcome, steps } = lesson;
      card.append(
        make(
          "small",
          "",
          t("Lesson {number} · {title} · {minutes} minutes", { number: place + 1, title, minutes }),
        ),
        make("h2", "", question),
        ...markdown(outcome[0].toUpperCase() + outcome.slice(1), calls),
        make("p", "", countPictures(shown[name], steps.length)),
        button(t("Start"), { lesson: name, step: "1" }, calls, shown[name] ? "next" : ""),
      );
      return card;
    }),
  );
  return list;
}

// Show a lesson's step, or all lessons; nothing where the page is no lesson.
export function showLesson(element, lesson, calls) {
  element.hidden = !lesson;
  if (!lesson) element.replaceChildren();
  else element.replaceChildren(lesson.name ? step(lesson, calls) : cards(lesson, calls));
}
