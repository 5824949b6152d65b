// The presenter's notes in a second window of the same browser. It has no server: both windows
// talk over a channel of their own, and the notes stay when the lecture's page is loaded again.

import { t } from "../../engine/text.js";
import { session } from "../shared/storage.js";

const TAB = "heads-up notes"; // under which a tab keeps the name of its channel
const STYLE = `
  body { margin: 0; padding: 1.5rem 2rem; font: 1.5rem/1.5 system-ui, sans-serif; }
  header, footer { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; }
  header { font-variant-numeric: tabular-nums; }
  #elapsed { font-size: 2.5rem; font-weight: 600; }
  h1 { font-size: 1.75rem; line-height: 1.25; margin: 1rem 0 0.5rem; }
  #notes { white-space: pre-wrap; overflow-wrap: anywhere; min-height: 8rem; }
  #next { border-top: 1px solid; padding-top: 0.75rem; }
  button { font: inherit; font-size: 1.125rem; color: inherit; background: none; cursor: pointer;
    border: 1px solid; border-radius: 4px; padding: 0.25rem 1rem; }
  button:focus-visible { outline: 3px solid; outline-offset: 2px; }`;
const PAGE = `<header><span id="elapsed"></span><span id="time"></span><span id="place"></span>
  <button id="restart"></button></header>
  <h1 id="title"></h1><p id="notes"></p><p id="next"></p>
  <footer><button id="back"></button><button id="on"></button><button id="blank"></button>
  </footer>`;

// What runs in the notes window. It goes there as text, and so uses nothing of this module.
function run(channelName) {
  const channel = new BroadcastChannel(channelName);
  const part = (id) => document.getElementById(id);
  let start = Date.now();
  const two = (number) => String(number).padStart(2, "0");
  const tick = () => {
    const now = new Date(),
      seconds = Math.floor((now - start) / 1000);
    part("elapsed").textContent = `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
    part("time").textContent = `${two(now.getHours())}:${two(now.getMinutes())}`;
  };
  const press = (key) => channel.postMessage({ key });
  channel.onmessage = ({ data }) => {
    if (!data.texts) return;
    for (const [id, text] of Object.entries(data.texts)) part(id).textContent = text;
    document.title = data.heading;
    document.documentElement.lang = data.lang;
    Object.assign(document.body.style, data.colours);
  };
  part("back").addEventListener("click", () => press("PageUp"));
  part("on").addEventListener("click", () => press("PageDown"));
  part("blank").addEventListener("click", () => press("b"));
  part("restart").addEventListener("click", () => {
    start = Date.now();
    tick();
  });
  addEventListener("keydown", (event) => {
    const pressed = event.target.closest?.("button") && ["Enter", " "].includes(event.key);
    if (pressed || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    press(event.key);
    if (/^(Page|Arrow| )/.test(event.key)) event.preventDefault();
  });
  setInterval(tick, 500);
  tick();
  press(""); // asks for what is on show
}

export class Notes {
  // `press` is called with each key that is pressed in the notes window.
  constructor(press) {
    this.press = press;
    this.walk = null; // of a playlist that is walked: the entry on show, as Python says it
  }

  listen() {
    if (this.channel) return;
    this.channel = new BroadcastChannel(nameChannel());
    this.channel.onmessage = ({ data }) => {
      if (data.key) this.press(data.key);
      else if (data.key === "") this.send();
    };
  }

  leave() {
    this.channel?.close();
    this.channel = null;
  }

  // Open the window, or bring it to the front.
  open() {
    const notes = window.open("", nameChannel(), "popup,width=900,height=700");
    if (!notes) return; // the browser lets no window open
    if (!notes.document.getElementById("elapsed")) {
      const style = notes.document.createElement("style");
      const script = notes.document.createElement("script");
      style.textContent = STYLE;
      script.textContent = `(${run})(${JSON.stringify(nameChannel())});`;
      notes.document.body.innerHTML = PAGE;
      notes.document.head.append(style);
      notes.document.body.append(script);
    }
    notes.focus();
    this.send();
  }

  // Send the entry that `walk` of the lecture says.
  send() {
    if (!this.channel || !this.walk) return;
    const { place, count, title, notes, next } = this.walk;
    const page = getComputedStyle(document.querySelector(".stApp") ?? document.body);
    this.channel.postMessage({
      heading: `${place}/${count} · ${t("Presenter notes")}`,
      lang: document.documentElement.lang,
      colours: { background: page.backgroundColor, color: page.color },
      texts: {
        place: t("{place} of {count}", { place, count }),
        restart: t("Clock to zero"),
        title,
        notes: notes || t("No notes on this view."),
        next: next ? t("Next: {title}", { title: next }) : t("This is the last view."),
        back: t("Back"),
        on: t("Next"),
        blank: t("blank"),
      },
    });
  }
}

// The name of this tab's channel, so that two lectures in one browser do not meet. Where the
// browser keeps nothing, the name lasts until the page is loaded again.
const NAME = Symbol.for(TAB);
export function nameChannel() {
  globalThis[NAME] =
    session.get(TAB) ?? globalThis[NAME] ?? `${TAB} ${Math.random().toString(36).slice(2)}`;
  session.set(TAB, globalThis[NAME]);
  return globalThis[NAME];
}
