// L begins and ends a lecture. In one: arrows and clickers move, H shows heatmap, lines, words, B
// blanks, F freezes, Q shows the code, G lists views and pages, ? all keys. The bar says so, and is
// clickable. In a lesson, with a lecture or without, and in the walk through a playlist Enter, →,
// Page Down and Space go on, ← and Page Up back; S opens its notes.

import { t, setLanguage } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { oneEntryForEachView } from "../shared/history.js";
import { giveUpFocus, isEntered, isTyping } from "../shared/typing.js";
import { drawHelp } from "./help.js";
import { keepPlaylist, leaveShade, takeShade } from "./keeping.js";
import { KEYS, LAYERS, LESSON, LISTS, SIGNS, leavesKey, usesKey } from "./keys.js";
import { Notes } from "./notes.js";
import { outboxOfTab } from "./outbox.js";
import { Picker } from "./picker.js";
import { Revealing } from "./revealing.js";
import { Slides } from "./slides.js";
import { session } from "../shared/storage.js";
import { TICKET } from "../shared/ticket.js";

class Lecture {
  constructor(root) {
    this.root = root;
    this.bar = make("div", "bar");
    this.bar.setAttribute("role", "toolbar");
    this.ice = make("div", "ice");
    this.blank = make("div", "blank");
    this.blank.addEventListener("click", () => this.toggle("blank"));
    this.code = make("div", "code");
    this.image = make("img");
    this.link = make("p");
    this.code.append(this.image, this.link);
    this.code.addEventListener("click", () => this.toggle("code"));
    this.help = make("div", "help");
    this.help.addEventListener("click", () => this.toggle("help"));
    this.picker = new Picker((message) => this.go("pick", message));
    for (const layer of [this.ice, this.blank, this.code, this.help, this.bar]) layer.hidden = true;
    root.append(this.ice, this.code, this.help, this.picker.root, this.bar, this.blank);
    this.notes = new Notes((key) => this.remote(key));
    this.slides = new Slides(() => this.build());
    this.revealing = new Revealing();
    this.key = (event) => this.pressed(event);
    this.size = () => this.scale();
  }

  listen() {
    window.addEventListener("keydown", this.key, true);
    // On the window: after what the page's own listeners on the document have taken.
    window.addEventListener("keydown", (this.late ??= (event) => this.unused(event)));
    window.addEventListener(
      "pointerdown",
      (this.point ??= () => {
        this.tabbed = false;
      }),
      true,
    );
    window.addEventListener("resize", this.size);
    this.notes.listen();
    this.timer ??= setInterval(() => this.repeat(), 700);
    if (takeShade() && this.data.on) this.blank.hidden = false;
  }

  leave() {
    window.removeEventListener("keydown", this.key, true);
    window.removeEventListener("keydown", this.late);
    window.removeEventListener("pointerdown", this.point, true);
    window.removeEventListener("resize", this.size);
    document.documentElement.style.removeProperty("--lecture-zoom");
    this.notes.leave();
    clearInterval(this.timer);
    this.timer = null;
    if (!this.blank.hidden) leaveShade();
    this.slides.end();
  }

  show(data) {
    this.data = data;
    this.starts = false;
    setLanguage(data.language);
    this.bar.setAttribute("aria-label", t("Lecture"));
    this.image.alt = t("QR code of the link");
    this.image.src = data.code;
    this.link.textContent = data.link;
    drawHelp(this.help);
    if (!data.on)
      for (const layer of [this.ice, this.blank, this.code, this.help, this.picker.root])
        layer.hidden = true;
    this.bar.hidden = !data.on;
    this.scale();
    this.build();
    if (this.notes.walk?.place !== data.walk?.place) this.slides.place = 0;
    this.notes.walk = data.walk;
    this.keep();
    this.scrollUp(data.opened);
    if (data.on) this.slides.begin(this.bar);
    else this.slides.end();
  }

  // What is opened in place of another, as a step of a lesson, begins at its top. The first was
  // perhaps scrolled while it opened.
  scrollUp(opened) {
    const main = document.querySelector(".stMain");
    const isFirst = Lecture.opened === undefined && !this.data.on;
    if (main && !isFirst && Lecture.opened !== opened) main.scrollTop = 0;
    Lecture.opened = opened;
  }

  // Let the tab keep the playlist; a new session of the server gets it back, and hears whether the
  // tab has a class, in one message, for of two only the last is heard. `again`: only ask for what
  // is missing.
  keep(again = false) {
    const { kept, hasClass } = this.data,
      copies = {};
    if (!again || kept === null || kept.linked)
      keepPlaylist(kept, (copy) => {
        copies.restore = copy;
      });
    if (hasClass === null && session.get(TICKET)) copies.class = true;
    if (Object.keys(copies).length) this.go("restore", copies);
  }

  // A message that is sent while the page is being drawn may be lost: send it again.
  repeat() {
    const { testScriptState } = document.querySelector(".stApp")?.dataset ?? {};
    if (testScriptState !== "notRunning") return;
    this.revealing.look();
    this.keep(true);
    outboxOfTab().idle();
  }

  // A page that is 960 pixels wide on a screen of any width: from the last row all of it can be
  // read.
  scale() {
    const zoom = this.data.on ? Math.max(1, window.innerWidth / 960) : 1;
    document.documentElement.style.setProperty("--lecture-zoom", zoom);
  }

  build() {
    const { axes, lesson, walk } = this.data;
    const step = walk ? t("{place} of {count}", walk) : t("step");
    const titles = { head: t("head"), layer: t("layer"), step };
    const signs = lesson ? { ...SIGNS, "step-": "←", "step+": "→" } : SIGNS;
    const button = (keys, text, act, pressed) => {
      const made = make("button");
      made.append(...keys.map((key) => make("kbd", "", key)), make("span", "", text));
      if (pressed !== undefined) made.setAttribute("aria-pressed", pressed);
      made.addEventListener("click", act);
      return made;
    };
    // a lesson has the keys of the heads
    const keyed = axes.filter((axis) => axis in titles && !(lesson && axis === "head"));
    const moves = keyed.map((axis) => {
      const both = make("span", "axis");
      for (const [sign, title] of [
        ["-", t("Previous {what}", { what: titles[axis] })],
        ["+", t("Next {what}", { what: titles[axis] })],
      ]) {
        both.append(
          button([signs[axis + sign]], sign === "+" ? titles[axis] : "", () =>
            this.go(axis + sign),
          ),
        );
        both.lastChild.setAttribute("aria-label", title);
      }
      return both;
    });
    if (this.slides.count > 1) moves.push(this.pictureButtons(button));
    if (axes.includes("pictures"))
      moves.push(button(["H"], t("heatmap, lines, words"), () => this.go("pictures+")));
    if (axes.includes("quantity"))
      moves.push(button(["W"], t("weight, norm"), () => this.go("quantity+")));
    if (this.slides.folds)
      moves.push(button(["C"], t("controls"), () => this.slides.unfold(), this.slides.open));
    moves.push(button(["G"], t("go to"), () => this.pick()));
    if (walk) moves.push(button(["S"], t("notes"), () => this.notes.open()));
    this.bar.replaceChildren(
      ...moves,
      button(
        ["F"],
        this.ice.hidden ? t("freeze") : t("frozen"),
        () => this.toggle("ice"),
        !this.ice.hidden,
      ),
      button(["B"], t("blank"), () => this.toggle("blank")),
      button(["Q"], t("QR code"), () => this.toggle("code"), !this.code.hidden),
      this.helpButton(button),
      button(["L"], t("end"), () => this.go("lecture")),
    );
  }

  helpButton(button) {
    const made = button(["?"], "", () => this.toggle("help"), !this.help.hidden);
    made.setAttribute("aria-label", t("All keys"));
    return made;
  }

  // From one picture of the page to the next.
  pictureButtons(button) {
    const both = make("span", "axis"),
      { place, count } = this.slides;
    both.append(
      button(["P"], "", () => this.slides.go(-1)),
      button(["N"], t("picture {place} of {count}", { place: place + 1, count }), () =>
        this.slides.go(1),
      ),
    );
    both.firstChild.setAttribute("aria-label", t("Previous {what}", { what: t("picture") }));
    return both;
  }

  toggle(layer) {
    this[layer].hidden = !this[layer].hidden;
    this.build();
  }

  pick() {
    if (this.picker.open) this.picker.close();
    else if (this.ice.hidden) this.picker.show(this.data);
  }

  // A key that was pressed in the notes window.
  remote(key) {
    const { on, walk } = this.data,
      layer = LAYERS[key.toLowerCase()];
    if (on && layer) this.toggle(layer);
    else if (on && walk && this.ice.hidden && LESSON[key]) this.go(LESSON[key]);
  }

  // Where in a lesson a key leads to.
  lessonStep(event) {
    const { lesson, axes } = this.data;
    if (this.starts && !event.shiftKey) return LESSON[event.key];
    return lesson && !event.shiftKey && axes.includes("step") ? LESSON[event.key] : undefined;
  }

  // Before anybody else: what no part of the page may take, or what a frozen page must not get.
  pressed(event) {
    if (event.key === "Tab") this.tabbed = true;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.picker.open) {
      this.picker.key(event);
      event.stopImmediatePropagation();
      return;
    }
    const { on, axes } = this.data,
      typing = isTyping(event);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const layer = !on || typing ? null : LAYERS[key];
    const turns = on && axes.includes("step") && key.startsWith("Page"); // what a clicker sends
    const pages = axes.includes("step") ? {} : { PageDown: 1, PageUp: -1 };
    const turn = on && !typing && this.slides.count > 1 ? { n: 1, p: -1, ...pages }[key] : 0;
    const step = turns || leavesKey(event, this.tabbed) ? this.lessonStep(event) : undefined;
    if (layer) this.toggle(layer);
    else if (key === "Escape" && !this.blank.hidden) this.toggle("blank");
    else if (key === "Escape" && !this.code.hidden) this.toggle("code");
    else if (key === "Escape" && !this.help.hidden) this.toggle("help");
    else if (this.ice.hidden) {
      if (on && !typing && this.data.walk && key === "s") this.notes.open();
      else if (on && !typing && key === "g") this.pick();
      else if (turn) this.slides.go(turn);
      else if (on && !typing && key === "c" && this.slides.folds) this.slides.unfold();
      else if (step) event.repeat || this.go(step);
      else if (turns) this.go(KEYS[key]);
      else {
        // The next key is the page's again; in a lecture also after a list and after Escape.
        const isChosen = key === "Enter" && event.composedPath()[0].matches?.(LISTS);
        if (isEntered(event) || (on && (isChosen || key === "Escape"))) setTimeout(giveUpFocus);
        return;
      }
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // In the walk through a playlist, after this page has gone and before the next one is there.
  between(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const step =
      this.ice.hidden && leavesKey(event, this.tabbed) ? this.lessonStep(event) : undefined;
    if (!step) return;
    this.go(step);
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // What the page had no use for.
  unused(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
      return;
    const { lesson, on, axes } = this.data,
      { key } = event,
      taken = usesKey(event);
    const keys = { ...(on ? KEYS : {}), ...(lesson ? LESSON : {}) },
      move = event.shiftKey || taken ? undefined : keys[key.length === 1 ? key.toLowerCase() : key];
    if (key.toLowerCase() === "l") this.go("lecture");
    else if (move && axes.includes(move.slice(0, -1))) this.go(move);
    else return;
    event.preventDefault();
  }
}

oneEntryForEachView(); // this component is on every page, in a lecture or not

export default function ({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lecture");
  const view = (root.view ??= new Lecture(root)),
    outbox = outboxOfTab();
  const send = (message) => setTriggerValue("go", message);
  const isNew = outbox.join(view, (messages) => send({ messages }));
  // "lecture", "restore" with what was kept, "pick" with a message, or an axis with a sign
  view.go = (what, copies) => {
    const axis = what.slice(0, -1),
      by = what.endsWith("+") ? 1 : -1;
    if (what === "restore") send(copies);
    else if (what === "lecture") outbox.post({ toggle: what });
    else if (what === "pick") {
      view.starts = !copies.page; // the keys walk a playlist before its first view is drawn
      outbox.post(copies);
    } else if ((data.walk || view.starts) && axis === "step") outbox.post({ walk: by });
    else outbox.post({ axis, by });
  };
  view.show(data);
  view.listen();
  view.notes.send();
  outbox.hear(data.heard, isNew);
  return () => {
    view.leave();
    if (data.on && (data.walk || view.starts)) outbox.wait(view, (event) => view.between(event));
  };
}
