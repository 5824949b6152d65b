// Made of inside/ and shared/ by "npm run build": change those, not this.

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
function readable(colour, paper, text) {
  for (let share = 0; ; share += 0.05) {
    const mixed = mix(colour, text, share);
    if (share >= 1 || contrast(mixed, paper) >= 4.5) return `rgb(${mixed})`;
  }
}

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

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

// shared/numbers.js
var clamp = (low, value, high) => Math.max(low, Math.min(value, high));

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

// shared/packing.js
function read(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  setFrench(head.french);
  head.numbers = new Uint16Array(bytes.slice(4 + length).buffer);
  return head;
}

// shared/columns.js
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

// shared/cells.js
var TABLE = 128 * 128;

// shared/matrix.js
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

// inside/wording.js
var minus = (text) => text.replace("-", "−").replace(/^−0$/, "0");
var raised = (number) => minus(String(number)).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["−0123456789".indexOf(sign)]);
var power = (value, digits) => value.toExponential(digits).replace(/e(.*)/, (_, exponent) => `·10${raised(Number(exponent))}`);
function written(value) {
  if (Number.isNaN(value)) return say("masked");
  const size = Math.abs(value);
  if (size >= 1e9 || size && size < 1e-4) return minus(power(value, 2));
  if (Number.isInteger(value)) return minus(value.toLocaleString("en"));
  if (size >= 1e3) return minus(value.toLocaleString("en", { maximumFractionDigits: 1 }));
  return minus(size >= 0.1 ? value.toFixed(3) : value.toPrecision(3));
}
var factor = (value) => value < 0 ? `(${written(value)})` : written(value);
var added = (value) => value < 0 ? ` − ${written(-value)}` : ` + ${written(value)}`;
function brief(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return minus(power(value, 1));
  return Number.isInteger(value) ? minus(String(value)) : minus(value.toFixed(size >= 100 ? 1 : 2)).replace(/^−(0\.0+)$/, "$1");
}
function decimals(value) {
  if (Number.isNaN(value)) return say("masked");
  return Number.isInteger(value) ? minus(String(value)) : minus(value.toFixed(3)).replace("−0.000", "0.000");
}
var cut = (word, most) => word.length > most ? word.slice(0, most - 1) + "…" : word;
var rowsOf = (count) => count === 1 ? say("1 row") : say("{count} rows", { count });
var numbersOf = (count) => count === 1 ? say("1 number") : say("{count} numbers", { count: count.toLocaleString("en") });

// inside/operations.js
var TERMS = 4;
var at = (grid, row, column) => grid.values[Math.min(row, grid.shape[0] - 1) * grid.shape[1] + Math.min(column, grid.shape[1] - 1)];
var many = (count, value) => Array.from({ length: count }, (_, i) => value(i));
var across = (grid, row) => many(grid.shape[1], (column) => at(grid, row, column));
var total = (values) => values.reduce((all, value) => all + value, 0);
var tinted = (grid, row, column) => [factor(at(grid, row, column)), grid.role];
var product = (x, i, j, y, k, l) => ({ value: at(x, i, j) * at(y, k, l), parts: [tinted(x, i, j), "·", tinted(y, k, l)] });
function sum(terms) {
  const order = [...terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value)), rest = order.slice(TERMS).map(({ value }) => value);
  const parts = order.slice(0, TERMS).flatMap((term, i) => i ? [" + ", ...term.parts] : term.parts);
  return rest.length ? [...parts, added(total(rest)), ...aside(say("({count} more)", { count: rest.length }))] : parts;
}
function aside(text, parts = {}) {
  return [" ", ...text.split(/\{(\w+)\}/).flatMap((piece, place) => place % 2 ? parts[piece] : piece ? [[piece]] : [])];
}
var listed = (grid, values) => sum(values.map((value) => ({ value, parts: [[factor(value), grid.role]] })));
function linear(r, c, [x, w, b], value, name = "", undo = (after) => after) {
  const shift = b?.values ? at(b, 0, c) : 0, bias = { grid: b, row: 0, column: c };
  const end = b?.values ? [added(shift), [" ("], bias, [")"]] : b ? [" + ", bias] : [];
  if (x.values && w.values) {
    const terms = many(x.shape[1], (i) => product(x, r, i, w, i, c));
    return wrapped(name, [...sum(terms), ...end], total(terms.map((term) => term.value)) + shift);
  }
  const before = undo(value), known = before === null || b && !b.values ? [] : [written(before - shift)];
  const unseen = aside(say("({count} products of {x} and {w}, too many to show)", { count: x.shape[1] }), { x: { grid: x }, w: { grid: w } });
  return wrapped(name, [...known, ...unseen.slice(known.length ? 0 : 1), ...end], before);
}
function wrapped(name, parts, before) {
  return name ? [`${name}`, ...parts, before === null ? ")" : `) = ${name}${written(before)})`] : parts;
}
function joined(column, of) {
  let place = 0;
  for (; column >= of[place].shape[1]; place++) column -= of[place].shape[1];
  return { place, grid: of[place], column };
}
var SAME = (r, c) => [[r, c], [r, c]];
var ROW = (r) => [[r, null]];
var VECTORS = (r, c) => [[r, null], [null, c], [0, c]];
var OPERATIONS = {
  "linear": { signs: ["·", "+"], end: "=", lights: VECTORS, tell: (r, c, of, value) => linear(r, c, of, value) },
  "linear relu": {
    signs: ["·", "+"],
    end: "→ max(0, ·) →",
    lights: VECTORS,
    tell: (r, c, of, value) => linear(r, c, of, value, "max(0, ", (after) => after > 0 ? after : null)
  },
  "linear tanh": {
    signs: ["·", "+"],
    end: "→ tanh →",
    lights: VECTORS,
    tell: (r, c, of, value) => linear(r, c, of, value, "tanh(", Math.atanh)
  },
  "dots": {
    signs: ["·"],
    end: "=",
    lights: (r, c) => [[r, null], [c, null]],
    tell: (r, c, [x, y]) => sum(many(x.shape[1], (i) => product(x, r, i, y, c, i)))
  },
  "add": { signs: ["+"], end: "=", lights: SAME, tell: (r, c, [x, y]) => [tinted(x, r, c), " + ", tinted(y, r, c)] },
  "add tanh": {
    signs: ["+"],
    end: "→ tanh →",
    lights: SAME,
    tell: (r, c, [x, y]) => wrapped("tanh(", [tinted(x, r, c), " + ", tinted(y, r, c)], at(x, r, c) + at(y, r, c))
  },
  "times": { signs: [], end: "· # =", lights: SAME, tell: (r, c, [x], value, n) => [tinted(x, r, c), ` · ${factor(n)}`] },
  "divide": { signs: [], end: "/ # =", lights: SAME, tell: (r, c, [x], value, n) => [tinted(x, r, c), ` / ${factor(n)}`] },
  "mask": {
    signs: [mark("mask")],
    end: "→",
    lights: SAME,
    tell: (r, c, [x], value) => value === value ? [tinted(x, r, c), ...aside(say("(the mask leaves it as it is)"))] : aside(say("{masked}: it may not be looked at, and {value} is not used", { value: written(at(x, r, c)) }), { masked: say("masked") }).slice(1)
  },
  "less largest": {
    signs: [],
    end: "− max =",
    lights: ROW,
    tell: (r, c, [x]) => {
      const largest = Math.max(...across(x, r).filter((one) => one === one));
      return [tinted(x, r, c), " − ", [factor(largest), x.role], ...aside(say("(the largest of the row)"))];
    }
  },
  "exp": {
    signs: [],
    end: "→ exp →",
    lights: SAME,
    tell: (r, c, [x]) => Number.isNaN(at(x, r, c)) ? ["exp(−∞)", ...aside(say("(masked)"))] : ["exp(", [written(at(x, r, c)), x.role], ")"]
  },
  "total": { signs: [], end: "→ Σ →", lights: ROW, tell: (r, c, [x]) => listed(x, across(x, r)) },
  "share": {
    signs: ["/"],
    end: "=",
    lights: (r, c) => [[r, c], [r, 0]],
    tell: (r, c, [x, all]) => [tinted(x, r, c), " / ", tinted(all, r, 0)]
  },
  "weigh": {
    signs: ["·"],
    end: "=",
    lights: (r, c) => [[0, r], [r, c]],
    tell: (r, c, [weights, v]) => product(weights, 0, r, v, r, c).parts
  },
  "sum": {
    signs: [],
    end: "→ Σ →",
    lights: (r, c) => [[null, c]],
    tell: (r, c, [x]) => listed(x, many(x.shape[0], (i) => at(x, i, c)))
  },
  "join": {
    signs: [","],
    end: "→",
    lights: (r, c, of) => of.map((part, i) => i === joined(c, of).place ? [r, joined(c, of).column] : null),
    tell: (r, c, of) => {
      const { grid, column } = joined(c, of);
      return [{ grid, column, row: r }, " ", [say("(number {place} of {title})", { place: column + 1, title: quoted(grid.title) })]];
    }
  },
  "norm": {
    signs: ["→ norm ·", "+"],
    end: "=",
    lights: (r, c) => [[r, null], [0, c], [0, c]],
    tell: (r, c, [x, gain, shift], value, n, epsilon) => {
      const row = across(x, r), mean = total(row) / row.length, variance = total(row.map((one) => (one - mean) ** 2)) / row.length;
      const around = `${added(-mean)}) / √(${written(variance)} + ${epsilon.toFixed(5)}) · `;
      const told = say("(mean {mean} and variance {variance} of {count})", { mean: written(mean), variance: written(variance), count: row.length });
      return ["(", [written(at(x, r, c)), x.role], around, tinted(gain, 0, c), added(at(shift, 0, c)), ...aside(told)];
    }
  }
};
function between(whole, before, after, shown) {
  const { signs, end } = OPERATIONS[whole.operation], free = /^(add|add tanh|dots|weigh)$/.test(whole.operation);
  const of = free ? [...whole.of].sort((a, b) => shown.indexOf(a) - shown.indexOf(b)) : whole.of;
  const chain = of.flatMap((part, i) => [part, say(signs[i] ?? signs.at(-1) ?? "")]);
  chain.splice(-1, 1, end.replace("#", written(whole.number)), whole);
  const from = before ? chain.indexOf(before) : -1, to = chain.indexOf(after);
  return to > from && (from >= 0 || !before) ? chain.slice(from + 1, to) : null;
}

// inside/sentences.js
function symbol({ symbol: symbol2, role, shape, rows, columns }, row = null, column = null) {
  const [name, index = ""] = symbol2.split("_"), element = make("i", "", name), below = [];
  const kept = row === null ? index : index.replace(/i?j$|^i$/, "");
  if (kept) below.push(kept);
  if (row !== null && shape[0] > 1) below.push(cut(rows[row] ?? String(row + 1), 14));
  if (column !== null && shape[1] > 1) below.push(cut(columns[column] ?? String(column + 1), 14));
  element.style.color = `var(--role-${role})`;
  if (below.length) element.append(make("sub", "", below.join(", ")));
  return element;
}
function cellName({ shape, rows, columns }, place) {
  const row = Math.floor(place / shape[1]), column = place % shape[1], names = [];
  if (shape[0] > 1) names.push(rows.length ? quoted(shorten(rows[row])) : say("row {place}", { place: row + 1 }));
  if (shape[1] > 1) names.push(columns.length ? quoted(shorten(columns[column])) : say("number {place}", { place: column + 1 }));
  return names.join(", ");
}
function extremes(grid) {
  if (!grid.values) return say("Its numbers are too many to show.");
  let most = -1, least = -1;
  grid.values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    if (most < 0 || value > grid.values[most]) most = i;
    if (least < 0 || value < grid.values[least]) least = i;
  });
  if (most < 0) return say("All of it is masked.");
  if (grid.values.length === 1) return say("{title} is {value}.", { title: grid.title, value: written(grid.values[0]) });
  if (grid.values[most] === grid.values[least]) return say("All are {value}.", { value: written(grid.values[most]) });
  const [high, low] = [most, least].map((place) => `${written(grid.values[place])} (${cellName(grid, place)})`);
  return say("Largest is {high}, smallest {low}.", { high, low });
}

// inside/figure.js
var PRINTED = 33;
var Figure = class {
  constructor(view, grid, stage, before, after) {
    Object.assign(this, { view, grid, stage, tabled: false });
    this.element = make("figure");
    const title = make("figcaption"), [rows, columns] = grid.shape;
    this.facts = `${rows} × ${columns}` + (grid.values && grid.role !== "weight" ? `, ±${brief(grid.most)}` : "");
    const name = make("span", "name");
    name.append(...view.typeset(grid.title));
    if (grid.title.split(/[\s,]/)[0] !== grid.symbol) name.append(" ", symbol(grid));
    title.append(name, " ", make("span", "facts", this.facts));
    title.style.setProperty("--colour", `var(--role-${grid.role})`);
    this.box = make("div", "box");
    this.signs = [before, after].map((signs) => {
      const sign = make("span", "sign");
      sign.append(...signs.flatMap((one) => [" ", typeof one === "string" ? one : symbol(one)]));
      sign.hidden = !signs.length;
      return sign;
    });
    const row = make("div", "row");
    row.append(this.signs[0], this.box, this.signs[1]);
    this.element.append(title, row);
    this.title = title;
    if (!grid.values) return void this.box.append(make("p", "absent", say("{numbers}, too many to show", { numbers: numbersOf(rows * columns) })));
    this.sheet = make("div", "sheet");
    this.canvas = make("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    const facts = { title: grid.title, rows: rowsOf(rows), numbers: numbersOf(columns), told: extremes(grid) };
    this.canvas.setAttribute("aria-label", say("{title}: {rows} of {numbers}. {told} Arrow keys walk.", facts));
    this.marks = make("div", "marks");
    this.sheet.append(this.canvas, this.marks);
    this.box.append(this.sheet);
    this.listen();
  }
  // Cells, labels and the whole, for cells of about `size` pixels in `room` by `high`.
  measure(size, room, high) {
    const { grid, view } = this, [R, C] = grid.shape, { letters, look } = view, pen = view.pen;
    pen.font = look.font(letters + 3, true);
    const titled = pen.measureText(`${grid.title} ${grid.symbol} ${this.facts}`).width + 32;
    if (!grid.values) return this.whole(180, 3.2 * letters, titled);
    pen.font = look.font(letters, false);
    this.words ??= { rows: R > 1 || C <= 8 || grid.columns.length ? grid.rows : [], columns: grid.columns };
    const words = { rows: this.words.rows.map((word) => cut(word, 14)), columns: this.words.columns.map((word) => cut(word, 14)) };
    const wide = (all) => all.length ? Math.max(...all.map((word) => pen.measureText(word).width)) : 0;
    this.widths ??= { rows: wide(words.rows), columns: wide(words.columns), last: wide(words.columns.slice(-1)) };
    const left = words.rows.length ? this.widths.rows + 10 : 2;
    const lines = R === 1 ? Math.ceil(3 * C / (room - left)) : 1, per = Math.ceil(C / lines);
    const wish = Math.max(size, words.columns.length ? Math.min(64, 4 * size, 0.4 * room / C) : 0, Math.min(48, 192 / per));
    const w = Math.max(2, Math.floor(Math.min(wish, (room - left - 2) / per))), printed = w >= PRINTED;
    const turn = !words.columns.length || this.widths.columns + 6 <= w ? 0 : w < 1.6 * letters ? Math.PI / 2 : Math.PI / 4;
    const top = !words.columns.length ? 2 : turn ? this.widths.columns * Math.sin(turn) + letters : letters + 10;
    const tall = printed ? clamp(22, 0.6 * w, 40) : Math.max(Math.min(w, 30), words.rows.length ? letters + 4 : Math.min(24, 96 / R));
    const least = R === 1 ? lines > 1 ? 18 : 26 : words.rows.length ? 6 : 2;
    const h = Math.floor(Math.max(least, R === 1 ? Math.min(tall, 40) : Math.min(tall, (high - top) / R)));
    const right = turn === Math.PI / 4 ? Math.max(2, this.widths.last * 0.72 + 6 - w / 2) : 2;
    return { ...this.whole(left + per * w + right, top + R * lines * h + 2, titled), w, h, left, top, lines, per, turn, printed };
  }
  whole(wide, high, titled) {
    const width = Math.ceil(Math.max(wide, Math.min(titled, 17 * this.view.letters)));
    const height = Math.ceil(high) + Math.ceil(1.1 * titled / width) * this.view.line + 4;
    return { wide: Math.ceil(wide), high: Math.ceil(high), width, height };
  }
  take(place) {
    Object.assign(this, place, { painted: false });
    this.title.style.width = `${this.width}px`;
    for (const sign of this.signs) sign.style.paddingTop = `${this.top ?? 0}px`;
    if (!this.canvas) return;
    for (const { style } of [this.canvas, this.sheet]) Object.assign(style, { width: `${this.wide}px`, height: `${this.high}px` });
  }
  paint() {
    if (!this.canvas || !this.w) return;
    const tables = this.view.tables && this.stage === this.view.step;
    if (this.tabled !== tables) this.tabulate(tables);
    if (this.painted || this.tabled) return;
    this.painted = true;
    const { view, grid, w, h, left, top, per, lines, words, turn } = this, { look, letters } = view, [R] = grid.shape;
    const pen = sharp(this.canvas, this.wide, this.high), count = R * lines;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(view.picture(grid, per, count), left, top, per * w, count * h);
    if (Math.min(w, h) >= 12) {
      pen.fillStyle = view.paper;
      for (let c = 1; c < per; c++) pen.fillRect(left + c * w - 1, top, 1, count * h);
      for (let r = 1; r < count; r++) pen.fillRect(left, top + r * h - 1, per * w, 1);
    }
    pen.textAlign = "center";
    const size = clamp(11, Math.min(0.6 * h, 0.32 * w), 20);
    grid.values.forEach((value, i) => {
      const x = left + i % per * w, y = top + Math.floor(i / per) * h;
      if (Number.isNaN(value)) {
        pen.save();
        pen.beginPath();
        pen.rect(x, y, w - 1, h - 1);
        pen.clip();
        hatch(pen, look, x, y, Math.max(w, h));
        pen.restore();
      } else if (this.printed && h >= 14) {
        const text = brief(value);
        pen.font = look.font(size, false);
        const much = pen.measureText(text).width / (w - 4);
        if (much > 1) pen.font = look.font(Math.max(9, size / much), false);
        pen.fillStyle = textOn(view.colour(grid, value));
        pen.fillText(text, x + w / 2, y + h / 2 + 0.5);
      }
    });
    pen.strokeStyle = view.roles[grid.role];
    pen.lineWidth = 2;
    pen.strokeRect(left - 1, top - 1, per * w + 2, count * h + 2);
    pen.fillStyle = look.text;
    pen.textAlign = "right";
    const small = Math.max(11, Math.min(letters, Math.floor(h)));
    pen.font = look.font(small, false);
    const down = Math.ceil((small + 1) / h), across2 = turn === Math.PI / 2 ? Math.ceil((letters + 2) / w) : 1;
    words.rows.forEach((word, r) => {
      if (r % down === 0) pen.fillText(word, left - 6, top + (r + 0.5) * h);
    });
    const names = words.columns.map((word, c) => c % across2 ? "" : word);
    labelColumns(pen, look, names, { left, top, cell: w, size: letters, turn }, "", () => false, () => 0);
  }
  // Frames around rows and columns, [row or all, column or all] each.
  mark(lit) {
    if (!this.marks) return;
    const { w, h, left, top, per, lines } = this, [R] = this.grid.shape;
    this.marks.replaceChildren(...lit.filter(Boolean).map(([row, column]) => {
      const mark2 = make("div"), across2 = column === null ? 0 : column % per, line = column === null ? 0 : Math.floor(column / per);
      const box = {
        left: left + across2 * w,
        top: top + ((row ?? 0) * lines + line) * h,
        width: column === null ? per * w : w,
        height: row === null ? R * h : column === null ? lines * h : h
      };
      for (const side in box) mark2.style[side] = `${box[side]}px`;
      return mark2;
    }));
  }
  under(event) {
    const [x, y] = within(event, this.canvas), { w, h, left, top, per, lines } = this, [R, C] = this.grid.shape;
    const across2 = Math.floor((x - left) / w), down = Math.floor((y - top) / h);
    const column = lines > 1 ? down * per + across2 : across2, row = lines > 1 ? 0 : down;
    return across2 >= 0 && across2 < per && down >= 0 && row < R && column < C ? { row, column } : null;
  }
  listen() {
    const { canvas, view, grid } = this, [R, C] = grid.shape;
    canvas.addEventListener("pointermove", (event) => view.hover(this, this.under(event)));
    canvas.addEventListener("pointerleave", () => view.hover(this, null));
    canvas.addEventListener("click", (event) => {
      const cell = this.under(event);
      if (cell) view.hold(this, cell);
    });
    canvas.addEventListener("focus", () => {
      if (canvas.matches(":focus-visible")) view.hover(this, view.on?.figure === this ? view.on : { row: 0, column: 0 });
    });
    canvas.addEventListener("blur", () => view.hover(this, null));
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const on = view.on?.figure === this ? view.on : { row: 0, column: -1 }, line = this.lines > 1 ? this.per : 0;
      const [down, across2] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key] ?? [];
      if (event.key === "Enter") view.hold(this, { row: on.row, column: Math.max(0, on.column) });
      else if (down === void 0) return;
      else view.walk(this, { row: clamp(0, on.row + down, R - 1), column: clamp(0, on.column + across2 + down * line, C - 1) });
      event.preventDefault();
    });
  }
  // The same numbers as a table, and back.
  tabulate(tables) {
    this.tabled = tables;
    if (!tables) return this.box.replaceChildren(this.sheet);
    const { grid } = this, [R, C] = grid.shape, named = (names, count) => many(count, (place) => names[place] ?? String(place + 1));
    const box = tableBox(grid.title);
    box.append(tableOf(`${grid.title}, ${R} × ${C}`, named(grid.rows, R), named(grid.columns, C), (r, c) => decimals(at(grid, r, c))));
    this.box.replaceChildren(box);
  }
};

// inside/fitting.js
var SIZES = [64, 56, 48, 44, 40, 36, 34, 30, 26, 22, 19, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2];
var GAP = 16;
function fit(figures, room, high, { pen, look, letters, line }) {
  for (const figure of figures) {
    figure.widths = null;
    pen.font = look.font(1.7 * letters, false);
    figure.beside = total(figure.signs.map((sign) => sign.hidden ? 0 : pen.measureText(sign.textContent).width + 16));
  }
  const signs = Math.max(...figures.map((figure) => figure.beside));
  let smallest;
  for (const [share, size] of [1, 0.6, 0.45, 0.35].flatMap((share2) => SIZES.map((size2) => [share2, size2]))) {
    let left = 0, tallest = 0, all = 0;
    const places = figures.map((figure) => figure.measure(size, room - signs, share * high - 2 * line));
    places.forEach(({ width, wide, height }, place) => {
      const needed = Math.max(width, wide + figures[place].beside) + 1;
      if (left && (figures[place].anew || left + GAP + needed > room)) {
        all += tallest + GAP;
        left = tallest = 0;
      }
      left += (left ? GAP : 0) + needed;
      tallest = Math.max(tallest, height);
    });
    if (share === 1) smallest = places;
    if (all + tallest > high) continue;
    smallest = places;
    break;
  }
  figures.forEach((figure, place) => figure.take(smallest[place]));
}

// inside/inside.js
var PAUSE = 400;
var TAKES_KEYS = "input, textarea, select, button, a[href], summary, iframe, canvas, [contenteditable], [role=slider], [role=textbox], [role=combobox], [role=listbox], [role=option], [role=menu], [role=tab], [role=grid], [role=dialog]";
var MATHS = "http://www.w3.org/1998/Math/MathML";
var Inside = class {
  constructor(root) {
    Object.assign(this, { root, step: 0, row: 0, reached: 0, everything: false, tables: false, on: null, sent: /* @__PURE__ */ new Set() });
    this.build();
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    watch(root, () => this.arrange());
  }
  build() {
    const button = (act) => {
      const made = make("button", "press");
      made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && act());
      return made;
    };
    this.pen = make("canvas").getContext("2d");
    this.words = make("div", "words");
    this.words.setAttribute("role", "group");
    this.strip = make("ol", "strip");
    this.title = make("h3", "title");
    this.back = button(() => this.goTo(this.step - 1));
    this.next = button(() => this.goTo(this.step + 1));
    this.counter = make("span", "counter");
    this.allAtOnce = button(() => this.toggleAll());
    this.asTable = button(() => this.tabulate(!this.tables));
    const controls = make("div", "controls"), below = make("div", "below"), buttons = make("div", "buttons");
    buttons.append(this.counter, this.back, this.next, this.allAtOnce);
    controls.append(this.title, buttons);
    this.panels = make("div", "panels");
    this.reading = make("p", "reading");
    this.reading.setAttribute("role", "status");
    this.legend = make("div", "legend");
    below.append(this.asTable, this.legend);
    this.root.append(this.words, controls, this.strip, this.panels, this.reading, below);
    this.root.addEventListener("mousedown", (event) => {
      if (event.target.closest("button")) event.preventDefault();
    });
  }
  // What stands there whatever is on show.
  speak() {
    this.words.setAttribute("aria-label", say("The word that looks"));
    this.strip.setAttribute("aria-label", say("Steps"));
    this.back.textContent = say("Back");
    this.next.textContent = say("Next");
    this.allAtOnce.textContent = say("All at once");
    this.asTable.textContent = this.tables ? say("As a picture") : say("As a table");
    const told = [say("weights 0"), "scale", say("1 · negative"), "scale signed", say("positive, darkest at the ± of each grid · masked"), "scale masked"];
    this.legend.replaceChildren(...told.map((text, place) => place % 2 ? make("span", text) : make("span", "", text)));
  }
  // --- what the server sends, and what it is told ------------------------------------------------
  show(data) {
    this.speak();
    const asked = this.setting(data.step, data.row, data.everything), others = data.mark !== this.data?.mark;
    const longer = data.stages.length !== this.data?.stages.length, all = this.everything;
    this.data = data;
    if (others) this.take(data);
    if (longer || asked !== this.asked && !this.sent.delete(asked)) {
      Object.assign(this, { step: data.step, row: data.row, everything: data.everything, last: asked });
      clearTimeout(this.timer);
    }
    if (longer) this.reached = this.step;
    if (asked === this.setting()) this.sent.clear();
    this.asked = asked;
    this.fillWords();
    if (others || all !== this.everything) this.arrange();
    this.goTo(this.step, false);
  }
  toggleAll() {
    this.everything = !this.everything;
    this.arrange();
    this.goTo(this.step, false);
    this.tellSoon(0);
  }
  setting(step = this.step, row = this.row, everything = this.everything) {
    return `step=${step + 1},row=${row + 1},all=${everything ? "on" : "off"}`;
  }
  tellSoon(pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.root.isConnected || this.setting() === this.last) return;
      this.last = this.setting();
      this.sent.add(this.last);
      this.keep({ step: this.step + 1, row: this.row + 1, all: this.everything });
    }, pause);
  }
  // Another derivation: its grids with their numbers, its panels and the strip.
  take(data) {
    const floats = new Float32Array(data.numbers.buffer), focused = this.root.getRootNode().activeElement;
    const place = this.figures?.findIndex((figure) => figure.canvas && figure.canvas === focused), on = this.on;
    this.grids = new Map(data.grids.map((grid) => {
      const values = grid.offset === null ? null : floats.subarray(grid.offset, grid.offset + grid.shape[0] * grid.shape[1]);
      let most = 0;
      for (const value of values ?? []) if (Math.abs(value) > most) most = Math.abs(value);
      const unit = 10 ** Math.floor(Math.log10(most || 1));
      const above = Number((Math.ceil(Number((most / unit).toPrecision(6))) * unit).toPrecision(2));
      return [grid.name, { ...grid, values, most: above || 1 }];
    }));
    for (const grid of this.grids.values()) grid.of = grid.of.map((name) => this.grids.get(name));
    this.symbols = new Map([...this.grids.values()].filter(({ symbol: symbol2 }) => symbol2.includes("_")).map((grid) => [grid.symbol, grid]));
    this.figures = [];
    this.on = null;
    this.stages = data.stages.map((stage, number) => this.panel(stage, number));
    this.panels.replaceChildren(...this.stages.map(({ panel }) => panel));
    this.strip.replaceChildren(...this.stages.map(({ entry }) => entry));
    this.title.textContent = data.title;
    const held = on && this.figures.find((one) => one.stage === on.figure.stage && one.grid.name === on.figure.grid.name && one.canvas);
    if (held && on.row < held.grid.shape[0] && on.column < held.grid.shape[1]) this.on = { ...on, figure: held };
    if (place >= 0) this.figures[place]?.canvas?.focus({ preventScroll: true });
  }
  panel(stage, number) {
    const panel = make("section", "panel"), head = make("div", "head"), words = make("div", "told"), formula = make("div", "formula box");
    formula.setAttribute("role", "group");
    formula.setAttribute("aria-label", "Formula");
    const grids = make("div", "grids"), says = make("p", "says");
    const maths = document.createElementNS(MATHS, "math");
    maths.setAttribute("display", "block");
    maths.innerHTML = stage.formula;
    formula.append(maths);
    says.append(...this.typeset(stage.says));
    words.append(make("h4", "", `${number + 1} · ${stage.name}`), says);
    head.append(words, formula);
    panel.append(head, grids);
    const shown = stage.shows.map((name) => this.grids.get(name)), results = shown.filter((grid) => grid.operation);
    const signs = shown.map((grid, place) => results.map((whole) => between(whole, grid, shown[place + 1], shown)).findLast(Boolean) ?? []);
    const figures = shown.map((grid, place) => {
      const anew = !signs[place - 1]?.length;
      const start = anew && results.map((whole) => whole !== grid && between(whole, null, grid, shown)).find(Boolean);
      if (anew && place) grids.append(make("div", "anew"));
      const figure = new Figure(this, grid, number, start || [], signs[place]);
      grids.append(figure.element);
      return Object.assign(figure, { anew });
    });
    grids.classList.toggle("level", shown.every((grid) => grid.shape[0] === shown[0].shape[0]));
    this.figures.push(...figures);
    const entry = make("li"), button = make("button"), picture = make("canvas");
    button.append(picture, make("span", "", stage.name));
    button.addEventListener("click", () => this.goTo(number));
    entry.append(button);
    return { ...stage, panel, formula, grids, figures, entry, button, picture, result: shown.at(-1) };
  }
  fillWords() {
    const { words } = this.data;
    this.words.hidden = !words.length;
    if (JSON.stringify(words) !== this.worded) {
      this.worded = JSON.stringify(words);
      this.words.replaceChildren(...words.map((word, row) => {
        const button = make("button", "", shorten(word));
        button.addEventListener("click", () => this.ask(row, 0));
        return button;
      }));
    }
    [...this.words.children].forEach((button, row) => button.setAttribute("aria-pressed", row === this.row));
  }
  ask(row, pause = 150) {
    if (!this.data.words.length) return;
    this.row = clamp(0, row, this.data.words.length - 1);
    this.fillWords();
    this.words.children[this.row].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.tellSoon(pause);
  }
  // --- what is on show ---------------------------------------------------------------------------
  goTo(step, moved = true) {
    const count = this.stages.length, held = this.strip.contains(this.root.getRootNode().activeElement);
    this.step = clamp(0, step, count - 1);
    this.reached = this.everything ? count - 1 : Math.max(this.reached, this.step);
    if (moved) this.on = null;
    this.root.classList.toggle("everything", this.everything);
    this.stages.forEach(({ panel: panel2, entry: entry2, button: button2 }, number) => {
      panel2.classList.toggle("current", number === this.step);
      panel2.classList.toggle("slides", moved && number === this.step);
      entry2.className = number === this.step ? "current" : number <= this.reached ? "reached" : "";
      button2.tabIndex = number === this.step ? 0 : -1;
      if (number === this.step) button2.setAttribute("aria-current", "step");
      else button2.removeAttribute("aria-current");
    });
    this.counter.textContent = say("Step {step} of {steps}", { step: this.step + 1, steps: count });
    this.back.setAttribute("aria-disabled", this.step === 0);
    this.next.setAttribute("aria-disabled", this.step === count - 1);
    this.allAtOnce.setAttribute("aria-pressed", this.everything);
    this.asTable.setAttribute("aria-pressed", this.tables);
    const { panel, button, entry } = this.stages[this.step];
    if (held) button.focus({ preventScroll: true });
    this.paint();
    this.strip.scrollLeft = entry.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2 + entry.clientWidth / 2;
    if (!moved) return;
    if (this.everything) panel.scrollIntoView({ block: "nearest" });
    this.tellSoon();
  }
  visible() {
    return this.everything ? this.figures : this.stages[this.step].figures;
  }
  arrange() {
    const width = this.root.clientWidth;
    if (!this.data || !width) return;
    this.look = new Look(this.root, this.data.ink);
    const { look } = this, style = getComputedStyle(this.root), stops = this.data.diverging[look.dark ? "dark" : "light"];
    this.paper = style.getPropertyValue("--st-background-color").trim() || "#ffffff";
    this.diverging = ramp(stops);
    this.root.style.setProperty("--diverging", `linear-gradient(to right, ${stops.join(",")})`);
    this.roles = {};
    for (const [role, colour] of Object.entries(this.data.colours)) {
      this.roles[role] = readable(rgb(colour), rgb(this.paper), rgb(look.text));
      this.root.style.setProperty(`--role-${role}`, this.roles[role]);
    }
    const large = width >= 1500;
    this.letters = large ? 17 : 13;
    this.line = large ? 28 : 22;
    for (const { figures, picture, result } of this.stages) {
      fit(figures, width - (this.everything ? 14 : 0), clamp(260, 0.44 * screenHeight(this.root), 720), this);
      this.thumbnail(picture, result, large ? 1.4 : 1);
    }
    this.paint();
  }
  colour(grid, value) {
    const share = grid.role === "weight" ? value : (value / grid.most + 1) / 2;
    return (grid.role === "weight" ? this.look.ramp : this.diverging)[Math.round(255 * clamp(0, share, 1))];
  }
  // One pixel for each number, `per` of them in a line.
  picture(grid, per, lines) {
    const image = new ImageData(per, lines), small = new OffscreenCanvas(per, lines);
    grid.values.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      const colour = this.colour(grid, value);
      for (let part = 0; part < 3; part++) image.data[4 * i + part] = colour[part];
      image.data[4 * i + 3] = 255;
    });
    small.getContext("2d").putImageData(image, 0, 0);
    return small;
  }
  thumbnail(canvas, grid, scale) {
    const [R, C] = grid.shape, most = [46 * scale, 34 * scale], side = Math.min(12 * scale, most[0] / C, most[1] / R);
    const wide = Math.round(Math.max(C * side, 8)), high = Math.round(Math.max(R * side, 10)), pen = sharp(canvas, wide + 4, high + 4);
    pen.imageSmoothingEnabled = R * C > 4e3;
    if (grid.values) pen.drawImage(this.picture(grid, C, R), 2, 2, wide, high);
    pen.strokeStyle = this.roles[grid.role];
    pen.lineWidth = 2;
    pen.strokeRect(1, 1, wide + 2, high + 2);
  }
  paint() {
    if (!this.look) return;
    for (const figure of this.visible()) figure.paint();
    for (const { formula } of this.stages) formula.tabIndex = formula.scrollWidth > formula.clientWidth ? 0 : -1;
    this.say();
    this.root.dataset.painted = `${this.step + 1}/${this.stages.length}`;
  }
  tabulate(tables) {
    this.tables = tables;
    this.root.classList.toggle("tables", tables);
    this.asTable.setAttribute("aria-pressed", tables);
    this.asTable.textContent = tables ? say("As a picture") : say("As a table");
    this.on = null;
    this.paint();
  }
  // --- the number pointed at ---------------------------------------------------------------------
  hover(figure, cell) {
    const { on } = this;
    if (on?.held || (on?.figure === figure ? on.row === cell?.row && on.column === cell?.column : !cell)) return;
    this.on = cell && { figure, row: cell.row, column: cell.column };
    this.say();
  }
  hold(figure, { row, column }) {
    const again = this.on?.held && this.on.figure === figure && this.on.row === row && this.on.column === column;
    this.on = again ? null : { figure, row, column, held: true };
    this.say();
  }
  walk(figure, { row, column }) {
    this.on = { figure, row, column, held: this.on?.held };
    this.say();
  }
  // Text in which the symbols with an index, "W_Q", stand as in formulae.
  typeset(text) {
    return text.split(/([^\s.,:;()=·+]+)/).map((part) => this.symbols.has(part) ? symbol(this.symbols.get(part)) : part);
  }
  // The equation of a cell: parts as in OPERATIONS.
  equation(grid, row, column) {
    const value = at(grid, row, column), start = [{ grid, row, column }, " = "], how = OPERATIONS[grid.operation];
    if (!how) return [...start, [written(value), grid.role], ...aside(say("(given: {title})"), { title: this.typeset(grid.title) })];
    const partly = grid.operation.startsWith("linear") || grid.operation === "join", unseen = grid.of.filter((part) => !part.values);
    if (!partly && unseen.length) {
      const named = unseen.flatMap((part, place) => place ? [" ", { grid: part }] : [{ grid: part }]);
      return [...start, [written(value), grid.role], ...aside(say("(made with {what}, too many to show)"), { what: named })];
    }
    const told = how.tell(row, column, grid.of, value, grid.number, this.data.epsilon);
    return [...start, ...told, ...Number.isNaN(value) ? [] : [" = ", [written(value), grid.role]]];
  }
  // The line below the panel, and what stands out in the grids on show.
  say() {
    const { on } = this, stage = this.stages[this.step], grid = on?.figure.grid;
    const lights = grid && (OPERATIONS[grid.operation]?.lights(on.row, on.column, grid.of) ?? []);
    for (const figure of this.visible()) {
      const place = grid ? grid.of.indexOf(figure.grid) : -1, cell = grid && [on.row, on.column];
      if (figure.grid === grid) figure.mark(Math.min(...grid.shape) > 1 ? [[on.row, null], [null, on.column], cell] : [cell]);
      else figure.mark([lights?.[place]?.map((where, axis) => where === null ? null : Math.min(where, figure.grid.shape[axis] - 1))]);
    }
    this.reading.classList.toggle("locked", Boolean(on?.held));
    const found = stage.result ? extremes(stage.result) : "", first = found && found[0].toLowerCase() + found.slice(1);
    const parts = grid ? this.equation(grid, on.row, on.column) : [say("{step}, {name}: {told}", { step: this.counter.textContent, name: stage.name, told: first })];
    const told = JSON.stringify([this.data.mark, grid ? [grid.name, on.row, on.column] : parts]);
    if (told === this.told) return;
    this.told = told;
    this.reading.replaceChildren(...parts.map((part) => {
      if (typeof part === "string" || part instanceof Node) return part;
      if (part.grid) return symbol(part.grid, part.row ?? null, part.column ?? null);
      const span = make("span", part[1] ? "" : "aside", part[0]);
      if (part[1]) span.style.color = `var(--role-${part[1]})`;
      return span;
    }));
  }
  // --- keys --------------------------------------------------------------------------------------
  key(event) {
    if (!this.root.isConnected) return document.removeEventListener("keydown", this.onKey);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.data || !this.root.clientWidth) return;
    const path = event.composedPath(), own = path.includes(this.root), { key } = event;
    if (own ? path[0].matches(".formula, .twin-box") : path[0].closest?.(TAKES_KEYS)) return;
    const button = own && path[0].closest("button");
    if (key === " " && button && !this.strip.contains(button)) return;
    const step = { " ": this.step + 1, ArrowRight: this.step + 1, ArrowLeft: this.step - 1, Home: 0, End: this.stages.length - 1 }[key];
    const row = { ArrowUp: this.row - 1, ArrowDown: this.row + 1 }[key];
    if (step !== void 0) this.goTo(step);
    else if (row !== void 0 && this.data.words.length && (own || !this.everything)) this.ask(row);
    else if (key === "Escape" && this.on) {
      this.on = null;
      this.say();
    } else return;
    event.preventDefault();
  }
};
function inside_default({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".inside");
  root.view ??= new Inside(root);
  root.view.keep = (message) => setTriggerValue("setting", message);
  root.view.show(read(data));
}
export {
  inside_default as default
};
