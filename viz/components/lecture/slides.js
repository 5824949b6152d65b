// In a lecture a page is shown picture by picture: of each the controls above it and the picture,
// as high as the key bar leaves it room. Texts around it are for reading at home. Nothing scrolls.

import { LECTURE_TYPE } from "../../engine/constants.js";

const PICTURE =
  '[data-testid="stPlotlyChart"], .stBidiComponent, ' +
  '[data-testid="stDataFrame"], [data-testid="stTable"], [data-testid="stImage"]';
const CONTROL = [
  "ButtonGroup",
  "Selectbox",
  "TextInput",
  "TextArea",
  "Slider",
  "Checkbox",
  "NumberInput",
  "Button",
]
  .map((name) => `.st${name}`)
  .join(", ");
const FOLDED = '[data-testid="stExpander"], [data-testid="stPopover"]';
const BLOCK = ".stVerticalBlock",
  LISTENER = ".st-key-lecture",
  HIDDEN = "data-lecture-hidden";
const STAYS = '.st-key-bar, .page-heading, [role="alert"]';
const GAP = 8; // pixels between the picture and the key bar
const LEAST = 160; // pixels of a picture

const holds = (row, selector) => row.matches(selector) || row.querySelector(selector) !== null;
// of those below a row that are in no other of them
const outermost = (row, selector) =>
  [...row.querySelectorAll(selector)].filter(
    (element) => !row.contains(element.parentElement.closest(selector)),
  );

const isPicture = (element) =>
  !element.closest(LISTENER) && !element.closest(FOLDED) && !element.parentElement.closest(PICTURE);
const picturesOf = (row) =>
  [...(row.matches(PICTURE) ? [row] : []), ...row.querySelectorAll(PICTURE)].filter(isPicture);

// What a row of a page is: "stays" whatever is on show, "picture", "head" of the picture that
// follows, "controls" of it, "heading" with which a section begins, or "text".
export function kindOf(row) {
  if (row.matches(LISTENER) || holds(row, STAYS)) return "stays";
  if (picturesOf(row).length) return "picture";
  if (holds(row, "h1, h2, h3, h4")) return "heading";
  if (holds(row, ".stHtml")) return "head";
  const controls = [...row.querySelectorAll(CONTROL)];
  return controls.some((control) => !control.closest(FOLDED)) ? "controls" : "text";
}

// The rows that are on show with each picture, by the kinds of all rows: from the heading that
// the picture stands under, or what follows the picture before it. A section without a picture
// whose text is coloured, "head", is one itself.
export function slidesOf(kinds) {
  const headings = kinds.flatMap((kind, place) => (kind === "heading" ? [place] : []));
  const isSeen = (kind) => kind !== "text" && kind !== "stays";
  const spans = [0, ...headings].flatMap((start, number) => {
    const end = headings[number] ?? kinds.length;
    const places = [...Array(end - start).keys()].map((place) => start + place);
    const pictures = places.filter((place) => kinds[place] === "picture");
    const last = places.findLast((place) => kinds[place] === "head");
    const goals = pictures.length || last === undefined ? pictures : [last];
    return goals.map((goal, order) => [order ? goals[order - 1] + 1 : start, goal]);
  });
  if (!kinds.includes("picture")) return [];
  return spans.map(([from, to]) =>
    kinds.flatMap((kind, place) =>
      kind === "stays" || (place >= from && place <= to && isSeen(kind)) ? [place] : [],
    ),
  );
}

// Of the rows on show those that fold: all controls but the first row of them.
export function foldedOf(kinds, on) {
  return on.filter((place) => kinds[place] === "controls").slice(1);
}

export class Slides {
  // `changed` is called when there are more or fewer pictures, another one is on show, or controls
  // are folded.
  constructor(changed) {
    this.changed = changed;
    this.place = this.count = this.folds = 0;
    this.open = false; // whether all controls are on show
    this.seen = new MutationObserver(() => this.soon());
    this.sizes = new ResizeObserver(() => this.soon());
    this.resized = () => this.soon();
  }

  begin(bar) {
    this.bar = bar;
    const main = document.querySelector(".stMainBlockContainer");
    if (!main || this.main === main) return this.soon();
    this.end();
    this.main = main;
    this.seen.observe(main, { childList: true, subtree: true });
    this.sizes.observe(main);
    this.sizes.observe(bar);
    window.addEventListener("resize", this.resized);
    window.visualViewport?.addEventListener("resize", this.resized);
    this.soon();
  }

  end() {
    this.seen.disconnect();
    this.sizes.disconnect();
    window.removeEventListener("resize", this.resized);
    window.visualViewport?.removeEventListener("resize", this.resized);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    for (const row of document.querySelectorAll(`[${HIDDEN}]`)) row.removeAttribute(HIDDEN);
    for (const picture of this.sized ?? []) picture.style.removeProperty("--lecture-room");
    for (const name of ["bar", "type"])
      document.documentElement.style.removeProperty(`--lecture-${name}`);
    this.main = this.sized = null;
    this.place = this.count = this.folds = 0;
    this.open = false;
  }

  // Before the next frame is painted.
  soon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.main?.isConnected) this.arrange();
    });
  }

  go(by) {
    this.place = Math.min(Math.max(this.place + by, 0), this.count - 1);
    this.soon();
    this.changed(); // the bar counts them
  }

  unfold() {
    this.open = !this.open;
    this.soon();
    this.changed();
  }

  arrange() {
    const state = () => [this.place, this.count, this.folds].join();
    const before = state();
    this.count = 1;
    this.folds = 0;
    this.show(this.main.querySelector(BLOCK));
    this.place = Math.min(this.place, this.count - 1);
    this.main.parentElement.scrollTop = 0;
    this.fit();
    if (state() !== before) this.changed();
  }

  // Hide the rows of a block that are not on show. The first block with several pictures is the
  // one that is gone through.
  show(block) {
    if (!block) return;
    const rows = [...block.children];
    const kinds = rows.map(kindOf),
      slides = slidesOf(kinds);
    if (slides.length > 1) this.count = slides.length;
    const on = slides[Math.min(this.place, slides.length - 1)];
    const folded = on ? foldedOf(kinds, on) : [];
    this.folds += folded.length;
    rows.forEach((row, place) =>
      row.toggleAttribute(
        HIDDEN,
        Boolean(on && (!on.includes(place) || (folded.includes(place) && !this.open))),
      ),
    );
    if (slides.length !== 1) return;
    for (const row of rows) for (const inner of outermost(row, BLOCK)) this.show(inner);
  }

  // Give each picture the room between its upper edge and the key bar. A picture beside a higher
  // one may move when that one changes: twice.
  fit() {
    const floor = this.bar.getBoundingClientRect().top - GAP;
    const { style } = document.documentElement;
    const type = parseFloat(getComputedStyle(document.documentElement).fontSize);
    style.setProperty("--lecture-type", Math.min(1, type / LECTURE_TYPE));
    style.setProperty("--lecture-bar", `${this.bar.offsetHeight}px`);
    const pictures = picturesOf(this.main).filter((picture) => picture.checkVisibility());
    for (let round = 0; round < 2; round++) {
      for (const picture of pictures) {
        const room = Math.max(LEAST, Math.floor(floor - picture.getBoundingClientRect().top));
        picture.style.setProperty("--lecture-room", `${room}px`);
      }
    }
    for (const picture of pictures) this.cutRows(picture, floor);
    this.sized = pictures;
  }

  // Of a table the rows that fit.
  cutRows(table, floor) {
    const rows = [...table.querySelectorAll("tbody tr")];
    for (const row of rows) row.removeAttribute(HIDDEN);
    const below = rows.filter((row) => row.getBoundingClientRect().bottom > floor);
    for (const row of below) row.setAttribute(HIDDEN, "");
  }
}
