// What the mouse, fingers and keys do in a space.

import { clamp } from "../../engine/numbers.js";
import { within } from "../shared/canvas.js";
import { listenToGestures } from "./gestures.js";
import { REACH, pointAtPlace } from "./hits.js";

const RADIANS = 0.008; // that a pixel turns the space by
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ZOOMS = { "+": 1.25, "=": 1.25, "-": 0.8 };

export function listen(space) {
  listenToPicture(space);
  listenToControls(space);
  space.root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (space.query && event.composedPath()[0] === space.search) {
      space.search.value = "";
      space.searchFor("");
    } else space.back();
  });
}

function listenToPicture(space) {
  const { canvas } = space;
  const pointAt = (event, reach) => pointAtPlace(space, within(event, canvas), reach);
  let hand = "mouse";
  let held = false;
  listenToGestures(canvas, {
    zoomOfView: () => space.view.zoom,
    zoomAt: (factor, left, top) => space.zoomAt(factor, left, top),
    drag: (across, down, event) => {
      if (space.flat || event.shiftKey) space.pan(across, down);
      else space.turn3d(across * RADIANS, down * RADIANS);
    },
    dragging: (now) => {
      held = now;
      if (now) space.pointAt(-1);
      canvas.style.cursor = now ? "grabbing" : "grab";
    },
  });
  canvas.addEventListener("pointerdown", (event) => {
    hand = event.pointerType;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !event.buttons && !held) space.pointAt(pointAt(event));
  });
  canvas.addEventListener("pointerleave", () => space.pointAt(-1));
  canvas.addEventListener("click", (event) => {
    const point = pointAt(event, hand === "mouse" ? REACH : 2 * REACH);
    if (point >= 0) space.choose(point);
  });
  canvas.addEventListener("dblclick", (event) => {
    if (pointAt(event) < 0) space.seeAll();
  });
  canvas.addEventListener("keydown", (event) => {
    const [arrow, factor] = [ARROWS[event.key], ZOOMS[event.key]];
    if (event.ctrlKey || event.metaKey || event.altKey || !(arrow || factor)) return;
    event.preventDefault();
    if (factor) space.zoomAt(factor);
    else if (space.flat) space.pan(-40 * arrow[0], -40 * arrow[1]);
    else space.turn3d(0.12 * arrow[0], 0.12 * arrow[1]);
  });
}

function listenToControls(space) {
  const { slider, search, list } = space;
  slider.addEventListener("input", () => space.goTo(Number(slider.value)));
  slider.addEventListener("change", () => space.tell());
  search.addEventListener("input", () => space.searchFor(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !space.matches.length) return;
    space.choose(space.matches[space.turn++ % space.matches.length]);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const entries = [...list.querySelectorAll("button")];
    if (!step || !entries.length) return;
    event.preventDefault();
    const at = entries.indexOf(space.root.getRootNode().activeElement);
    entries[clamp(0, at + step, entries.length - 1)].focus();
  });
}
