// Made of memory/ and shared/ by "npm run build": change those, not this.

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

// shared/text.js
var french = {};
var isFrench = false;
function setFrench(texts) {
  french = texts;
  isFrench = Object.keys(texts).length > 0;
}
var say = (text, values = {}) => (french[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
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

// memory/memory.js
var signedText = (value) => (value < 0 ? "−" : "+") + fixed(Math.abs(value), 2);
var Memory = class {
  constructor(root) {
    this.root = root;
    this.sent = /* @__PURE__ */ new Set();
    this.row = make("div", "panels");
    this.legend = make("div", "legend");
    this.asTable = tableButton((tables) => {
      this.tables = tables;
      this.paint();
    });
    this.taking = new Taking(() => [this.row, this.legend], () => "memory", () => this.paint());
    root.append(this.row, this.legend, this.asTable, this.taking.element);
    watch(root, () => this.arrange());
  }
  show(data) {
    const before = new Map((this.panels || []).map((panel) => [panel.name, panel])), active = this.root.getRootNode().activeElement;
    const held = this.panels?.find((panel) => panel.canvas === active)?.name;
    this.data = data;
    this.asTable.speak();
    this.taking.speak();
    this.panels = data.panels.map((block) => {
      const panel = this.build(block), old = before.get(block.name);
      if (old && (old.asked === block.unit || this.sent.delete(`${block.name}=${block.unit + 1}`)))
        panel.unit = old.unit;
      return panel;
    });
    this.row.replaceChildren(...this.panels.map((panel) => panel.box));
    const least = say(
      "{quantity}: {least}",
      { quantity: data.quantity, least: data.signed ? "−1" : "0" }
    );
    this.legend.replaceChildren(
      make("span", "", least),
      make("span", data.signed ? "scale signed" : "scale"),
      make("span", "", "1")
    );
    if (!data.signed)
      this.legend.append(
        make("span", "", say("· words, tanh of the cell: −1")),
        make("span", "scale signed"),
        make("span", "", "1")
      );
    this.legend.append(
      make("span", "hint", say("Click a row to colour the words by that unit; arrow keys walk."))
    );
    this.arrange();
    this.panels.find((panel) => panel.name === held)?.canvas.focus({ preventScroll: true });
  }
  build(block) {
    const box = make("section", "panel"), canvas = make("canvas", "map"), scroller = make("div", "box");
    const text = make("p", "text"), reading = make("p", "reading");
    reading.setAttribute("aria-live", "polite");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    scroller.append(canvas);
    box.append(make("h3", "title", block.title), text, scroller, reading);
    const panel = { ...block, asked: block.unit, box, canvas, scroller, text, reading };
    this.listen(panel);
    return panel;
  }
  value(panel, word, unit) {
    return this.number(panel, 0, word, unit, this.data.signed);
  }
  cell(panel, word, unit) {
    return this.number(panel, panel.words.length * panel.units, word, unit, true);
  }
  number(panel, from, word, unit, signed) {
    return unpack(
      this.data.numbers[panel.offset + from + word * panel.units + unit],
      this.data.steps,
      signed ? -1 : 0
    );
  }
  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.look = new Look(this.root, this.data.ink);
    const stops = this.data.diverging[this.look.dark ? "dark" : "light"];
    this.diverging = ramp(stops);
    this.root.style.setProperty("--diverging", `linear-gradient(to right, ${stops.join(",")})`);
    const width = this.root.clientWidth, gap = 32, longest = Math.max(...this.panels.map((panel) => panel.words.length));
    const across = this.panels.length > 1 && (width - gap) / 2 > 80 + longest * 15 ? 2 : 1;
    this.row.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    const room = (width - gap * (across - 1)) / across;
    for (const panel of this.panels) {
      const pen = panel.canvas.getContext("2d");
      pen.font = this.look.font(13, true);
      const beside = Math.max(64, pen.measureText(say("unit {unit}", { unit: panel.units })).width + 10);
      panel.place = fitColumns(pen, this.look, panel.words, room, () => beside, () => 56);
    }
    const inLecture = roomOf(this.root) !== null;
    fitHeight(this.root, 0.42, (high) => {
      for (const panel of this.panels)
        panel.height = inLecture ? high : Math.max(panel.units, Math.round(clamp(256, high, 700)));
      this.paint();
    }, Math.ceil(this.panels.length / across));
  }
  colour(share, signed) {
    return (signed ? this.diverging : this.look.ramp)[Math.round(255 * clamp(0, share, 1))];
  }
  paint() {
    for (const panel of this.panels) this.paintPanel(panel);
    this.root.dataset.painted = JSON.stringify(this.panels.map((panel) => panel.words));
  }
  paintPanel(panel) {
    const { words, units, order, unit, height, place: { left, top, cell, right } } = panel, look = this.look;
    const pen = sharp(panel.canvas, left + words.length * cell + right + 1, top + height + 2);
    const image = new ImageData(words.length, units);
    order.forEach((number, row) => words.forEach((_, word) => {
      const share = this.data.numbers[panel.offset + word * units + number] / this.data.steps;
      image.data.set(
        [...this.colour(share, this.data.signed), 255],
        4 * (row * words.length + word)
      );
    }));
    const small = new OffscreenCanvas(words.length, units);
    small.getContext("2d").putImageData(image, 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, left, top, words.length * cell, height);
    pen.strokeStyle = look.muted;
    pen.globalAlpha = 0.5;
    pen.strokeRect(left - 0.5, top - 0.5, words.length * cell + 1, height + 1);
    pen.globalAlpha = 1;
    const on = panel.hover, y = top + (order.indexOf(unit) + 0.5) * height / units;
    pen.strokeStyle = look.text;
    pen.lineWidth = 1.5;
    pen.strokeRect(
      left - 1,
      y - height / units / 2 - 1.5,
      words.length * cell + 2,
      height / units + 3
    );
    pen.fillStyle = look.text;
    pen.textAlign = "right";
    pen.font = look.font(13, true);
    pen.fillText(
      say("unit {unit}", { unit: unit + 1 }),
      left - 6,
      clamp(top + 6, y, top + height - 6)
    );
    labelColumns(pen, look, words, panel.place, "", (word) => on && on.word === word, () => 0);
    panel.text.replaceChildren(...words.flatMap((word, place) => {
      const value = this.cell(panel, place, unit), [red, green, blue] = this.colour((value + 1) / 2, true);
      const span = make("span", "coloured", word);
      span.style.background = `rgb(${red} ${green} ${blue})`;
      span.style.color = textOn([red, green, blue]);
      span.title = signedText(value);
      return [span, " "];
    }));
    const sentence = this.sentence(panel);
    if (panel.reading.textContent !== sentence) panel.reading.textContent = sentence;
    const facts = {
      title: panel.title,
      quantity: this.data.quantity,
      units,
      words: words.length,
      told: sentence
    };
    panel.canvas.setAttribute(
      "aria-label",
      say("{title}: {quantity} of {units} units at {words} words. {told}", facts) + " " + say("Up and down choose a unit, left and right read its words.")
    );
    const content = this.tables ? this.table(panel) : panel.canvas;
    if (panel.scroller.firstChild !== content) panel.scroller.replaceChildren(content);
  }
  // The unit chosen, word by word, and the same unit's cell, which colours the words.
  table(panel) {
    const { words, unit, title } = panel, box = tableBox(title), quantity = (word) => this.value(panel, word, unit);
    const cell = (word) => this.cell(panel, word, unit);
    const kinds = { [this.data.quantity]: quantity, [say("tanh of the cell")]: cell }, values = Object.values(kinds);
    const number = (kind, word) => fixed(values[kind](word), 3).replace("-", "−");
    box.append(tableOf(
      say("{title}, unit {unit}", { title, unit: unit + 1 }),
      Object.keys(kinds),
      words,
      number
    ));
    return box;
  }
  sentence(panel) {
    const { words, units, unit } = panel;
    const all = words.map((_, word2) => this.cell(panel, word2, unit));
    if (!panel.hover) {
      const most = all.indexOf(Math.max(...all)), least = all.indexOf(Math.min(...all));
      return say(
        "The cell of unit {unit} is highest at {most} ({high}) and lowest at {least} ({low}).",
        {
          unit: unit + 1,
          most: quoted(words[most]),
          high: signedText(all[most]),
          least: quoted(words[least]),
          low: signedText(all[least])
        }
      );
    }
    const { word, unit: at } = panel.hover, value = this.value(panel, word, at);
    return say("Unit {unit} of {units} at {word}: {quantity} {value}.", {
      unit: at + 1,
      units,
      word: quoted(words[word]),
      quantity: this.data.quantity,
      value: this.data.signed ? signedText(value) : fixed(value, 2)
    });
  }
  at(panel, event) {
    const [x, y] = within(event, panel.canvas), { left, top, cell } = panel.place;
    const word = Math.floor((x - left) / cell), row = Math.floor((y - top) / panel.height * panel.units);
    return word >= 0 && word < panel.words.length && row >= 0 && row < panel.units ? { word, unit: panel.order[row] } : null;
  }
  choose(panel, unit) {
    panel.unit = unit;
    const setting = `${panel.name}=${unit + 1}`;
    this.sent.add(setting);
    this.keep({ name: panel.name, unit: unit + 1 });
    this.paintPanel(panel);
  }
  listen(panel) {
    const { canvas } = panel;
    canvas.addEventListener("pointermove", (event) => {
      panel.hover = this.at(panel, event);
      canvas.style.cursor = panel.hover ? "pointer" : "default";
      this.paintPanel(panel);
    });
    canvas.addEventListener("pointerleave", () => {
      panel.hover = null;
      this.paintPanel(panel);
    });
    canvas.addEventListener("click", (event) => {
      const at = this.at(panel, event);
      if (at) this.choose(panel, at.unit);
    });
    canvas.addEventListener("keydown", (event) => {
      if (event.key === "Escape") panel.hover = null;
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key], side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step)
        this.choose(
          panel,
          panel.order[clamp(0, panel.order.indexOf(panel.unit) + step, panel.units - 1)]
        );
      else if (side)
        panel.hover = {
          unit: panel.unit,
          word: clamp(0, (panel.hover?.word ?? -1) + side, panel.words.length - 1)
        };
      else if (event.key !== "Escape") return;
      event.preventDefault();
      this.paintPanel(panel);
    });
  }
};
function memory_default({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".memory");
  root.view ??= new Memory(root);
  root.view.keep = (message) => setStateValue("setting", message);
  root.view.show(read(data));
}
export {
  memory_default as default
};
