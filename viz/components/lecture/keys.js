// The keys of a lecture: what each does, its sign in the bar, and what on a page keeps it.

import { isTyping } from "../shared/typing.js";

// Axis and direction of a move.
export const KEYS = {
  ArrowLeft: "head-",
  ArrowRight: "head+",
  ArrowUp: "layer-",
  ArrowDown: "layer+",
  PageUp: "step-",
  PageDown: "step+",
  h: "pictures+",
  w: "quantity+",
  r: "refute+",
};
// In a lesson, and in the walk through a playlist.
export const LESSON = {
  Enter: "step+",
  ArrowRight: "step+",
  PageDown: "step+",
  " ": "step+",
  ArrowLeft: "step-",
  PageUp: "step-",
};
// What is open needs all keys, what is pressed Enter and Space, what chooses the arrows.
const OPEN =
  '[role="dialog"], [role="menu"], [role="listbox"], [role="combobox"][aria-expanded="true"]';
const PRESSED =
  "a, button, summary, input, label, " +
  '[role="button"], [role="radio"], [role="switch"], [role="tab"]';
const CHOOSES =
  '[role="radiogroup"], [role="listbox"], [role="combobox"], [role="slider"], [role="menu"], ' +
  '[type="range"]';
// What Enter chooses in.
export const LISTS = 'input:is([role="combobox"], [type="search"])';
// What a key lays over the page or takes away.
export const LAYERS = { b: "blank", ".": "blank", f: "ice", q: "code", "?": "help" };
// What the bar calls the keys of a move.
export const SIGNS = {
  "head-": "←",
  "head+": "→",
  "layer-": "↑",
  "layer+": "↓",
  "step-": "Page ↑",
  "step+": "Page ↓",
};

// Whether what has the focus leaves this key to the lesson: a text field and an open list keep
// all, a slider its arrows, and what was `tabbed` to, reached with the Tab key, all that it has a
// use for.
export function leavesKey(event, tabbed) {
  const path = event.composedPath();
  const inside = (selector) => path.some((element) => element.matches?.(selector));
  if (inside(OPEN) || (isTyping(event) && !inside('[role="combobox"]'))) return false;
  if (event.key.startsWith("Arrow") && inside('[role="slider"], [type="range"]')) return false;
  return !tabbed || path[0] === document.body;
}

// Whether what has the focus has a use for this key.
export function usesKey(event) {
  const taker = event.key.startsWith("Arrow") ? CHOOSES : PRESSED;
  return !event.key.startsWith("Page") && event.composedPath()[0].closest?.(taker);
}
