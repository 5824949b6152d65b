// Made of lecture/ and shared/ by "npm run build": change those, not this.

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

// shared/text.js
var french = {};
function setFrench(texts) {
  french = texts;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
var mark = (text) => text;
var KINDS = { weight: mark("weight"), score: mark("score"), distance: mark("distance"), norm: mark("norm"), cosine: mark("cosine") };

// lecture/lecture.js
var KEYS = { ArrowLeft: "head-", ArrowRight: "head+", ArrowUp: "layer-", ArrowDown: "layer+", PageUp: "step-", PageDown: "step+" };
var LESSON = {
  Enter: "step+",
  ArrowRight: "step+",
  PageDown: "step+",
  " ": "step+",
  ArrowLeft: "step-",
  PageUp: "step-"
};
var OPEN = '[role="dialog"], [role="menu"], [role="listbox"], [role="combobox"][aria-expanded="true"]';
var PRESSED = 'a, button, summary, input, label, [role="button"], [role="radio"], [role="switch"], [role="tab"]';
var CHOOSES = '[role="radiogroup"], [role="listbox"], [role="combobox"], [role="slider"], [role="menu"], [type="range"]';
var SIGNS = { "head-": "←", "head+": "→", "layer-": "↑", "layer+": "↓", "step-": "Page ↑", "step+": "Page ↓" };
var Lecture = class {
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
    for (const layer of [this.ice, this.blank, this.code, this.bar]) layer.hidden = true;
    root.append(this.ice, this.code, this.bar, this.blank);
    this.key = (event) => this.pressed(event);
    this.size = () => this.scale();
  }
  listen() {
    window.addEventListener("keydown", this.key, true);
    window.addEventListener("keydown", this.late ??= (event) => this.unused(event));
    window.addEventListener("pointerdown", this.point ??= () => {
      this.tabbed = false;
    }, true);
    window.addEventListener("resize", this.size);
  }
  leave() {
    window.removeEventListener("keydown", this.key, true);
    window.removeEventListener("keydown", this.late);
    window.removeEventListener("pointerdown", this.point, true);
    window.removeEventListener("resize", this.size);
    document.documentElement.style.removeProperty("--lecture-zoom");
  }
  show(data) {
    this.data = data;
    setFrench(data.french);
    this.bar.setAttribute("aria-label", say("Lecture"));
    this.image.alt = say("QR code of the link");
    this.image.src = data.code;
    this.link.textContent = data.link;
    if (!data.on) for (const layer of [this.ice, this.blank, this.code]) layer.hidden = true;
    this.bar.hidden = !data.on;
    this.scale();
    this.build();
  }
  // A page that is 960 pixels wide on a screen of any width: from the last row all of it can be read.
  scale() {
    const zoom = this.data.on ? Math.max(1, window.innerWidth / 960) : 1;
    document.documentElement.style.setProperty("--lecture-zoom", zoom);
  }
  build() {
    const { axes, lesson } = this.data;
    const titles = { head: say("head"), layer: say("layer"), step: say("step") };
    const signs = lesson ? { ...SIGNS, "step-": "←", "step+": "→" } : SIGNS;
    const button = (keys, text, act, pressed) => {
      const made = make("button");
      made.append(...keys.map((key) => make("kbd", "", key)), make("span", "", text));
      if (pressed !== void 0) made.setAttribute("aria-pressed", pressed);
      made.addEventListener("click", act);
      return made;
    };
    const keyed = axes.filter((axis) => !(lesson && axis === "head"));
    const moves = keyed.map((axis) => {
      const both = make("span", "axis");
      for (const [sign, title] of [["-", say("Previous {what}", { what: titles[axis] })], ["+", say("Next {what}", { what: titles[axis] })]]) {
        both.append(button([signs[axis + sign]], sign === "+" ? titles[axis] : "", () => this.go(axis + sign)));
        both.lastChild.setAttribute("aria-label", title);
      }
      return both;
    });
    this.bar.replaceChildren(
      ...moves,
      button(["F"], this.ice.hidden ? say("freeze") : say("frozen"), () => this.toggle("ice"), !this.ice.hidden),
      button(["B"], say("blank"), () => this.toggle("blank")),
      button(["Q"], say("code for phones"), () => this.toggle("code"), !this.code.hidden),
      button(["L"], say("end"), () => this.go("lecture"))
    );
  }
  toggle(layer) {
    this[layer].hidden = !this[layer].hidden;
    this.build();
  }
  typing(event) {
    const at = event.composedPath()[0];
    if (at.tagName === "INPUT") return !["checkbox", "radio", "button", "range"].includes(at.type);
    return at.isContentEditable || at.tagName === "TEXTAREA";
  }
  // Whether what has the focus leaves this key to the lesson: a text field and an open list keep all, a slider
  // its arrows, and what was reached with the Tab key all that it has a use for.
  free(event) {
    const path = event.composedPath();
    const inside = (selector) => path.some((element) => element.matches?.(selector));
    if (inside(OPEN) || this.typing(event) && !inside('[role="combobox"]')) return false;
    if (event.key.startsWith("Arrow") && inside('[role="slider"], [type="range"]')) return false;
    return !this.tabbed || path[0] === document.body;
  }
  // Where in a lesson a key leads to.
  lessonStep(event) {
    const { lesson, axes } = this.data;
    return lesson && !event.shiftKey && axes.includes("step") ? LESSON[event.key] : void 0;
  }
  // Before anybody else: what no part of the page may take, or what a frozen page must not get.
  pressed(event) {
    if (event.key === "Tab") this.tabbed = true;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { on, axes } = this.data, typing = this.typing(event);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const layer = !on || typing ? null : { b: "blank", ".": "blank", f: "ice", q: "code" }[key];
    const turns = on && axes.includes("step") && key.startsWith("Page");
    const step = turns || this.free(event) ? this.lessonStep(event) : void 0;
    if (layer) this.toggle(layer);
    else if (key === "Escape" && !this.blank.hidden) this.toggle("blank");
    else if (key === "Escape" && !this.code.hidden) this.toggle("code");
    else if (this.ice.hidden) {
      if (step) event.repeat || this.go(step);
      else if (turns) this.go(KEYS[key]);
      else {
        if (on && (key === "Enter" && typing || key === "Escape")) setTimeout(() => this.blur());
        return;
      }
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  // What the page had no use for.
  unused(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.typing(event)) return;
    const { lesson, on, axes } = this.data, { key } = event, taker = key.startsWith("Arrow") ? CHOOSES : PRESSED;
    const taken = !key.startsWith("Page") && event.composedPath()[0].closest?.(taker);
    const keys = { ...on ? KEYS : {}, ...lesson ? LESSON : {} }, move = event.shiftKey || taken ? void 0 : keys[key];
    if (key.toLowerCase() === "l") this.go("lecture");
    else if (move && axes.includes(move.slice(0, -1))) this.go(move);
    else return;
    event.preventDefault();
  }
  blur() {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    at?.blur();
  }
};
function lecture_default({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lecture");
  const view = root.view ??= new Lecture(root);
  view.go = (what) => {
    const move = { axis: what.slice(0, -1), by: what.endsWith("+") ? 1 : -1 };
    setTriggerValue("go", what === "lecture" ? { toggle: what } : move);
  };
  view.show(data);
  view.listen();
  return () => view.leave();
}
export {
  lecture_default as default
};
