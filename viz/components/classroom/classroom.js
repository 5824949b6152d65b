// The lecturer's side of a class: what it is asked, the code for its phones, and its answers as
// they come. The ticket of the class stays in the storage of this tab, never in an address.

import { setLanguage, t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { session } from "../shared/storage.js";
import { TICKET } from "../shared/ticket.js";

const AGAIN = 2000; // milliseconds until a lost connection is tried again
const SOON = 300; // milliseconds until the page has its height
const LEAST = 2; // answers of a question of one's own

// The lines of a stream of JSON, as they come.
async function* linesOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines.filter(Boolean).map((line) => JSON.parse(line));
  }
}

// A question of the lecturer's own, with an answer a line.
export function pollOf(question, lines) {
  const words = [...new Set(lines.split("\n").map((line) => line.trim()))].filter(Boolean);
  const options = words.map((_, place) => place);
  const questions = [{ word: "", options, weights: words.map(() => 0) }];
  return words.length < LEAST ? null : { kind: "poll", sentence: question, words, questions };
}

export class Classroom {
  // `tell(room)` hears of the room of this tab: what it is asked, its link and QR code; or {}.
  constructor(root, tell) {
    Object.assign(this, { root, tell, room: null, counts: null, told: "{}" });
    this.kept = JSON.parse(session.get(TICKET) ?? "null");
    this.parts = ["say", "choose", "code", "answers"].map((name) => make("div", name));
    [this.said, this.chooser, this.code, this.answers] = this.parts;
    this.said.setAttribute("role", "alert");
    root.replaceChildren(...this.parts);
  }

  // `data`: server, link, language, tasks [{id, title, task}], revealed (null: not by the page).
  show(data) {
    this.data = data;
    this.draw();
    this.follow();
    this.sync();
  }

  keep(kept) {
    this.kept = kept;
    if (kept) session.set(TICKET, JSON.stringify(kept));
    else session.remove(TICKET);
  }

  // Say what the tab's class is asked, once for each change.
  inform() {
    const { link, image } = this.room ?? {};
    const room = this.kept && link ? { asked: this.kept.id, link, image } : {};
    if (JSON.stringify(room) === this.told || (this.kept && !link)) return;
    this.told = JSON.stringify(room);
    this.tell(room);
  }

  post(path, message) {
    const { server, language } = this.data;
    const body = JSON.stringify({
      ...message,
      language: language.code,
      ticket: this.kept?.ticket ?? "",
    });
    return fetch(new URL(`class/${path}?language=${language.code}`, server), {
      method: "POST",
      body,
    });
  }

  async lead(message) {
    try {
      const response = await this.post("lead", message),
        { ticket, error } = await response.json();
      this.said.textContent = error ?? "";
      return error ? null : ticket;
    } catch {
      this.said.textContent = t("The class's server does not answer. Check that it runs.");
      return null;
    }
  }

  async ask({ id, task }) {
    const ticket = await this.lead({ act: "ask", task });
    if (!ticket) return;
    this.sent = this.data.revealed;
    this.keep({ ticket, id, hasAnswer: task.kind === "head" || task.kind === "neighbours" });
    this.follow();
    this.draw();
    this.inform();
  }

  async close() {
    await this.lead({ act: "close" });
    this.end();
  }

  end() {
    this.keep(null);
    this.room = this.counts = null;
    this.draw();
    this.inform();
  }

  // The page's switch shows the answers on phones too.
  async sync() {
    const { revealed, tasks } = this.data;
    if (!this.kept || revealed === null || !tasks.some(({ id }) => id === this.kept.id)) return;
    if (this.sent === revealed) return;
    this.sent = revealed;
    if ((await this.lead({ act: "reveal", revealed })) === null) this.sent = undefined;
  }

  // Hear the answers, and again when the connection is lost.
  async follow() {
    const { ticket } = this.kept ?? {};
    if (!ticket || this.followed === ticket) return;
    this.followed = ticket;
    while (this.kept?.ticket === ticket && !this.hasLeft) {
      try {
        const { link } = this.data;
        this.stop = new AbortController();
        for await (const line of linesOf(await this.post("hall", { link }))) {
          if (this.kept?.ticket !== ticket || this.hasLeft) break;
          if (line.isOver) {
            this.end();
            break;
          }
          this.hear(line);
        }
      } catch {
        // It is tried again.
      }
      await new Promise((done) => setTimeout(done, AGAIN));
    }
    if (this.followed === ticket) this.followed = null;
  }

  hear(line) {
    if (line.link) this.room = line;
    else this.counts = line;
    this.draw();
    this.inform();
  }

  // --- drawing -----------------------------------------------------------------------------------

  draw() {
    this.drawChooser();
    this.drawCode();
    this.drawAnswers((this.kept && this.counts?.html) || "");
    this.root.classList.toggle("open", Boolean(this.kept));
  }

  // The server made it. A policy that forbids styles in HTML allows them by script.
  drawAnswers(html) {
    if (this.html === html) return;
    this.html = html;
    const [, style = "", rest = html] = html.match(/^<style>([^]*?)<\/style>([^]*)$/) ?? [];
    const tree = this.root.getRootNode();
    if (style && !this.sheet) {
      this.sheet = new CSSStyleSheet();
      this.sheet.replaceSync(style);
      tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, this.sheet];
    }
    this.answers.innerHTML = rest.replaceAll(' style="', ' data-style="');
    for (const part of this.answers.querySelectorAll("[data-style]"))
      part.style.cssText = part.dataset.style;
  }

  button(text, act) {
    const button = make("button", "", text);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  // What can be asked. It is drawn anew only where that has changed: its fields may be in use.
  drawChooser() {
    const { tasks, polls } = this.data,
      { id } = this.kept ?? {};
    const others = tasks.filter((one) => one.id !== id);
    const state = JSON.stringify([others.map((one) => one.id), Boolean(id), polls]);
    if (state === this.chooserState) return;
    this.chooserState = state;
    const box = make("select"),
      label = make("label", "", t("Ask")),
      own = make("div", "own"),
      question = make("input"),
      lines = make("textarea");
    for (const { title } of others) box.append(make("option", "", title));
    if (polls) box.append(make("option", "", t("A question of your own")));
    question.maxLength = 200;
    lines.rows = 3;
    const questionLabel = make("label", "", t("Question")),
      linesLabel = make("label", "", t("Answers, one a line"));
    questionLabel.append(question);
    linesLabel.append(lines);
    own.append(questionLabel, linesLabel);
    const follow = () => (own.hidden = box.selectedIndex < others.length);
    box.addEventListener("change", follow);
    follow();
    box.setAttribute("aria-label", t("Ask"));
    label.append(box);
    const ask = this.button(t("Ask the class"), () => {
      const chosen = others[box.selectedIndex];
      if (chosen) {
        this.ask(chosen);
        return;
      }
      const task = question.value.trim() && pollOf(question.value.trim(), lines.value);
      if (task) this.ask({ id: JSON.stringify(task), task });
      else this.said.textContent = t("Type a question, and at least two answers.");
    });
    ask.classList.add("ask");
    const several = box.options.length > 1 || polls;
    this.chooser.replaceChildren(
      ...(several ? [label, own] : []),
      ...(box.options.length ? [ask] : []),
    );
  }

  drawCode() {
    const { room, counts, kept } = this;
    const isHere = this.data.tasks.some(({ id }) => id === kept?.id);
    const state = JSON.stringify([
      room,
      counts?.title,
      counts?.revealed,
      isHere,
      kept,
      this.data.revealed,
    ]);
    if (state === this.codeState) return;
    this.codeState = state;
    if (!kept || !room) {
      this.code.replaceChildren();
      return;
    }
    const image = make("img"),
      buttons = make("p", "buttons");
    image.src = room.image;
    image.alt = t("QR code of the link");
    if (kept.hasAnswer && !(isHere && this.data.revealed !== null)) {
      const revealed = !counts?.revealed;
      const text = revealed ? t("Show the right answers") : t("Hide the right answers");
      buttons.append(this.button(text, () => this.lead({ act: "reveal", revealed })));
    }
    buttons.append(
      this.button(t("Clear answers"), () => this.clear()),
      this.button(t("Close the class"), () => this.close()),
    );
    const notes = [
      room.reach,
      t("Nothing is stored: closing forgets all answers."),
      !isHere && counts ? t("The phones show: {title}", { title: counts.title }) : "",
    ];
    this.code.replaceChildren(
      image,
      make("p", "link", room.link.replace(/^\w+:\/\//, "")),
      ...notes.filter(Boolean).map((note) => make("p", "", note)),
      buttons,
    );
  }

  async clear() {
    this.sent = undefined;
    await this.lead({ act: "clear" });
    this.tell({ ...JSON.parse(this.told), isCleared: Date.now() });
  }

  leave() {
    this.hasLeft = true;
  }
}

export default function ({ data: [data], parentElement, setTriggerValue }) {
  setLanguage(data.language);
  const root = parentElement.querySelector(".classroom");
  if (!root.view) {
    root.view = new Classroom(root, (room) => setTriggerValue("room", room));
    const isAsked = data.polls && !root.view.kept; // of a picture, which has just been chosen
    if (isAsked) setTimeout(() => root.scrollIntoView({ block: "nearest" }), SOON);
  }
  const view = root.view;
  view.hasLeft = false;
  view.show({ ...data, server: new URL(data.server, document.baseURI).href });
  return () => view.leave();
}
