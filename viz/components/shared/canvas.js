// A canvas on this page: its colours, its fonts, its size, and the pointer on it.

import { ramp, rgb, textOn } from "./colour.js";

// Colours and fonts as the page has them now; weights run from its paper to ink.
export class Look {
  constructor(root, ink) {
    const style = getComputedStyle(root), get = (name) => style.getPropertyValue(name).trim();
    const paper = rgb(get("--st-background-color") || "#ffffff");
    this.dark = paper[0] * 0.3 + paper[1] * 0.6 + paper[2] * 0.1 < 128;
    this.text = get("--st-text-color") || (this.dark ? "#fff" : "#222");
    this.muted = this.dark ? "#9aa4b2" : "#5b6472";
    this.family = get("--st-font") || "sans-serif";
    this.least = zoomOf(root) > 1 ? 12 : 10;  // of type
    const stops = [`rgb(${paper})`, ...ink[this.dark ? "dark" : "light"].slice(1)];
    this.ramp = ramp(stops);
    this.pixels = Uint32Array.from(this.ramp, ([red, green, blue]) => 0xff000000 + (blue << 16) + (green << 8) + red);  // as an image has them
    root.style.setProperty("--muted", this.muted);
    root.style.setProperty("--ramp", `linear-gradient(to right, ${stops.join(",")})`);
  }
  ink(weight) { return this.ramp[Math.round(255 * weight)]; }
  on(weight) { return textOn(this.ink(weight)); }
  font(size, bold) { return `${bold ? 600 : 400} ${size}px ${this.family}`; }
}

// Calls `paint` when the element's width or the theme's colours change.
export function watch(root, paint) {
  let width = 0;
  new ResizeObserver(() => {
    if (root.clientWidth !== width) { width = root.clientWidth; paint(); }
  }).observe(root);
  root.addEventListener("transitionrun", (event) => {
    if (event.target === root) setTimeout(paint, 50);
  });
}

// In a lecture all pictures are larger, by this: lengths inside them stay as they are, the pointer's and the screen's do not.
export const zoomOf = (element) => element.currentCSSZoom || 1;
export const screenHeight = (element) => window.innerHeight / zoomOf(element);

// Where the pointer is in an element, in the element's own pixels.
export function within(event, element) {
  const box = element.getBoundingClientRect(), zoom = zoomOf(element);
  return [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
}

export function sharp(canvas, width, height) {
  const ratio = (window.devicePixelRatio || 1) * zoomOf(canvas);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  pen.textBaseline = "middle";
  return pen;
}
