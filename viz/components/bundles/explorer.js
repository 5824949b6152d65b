// Made of explorer/ and shared/ by "npm run build": change those, not this.

// shared/colour.js
function rgb(colour) {
  const hex = colour.trim().replace("#", "");
  if (/^[0-9a-f]{6}/i.test(hex)) return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return (colour.match(/[\d.]+/g) || [255, 255, 255]).slice(0, 3).map(Number);
}
function ramp(stops) {
  const points = stops.map(rgb), colours = [];
  for (let i = 0; i < 256; i++) {
    const place = i / 255 * (points.length - 1), low = Math.min(Math.floor(place), points.length - 2);
    colours.push(points[low].map((value, c) => Math.round(value + (place - low) * (points[low + 1][c] - value))));
  }
  return colours;
}
function brightness(colour) {
  const [red, green, blue] = colour.map((value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a, b) {
  const [low, high] = [brightness(a), brightness(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
var textOn = (colour) => brightness(colour) > 0.179 ? "#000000" : "#ffffff";
var mix = (a, b, share) => a.map((value, i) => Math.round(value + share * (b[i] - value)));
function distinct(colour, paper, far) {
  let mixed = colour;
  while (contrast(mixed, paper) < 3) mixed = mix(mixed, far, 0.06);
  return mixed;
}

// shared/canvas.js
var pixelsOf = (colours) => Uint32Array.from(
  colours,
  ([red, green, blue]) => 4278190080 + (blue << 16) + (green << 8) + red
);
var Look = class _Look {
  constructor(root, ink) {
    const style = getComputedStyle(root), get = (name) => style.getPropertyValue(name).trim();
    const paper = rgb(get("--st-background-color") || "#ffffff");
    this.dark = paper[0] * 0.3 + paper[1] * 0.6 + paper[2] * 0.1 < 128;
    this.text = get("--st-text-color") || (this.dark ? "#fff" : "#222");
    this.muted = this.dark ? "#9aa4b2" : "#5b6472";
    this.family = get("--st-font") || "sans-serif";
    this.least = zoomOf(root) > 1 ? 12 : 10;
    const stops = [`rgb(${paper})`, ...ink[this.dark ? "dark" : "light"].slice(1)];
    this.ramp = ramp(stops);
    this.pixels = pixelsOf(this.ramp);
    this.paper = paper;
    root.style.setProperty("--muted", this.muted);
    root.style.setProperty("--ramp", `linear-gradient(to right, ${stops.join(",")})`);
  }
  // The same without colour, for what is switched off.
  greyed() {
    const greys = ramp([`rgb(${this.paper})`, this.muted]);
    return Object.assign(
      Object.create(_Look.prototype),
      this,
      { ramp: greys, pixels: pixelsOf(greys), text: this.muted }
    );
  }
  // The same for values from -1 to 1: `stops` from the least to the most, the paper in the middle.
  signed(stops) {
    const colours = ramp(stops.map((stop, i) => i === (stops.length - 1) / 2 ? `rgb(${this.paper})` : stop));
    return Object.assign(
      Object.create(_Look.prototype),
      this,
      { ramp: colours, pixels: pixelsOf(colours) }
    );
  }
  ink(weight) {
    return this.ramp[Math.round(255 * weight)];
  }
  on(weight) {
    return textOn(this.ink(weight));
  }
  font(size, bold) {
    return `${bold ? 600 : 400} ${size}px ${this.family}`;
  }
};
function watch(root, paint) {
  let size = "";
  new ResizeObserver(() => {
    const now = [root.clientWidth, roomOf(root)].join();
    if (root.clientWidth && now !== size) {
      size = now;
      paint();
    }
  }).observe(root);
  root.addEventListener("transitionrun", (event) => {
    if (event.target === root) setTimeout(paint, 50);
  });
}
var zoomOf = (element) => element.currentCSSZoom || 1;
var screenHeight = (element) => window.innerHeight / zoomOf(element);
function roomOf(root) {
  const room = parseFloat(getComputedStyle(root).getPropertyValue("--lecture-room"));
  return room ? room / zoomOf(root) : null;
}
var inLecture = (element) => getComputedStyle(element).getPropertyValue("--lecture-strip").trim() === "none";
function roomBelow(element) {
  const view = element.closest(".canvas-view"), top = element.getBoundingClientRect().top;
  const room = parseFloat(getComputedStyle(element).getPropertyValue("--lecture-room"));
  if (room) return (view.getBoundingClientRect().top + room - top) / zoomOf(element);
  let scroller = element.getRootNode().host, scrolled = 0;
  for (; scroller; scroller = scroller.parentElement) scrolled += scroller.scrollTop;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const bar = inLecture(element) ? 3.5 * rem : 16;
  return (window.innerHeight - top - scrolled - bar) / zoomOf(element);
}
function within(event, element) {
  const box = element.getBoundingClientRect(), zoom2 = zoomOf(element);
  return [(event.clientX - box.left) / zoom2, (event.clientY - box.top) / zoom2];
}
var detail = 1;
function inDetail(scale, repaint, take) {
  detail = scale;
  repaint();
  const taken = take();
  detail = 1;
  repaint();
  return taken;
}
function sharp(canvas, width, height) {
  const ratio = Math.max(window.devicePixelRatio || 1, detail) * zoomOf(canvas);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  pen.textBaseline = "middle";
  return pen;
}

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

// shared/numbers.js
var clamp = (low, value, high) => Math.max(low, Math.min(value, high));
var same = (a, b) => Boolean(a && b && a.row === b.row && a.column === b.column);

// shared/text.js
var french = {};
var isFrench = false;
function setFrench(texts) {
  french = texts;
  isFrench = Object.keys(texts).length > 0;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole3, name) => values[name] ?? whole3);
var local = (number) => isFrench ? number.replace(/[.,]/g, (sign) => sign === "." ? "," : " ") : number;
var fixed = (value, places) => local(value.toFixed(places));
var mark = (text) => text;
var KINDS = {
  weight: mark("weight"),
  score: mark("score"),
  distance: mark("distance"),
  norm: mark("norm"),
  cosine: mark("cosine")
};
var quoted = (word) => say("“{word}”", { word });
var shorten = (word) => word.length > 20 ? word.slice(0, 19) + "…" : word;
var isSpecial = (word) => /^(<[^<>\s]+>|\[[A-Z]+\]|<\|[a-z]+\|>)$/.test(word);

// shared/tables.js
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
function tableBox(label = "") {
  const box = make("div", "twin-box");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  return box;
}
function tableButton(turn) {
  const button = make("button", "as-table");
  let tables = false;
  button.speak = () => {
    button.textContent = tables ? say("As a picture") : say("As a table");
  };
  button.addEventListener("click", () => {
    tables = !tables;
    button.speak();
    turn(tables);
  });
  return button;
}

// shared/cells.js
var TABLE = 128 * 128;
var Cells = class {
  // Values run from `least` to `most`, weights from 0 to 1; `changed(row, column)` cells are
  // outlined. `kind` says what they are: "weight", "score", "mask" (1 where one may look),
  // "distance", "norm", "cosine", or "difference" of two weights, from -1 to 1.
  set({
    rows,
    columns,
    before,
    after,
    weight,
    least = 0,
    most = 1,
    changed = () => false,
    kind = "weight"
  }) {
    Object.assign(this, { rows, columns, before, after, weight, least, most, changed, kind });
  }
  number(value) {
    if (this.kind === "mask") return String(Math.round(value));
    if (this.kind === "cosine") return fixed(value, 2).replace("-", "−");
    if (this.kind === "difference")
      return `${value < 0 ? "−" : "+"}${fixed(Math.abs(value), 2).replace(/^0/, "")}`;
    return this.kind === "weight" ? fixed(value, 2).replace(/^0/, "") : fixed(value, 1).replace("-", "−");
  }
  // How dark a value is; of cosines, all below 0 are paper.
  share(value) {
    if (this.kind === "cosine") return clamp(0, value, 1);
    if (this.kind === "difference") return clamp(0, (value + 1) / 2, 1);
    return clamp(0, (value - this.least) / (this.most - this.least), 1);
  }
  // The cell that an arrow key leads to from `on`.
  step(key, on) {
    const step = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0]
    }[key];
    return step && {
      row: clamp(0, (on?.row ?? 0) + step[0], this.rows.length - 1),
      column: clamp(0, (on?.column ?? 0) + step[1], this.columns.length - 1)
    };
  }
  // A word that occurs twice says which one it is.
  named(words, place) {
    const several = words.filter((word) => word === words[place]).length > 1;
    return several ? say("{word} (word {place})", { word: quoted(words[place]), place: place + 1 }) : quoted(words[place]);
  }
  row(r) {
    return this.named(this.rows, r);
  }
  column(c) {
    return this.named(this.columns, c);
  }
  // The same numbers for those who read no pictures. A quarter of a million cells would keep a
  // browser busy for ten seconds: of so many, the largest of each row.
  table(caption) {
    const rows = this.rows.map((word, r) => [this.before?.[r], word].filter(Boolean).join(" ▸ "));
    const text = (value) => value === null ? say("masked") : this.number(value).replace(/^\./, "0.");
    if (rows.length * this.columns.length <= TABLE)
      return tableOf(caption, rows, this.columns, (r, c) => text(this.weight(r, c)));
    const most = rows.map((_, r) => this.columns.map((_2, c) => [this.weight(r, c), c]).filter(([value]) => value !== null).sort((a, b) => b[0] - a[0]).slice(0, 5));
    return tableOf(
      say("{title}. Of each row the five largest.", { title: caption }),
      rows,
      ["1", "2", "3", "4", "5"],
      (r, i) => most[r][i] ? say(
        "{word}: {weight}",
        { word: this.column(most[r][i][1]), weight: text(most[r][i][0]) }
      ) : ""
    );
  }
  // The main thing in the picture, in a sentence.
  strongest() {
    if (this.kind === "mask") return this.seen();
    let best = [-Infinity, 0, 0];
    this.rows.forEach((_, r) => this.columns.forEach((_2, c) => {
      const weight = this.weight(r, c), itself = this.kind === "cosine" && r === c;
      if (weight !== null && !itself && weight > best[0]) best = [weight, r, c];
    }));
    if (best[0] === -Infinity) return "";
    const row = this.row(best[1]), column = this.column(best[2]), value = this.number(best[0]);
    if (this.kind === "weight")
      return say(
        "Strongest: {row} attends to {column}: {weight}.",
        { row, column, weight: fixed(best[0], 2) }
      );
    if (this.kind === "cosine")
      return say(
        "Most alike: {a} and {b}: cosine {value}.",
        { a: row, b: this.row(best[2]), value }
      );
    return say("Largest: {a} and {b}: {value}.", { a: row, b: column, value });
  }
  // Of a mask: how much of it there is.
  seen() {
    const all = this.rows.length * this.columns.length;
    let masked = 0, later = 0;
    this.rows.forEach((_, r) => this.columns.forEach((_2, c) => {
      if (this.weight(r, c) !== null) return;
      masked += 1;
      later += c > r;
    }));
    if (!masked) return say("No cell is masked: every word may attend to every word.");
    const causal = masked === later && later === this.rows.length * (this.rows.length - 1) / 2;
    if (causal)
      return say(
        "{masked} of {all} cells are masked: no word may attend to a later one.",
        { masked, all }
      );
    return say("{masked} of {all} cells are masked.", { masked, all });
  }
  // The same for numbers that are no weights.
  plainly(row, column) {
    if (row === null || column === null) return "";
    const value = this.weight(row, column), [a, b] = [this.row(row), this.column(column)];
    if (this.kind === "mask")
      return value === null ? say("{a} may not attend to {b}.", { a, b }) : say("{a} may attend to {b}.", { a, b });
    return say(
      "{a} and {b}: {kind} {value}.",
      { a, b, kind: say(KINDS[this.kind]), value: this.number(value) }
    );
  }
  // What stands out, in words.
  sentence(on) {
    if (!on) return this.strongest();
    const { row, column } = on;
    if (this.kind !== "weight") return this.plainly(row, column);
    const top = (pairs) => pairs.filter(([w]) => w !== null).sort((a, b) => b[0] - a[0]).slice(0, 3).map(([weight2, word]) => say("{word}: {weight}", { word, weight: fixed(weight2, 2) })).join(", ");
    if (row === null) {
      const words = top(this.rows.map((_, r) => [this.weight(r, column), this.row(r)]));
      return say("{column} gets attention from {words}.", { column: this.column(column), words });
    }
    const looks = this.row(row);
    const context = this.before ? ` ${say(
      "({read} is read, {written} is written)",
      { read: quoted(this.before[row]), written: quoted(this.rows[row]) }
    )}` : this.after ? ` ${say("(about to write {word})", { word: quoted(this.after[row]) })}` : "";
    if (column === null) {
      const words = top(this.columns.map((_, c) => [this.weight(row, c), this.column(c)]));
      return say("{row} attends to {words}{context}.", { row: looks, words, context });
    }
    const weight = this.weight(row, column), names = { row: looks, column: this.column(column) };
    if (weight === null) {
      if (this.after && column > row)
        return say("{row} may not attend to {column}: it comes later, the mask hides it.", names);
      if (this.columns[column] === "<pad>")
        return say("{row} may not attend to {column}: it is padding, the mask hides it.", names);
      return say("{row} may not attend to {column}: it is hidden, the mask hides it.", names);
    }
    return say(
      "{row} attends to {column}: {weight}{context}.",
      { ...names, weight: fixed(weight, 2), context }
    );
  }
};

// shared/columns.js
var SMALLEST_CELL = 11;
var MANY = 128;
function thinned(count, step, size, standsOut) {
  if (step >= SMALLEST_CELL) return () => true;
  const every = Math.ceil(1.2 * size / step), out = [...Array(count).keys()].filter(standsOut);
  return (i) => out.includes(i) || i % every === 0 && !out.some((other) => Math.abs(other - i) < every);
}
function widest(pen, words) {
  return Math.max(...words.map((word) => pen.measureText(shorten(word)).width));
}
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
    pen.fillStyle = isSpecial(text) ? look.muted : look.text;
    pen.fillText(word, 0, 0);
    pen.restore();
  });
}
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
    cell = Math.floor(
      clamp(smallest, Math.min((room - beside - right) / columns.length, highest(top)), 160)
    );
    size = clamp(look.least, Math.round(Math.max(cell * 0.45, Math.min(cell * 0.6, 14))), 28);
  }
  return { size: Math.min(size, used), cell, left: beside, top, right, turn };
}

// shared/range.js
var FEWEST = 4;
var whole = (rows, columns) => ({ row: 0, rows, column: 0, columns });
var isWhole = (range, rows, columns) => range.rows >= rows && range.columns >= columns;
function zoomSide(first2, count, total, factor, at) {
  const newCount = clamp(Math.min(FEWEST, total), Math.round(count / factor), total);
  const share = (at - first2) / count, cell = Math.floor(at);
  const start = clamp(cell - newCount + 1, Math.round(at - share * newCount), cell);
  return [clamp(0, start, total - newCount), newCount];
}
function zoom(range, factor, at, rows, columns) {
  const [row, high] = zoomSide(range.row, range.rows, rows, factor, at.row);
  const [column, wide] = zoomSide(range.column, range.columns, columns, factor, at.column);
  return { row, rows: high, column, columns: wide };
}
function pan(range, byRows, byColumns, rows, columns) {
  return {
    ...range,
    row: clamp(0, range.row + byRows, rows - range.rows),
    column: clamp(0, range.column + byColumns, columns - range.columns)
  };
}
function between(a, b, rows, columns) {
  const side = (first2, second, total) => {
    const count = Math.max(Math.min(FEWEST, total), Math.abs(first2 - second) + 1);
    return [clamp(0, Math.min(first2, second), total - count), count];
  };
  const [row, high] = side(a.row, b.row, rows);
  const [column, wide] = side(a.column, b.column, columns);
  return { row, rows: high, column, columns: wide };
}
function reveal(range, cell, rows, columns) {
  const distance = (at, first2, count) => at === null ? 0 : Math.min(0, at - first2) + Math.max(0, at - (first2 + count - 1));
  return pan(
    range,
    distance(cell.row, range.row, range.rows),
    distance(cell.column, range.column, range.columns),
    rows,
    columns
  );
}

// shared/matrix.js
var FAINT = 0.15;
var NOTABLE = 0.05;
var LIT = "#d55e00";
var Matrix = class extends Cells {
  constructor(canvas) {
    super();
    this.canvas = canvas;
  }
  set(values) {
    const words = JSON.stringify([values.rows, values.columns]);
    super.set(values);
    if (words !== this.words) this.range = whole(values.rows.length, values.columns.length);
    this.words = words;
    this.goesOn = [values.rowsContinue ?? [], values.columnsContinue ?? []];
  }
  // A point stands before a piece that goes on with the word before it.
  rowName(row) {
    return (this.goesOn[0][row] ? "·" : "") + this.rows[row];
  }
  columnName(column) {
    return (this.goesOn[1][column] ? "·" : "") + this.columns[column];
  }
  rowLabel(row) {
    const read2 = this.before && this.roomy ? `${shorten(this.before[row])} ▸ ` : "";
    return [read2, shorten(this.rowName(row))];
  }
  get rowsOnShow() {
    const { row: first2, rows: count } = this.range;
    return this.rows.map((_, row) => this.rowName(row)).slice(first2, first2 + count);
  }
  get columnsOnShow() {
    const { column: first2, columns: count } = this.range;
    return this.columns.map((_, column) => this.columnName(column)).slice(first2, first2 + count);
  }
  // Sizes that fit into `room` by `tallest` pixels, or the smallest readable ones; with `fits` as
  // small as it takes.
  layout(look, room, tallest, fits = false) {
    const pen = this.canvas.getContext("2d"), { row: first2, rows: count, columns } = this.range;
    const many = Math.max(count, columns) > MANY;
    if (many) tallest = Math.max(tallest, 0.9 * screenHeight(this.canvas));
    this.roomy = room > 420;
    const beside = (size) => {
      pen.font = look.font(size, true);
      const labels = this.rows.map((_, row) => this.rowLabel(row).join(""));
      return widest(pen, labels.slice(first2, first2 + count)) + 10;
    };
    const highest = (top) => Math.min((tallest - top) / count, tallest / 7);
    Object.assign(this, fitColumns(
      pen,
      look,
      this.columnsOnShow,
      room,
      beside,
      highest,
      many || fits ? 1 : SMALLEST_CELL
    ));
  }
  // `on` is the row and column that stand out, either of them null; `lit` are the rows, columns and
  // cells that a lesson names. A head that is `off` is grey and hatched; after the row `until`
  // nothing is written yet.
  paint(look, colour, on, { off = false, until = null, lit = [] } = {}) {
    const { size, cell, left, top, right } = this, { rows: R, columns: C } = this.range;
    const pen = sharp(this.canvas, left + C * cell + right + 1, top + R * cell + 1);
    const gap = cell >= 16 ? 1 : 0, ink = off ? look.greyed() : look;
    const later = (row) => until !== null && row > until;
    if (cell < SMALLEST_CELL) this.paintTiny(pen, ink, colour, later);
    else this.paintCells(pen, ink, colour, gap, later, !off);
    if (off) hatch(pen, look, left, top, C * cell, R * cell, 0.5);
    pen.strokeStyle = look.muted;
    pen.globalAlpha = 0.5;
    pen.strokeRect(left - 0.5, top - 0.5, C * cell + 1 - gap, R * cell + 1 - gap);
    pen.globalAlpha = 1;
    if (on) this.paintFrames(pen, colour, on, gap);
    this.paintLit(pen, lit, gap);
    const litRow = (r) => lit.some(([row]) => row === r), litColumn = (c) => lit.some(([, column]) => column === c);
    this.paintRowLabels(pen, ink, (r) => litRow(r) || on && on.row === r, later);
    const { column: first2 } = this.range;
    const weightOf = (c) => {
      const weight = on && on.row !== null ? this.weight(on.row, first2 + c) : null;
      if (weight === null) return 0;
      return this.kind === "difference" ? Math.abs(weight) : this.share(weight);
    };
    const bold = (c) => litColumn(first2 + c) || on && (on.column === first2 + c || weightOf(c) > 0.3);
    labelColumns(
      pen,
      ink,
      this.columnsOnShow,
      this,
      colour,
      bold,
      weightOf,
      thinned(C, cell, size, bold)
    );
  }
  paintCells(pen, look, colour, gap, later, numbered) {
    const { cell, left, top, range } = this, side = cell - gap;
    const size = Math.max(look.least, Math.round(cell * 0.36));
    pen.font = look.font(size, false);
    const ample = cell * 0.36 >= look.least;
    const fits = numbered && pen.measureText(this.kind === "difference" ? "−.00" : ".00").width + 2 <= side;
    const least = this.kind === "norm" || !ample ? NOTABLE : 5e-3;
    pen.textAlign = "center";
    for (let r = range.row; r < range.row + range.rows; r++) {
      for (let c = range.column; c < range.column + range.columns; c++) {
        const weight = this.weight(r, c);
        const x = left + (c - range.column) * cell, y = top + (r - range.row) * cell;
        if (weight === null) {
          hatch(pen, look, x, y, side);
          continue;
        }
        const share = this.share(weight);
        pen.globalAlpha = later(r) ? FAINT : 1;
        pen.fillStyle = `rgb(${look.ink(share)})`;
        pen.fillRect(x, y, side, side);
        if (fits && Math.abs(weight) >= least && !later(r)) {
          pen.fillStyle = look.on(share);
          pen.fillText(this.number(weight), x + side / 2, y + cell / 2);
        }
        pen.globalAlpha = 1;
        if (this.changed(r, c)) {
          pen.strokeStyle = colour;
          pen.lineWidth = cell >= 20 ? 2 : 1;
          pen.strokeRect(x + 1, y + 1, side - 2, side - 2);
        }
      }
    }
    pen.lineWidth = 1;
  }
  // Cells too small for numbers, as one image: a quarter of a million of them in a few
  // milliseconds. What is masked lets the hatching through.
  paintTiny(pen, look, colour, later) {
    const { cell, left, top } = this, { row, rows: R, column, columns: C } = this.range;
    const image = new ImageData(C, R), pixels = new Uint32Array(image.data.buffer), changed = [];
    for (let r = 0; r < R; r++) {
      if (later(row + r)) continue;
      for (let c = 0; c < C; c++) {
        const weight = this.weight(row + r, column + c);
        if (weight !== null) pixels[r * C + c] = look.pixels[Math.round(255 * this.share(weight))];
        if (this.changed(row + r, column + c)) changed.push([r, c]);
      }
    }
    const small = Object.assign(document.createElement("canvas"), { width: C, height: R });
    small.getContext("2d").putImageData(image, 0, 0);
    hatch(pen, look, left, top, C * cell, R * cell);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, left, top, C * cell, R * cell);
    pen.strokeStyle = colour;
    for (const [r, c] of changed) pen.strokeRect(left + c * cell, top + r * cell, cell, cell);
  }
  // Frames around the row and the column that stand out.
  paintFrames(pen, colour, on, gap) {
    const { row, column } = on;
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    if (row !== null) this.frame(pen, row, null, gap);
    if (column !== null) this.frame(pen, null, column, gap);
    pen.lineWidth = 1;
  }
  // Frames around the rows, columns and cells that a lesson names.
  paintLit(pen, lit, gap) {
    pen.strokeStyle = LIT;
    pen.lineWidth = 3;
    for (const [row, column] of lit) this.frame(pen, row, column, gap);
    pen.lineWidth = 1;
  }
  // A frame around a cell, or a whole row or column where the other is null; none beyond the range.
  frame(pen, row, column, gap) {
    const { cell, left, top, range } = this;
    const down = (row ?? range.row) - range.row, across = (column ?? range.column) - range.column;
    if (down < 0 || down >= range.rows || across < 0 || across >= range.columns) return;
    const wide = column === null ? range.columns : 1, high = row === null ? range.rows : 1;
    pen.strokeRect(
      left + across * cell - 1,
      top + down * cell - 1,
      wide * cell + 2 - gap,
      high * cell + 2 - gap
    );
  }
  paintRowLabels(pen, look, bold, later) {
    const { size, cell, left, top } = this, { row: first2, rows: count } = this.range;
    const named = thinned(count, cell, size, (r) => bold(first2 + r));
    for (let r = 0; r < count; r++) {
      if (!named(r)) continue;
      const [before, word] = this.rowLabel(first2 + r), y = top + (r + 0.5) * cell;
      pen.globalAlpha = later(first2 + r) ? 2 * FAINT : 1;
      pen.textAlign = "right";
      pen.font = look.font(size, bold(first2 + r));
      pen.fillStyle = isSpecial(this.rows[first2 + r]) ? look.muted : look.text;
      pen.fillText(word, left - 6, y);
      const at = left - 6 - pen.measureText(word).width;
      pen.font = look.font(size, false);
      pen.fillStyle = look.muted;
      pen.fillText(before, at, y);
    }
    pen.globalAlpha = 1;
  }
  // Which cell or word is under the pointer.
  at(event) {
    const [x, y] = within(event, this.canvas), { cell, left, top, range } = this;
    const across = Math.floor((x - left) / cell), down = Math.floor((y - top) / cell);
    const inRows = down >= 0 && down < range.rows;
    const inColumns = across >= 0 && across < range.columns;
    const row = range.row + down, column = range.column + across;
    if (inRows && inColumns) return { row, column };
    if (inRows && across < 0) return { row, column: null };
    if (inColumns && down < 0) return { row: null, column };
    return null;
  }
};
function hatch(pen, look, x, y, side, height = side, strength = 0.28) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, side, height);
  pen.clip();
  pen.strokeStyle = look.muted;
  pen.globalAlpha = strength;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let d = -height; d < side; d += 6) {
    pen.moveTo(x + d, y + height);
    pen.lineTo(x + d + height, y);
  }
  pen.stroke();
  pen.restore();
}

// shared/packing.js
var MASKED = 65535;
function read(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  setFrench(head.french);
  head.numbers = new Uint16Array(bytes.slice(4 + length).buffer);
  return head;
}
function unpack(number, steps, least = 0, most = 1) {
  return number === MASKED ? null : least + number / steps * (most - least);
}
function pool(numbers, rows, columns, height, width) {
  const most = new Float64Array(width * height);
  for (let r = 0; r < rows; r++) {
    const line = Math.floor(r * height / rows) * width;
    for (let c = 0; c < columns; c++) {
      const value = numbers[r * columns + c];
      const at = line + Math.floor(c * width / columns);
      if (value !== MASKED && value > most[at]) most[at] = value;
    }
  }
  return most;
}

// shared/picture.js
var SCALE = 2;
var MARGIN = 24;
var LEFT_OUT = "button:not(.word, .chip, .stage button), .hint, .zooming, .player, .force, .taking, .twin-box";
var COPIED = 2e3;
var CLEAR = "rgba(0, 0, 0, 0)";
function paintParts(all) {
  const parts = all.filter((part) => part.getClientRects().length);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const width = Math.max(...boxes.map((box) => box.width)) + 2 * MARGIN;
  const gaps = MARGIN * (2 + (parts.length - 1) / 2);
  const height = boxes.reduce((sum, box) => sum + box.height, gaps);
  const canvas = make("canvas"), pen = canvas.getContext("2d");
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
  const box = element.getBoundingClientRect(), before = getComputedStyle(element, "::before");
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
  const stops = style.backgroundImage.startsWith("linear-gradient(to right") ? style.backgroundImage.match(/rgb\([^)]*\)/g) : null;
  if (stops) {
    const ramp2 = pen.createLinearGradient(box.left, 0, box.right, 0);
    stops.forEach((stop, place) => ramp2.addColorStop(place / (stops.length - 1), stop));
    pen.fillStyle = ramp2;
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
var Taking = class {
  constructor(parts, name, repaint) {
    this.parts = parts;
    this.name = name;
    this.repaint = repaint;
    this.element = make("span", "taking");
    this.copying = make("button", "apply");
    this.saving = make("button", "apply", "PNG");
    this.notice = make("span", "notice");
    this.notice.setAttribute("role", "status");
    this.copying.addEventListener("click", () => this.copy());
    this.saving.addEventListener("click", () => this.save());
    this.element.append(this.copying, this.saving, this.notice);
  }
  speak() {
    this.copying.textContent = say("Copy picture");
    this.saving.setAttribute("aria-label", say("Save the picture as PNG"));
    this.saving.title = say("Save the picture as PNG");
  }
  png() {
    const painted = inDetail(SCALE, this.repaint, () => paintParts(this.parts()));
    return new Promise((resolve) => {
      painted.toBlob(resolve, "image/png");
    });
  }
  async copy() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.png() })]);
      this.tell(say("Copied."));
    } catch {
      this.tell(say("This browser does not let a page copy pictures. Save it as PNG instead."));
    }
  }
  async save() {
    const link = make("a");
    link.href = URL.createObjectURL(await this.png());
    link.download = `${this.name()}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), COPIED);
  }
  tell(sentence) {
    this.notice.textContent = sentence;
    clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      this.notice.textContent = "";
    }, 2 * COPIED);
  }
};

// shared/words.js
function sameWordIn(words, others, place) {
  const word = words[place];
  const times = words.slice(0, place).filter((other) => other === word).length;
  const places = [...others.keys()].filter((other) => others[other] === word);
  return places[times] ?? null;
}

// explorer/compared.js
var WHY = {
  words: mark("No difference: the rows and columns of these two are different words."),
  sentence: mark("No difference: the sentences are not the same."),
  french: mark("No difference: the French is not the same."),
  pieces: mark("No difference: the two models cut words into different pieces."),
  coarse: mark("Click the head to see the difference.")
};
var equal = (a, b) => a.length === b.length && a.every((word, place) => word === b[place]);
function whyNone(pinned, block, sentence) {
  if (equal(pinned.rows, block.rows) && equal(pinned.columns, block.columns)) return "";
  if (pinned.stack !== block.stack) return "words";
  if (pinned.sentence !== sentence) return "sentence";
  return equal(pinned.columns, block.columns) ? "french" : "pieces";
}
function lessOf(first2, second) {
  return (row, column) => {
    const a = first2(row, column), b = second(row, column);
    return a === null && b === null ? null : (b ?? 0) - (a ?? 0);
  };
}
function mapped(from, to, on) {
  if (!on) return null;
  const row = on.row === null ? null : sameWordIn(from.rows, to.rows, on.row);
  const column = on.column === null ? null : sameWordIn(from.columns, to.columns, on.column);
  return row === null && column === null ? null : { row, column };
}
var Side = class {
  constructor(className) {
    this.box = make("div", `box compared ${className}`);
    this.caption = make("p", "caption");
    this.canvas = make("canvas", "side");
    this.canvas.setAttribute("role", "img");
    this.matrix = new Matrix(this.canvas);
    this.box.append(this.caption, this.canvas);
  }
};
var Compared = class {
  // `act(name)` asks for another sentence or French, `hover(at)` and `click(at)` are called with a
  // cell of the head on show.
  constructor({ act, hover, click }) {
    this.act = act;
    this.first = new Side("first");
    this.third = new Side("third");
    this.caption = make("p", "caption");
    this.why = make("div", "why");
    this.third.box.append(this.why);
    for (const side of [this.first, this.third]) {
      const find = (event) => mapped(side.matrix, this.second, side.matrix.at(event));
      side.canvas.addEventListener("pointermove", (event) => hover(find(event)));
      side.canvas.addEventListener("pointerleave", () => hover(null));
      side.canvas.addEventListener("click", (event) => click(find(event)));
    }
  }
  // `pinned` and its numbers, or null; `second` is the matrix of the head on show, of `block`.
  show(data, block, second, coarse) {
    const { pinned } = data;
    this.second = second;
    this.isOn = Boolean(pinned);
    if (!pinned) return;
    const width = pinned.columns.length, { numbers, steps } = data;
    const weight = (row, column) => unpack(numbers[pinned.offset + row * width + column], steps);
    this.first.matrix.set({ ...pinned, weight });
    this.reason = coarse ? "coarse" : whyNone(pinned, block, data.sentence);
    const difference = lessOf(weight, (row, column) => second.weight(row, column));
    this.third.matrix.set({
      ...second,
      rowsContinue: block.rowsContinue,
      columnsContinue: block.columnsContinue,
      weight: difference,
      kind: "difference"
    });
    this.third.matrix.range = this.first.matrix.range = second.range;
    if (this.reason) this.first.matrix.range = null;
    this.first.matrix.range ??= { row: 0, rows: pinned.rows.length, column: 0, columns: width };
    this.first.caption.textContent = ["A", pinned.title, pinned.about].filter(Boolean).join(" · ");
    this.first.caption.title = this.first.caption.textContent;
    this.third.canvas.hidden = Boolean(this.reason);
    this.showWhy(data, pinned);
  }
  write(title) {
    this.caption.textContent = `B · ${title}`;
    this.third.caption.textContent = this.reason ? "" : say("B − A: blue where B attends more");
  }
  showWhy({ sentence }, pinned) {
    const key = JSON.stringify([this.reason, pinned, sentence, say("Each its own French")]);
    if (key === this.key) return;
    this.key = key;
    const parts = this.reason ? [make("p", "", say(WHY[this.reason]))] : [];
    if (this.reason === "sentence") parts.push(this.button(say("Read this sentence in both"), "sentence"));
    if (this.reason === "french") parts.push(this.button(say("Compare on the same French"), "same"));
    if (pinned.followed) parts.push(this.button(say("Each its own French"), "own"));
    this.why.replaceChildren(...parts);
  }
  button(text, act) {
    const button = make("button", "apply", text);
    button.addEventListener("click", () => this.act(act));
    return button;
  }
  // The same numbers as tables, but for those of the head on show.
  tables() {
    if (!this.isOn) return [];
    const sides = this.reason ? [this.first] : [this.first, this.third];
    return sides.map(({ matrix, caption }) => matrix.table(caption.textContent));
  }
  layout(look, room, tallest) {
    this.first.matrix.layout(look, room, tallest, true);
    if (!this.reason) this.third.matrix.layout(look, room, tallest, true);
  }
  paint(look, diverging, colour, on) {
    const { first: first2, third } = this;
    first2.matrix.paint(look, look.muted, mapped(this.second, first2.matrix, on));
    const title = first2.caption.textContent;
    first2.canvas.setAttribute("aria-label", `${title}. ${first2.matrix.strongest()}`);
    if (this.reason) return;
    third.matrix.paint(look.signed(diverging[look.dark ? "dark" : "light"]), colour, on);
    third.canvas.setAttribute("aria-label", `${third.caption.textContent}. ${this.describe(null)}`);
  }
  // What the two differ in: at a cell, or most of all.
  describe(on) {
    if (this.reason) return "";
    const { matrix } = this.third;
    const at = on && on.row !== null && on.column !== null ? on : on ? null : largest(matrix);
    if (!at) return "";
    const values = {
      row: matrix.row(at.row),
      column: matrix.column(at.column),
      first: printed(this.first.matrix, at),
      second: printed(this.second, at)
    };
    if (!on && Math.abs(matrix.weight(at.row, at.column)) < 5e-3)
      return say("A and B are the same. Choose another head, sentence or model.");
    return on ? say("{row} attends to {column}: {first} in A, {second} in B.", values) : say("Largest difference: {row} attends to {column}, {first} in A, {second} in B.", values);
  }
};
var printed = (matrix, { row, column }) => fixed(matrix.weight(row, column) ?? 0, 2);
function largest(matrix) {
  let best = null, most = -1;
  matrix.rows.forEach((_, row) => matrix.columns.forEach((_2, column) => {
    const value = Math.abs(matrix.weight(row, column) ?? 0);
    if (value > most) [best, most] = [{ row, column }, value];
  }));
  return best;
}

// explorer/percent.js
var NOTABLE2 = 0.1;
var whole2 = (p) => p >= 0.995 ? "99+" : p < 0.01 ? "<1" : String(Math.round(100 * p));
var rounded = ({ probability, before }) => before === void 0 || whole2(before) === whole2(probability);
var percentages = (word) => rounded(word) ? `${whole2(word.probability)} %` : `${whole2(word.before)} → ${whole2(word.probability)} %`;
var isMoved = ({ probability, before }) => before !== void 0 && Math.abs(probability - before) >= NOTABLE2;
function together(pieces) {
  const product = (name) => pieces.reduce((value, piece) => value * piece[name], 1);
  const known = pieces.every((piece) => piece.before !== void 0);
  return { probability: product("probability"), before: known ? product("before") : void 0 };
}

// explorer/comparison.js
var Comparison = class {
  constructor() {
    this.element = make("p", "comparison");
  }
  // `trained` are the words as trained, each with its probability before the change and now; null
  // where the translation stays the same, whose own words say it.
  show(trained) {
    this.element.replaceChildren();
    this.element.tabIndex = trained ? 0 : -1;
    if (!trained) return;
    const moved = trained.filter(isMoved);
    this.element.append(moved.length ? `${say("How sure it now is of the words as trained:")} ` : say("It is about as sure of the words as trained as before."));
    for (const word of moved) {
      const item = make("span", "item");
      item.append(make("strong", "", word.text), ` ${percentages(word)}`);
      this.element.append(item, " ");
    }
  }
};

// explorer/names.js
var headKey = ([stack, layer, head]) => `${stack}-${layer + 1}-${head + 1}`;

// explorer/weights.js
function startOf(block, [, layer, head]) {
  return block.offset + (layer * block.heads + head) * block.cells[0] * block.cells[1];
}
function headWeights({ numbers, steps }, block, at) {
  const { full } = block;
  const coarse = Boolean(block.coarse) && !(full && full.layer === at[1] && full.head === at[2]);
  const start = block.coarse && !coarse ? full.offset : startOf(block, at);
  const width = coarse ? block.cells[1] : block.columns.length;
  const together2 = [block.rows, block.columns].map((words, i) => coarse ? Math.ceil(words.length / block.cells[i]) : 1);
  const [high, wide] = together2;
  const weight = (row, column) => unpack(numbers[start + Math.floor(row / high) * width + Math.floor(column / wide)], steps);
  return { coarse, together: together2, weight };
}

// explorer/search.js
var FIRST = 5;
function axesOf(blocks, block) {
  if (block.stack === "cross") return { row: ["target", 0], column: ["source", 0] };
  if (block.stack === "decoder") {
    const shift = blocks.some((other) => other.stack === "cross") ? -1 : 0;
    return { row: ["target", shift], column: ["target", shift] };
  }
  const one = JSON.stringify(block.rows) === JSON.stringify(block.columns);
  return { row: [one ? "source" : "first", 0], column: [one ? "source" : "second", 0] };
}
function wordAt(blocks, block, at) {
  if (!at || at.row === null === (at.column === null)) return null;
  const axis = at.row === null ? "column" : "row", [text, shift] = axesOf(blocks, block)[axis];
  const names = axis === "row" ? block.rows : block.columns;
  return { text, place: at[axis] + shift, axis, name: names[at[axis]] };
}
var sameWord = (a, b) => Boolean(a && b) && a.text === b.text && a.place === b.place;
var pairOf = (first2, second) => first2.axis === "column" && second.axis === "row" ? [second, first2] : [first2, second];
var pairAt = (blocks, block, { row, column }) => [wordAt(blocks, block, { row, column: null }), wordAt(blocks, block, { row: null, column })];
function cellIn(blocks, block, [from, to]) {
  const axes = axesOf(blocks, block);
  if (axes.row[0] !== from.text || axes.column[0] !== to.text) return null;
  const row = from.place - axes.row[1], column = to.place - axes.column[1];
  return block.rows[row] === void 0 || block.columns[column] === void 0 ? null : { row, column };
}
var isMasked = (data, block, { row, column }) => {
  const at = [block.stack, 0, 0];
  return headWeights(data, block, at).weight(row, column) === null;
};
function cellOf(data, block, pair) {
  const straight = cellIn(data.blocks, block, pair);
  if (straight && !isMasked(data, block, straight)) return straight;
  const back = cellIn(data.blocks, block, [...pair].reverse());
  return back && !isMasked(data, block, back) ? back : null;
}
function rankHeads(data, pair) {
  const ranked = [];
  for (const block of data.blocks) {
    const cell = cellOf(data, block, pair);
    if (!cell) continue;
    for (let layer = 0; layer < block.layers; layer++) {
      for (let head = 0; head < block.heads; head++) {
        const choice = [block.stack, layer, head];
        const weight = headWeights(data, block, choice).weight(cell.row, cell.column) ?? 0;
        ranked.push({ choice, weight, cell });
      }
    }
  }
  return ranked.sort((a, b) => b.weight - a.weight);
}
var first = (ranked) => ranked.slice(0, FIRST);

// explorer/findings.js
var STACKS = { encoder: mark("encoder"), decoder: mark("decoder"), cross: mark("cross") };
var shortName = ([stack, layer, head]) => say("{stack} {layer}.{head}", { stack: say(STACKS[stack]), layer: layer + 1, head: head + 1 });
var printed2 = (weight) => fixed(weight, 2).replace(/^0/, "");
function rankBy(profiles, measure) {
  const known = Object.entries(profiles.heads).map(([name, [, , values]]) => ({ choice: choiceOf(name), value: values[measure] })).filter(({ value }) => value !== null);
  const most = Math.max(1e-9, ...known.map(({ value }) => value));
  return known.map((one) => ({ ...one, weight: one.value / most })).sort((a, b) => b.value - a.value);
}
function choiceOf(name) {
  const [stack, layer, head] = name.split("-");
  return [stack, layer - 1, head - 1];
}
function namesOf(data, pair, best) {
  if (!best) return pair.map((word) => word.name);
  const { choice: [stack], cell } = best, block = data.blocks.find((one) => one.stack === stack);
  return [block.rows[cell.row], block.columns[cell.column]];
}
var Findings = class {
  // `open(choice)` shows a head, `end()` ends the search, `order()` is called as another measure is
  // chosen.
  constructor(open, end, order) {
    this.element = make("div", "findings");
    this.list = make("div", "list");
    this.profile = make("span", "profile");
    this.orders = make("select", "orders");
    this.orders.addEventListener("change", order);
    this.element.append(this.list, this.profile, this.orders);
    this.element.setAttribute("role", "group");
    this.list.setAttribute("aria-live", "polite");
    Object.assign(this, { open, end });
  }
  // Of the pair [from, to] the `ranked` heads; a `lone` word waits for a second one. Without either
  // the heads by the measure that is chosen. Gives back the heads in their order, or null.
  show(data, pair, ranked, lone) {
    this.offer(data.profiles);
    const measure = this.orders.value === "" ? null : Number(this.orders.value);
    const byMeasure = pair || lone || measure === null ? null : rankBy(data.profiles, measure);
    const key = JSON.stringify([data.french, pair, ranked, lone, byMeasure]);
    if (key === this.key) return ranked ?? byMeasure;
    this.key = key;
    this.element.setAttribute("aria-label", say("Heads between two words, or by a measure"));
    const parts = byMeasure ? this.buttons(byMeasure) : this.parts(data, pair, ranked ?? [], lone);
    this.list.replaceChildren(...parts);
    this.profile.hidden = parts.length > 0;
    return ranked ?? byMeasure;
  }
  // The measures to order heads by; none for a model whose heads nobody has measured.
  offer(profiles) {
    const titles = profiles ? [say("Order heads by …"), ...profiles.measures] : [];
    const key = JSON.stringify(titles);
    if (key === this.offered) return;
    this.offered = key;
    this.orders.hidden = !profiles;
    this.orders.setAttribute("aria-label", say("Order heads by …"));
    this.orders.replaceChildren(...titles.map((title, place) => Object.assign(make("option", "", title), { value: place ? String(place - 1) : "" })));
  }
  // What a head does in general.
  describe({ profiles }, choice) {
    const profile = profiles?.heads[headKey(choice)];
    const text = profile ? say("{source}: {text}.", { source: profiles.source, text: profile[1] }) : "";
    if (this.profile.textContent === text) return;
    this.profile.textContent = this.profile.title = text;
  }
  buttons(ranked) {
    return first(ranked).map(({ choice, value, weight }, place) => {
      const text = `${shortName(choice)}  ${printed2(value ?? weight)}`;
      const button = make("button", "apply", text);
      button.dataset.place = place + 1;
      button.addEventListener("click", () => this.open(choice));
      return button;
    });
  }
  parts(data, pair, ranked, lone) {
    if (lone)
      return [make("span", "pair", say(
        "{word}: click a second word to find the heads between them.",
        { word: quoted(lone.name) }
      ))];
    if (!pair) return [];
    const [from, to] = namesOf(data, pair, ranked[0]).map(quoted), parts = [];
    if (ranked.length) {
      parts.push(make("strong", "pair", say("{from} → {to}:", { from, to })));
      parts.push(...this.buttons(ranked));
    } else parts.push(make(
      "span",
      "pair",
      say("No head of this model leads from {from} to {to}.", { from, to })
    ));
    const end = make("button", "apply end", "×");
    end.setAttribute("aria-label", say("End the search"));
    end.title = say("End the search");
    end.addEventListener("click", this.end);
    return [...parts, end];
  }
};

// explorer/force.js
function forcedCells(text, head, { row, column }, weight) {
  const cell = `${head}-${row + 1}-${column + 1}`;
  const others = text.split(",").filter((other) => other && other.slice(0, other.lastIndexOf("-")) !== cell);
  return (weight === null ? others : [...others, `${cell}-${weight}`]).sort();
}
var Force = class {
  // `force(weight)` is called to give the held cell a weight, with null to take it back.
  constructor(force) {
    this.element = make("div", "force");
    this.element.hidden = true;
    this.slider = make("input");
    Object.assign(this.slider, { type: "range", min: 0, max: 1, step: 0.01 });
    this.text = make("span", "force-text");
    this.apply = make("button", "apply");
    this.undo = make("button", "apply");
    this.slider.addEventListener("input", () => this.paint(this.cell, Number(this.slider.value)));
    this.apply.addEventListener("click", () => force(Number(this.slider.value)));
    this.undo.addEventListener("click", () => force(null));
    this.element.append(this.text, this.slider, this.apply, this.undo);
  }
  speak() {
    this.slider.setAttribute("aria-label", say("The weight to force"));
    this.apply.textContent = say("Force it");
    this.undo.textContent = say("As computed");
  }
  // `cell` has the names of its row and column and its weight; null where none can be forced.
  paint(cell, wanted) {
    this.cell = cell;
    this.element.hidden = cell === null;
    if (cell === null) return;
    if (wanted === void 0) this.slider.value = cell.weight;
    this.text.textContent = say(
      "What if {row} attended to {column} with {weight}?",
      { ...cell, weight: fixed(wanted ?? cell.weight, 2) }
    );
  }
};

// explorer/holding.js
var Holding = class {
  // `situation()` gives the data and the block on show, `paint(ranked)` is called after a change.
  constructor(situation, paint) {
    Object.assign(this, { situation, changed: paint, locked: null, lone: null, pair: null });
  }
  // The heads between the two words, null while there are none.
  get ranked() {
    return this.pair ? rankHeads(this.situation().data, this.pair) : null;
  }
  set(values) {
    Object.assign(this, { locked: null, lone: null, pair: null }, values);
    this.changed(this.ranked);
  }
  release() {
    this.set({});
  }
  // Nothing that was held is there any more.
  forget() {
    Object.assign(this, { locked: null, lone: null, pair: null });
  }
  // Another head is on show.
  follow() {
    if (this.pair) this.locked = this.cell(this.pair);
  }
  cell(pair) {
    const { data, block } = this.situation();
    return cellOf(data, block, pair);
  }
  wordAt(at) {
    const { data, block } = this.situation();
    return wordAt(data.blocks, block, at);
  }
  click(at) {
    if (!at || same(at, this.locked)) this.release();
    else if (at.row !== null && at.column !== null) this.hold(at);
    else this.pick(this.wordAt(at), at);
  }
  // Holds a cell, and ranks the heads by it.
  hold(at) {
    const { data, block } = this.situation();
    this.set({ locked: at, pair: pairAt(data.blocks, block, at) });
  }
  // Holds a word, or joins it with the one that is held.
  pick(word, at) {
    if (!word || sameWord(word, this.lone)) this.release();
    else if (this.lone) this.join(this.lone, word);
    else this.set({ lone: word, locked: at });
  }
  // A word of the translation, which is a row of the cross-attention.
  pickWritten(place) {
    const { data, block } = this.situation();
    const cross = data.blocks.find((one) => one.stack === "cross");
    if (!cross) return;
    const at = { row: cross.first + place, column: null };
    this.pick(wordAt(data.blocks, cross, at), block === cross ? at : null);
  }
  join(from, to) {
    if (!from || !to || sameWord(from, to)) return;
    const pair = pairOf(from, to);
    this.set({ pair, locked: this.cell(pair) });
  }
};

// explorer/layout.js
var NARROW = 620;
var NARROW_LECTURE = 360;
var MAP_SHARE = 0.58;
var WIDEST_LINES = 752;
var LEAST_PICTURE = 240;
var EASY_THUMB = 32;
var SWITCH_THUMB = 44;
function pictureRoom(width, height, lecture = false) {
  const stacked = width <= (lecture ? NARROW_LECTURE : NARROW);
  return {
    stacked,
    room: stacked ? width : Math.max(width * MAP_SHARE, width - WIDEST_LINES),
    tallest: Math.max(LEAST_PICTURE, stacked ? 1.2 * width : height)
  };
}
function thumbSize({ height, width, layers, blocks, most, above, first: first2, gap, share = 0.25 }) {
  const rows = (height - first2 - blocks * above - (blocks - 1) * 8) / layers - gap;
  const columns = (share * width - 32) / most - gap;
  return clamp(18, Math.floor(Math.min(rows, columns)), 96);
}
function arrangeBlocks(layers, { columns = 2, ...sizes }) {
  const sum = (list) => list.reduce((all, one2) => all + one2, 0);
  const one = thumbSize({ ...sizes, layers: sum(layers), blocks: layers.length });
  if (columns < 2 || layers.length < 2 || one >= EASY_THUMB) return { columns: 1, size: one };
  const left = layers.slice(0, -1), most = Math.max(sum(left), layers.at(-1));
  const two = thumbSize({ ...sizes, layers: most, blocks: left.length, share: 0.145 });
  return two > one ? { columns: 2, size: two } : { columns: 1, size: one };
}
function spread(rows, columns, matrix, tallest) {
  const most = Math.max(rows, columns);
  const ideal = Math.max(matrix.height, 20 * most);
  const least = Math.max(matrix.height, Math.min(most, 2 * tallest));
  const height = Math.max(least, Math.min(ideal, tallest - matrix.top - 4));
  return { top: matrix.top, height, stepRow: height / rows, stepColumn: height / columns };
}

// explorer/swiping.js
var FAR = 48;
var SURE = 10;
var STEEP = 2;
function swipeKey([fromX, fromY], [toX, toY], far = FAR) {
  const across = toX - fromX, down = toY - fromY;
  if (Math.abs(across) < far || Math.abs(across) < STEEP * Math.abs(down)) return null;
  return across < 0 ? "ArrowRight" : "ArrowLeft";
}
function listenToSwipes(element, act) {
  const placeOf = ({ clientX, clientY }) => [clientX, clientY];
  let start = null;
  element.addEventListener("touchstart", ({ touches, target }) => {
    const box = target.closest(".box");
    const scrolls = box && box.scrollWidth > box.clientWidth + 1;
    start = touches.length === 1 && !scrolls ? placeOf(touches[0]) : null;
  }, { passive: true });
  element.addEventListener("touchmove", (event) => {
    if (start && event.cancelable && swipeKey(start, placeOf(event.touches[0]), SURE))
      event.preventDefault();
  }, { passive: false });
  element.addEventListener("touchend", ({ changedTouches }) => {
    const key = start && swipeKey(start, placeOf(changedTouches[0]));
    start = null;
    if (key) act(key);
  });
  element.addEventListener("touchcancel", () => {
    start = null;
  });
}
var handsHint = () => matchMedia("(hover: none)").matches ? say("Tap two words to find the heads between them. Swipe for the next head.") : say("Hover over a word. Click two words to find the heads between them, Esc to release.");

// explorer/legend.js
var Legend = class {
  constructor() {
    this.element = make("div", "legend");
  }
  paint(matrix) {
    const masked = matrix.rows.some((_, row) => matrix.columns.some((_2, column) => matrix.weight(row, column) === null));
    const hint = handsHint();
    const { dataset, lastChild } = this.element;
    if (dataset.masked === String(masked) && lastChild.textContent === hint) return;
    dataset.masked = masked;
    this.element.replaceChildren(
      make("span", "", say("weight 0")),
      make("span", "scale"),
      make("span", "", "1")
    );
    if (masked)
      this.element.append(make("span", "masked"), make("span", "", say("masked: hidden")));
    this.element.append(make("span", "hint", hint));
  }
};

// explorer/kept.js
var KeptList = class {
  // `send(names)` tells the server, `paint` is called after a change.
  constructor(send, paint) {
    Object.assign(this, { send, paint, names: [], sent: /* @__PURE__ */ new Set(), asked: "" });
  }
  // An answer to our own click comes late and may be outdated: only what comes from elsewhere
  // counts.
  follow(asked) {
    if (asked !== this.asked && !this.sent.delete(asked))
      this.names = asked.split(",").filter(Boolean);
    if (asked === this.names.join(",")) this.sent.clear();
    this.asked = asked;
  }
  has(name) {
    return this.names.includes(name);
  }
  set(names) {
    this.names = names;
    this.sent.add(names.join(","));
    this.send(names);
    this.paint();
  }
  // Sorted, as the address has them.
  toggle(name) {
    const others = this.names.filter((other) => other !== name);
    this.set(this.has(name) ? others : [...others, name].sort());
  }
};

// explorer/lines.js
var MOST = 4e3;
var DARK_GAIN = 0.6;
var SHIFT = 3;
var FAINT2 = 0.3;
var Lines = class {
  constructor(canvas) {
    this.canvas = canvas;
  }
  // `on` is the row or the column that stands out; of a coarse picture only the words are written.
  // Both columns of words start on top and span `tallest` pixels at most.
  paint(look, colour, matrix, on, { coarse, off, until, tallest, layers = [] }) {
    const { range, size: large } = matrix, [R, C] = [range.rows, range.columns];
    const { rowsOnShow: rows, columnsOnShow: columns } = matrix;
    const width = Math.max(this.canvas.parentElement.clientWidth - 1, 160);
    const { top, height, stepRow, stepColumn } = spread(R, C, { top: matrix.top, height: R * matrix.cell }, tallest);
    const least = Math.min(stepRow, stepColumn), size = clamp(look.least, Math.min(large, least * 0.62), 28);
    const pen = sharp(this.canvas, width, top + height + 2), limit = width * 0.36;
    pen.font = look.font(size, true);
    const left = Math.min(widest(pen, rows), limit) + 4, right = width - Math.min(widest(pen, columns), limit) - 4;
    const yRow = (r) => top + (r + 0.5) * stepRow, yColumn = (c) => top + (c + 0.5) * stepColumn;
    this.place = { range, top, stepRow, stepColumn, left, right };
    this.paintHeads(pen, look, matrix.top - 18, size, left, right, width);
    const weightOf = (r, c) => matrix.weight(range.row + r, range.column + c);
    const isOn = on && {
      row: on.row === null ? null : on.row - range.row,
      column: on.column === null ? null : on.column - range.column
    };
    const later = (r) => until !== null && range.row + r > until;
    const over = layers.length > 1 ? layers : [{ colour, weight: matrix.weight }];
    const beside = (place) => SHIFT * (place - (over.length - 1) / 2);
    const lines = coarse ? [] : over.flatMap((layer, place) => linesOf(R, C, (r, c) => layer.weight(range.row + r, range.column + c), isOn, later).map((line) => [...line, lineColour(layer.colour, look), beside(place)]));
    if (off) pen.setLineDash([4, 4]);
    for (const [weight, r, c, stroke, shift] of lines.sort((a, b) => a[0] - b[0]).slice(-MOST)) {
      pen.strokeStyle = off ? look.muted : stroke;
      pen.globalAlpha = clamp(0.03, look.dark ? weight ** DARK_GAIN : weight, 1);
      pen.lineWidth = 0.75 + 2.5 * weight;
      pen.beginPath();
      pen.moveTo(left + 4, yRow(r) + shift);
      pen.lineTo(right - 4, yColumn(c) + shift);
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    const word = (text, x, at, bold, faint) => {
      pen.font = look.font(size, bold);
      pen.fillStyle = faint || off || isSpecial(text) ? look.muted : look.text;
      pen.fillText(shorten(text), x, at, limit);
    };
    pen.textAlign = "right";
    const rowNamed = thinned(R, stepRow, size, (r) => isOn && isOn.row === r);
    const columnNamed = thinned(C, stepColumn, size, (c) => isOn && (isOn.column === c || isOn.row !== null && weightOf(isOn.row, c) > 0.3));
    rows.forEach((text, r) => {
      if (!rowNamed(r)) return;
      pen.globalAlpha = later(r) ? FAINT2 : 1;
      word(
        text,
        left,
        yRow(r),
        isOn && isOn.row === r,
        isOn && isOn.row !== null && isOn.row !== r
      );
    });
    pen.globalAlpha = 1;
    pen.textAlign = "left";
    columns.forEach((text, c) => {
      const weight = isOn && isOn.row !== null ? weightOf(isOn.row, c) || 0 : 0;
      if (weight > 0.01) {
        pen.globalAlpha = 0.35 * weight + 0.05;
        pen.fillStyle = colour;
        pen.fillRect(
          right - 2,
          yColumn(c) - stepColumn * 0.45,
          width - right + 2,
          stepColumn * 0.9
        );
        pen.globalAlpha = 1;
      }
      if (columnNamed(c))
        word(
          text,
          right,
          yColumn(c),
          isOn && (isOn.column === c || weight > 0.3),
          isOn && isOn.row !== null && weight < 0.05 && isOn.column !== c
        );
    });
  }
  // What the two columns are, right above them.
  paintHeads(pen, look, y, size, left, right, width) {
    pen.font = look.font(Math.max(12, size * 0.75), false);
    pen.fillStyle = look.muted;
    const [from, to] = [say("attends"), say("is attended to")];
    pen.textAlign = "right";
    pen.fillText(from, Math.max(left, pen.measureText(from).width), Math.max(y, 10));
    pen.textAlign = "left";
    pen.fillText(to, Math.min(right, width - pen.measureText(to).width), Math.max(y, 10));
  }
  // The word under the pointer, as a row or a column.
  at(event) {
    const { range, top, stepRow, stepColumn, left, right } = this.place;
    const [x, below] = within(event, this.canvas), y = below - top;
    const row = Math.floor(y / stepRow), column = Math.floor(y / stepColumn);
    if (x < (left + right) / 2)
      return row >= 0 && row < range.rows ? { row: range.row + row, column: null } : null;
    return column >= 0 && column < range.columns ? { row: null, column: range.column + column } : null;
  }
};
function lineColour(colour, look) {
  if (!look.dark) return colour;
  return `rgb(${distinct(rgb(colour), look.paper, [255, 255, 255])})`;
}
function linesOf(R, C, weightOf, on, later) {
  const lines = [];
  for (let r = 0; r < R; r++) {
    if (later(r) || on && on.row !== null && on.row !== r) continue;
    for (let c = 0; c < C; c++) {
      if (on && on.row === null && on.column !== c) continue;
      const weight = weightOf(r, c);
      if (weight !== null && weight >= 0.01) lines.push([weight, r, c]);
    }
  }
  return lines.sort((a, b) => a[0] - b[0]);
}

// explorer/overlay.js
var OFF = "-off";
function assignColours(preferred, count) {
  const assigned = [];
  for (const colour of preferred) {
    const steps = [...Array(count).keys()].map((step) => (colour + step) % count);
    assigned.push(steps.find((one) => !assigned.includes(one)) ?? colour % count);
  }
  return assigned;
}
function readOverlaid(name) {
  const [stack, layer, head] = name.split("-");
  return {
    name: name.replace(OFF, ""),
    choice: [stack, layer - 1, head - 1],
    isOn: !name.endsWith(OFF)
  };
}
var Overlay = class {
  // `kept` is the list of names, `pick(choice)` shows a head.
  constructor(kept, pick) {
    Object.assign(this, { kept, pick });
    this.element = make("div", "overlay");
    this.element.setAttribute("role", "group");
  }
  // The heads of the block on show that lie over `choice`, and that one last, in their colours.
  heads(block, choice, colours) {
    const others = this.kept.names.map(readOverlaid).filter(({ choice: [stack, layer, head] }) => stack === block.stack && layer < block.layers && head < block.heads).filter((one) => one.name !== headKey(choice));
    const all = [...others, { name: headKey(choice), choice, isOn: true, isShown: true }];
    const assigned = assignColours(all.map((one) => one.choice[2]), colours.length);
    return all.map((one, place) => ({ ...one, colour: colours[assigned[place]] }));
  }
  has(choice) {
    const key = headKey(choice);
    return this.kept.names.some((name) => readOverlaid(name).name === key);
  }
  // Adds a head to the list or takes it away.
  toggle(choice) {
    const key = headKey(choice), { names } = this.kept;
    const others = names.filter((name) => readOverlaid(name).name !== key);
    this.kept.set(others.length < names.length ? others : [...names, key]);
  }
  turn({ name, isOn }) {
    this.kept.set(this.kept.names.map((one) => readOverlaid(one).name === name ? `${name}${isOn ? OFF : ""}` : one));
  }
  paint(heads) {
    const key = JSON.stringify([heads, say("Lines of")]);
    if (key === this.key) return;
    this.key = key;
    this.element.setAttribute("aria-label", say("Heads whose lines lie over each other"));
    this.element.replaceChildren(...heads.length > 1 ? this.chips(heads) : []);
  }
  chips(heads) {
    const clear = make("button", "apply", "×");
    clear.setAttribute("aria-label", say("Only the lines of this head"));
    clear.title = say("Only the lines of this head");
    clear.addEventListener("click", () => this.kept.set([]));
    return [make("span", "", say("Lines of")), ...heads.map((one) => this.chip(one)), clear];
  }
  chip(one) {
    const chip = make("button", "apply chip"), swatch = make("span", "swatch");
    swatch.style.background = one.colour;
    chip.append(swatch, make("span", "name", shortName(one.choice)));
    chip.classList.toggle("shown", Boolean(one.isShown));
    chip.setAttribute("aria-pressed", one.isOn);
    if (one.isShown) chip.disabled = true;
    else chip.addEventListener("click", () => this.turn(one));
    return chip;
  }
};

// explorer/thumbnail.js
function paintThumbnail(canvas, numbers, rows, columns, steps, look) {
  const ratio = (window.devicePixelRatio || 1) * zoomOf(canvas);
  const side = Math.round((canvas.parentElement.clientWidth || 40) * ratio);
  const [height, width] = [Math.min(rows, side), Math.min(columns, side)];
  const most = pool(numbers, rows, columns, height, width);
  const image = new ImageData(width, height);
  const colours = most.map((value) => look.pixels[Math.round(255 * value / steps)]);
  new Uint32Array(image.data.buffer).set(colours);
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
}

// explorer/overview.js
var NUMBERED = 5;
var LABELLED = 1500;
var WIDE = 900;
var MANY_ROWS = 12;
var MANY_HEADS = 8;
var SHORT = { encoder: mark("Encoder"), decoder: mark("Decoder"), cross: mark("Cross") };
var STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
function stepHead(blocks, b, layer, head, key) {
  const step = STEPS[key];
  if (!step) return null;
  layer += step[0];
  head += step[1];
  if (layer < 0 || head < 0) b -= 1;
  else if (layer >= blocks[b].layers || head >= blocks[b].heads) b += 1;
  if (!blocks[b]) return null;
  return [
    blocks[b].stack,
    (layer + blocks[b].layers) % blocks[b].layers,
    (head + blocks[b].heads) % blocks[b].heads
  ];
}
var Overview = class {
  // Called when a head is chosen, previewed (null: no more) or turned off and on.
  constructor({ choose, preview, toggle }) {
    Object.assign(this, { choose, preview, toggle });
    this.element = make("div", "overview");
    this.element.setAttribute("role", "group");
  }
  build(data) {
    this.data = data;
    this.thumbs = [];
    const { blocks } = data;
    this.layers = blocks.reduce((sum, block) => sum + block.layers, 0);
    this.most = Math.max(...blocks.map((block) => block.heads));
    this.element.classList.toggle("many", this.layers > MANY_ROWS || this.most > MANY_HEADS);
    this.element.setAttribute("aria-label", say("All heads. Arrow keys move between them."));
    this.element.style.setProperty("--rows", this.layers);
    this.element.style.setProperty("--most", this.most);
    this.element.replaceChildren(...blocks.map((block, b) => this.buildBlock(block, b)));
  }
  buildBlock(block, b) {
    const group = make("div", "block"), grid = make("div", "grid");
    grid.style.setProperty("--heads", block.heads);
    grid.append(make("span", "corner", say("layer")));
    const { blocks } = this.data, numbered = b === 0 || block.heads !== blocks[b - 1].heads;
    grid.classList.toggle("numbered", numbered);
    for (let head = 0; head < block.heads; head++) {
      const label = make("span", "head-label", head + 1);
      label.style.setProperty("--colour", this.data.colours[head % this.data.colours.length]);
      grid.append(label);
    }
    for (let layer = 0; layer < block.layers; layer++) {
      grid.append(make("span", "layer-label", layer + 1));
      for (let head = 0; head < block.heads; head++)
        grid.append(this.buildThumb(block, b, layer, head));
    }
    const title = make("div", "block-title");
    title.append(
      make("span", "long-title", block.title),
      make("span", "short-title", say(SHORT[block.stack]))
    );
    group.append(title, grid);
    return group;
  }
  buildThumb(block, b, layer, head) {
    const choice = [block.stack, layer, head], cell = make("div", "thumb-cell");
    const place = { mechanism: block.title, layer: layer + 1, head: head + 1 };
    const thumb = make("button", "thumb"), power = make("button", "switch");
    thumb.append(make("canvas"));
    thumb.addEventListener(
      "pointerenter",
      (event) => event.pointerType === "mouse" && this.preview(choice)
    );
    thumb.addEventListener("pointerleave", () => this.preview(null));
    thumb.addEventListener("click", () => this.choose(choice));
    thumb.addEventListener("keydown", (event) => this.move(event, b, layer, head));
    power.setAttribute("role", "switch");
    power.setAttribute("aria-label", say("{mechanism}, layer {layer}, head {head} is on", place));
    power.tabIndex = -1;
    power.addEventListener("click", () => this.toggle(choice));
    const label = make("span", "label");
    label.setAttribute("aria-hidden", "true");
    cell.append(thumb, label);
    if (this.data.can.silenced) cell.append(power);
    const name = say("{mechanism}, layer {layer}, head {head}", place);
    this.thumbs.push({ thumb, power, label, choice, block: b, name });
    return cell;
  }
  move(event, b, layer, head) {
    if (event.key === "Escape") return this.preview(null);
    const choice = stepHead(this.data.blocks, b, layer, head, event.key);
    if (!STEPS[event.key]) return;
    event.preventDefault();
    if (!choice) return;
    this.choose(choice);
    this.thumbOf(choice).focus();
  }
  // Chooses the head that an arrow key leads to from the chosen one.
  step(key) {
    const { blocks } = this.data, [stack, layer, head] = this.chosen;
    const b = blocks.findIndex((block) => block.stack === stack);
    const choice = stepHead(blocks, b, layer, head, key);
    if (choice) this.choose(choice);
  }
  thumbOf(choice) {
    return (this.thumbs.find((one) => one.choice.join() === choice.join()) || this.thumbs[0]).thumb;
  }
  scrollTo(choice) {
    const { offsetTop } = this.thumbOf(choice).parentElement;
    this.element.scrollTop = offsetTop - this.element.clientHeight / 2;
  }
  // So large that all heads stand in `height` pixels and a quarter of `width`, or in two columns.
  layout(width, height, lecture) {
    const titles = lecture ? { above: 18, first: 0, gap: 2 } : { above: 22, first: 20, gap: 4 };
    const { columns, size } = arrangeBlocks(
      this.data.blocks.map((block) => block.layers),
      { height, width, most: this.most, columns: lecture || width < WIDE ? 1 : 2, ...titles }
    );
    this.element.classList.toggle("two", columns === 2);
    this.element.classList.toggle("mini", lecture);
    this.element.classList.toggle("labelled", Boolean(this.data.profiles) && !lecture && width >= LABELLED);
    this.element.classList.toggle("switches", size >= SWITCH_THUMB);
    this.element.style.setProperty("--thumb", `${size}px`);
  }
  // Dims each head by its weight among the `ranked`, numbers the first, and greys those that are
  // not among them; null: as they are.
  rank(ranked) {
    const places = new Map(ranked?.map(({ choice, weight }, place) => [headKey(choice), { weight, place }]));
    this.element.classList.toggle("ranked", Boolean(ranked));
    for (const { thumb, choice } of this.thumbs) {
      const of = places.get(headKey(choice)), cell = thumb.parentElement;
      cell.style.setProperty("--rank", of?.weight ?? 0);
      if (of && of.place < NUMBERED) cell.dataset.place = of.place + 1;
      else delete cell.dataset.place;
    }
  }
  // `off` are the keys of the heads turned off; the data's `losses`, by key, what the translation
  // loses without a head, or null where that is not known.
  paint(data, look, choice, off) {
    this.data = data;
    this.chosen = choice;
    const grey = off.size ? look.greyed() : null, { losses } = data;
    const most = losses && Math.max(0.01, ...Object.values(losses));
    for (const { thumb, power, label, choice: one, block: b, name } of this.thumbs) {
      const block = data.blocks[b], key = headKey(one), isOff = off.has(key);
      const cell = thumb.parentElement, isChosen = one.join() === choice.join();
      cell.classList.toggle("off", isOff);
      cell.classList.toggle("weighed", Boolean(losses));
      cell.style.setProperty("--loss", losses ? Math.max(0, losses[key] / most) : 0);
      power.setAttribute("aria-checked", !isOff);
      power.title = isOff ? say("Turn this head on") : say("Turn this head off");
      thumb.setAttribute("aria-pressed", isChosen);
      thumb.setAttribute("aria-label", isOff ? say("{head}, off", { head: name }) : name);
      thumb.title = losses ? say(
        "{head}: without it the log-probability changes by {change}",
        { head: name, change: signed(-losses[key]) }
      ) : data.profiles?.heads[key]?.[0] ?? "";
      label.textContent = data.profiles?.heads[key]?.[0] ?? "";
      thumb.tabIndex = isChosen ? 0 : -1;
      const [rows, columns] = block.cells, from = startOf(block, one);
      paintThumbnail(
        thumb.firstChild,
        data.numbers.subarray(from, from + rows * columns),
        rows,
        columns,
        data.steps,
        isOff ? grey : look
      );
    }
  }
};
var signed = (value) => `${value < 0 ? "−" : "+"}${fixed(Math.abs(value), 2)}`;

// explorer/playback.js
var SECONDS = 20;
var SLOWEST = 900;
var FASTEST = 250;
var pace = (count) => Math.max(FASTEST, Math.min(SLOWEST, 1e3 * SECONDS / Math.max(count, 1)));
var Playback = class {
  constructor() {
    this.reset(0);
  }
  reset(count) {
    Object.assign(this, { count, at: null, playing: false });
  }
  // Goes one word on (`by` 1) or back (-1). Before the first and after the last all is on show.
  step(by) {
    const from = this.at ?? (by > 0 ? -1 : this.count), to = from + by;
    this.at = to >= 0 && to < this.count ? to : null;
    if (this.at === null) this.playing = false;
  }
  // Begins, or goes on where it stands; while it plays, pauses.
  toggle() {
    if (!this.count) return;
    this.playing = !this.playing;
    if (this.playing && this.at === null) this.at = 0;
  }
  pause() {
    this.playing = false;
  }
  stop() {
    this.at = null;
    this.playing = false;
  }
};

// explorer/player.js
var SHAPES = {
  play: "M4 2 14 8 4 14Z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  back: "M12 2 6 8l6 6ZM2 2h3v12H2z",
  on: "M4 2l6 6-6 6ZM11 2h3v12h-3z"
};
var SVG = "http://www.w3.org/2000/svg";
var CALM = "(prefers-reduced-motion: reduce)";
function drawShape(name) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}
var Player = class {
  // `paint` is called whenever another word is being written.
  constructor(paint) {
    this.playback = new Playback();
    this.paint = paint;
    this.element = make("div", "player");
    this.element.setAttribute("role", "group");
    this.back = this.button(() => this.step(-1));
    this.play = this.button(() => this.toggle());
    this.on = this.button(() => this.step(1));
    this.place = make("span", "place");
    this.back.append(drawShape("back"));
    this.on.append(drawShape("on"));
    this.element.append(this.back, this.play, this.on, this.place);
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    this.key = (event) => this.pressedAnywhere(event);
  }
  button(act) {
    const made = make("button", "step");
    made.addEventListener("click", act);
    return made;
  }
  get at() {
    return this.playback.at;
  }
  speak() {
    this.element.setAttribute("aria-label", say("The translation, word by word"));
    this.back.setAttribute("aria-label", say("The word before"));
    this.on.setAttribute("aria-label", say("The next word"));
    this.back.title = say("The word before");
    this.on.title = say("The next word");
  }
  // A translation of so many words; the same one again goes on where it is.
  show(words) {
    const text = JSON.stringify(words);
    this.element.hidden = words.length < 2;
    if (text !== this.text) this.playback.reset(words.length);
    this.text = text;
    this.update();
  }
  // Readers who want no motion go on word by word themselves.
  toggle() {
    if (window.matchMedia(CALM).matches) return this.step(1);
    this.playback.toggle();
    this.update();
    this.paint();
  }
  step(by) {
    this.playback.pause();
    this.playback.step(by);
    this.update();
    this.paint();
  }
  stop() {
    if (this.at === null) return;
    this.playback.stop();
    this.update();
  }
  update() {
    const { playing, at, count } = this.playback;
    clearTimeout(this.clock);
    if (playing) this.clock = setTimeout(() => this.tick(), pace(count));
    const name = playing ? say("Pause") : say("Play word by word");
    this.play.replaceChildren(drawShape(playing ? "pause" : "play"), make("span", "", name));
    this.place.textContent = at === null ? "" : say("word {place} of {count}", { place: at + 1, count });
  }
  tick() {
    if (!this.element.isConnected) return;
    this.playback.step(1);
    this.update();
    this.paint();
  }
  pressed(event) {
    const act = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1)
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
  // In a lecture nothing has the focus, and the space bar plays.
  pressedAnywhere(event) {
    if (event.key !== " " || event.defaultPrevented || event.target !== document.body) return;
    if (!this.element.isConnected || this.element.hidden || !inLecture(this.element)) return;
    event.preventDefault();
    this.toggle();
  }
  listen() {
    window.addEventListener("keydown", this.key);
  }
  leave() {
    window.removeEventListener("keydown", this.key);
  }
};

// explorer/pointing.js
var STILL = 6;
var Pointing = class {
  // `hover(at)`, `click(at)` and `join(from, to)` are called with a row and a column, either null.
  constructor({ hover, click, join }) {
    Object.assign(this, { hover, click, join, at: null });
  }
  // Listens to a canvas whose `find(event)` says what is under the pointer.
  listen(canvas, find) {
    canvas.addEventListener("pointerdown", (event) => this.begin(event, canvas, find));
    canvas.addEventListener("pointermove", (event) => this.move(event, canvas, find));
    canvas.addEventListener("pointerup", (event) => this.end(event, find));
    canvas.addEventListener("pointercancel", () => {
      this.start = null;
    });
    canvas.addEventListener("pointerleave", () => this.set(null));
    canvas.addEventListener("click", (event) => {
      if (!this.joined) this.click(find(event));
      this.joined = false;
    });
  }
  set(at) {
    if (same(at, this.at) || !at && !this.at) return;
    this.at = at;
    this.hover(at);
  }
  begin(event, canvas, find) {
    const at = event.pointerType === "mouse" && event.button === 0 ? find(event) : null;
    this.joined = false;
    const isWord = at && at.row === null !== (at.column === null);
    this.start = isWord ? { at, x: event.clientX, y: event.clientY } : null;
  }
  move(event, canvas, find) {
    const at = find(event);
    if (!event.buttons) this.start = null;
    canvas.style.cursor = at ? "pointer" : "default";
    const isDragged = this.start && at && !same(at, this.start.at);
    this.set(isDragged ? {
      row: this.start.at.row ?? at.row,
      column: this.start.at.column ?? at.column
    } : at);
  }
  end(event, find) {
    const { start } = this, at = start && find(event);
    this.start = null;
    if (!at || same(at, start.at) || at.row !== null && at.column !== null) return;
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < STILL) return;
    this.joined = true;
    this.join(start.at, at);
  }
};

// explorer/strip.js
var MANY2 = 24;
function wordButton(word) {
  const button = make("button", "word");
  button.classList.toggle("special", isSpecial(word.text));
  button.classList.toggle("joined", Boolean(word.continues));
  button.classList.toggle("new", Boolean(word.changed));
  button.classList.toggle("moved", isMoved(word));
  button.append(
    make("span", "text", word.text),
    make("span", "probability", percentages(word))
  );
  button.style.setProperty("--p", word.probability);
  button.setAttribute("aria-label", describe(word));
  return button;
}
function describe(word) {
  const others = word.pieces.map(
    (p) => p.best.map(([text, p2]) => `${text} ${fixed(p2, 2)}`).join(", ")
  ).join("; ");
  const values = {
    word: word.text,
    probability: fixed(word.probability, 2),
    others,
    before: fixed(word.before ?? 0, 2)
  };
  return rounded(word) ? say("{word}, probability {probability}. Runners-up: {others}", values) : say("{word}, probability {before} before, {probability} now. Runners-up: {others}", values);
}
function runnersUp(word) {
  return word.pieces.map((piece) => {
    const table = make("div", "runners-up");
    if (word.pieces.length > 1) table.append(make("div", "piece", piece.text));
    for (const [text, p] of piece.best) {
      const row = make("div", text === piece.text ? "row taken" : "row");
      const bar = make("span", "bar");
      bar.style.width = `${Math.round(72 * p)}px`;
      const cell = make("span", "bar-box");
      cell.append(bar);
      row.append(
        make("span", "text", text),
        cell,
        make("span", "number", fixed(p, p < 0.01 ? 3 : 2))
      );
      table.append(row);
    }
    return table;
  });
}
function glued(words, buttons) {
  const boxes = [];
  let place = 0;
  while (place < words.length) {
    let end = place + 1;
    while (words[end]?.continues) end += 1;
    if (end - place === 1) boxes.push(buttons[place]);
    else {
      const box = make("div", "whole"), row = make("div", "pieces");
      const word = together(words.slice(place, end));
      row.append(...buttons.slice(place, end));
      box.classList.toggle("moved", isMoved(word));
      box.append(row, make("span", "probability", percentages(word)));
      boxes.push(box);
    }
    place = end;
  }
  return boxes;
}
var Strip = class {
  // `open(button, word, place)` and `close()` are called as a word is pointed at, `pick(place)` as
  // it is clicked.
  constructor(open, close, pick) {
    this.element = make("div", "strip");
    this.element.setAttribute("role", "group");
    Object.assign(this, { open, close, pick, highest: 0 });
  }
  speak() {
    this.element.setAttribute("aria-label", say("What is written, word by word"));
  }
  show(words, finished, sentence) {
    this.buttons = words.map((word, place) => {
      const button = wordButton(word), open = () => this.open(button, word, place);
      button.addEventListener("pointerenter", open);
      button.addEventListener("focus", open);
      button.addEventListener("pointerleave", this.close);
      button.addEventListener("blur", this.close);
      button.addEventListener("click", () => this.pick(place));
      return button;
    });
    this.element.classList.toggle("long", words.length > MANY2);
    this.element.replaceChildren(...glued(words, this.buttons));
    if (!finished)
      this.element.append(make("span", "cut", say("… cut: the model did not come to an end")));
    if (sentence !== this.sentence) this.highest = 0;
    this.sentence = sentence;
  }
  // As high as it has been for this sentence, so that a what-if moves nothing below.
  keepHeight(width) {
    if (width !== this.width) this.highest = 0;
    this.width = width;
    this.element.style.minHeight = "";
    this.highest = Math.max(this.highest, this.element.offsetHeight);
    this.element.style.minHeight = `${this.highest}px`;
  }
  // The word `at` is being written, and what comes after it is not there yet; null: all is there.
  paint(at) {
    this.buttons.forEach((button, place) => {
      button.classList.toggle("later", at !== null && place > at);
      button.classList.toggle("current", place === at);
    });
    if (at !== null) this.scrollTo(this.buttons[at]);
  }
  // Within the strip alone: the page stays where it is.
  scrollTo(button) {
    const { element } = this, top = button.offsetTop - element.offsetTop;
    if (top < element.scrollTop || top + button.offsetHeight > element.scrollTop + element.clientHeight) element.scrollTop = top;
  }
};

// explorer/titleline.js
var TitleLine = class {
  // Called as a button is clicked: to turn the head off or on, to turn all on, to pin the head or
  // let go of the pinned one, and to keep its lines or let go of them.
  constructor({ toggle, allOn, pin, over }) {
    this.element = make("div", "title-line");
    this.title = make("h3", "title");
    this.power = this.button("power", toggle);
    this.pin = this.button("power pin", pin);
    this.over = this.button("power over", over);
    this.allOn = this.button("power all-on", allOn);
    this.element.append(this.title, this.power, this.pin, this.over, this.allOn);
  }
  button(name, act) {
    const button = make("button", `apply ${name}`);
    button.addEventListener("click", act);
    return button;
  }
  speak() {
    this.allOn.textContent = say("All heads on");
  }
  // Hidden, the place of a button is kept while another head is previewed: that moves nothing.
  paint(name, { look, colour, isOff, isPreview, canSilence, pinned, hasLines, isOver }) {
    this.title.textContent = isOff ? say("{title} (off)", { title: name }) : name;
    this.title.style.setProperty("--colour", isOff ? look.muted : colour);
    for (const button of [this.power, this.pin, this.over])
      button.style.visibility = isPreview ? "hidden" : "visible";
    this.power.hidden = !canSilence;
    this.power.textContent = isOff ? say("Turn head on") : say("Turn head off");
    this.pin.textContent = pinned ? say("Unpin") : say("Pin to compare");
    this.over.hidden = !hasLines || isOff && !isOver;
    this.over.textContent = isOver ? say("Remove lines") : say("Keep lines");
    this.over.title = say("Keeps the lines of this head while you choose others");
  }
};

// explorer/zooming.js
var WORTH = 20;
var STEP = 1.6;
var STILL2 = 6;
var Zooming = class {
  // `paint` is called when another part of the matrix is to be shown.
  constructor(matrix, paint) {
    this.matrix = matrix;
    this.paint = paint;
    this.element = make("span", "zooming");
    this.closer = this.button("+", () => this.by(STEP));
    this.farther = this.button("−", () => this.by(1 / STEP));
    this.all = this.button("", () => this.set(this.whole));
    this.element.append(this.closer, this.farther, this.all);
    this.brush = make("div", "brush");
    this.brush.hidden = true;
    this.listen(matrix.canvas);
  }
  button(text, act) {
    const made = make("button", "apply", text);
    made.addEventListener("click", act);
    return made;
  }
  speak() {
    this.closer.setAttribute("aria-label", say("Closer"));
    this.farther.setAttribute("aria-label", say("Farther"));
    this.all.textContent = say("Show all words");
    this.element.title = say("Drag over the matrix, or turn the wheel with Ctrl");
  }
  get size() {
    return [this.matrix.rows.length, this.matrix.columns.length];
  }
  get whole() {
    return whole(...this.size);
  }
  get zoomed() {
    return !isWhole(this.matrix.range, ...this.size);
  }
  get worth() {
    return Math.max(...this.size) > WORTH;
  }
  set(range) {
    if (JSON.stringify(range) === JSON.stringify(this.matrix.range)) return;
    this.matrix.range = range;
    this.paint();
  }
  by(factor, at) {
    const { row, rows, column, columns } = this.matrix.range;
    const middle = { row: row + rows / 2, column: column + columns / 2 };
    this.set(zoom(this.matrix.range, factor, at ?? middle, ...this.size));
  }
  show(coarse) {
    this.element.hidden = coarse || !(this.zoomed || this.matrix.cell < SMALLEST_CELL);
    this.all.hidden = this.farther.hidden = !this.zoomed;
  }
  listen(canvas) {
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.begin(event));
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    canvas.addEventListener("pointerup", (event) => this.end(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
    canvas.addEventListener("click", (event) => {
      if (this.dragged) event.stopImmediatePropagation();
      this.dragged = false;
    }, true);
    canvas.addEventListener("touchstart", () => {
      this.fingers = null;
    }, { passive: true });
    canvas.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
  }
  cellAt(event) {
    const at = this.matrix.at(event);
    return at && at.row !== null && at.column !== null ? at : null;
  }
  // With Ctrl (a pinch on a trackpad, too) closer and farther; else through what is closer.
  turn(event) {
    const at = this.cellAt(event);
    if (!at || !(this.worth || this.zoomed)) return;
    if (event.ctrlKey) {
      event.preventDefault();
      this.by(Math.exp(-event.deltaY / 200), at);
    } else if (this.zoomed) {
      const cell = Math.max(this.matrix.cell, 8), across = event.shiftKey ? "deltaY" : "deltaX";
      const steps = (pixels) => Math.sign(pixels) * Math.ceil(Math.abs(pixels) / cell);
      const next = pan(
        this.matrix.range,
        event.shiftKey ? 0 : steps(event.deltaY),
        steps(event[across]),
        ...this.size
      );
      if (next.row === this.matrix.range.row && next.column === this.matrix.range.column) return;
      event.preventDefault();
      this.set(next);
    }
  }
  begin(event) {
    this.dragged = false;
    const at = event.pointerType === "mouse" && event.button === 0 && this.worth ? this.cellAt(event) : null;
    this.start = at && { at, x: event.clientX, y: event.clientY };
  }
  drag(event) {
    if (!this.start) return;
    const { x, y } = this.start;
    if (Math.hypot(event.clientX - x, event.clientY - y) < STILL2 && !this.dragged) return;
    if (!this.dragged) this.matrix.canvas.setPointerCapture(event.pointerId);
    this.dragged = true;
    const { parentElement } = this.matrix.canvas;
    const [ax, ay] = within({ clientX: x, clientY: y }, parentElement), [bx, by] = within(event, parentElement);
    this.brush.hidden = false;
    Object.assign(this.brush.style, {
      left: `${Math.min(ax, bx) + parentElement.scrollLeft}px`,
      top: `${Math.min(ay, by)}px`,
      width: `${Math.abs(ax - bx)}px`,
      height: `${Math.abs(ay - by)}px`
    });
  }
  end(event) {
    const at = this.dragged && this.cellAt(event), { start } = this;
    this.cancel();
    if (at) this.set(between(start.at, at, ...this.size));
  }
  cancel() {
    this.start = null;
    this.brush.hidden = true;
  }
  pinch(event) {
    if (event.touches.length !== 2 || !this.worth) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    if (this.fingers && Math.abs(distance / this.fingers - 1) < 0.1) return;
    if (this.fingers) this.by(distance / this.fingers, this.cellAt(middle) ?? void 0);
    this.fingers = distance;
  }
};

// explorer/explorer.js
var CAPTION = 44;
var STACKS_WRITTEN = ["cross", "decoder"];
var Explorer = class {
  constructor(root) {
    this.root = root;
    this.sent = /* @__PURE__ */ new Set();
    this.off = new KeptList((heads) => this.keep("off", { heads }), () => this.paint());
    const overlaid = new KeptList(
      (heads) => this.keep("overlay", { heads }),
      () => this.paintLarge()
    );
    this.overlay = new Overlay(overlaid);
    this.strip = new Strip((button, word, place) => {
      this.showRunnersUp(button, word);
      this.hoverRow(place);
    }, () => {
      this.tip.hidden = true;
      this.hoverRow(null);
    }, (place) => this.holding.pickWritten(place));
    this.player = new Player(() => this.paintLarge());
    this.comparison = new Comparison();
    this.overview = new Overview({
      choose: (choice) => this.choose(choice),
      preview: (choice) => this.preview(choice),
      toggle: (choice) => this.off.toggle(headKey(choice))
    });
    this.force = new Force((weight) => this.keep(
      "force",
      { cells: forcedCells(this.data.force, headKey(this.choice), this.locked, weight) }
    ));
    this.findings = new Findings(
      (choice) => this.choose(choice),
      () => this.holding.release(),
      () => this.holding.release()
    );
    this.holding = new Holding(() => ({ data: this.data, block: this.block() }), (ranked) => {
      this.hover = null;
      this.paintFindings(ranked);
      this.paintLarge();
    });
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    const written = make("div", "written"), body = make("div", "body"), side = make("div", "side");
    side.append(this.overview.element);
    written.append(this.strip.element, this.player.element);
    body.append(side, this.buildHead());
    root.append(written, body, this.tip);
    this.listen();
    watch(root, () => this.paint());
    this.resized = () => this.paint();
    this.moved = new ResizeObserver(() => {
      if (Math.abs(roomBelow(root) - this.room) > 4) this.paint();
    });
  }
  buildHead() {
    const head = make("div", "head");
    const mapBox = make("div", "box map-box"), linesBox = make("div", "box lines-box");
    this.line = new TitleLine({
      toggle: () => this.off.toggle(headKey(this.choice)),
      allOn: () => this.off.set([]),
      over: () => this.overlay.toggle(this.choice),
      pin: () => this.keep("pin", this.data.pinned ? { act: "none" } : { act: "pin", head: headKey(this.choice) })
    });
    this.reading = make("p", "reading");
    this.reading.setAttribute("aria-live", "polite");
    this.map = make("canvas", "map");
    this.map.tabIndex = 0;
    this.map.setAttribute("role", "img");
    this.matrix = new Matrix(this.map);
    this.zooming = new Zooming(this.matrix, () => this.paintLarge());
    this.lines = make("canvas", "lines");
    this.lines.setAttribute("role", "img");
    this.drawnLines = new Lines(this.lines);
    this.compared = new Compared({
      act: (act) => this.keep("pin", { act }),
      hover: (at) => {
        this.hover = at;
        this.paintLarge();
      },
      click: (at) => this.holding.click(at)
    });
    mapBox.append(this.compared.caption, this.map, this.zooming.brush);
    linesBox.append(this.lines);
    this.pictures = make("div", "pictures");
    this.pictures.append(this.compared.first.box, mapBox, this.compared.third.box, linesBox);
    listenToSwipes(this.pictures, (key) => this.overview.step(key));
    this.table = tableBox();
    this.legend = new Legend();
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.paintLarge();
    });
    this.rank = make("button", "apply rank");
    this.rank.addEventListener("click", () => this.keep("rank", { on: !this.data.losses }));
    this.foot = make("div", "foot");
    this.foot.append(this.legend.element, this.zooming.element, this.rank, this.asTable);
    this.taking = new Taking(
      () => [this.strip.element, head],
      () => headKey(this.choice),
      () => this.paintLarge()
    );
    this.line.element.append(this.comparison.element, this.taking.element);
    const beside = make("div", "beside");
    beside.append(this.findings.element, this.overlay.element);
    head.append(
      this.line.element,
      this.reading,
      beside,
      this.pictures,
      this.table,
      this.force.element,
      this.foot
    );
    return head;
  }
  // What stands there whatever is on show.
  speak() {
    for (const part of [
      this.strip,
      this.player,
      this.force,
      this.zooming,
      this.asTable,
      this.taking
    ]) part.speak();
    this.line.speak();
    this.table.setAttribute("aria-label", say("The weights of this head"));
  }
  show(data) {
    this.speak();
    const shape = JSON.stringify(data.blocks.map((b) => [b.title, b.layers, b.heads]));
    const asked = data.choice.join("/");
    this.data = data;
    const fresh = shape !== this.shape;
    if (fresh) this.overview.build(data);
    if (fresh || asked !== this.asked && !this.sent.delete(asked)) this.choice = data.choice;
    if (asked === this.choice.join("/")) this.sent.clear();
    this.shape = shape;
    this.asked = asked;
    this.off.follow(data.off);
    this.overlay.kept.follow(data.overlay);
    for (const block of data.blocks)
      block.cells = block.coarse || [block.rows.length, block.columns.length];
    const words = JSON.stringify(data.blocks.map((b) => [b.rows, b.columns]));
    if (words !== this.words) {
      this.hover = null;
      this.holding.forget();
    }
    this.words = words;
    this.showTranslation();
    this.arranged = null;
    this.paint();
    if (fresh) this.overview.scrollTo(this.choice);
  }
  showTranslation() {
    const { words, finished, sentence, trained } = this.data;
    this.strip.show(words, finished, sentence);
    this.player.show(words.map((word) => word.text));
    this.comparison.show(trained);
  }
  // --- the translation -------------------------------------------------------------------------
  showRunnersUp(anchor, word) {
    this.tip.replaceChildren(...runnersUp(word));
    this.tip.hidden = false;
    const at = anchor.getBoundingClientRect();
    const [x, y] = within({ clientX: at.left, clientY: at.bottom }, this.root);
    this.tip.style.left = `${clamp(0, x, this.root.clientWidth - this.tip.offsetWidth)}px`;
    this.tip.style.top = `${y + 4}px`;
  }
  hoverRow(place) {
    if (this.block().stack !== "cross") return;
    this.hover = place === null ? null : { row: this.block().first + place, column: null };
    this.paintLarge();
  }
  // The row that is being written, of a mechanism that writes; null where all rows are on show.
  rowWritten() {
    const { at } = this.player, block = this.block();
    return at === null || !STACKS_WRITTEN.includes(block.stack) ? null : block.first + at;
  }
  // --- what if a head is turned off, or a cell given another weight ------------------------------
  // The held cell, if it can be given another weight.
  forcible() {
    const { row, column } = this.locked ?? { row: null, column: null };
    if (!this.data.can.forced || row === null || column === null || this.coarse) return null;
    const weight = this.matrix.weight(row, column);
    return weight === null ? null : { row: this.matrix.row(row), column: this.matrix.column(column), weight };
  }
  // --- all heads -------------------------------------------------------------------------------
  choose(choice) {
    this.choice = choice;
    this.previewed = null;
    this.holding.follow();
    this.sent.add(choice.join("/"));
    this.setChoice(choice);
    this.paint();
  }
  preview(choice) {
    this.previewed = choice;
    this.hover = null;
    this.paintLarge();
  }
  single() {
    return this.data.blocks.every((block, _, { length }) => length * block.layers * block.heads < 2);
  }
  get locked() {
    return this.holding.locked;
  }
  paintFindings(ranked) {
    const { pair, lone } = this.holding;
    this.overview.rank(this.findings.show(this.data, pair, ranked, lone));
  }
  shown() {
    return this.previewed || this.choice;
  }
  block() {
    return this.data.blocks.find((b) => b.stack === this.shown()[0]) || this.data.blocks[0];
  }
  paint() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    this.line.allOn.hidden = !this.off.names.length;
    this.rank.hidden = !this.data.can.ranked;
    this.rank.textContent = this.data.losses ? say("Importance off") : say("Which heads matter?");
    this.rank.title = this.data.losses ? say("Orange: the more, the less likely this translation is without the head") : "";
    this.rank.setAttribute("aria-pressed", Boolean(this.data.losses));
    this.root.classList.toggle("alone", this.single());
    this.root.classList.toggle("lecture-view", inLecture(this.root));
    this.strip.keepHeight(this.root.clientWidth);
    this.overview.layout(
      this.root.clientWidth,
      roomBelow(this.overview.element),
      inLecture(this.root)
    );
    this.overview.paint(this.data, this.look, this.choice, new Set(this.off.names));
    this.paintFindings(this.holding.ranked);
    this.room = roomBelow(this.root);
    this.arranged = null;
    this.paintLarge();
    this.root.dataset.painted = this.data.words.map((word) => word.text).join(" ");
  }
  // --- one head --------------------------------------------------------------------------------
  paintLarge() {
    const block = this.block(), [, layer, head] = this.shown();
    const at = [block.stack, clamp(0, layer, block.layers - 1), clamp(0, head, block.heads - 1)];
    const { coarse, together: together2, weight } = headWeights(this.data, block, at);
    Object.assign(this, { coarse, together: together2 });
    this.matrix.set({ ...block, weight });
    this.compared.show(this.data, block, this.matrix, coarse);
    this.heads = this.overlay.heads(block, at, this.data.colours);
    this.colour = this.heads.at(-1).colour;
    this.overlay.paint(this.compared.isOn || this.single() ? [] : this.heads);
    this.isOff = this.off.has(headKey(at));
    this.findings.describe(this.data, at);
    this.finding = block.findings?.[at[1]]?.[at[2]] ?? "";
    this.paintTitle(block, at);
    this.pictures.hidden = this.tables;
    this.table.hidden = !this.tables;
    const { textContent: title } = this.line.title;
    this.table.replaceChildren(...this.tables && !this.coarse ? [this.matrix.table(title), ...this.compared.tables()] : []);
    this.legend.paint(this.matrix);
    this.compared.write(title);
    this.layout();
    const until = this.rowWritten(), on = this.active(), { tallest } = this;
    this.strip.paint(this.player.at);
    this.matrix.paint(this.look, this.colour, on, { off: this.isOff, until });
    if (this.compared.isOn)
      this.compared.paint(this.look, this.data.diverging, this.colour, on);
    else this.drawnLines.paint(
      this.look,
      this.colour,
      this.matrix,
      on,
      { coarse: this.coarse, off: this.isOff, until, tallest, layers: this.layers(block) }
    );
    this.paintReading();
    this.force.paint(this.forcible());
    const summary = `${title}. ${this.describe(null)}`;
    this.map.setAttribute(
      "aria-label",
      say("Heatmap. {summary} Arrow keys read the cells, Escape lets go.", { summary })
    );
    this.lines.setAttribute("aria-label", say("Lines. {summary}", { summary }));
  }
  // The lines of the heads that lie over each other, those of the head on show last.
  layers(block) {
    return this.heads.filter((one) => one.isOn).map(({ choice, colour }) => ({ colour, ...headWeights(this.data, block, choice) })).filter((one) => !one.coarse);
  }
  paintTitle(block, [, layer, head]) {
    const place = { mechanism: block.title, layer: layer + 1, head: head + 1 };
    const title = this.single() ? block.title : say("{mechanism} · layer {layer} · head {head}", place);
    this.line.paint(title, {
      look: this.look,
      colour: this.colour,
      isOff: this.isOff,
      isPreview: Boolean(this.previewed),
      canSilence: this.data.can.silenced,
      pinned: this.data.pinned,
      hasLines: !this.compared.isOn && !this.single(),
      isOver: this.overlay.has(this.choice)
    });
  }
  active() {
    const written = this.rowWritten();
    return this.hover || (written === null ? this.locked : { row: written, column: null });
  }
  // Measured only when something of it has changed: the pointer moves often.
  layout() {
    const { compared, pictures, matrix } = this;
    const state = JSON.stringify([this.block().stack, matrix.range, this.coarse, this.data.pinned]);
    if (state === this.arranged || this.tables) return;
    this.arranged = state;
    const below = this.foot.offsetHeight + 16;
    const { stacked, room, tallest } = pictureRoom(pictures.clientWidth, roomBelow(pictures) - below, inLecture(this.root));
    pictures.classList.toggle("stacked", stacked);
    pictures.classList.toggle("comparing", compared.isOn);
    this.tallest = compared.isOn ? tallest - CAPTION : tallest;
    const wide = !compared.isOn || stacked ? room : (pictures.clientWidth - 32) / 3;
    matrix.layout(this.look, wide, this.tallest, true);
    if (compared.isOn) compared.layout(this.look, wide, this.tallest);
    this.zooming.show(this.coarse);
  }
  // What stands out, in words, or what this head does in this sentence.
  describe(on) {
    if (this.coarse)
      return say(
        "Coarse: a square is the largest of {rows} × {columns} weights. Click for all.",
        { rows: this.together[0], columns: this.together[1] }
      );
    const difference = this.compared.isOn ? this.compared.describe(on) : "";
    if (difference) return difference;
    if (on) return this.matrix.sentence(on);
    if (this.isOff) return say("Off: nothing of this reaches the model.");
    return this.finding || this.matrix.strongest();
  }
  paintReading() {
    const on = this.active(), text = this.describe(on);
    if (this.reading.textContent !== text) this.reading.textContent = text;
    this.reading.title = on || this.coarse ? "" : this.matrix.strongest();
    this.reading.classList.toggle("locked", !this.hover && !!this.locked);
  }
  // --- hands -----------------------------------------------------------------------------------
  listen() {
    const pointing = new Pointing({
      hover: (at) => {
        this.hover = at;
        this.paintLarge();
      },
      click: (at) => this.holding.click(at),
      join: (from, to) => this.holding.join(this.holding.wordAt(from), this.holding.wordAt(to))
    });
    pointing.listen(this.map, (event) => this.matrix.at(event));
    pointing.listen(this.lines, (event) => this.drawnLines.at(event));
    this.map.addEventListener("keydown", (event) => {
      const at = this.matrix.step(event.key, this.locked || { row: 0, column: 0 });
      if (!at) return;
      event.preventDefault();
      const { rows, columns, range } = this.matrix;
      this.matrix.range = reveal(range, at, rows.length, columns.length);
      this.holding.hold(at);
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.previewed = null;
      this.tip.hidden = true;
      this.player.stop();
      this.holding.release();
    });
  }
};
function explorer_default({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".explorer");
  const view = root.view ??= new Explorer(root);
  view.setChoice = ([stack, layer, head]) => setTriggerValue("choice", { stack, layer, head });
  view.keep = (name, message) => setTriggerValue(name, message);
  view.show(read(data));
  view.player.listen();
  window.addEventListener("resize", view.resized);
  view.moved.observe(root.getRootNode().host.closest(".stMainBlockContainer") ?? document.body);
  return () => {
    view.player.leave();
    window.removeEventListener("resize", view.resized);
    view.moved.disconnect();
  };
}
export {
  explorer_default as default
};
