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

// explorer/lines.js
var Lines = class {
  constructor(canvas) {
    this.canvas = canvas;
  }
  // `on` is the row or the column that stands out; of a coarse picture only the words are written.
  paint(look, colour, matrix, on, coarse) {
    const { rows, columns, cell, top: mapTop, size: large } = matrix;
    const weightOf = (r, c) => matrix.weight(r, c), width = Math.max(this.canvas.parentElement.clientWidth - 1, 160);
    const R = rows.length, C = columns.length, most = Math.max(R, C), top = 28;
    const step = clamp(most > MANY ? 1 : 14, (cell * R + mapTop - top) / most, 64), size = clamp(look.least, Math.min(large, step * 0.62), 28);
    const pen = sharp(this.canvas, width, top + most * step + 2), limit = width * 0.36;
    pen.font = look.font(size, true);
    const left = Math.min(widest(pen, rows), limit) + 4, right = width - Math.min(widest(pen, columns), limit) - 4;
    const y = (i, n) => top + (i + 0.5) * step + (most - n) * step / 2;
    this.place = { rows: R, columns: C, top, step, left, right, offsetRow: (most - R) * step / 2, offsetColumn: (most - C) * step / 2 };
    pen.font = look.font(Math.max(12, size * 0.75), false);
    pen.fillStyle = look.muted;
    pen.textAlign = "left";
    pen.fillText(say("looks"), 0, 10);
    pen.textAlign = "right";
    pen.fillText(say("is looked at"), width, 10);
    const drawn = [];
    for (let r = 0; r < R; r++) {
      for (let c = 0; c < C; c++) {
        const weight = weightOf(r, c);
        if (weight === null || weight < 0.01 || coarse) continue;
        if (on && (on.row !== null && on.row !== r || on.row === null && on.column !== c)) continue;
        drawn.push([weight, r, c]);
      }
    }
    drawn.sort((a, b) => a[0] - b[0]);
    pen.strokeStyle = colour;
    for (const [weight, r, c] of drawn.slice(-4e3)) {
      pen.globalAlpha = clamp(0.03, weight, 1);
      pen.lineWidth = 0.75 + 2.5 * weight;
      pen.beginPath();
      pen.moveTo(left + 4, y(r, R));
      pen.lineTo(right - 4, y(c, C));
      pen.stroke();
    }
    pen.globalAlpha = 1;
    const word = (text, x, at, bold, faint, room) => {
      pen.font = look.font(size, bold);
      pen.fillStyle = faint ? look.muted : look.text;
      pen.fillText(shorten(text), x, at, room);
    };
    pen.textAlign = "right";
    const rowNamed = thinned(R, step, size, (r) => on && on.row === r);
    const columnNamed = thinned(C, step, size, (c) => on && (on.column === c || on.row !== null && weightOf(on.row, c) > 0.3));
    rows.forEach((text, r) => rowNamed(r) && word(text, left, y(r, R), on && on.row === r, on && on.row !== null && on.row !== r, limit));
    pen.textAlign = "left";
    columns.forEach((text, c) => {
      const weight = on && on.row !== null ? weightOf(on.row, c) || 0 : 0;
      if (weight > 0.01) {
        pen.globalAlpha = 0.35 * weight + 0.05;
        pen.fillStyle = colour;
        pen.fillRect(right - 2, y(c, C) - step * 0.45, width - right + 2, step * 0.9);
        pen.globalAlpha = 1;
      }
      if (columnNamed(c)) word(text, right, y(c, C), on && (on.column === c || weight > 0.3), on && on.row !== null && weight < 0.05 && on.column !== c, limit);
    });
  }
  // The word under the pointer, as a row or a column.
  at(event) {
    const p = this.place, [x, below] = within(event, this.canvas), y = below - p.top;
    const row = Math.floor((y - p.offsetRow) / p.step), column = Math.floor((y - p.offsetColumn) / p.step);
    if (x < (p.left + p.right) / 2) return row >= 0 && row < p.rows ? { row, column: null } : null;
    return column >= 0 && column < p.columns ? { row: null, column } : null;
  }
};

// explorer/strip.js
var percent = (p) => p >= 0.995 ? "99+ %" : p < 0.01 ? "<1 %" : `${Math.round(100 * p)} %`;
function wordButton(word) {
  const button = make("button", "word");
  button.append(make("span", "text", word.text), make("span", "probability", percent(word.probability)));
  button.style.setProperty("--p", word.probability);
  const others = word.pieces.map((p) => p.best.map(([text, p2]) => `${text} ${p2.toFixed(2)}`).join(", ")).join("; ");
  button.setAttribute("aria-label", say(
    "{word}, probability {probability}. Runners-up: {others}",
    { word: word.text, probability: word.probability.toFixed(2), others }
  ));
  return button;
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
      row.append(make("span", "text", text), cell, make("span", "number", p.toFixed(p < 0.01 ? 3 : 2)));
      table.append(row);
    }
    return table;
  });
}

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

// explorer/explorer.js
var Explorer = class {
  constructor(root) {
    this.root = root;
    this.sent = /* @__PURE__ */ new Set();
    this.off = /* @__PURE__ */ new Set();
    this.sentOff = /* @__PURE__ */ new Set();
    this.askedOff = "";
    this.strip = make("div", "strip");
    this.strip.setAttribute("role", "group");
    this.overview = make("div", "overview");
    this.overview.setAttribute("role", "group");
    this.allOn = make("button", "all-on");
    this.allOn.addEventListener("click", () => this.silence([]));
    this.title = make("h3", "title");
    this.power = make("button", "power");
    this.power.addEventListener("click", () => this.toggle(this.choice));
    this.reading = make("p", "reading");
    this.reading.setAttribute("aria-live", "polite");
    this.map = make("canvas", "map");
    this.map.tabIndex = 0;
    this.map.setAttribute("role", "img");
    this.lines = make("canvas", "lines");
    this.drawnLines = new Lines(this.lines);
    this.lines.setAttribute("role", "img");
    this.legend = make("div", "legend");
    this.buildForce();
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    const mapBox = make("div", "box map-box"), linesBox = make("div", "box lines-box");
    mapBox.append(this.map);
    linesBox.append(this.lines);
    const head = make("div", "head"), body = make("div", "body");
    this.pictures = make("div", "pictures");
    this.pictures.append(mapBox, linesBox);
    const line = make("div", "title-line"), side = make("div", "side");
    line.append(this.title, this.power);
    this.table = tableBox();
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.paintLarge();
    });
    head.append(line, this.reading, this.pictures, this.table, this.force, this.legend, this.asTable);
    side.append(this.overview, this.allOn);
    body.append(side, head);
    root.append(this.strip, body, this.tip);
    this.listen();
    this.matrix = new Matrix(this.map);
    watch(root, () => this.paint());
  }
  // What stands there whatever is on show.
  speak() {
    this.strip.setAttribute("aria-label", say("What is written, word by word"));
    this.overview.setAttribute("aria-label", say("All heads. Arrow keys move between them."));
    this.allOn.textContent = say("All heads on");
    this.table.setAttribute("aria-label", say("The weights of this head"));
    this.slider.setAttribute("aria-label", say("The weight to force"));
    this.forceIt.textContent = say("Force it");
    this.asComputed.textContent = say("As computed");
    this.asTable.speak();
  }
  show(data) {
    this.speak();
    const shape = JSON.stringify(data.blocks.map((b) => [b.title, b.layers, b.heads]));
    const asked = data.choice.join("/");
    this.data = data;
    const fresh = shape !== this.shape;
    if (fresh) this.buildOverview();
    if (fresh || asked !== this.asked && !this.sent.delete(asked)) this.choice = data.choice;
    if (asked === this.choice.join("/")) this.sent.clear();
    this.shape = shape;
    this.asked = asked;
    if (data.off !== this.askedOff && !this.sentOff.delete(data.off)) this.off = new Set(data.off.split(",").filter(Boolean));
    if (data.off === [...this.off].sort().join(",")) this.sentOff.clear();
    this.askedOff = data.off;
    for (const block of data.blocks) block.cells = block.coarse || [block.rows.length, block.columns.length];
    const words = JSON.stringify(data.blocks.map((b) => [b.rows, b.columns]));
    if (words !== this.words) this.locked = this.hover = null;
    this.words = words;
    this.buildStrip();
    this.paint();
    if (fresh) this.overview.scrollTop = this.chosenThumb().parentElement.offsetTop - this.overview.clientHeight / 2;
  }
  // --- the translation -------------------------------------------------------------------------
  buildStrip() {
    this.strip.replaceChildren(...this.data.words.map((word, place) => {
      const button = wordButton(word);
      const open = () => {
        this.showRunnersUp(button, word);
        this.hoverRow(place);
      };
      const close = () => {
        this.tip.hidden = true;
        this.hoverRow(null);
      };
      button.addEventListener("pointerenter", open);
      button.addEventListener("focus", open);
      button.addEventListener("pointerleave", close);
      button.addEventListener("blur", close);
      return button;
    }));
    if (!this.data.finished) this.strip.append(make("span", "cut", say("… cut: the model did not come to an end")));
  }
  showRunnersUp(anchor, word) {
    this.tip.replaceChildren(...runnersUp(word));
    this.tip.hidden = false;
    const at = anchor.getBoundingClientRect(), [x, y] = within({ clientX: at.left, clientY: at.bottom }, this.root);
    this.placeTip(x, y + 4);
  }
  hoverRow(place) {
    if (this.block().stack !== "cross") return;
    this.hover = place === null ? null : { row: place, column: null };
    this.paintLarge();
  }
  placeTip(x, y) {
    this.tip.style.left = `${clamp(0, x, this.root.clientWidth - this.tip.offsetWidth)}px`;
    this.tip.style.top = `${y}px`;
  }
  // --- all heads -------------------------------------------------------------------------------
  buildOverview() {
    this.thumbs = [];
    const { blocks } = this.data, layers = blocks.reduce((sum, block) => sum + block.layers, 0), heads = Math.max(...blocks.map((b) => b.heads));
    this.overview.classList.toggle("many", layers > 12 || heads > 8);
    this.overview.style.setProperty("--rows", layers);
    this.overview.style.setProperty("--most", heads);
    this.overview.replaceChildren(...this.data.blocks.map((block, b) => {
      const group = make("div", "block");
      group.append(make("div", "block-title", block.title));
      const grid = make("div", "grid");
      grid.style.setProperty("--heads", block.heads);
      grid.append(make("span", "corner", say("layer")));
      for (let head = 0; head < block.heads; head++) {
        const label = make("span", "head-label", head + 1);
        label.style.setProperty("--colour", this.data.colours[head % this.data.colours.length]);
        grid.append(label);
      }
      for (let layer = 0; layer < block.layers; layer++) {
        grid.append(make("span", "layer-label", layer + 1));
        for (let head = 0; head < block.heads; head++) {
          const thumb = make("button", "thumb"), choice = [block.stack, layer, head], cell = make("div", "thumb-cell");
          const place = { mechanism: block.title, layer: layer + 1, head: head + 1 };
          thumb.append(make("canvas"));
          cell.append(thumb);
          const power = make("button", "switch");
          power.setAttribute("role", "switch");
          power.setAttribute("aria-label", say("{mechanism}, layer {layer}, head {head} is on", place));
          power.tabIndex = -1;
          power.addEventListener("click", () => this.toggle(choice));
          if (this.data.can.silenced) cell.append(power);
          thumb.setAttribute("aria-label", say("{mechanism}, layer {layer}, head {head}", place));
          thumb.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.preview(choice));
          thumb.addEventListener("pointerleave", () => this.preview(null));
          thumb.addEventListener("click", () => this.choose(choice));
          thumb.addEventListener("keydown", (event) => this.moveThumb(event, b, layer, head));
          this.thumbs.push({ thumb, power, choice, block: b });
          grid.append(cell);
        }
      }
      group.append(grid);
      return group;
    }));
  }
  // --- what if a head is switched off, or a cell given another weight ----------------------------
  key([stack, layer, head]) {
    return `${stack}-${layer + 1}-${head + 1}`;
  }
  toggle(choice) {
    const key = this.key(choice), heads = [...this.off].filter((other) => other !== key);
    this.silence(this.off.has(key) ? heads : [...heads, key]);
  }
  silence(heads) {
    this.off = new Set(heads);
    const text = heads.sort().join(",");
    this.sentOff.add(text);
    this.keep("off", { heads });
    this.paint();
  }
  buildForce() {
    this.force = make("div", "force");
    this.slider = make("input");
    Object.assign(this.slider, { type: "range", min: 0, max: 1, step: 0.01 });
    this.forceText = make("span", "force-text");
    this.forceIt = make("button", "apply");
    this.asComputed = make("button", "apply");
    this.slider.addEventListener("input", () => this.paintForce(Number(this.slider.value)));
    this.forceIt.addEventListener("click", () => this.forceCell(Number(this.slider.value)));
    this.asComputed.addEventListener("click", () => this.forceCell(null));
    this.force.append(this.forceText, this.slider, this.forceIt, this.asComputed);
  }
  forceCell(weight) {
    const cell = `${this.key(this.choice)}-${this.locked.row + 1}-${this.locked.column + 1}`;
    const others = this.data.force.split(",").filter((other) => other && other.slice(0, other.lastIndexOf("-")) !== cell);
    const cells = weight === null ? others : [...others, `${cell}-${weight}`];
    this.keep("force", { cells: cells.sort() });
  }
  paintForce(wanted) {
    const cell = this.data.can.forced && this.locked && this.locked.row !== null && this.locked.column !== null;
    const weight = cell && !this.coarse ? this.matrix.weight(this.locked.row, this.locked.column) : null;
    this.force.hidden = weight === null;
    if (weight === null) return;
    if (wanted === void 0) this.slider.value = weight;
    this.forceText.textContent = say("What if {row} looked at {column} with {weight}?", {
      row: this.matrix.row(this.locked.row),
      column: this.matrix.column(this.locked.column),
      weight: (wanted ?? weight).toFixed(2)
    });
  }
  choose(choice) {
    this.choice = choice;
    this.previewed = null;
    this.sent.add(choice.join("/"));
    this.setChoice(choice);
    this.paint();
  }
  preview(choice) {
    this.previewed = choice;
    this.hover = null;
    this.paintLarge();
  }
  moveThumb(event, b, layer, head) {
    if (event.key === "Escape") return this.preview(null);
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const blocks = this.data.blocks;
    layer += step[0];
    head += step[1];
    if (layer < 0 || head < 0) b -= 1;
    else if (layer >= blocks[b].layers || head >= blocks[b].heads) b += 1;
    if (!blocks[b]) return;
    layer = (layer + blocks[b].layers) % blocks[b].layers;
    head = (head + blocks[b].heads) % blocks[b].heads;
    this.choose([blocks[b].stack, layer, head]);
    this.chosenThumb().focus();
  }
  chosenThumb() {
    return (this.thumbs.find((t) => t.choice.join() === this.choice.join()) || this.thumbs[0]).thumb;
  }
  paintOverview() {
    this.allOn.hidden = !this.off.size;
    for (const { thumb, power, choice, block: b } of this.thumbs) {
      const block = this.data.blocks[b], canvas = thumb.firstChild, off = this.off.has(this.key(choice));
      thumb.parentElement.classList.toggle("off", off);
      power.setAttribute("aria-checked", !off);
      power.title = off ? say("Switch this head on") : say("Switch this head off");
      const chosen = choice.join() === this.choice.join();
      thumb.setAttribute("aria-pressed", chosen);
      thumb.tabIndex = chosen ? 0 : -1;
      const from = this.from(block, choice), [rows, columns] = block.cells;
      paintThumbnail(canvas, this.data.numbers.subarray(from, from + rows * columns), rows, columns, this.data.steps, this.look);
    }
  }
  // --- one head --------------------------------------------------------------------------------
  single() {
    return this.data.blocks.length === 1 && this.data.blocks[0].layers * this.data.blocks[0].heads === 1;
  }
  shown() {
    return this.previewed || this.choice;
  }
  block() {
    return this.data.blocks.find((b) => b.stack === this.shown()[0]) || this.data.blocks[0];
  }
  from(block, [, layer, head]) {
    return block.offset + (layer * block.heads + head) * block.cells[0] * block.cells[1];
  }
  paint() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    this.paintOverview();
    this.paintLarge();
    this.root.dataset.painted = this.data.words.map((word) => word.text).join(" ");
  }
  paintLarge() {
    const block = this.block(), [, layer, head] = this.shown();
    const at = [block.stack, clamp(0, layer, block.layers - 1), clamp(0, head, block.heads - 1)];
    const { numbers, steps, colours } = this.data, { full } = block;
    this.coarse = Boolean(block.coarse) && !(full && full.layer === at[1] && full.head === at[2]);
    const start = block.coarse && !this.coarse ? full.offset : this.from(block, at), columns = this.coarse ? block.cells[1] : block.columns.length;
    const [high, wide] = this.together = [block.rows, block.columns].map((words, i) => this.coarse ? Math.ceil(words.length / block.cells[i]) : 1);
    const weight = (row, column) => {
      return unpack(numbers[start + Math.floor(row / high) * columns + Math.floor(column / wide)], steps);
    };
    this.matrix.set({ ...block, weight });
    this.colour = colours[at[2] % colours.length];
    const place = { mechanism: block.title, layer: at[1] + 1, head: at[2] + 1 };
    const title = this.single() ? block.title : say("{mechanism} · layer {layer} · head {head}", place);
    const off = this.off.has(this.key(at));
    this.title.textContent = off ? say("{title} (off)", { title }) : title;
    this.power.hidden = !this.data.can.silenced || !!this.previewed;
    this.power.textContent = off ? say("Switch it on") : say("Switch it off");
    this.title.style.setProperty("--colour", this.colour);
    this.pictures.hidden = this.tables;
    this.table.hidden = !this.tables;
    this.table.replaceChildren(...this.tables && !this.coarse ? [this.matrix.table(title)] : []);
    this.root.classList.toggle("alone", this.single() || zoomOf(this.root) > 1);
    this.layout();
    this.matrix.paint(this.look, this.colour, this.active());
    this.drawnLines.paint(this.look, this.colour, this.matrix, this.active(), this.coarse);
    this.paintReading();
    this.paintForce();
    this.paintLegend();
    const summary = `${title}. ${this.told(null)}`;
    this.map.setAttribute("aria-label", say("Heatmap. {summary} Arrow keys read the cells, Escape lets go.", { summary }));
    this.lines.setAttribute("aria-label", say("Lines. {summary}", { summary }));
  }
  active() {
    return this.hover || this.locked;
  }
  layout() {
    const width = this.pictures.clientWidth, columns = this.matrix.columns.length;
    const stacked = this.root.clientWidth <= 620 || 100 + columns * SMALLEST_CELL > 0.6 * width;
    this.pictures.classList.toggle("stacked", stacked);
    this.matrix.layout(this.look, width * (stacked ? 1 : 0.6), clamp(300, screenHeight(this.root) * 0.58, 900));
  }
  // What stands out, in words, or that nothing can be read of a coarse picture.
  told(on) {
    return this.coarse ? say(
      "Seen coarsely: each square is the largest of {rows} × {columns} weights. A click brings every weight.",
      { rows: this.together[0], columns: this.together[1] }
    ) : this.matrix.sentence(on);
  }
  paintReading() {
    const text = this.told(this.active());
    if (this.reading.textContent !== text) this.reading.textContent = text;
    this.reading.classList.toggle("locked", !this.hover && !!this.locked);
  }
  paintLegend() {
    const masked = this.matrix.rows.some((_, row) => this.matrix.columns.some((_2, column) => this.matrix.weight(row, column) === null));
    const hint = say("Hover a word, click to hold it, Esc to let go.");
    if (this.legend.dataset.masked === String(masked) && this.legend.lastChild.textContent === hint) return;
    this.legend.dataset.masked = masked;
    this.legend.replaceChildren(make("span", "", say("weight 0")), make("span", "scale"), make("span", "", "1"));
    if (masked) this.legend.append(make("span", "masked"), make("span", "", say("masked: may not be looked at")));
    this.legend.append(make("span", "hint", hint));
  }
  // --- hands -----------------------------------------------------------------------------------
  listen() {
    const point = (canvas, find) => {
      canvas.addEventListener("pointermove", (event) => {
        const at = find(event);
        if (!same(at, this.hover)) {
          this.hover = at;
          this.paintLarge();
        }
        canvas.style.cursor = at ? "pointer" : "default";
      });
      canvas.addEventListener("pointerleave", () => {
        this.hover = null;
        this.paintLarge();
      });
      canvas.addEventListener("click", (event) => {
        const at = find(event);
        this.locked = same(at, this.locked) ? null : at;
        this.hover = null;
        this.paintLarge();
      });
    };
    point(this.map, (event) => this.matrix.at(event));
    point(this.lines, (event) => this.drawnLines.at(event));
    this.map.addEventListener("keydown", (event) => {
      const at = this.matrix.step(event.key, this.locked || { row: 0, column: 0 });
      if (!at) return;
      event.preventDefault();
      this.hover = null;
      this.locked = at;
      this.paintLarge();
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.locked = this.hover = this.previewed = null;
      this.tip.hidden = true;
      this.paintLarge();
    });
  }
};
function explorer_default({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".explorer");
  root.view ??= new Explorer(root);
  root.view.setChoice = ([stack, layer, head]) => setTriggerValue("choice", { stack, layer, head });
  root.view.keep = (name, message) => setTriggerValue(name, message);
  root.view.show(read(data));
}
export {
  explorer_default as default
};
