// Made of matrices/ and shared/ by "npm run build": change those, not this.

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
function contentHeight(root) {
  const last = [...root.children].filter((child) => child.offsetHeight).at(-1);
  return last ? last.offsetTop + last.offsetHeight : 0;
}
function fitHeight(root, share, draw, lines = 1) {
  const room = roomOf(root);
  if (!room) return draw(share * screenHeight(root));
  let high = room / lines;
  for (let round = 0; round < 4; round++) {
    draw(high);
    const excess = contentHeight(root) + 2 - room;
    if (excess <= 0 && (excess > -8 || high >= room / lines)) return void 0;
    high = Math.min(room / lines, Math.max(80, high - (excess + 1) / lines));
  }
  return void 0;
}
function within(event, element) {
  const box = element.getBoundingClientRect(), zoom = zoomOf(element);
  return [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
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
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole2, name) => values[name] ?? whole2);
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

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

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

// shared/range.js
var whole = (rows, columns) => ({ row: 0, rows, column: 0, columns });

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
    const { row: first, rows: count } = this.range;
    return this.rows.map((_, row) => this.rowName(row)).slice(first, first + count);
  }
  get columnsOnShow() {
    const { column: first, columns: count } = this.range;
    return this.columns.map((_, column) => this.columnName(column)).slice(first, first + count);
  }
  // Sizes that fit into `room` by `tallest` pixels, or the smallest readable ones; with `fits` as
  // small as it takes.
  layout(look, room, tallest, fits = false) {
    const pen = this.canvas.getContext("2d"), { row: first, rows: count, columns } = this.range;
    const many = Math.max(count, columns) > MANY;
    if (many) tallest = Math.max(tallest, 0.9 * screenHeight(this.canvas));
    this.roomy = room > 420;
    const beside = (size) => {
      pen.font = look.font(size, true);
      const labels = this.rows.map((_, row) => this.rowLabel(row).join(""));
      return widest(pen, labels.slice(first, first + count)) + 10;
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
    const { column: first } = this.range;
    const weightOf = (c) => {
      const weight = on && on.row !== null ? this.weight(on.row, first + c) : null;
      if (weight === null) return 0;
      return this.kind === "difference" ? Math.abs(weight) : this.share(weight);
    };
    const bold = (c) => litColumn(first + c) || on && (on.column === first + c || weightOf(c) > 0.3);
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
    const { size, cell, left, top } = this, { row: first, rows: count } = this.range;
    const named = thinned(count, cell, size, (r) => bold(first + r));
    for (let r = 0; r < count; r++) {
      if (!named(r)) continue;
      const [before, word] = this.rowLabel(first + r), y = top + (r + 0.5) * cell;
      pen.globalAlpha = later(first + r) ? 2 * FAINT : 1;
      pen.textAlign = "right";
      pen.font = look.font(size, bold(first + r));
      pen.fillStyle = isSpecial(this.rows[first + r]) ? look.muted : look.text;
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

// explorer/layout.js
function spread(rows, columns, matrix, tallest) {
  const most = Math.max(rows, columns);
  const ideal = Math.max(matrix.height, 20 * most);
  const least = Math.max(matrix.height, Math.min(most, 2 * tallest));
  const height = Math.max(least, Math.min(ideal, tallest - matrix.top - 4));
  return { top: matrix.top, height, stepRow: height / rows, stepColumn: height / columns };
}

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

// matrices/matrices.js
var GAP = 32;
var Matrices = class {
  constructor(root) {
    this.root = root;
    this.hint = make("p", "hint");
    this.row = make("div", "panels");
    this.legend = make("div", "legend");
    this.least = make("span");
    this.most = make("span");
    this.scale = make("span", "scale");
    this.legend.append(this.least, this.scale, this.most, this.hint);
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.arrange();
    });
    this.taking = new Taking(
      () => [this.row, this.legend],
      () => "matrices",
      () => this.paint()
    );
    root.append(this.row, this.legend, this.asTable, this.taking.element);
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.locked = this.hover = null;
      this.paint();
    });
    watch(root, () => this.arrange());
  }
  show(data) {
    this.data = data;
    this.asTable.speak();
    this.taking.speak();
    this.hint.textContent = data.hint;
    const scaled = data.panels.find((panel) => ["weight", "distance", "cosine"].includes(panel.kind));
    this.scale.hidden = !scaled;
    this.least.textContent = scaled ? `${say(KINDS[scaled.kind])} 0` : "";
    this.most.textContent = scaled ? local(String(Number(scaled.most.toFixed(1)))) : "";
    const words = JSON.stringify(data.panels.map((panel) => [panel.rows, panel.columns]));
    if (words !== this.words) this.locked = this.hover = null;
    this.words = words;
    this.panels = data.panels.map((panel, place) => this.build(panel, place));
    this.row.replaceChildren(...this.panels.map((panel) => panel.box));
    this.arrange();
  }
  build(panel, place) {
    const box = make("section", "panel"), canvas = make("canvas", "map"), scroller = make("div", "box");
    const reading = make("p", "reading");
    const title = make("h3", "title", panel.title);
    title.style.setProperty("--colour", panel.colour);
    box.append(title, make("p", "note", panel.note));
    if (!panel.rows.length) return { box };
    box.setAttribute("aria-label", panel.title);
    reading.setAttribute("aria-live", place ? "off" : "polite");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    const picture = panel.lines ? make("canvas", "map") : canvas;
    if (panel.lines) picture.setAttribute("role", "img");
    scroller.append(picture);
    box.append(scroller, reading);
    const matrix = new Matrix(canvas), width = panel.columns.length;
    const { numbers, steps } = this.data;
    const weight = (row, column) => unpack(
      numbers[panel.offset + row * width + column],
      steps,
      panel.least,
      panel.most
    );
    const changed = new Set(panel.changed.map(([row, column]) => row * width + column));
    matrix.set({
      rows: panel.rows,
      columns: panel.columns,
      weight,
      least: panel.least,
      most: panel.most,
      kind: panel.kind,
      before: panel.before,
      changed: (row, column) => changed.has(row * width + column)
    });
    const drawing = {
      box,
      canvas: picture,
      scroller,
      reading,
      matrix,
      colour: panel.colour,
      title: panel.title,
      lit: panel.lit,
      caption: panel.caption,
      lines: panel.lines ? new Lines(picture) : null
    };
    this.listen(drawing);
    return drawing;
  }
  // As many in a row as leave each the room it needs; in a lecture, as many as make them largest.
  // Lines beside a matrix take a third.
  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    const panels = this.panels.filter((panel) => panel.matrix), width = this.root.clientWidth;
    const inLecture = roomOf(this.root) !== null;
    const rooms = panels.map(({ matrix }) => 90 + matrix.columns.length * (SMALLEST_CELL + 0.5));
    const roomEach = Math.max(0, ...rooms);
    const isNarrow = width < 620 && !inLecture;
    const fan = !isNarrow && panels.length === 2 && Boolean(panels[0].lines);
    let across = isNarrow ? 1 : this.panels.length;
    const choices = [across];
    for (; across > 1 && !fan; choices.push(across)) {
      if (!inLecture && (width - GAP * (across - 1)) / across >= roomEach) break;
      across = Math.ceil(across / 2);
    }
    if (!inLecture || choices.length === 1) {
      this.place(choices.at(-1), panels, fan);
      return;
    }
    const cells = choices.map((choice) => {
      this.place(choice, panels, fan);
      return Math.min(...panels.map(({ matrix }) => matrix.cell));
    });
    this.place(choices[cells.indexOf(Math.max(...cells))], panels, fan);
  }
  // `across` panels in a row, as large as there is room: of the screen's height, one alone gets
  // more, each of two rows less.
  place(across, panels, fan) {
    const inLecture = roomOf(this.root) !== null, count = this.panels.length;
    const room = (this.root.clientWidth - GAP * (across - 1)) / across;
    this.row.style.gridTemplateColumns = fan ? "minmax(0, 1fr) minmax(0, 2fr)" : `repeat(${across}, minmax(0, 1fr))`;
    const [least, share] = across < count && across > 1 ? [200, 0.31] : [320, count === 1 ? 0.65 : 0.5];
    fitHeight(this.root, share, (high) => {
      this.tallest = clamp(inLecture ? 0 : least, high, 900);
      for (const { matrix, lines } of panels) {
        const wide = fan ? room * (lines ? 2 : 4) / 3 : room;
        matrix.layout(this.look, wide, this.tallest, inLecture);
      }
      this.paint();
    }, Math.ceil(count / across));
  }
  // What stands out in another panel when this does in `panel`: the same French word, the same
  // English one.
  mapped(from, to, on) {
    if (!on || from === to) return on;
    const row = on.row === null ? null : sameWordIn(from.matrix.rows, to.matrix.rows, on.row);
    if (row === null && on.row !== null)
      return { row: null, column: null, missing: from.matrix.rows[on.row] };
    return { row, column: on.column < to.matrix.columns.length ? on.column : null };
  }
  // The picture or, when asked for, the table of the same numbers.
  turn(panel) {
    if (Boolean(panel.table) === Boolean(this.tables)) return;
    panel.table = this.tables ? tableBox(panel.title) : null;
    panel.table?.append(panel.matrix.table(panel.title));
    panel.scroller.replaceChildren(panel.table || panel.canvas);
  }
  paint() {
    const active = this.hover || this.locked;
    for (const panel of this.panels) {
      if (!panel.matrix) continue;
      this.turn(panel);
      const on = active && this.mapped(active.panel, panel, active.at);
      if (!this.tables) this.draw(panel, on);
      const text = !on ? this.caption(panel) : on.missing ? say("It does not write {word}.", { word: quoted(on.missing) }) : panel.matrix.sentence(on);
      if (panel.reading.textContent !== text) panel.reading.textContent = text;
      panel.reading.classList.toggle("locked", !this.hover && !!this.locked);
      const keys = say("Arrow keys read the cells, Escape lets go.");
      panel.canvas.setAttribute(
        "aria-label",
        `${panel.title}. ${this.caption(panel)} ${keys}`
      );
    }
    this.root.dataset.painted = this.words;
  }
  draw(panel, on) {
    const { matrix, lit, lines } = panel;
    if (!lines) return matrix.paint(this.look, panel.colour, on, { lit });
    const row = lit[0]?.[0] ?? null, weight = (r, c) => Math.sqrt(matrix.weight(r, c) ?? 0);
    const rootMatrix = Object.assign(Object.create(matrix), { weight });
    const onRow = row === null ? null : { row, column: null };
    lines.paint(
      this.look,
      panel.colour,
      rootMatrix,
      on || onRow,
      { coarse: false, off: false, until: null, tallest: this.tallest }
    );
  }
  // What a panel says while nothing is pointed at.
  caption({ matrix, lit, caption }) {
    if (caption || !lit.length) return caption || matrix.strongest();
    const [row, column] = lit[0];
    return matrix.sentence({ row, column });
  }
  listen(panel) {
    const { canvas } = panel, matrix = panel.lines ?? panel.matrix;
    const held = (at) => this.locked && this.locked.panel === panel && same(at, this.locked.at);
    canvas.addEventListener("pointermove", (event) => {
      const at = matrix.at(event);
      if (!same(at, this.hover?.at) || this.hover?.panel !== panel) {
        this.hover = at && { panel, at };
        this.paint();
      }
      canvas.style.cursor = at ? "pointer" : "default";
    });
    canvas.addEventListener("pointerleave", () => {
      this.hover = null;
      this.paint();
    });
    canvas.addEventListener("click", (event) => {
      const at = matrix.at(event);
      this.locked = !at || held(at) ? null : { panel, at };
      this.hover = null;
      this.paint();
    });
    canvas.addEventListener("keydown", (event) => {
      const at = panel.matrix.step(
        event.key,
        this.locked?.panel === panel ? this.locked.at : { row: 0, column: -1 }
      );
      if (!at) return;
      event.preventDefault();
      this.hover = null;
      this.locked = { panel, at };
      this.paint();
    });
  }
};
function matrices_default({ data, parentElement }) {
  const root = parentElement.querySelector(".matrices");
  root.view ??= new Matrices(root);
  root.view.show(read(data));
}
export {
  matrices_default as default
};
