// A finger that goes across the large head leads to the next head, or to the one before.

import { t } from "../../engine/text.js";

const FAR = 48; // pixels that a swipe goes across at least
const SURE = 10; // pixels after which it is one, and nothing of the browser's
const STEEP = 2; // times as far across as up or down

// The arrow key that a finger stands for which went from one place to another; null for none.
export function swipeKey([fromX, fromY], [toX, toY], far = FAR) {
  const across = toX - fromX,
    down = toY - fromY;
  if (Math.abs(across) < far || Math.abs(across) < STEEP * Math.abs(down)) return null;
  return across < 0 ? "ArrowRight" : "ArrowLeft";
}

// Calls `act` with the key of each swipe over an element. What scrolls sideways keeps its fingers.
export function listenToSwipes(element, act) {
  const placeOf = ({ clientX, clientY }) => [clientX, clientY];
  let start = null;
  element.addEventListener(
    "touchstart",
    ({ touches, target }) => {
      const box = target.closest(".box");
      const scrolls = box && box.scrollWidth > box.clientWidth + 1;
      start = touches.length === 1 && !scrolls ? placeOf(touches[0]) : null;
    },
    { passive: true },
  );
  element.addEventListener(
    "touchmove",
    (event) => {
      if (start && event.cancelable && swipeKey(start, placeOf(event.touches[0]), SURE))
        event.preventDefault(); // else a browser goes back a page
    },
    { passive: false },
  );
  element.addEventListener("touchend", ({ changedTouches }) => {
    const key = start && swipeKey(start, placeOf(changedTouches[0]));
    start = null;
    if (key) act(key);
  });
  element.addEventListener("touchcancel", () => {
    start = null;
  });
}

// What hands can do with the large head.
export const handsHint = () =>
  matchMedia("(hover: none)").matches
    ? t("Tap two words to find the heads between them. Swipe for the next head.")
    : t("Hover over a word. Click two words to find the heads between them, Esc to release.");
