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
var textOn = (colour) => brightness(colour) > 0.179 ? "#000000" : "#ffffff";

// shared/canvas.js
var Look = class {
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
    this.pixels = Uint32Array.from(this.ramp, ([red, green, blue]) => 4278190080 + (blue << 16) + (green << 8) + red);
    root.style.setProperty("--muted", this.muted);
    root.style.setProperty("--ramp", `linear-gradient(to right, ${stops.join(",")})`);
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
  let width = 0;
  new ResizeObserver(() => {
    if (root.clientWidth !== width) {
      width = root.clientWidth;
      paint();
    }
  }).observe(root);
  root.addEventListener("transitionrun", (event) => {
    if (event.target === root) setTimeout(paint, 50);
  });
}
var zoomOf = (element) => element.currentCSSZoom || 1;
var screenHeight = (element) => window.innerHeight / zoomOf(element);
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

// shared/numbers.js
var clamp = (low, value, high) => Math.max(low, Math.min(value, high));
var same = (a, b) => Boolean(a && b && a.row === b.row && a.column === b.column);

// shared/text.js
var french = {};
function setFrench(texts) {
  french = texts;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
var mark = (text) => text;
var KINDS = { weight: mark("weight"), score: mark("score"), distance: mark("distance"), norm: mark("norm"), cosine: mark("cosine") };
var quoted = (word) => say("“{word}”", { word });
var shorten = (word) => word.length > 20 ? word.slice(0, 19) + "…" : word;

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
    pen.fillStyle = look.text;
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
    cell = Math.floor(clamp(smallest, Math.min((room - beside - right) / columns.length, highest(top)), 160));
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
  // The cell that an arrow key leads to from `on`.
  step(key, on) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
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
  // The same numbers for those who read no pictures. A quarter of a million cells would keep a browser busy for ten seconds: of so
  // many, the largest of each row.
  table(caption) {
    const rows = this.rows.map((word, r) => [this.before?.[r], word].filter(Boolean).join(" ▸ "));
    const text = (value) => value === null ? say("masked") : this.number(value).replace(/^\./, "0.");
    if (rows.length * this.columns.length <= TABLE) return tableOf(caption, rows, this.columns, (r, c) => text(this.weight(r, c)));
    const most = rows.map((_, r) => this.columns.map((_2, c) => [this.weight(r, c), c]).filter(([value]) => value !== null).sort((a, b) => b[0] - a[0]).slice(0, 5));
    return tableOf(
      say("{title}. Of each row the five largest.", { title: caption }),
      rows,
      ["1", "2", "3", "4", "5"],
      (r, i) => most[r][i] ? say("{word}: {weight}", { word: this.column(most[r][i][1]), weight: text(most[r][i][0]) }) : ""
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
    if (this.kind === "weight") return say("Strongest: {row} looks at {column}: {weight}.", { row, column, weight: best[0].toFixed(2) });
    if (this.kind === "cosine") return say("Most alike: {a} and {b}: cosine {value}.", { a: row, b: this.row(best[2]), value });
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
    if (!masked) return say("No cell is masked: every word may look at every word.");
    const causal = masked === later && later === this.rows.length * (this.rows.length - 1) / 2;
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
    const top = (pairs) => pairs.filter(([w]) => w !== null).sort((a, b) => b[0] - a[0]).slice(0, 3).map(([weight2, word]) => say("{word}: {weight}", { word, weight: weight2.toFixed(2) })).join(", ");
    if (row === null) {
      const words = top(this.rows.map((_, r) => [this.weight(r, column), this.row(r)]));
      return say("{column} is looked at by {words}.", { column: this.column(column), words });
    }
    const looks = this.row(row);
    const context = this.before ? ` ${say("({read} is read, {written} is written)", { read: quoted(this.before[row]), written: quoted(this.rows[row]) })}` : this.after ? ` ${say("(about to write {word})", { word: quoted(this.after[row]) })}` : "";
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
};

// shared/matrix.js
var Matrix = class extends Cells {
  constructor(canvas) {
    super();
    this.canvas = canvas;
  }
  rowLabel(row) {
    return [this.before && this.roomy ? `${shorten(this.before[row])} ▸ ` : "", shorten(this.rows[row])];
  }
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
    const { size, cell, left, top, right } = this, R = this.rows.length, C = this.columns.length;
    const pen = sharp(this.canvas, left + C * cell + right + 1, top + R * cell + 1);
    const gap = cell >= 16 ? 1 : 0, tiny = cell < SMALLEST_CELL;
    if (tiny) this.paintTiny(pen, look, colour);
    for (let r = 0; r < R && !tiny; r++) {
      for (let c = 0; c < C; c++) {
        const weight = this.weight(r, c), x = left + c * cell, y = top + r * cell;
        if (weight === null) {
          hatch(pen, look, x, y, cell - gap);
          continue;
        }
        const share = this.share(weight);
        pen.fillStyle = `rgb(${look.ink(share)})`;
        pen.fillRect(x, y, cell - gap, cell - gap);
        if (cell * 0.36 >= look.least && Math.abs(weight) >= (this.kind === "norm" ? 0.05 : 5e-3)) {
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
    hatch(pen, look, left, top, C * cell, R * cell);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, left, top, C * cell, R * cell);
    pen.strokeStyle = colour;
    for (const [r, c] of changed) pen.strokeRect(left + c * cell, top + r * cell, cell, cell);
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
};
function hatch(pen, look, x, y, side, height = side) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, side, height);
  pen.clip();
  pen.strokeStyle = look.muted;
  pen.globalAlpha = 0.28;
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

// matrices/matrices.js
var Matrices = class {
  constructor(root) {
    this.root = root;
    this.hint = make("p", "hint");
    this.row = make("div", "panels");
    this.legend = make("div", "legend");
    this.least = make("span");
    this.most = make("span");
    this.legend.append(this.least, make("span", "scale"), this.most, this.hint);
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.arrange();
    });
    root.append(this.row, this.legend, this.asTable);
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
    this.hint.textContent = data.hint;
    const scaled = data.panels.find((panel) => ["weight", "distance", "cosine"].includes(panel.kind));
    this.least.textContent = scaled ? `${say(KINDS[scaled.kind])} 0` : "";
    this.most.textContent = scaled ? String(Number(scaled.most.toFixed(1))) : "";
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
    scroller.append(canvas);
    box.append(scroller, reading);
    const matrix = new Matrix(canvas), width = panel.columns.length;
    const { numbers, steps } = this.data;
    const weight = (row, column) => unpack(numbers[panel.offset + row * width + column], steps, panel.least, panel.most);
    const changed = new Set(panel.changed.map(([row, column]) => row * width + column));
    matrix.set({
      rows: panel.rows,
      columns: panel.columns,
      weight,
      least: panel.least,
      most: panel.most,
      kind: panel.kind,
      changed: (row, column) => changed.has(row * width + column)
    });
    const drawn = { box, canvas, scroller, reading, matrix, colour: panel.colour, title: panel.title };
    this.listen(drawn);
    return drawn;
  }
  // As many in a row as leave each the room it needs.
  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    const drawn = this.panels.filter((panel) => panel.matrix), width = this.root.clientWidth, gap = 32;
    const wanted = Math.max(0, ...drawn.map(({ matrix }) => 90 + matrix.columns.length * (SMALLEST_CELL + 0.5)));
    let across = width < 620 ? 1 : this.panels.length;
    while (across > 1 && (width - gap * (across - 1)) / across < wanted) across = Math.ceil(across / 2);
    const room = (width - gap * (across - 1)) / across;
    this.row.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    for (const { matrix } of drawn) matrix.layout(this.look, room, clamp(320, screenHeight(this.root) * 0.5, 900));
    this.paint();
  }
  // What stands out in another panel when this does in `panel`: the same French word, the same English one.
  mapped(from, to, on) {
    if (!on || from === to) return on;
    const word = (matrix, row2) => [matrix.rows[row2], matrix.rows.slice(0, row2).filter((other) => other === matrix.rows[row2]).length];
    const [text, before] = on.row === null ? [null, 0] : word(from.matrix, on.row);
    let row = null;
    if (text !== null) {
      const places = to.matrix.rows.map((other, place) => other === text ? place : -1).filter((place) => place >= 0);
      row = places[before] ?? null;
      if (row === null) return { row: null, column: null, missing: text };
    }
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
      if (!this.tables) panel.matrix.paint(this.look, panel.colour, on);
      const text = !on ? panel.matrix.strongest() : on.missing ? say("It does not write {word}.", { word: quoted(on.missing) }) : panel.matrix.sentence(on);
      if (panel.reading.textContent !== text) panel.reading.textContent = text;
      panel.reading.classList.toggle("locked", !this.hover && !!this.locked);
      panel.canvas.setAttribute("aria-label", `${panel.title}. ${panel.matrix.strongest()} ${say("Arrow keys read the cells, Escape lets go.")}`);
    }
    this.root.dataset.painted = this.words;
  }
  listen(panel) {
    const { canvas, matrix } = panel;
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
      const at = matrix.step(event.key, this.locked?.panel === panel ? this.locked.at : { row: 0, column: -1 });
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
