// What hands do with the picture: d3-zoom turns mouse, wheel and fingers into one transform, whose
// changes move the view. Drag turns or moves, wheel and two fingers zoom, one finger that goes up
// or down scrolls the page.

import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { clamp } from "../../engine/numbers.js";
import { within, zoomOf } from "../shared/canvas.js";
import { LEAST_ZOOM, MOST_ZOOM } from "./projection.js";

const SLACK = 6; // pixels that a click may slip
const LINE = 16; // pixels of a wheel that counts in lines
const PAGE = 400;

// The change from one transform { k, x, y } to another: `factor` times as large around `centre`,
// after everything has moved by `across` and `down`, which brings what was under the fingers to
// `centre`.
export function changeBetween(before, after, centre) {
  const factor = after.k / before.k;
  const [x, y] = [after.x - factor * before.x, after.y - factor * before.y];
  const across = centre[0] - (centre[0] - x) / factor;
  const down = centre[1] - (centre[1] - y) / factor;
  return { factor, across, down };
}

// How far a wheel zooms, as a power of two. Two fingers on a touchpad come as a wheel with ctrl.
export function wheelDelta(event) {
  const pixels = clamp(-150, event.deltaY * [1, LINE, PAGE][event.deltaMode], 150);
  return -pixels * (event.ctrlKey ? 0.01 : 0.002) * Math.LOG2E;
}

// The middle of all fingers, or the pointer, in the canvas's own pixels.
function centreOf(event, canvas) {
  const touches = event.targetTouches?.length ? [...event.targetTouches] : [event];
  const places = touches.map((touch) => within(touch, canvas));
  const mean = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

// `zoomOfView()` is how large the view is; `zoomAt(factor, left, top)` and `drag(across, down,
// event)` change it, in the canvas's own pixels; `dragging(true or false)` says when a drag begins
// and ends.
export function listenToGestures(canvas, { zoomOfView, zoomAt, drag, dragging }) {
  const selection = select(canvas);
  const behaviour = zoom()
    .scaleExtent([LEAST_ZOOM, MOST_ZOOM])
    .filter((event) => !event.button)
    .wheelDelta(wheelDelta)
    .clickDistance(SLACK);
  let before = zoomIdentity; // the transform that the view shows
  let start = null; // the transform and the first finger where the gesture began
  let moved = false;
  let following = false;

  // Keys, buttons and flights change the view too: each gesture begins where it is.
  const follow = () => {
    if (Math.abs(before.k / zoomOfView() - 1) < 1e-9) return;
    following = true;
    selection.call(behaviour.transform, zoomIdentity.scale(zoomOfView()));
    following = false;
    before = canvas.__zoom;
  };
  for (const kind of ["wheel", "mousedown", "touchstart"]) {
    canvas.addEventListener(kind, follow, { passive: true });
  }
  // At the closest the page does not scroll either.
  const closest = (event) => event.deltaY < 0 && event.preventDefault();
  canvas.addEventListener("wheel", closest, { passive: false });

  // Two fingers are for the picture; one that goes up or down scrolls the page, which takes it away
  // after some pixels (touch-action in space.css).
  const shared = (event) => {
    if (event.touches.length > 1) event.preventDefault();
    else if (event.type === "touchmove" && !moved && start) {
      const across = (event.touches[0].clientX - start.finger) / zoomOf(canvas);
      if (Math.abs(across) < SLACK) event.stopImmediatePropagation();
    }
  };
  for (const kind of ["touchstart", "touchmove"]) {
    canvas.addEventListener(kind, shared, { passive: false });
  }

  behaviour.on("start", ({ sourceEvent }) => {
    if (following || !sourceEvent) return;
    start = { transform: canvas.__zoom, finger: sourceEvent.touches?.[0].clientX };
    before = canvas.__zoom;
    moved = false;
  });
  behaviour.on("zoom", ({ transform, sourceEvent }) => {
    if (following) return;
    const pixel = zoomOf(canvas); // a lecture's page is larger
    const scaled = ({ k, x, y }) => ({ k, x: x / pixel, y: y / pixel });
    const centre = centreOf(sourceEvent, canvas);
    const change = changeBetween(scaled(before), scaled(transform), centre);
    if (sourceEvent.type === "wheel") {
      before = transform;
      zoomAt(change.factor, ...centre);
      return;
    }
    moved ||= sourceEvent.type === "touchmove" || Math.hypot(change.across, change.down) >= SLACK;
    if (!moved) return;
    before = transform;
    dragging(true);
    drag(change.across, change.down, sourceEvent);
    if (change.factor !== 1) zoomAt(change.factor, ...centre);
  });
  behaviour.on("end", () => {
    if (following) return;
    start = null;
    if (moved) dragging(false);
    moved = false;
  });
  selection.call(behaviour).on("dblclick.zoom", null);
  // d3-zoom would keep these from the page, whose menus close when something outside is pressed.
  for (const kind of ["mousedown.zoom", "touchstart.zoom", "touchend.zoom"]) {
    const handle = selection.on(kind);
    if (!handle) continue; // no touch screen
    selection.on(kind, function (event, ...rest) {
      event.stopImmediatePropagation = () => {};
      handle.call(this, event, ...rest);
    });
  }
}
