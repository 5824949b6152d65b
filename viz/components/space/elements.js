// The elements of a space: controls above, the picture with the lists beside it, and the line
// below.

import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";
import { tableBox, tableButton } from "../shared/tables.js";

// Makes them as properties of `space`, inside of space.root.
export function build(space) {
  space.title = make("h3", "title");
  const controls = buildControls(space);
  space.note = make("p", "note");
  buildBody(space);
  space.reading = make("p", "reading");
  space.reading.setAttribute("role", "status");
  space.table = tableBox();
  space.table.hidden = true;
  space.asTable = tableButton((tables) => space.showTable(tables));
  space.full = make("div");
  space.full.append(controls, space.note, space.body, space.reading, space.asTable, space.table);
  space.empty = make("p", "empty");
  space.root.append(space.title, space.full, space.empty);
}

function buildControls(space) {
  space.slider = make("input");
  Object.assign(space.slider, { type: "range", min: 0, step: 1 });
  space.stepName = make("span", "step");
  space.sliderBox = make("label", "slider");
  space.sliderBox.append(space.slider, space.stepName);
  space.search = make("input");
  Object.assign(space.search, { type: "search", autocomplete: "off", spellcheck: false });
  space.found = make("span", "found");
  space.found.setAttribute("aria-live", "polite");
  const searchBox = make("div", "search");
  searchBox.append(space.search, space.found);
  space.isolateButton = button(() => space.isolate());
  space.backButton = button(() => space.back());
  space.resetButton = button(() => space.reset());
  const buttons = make("div", "buttons");
  buttons.append(space.isolateButton, space.backButton, space.resetButton);
  const controls = make("div", "controls");
  controls.append(space.sliderBox, searchBox, buttons);
  return controls;
}

function button(act) {
  const made = make("button");
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") act();
  });
  return made;
}

function buildBody(space) {
  space.canvas = make("canvas");
  space.canvas.tabIndex = 0;
  space.canvas.setAttribute("role", "img");
  space.pen = space.canvas.getContext("2d", { alpha: false });
  space.tip = make("div", "tip");
  space.tip.hidden = true;
  space.picture = make("div", "picture");
  space.picture.append(space.canvas, space.tip);
  space.groups = make("div", "groups");
  space.groups.setAttribute("role", "group");
  space.list = make("div", "list");
  const side = make("div", "side");
  side.append(space.groups, space.list);
  space.body = make("div", "body");
  space.body.append(space.picture, side);
}

// Writes what stands there whatever is on show.
export function writeTexts(space) {
  space.slider.setAttribute("aria-label", t("Step"));
  space.search.placeholder = t("Find a word");
  space.search.setAttribute("aria-label", t("Find a word"));
  space.isolateButton.textContent = t("Isolate");
  space.backButton.textContent = t("Back");
  space.resetButton.textContent = t("Reset view");
  space.groups.setAttribute("aria-label", t("Groups shown"));
  space.table.setAttribute("aria-label", t("The points"));
  space.empty.textContent = t("There are no points to show.");
  space.asTable.speak();
}
