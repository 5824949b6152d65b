// One step: its words, its formula, its grids, and its place in the strip.

import { make } from "../shared/elements.js";
import { typeset } from "./equation.js";
import { Figure } from "./figure.js";
import { between } from "./operations.js";

const MATHS = "http://www.w3.org/1998/Math/MathML";

// The signs after each grid that stands in a step, [sign or grid, ...].
export function signsBetween(shown) {
  const results = shown.filter((grid) => grid.operation);
  return shown.map((grid, place) => {
    const chains = results.map((whole) => between(whole, grid, shown[place + 1], shown));
    return chains.findLast(Boolean) ?? [];
  });
}

// The signs before a grid that begins an equation of its own.
function signsBefore(grid, shown) {
  return (
    shown
      .filter((whole) => whole.operation)
      .map((whole) => whole !== grid && between(whole, null, grid, shown))
      .find(Boolean) || []
  );
}

function buildFormula(mathml) {
  const formula = make("div", "formula box");
  const maths = document.createElementNS(MATHS, "math");
  formula.setAttribute("role", "group");
  formula.setAttribute("aria-label", "Formula");
  maths.setAttribute("display", "block");
  maths.innerHTML = mathml; // our own constants
  formula.append(maths);
  return formula;
}

// The lines of the network that compute a step, with their place as a comment.
function buildCode([file, line, text]) {
  const code = make("pre", "code"),
    [first, ...others] = text.split("\n");
  code.append(first, make("span", "", `  # ${file.split("/").at(-1)}:${line}`));
  code.append(...others.map((other) => `\n${other}`));
  code.title = file;
  return code;
}

function buildFigures(view, shown, number, grids) {
  const signs = signsBetween(shown);
  return shown.map((grid, place) => {
    const anew = !signs[place - 1]?.length; // an equation of its own begins a line
    const before = anew ? signsBefore(grid, shown) : [];
    if (anew && place) grids.append(make("div", "anew"));
    const figure = new Figure(view, grid, number, before, signs[place]);
    grids.append(figure.element);
    return Object.assign(figure, { anew });
  });
}

function buildEntry(step, group, onClick) {
  const entry = make("li"),
    button = make("button"),
    picture = make("canvas");
  if (group) entry.append(make("span", "group", group));
  button.append(picture, make("span", "name", step.name));
  button.addEventListener("click", onClick);
  entry.append(button);
  return { entry, button, picture };
}

// A step of `view` with the elements it is shown by; `group` is the title of the stage that begins
// with it.
export function buildPanel(view, step, number, group) {
  const panel = make("section", "panel"),
    head = make("div", "head");
  const words = make("div", "told"),
    grids = make("div", "grids"),
    says = make("p", "says");
  const formula = buildFormula(step.formula);
  says.append(...typeset(step.says, view.symbols));
  words.append(make("h4", "", `${number + 1} · ${step.name}`), says);
  if (step.code?.length) words.append(buildCode(step.code));
  head.append(words, formula);
  panel.append(head, grids);
  const stepGrids = step.shows.map((name) => view.grids.get(name));
  const figures = buildFigures(view, stepGrids, number, grids);
  const rows = stepGrids[0]?.shape[0];
  grids.classList.toggle(
    "level",
    stepGrids.every((grid) => grid.shape[0] === rows),
  );
  const result = stepGrids.at(-1),
    entry = buildEntry(step, group, () => view.goTo(number));
  return { ...step, panel, formula, grids, figures, result, ...entry };
}
