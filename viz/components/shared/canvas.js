// A canvas on this page: its colours, its fonts, its size, and the pointer on it.

import { ramp, rgb, textOn } from "./colour.js";

// Colours as an image has them.
const pixelsOf = (colours) =>
  Uint32Array.from(colours, ([red, green, blue]) => 0xff000000 + (blue << 16) + (green << 8) + red);

// Colours and fonts as the page has them now; weights run from its paper to ink.
export class Look {
  constructor(root, ink) {
    const style = getComputedStyle(root),
      get = (name) => style.getPropertyValue(name).trim();
    const paper = rgb(get("--st-background-color") || "#ffffff");
    this.dark = paper[0] * 0.3 + paper[1] * 0.6 + paper[2] * 0.1 < 128;
    this.text = get("--st-text-color") || (this.dark ? "#fff" : "#222");
    this.muted = this.dark ? "#9aa4b2" : "#5b6472";
    this.family = get("--st-font") || "sans-serif";
    // of type: 24 pixels on a screen of 1920; beside small cells 16.5, and 11 on one of 1280
    this.least = zoomOf(root) > 1 ? 12 : 10;
    this.small = Math.min(this.least, Math.max(8.25, 11 / zoomOf(root)));
    const stops = [`rgb(${paper})`, ...ink[this.dark ? "dark" : "light"].slice(1)];
    this.ramp = ramp(stops);
    this.pixels = pixelsOf(this.ramp);
    this.paper = paper;
    root.style.setProperty("--muted", this.muted);
    root.style.setProperty("--ramp", `linear-gradient(to right, ${stops.join(",")})`);
  }

  // The same without colour, for what is switched off.
  greyed() {
    const greys = ramp([`rgb(${this.paper})`, this.muted]);
    return Object.assign(Object.create(Look.prototype), this, {
      ramp: greys,
      pixels: pixelsOf(greys),
      text: this.muted,
    });
  }

  // The same for values from -1 to 1: `stops` from the least to the most, the paper in the middle.
  signed(stops) {
    const colours = ramp(
      stops.map((stop, i) => (i === (stops.length - 1) / 2 ? `rgb(${this.paper})` : stop)),
    );
    return Object.assign(Object.create(Look.prototype), this, {
      ramp: colours,
      pixels: pixelsOf(colours),
    });
  }

  ink(weight) {
    return this.ramp[Math.round(255 * weight)];
  }
  on(weight) {
    return textOn(this.ink(weight));
  }
  font(size, bold) {
    return `${bold ? 600 : 400} ${size}px ${this.family}`;
  }
}

// Calls `paint` when the element's width, in a lecture its room, or the theme's colours change, and
// in the first frame, unless it `isPainted` by then.
export function watch(root, paint, isPainted = false) {
  const sizeOf = () => [root.clientWidth, roomOf(root)].join();
  let size = isPainted ? sizeOf() : "";
  new ResizeObserver(() => {
    const now = sizeOf();
    if (root.clientWidth && now !== size) {
      size = now;
      paint();
    }
  }).observe(root);
  root.addEventListener("transitionrun", (event) => {
    if (event.target === root) setTimeout(paint, 50);
  });
}

// In a lecture all pictures are larger, by this: lengths inside them stay as they are, the
// pointer's and the screen's do not.
export const zoomOf = (element) => element.currentCSSZoom || 1;
// A frame that is as high as its content has no height of its own; its page says what counts.
function windowHeight() {
  const set = getComputedStyle(document.documentElement).getPropertyValue("--window-height");
  return parseFloat(set) || window.innerHeight;
}

export const screenHeight = (element) => windowHeight() / zoomOf(element);

// The height that a lecture leaves a picture in all (lecture/slides.js); else null.
export function roomOf(root) {
  const room = parseFloat(getComputedStyle(root).getPropertyValue("--lecture-room"));
  return room ? room / zoomOf(root) : null;
}

// The width that a panel takes of a picture in a lecture, whose right end it lies over.
export function asideOf(root) {
  const share = parseFloat(getComputedStyle(root).getPropertyValue("--lecture-aside"));
  return share ? (share * window.innerWidth) / zoomOf(root) : 0;
}

// How high what is in an element is, when all of it is to be seen.
export function contentHeight(root) {
  const last = [...root.children].filter((child) => child.offsetHeight).at(-1);
  return last ? last.offsetTop + last.offsetHeight : 0;
}

// Calls `draw` with the height that the drawings of a picture, `lines` of them below each other,
// may have: a `share` of the screen, in a lecture what its words leave them.
export function fitHeight(root, share, draw, lines = 1) {
  const room = roomOf(root);
  if (!room) return draw(share * screenHeight(root));
  let high = room / lines,
    less = 0,
    before = null;
  for (let round = 0; round < 8; round++) {
    draw(high);
    const excess = contentHeight(root) + 5 - room; // lengths are rounded
    if (excess <= 0 && (excess > -8 || high >= room / lines)) return undefined;
    // Drawings that are as wide as they can be do not get lower at once.
    less = excess > 0 && excess === before ? 2 * less : excess + 1;
    before = excess;
    high = Math.min(room / lines, Math.max(80, high - less / lines));
  }
  return undefined;
}

export const inLecture = (element) =>
  getComputedStyle(element).getPropertyValue("--lecture-strip").trim() === "none";

// How many pixels of the element's own lie between its top and the end of the window, when the
// page is scrolled to its start; in a lecture between its top and the bar of keys.
export function roomBelow(element) {
  const view = element.closest(".canvas-view"),
    top = element.getBoundingClientRect().top;
  const room = parseFloat(getComputedStyle(element).getPropertyValue("--lecture-room"));
  if (room) return (view.getBoundingClientRect().top + room - top) / zoomOf(element);
  let scroller = element.getRootNode().host,
    scrolled = 0;
  for (; scroller; scroller = scroller.parentElement) scrolled += scroller.scrollTop;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const bar = inLecture(element) ? 3.5 * rem : 16;
  return (windowHeight() - top - scrolled - bar) / zoomOf(element);
}

// Where the pointer is in an element, in the element's own pixels.
export function within(event, element) {
  const box = element.getBoundingClientRect(),
    zoom = zoomOf(element);
  return [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
}

let detail = 1; // pixels for one of the screen, at least

// What `take` gives while all that `repaint` paints has `scale` pixels for one of the screen.
export function inDetail(scale, repaint, take) {
  detail = scale;
  repaint();
  const taken = take();
  detail = 1;
  repaint();
  return taken;
}

export function sharp(canvas, width, height) {
  const ratio = Math.max(window.devicePixelRatio || 1, detail) * zoomOf(canvas);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  pen.textBaseline = "middle";
  return pen;
}
