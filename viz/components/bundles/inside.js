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
var isFrench = false;
function setFrench(texts) {
  french = texts;
  isFrench = Object.keys(texts).length > 0;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole2, name) => values[name] ?? whole2);
var local = (number) => isFrench ? number.replace(/[.,]/g, (sign) => sign === "." ? "," : " ") : number;
var grouped = (count) => local(count.toLocaleString("en"));
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

// shared/packing.js
function read(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  setFrench(head.french);
  head.numbers = new Uint16Array(bytes.slice(4 + length).buffer);
  return head;
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
  const height = boxes.reduce((sum2, box) => sum2 + box.height, gaps);
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

// inside/wording.js
var minus = (text) => text.replace("-", "−").replace(/^−0$/, "0");
var raised = (number) => minus(String(number)).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["−0123456789".indexOf(sign)]);
var power = (value, digits) => local(value.toExponential(digits)).replace(/e(.*)/, (_, exponent) => `·10${raised(Number(exponent))}`);
function written(value) {
  if (Number.isNaN(value)) return say("masked");
  const size = Math.abs(value);
  if (size >= 1e9 || size && size < 1e-4) return minus(power(value, 2));
  if (Number.isInteger(value)) return minus(grouped(value));
  return minus(local(size >= 1e3 ? value.toLocaleString("en", { maximumFractionDigits: 1 }) : size >= 0.1 ? value.toFixed(3) : value.toPrecision(3)));
}
var factor = (value) => value < 0 ? `(${written(value)})` : written(value);
var added = (value) => value < 0 ? ` − ${written(-value)}` : ` + ${written(value)}`;
function brief(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return minus(power(value, 1));
  return Number.isInteger(value) ? minus(String(value)) : local(minus(value.toFixed(size >= 100 ? 1 : 2)).replace(/^−(0\.0+)$/, "$1"));
}
function decimals(value) {
  if (Number.isNaN(value)) return say("masked");
  return Number.isInteger(value) ? minus(String(value)) : local(minus(value.toFixed(3)).replace("−0.000", "0.000"));
}
var cut = (word, most) => word.length > most ? word.slice(0, most - 1) + "…" : word;
var rowsOf = (count) => count === 1 ? say("1 row") : say("{count} rows", { count });
var numbersOf = (count) => count === 1 ? say("1 number") : say("{count} numbers", { count: grouped(count) });

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
  return rest.length ? [
    ...parts,
    added(total(rest)),
    ...aside(say("({count} more)", { count: rest.length }))
  ] : parts;
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
  const unseen = aside(
    say("({count} products of {x} and {w}, too many to show)", { count: x.shape[1] }),
    { x: { grid: x }, w: { grid: w } }
  );
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
  "linear": {
    signs: ["·", "+"],
    end: "=",
    lights: VECTORS,
    tell: (r, c, of, value) => linear(r, c, of, value)
  },
  "linear relu": {
    signs: ["·", "+"],
    end: "→ max(0, ·) →",
    lights: VECTORS,
    tell: (r, c, of, value) => linear(
      r,
      c,
      of,
      value,
      "max(0, ",
      (after) => after > 0 ? after : null
    )
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
  "add": {
    signs: ["+"],
    end: "=",
    lights: SAME,
    tell: (r, c, [x, y]) => [tinted(x, r, c), " + ", tinted(y, r, c)]
  },
  "add tanh": {
    signs: ["+"],
    end: "→ tanh →",
    lights: SAME,
    tell: (r, c, [x, y]) => wrapped(
      "tanh(",
      [tinted(x, r, c), " + ", tinted(y, r, c)],
      at(x, r, c) + at(y, r, c)
    )
  },
  "times": {
    signs: [],
    end: "· # =",
    lights: SAME,
    tell: (r, c, [x], value, n) => [tinted(x, r, c), ` · ${factor(n)}`]
  },
  "divide": {
    signs: [],
    end: "/ # =",
    lights: SAME,
    tell: (r, c, [x], value, n) => [tinted(x, r, c), ` / ${factor(n)}`]
  },
  "mask": {
    signs: [mark("mask")],
    end: "→",
    lights: SAME,
    tell: (r, c, [x], value) => value === value ? [tinted(x, r, c), ...aside(say("(the mask leaves it as it is)"))] : aside(say(
      "{masked}: it may not be looked at, and {value} is not used",
      { value: written(at(x, r, c)) }
    ), { masked: say("masked") }).slice(1)
  },
  "less largest": {
    signs: [],
    end: "− max =",
    lights: ROW,
    tell: (r, c, [x]) => {
      const largest = Math.max(...across(x, r).filter((one) => one === one));
      return [
        tinted(x, r, c),
        " − ",
        [factor(largest), x.role],
        ...aside(say("(the largest of the row)"))
      ];
    }
  },
  "exp": {
    signs: [],
    end: "→ exp →",
    lights: SAME,
    tell: (r, c, [x]) => Number.isNaN(at(x, r, c)) ? ["exp(−∞)", ...aside(say("(masked)"))] : ["exp(", [written(at(x, r, c)), x.role], ")"]
  },
  "total": {
    signs: [],
    end: "→ Σ →",
    lights: ROW,
    tell: (r, c, [x]) => listed(x, across(x, r))
  },
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
      return [
        { grid, column, row: r },
        " ",
        [say("(number {place} of {title})", { place: column + 1, title: quoted(grid.title) })]
      ];
    }
  },
  "norm": {
    signs: ["→ norm ·", "+"],
    end: "=",
    lights: (r, c) => [[r, null], [0, c], [0, c]],
    tell: (r, c, [x, gain, shift], value, n, epsilon) => {
      const row = across(x, r), mean = total(row) / row.length, variance = total(row.map((one) => (one - mean) ** 2)) / row.length;
      const around = `${added(-mean)}) / √(${written(variance)} + ${fixed(epsilon, 5)}) · `;
      const note = say(
        "(mean {mean} and variance {variance} of {count})",
        { mean: written(mean), variance: written(variance), count: row.length }
      );
      return [
        "(",
        [written(at(x, r, c)), x.role],
        around,
        tinted(gain, 0, c),
        added(at(shift, 0, c)),
        ...aside(note)
      ];
    }
  }
};
function between(whole2, before, after, shown) {
  const { signs, end } = OPERATIONS[whole2.operation], free = /^(add|add tanh|dots|weigh)$/.test(whole2.operation);
  const of = free ? [...whole2.of].sort((a, b) => shown.indexOf(a) - shown.indexOf(b)) : whole2.of;
  const chain = of.flatMap((part, i) => [part, say(signs[i] ?? signs.at(-1) ?? "")]);
  chain.splice(-1, 1, end.replace("#", written(whole2.number)), whole2);
  const from = before ? chain.indexOf(before) : -1, to = chain.indexOf(after);
  return to > from && (from >= 0 || !before) ? chain.slice(from + 1, to) : null;
}

// inside/sentences.js
function symbol({ symbol: symbol2, role, shape, rows, columns }, row = null, column = null) {
  const [name, index = ""] = symbol2.split("_"), element = make("i", "", name), below = [];
  const subscript = row === null ? index : index.replace(/i?j$|^i$/, "");
  if (subscript) below.push(subscript);
  if (row !== null && shape[0] > 1) below.push(cut(rows[row] ?? String(row + 1), 14));
  if (column !== null && shape[1] > 1) below.push(cut(columns[column] ?? String(column + 1), 14));
  element.style.color = `var(--role-${role})`;
  if (below.length) element.append(make("sub", "", below.join(", ")));
  return element;
}
function cellName({ shape, rows, columns }, place) {
  const row = Math.floor(place / shape[1]), column = place % shape[1], names = [];
  if (shape[0] > 1)
    names.push(rows.length ? quoted(shorten(rows[row])) : say("row {place}", { place: row + 1 }));
  if (shape[1] > 1)
    names.push(columns.length ? quoted(shorten(columns[column])) : say("number {place}", { place: column + 1 }));
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
  if (grid.values.length === 1)
    return say("{title} is {value}.", { title: grid.title, value: written(grid.values[0]) });
  if (grid.values[most] === grid.values[least])
    return say("All are {value}.", { value: written(grid.values[most]) });
  const [high, low] = [most, least].map((place) => `${written(grid.values[place])} (${cellName(grid, place)})`);
  return say("Largest is {high}, smallest {low}.", { high, low });
}

// inside/equation.js
function typeset(text, symbols) {
  return text.split(/([^\s.,:;()=·+]+)/).map((part) => symbols.has(part) ? symbol(symbols.get(part)) : part);
}
function equation(grid, row, column, symbols, epsilon) {
  const value = at(grid, row, column), operation = OPERATIONS[grid.operation];
  const start = [{ grid, row, column }, " = "], end = [written(value), grid.role];
  if (!operation) {
    const facts = { title: typeset(grid.title, symbols) };
    return [...start, end, ...aside(say("(given: {title})"), facts)];
  }
  const isPartlySeen = grid.operation.startsWith("linear") || grid.operation === "join";
  const unseen = grid.of.filter((part) => !part.values);
  if (!isPartlySeen && unseen.length) {
    const what = unseen.flatMap((part, place) => [...place ? [" "] : [], { grid: part }]);
    return [...start, end, ...aside(say("(made with {what}, too many to show)"), { what })];
  }
  const made = operation.tell(row, column, grid.of, value, grid.number, epsilon);
  return [...start, ...made, ...Number.isNaN(value) ? [] : [" = ", end]];
}
function nodesOf(parts) {
  return parts.map((part) => {
    if (typeof part === "string" || part instanceof Node) return part;
    if (part.grid) return symbol(part.grid, part.row ?? null, part.column ?? null);
    const span = make("span", part[1] ? "" : "aside", part[0]);
    if (part[1]) span.style.color = `var(--role-${part[1]})`;
    return span;
  });
}
function framed(figureGrid, grid, row, column) {
  if (!grid) return [void 0];
  if (figureGrid === grid) {
    const cell = [row, column];
    return Math.min(...grid.shape) > 1 ? [[row, null], [null, column], cell] : [cell];
  }
  const lights = OPERATIONS[grid.operation]?.lights(row, column, grid.of) ?? [];
  const light = lights[grid.of.indexOf(figureGrid)];
  return [light?.map((place, axis) => place === null ? null : Math.min(place, figureGrid.shape[axis] - 1))];
}

// inside/fitting.js
var SIZES = [64, 56, 48, 44, 40, 36, 34, 30, 26, 22, 19, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2];
var GAP = 16;
function fit(figures, room, high, { pen, look, letters, line }) {
  for (const figure of figures) {
    figure.widths = null;
    pen.font = look.font(1.7 * letters, false);
    figure.beside = total(
      figure.signs.map((sign) => sign.hidden ? 0 : pen.measureText(sign.textContent).width + 16)
    );
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

// inside/keeping.js
var PAUSE = 400;
var settingOf = (step, row, everything) => `step=${step + 1},row=${row + 1},all=${everything ? "on" : "off"}`;
var Keeper = class {
  constructor() {
    this.sent = /* @__PURE__ */ new Set();
  }
  // Whether what the server shows comes from elsewhere, from a link for example. An answer to what
  // it was told comes late and may be outdated: that does not count.
  isFromElsewhere(shown, isOther) {
    const elsewhere = isOther || shown !== this.shown && !this.sent.delete(shown);
    if (elsewhere) {
      this.told = shown;
      clearTimeout(this.timer);
    }
    this.shown = shown;
    return elsewhere;
  }
  // All that was told has been answered.
  settle() {
    this.sent.clear();
  }
  // Tell the server after a pause, with `read` giving the setting then, or null where there is
  // nothing to tell, and `send` sending it.
  tellSoon(read2, send, pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const setting = read2();
      if (setting === null || setting === this.told) return;
      this.told = setting;
      this.sent.add(setting);
      send();
    }, pause);
  }
};

// inside/rows.js
function chooseRows(weights, most) {
  const places = [...weights.keys()];
  if (places.length <= most) return { rows: places, others: 0, share: 0 };
  const largest = places.sort((a, b) => weights[b] - weights[a] || a - b);
  const rows = largest.slice(0, most - 1).sort((a, b) => a - b), others = largest.slice(most - 1);
  return { rows, others: others.length, share: others.reduce((all, row) => all + weights[row], 0) };
}
function percent(weight) {
  const share = Math.round(100 * weight);
  return share === 0 && weight > 0 ? "<1" : String(share);
}

// inside/overview.js
var ROOM = 430;
var ROW2 = 24;
var FEW = 6;
var FEWEST = 3;
var Overview = class {
  constructor(view) {
    this.view = view;
    this.element = make("section", "overview");
  }
  // The picture of an overview and the grids of its derivation.
  take(overview, grids) {
    this.overview = overview;
    this.parts = {};
    for (const [part, name] of Object.entries(overview.grids)) this.parts[part] = grids.get(name);
    this.room = null;
    this.build(this.mostOnScreen());
  }
  mostOnScreen() {
    return clamp(6, Math.floor((screenHeight(this.view.root) - ROOM) / ROW2), 16);
  }
  // As many words as stand in `room` pixels, which a lecture leaves the whole picture; null leaves
  // all it needs. `measure` gives how many it takes: when that has become another, as with the width
  // or once its type is there, it is fitted anew.
  fit(room, measure, palette) {
    const { root } = this.view, { clientWidth: width } = root;
    const isAsBefore = room === this.room && width === this.width;
    if (isAsBefore && (!room || Math.abs(measure() - this.used) < 2)) return;
    Object.assign(this, { room, width });
    root.classList.remove("tight");
    let most = this.mostOnScreen();
    this.build(most);
    while (room && most > FEWEST && measure() > room) {
      if (most > FEW || root.classList.contains("tight")) this.build(--most);
      else root.classList.add("tight");
    }
    this.used = measure();
    this.paint(palette);
  }
  get sharesStates() {
    return this.parts.key === this.parts.value;
  }
  // The table, with so many words at most.
  build(most) {
    this.strips = [];
    const { overview, parts } = this, { weight } = parts;
    const { rows, others, share } = chooseRows(weight.values, most);
    const table = make("table", "flow"), head = make("thead"), body = make("tbody");
    const sum2 = make("tfoot");
    head.append(this.stageRow());
    body.append(this.queryRow(), this.labelRow(), ...rows.map((row) => this.wordRow(row)));
    if (others) body.append(this.othersRow(others, share));
    sum2.append(this.sumRow());
    table.append(make("caption", "", overview.finding), this.columns(), head, body, sum2);
    const list = make("ol", "list");
    list.append(...overview.stages.map((stage, place) => this.stageItem(stage, place)));
    this.element.replaceChildren(table, list);
  }
  columns() {
    const group = make("colgroup"), names = ["word", "key", "value", "score", "weight", "mixed"];
    for (const name of names)
      if (name !== "value" || !this.sharesStates) group.append(make("col", name));
    return group;
  }
  // --- stages ------------------------------------------------------------------------------------
  stageRow() {
    const row = make("tr");
    this.overview.stages.forEach((stage, place) => {
      if (stage.name === "rest") return;
      const cell = make("th", "stage");
      cell.scope = "colgroup";
      cell.colSpan = stage.name === "projections" && !this.sharesStates ? 2 : 1;
      cell.append(this.opener(stage, place), make("p", "says", stage.says));
      row.append(cell);
    });
    return row;
  }
  // What comes after the head, and on a narrow screen what each stage is about.
  stageItem(stage, place) {
    const item = make("li", stage.name);
    item.append(this.opener(stage, place), " ", make("span", "says", stage.says));
    return item;
  }
  opener({ title, steps }, place) {
    const number = make("b", "", String(place + 1));
    const opener = make(steps.length ? "button" : "span", "opener");
    opener.append(number, " ", title);
    if (!steps.length) return opener;
    const count = steps.length;
    const unfold = count === 1 ? say("1 step") : say("{count} steps", { count });
    opener.append(" ", make("span", "unfold", unfold));
    opener.addEventListener("click", () => this.view.goTo(steps[0]));
    return opener;
  }
  // --- rows --------------------------------------------------------------------------------------
  queryRow() {
    const { who } = this.overview, { word, query } = this.parts, row = make("tr", "query");
    const name = make("th", "who");
    name.scope = "row";
    name.append(make("b", "", shorten(who)));
    if (word?.values) name.append(this.strip(word, 0));
    const cell = make("td", "asked"), label = make("span", "label");
    cell.colSpan = this.sharesStates ? 1 : 2;
    label.append(symbol(query), " ", say("query: what I look for"));
    cell.append(label, this.strip(query, 0));
    const rest = make("td");
    rest.colSpan = 3;
    row.append(name, cell, rest);
    return row;
  }
  labelRow() {
    const { key, value, score, weight, mixed } = this.parts, row = make("tr", "labels");
    const label = (grid, text) => {
      const cell = make("th", "label");
      cell.scope = "col";
      cell.append(symbol(grid), " ", text);
      return cell;
    };
    const corner = make("td", "label", say("attends to"));
    row.append(corner);
    if (this.sharesStates) row.append(label(key, say("key and value")));
    else {
      row.append(label(key, say("key: what I can be found by")));
      row.append(label(value, say("value: what I hand over")));
    }
    row.append(
      label(score, say("query meets key")),
      label(weight, say("share")),
      label(mixed, say("value × share"))
    );
    return row;
  }
  wordRow(place) {
    const { key, value, score, weight, mixed } = this.parts, row = make("tr", "word");
    row.append(this.nameCell(place), this.stripCell(key, place));
    if (!this.sharesStates) row.append(this.stripCell(value, place));
    row.append(
      this.scoreCell(score.values[place]),
      this.weightCell(weight.values[place]),
      this.stripCell(mixed, place, value.most)
    );
    row.addEventListener("pointerenter", () => this.view.read(this.sentence(place)));
    row.addEventListener("pointerleave", () => this.view.read(null));
    return row;
  }
  // A word that may attend itself, as in self-attention, is a button.
  nameCell(place) {
    const { view, parts } = this, word = parts.weight.columns[place], cell = make("th");
    const isAlsoQuery = view.data.words.join("\n") === parts.weight.columns.join("\n");
    const name = make(isAlsoQuery ? "button" : "span", "name", shorten(word));
    if (isAlsoQuery) {
      name.title = say("Let this word attend");
      name.addEventListener("click", () => view.ask(place, 0));
    }
    cell.scope = "row";
    cell.append(name);
    return cell;
  }
  stripCell(grid, row, most = grid.most) {
    const cell = make("td");
    if (grid.values) cell.append(this.strip(grid, row, most));
    else cell.textContent = "…";
    return cell;
  }
  strip(grid, row, most = grid.most) {
    const canvas = make("canvas", "strip-of-numbers");
    canvas.setAttribute("aria-hidden", "true");
    this.strips.push({ canvas, grid, row, most });
    return canvas;
  }
  scoreCell(score) {
    if (Number.isNaN(score)) return make("td", "score masked", say("masked"));
    return make("td", "score", brief(score));
  }
  weightCell(weight) {
    const cell = make("td", "weight"), bar = make("span", "bar");
    bar.style.setProperty("--share", String(weight));
    cell.append(bar, make("span", "share", say("{share}%", { share: percent(weight) })));
    return cell;
  }
  othersRow(count, weight) {
    const row = make("tr", "others"), cell = make("td");
    cell.colSpan = this.sharesStates ? 5 : 6;
    const values = { count, share: percent(weight) };
    cell.textContent = say("… and {count} more words, {share}% together", values);
    row.append(cell);
    return row;
  }
  sumRow() {
    const { result } = this.parts, row = make("tr", "sum"), name = make("th"), cell = make("td");
    name.scope = "row";
    name.colSpan = this.sharesStates ? 3 : 4;
    name.append(symbol(result), " ", say("added up: what the head hands on"));
    cell.append(this.strip(result, 0));
    row.append(name, make("td", "weight", say("{share}%", { share: 100 })), cell);
    return row;
  }
  // What a row says when it is pointed at.
  sentence(place) {
    const { score, weight } = this.parts, value = score.values[place];
    const values = {
      who: quoted(this.overview.who),
      word: quoted(weight.columns[place]),
      score: brief(value),
      share: percent(weight.values[place])
    };
    return Number.isNaN(value) ? say("The mask hides {word} from {who}.", values) : say("{who} and {word}: score {score}. So {share}% of the mix comes from {word}.", values);
  }
  paint(palette) {
    for (const { canvas, grid, row, most } of this.strips) palette.strip(canvas, grid, row, most);
  }
};

// inside/painting.js
var THUMBNAIL = [46, 34];
function roundUp(most) {
  const unit = 10 ** Math.floor(Math.log10(most || 1));
  const above = Math.ceil(Number((most / unit).toPrecision(6))) * unit;
  return Number(above.toPrecision(2)) || 1;
}
var Palette = class {
  constructor(root, look, colours, diverging) {
    const style = getComputedStyle(root), stops = diverging[look.dark ? "dark" : "light"];
    this.look = look;
    this.paper = style.getPropertyValue("--st-background-color").trim() || "#ffffff";
    this.diverging = ramp(stops);
    root.style.setProperty("--diverging", `linear-gradient(to right, ${stops.join(",")})`);
    this.roles = {};
    for (const [role, colour] of Object.entries(colours)) {
      this.roles[role] = readable(rgb(colour), rgb(this.paper), rgb(look.text));
      root.style.setProperty(`--role-${role}`, this.roles[role]);
    }
  }
  colour(role, most, value) {
    const share = role === "weight" ? value : (value / most + 1) / 2;
    const colours = role === "weight" ? this.look.ramp : this.diverging;
    return colours[Math.round(255 * clamp(0, share, 1))];
  }
  // Numbers as an image, one pixel each, `per` of them in a line.
  image(role, most, values, per, lines) {
    const image = new ImageData(per, lines);
    values.forEach((value, place) => {
      if (Number.isNaN(value)) return;
      image.data.set([...this.colour(role, most, value), 255], 4 * place);
    });
    return image;
  }
  // A grid as a canvas, one pixel for each number.
  picture({ role, most, values }, per, lines) {
    const small = new OffscreenCanvas(per, lines);
    small.getContext("2d").putImageData(this.image(role, most, values, per, lines), 0, 0);
    return small;
  }
  thumbnail(canvas, grid, scale) {
    const [rows, columns] = grid.shape, [widest2, highest] = THUMBNAIL.map((size) => size * scale);
    const side = Math.min(12 * scale, widest2 / columns, highest / rows);
    const wide = Math.round(Math.max(columns * side, 8));
    const high = Math.round(Math.max(rows * side, 10));
    const pen = sharp(canvas, wide + 4, high + 4);
    pen.imageSmoothingEnabled = rows * columns > 4e3;
    if (grid.values) pen.drawImage(this.picture(grid, columns, rows), 2, 2, wide, high);
    pen.strokeStyle = this.roles[grid.role];
    pen.lineWidth = 2;
    pen.strokeRect(1, 1, wide + 2, high + 2);
  }
  // A row of a grid across the whole of a canvas, in colours up to `most`.
  strip(canvas, grid, row, most = grid.most) {
    const columns = grid.shape[1];
    const values = grid.values.subarray(row * columns, (row + 1) * columns);
    canvas.width = columns;
    canvas.height = 1;
    const image = this.image(grid.role, most, values, columns, 1);
    canvas.getContext("2d").putImageData(image, 0, 0);
  }
};

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
    pen.fillStyle = isSpecial(text) ? look.muted : look.text;
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
    title.title = extremes(grid);
    if (!grid.values)
      return void this.box.append(make(
        "p",
        "absent",
        say("{numbers}, too many to show", { numbers: numbersOf(rows * columns) })
      ));
    this.sheet = make("div", "sheet");
    this.canvas = make("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    const facts = {
      title: grid.title,
      rows: rowsOf(rows),
      numbers: numbersOf(columns),
      told: extremes(grid)
    };
    this.canvas.setAttribute(
      "aria-label",
      say("{title}: {rows} of {numbers}. {told} Arrow keys walk.", facts)
    );
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
    this.words ??= {
      rows: R > 1 || C <= 8 || grid.columns.length ? grid.rows : [],
      columns: grid.columns
    };
    const words = {
      rows: this.words.rows.map((word) => cut(word, 14)),
      columns: this.words.columns.map((word) => cut(word, 14))
    };
    const wide = (all) => all.length ? Math.max(...all.map((word) => pen.measureText(word).width)) : 0;
    this.widths ??= {
      rows: wide(words.rows),
      columns: wide(words.columns),
      last: wide(words.columns.slice(-1))
    };
    const left = words.rows.length ? this.widths.rows + 10 : 2;
    const lines = R === 1 ? Math.ceil(3 * C / (room - left)) : 1, per = Math.ceil(C / lines);
    const wish = Math.max(
      size,
      words.columns.length ? Math.min(64, 4 * size, 0.4 * room / C) : 0,
      Math.min(48, 192 / per)
    );
    const w = Math.max(2, Math.floor(Math.min(wish, (room - left - 2) / per))), printed = w >= PRINTED;
    const turn = !words.columns.length || this.widths.columns + 6 <= w ? 0 : w < 1.6 * letters ? Math.PI / 2 : Math.PI / 4;
    const top = !words.columns.length ? 2 : turn ? this.widths.columns * Math.sin(turn) + letters : letters + 10;
    const tall = printed ? clamp(22, 0.6 * w, 40) : Math.max(Math.min(w, 30), words.rows.length ? letters + 4 : Math.min(24, 96 / R));
    const least = R === 1 ? lines > 1 ? 18 : 26 : words.rows.length ? 6 : 2;
    const h = Math.floor(
      Math.max(least, R === 1 ? Math.min(tall, 40) : Math.min(tall, (high - top) / R))
    );
    const right = turn === Math.PI / 4 ? Math.max(2, this.widths.last * 0.72 + 6 - w / 2) : 2;
    return {
      ...this.whole(left + per * w + right, top + R * lines * h + 2, titled),
      w,
      h,
      left,
      top,
      lines,
      per,
      turn,
      printed
    };
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
    for (const { style } of [this.canvas, this.sheet])
      Object.assign(style, { width: `${this.wide}px`, height: `${this.high}px` });
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
    pen.drawImage(view.palette.picture(grid, per, count), left, top, per * w, count * h);
    if (Math.min(w, h) >= 12) {
      pen.fillStyle = view.palette.paper;
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
        pen.fillStyle = textOn(view.palette.colour(grid.role, grid.most, value));
        pen.fillText(text, x + w / 2, y + h / 2 + 0.5);
      }
    });
    pen.strokeStyle = view.palette.roles[grid.role];
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
    labelColumns(
      pen,
      look,
      names,
      { left, top, cell: w, size: letters, turn },
      "",
      () => false,
      () => 0
    );
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
      if (canvas.matches(":focus-visible"))
        view.hover(this, view.on?.figure === this ? view.on : { row: 0, column: 0 });
    });
    canvas.addEventListener("blur", () => view.hover(this, null));
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const on = view.on?.figure === this ? view.on : { row: 0, column: -1 }, line = this.lines > 1 ? this.per : 0;
      const [down, across2] = {
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0]
      }[event.key] ?? [];
      if (event.key === "Enter") view.hold(this, { row: on.row, column: Math.max(0, on.column) });
      else if (down === void 0) return;
      else view.walk(this, {
        row: clamp(0, on.row + down, R - 1),
        column: clamp(0, on.column + across2 + down * line, C - 1)
      });
      event.preventDefault();
    });
  }
  // The same numbers as a table, and back.
  tabulate(tables) {
    this.tabled = tables;
    if (!tables) return this.box.replaceChildren(this.sheet);
    const { grid } = this, [R, C] = grid.shape, named = (names, count) => many(count, (place) => names[place] ?? String(place + 1));
    const box = tableBox(grid.title);
    box.append(tableOf(
      `${grid.title}, ${R} × ${C}`,
      named(grid.rows, R),
      named(grid.columns, C),
      (r, c) => decimals(at(grid, r, c))
    ));
    this.box.replaceChildren(box);
  }
};

// inside/panel.js
var MATHS = "http://www.w3.org/1998/Math/MathML";
function signsBetween(shown) {
  const results = shown.filter((grid) => grid.operation);
  return shown.map((grid, place) => {
    const chains = results.map((whole2) => between(whole2, grid, shown[place + 1], shown));
    return chains.findLast(Boolean) ?? [];
  });
}
function signsBefore(grid, shown) {
  return shown.filter((whole2) => whole2.operation).map((whole2) => whole2 !== grid && between(whole2, null, grid, shown)).find(Boolean) || [];
}
function buildFormula(mathml) {
  const formula = make("div", "formula box");
  const maths = document.createElementNS(MATHS, "math");
  formula.setAttribute("role", "group");
  formula.setAttribute("aria-label", "Formula");
  maths.setAttribute("display", "block");
  maths.innerHTML = mathml;
  formula.append(maths);
  return formula;
}
function buildFigures(view, shown, number, grids) {
  const signs = signsBetween(shown);
  return shown.map((grid, place) => {
    const anew = !signs[place - 1]?.length;
    const before = anew ? signsBefore(grid, shown) : [];
    if (anew && place) grids.append(make("div", "anew"));
    const figure = new Figure(view, grid, number, before, signs[place]);
    grids.append(figure.element);
    return Object.assign(figure, { anew });
  });
}
function buildEntry(step, group, onClick) {
  const entry = make("li"), button = make("button"), picture = make("canvas");
  if (group) entry.append(make("span", "group", group));
  button.append(picture, make("span", "name", step.name));
  button.addEventListener("click", onClick);
  entry.append(button);
  return { entry, button, picture };
}
function buildPanel(view, step, number, group) {
  const panel = make("section", "panel"), head = make("div", "head");
  const words = make("div", "told"), grids = make("div", "grids"), says = make("p", "says");
  const formula = buildFormula(step.formula);
  says.append(...typeset(step.says, view.symbols));
  words.append(make("h4", "", `${number + 1} · ${step.name}`), says);
  head.append(words, formula);
  panel.append(head, grids);
  const stepGrids = step.shows.map((name) => view.grids.get(name));
  const figures = buildFigures(view, stepGrids, number, grids);
  const rows = stepGrids[0]?.shape[0];
  grids.classList.toggle("level", stepGrids.every((grid) => grid.shape[0] === rows));
  const result = stepGrids.at(-1), entry = buildEntry(step, group, () => view.goTo(number));
  return { ...step, panel, formula, grids, figures, result, ...entry };
}

// inside/inside.js
var TAKES_KEYS = "input, textarea, select, button, a[href], summary, iframe, canvas, [contenteditable], [role=slider], [role=textbox], [role=combobox], [role=listbox], [role=option], [role=menu], [role=tab], [role=grid], [role=dialog]";
var LARGE = 1500;
var Inside = class {
  constructor(root) {
    const start = { root, step: 0, row: 0, reached: 0, everything: false, tables: false, on: null };
    Object.assign(this, start, { keeper: new Keeper(), overview: new Overview(this) });
    this.build();
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    watch(root, () => this.arrange());
  }
  build() {
    const button = (act) => {
      const made = make("button", "press");
      made.addEventListener(
        "click",
        () => made.getAttribute("aria-disabled") !== "true" && act()
      );
      return made;
    };
    this.pen = make("canvas").getContext("2d");
    this.words = make("div", "words");
    this.words.setAttribute("role", "group");
    this.strip = make("ol", "strip");
    this.title = make("h3", "title");
    this.home = button(() => this.goTo(this.first));
    this.back = button(() => this.goTo(this.step - 1));
    this.next = button(() => this.goTo(this.step + 1));
    this.counter = make("span", "counter");
    this.allAtOnce = button(() => this.toggleAll());
    this.asTable = button(() => this.tabulate(!this.tables));
    const controls = make("div", "controls"), below = make("div", "below");
    const buttons = make("div", "buttons");
    buttons.append(this.home, this.counter, this.back, this.next, this.allAtOnce);
    controls.append(this.title, buttons);
    this.panels = make("div", "panels");
    this.reading = make("p", "reading");
    this.reading.setAttribute("role", "status");
    this.legend = make("div", "legend");
    this.taking = new Taking(
      () => [this.title, this.overview.element, this.panels, this.reading, this.legend],
      () => "inside",
      () => this.arrange()
    );
    below.append(this.asTable, this.legend, this.taking.element);
    this.root.append(
      this.words,
      controls,
      this.overview.element,
      this.strip,
      this.panels,
      this.reading,
      below
    );
    this.root.addEventListener("mousedown", (event) => {
      if (event.target.closest("button")) event.preventDefault();
    });
  }
  // What stands there whatever is on show.
  speak() {
    this.words.setAttribute("aria-label", say("The word that attends"));
    this.strip.setAttribute("aria-label", say("Steps"));
    this.home.textContent = say("The five stages");
    this.back.textContent = say("Back");
    this.next.textContent = say("Next");
    this.allAtOnce.textContent = say("All at once");
    this.taking.speak();
    this.asTable.textContent = this.tables ? say("As a picture") : say("As a table");
    this.legend.replaceChildren(
      make("span", "", say("weights 0")),
      make("span", "scale"),
      make("span", "", say("1 · negative")),
      make("span", "scale signed"),
      make("span", "", say("positive: darkest at each grid's largest value · masked")),
      make("span", "scale masked")
    );
  }
  // --- what the server sends, and what it is told ------------------------------------------------
  show(data) {
    this.speak();
    const isOther = data.mark !== this.data?.mark, all = this.everything;
    const isLonger = data.stages.length !== this.data?.stages.length;
    this.data = data;
    if (isOther) this.take(data);
    const setting = settingOf(data.step, data.row, data.everything);
    if (this.keeper.isFromElsewhere(setting, isLonger))
      Object.assign(this, { step: data.step, row: data.row, everything: data.everything });
    if (isLonger) this.reached = this.step;
    if (setting === this.setting()) this.keeper.settle();
    this.root.classList.toggle("alone", data.alone);
    this.fillWords();
    if (isOther || all !== this.everything) this.arrange();
    this.goTo(this.step, false);
  }
  toggleAll() {
    this.everything = !this.everything;
    this.step = Math.max(0, this.step);
    this.arrange();
    this.goTo(this.step, false);
    this.tellSoon(0);
  }
  setting() {
    return settingOf(this.step, this.row, this.everything);
  }
  tellSoon(pause) {
    this.keeper.tellSoon(
      () => this.root.isConnected ? this.setting() : null,
      () => this.keep({ step: this.step + 1, row: this.row + 1, all: this.everything }),
      pause
    );
  }
  // Another derivation: its grids with their numbers, its panels and the strip.
  take(data) {
    const focused = this.root.getRootNode().activeElement, { on } = this;
    const place = this.figures?.findIndex((figure) => figure.canvas && figure.canvas === focused);
    this.grids = gridsOf(data);
    this.symbols = new Map([...this.grids.values()].filter(({ symbol: symbol2 }) => symbol2.includes("_")).map((grid) => [grid.symbol, grid]));
    this.on = null;
    const groups = new Map(data.overview?.stages.map(({ steps, title }) => [steps[0], title]));
    this.stages = data.stages.map((step, number) => buildPanel(this, step, number, groups.get(number)));
    this.figures = this.stages.flatMap(({ figures }) => figures);
    this.panels.replaceChildren(...this.stages.map(({ panel }) => panel));
    this.strip.replaceChildren(...this.stages.map(({ entry }) => entry));
    this.strip.classList.toggle("grouped", groups.size > 0);
    if (data.overview) this.overview.take(data.overview, this.grids);
    const held = on && this.figures.find((one) => one.stage === on.figure.stage && one.grid.name === on.figure.grid.name && one.canvas);
    if (held && on.row < held.grid.shape[0] && on.column < held.grid.shape[1])
      this.on = { ...on, figure: held };
    if (place >= 0) this.figures[place]?.canvas?.focus({ preventScroll: true });
  }
  fillWords() {
    const { words, overview } = this.data, named = JSON.stringify([words, overview?.reads]);
    this.words.hidden = !words.length;
    if (named !== this.worded) {
      this.worded = named;
      this.words.replaceChildren(...words.map((word, row) => {
        const button = make("button", "", shorten(word));
        button.addEventListener("click", () => this.ask(row, 0));
        return button;
      }));
      if (overview?.reads) this.words.append(make("span", "reads", overview.reads));
    }
    this.words.querySelectorAll("button").forEach((button, row) => button.setAttribute("aria-pressed", row === this.row));
  }
  ask(row, pause = 150) {
    if (!this.data.words.length) return;
    this.row = clamp(0, row, this.data.words.length - 1);
    this.fillWords();
    this.words.children[this.row].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.tellSoon(pause);
  }
  // --- what is on show ---------------------------------------------------------------------------
  // The first place: -1, the five stages, or the first step where there are none.
  get first() {
    return this.data.overview && !this.everything ? -1 : 0;
  }
  goTo(step, moved = true) {
    const count = this.stages.length;
    const held = this.root.getRootNode().activeElement;
    const isInStrip = this.strip.contains(held), isOpener = this.overview.element.contains(held);
    this.step = clamp(this.first, step, count - 1);
    this.reached = this.everything ? count - 1 : Math.max(this.reached, this.step);
    if (moved) this.on = null;
    this.root.classList.toggle("everything", this.everything);
    this.root.classList.toggle("opening", this.step < 0);
    this.markSteps(moved);
    this.title.textContent = this.step < 0 ? this.data.overview.finding : this.data.title;
    this.counter.textContent = this.step < 0 ? say("One head in five stages") : say("Step {step} of {steps}", { step: this.step + 1, steps: count });
    this.home.hidden = !this.data.overview || this.step < 0;
    this.back.setAttribute("aria-disabled", this.step === this.first);
    this.next.setAttribute("aria-disabled", this.step === count - 1);
    this.allAtOnce.setAttribute("aria-pressed", this.everything);
    this.asTable.setAttribute("aria-pressed", this.tables);
    this.asTable.hidden = this.step < 0;
    const current = this.stages[Math.max(0, this.step)], { panel, button, entry } = current;
    if (this.step >= 0 && (isInStrip || isOpener)) button.focus({ preventScroll: true });
    this.paint();
    this.strip.scrollLeft = entry.offsetLeft - this.strip.offsetLeft - this.strip.clientWidth / 2 + entry.clientWidth / 2;
    if (!moved) return;
    if (this.everything) panel.scrollIntoView({ block: "nearest" });
    this.tellSoon();
  }
  markSteps(moved) {
    const stage = this.data.overview?.stages.find(({ steps }) => steps.includes(this.step));
    this.stages.forEach(({ panel, entry, button }, number) => {
      const isCurrent = number === this.step;
      panel.classList.toggle("current", isCurrent);
      panel.classList.toggle("slides", moved && isCurrent);
      entry.className = isCurrent ? "current" : number <= this.reached ? "reached" : "";
      entry.classList.toggle("elsewhere", Boolean(stage) && !stage.steps.includes(number));
      button.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
  visible() {
    if (this.everything) return this.figures;
    return this.stages[this.step]?.figures ?? [];
  }
  arrange() {
    const width = this.root.clientWidth;
    if (!this.data || !width) return;
    this.look = new Look(this.root, this.data.ink);
    this.palette = new Palette(this.root, this.look, this.data.colours, this.data.diverging);
    const isLarge = width >= LARGE, high = clamp(260, 0.44 * screenHeight(this.root), 720);
    this.root.classList.toggle("lecture", zoomOf(this.root) > 1);
    this.letters = isLarge ? 17 : 13;
    this.line = isLarge ? 28 : 22;
    for (const { figures, picture, result } of this.stages) {
      fit(figures, width - (this.everything ? 14 : 0), high, this);
      this.palette.thumbnail(picture, result, isLarge ? 1.4 : 1);
    }
    if (this.data.overview) this.overview.paint(this.palette);
    this.paint();
  }
  paint() {
    if (!this.look) return;
    if (this.step < 0)
      this.overview.fit(roomOf(this.root), () => contentHeight(this.root), this.palette);
    for (const figure of this.visible()) figure.paint();
    for (const { formula } of this.stages)
      formula.tabIndex = formula.scrollWidth > formula.clientWidth ? 0 : -1;
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
    const isSame = on?.figure === figure ? on.row === cell?.row && on.column === cell?.column : !cell;
    if (on?.held || isSame) return;
    this.on = cell && { figure, row: cell.row, column: cell.column };
    this.say();
  }
  hold(figure, { row, column }) {
    const { on } = this;
    const isAgain = on?.held && on.figure === figure && on.row === row && on.column === column;
    this.on = isAgain ? null : { figure, row, column, held: true };
    this.say();
  }
  walk(figure, { row, column }) {
    this.on = { figure, row, column, held: this.on?.held };
    this.say();
  }
  // What a row of the five stages says; null: none is pointed at.
  read(sentence) {
    this.sentence = sentence;
    this.say();
  }
  typeset(text) {
    return typeset(text, this.symbols);
  }
  // The line below the panel, and what stands out in the grids on show.
  say() {
    const { on } = this, grid = on?.figure.grid;
    for (const figure of this.visible())
      figure.mark(framed(figure.grid, grid, on?.row, on?.column));
    this.reading.classList.toggle("locked", Boolean(on?.held));
    this.reading.classList.toggle("resting", !on);
    const parts = grid ? equation(grid, on.row, on.column, this.symbols, this.data.epsilon) : [this.caption()];
    const subject = JSON.stringify([this.data.mark, grid ? [grid.name, on.row, on.column] : parts]);
    if (subject === this.subject) return;
    this.subject = subject;
    this.reading.replaceChildren(...nodesOf(parts));
  }
  // What stands below while no number is pointed at.
  caption() {
    const { overview } = this.data;
    if (this.step < 0)
      return this.sentence ?? say("Point at a word to read its row. Click a stage to unfold it.");
    const step = { step: this.counter.textContent, name: this.stages[this.step].name };
    return overview && this.step >= this.weighed ? say("{step}, {name}: {told}", { ...step, told: overview.finding }) : say("{step}, {name}: point at a number to see what it is made of.", step);
  }
  // The step whose result is the weights: from there on there is something found.
  get weighed() {
    return this.stages.findIndex(({ result }) => result.role === "weight");
  }
  // --- keys --------------------------------------------------------------------------------------
  key(event) {
    if (!this.root.isConnected) return document.removeEventListener("keydown", this.onKey);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.data || !this.root.clientWidth) return;
    const path = event.composedPath(), isOwn = path.includes(this.root), { key } = event;
    if (isOwn ? path[0].matches(".formula, .twin-box") : path[0].closest?.(TAKES_KEYS)) return;
    const button = isOwn && path[0].closest("button");
    if (key === " " && button && !this.strip.contains(button)) return;
    const step = {
      " ": this.step + 1,
      ArrowRight: this.step + 1,
      ArrowLeft: this.step - 1,
      Home: this.first,
      End: this.stages.length - 1
    }[key];
    const row = { ArrowUp: this.row - 1, ArrowDown: this.row + 1 }[key];
    if (step !== void 0) this.goTo(step);
    else if (row !== void 0 && this.data.words.length && (isOwn || !this.everything))
      this.ask(row);
    else if (key === "Escape" && this.on) {
      this.on = null;
      this.say();
    } else return;
    event.preventDefault();
  }
};
function gridsOf(data) {
  const floats = new Float32Array(data.numbers.buffer);
  const grids = new Map(data.grids.map((grid) => {
    const [rows, columns] = grid.shape, { offset } = grid;
    const values = offset === null ? null : floats.subarray(offset, offset + rows * columns);
    let most = 0;
    for (const value of values ?? []) if (Math.abs(value) > most) most = Math.abs(value);
    return [grid.name, { ...grid, values, most: roundUp(most) }];
  }));
  for (const grid of grids.values()) grid.of = grid.of.map((name) => grids.get(name));
  return grids;
}
function inside_default({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".inside");
  root.view ??= new Inside(root);
  root.view.keep = (message) => setTriggerValue("setting", message);
  root.view.show(read(data));
}
export {
  inside_default as default
};
