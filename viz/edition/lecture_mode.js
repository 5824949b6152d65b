// A lecture, and a frame of another page: nothing but the picture, as high as there is room.

import { giveUpFocus, isEntered, isTyping } from "../components/shared/typing.js";

const GAP = 8; // pixels below the picture
const SIZES = [1.05, 1, 0.95, 0.9, 0.85, 0.8, 0.75]; // of a lesson's text
const KEYS = {
  ArrowRight: ["head", 1],
  ArrowLeft: ["head", -1],
  PageDown: ["head", 1],
  PageUp: ["head", -1],
  ArrowDown: ["layer", 1],
  ArrowUp: ["layer", -1],
};

// Whether what has the focus, in the picture too, leaves a key to the lecture: a text field and a
// list keep all, a slider its arrows, as does a picture that was reached with the Tab key.
export function isFree(event) {
  const [at] = event.composedPath();
  if (isTyping(event) || at.tagName === "SELECT") return false;
  const reads = "[type=range], canvas:focus-visible, .thumb:focus-visible";
  return !event.key.startsWith("Arrow") || !at.matches?.(reads);
}

// The head after a key, of the state of an address: the next one, or that of the next layer; null
// where there is none.
export function stepHead({ layer, head }, [axis, by], { layers, heads }) {
  const step = axis === "layer" ? heads : 1;
  const place = (layer - 1) * heads + (head - 1) + by * step;
  if (place < 0 || place >= layers * heads) return null;
  return { layer: String(Math.floor(place / heads) + 1), head: String((place % heads) + 1) };
}

// In a lecture a lesson's text gets the largest type with which it ends within the window.
function fitLesson(isOn) {
  const article = document.querySelector("#lesson > article"),
    { style } = article ?? {};
  for (const size of article ? SIZES : []) {
    style.fontSize = isOn ? `${size}rem` : "";
    if (!isOn || article.getBoundingClientRect().bottom + scrollY <= innerHeight - GAP) return;
  }
}

export class Lecture {
  // `state` is that of the address, `cycles` the values of a setting that a key shows one by one,
  // { key: [setting, values] }; `change` is called with what a key changes in it, `step` with the
  // [axis, by] of an arrow, `walk` with 1 or −1 by Page Down and Up: it says whether a playlist is
  // on show.
  constructor(picture, state, cycles, { change, step, walk }) {
    Object.assign(this, { picture, state });
    addEventListener("resize", () => this.fit());
    // What stands above the picture comes and goes.
    new ResizeObserver(() => this.fit()).observe(document.querySelector("header"));
    new ResizeObserver(() => this.fit()).observe(document.querySelector("#notice"));
    addEventListener(
      "keydown",
      (event) => {
        if (isEntered(event)) setTimeout(giveUpFocus); // after the form has it
        if (!isFree(event) || event.ctrlKey || event.metaKey || event.altKey) return;
        const key = KEYS[event.key],
          [setting, values] = cycles[event.key.toLowerCase()] ?? [];
        if (event.key.toLowerCase() === "l") change({ lecture: this.isOn ? "off" : "on" });
        else if (this.isOn && ["b", "."].includes(event.key.toLowerCase()))
          document.body.classList.toggle("blank");
        else if (this.isOn && event.key.startsWith("Page") && walk(key[1])) {
          /* it has walked */
        } else if (this.isOn && this.state[setting])
          change({
            [setting]: values[(values.indexOf(this.state[setting]) + 1) % values.length],
          });
        else if (this.isOn && key) step(key);
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
  }

  get isOn() {
    return this.state.lecture === "on";
  }

  // Lay out what the address says.
  fit() {
    const page = document.documentElement,
      { style } = page,
      { picture, state } = this;
    const isEmbedded = state.embed === "true";
    page.classList.toggle("lecture", this.isOn);
    page.classList.toggle("embed", isEmbedded);
    if (!this.isOn) document.body.classList.remove("blank");
    // As in the app a page that is 960 pixels wide on a screen of any width.
    style.setProperty("--lecture-zoom", this.isOn ? Math.max(1, innerWidth / 960) : 1);
    fitLesson(this.isOn);
    const top = picture.getBoundingClientRect().top + scrollY;
    if (this.isOn || isEmbedded)
      picture.style.setProperty("--lecture-room", `${Math.max(innerHeight - top - GAP, 160)}px`);
    else picture.style.removeProperty("--lecture-room");
  }
}
