// All keys of a lecture, as a list.

import { t, translatable } from "../../engine/text.js";
import { make } from "../shared/elements.js";

const KEYS = [
  [["→", "←"], translatable("the next and the previous view, step or head")],
  [["↓", "↑"], translatable("the next and the previous layer")],
  [["Page ↓", "Page ↑"], translatable("the same on a presenter's clicker")],
  [["N", "P"], translatable("the next and the previous picture")],
  [["H"], translatable("heatmap and lines, the heatmap alone, the lines alone")],
  [["W"], translatable("in each cell of a head the weight, or the norm of what is added")],
  [["R"], translatable("the controls that could refute what a head is said to do")],
  [["G"], translatable("go to a view, a page or another playlist")],
  [["A"], translatable("play the animation; then ← and → step it, Esc leaves it")],
  [["C"], translatable("more controls")],
  [["S"], translatable("your notes in a second window")],
  [["F"], translatable("freeze the picture")],
  [["B", "."], translatable("blank the screen")],
  [["Q"], translatable("a code that opens this view on a phone")],
  [["?"], translatable("these keys")],
  [["Esc"], translatable("close what is open")],
  [["L"], translatable("end the lecture")],
];

// Draw the list into an element.
export function drawHelp(root) {
  root.setAttribute("role", "dialog");
  root.setAttribute("aria-label", t("Keys of a lecture"));
  const list = make("dl");
  for (const [keys, text] of KEYS) {
    const term = make("dt");
    term.append(...keys.map((key) => make("kbd", "", key)));
    list.append(term, make("dd", "", t(text)));
  }
  root.replaceChildren(make("h2", "", t("Keys of a lecture")), list);
}
