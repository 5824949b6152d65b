// What the canvases share: the theme's colours and fonts, and one attention matrix with its words.
// Words come in as data and go out through textContent or fillText: nothing typed is ever read as markup.

const MASKED = 65535;
const SMALLEST_CELL = 11;
const TABLE = 128 * 128;  // cells at most of a table
const MANY = 128;  // of more words the cells may be as small as a pixel, and only some are named
const quoted = (word) => say("“{word}”", { word });
const shorten = (word) => (word.length > 20 ? word.slice(0, 19) + "…" : word);
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
const same = (a, b) => Boolean(a && b && a.row === b.row && a.column === b.column);

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

// A text in the reader's language: in French if Python sent it; {names} in it stand for the values, others stay.
let french = {};
const say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const mark = (text) => text;  // of a constant, which is said where it is shown
const KINDS = { weight: mark("weight"), score: mark("score"), distance: mark("distance"), norm: mark("norm"), cosine: mark("cosine") };

// The head (JSON) and the numbers of what Python packed.
function read(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  french = head.french;
  head.numbers = new Uint16Array(bytes.slice(4 + length).buffer);
  return head;
}

function rgb(colour) {
  const hex = colour.trim().replace("#", "");
  if (/^[0-9a-f]{6}/i.test(hex)) return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return (colour.match(/[\d.]+/g) || [255, 255, 255]).slice(0, 3).map(Number);
}

function ramp(stops) {
  const points = stops.map(rgb), colours = [];
  for (let i = 0; i < 256; i++) {
    const place = (i / 255) * (points.length - 1), low = Math.min(Math.floor(place), points.length - 2);
    colours.push(points[low].map((value, c) => Math.round(value + (place - low) * (points[low + 1][c] - value))));
  }
  return colours;
}

function brightness(colour) {  // relative luminance, as in WCAG 2
  const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a, b) {
  const [low, high] = [brightness(a), brightness(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

// Black or white, whichever reads better on a colour; on any of them one has a contrast of 4.58 or more, which a softer black has not.
const textOn = (colour) => (brightness(colour) > 0.179 ? "#000000" : "#ffffff");

// A real table of numbers for those who read no pictures: `cell(row, column)` is the text of a cell.
function tableOf(caption, rows, columns, cell) {
  const table = make("table", "twin"), head = make("tr"), header = (text, scope) => Object.assign(make("th", "", text), { scope });
  head.append(make("td"), ...columns.map((word) => header(word, "col")));
  table.append(make("caption", "", caption), head, ...rows.map((word, r) => {
    const row = make("tr");
    row.append(header(word, "row"), ...columns.map((_, c) => make("td", "", cell(r, c))));
    return row;
  }));
  return table;
}

// Where a table scrolls, by keyboard too.
function tableBox(label = "") {
  const box = make("div", "twin-box");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  return box;
}

// A button that turns pictures into tables and back: `turn(tables)` is told which of the two is wanted. `speak` writes what it says.
function tableButton(turn) {
  const button = make("button", "as-table");
  let tables = false;
  button.speak = () => { button.textContent = tables ? say("As a picture") : say("As a table"); };
  button.addEventListener("click", () => {
    tables = !tables;
    button.speak();
    turn(tables);
  });
  return button;
}

// Colours and fonts as the page has them now; weights run from its paper to ink.
class Look {
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
function watch(root, paint) {
  let width = 0;
  new ResizeObserver(() => {
    if (root.clientWidth !== width) { width = root.clientWidth; paint(); }
  }).observe(root);
  root.addEventListener("transitionrun", (event) => {
    if (event.target === root) setTimeout(paint, 50);
  });
}

// In a lecture all pictures are larger, by this: lengths inside them stay as they are, the pointer's and the screen's do not.
const zoomOf = (element) => element.currentCSSZoom || 1;
const screenHeight = (element) => window.innerHeight / zoomOf(element);

// Where the pointer is in an element, in the element's own pixels.
function within(event, element) {
  const box = element.getBoundingClientRect(), zoom = zoomOf(element);
  return [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
}

function sharp(canvas, width, height) {
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

// Which of so many words, `step` pixels apart, are named so that none overlap: all where there is room; else every second, third …, and those
// that stand out instead of their neighbours.
function thinned(count, step, size, standsOut) {
  if (step >= SMALLEST_CELL) return () => true;
  const every = Math.ceil((1.2 * size) / step), out = [...Array(count).keys()].filter(standsOut);
  return (i) => out.includes(i) || (i % every === 0 && !out.some((other) => Math.abs(other - i) < every));
}

function widest(pen, words) { return Math.max(...words.map((word) => pen.measureText(shorten(word)).width)); }

// The words above columns; `bold(c)` says which stand out, `light(c)` how much colour lies behind each, 0 to 1, `named(c)` which are written.
function labelColumns(pen, look, words, { left, top, cell, size, turn }, colour, bold, light, named = () => true) {
  words.forEach((text, c) => {
    if (!named(c)) return;
    const word = shorten(text);
    pen.font = look.font(size, bold(c));
    pen.save();
    pen.translate(left + (c + 0.5) * cell, turn ? top - 6 : top - size * 0.7);
    pen.rotate(-turn);
    pen.textAlign = turn ? "left" : "center";
    if (light(c) > 0.01) {
      const width = pen.measureText(word).width + 6;
      pen.globalAlpha = 0.05 + 0.45 * light(c);
      pen.fillStyle = colour;
      pen.fillRect(turn ? -3 : -width / 2, -size * 0.62, width, size * 1.24);
      pen.globalAlpha = 1;
    }
    pen.fillStyle = look.text;
    pen.fillText(word, 0, 0);
    pen.restore();
  });
}

// How large labels and cells of `columns` words may be in `room` pixels, with `left` pixels of labels beside them (a function
// of their size) and cells at least `smallest` and at most `highest`: labels set the room for cells, cells set the size of labels.
function fitColumns(pen, look, columns, room, left, highest, smallest = SMALLEST_CELL) {
  let size = 16, used, cell, beside, top, right, turn;
  for (let i = 0; i < 4; i++) {
    used = size;
    beside = left(size);
    pen.font = look.font(size, true);
    const wide = widest(pen, columns), last = widest(pen, columns.slice(-1));
    turn = cell && wide + 6 <= cell ? 0 : cell < 1.45 * size ? Math.PI / 2 : Math.PI / 4;
    top = turn ? wide * Math.sin(turn) + size : size + 12;
    right = turn === Math.PI / 4 ? last * 0.72 + 4 : 0;
    cell = Math.floor(clamp(smallest, Math.min((room - beside - right) / columns.length, highest(top)), 160));
    size = clamp(look.least, Math.round(Math.max(cell * 0.45, Math.min(cell * 0.6, 14))), 28);
  }
  return { size: Math.min(size, used), cell, left: beside, top, right, turn };
}

// One matrix: a row for each word that looks, a column for each that is looked at. `before` and `after`, where a
// decoder has them, are the words read and written at a row; `weight(row, column)` is null where the mask hides it.
class Matrix {
  constructor(canvas) { this.canvas = canvas; }

  // Values run from `least` to `most`, weights from 0 to 1; `changed(row, column)` cells are outlined.
  // `kind` says what they are: "weight", "score", "mask" (1 where one may look), "distance", "norm" or "cosine".
  set({ rows, columns, before, after, weight, least = 0, most = 1, changed = () => false, kind = "weight" }) {
    Object.assign(this, { rows, columns, before, after, weight, least, most, changed, kind });
  }

  number(value) {
    if (this.kind === "mask") return String(Math.round(value));
    if (this.kind === "cosine") return value.toFixed(2).replace("-", "−");
    return this.kind === "weight" ? value.toFixed(2).replace(/^0/, "") : value.toFixed(1).replace("-", "−");
  }

  // How dark a value is; of cosines, all below 0 are paper.
  share(value) {
    if (this.kind === "cosine") return clamp(0, value, 1);
    return clamp(0, (value - this.least) / (this.most - this.least), 1);
  }

  rowLabel(row) { return [this.before && this.roomy ? `${shorten(this.before[row])} ▸ ` : "", shorten(this.rows[row])]; }

  // Sizes that fit into `room` by `tallest` pixels, or the smallest readable ones.
  layout(look, room, tallest) {
    const pen = this.canvas.getContext("2d"), many = Math.max(this.rows.length, this.columns.length) > MANY;
    if (many) tallest = Math.max(tallest, 0.9 * screenHeight(this.canvas));
    this.roomy = room > 420;
    const beside = (size) => {
      pen.font = look.font(size, true);
      return widest(pen, this.rows.map((_, row) => this.rowLabel(row).join(""))) + 10;
    };
    const highest = (top) => Math.min((tallest - top) / this.rows.length, tallest / 7);
    Object.assign(this, fitColumns(pen, look, this.columns, room, beside, highest, many ? 1 : SMALLEST_CELL));
  }

  // `on` is the row and column that stand out, either of them null.
  paint(look, colour, on) {
    const { size, cell, left, top, right, turn } = this, R = this.rows.length, C = this.columns.length;
    const pen = sharp(this.canvas, left + C * cell + right + 1, top + R * cell + 1);
    const gap = cell >= 16 ? 1 : 0, tiny = cell < SMALLEST_CELL;
    if (tiny) this.paintTiny(pen, look, colour);
    for (let r = 0; r < R && !tiny; r++) {
      for (let c = 0; c < C; c++) {
        const weight = this.weight(r, c), x = left + c * cell, y = top + r * cell;
        if (weight === null) { this.hatch(pen, look, x, y, cell - gap); continue; }
        const share = this.share(weight);
        pen.fillStyle = `rgb(${look.ink(share)})`;
        pen.fillRect(x, y, cell - gap, cell - gap);
        if (cell * 0.36 >= look.least && Math.abs(weight) >= (this.kind === "norm" ? 0.05 : 0.005)) {
          pen.font = look.font(Math.round(cell * 0.36), false);
          pen.textAlign = "center";
          pen.fillStyle = look.on(share);
          pen.fillText(this.number(weight), x + (cell - gap) / 2, y + cell / 2);
        }
        if (this.changed(r, c)) {
          pen.strokeStyle = colour;
          pen.lineWidth = cell >= 20 ? 2 : 1;
          pen.strokeRect(x + 1, y + 1, cell - gap - 2, cell - gap - 2);
        }
      }
    }
    pen.strokeStyle = look.muted;
    pen.globalAlpha = 0.5;
    pen.strokeRect(left - 0.5, top - 0.5, C * cell + 1 - gap, R * cell + 1 - gap);
    pen.globalAlpha = 1;
    if (on) {
      pen.strokeStyle = colour;
      pen.lineWidth = 2;
      if (on.row !== null) pen.strokeRect(left - 1, top + on.row * cell - 1, C * cell + 2 - gap, cell + 2 - gap);
      if (on.column !== null) pen.strokeRect(left + on.column * cell - 1, top - 1, cell + 2 - gap, R * cell + 2 - gap);
    }
    const named = thinned(R, cell, size, (r) => on && on.row === r);
    for (let r = 0; r < R; r++) {
      if (!named(r)) continue;
      const [before, word] = this.rowLabel(r), y = top + (r + 0.5) * cell;
      pen.textAlign = "right";
      pen.font = look.font(size, on && on.row === r);
      pen.fillStyle = look.text;
      pen.fillText(word, left - 6, y);
      const at = left - 6 - pen.measureText(word).width;
      pen.font = look.font(size, false);
      pen.fillStyle = look.muted;
      pen.fillText(before, at, y);
    }
    const weightOf = (c) => {
      const weight = on && on.row !== null ? this.weight(on.row, c) : null;
      return weight === null ? 0 : this.share(weight);
    };
    const bold = (c) => on && (on.column === c || weightOf(c) > 0.3);
    labelColumns(pen, look, this.columns, this, colour, bold, weightOf, thinned(C, cell, size, bold));
  }

  // Cells too small for numbers, as one image: a quarter of a million of them in a few milliseconds. What is masked lets the hatching through.
  paintTiny(pen, look, colour) {
    const { cell, left, top } = this, R = this.rows.length, C = this.columns.length;
    const image = new ImageData(C, R), pixels = new Uint32Array(image.data.buffer), changed = [];
    for (let r = 0; r < R; r++) {
      for (let c = 0; c < C; c++) {
        const weight = this.weight(r, c);
        if (weight !== null) pixels[r * C + c] = look.pixels[Math.round(255 * this.share(weight))];
        if (this.changed(r, c)) changed.push([r, c]);
      }
    }
    const small = Object.assign(document.createElement("canvas"), { width: C, height: R });
    small.getContext("2d").putImageData(image, 0, 0);
    this.hatch(pen, look, left, top, C * cell, R * cell);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, left, top, C * cell, R * cell);
    pen.strokeStyle = colour;
    for (const [r, c] of changed) pen.strokeRect(left + c * cell, top + r * cell, cell, cell);
  }

  hatch(pen, look, x, y, side, height = side) {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, side, height);
    pen.clip();
    pen.strokeStyle = look.muted;
    pen.globalAlpha = 0.28;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let d = -height; d < side; d += 6) { pen.moveTo(x + d, y + height); pen.lineTo(x + d + height, y); }
    pen.stroke();
    pen.restore();
  }

  // Which cell or word is under the pointer.
  at(event) {
    const [x, y] = within(event, this.canvas), { cell, left, top } = this;
    const column = Math.floor((x - left) / cell), row = Math.floor((y - top) / cell);
    const inRows = row >= 0 && row < this.rows.length, inColumns = column >= 0 && column < this.columns.length;
    if (inRows && inColumns) return { row, column };
    if (inRows && column < 0) return { row, column: null };
    if (inColumns && row < 0) return { row: null, column };
    return null;
  }

  // The cell that an arrow key leads to from `on`.
  step(key, on) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    return step && {
      row: clamp(0, (on?.row ?? 0) + step[0], this.rows.length - 1),
      column: clamp(0, (on?.column ?? 0) + step[1], this.columns.length - 1),
    };
  }

  // A word that occurs twice says which one it is.
  named(words, place) {
    const several = words.filter((word) => word === words[place]).length > 1;
    return several ? say("{word} (word {place})", { word: quoted(words[place]), place: place + 1 }) : quoted(words[place]);
  }
  row(r) { return this.named(this.rows, r); }
  column(c) { return this.named(this.columns, c); }

  // The same numbers for those who read no pictures. A quarter of a million cells would keep a browser busy for ten seconds: of so
  // many, the largest of each row.
  table(caption) {
    const rows = this.rows.map((word, r) => [this.before?.[r], word].filter(Boolean).join(" ▸ "));
    const text = (value) => (value === null ? say("masked") : this.number(value).replace(/^\./, "0."));
    if (rows.length * this.columns.length <= TABLE) return tableOf(caption, rows, this.columns, (r, c) => text(this.weight(r, c)));
    const most = rows.map((_, r) => this.columns.map((_, c) => [this.weight(r, c), c]).filter(([value]) => value !== null)
      .sort((a, b) => b[0] - a[0]).slice(0, 5));
    return tableOf(say("{title}. Of each row the five largest.", { title: caption }), rows, ["1", "2", "3", "4", "5"],
      (r, i) => (most[r][i] ? say("{word}: {weight}", { word: this.column(most[r][i][1]), weight: text(most[r][i][0]) }) : ""));
  }

  // The main thing in the picture, in a sentence.
  strongest() {
    if (this.kind === "mask") return this.seen();
    let best = [-Infinity, 0, 0];
    this.rows.forEach((_, r) => this.columns.forEach((_, c) => {
      const weight = this.weight(r, c), itself = this.kind === "cosine" && r === c;
      if (weight !== null && !itself && weight > best[0]) best = [weight, r, c];
    }));
    if (best[0] === -Infinity) return "";
    const row = this.row(best[1]), column = this.column(best[2]), value = this.number(best[0]);
    if (this.kind === "weight") return say("Strongest: {row} looks at {column}: {weight}.", { row, column, weight: best[0].toFixed(2) });
    if (this.kind === "cosine") return say("Most alike: {a} and {b}: cosine {value}.", { a: row, b: this.row(best[2]), value });
    return say("Largest: {a} and {b}: {value}.", { a: row, b: column, value });
  }

  // Of a mask: how much of it there is.
  seen() {
    const all = this.rows.length * this.columns.length;
    let masked = 0, later = 0;
    this.rows.forEach((_, r) => this.columns.forEach((_, c) => {
      if (this.weight(r, c) !== null) return;
      masked += 1;
      later += c > r;
    }));
    if (!masked) return say("No cell is masked: every word may look at every word.");
    const causal = masked === later && later === (this.rows.length * (this.rows.length - 1)) / 2;
    if (causal) return say("{masked} of {all} cells are masked: no word may look at a later one.", { masked, all });
    return say("{masked} of {all} cells are masked.", { masked, all });
  }

  // The same for numbers that are no weights.
  plainly(row, column) {
    if (row === null || column === null) return "";
    const value = this.weight(row, column), [a, b] = [this.row(row), this.column(column)];
    if (this.kind === "mask") return value === null ? say("{a} may not look at {b}.", { a, b }) : say("{a} may look at {b}.", { a, b });
    return say("{a} and {b}: {kind} {value}.", { a, b, kind: say(KINDS[this.kind]), value: this.number(value) });
  }

  // What stands out, in words.
  sentence(on) {
    if (!on) return this.strongest();
    const { row, column } = on;
    if (this.kind !== "weight") return this.plainly(row, column);
    const top = (pairs) => pairs.filter(([w]) => w !== null).sort((a, b) => b[0] - a[0]).slice(0, 3)
      .map(([weight, word]) => say("{word}: {weight}", { word, weight: weight.toFixed(2) })).join(", ");
    if (row === null) {
      const words = top(this.rows.map((_, r) => [this.weight(r, column), this.row(r)]));
      return say("{column} is looked at by {words}.", { column: this.column(column), words });
    }
    const looks = this.row(row);
    const context = this.before ? ` ${say("({read} is read, {written} is written)", { read: quoted(this.before[row]), written: quoted(this.rows[row]) })}`
      : this.after ? ` ${say("(about to write {word})", { word: quoted(this.after[row]) })}` : "";
    if (column === null) {
      const words = top(this.columns.map((_, c) => [this.weight(row, c), this.column(c)]));
      return say("{row} looks at {words}{context}.", { row: looks, words, context });
    }
    const weight = this.weight(row, column), names = { row: looks, column: this.column(column) };
    if (weight === null) {
      if (this.after && column > row) return say("{row} may not look at {column}: it comes later, the mask hides it.", names);
      if (this.columns[column] === "<pad>") return say("{row} may not look at {column}: it is padding, the mask hides it.", names);
      return say("{row} may not look at {column}: it is hidden, the mask hides it.", names);
    }
    return say("{row} looks at {column}: {weight}{context}.", { ...names, weight: weight.toFixed(2), context });
  }
}
