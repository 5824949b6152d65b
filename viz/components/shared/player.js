// The buttons and the slider that play an animation, step it and scrub it, and its clock. Nothing
// plays by itself. For readers who want less motion it stands still: it is stepped.

import { t } from "../../engine/text.js";
import { inLecture } from "./canvas.js";
import { make } from "./elements.js";
import { Timeline } from "./timeline.js";

const SHAPES = {
  play: "M4 2 14 8 4 14Z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  back: "M12 2 6 8l6 6ZM2 2h3v12H2z",
  on: "M4 2l6 6-6 6ZM11 2h3v12h-3z",
};
const SVG = "http://www.w3.org/2000/svg";
const LONGEST = 100; // milliseconds for which a frame counts at most: a busy browser skips no step
const TYPING = "input:not([type=range]), textarea, [contenteditable], [role=combobox]";

const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function drawShape(name) {
  const svg = document.createElementNS(SVG, "svg"),
    path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export class Player {
  // `paint` is called whenever it stands elsewhere; `texts()` gives its { label, play, back, on }.
  constructor(paint, texts) {
    this.timeline = new Timeline();
    Object.assign(this, { paint, texts });
    this.element = make("div", "player");
    this.element.setAttribute("role", "group");
    this.back = this.button("back", () => this.step(-1));
    this.play = this.button("play", () => this.toggle());
    this.on = this.button("on", () => this.step(1));
    this.slider = make("input", "slider");
    this.slider.type = "range";
    this.slider.addEventListener("input", () => {
      const at = Number(this.slider.value);
      this.act(() => this.timeline.scrub(isCalm() ? Math.round(at) : at));
    });
    this.place = make("span", "place");
    this.spoken = make("span", "spoken");
    this.spoken.setAttribute("role", "status");
    this.element.append(this.back, this.play, this.on, this.slider, this.place, this.spoken);
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    this.key = (event) => this.pressedAnywhere(event);
  }

  button(shape, act) {
    const made = make("button", "step");
    made.append(drawShape(shape));
    made.addEventListener("click", act);
    return made;
  }

  // Where it stands; null: nothing is played, the picture is on show as it is.
  get at() {
    return this.timeline.isAtRest ? null : this.timeline.at;
  }

  // The number of the step on show; null at rest.
  get whole() {
    return this.at === null ? null : this.timeline.step;
  }

  // The step on show, of { name, says }; null at rest.
  get current() {
    return this.at === null ? null : this.timeline.steps[this.timeline.step];
  }

  speak() {
    const { label, play, back, on } = this.texts();
    this.element.setAttribute("aria-label", label);
    this.slider.setAttribute("aria-label", label);
    for (const [button, text] of [
      [this.back, back],
      [this.on, on],
    ]) {
      button.setAttribute("aria-label", text);
      button.title = text;
    }
    this.name = play;
  }

  // An animation of these steps; the same one again goes on where it is.
  show(steps) {
    const text = JSON.stringify(steps);
    this.element.hidden = steps.length < 2;
    if (text !== this.text) this.timeline.reset(steps);
    this.text = text;
    this.update();
  }

  act(change) {
    change();
    this.update();
    this.paint();
    this.run();
  }

  toggle() {
    if (isCalm()) return this.step(1);
    this.act(() => this.timeline.toggle());
  }

  step(by) {
    this.act(() => this.timeline.go(by, isCalm()));
  }

  stop() {
    if (this.at !== null) this.act(() => this.timeline.stop());
  }

  run() {
    this.before = performance.now();
    this.frame ||= requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    this.frame = 0;
    if (!this.timeline.isMoving || !this.element.isConnected) return;
    const { at } = this.timeline;
    this.timeline.advance(Math.min(Math.max(now - this.before, 0), LONGEST));
    this.before = now;
    if (this.timeline.at !== at || !this.timeline.isMoving) {
      this.update();
      this.paint();
    }
    this.frame = requestAnimationFrame((later) => this.tick(later));
  }

  update() {
    const { timeline, slider } = this,
      { playing, at, last, step, steps } = timeline;
    const name = playing ? t("Pause") : this.name,
      isInLecture = inLecture(this.element);
    const state = JSON.stringify([playing, name, isInLecture]);
    if (state !== this.state) {
      this.play.replaceChildren(drawShape(playing ? "pause" : "play"), make("span", "", name));
      if (isInLecture) this.play.append(make("kbd", "", "A"));
      this.play.title = name;
      this.state = state;
    }
    if (!steps.length) return;
    const { name: title } = steps[step]; // the last, the whole, is not counted
    const where =
      step === last
        ? title
        : t("{place} of {count} · {name}", { place: step + 1, count: last, name: title });
    slider.max = last;
    slider.step = isCalm() ? 1 : "any";
    slider.value = at;
    slider.setAttribute("aria-valuetext", where);
    const text = timeline.isAtRest ? "" : where;
    if (text === this.place.textContent) return;
    this.place.textContent = text;
    this.spoken.textContent = text && `${text}. ${steps[step].says ?? ""}`;
  }

  pressed(event) {
    const act = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.act(() => this.timeline.scrub(0)),
      End: () => this.stop(),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // In a lecture, where nothing has the focus, A plays and leaves the arrows to the slider until
  // Esc; the space bar plays where neither the page nor the lecture has a use for it.
  pressedAnywhere(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = event.composedPath()[0],
      isKey = event.key.toLowerCase() === "a";
    if (!isKey && (event.key !== " " || from !== document.body)) return;
    if (from.closest?.(TYPING) || !this.isSeen) return;
    if (!inLecture(this.element)) return;
    event.preventDefault();
    this.toggle();
    if (isKey) this.slider.focus({ preventScroll: true });
  }

  get isSeen() {
    return this.element.checkVisibility({ visibilityProperty: true });
  }

  listen() {
    window.addEventListener("keydown", this.key);
  }

  leave() {
    window.removeEventListener("keydown", this.key);
  }
}
