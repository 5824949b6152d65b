// What stands on the screen as a picture to copy: its canvases, words and scales where they are.
// Made in the browser; nothing is asked of the server. Files, with captions, come from there.

import { t } from "../../engine/text.js";
import { inDetail } from "./canvas.js";
import { mayCopy } from "./clipboard.js";
import { make } from "./elements.js";

const SCALE = 2; // pixels of the picture for one of the screen
const MARGIN = 24; // pixels of the screen around it, and half of it between two parts
const LEFT_OUT =
  "button:not(.word, .chip, .stage button), select, .hint, .zooming, .player, .force, .taking, " +
  ".twin-box";
const COPIED = 4000; // milliseconds that "Copied" stands
const CLEAR = "rgba(0, 0, 0, 0)";

// The parts under each other on one canvas, from one left edge.
function paintParts(all) {
  const parts = all.filter((part) => part.getClientRects().length);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const width = Math.max(...boxes.map((box) => box.width)) + 2 * MARGIN;
  const gaps = MARGIN * (2 + (parts.length - 1) / 2);
  const height = boxes.reduce((sum, box) => sum + box.height, gaps);
  const canvas = make("canvas"),
    pen = canvas.getContext("2d");
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = paperOf(parts[0]);
  pen.fillRect(0, 0, width, height);
  let top = MARGIN;
  parts.forEach((part, place) => {
    pen.save();
    pen.translate(MARGIN - boxes[place].left, top - boxes[place].top);
    paintElement(pen, part, 1);
    pen.restore();
    top += boxes[place].height + MARGIN / 2;
  });
  return canvas;
}

function paperOf(element) {
  return getComputedStyle(element).getPropertyValue("--st-background-color").trim() || "#ffffff";
}

function paintElement(pen, element, opacity) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect(),
    before = getComputedStyle(element, "::before");
  const isForEars = style.overflow === "hidden" && Math.min(box.width, box.height) <= 1;
  if (element.matches(LEFT_OUT) || style.visibility === "hidden" || isForEars) return;
  if (!element.getClientRects().length) return;
  pen.globalAlpha = opacity * style.opacity;
  if (element instanceof HTMLCanvasElement) {
    if (element.width && element.height)
      pen.drawImage(element, box.left, box.top, box.width, box.height);
    return;
  }
  paintGround(pen, style, box);
  if (element.matches(".title") && before.content !== "none" && before.display !== "none") {
    pen.fillStyle = style.getPropertyValue("--colour") || style.color;
    pen.fillRect(box.left, box.top + box.height / 2 - 6, 12, 12);
  }
  for (const child of element.childNodes) {
    pen.globalAlpha = opacity * style.opacity;
    if (child instanceof Text) paintText(pen, child, style);
    else if (child instanceof Element) paintElement(pen, child, opacity * style.opacity);
  }
}

function paintGround(pen, style, box) {
  const stops = style.backgroundImage.startsWith("linear-gradient(to right")
    ? style.backgroundImage.match(/rgb\([^)]*\)/g)
    : null;
  if (stops) {
    const ramp = pen.createLinearGradient(box.left, 0, box.right, 0);
    stops.forEach((stop, place) => ramp.addColorStop(place / (stops.length - 1), stop));
    pen.fillStyle = ramp;
    pen.fillRect(box.left, box.top, box.width, box.height);
  } else if (style.backgroundColor !== CLEAR) {
    pen.fillStyle = style.backgroundColor;
    pen.fillRect(box.left, box.top, box.width, box.height);
  }
  const line = parseFloat(style.borderBottomWidth);
  if (!line || style.borderBottomStyle === "none") return;
  pen.fillStyle = style.borderBottomColor;
  pen.fillRect(box.left, box.bottom - line, box.width, line);
}

// Word by word, for a text may go on in the next line.
function paintText(pen, node, style) {
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.fillStyle = style.color;
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  const range = document.createRange();
  for (const word of node.data.matchAll(/\S+/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const box = range.getBoundingClientRect();
    pen.fillText(word[0], box.left, box.top + box.height / 2);
  }
}

// A button that copies the picture of `parts()`. `repaint` paints the canvases of the parts anew.
export class Taking {
  constructor(parts, repaint) {
    this.parts = parts;
    this.repaint = repaint;
    this.element = make("span", "taking");
    this.copying = make("button", "apply");
    this.notice = make("span", "notice");
    this.notice.setAttribute("role", "status");
    this.copying.addEventListener("click", () => this.copy());
    this.element.append(this.copying, this.notice);
  }

  speak() {
    this.copying.textContent = t("Copy picture");
  }

  png() {
    const painted = inDetail(SCALE, this.repaint, () => paintParts(this.parts()));
    return new Promise((resolve) => {
      painted.toBlob(resolve, "image/png");
    });
  }

  async copy() {
    try {
      if (!mayCopy()) throw new Error("no clipboard");
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.png() })]);
      this.tell(t("Copied."));
    } catch {
      this.tell(t("This browser does not let a page copy pictures. Save it as PNG instead."));
    }
  }

  tell(sentence) {
    this.notice.textContent = sentence;
    clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      this.notice.textContent = "";
    }, COPIED);
  }
}
