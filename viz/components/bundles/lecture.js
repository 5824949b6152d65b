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
var isFrench = false;
function setFrench(texts) {
  french = texts;
  isFrench = Object.keys(texts).length > 0;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
var mark = (text) => text;
var KINDS = {
  weight: mark("weight"),
  score: mark("score"),
  distance: mark("distance"),
  norm: mark("norm"),
  cosine: mark("cosine")
};

// lecture/keeping.js
var PLAYLIST = "heads-up playlist";
var SHADE = "lecture-shade";
function keepPlaylist(kept, restore, storage = window.sessionStorage) {
  try {
    const text = storage.getItem(PLAYLIST);
    if (kept === null) return text && restore(JSON.parse(text));
    if (kept.code) storage.setItem(PLAYLIST, JSON.stringify(kept));
    else if (text) storage.removeItem(PLAYLIST);
  } catch {
  }
}
function leaveShade() {
  const shade = document.createElement("div");
  shade.id = SHADE;
  shade.style.cssText = "position: fixed; inset: 0; z-index: 999999; background: #000";
  shade.addEventListener("click", () => shade.remove());
  document.body.append(shade);
}
function takeShade() {
  const shade = document.getElementById(SHADE);
  shade?.remove();
  return shade !== null;
}

// lecture/notes.js
var TAB = "heads-up notes";
var STYLE = `
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
var PAGE = `<header><span id="elapsed"></span><span id="time"></span><span id="place"></span>
  <button id="restart"></button></header>
  <h1 id="title"></h1><p id="notes"></p><p id="next"></p>
  <footer><button id="back"></button><button id="on"></button><button id="blank"></button>
  </footer>`;
function run(channelName2) {
  const channel = new BroadcastChannel(channelName2);
  const part = (id) => document.getElementById(id);
  let start = Date.now();
  const two = (number) => String(number).padStart(2, "0");
  const tick = () => {
    const now = /* @__PURE__ */ new Date(), seconds = Math.floor((now - start) / 1e3);
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
  press("");
}
var Notes = class {
  // `press` is called with each key that is pressed in the notes window.
  constructor(press) {
    this.press = press;
    this.walk = null;
  }
  listen() {
    if (this.channel) return;
    this.channel = new BroadcastChannel(channelName());
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
    const notes = window.open("", channelName(), "popup,width=900,height=700");
    if (!notes) return;
    if (!notes.document.getElementById("elapsed")) {
      const style = notes.document.createElement("style");
      const script = notes.document.createElement("script");
      style.textContent = STYLE;
      script.textContent = `(${run})(${JSON.stringify(channelName())});`;
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
      heading: `${place}/${count} · ${say("Presenter notes")}`,
      lang: document.documentElement.lang,
      colours: { background: page.backgroundColor, color: page.color },
      texts: {
        place: say("{place} of {count}", { place, count }),
        restart: say("Clock to zero"),
        title,
        notes: notes || say("No notes on this view."),
        next: next ? say("Next: {title}", { title: next }) : say("This is the last view."),
        back: say("Back"),
        on: say("Next"),
        blank: say("blank")
      }
    });
  }
};
function channelName() {
  try {
    const name = sessionStorage.getItem(TAB) ?? `${TAB} ${Math.random().toString(36).slice(2)}`;
    sessionStorage.setItem(TAB, name);
    return name;
  } catch {
    return TAB;
  }
}

// lecture/playlist.js
var PAUSE = 600;
var PATIENCE = 2e4;
var Walk = class {
  // `ask` sends the server the place, from 1, of the entry to show.
  constructor(ask, now = Date.now) {
    this.ask = ask;
    this.now = now;
    this.place = null;
    this.goal = null;
    this.since = this.last = 0;
  }
  // The entry at `place` of `count` is on show; null for no walk.
  show(walk) {
    const arrived = walk !== null && walk.place !== this.place;
    this.place = walk?.place ?? null;
    this.count = walk?.count ?? 0;
    if (walk === null || this.place === this.goal || this.expired()) this.goal = null;
    if (arrived) this.send();
  }
  // The server does nothing: what it was asked for, it has not heard.
  idle() {
    if (this.expired()) this.goal = null;
    if (this.now() - this.last >= PAUSE) this.send();
  }
  send() {
    if (this.goal === null) return;
    this.last = this.now();
    this.ask(this.goal);
  }
  // Go so many entries on, back where `by` is negative; at an end it stays.
  step(by) {
    if (this.expired()) this.goal = null;
    const goal = Math.min(Math.max((this.goal ?? this.place) + by, 1), this.count);
    if (goal === (this.goal ?? this.place)) return;
    this.goal = goal;
    this.since = this.now();
    this.send();
  }
  expired() {
    return this.goal !== null && this.now() - this.since > PATIENCE;
  }
};
var KEPT = /* @__PURE__ */ Symbol.for("heads-up walk");
function walkOfTab(ask) {
  const walk = globalThis[KEPT] ??= new Walk(ask);
  walk.ask = ask;
  return walk;
}

// lecture/slides.js
var PICTURE = '[data-testid="stPlotlyChart"], .stBidiComponent, [data-testid="stDataFrame"], [data-testid="stTable"], [data-testid="stImage"]';
var CONTROL = [
  "ButtonGroup",
  "Selectbox",
  "TextInput",
  "TextArea",
  "Slider",
  "Checkbox",
  "NumberInput",
  "Button"
].map((name) => `.st${name}`).join(", ");
var FOLDED = '[data-testid="stExpander"], [data-testid="stPopover"]';
var BLOCK = ".stVerticalBlock";
var LISTENER = ".st-key-lecture";
var HIDDEN = "data-lecture-hidden";
var GAP = 8;
var LEAST = 160;
var holds = (row, selector) => row.matches(selector) || row.querySelector(selector) !== null;
var outermost = (row, selector) => [...row.querySelectorAll(selector)].filter((one) => !row.contains(one.parentElement.closest(selector)));
var isPicture = (element) => !element.closest(LISTENER) && !element.closest(FOLDED) && !element.parentElement.closest(PICTURE);
var picturesOf = (row) => [
  ...row.matches(PICTURE) ? [row] : [],
  ...row.querySelectorAll(PICTURE)
].filter(isPicture);
function kindOf(row) {
  if (row.matches(LISTENER) || holds(row, '.st-key-bar, [role="alert"]')) return "stays";
  if (picturesOf(row).length) return "picture";
  if (holds(row, "h1, h2, h3, h4")) return "heading";
  if (holds(row, ".stHtml")) return "head";
  const controls = [...row.querySelectorAll(CONTROL)];
  return controls.some((control) => !control.closest(FOLDED)) ? "controls" : "text";
}
function slidesOf(kinds) {
  const headings = kinds.flatMap((kind, place) => kind === "heading" ? [place] : []);
  const isSeen = (kind) => kind !== "text" && kind !== "stays";
  const spans = [0, ...headings].flatMap((start, number) => {
    const end = headings[number] ?? kinds.length;
    const places = [...Array(end - start).keys()].map((place) => start + place);
    const pictures = places.filter((place) => kinds[place] === "picture");
    const last = places.findLast((place) => kinds[place] === "head");
    const goals = pictures.length || last === void 0 ? pictures : [last];
    return goals.map((goal, order) => [order ? goals[order - 1] + 1 : start, goal]);
  });
  if (!kinds.includes("picture")) return [];
  return spans.map(([from, to]) => kinds.flatMap((kind, place) => kind === "stays" || place >= from && place <= to && isSeen(kind) ? [place] : []));
}
function foldedOf(kinds, on) {
  return on.filter((place) => kinds[place] === "controls").slice(1);
}
var Slides = class {
  // `changed` is called when there are more or fewer pictures, another one is on show, or controls
  // are folded.
  constructor(changed) {
    this.changed = changed;
    this.place = this.count = this.folds = 0;
    this.open = false;
    this.seen = new MutationObserver(() => this.soon());
    this.sizes = new ResizeObserver(() => this.soon());
    this.resized = () => this.soon();
  }
  begin(bar) {
    this.bar = bar;
    const main = document.querySelector(".stMainBlockContainer");
    if (!main || this.main === main) return this.soon();
    this.end();
    this.main = main;
    this.seen.observe(main, { childList: true, subtree: true });
    this.sizes.observe(main);
    this.sizes.observe(bar);
    window.addEventListener("resize", this.resized);
    window.visualViewport?.addEventListener("resize", this.resized);
    this.soon();
  }
  end() {
    this.seen.disconnect();
    this.sizes.disconnect();
    window.removeEventListener("resize", this.resized);
    window.visualViewport?.removeEventListener("resize", this.resized);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    for (const row of document.querySelectorAll(`[${HIDDEN}]`)) row.removeAttribute(HIDDEN);
    for (const picture of this.sized ?? []) picture.style.removeProperty("--lecture-room");
    document.documentElement.style.removeProperty("--lecture-bar");
    this.main = this.sized = null;
    this.place = this.count = this.folds = 0;
    this.open = false;
  }
  // Before the next frame is painted.
  soon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.main?.isConnected) this.arrange();
    });
  }
  go(by) {
    this.place = Math.min(Math.max(this.place + by, 0), this.count - 1);
    this.soon();
  }
  unfold() {
    this.open = !this.open;
    this.soon();
    this.changed();
  }
  arrange() {
    const state = () => [this.place, this.count, this.folds].join();
    const before = state();
    this.count = 1;
    this.folds = 0;
    this.show(this.main.querySelector(BLOCK));
    this.place = Math.min(this.place, this.count - 1);
    this.main.parentElement.scrollTop = 0;
    this.fit();
    if (state() !== before) this.changed();
  }
  // Hide the rows of a block that are not on show. The first block with several pictures is the
  // one that is gone through.
  show(block) {
    if (!block) return;
    const rows = [...block.children];
    const kinds = rows.map(kindOf), slides = slidesOf(kinds);
    if (slides.length > 1) this.count = slides.length;
    const on = slides[Math.min(this.place, slides.length - 1)];
    const folded = on ? foldedOf(kinds, on) : [];
    this.folds += folded.length;
    rows.forEach((row, place) => row.toggleAttribute(
      HIDDEN,
      Boolean(on && (!on.includes(place) || folded.includes(place) && !this.open))
    ));
    if (slides.length !== 1) return;
    for (const row of rows) for (const inner of outermost(row, BLOCK)) this.show(inner);
  }
  // Give each picture the room between its upper edge and the key bar. A picture beside a higher
  // one may move when that one changes: twice.
  fit() {
    const floor = this.bar.getBoundingClientRect().top - GAP;
    const { style } = document.documentElement;
    style.setProperty("--lecture-bar", `${this.bar.offsetHeight}px`);
    const pictures = picturesOf(this.main).filter((picture) => picture.checkVisibility());
    for (let round = 0; round < 2; round++) {
      for (const picture of pictures) {
        const room = Math.max(LEAST, Math.floor(floor - picture.getBoundingClientRect().top));
        picture.style.setProperty("--lecture-room", `${room}px`);
      }
    }
    for (const picture of pictures) this.cutRows(picture, floor);
    this.sized = pictures;
  }
  // Of a table the rows that fit.
  cutRows(table, floor) {
    const rows = [...table.querySelectorAll("tbody tr")];
    for (const row of rows) row.removeAttribute(HIDDEN);
    const below = rows.filter((row) => row.getBoundingClientRect().bottom > floor);
    for (const row of below) row.setAttribute(HIDDEN, "");
  }
};

// lecture/lecture.js
var KEYS = {
  ArrowLeft: "head-",
  ArrowRight: "head+",
  ArrowUp: "layer-",
  ArrowDown: "layer+",
  PageUp: "step-",
  PageDown: "step+"
};
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
var LAYERS = { b: "blank", ".": "blank", f: "ice", q: "code" };
var SIGNS = {
  "head-": "←",
  "head+": "→",
  "layer-": "↑",
  "layer+": "↓",
  "step-": "Page ↑",
  "step+": "Page ↓"
};
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
    this.notes = new Notes((key) => this.remote(key));
    this.slides = new Slides(() => this.build());
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
    setFrench(data.french);
    this.bar.setAttribute("aria-label", say("Lecture"));
    this.image.alt = say("QR code of the link");
    this.image.src = data.code;
    this.link.textContent = data.link;
    if (!data.on) for (const layer of [this.ice, this.blank, this.code]) layer.hidden = true;
    this.bar.hidden = !data.on;
    this.scale();
    this.build();
    if (this.notes.walk?.place !== data.walk?.place) this.slides.place = 0;
    this.notes.walk = data.walk;
    this.keep();
    if (data.on) this.slides.begin(this.bar);
    else this.slides.end();
  }
  keep() {
    keepPlaylist(this.data.kept, (kept) => this.go("restore", kept));
  }
  // A message that is sent while the page is being drawn may be lost: send it again.
  repeat() {
    const { testScriptState } = document.querySelector(".stApp")?.dataset ?? {};
    if (testScriptState !== "notRunning") return;
    if (this.data.kept === null) this.keep();
    this.walk?.idle();
  }
  // A page that is 960 pixels wide on a screen of any width: from the last row all of it can be
  // read.
  scale() {
    const zoom = this.data.on ? Math.max(1, window.innerWidth / 960) : 1;
    document.documentElement.style.setProperty("--lecture-zoom", zoom);
  }
  build() {
    const { axes, lesson, walk } = this.data;
    const step = walk ? say("{place} of {count}", walk) : say("step");
    const titles = { head: say("head"), layer: say("layer"), step };
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
      for (const [sign, title] of [
        ["-", say("Previous {what}", { what: titles[axis] })],
        ["+", say("Next {what}", { what: titles[axis] })]
      ]) {
        both.append(button(
          [signs[axis + sign]],
          sign === "+" ? titles[axis] : "",
          () => this.go(axis + sign)
        ));
        both.lastChild.setAttribute("aria-label", title);
      }
      return both;
    });
    if (this.slides.count > 1) moves.push(this.pictureButtons(button));
    if (this.slides.folds)
      moves.push(button(["C"], say("controls"), () => this.slides.unfold(), this.slides.open));
    if (walk) moves.push(button(["S"], say("notes"), () => this.notes.open()));
    this.bar.replaceChildren(
      ...moves,
      button(
        ["F"],
        this.ice.hidden ? say("freeze") : say("frozen"),
        () => this.toggle("ice"),
        !this.ice.hidden
      ),
      button(["B"], say("blank"), () => this.toggle("blank")),
      button(["Q"], say("code for phones"), () => this.toggle("code"), !this.code.hidden),
      button(["L"], say("end"), () => this.go("lecture"))
    );
  }
  // From one picture of the page to the next.
  pictureButtons(button) {
    const both = make("span", "axis"), { place, count } = this.slides;
    both.append(button(["P"], "", () => this.slides.go(-1)), button(
      ["N"],
      say("picture {place} of {count}", { place: place + 1, count }),
      () => this.slides.go(1)
    ));
    both.firstChild.setAttribute("aria-label", say("Previous {what}", { what: say("picture") }));
    return both;
  }
  toggle(layer) {
    this[layer].hidden = !this[layer].hidden;
    this.build();
  }
  // A key that was pressed in the notes window.
  remote(key) {
    const { on, walk } = this.data, layer = LAYERS[key.toLowerCase()];
    if (on && layer) this.toggle(layer);
    else if (on && walk && this.ice.hidden && LESSON[key]) this.go(LESSON[key]);
  }
  typing(event) {
    const at = event.composedPath()[0];
    if (at.tagName === "INPUT") return !["checkbox", "radio", "button", "range"].includes(at.type);
    return at.isContentEditable || at.tagName === "TEXTAREA";
  }
  // Whether what has the focus leaves this key to the lesson: a text field and an open list keep
  // all, a slider its arrows, and what was reached with the Tab key all that it has a use for.
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
    const layer = !on || typing ? null : LAYERS[key];
    const turns = on && axes.includes("step") && key.startsWith("Page");
    const pages = axes.includes("step") ? {} : { PageDown: 1, PageUp: -1 };
    const turn = on && !typing && this.slides.count > 1 ? { n: 1, p: -1, ...pages }[key] : 0;
    const step = turns || this.free(event) ? this.lessonStep(event) : void 0;
    if (layer) this.toggle(layer);
    else if (key === "Escape" && !this.blank.hidden) this.toggle("blank");
    else if (key === "Escape" && !this.code.hidden) this.toggle("code");
    else if (this.ice.hidden) {
      if (on && !typing && this.data.walk && key === "s") this.notes.open();
      else if (turn) this.slides.go(turn);
      else if (on && !typing && key === "c" && this.slides.folds) this.slides.unfold();
      else if (step) event.repeat || this.go(step);
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
function lecture_default({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lecture");
  const view = root.view ??= new Lecture(root);
  const send = (message) => setTriggerValue("go", message);
  const walk = view.walk = walkOfTab((entry) => send({ entry }));
  view.go = (what, kept) => {
    const axis = what.slice(0, -1), by = what.endsWith("+") ? 1 : -1;
    if (what === "lecture") send({ toggle: what });
    else if (what === "restore") send({ restore: kept });
    else if (data.walk && axis === "step") walk.step(by);
    else send({ axis, by });
  };
  view.show(data);
  view.listen();
  view.notes.send();
  walk.show(data.walk);
  return () => view.leave();
}
export {
  lecture_default as default
};
