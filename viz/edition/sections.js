// Sections below the picture. The worker computes one when the reader opens it: a switch of the
// address. It is drawn again when the picture changes; one that takes long is closed instead.

import { mount } from "../components/host/page.js";
import { make } from "../components/shared/elements.js";
import { t } from "../engine/text.js";
import { NAMES } from "../engine/what_if.js";

// What a section follows from, with the what-ifs.
const FOLLOWED = [
  ...["model", "sentence", "attention", "layer", "head"],
  ...["french-is", "pin", "pinned-french", ...NAMES],
];

class Section {
  // `calls` as in Sections.
  constructor(name, label, isLong, calls) {
    Object.assign(this, { name, isLong, calls, key: "", turn: 0, isPending: false });
    this.element = make("details");
    this.doing = make("div", "doing");
    this.text = make("span");
    this.bar = Object.assign(make("progress"), { max: 1 });
    this.bar.setAttribute("aria-label", label);
    const cancel = Object.assign(make("button", "", t("Cancel")), { type: "button" });
    cancel.addEventListener("click", () => {
      this.close();
      this.element.firstChild.focus();
    });
    this.doing.append(this.text, " ", cancel, this.bar);
    this.alert = make("p");
    this.alert.setAttribute("role", "alert");
    this.picture = make("div");
    this.element.append(make("summary", "", label), this.doing, this.alert, this.picture);
    this.element.addEventListener("toggle", () => {
      if (!this.element.hidden) calls.change({ [name]: this.element.open ? "on" : "off" });
    });
    this.settle("");
  }

  settle(alert) {
    this.isPending = false;
    this.doing.hidden = true;
    this.alert.textContent = alert;
    this.alert.hidden = !alert;
    this.picture.classList.remove("pale");
  }

  close() {
    this.calls.change({ [this.name]: "off" });
  }

  // Show what follows from the settings of `key`.
  show(key, isOpen, isSeen) {
    this.element.open = isOpen;
    const isOther = this.key !== key,
      wasAsked = Boolean(this.key);
    if (this.isPending && (isOther || !isOpen)) this.stop();
    if (!isOpen || !isSeen || !isOther) return;
    if (wasAsked && this.isLong) {
      this.forget();
      this.close();
      return;
    }
    Object.assign(this, { key, isPending: true });
    this.picture.classList.add("pale");
    this.calls.ask({ section: this.name, turn: ++this.turn });
  }

  stop() {
    const { isPending } = this;
    this.settle("");
    this.forget();
    if (isPending) this.calls.stop({ section: this.name, turn: ++this.turn });
  }

  // Compute it anew, the next time.
  forget() {
    this.key = "";
    this.picture.hidden = true;
  }

  async receive({ turn, doing, share, parts, error }) {
    if (turn !== this.turn || !this.isPending) return;
    if (doing) {
      this.doing.hidden = false;
      this.text.textContent = doing;
      this.bar.value = share;
    } else if (error) this.settle(t(error.text, error.values));
    else if (parts) {
      this.draw ??= this.calls
        .load()
        .then(({ default: draw }) => mount(draw, "sheet", this.picture));
      const draw = await this.draw;
      if (turn !== this.turn) return;
      this.settle("");
      this.picture.hidden = false;
      this.parts = parts;
      draw({ painted: this.key, parts });
    }
  }
}

export class Sections {
  // `change` is called with a setting that the reader changes, `ask` with { section, turn } to be
  // computed and `stop` with one that is not wanted any more; `load` gives the module of the sheet.
  constructor(element, calls) {
    Object.assign(this, { element, calls, all: new Map() });
  }

  // The `sections` of a page, as pages.js has them, with its settings, below the picture of a
  // state.
  show(sections = {}, settings = [], state = {}) {
    const isSeen = state.lecture !== "on" && state.embed !== "true",
      key = JSON.stringify(FOLLOWED.map((name) => state[name]));
    for (const [name, section] of this.all) if (!sections[name]) section.element.hidden = true;
    for (const [name, { isLong = false }] of Object.entries(sections)) {
      const setting = settings.find((each) => each.name === name);
      if (!this.all.has(name)) {
        this.all.set(name, new Section(name, t(setting.label), isLong, this.calls));
        this.element.append(this.all.get(name).element);
      }
      const section = this.all.get(name),
        applies = setting.applies(state);
      section.element.hidden = !applies;
      section.show(key, applies && state[name] === "on", isSeen);
    }
  }

  hide() {
    for (const section of this.all.values()) section.element.hidden = true;
  }

  // Another page, or the same at another address.
  leave() {
    this.hide();
    for (const section of this.all.values()) section.stop();
  }

  // What was asked of a worker that has ended.
  forget() {
    for (const section of this.all.values())
      if (section.isPending) {
        section.settle("");
        section.forget();
      }
  }

  receive(content) {
    this.all.get(content.section)?.receive(content);
  }
}
