// The buttons that write the translation word by word, and the clock that plays it.

import { inLecture } from "../shared/canvas.js";
import { make } from "../shared/elements.js";
import { t } from "../shared/text.js";
import { Playback, pace } from "./playback.js";

const SHAPES = {
  play: "M4 2 14 8 4 14Z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  back: "M12 2 6 8l6 6ZM2 2h3v12H2z",
  on: "M4 2l6 6-6 6ZM11 2h3v12h-3z",
};
const SVG = "http://www.w3.org/2000/svg";
const CALM = "(prefers-reduced-motion: reduce)";

function drawShape(name) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export class Player {
  // `paint` is called whenever another word is being written.
  constructor(paint) {
    this.playback = new Playback();
    this.paint = paint;
    this.element = make("div", "player");
    this.element.setAttribute("role", "group");
    this.back = this.button(() => this.step(-1));
    this.play = this.button(() => this.toggle());
    this.on = this.button(() => this.step(1));
    this.place = make("span", "place");
    this.back.append(drawShape("back"));
    this.on.append(drawShape("on"));
    this.element.append(this.back, this.play, this.on, this.place);
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    this.key = (event) => this.pressedAnywhere(event);
  }

  button(act) {
    const made = make("button", "step");
    made.addEventListener("click", act);
    return made;
  }

  get at() { return this.playback.at; }

  speak() {
    this.element.setAttribute("aria-label", t("The translation, word by word"));
    this.back.setAttribute("aria-label", t("The word before"));
    this.on.setAttribute("aria-label", t("The next word"));
    this.back.title = t("The word before");
    this.on.title = t("The next word");
  }

  // A translation of so many words; the same one again goes on where it is.
  show(words) {
    const text = JSON.stringify(words);
    this.element.hidden = words.length < 2;
    if (text !== this.text) this.playback.reset(words.length);
    this.text = text;
    this.update();
  }

  // Readers who want no motion go on word by word themselves.
  toggle() {
    if (window.matchMedia(CALM).matches) return this.step(1);
    this.playback.toggle();
    this.update();
    this.paint();
  }

  step(by) {
    this.playback.pause();
    this.playback.step(by);
    this.update();
    this.paint();
  }

  stop() {
    if (this.at === null) return;
    this.playback.stop();
    this.update();
  }

  update() {
    const { playing, at, count } = this.playback;
    clearTimeout(this.clock);
    if (playing) this.clock = setTimeout(() => this.tick(), pace(count));
    const name = playing ? t("Pause") : t("Play word by word");
    this.play.replaceChildren(drawShape(playing ? "pause" : "play"), make("span", "", name));
    this.play.title = name;
    this.place.textContent = at === null ? ""
      : t("word {place} of {count}", { place: at + 1, count });
  }

  tick() {
    if (!this.element.isConnected) return;
    this.playback.step(1);
    this.update();
    this.paint();
  }

  pressed(event) {
    const act = { " ": () => this.toggle(), ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1) }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // In a lecture nothing has the focus, and the space bar plays.
  pressedAnywhere(event) {
    if (event.key !== " " || event.defaultPrevented || event.target !== document.body) return;
    if (!this.element.isConnected || this.element.hidden || !inLecture(this.element)) return;
    event.preventDefault();
    this.toggle();
  }

  listen() { window.addEventListener("keydown", this.key); }

  leave() { window.removeEventListener("keydown", this.key); }
}
