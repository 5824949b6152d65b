// Paints the translation, every head as a thumbnail, and one head large as a heatmap and as lines.
// Hover previews, click locks, Esc lets go. Words come in as data and go out through textContent or
// fillText: nothing a person typed is ever read as markup.

const MASKED = 65535;
const SMALLEST_CELL = 11;
const quoted = (word) => `“${word}”`;
const shorten = (word) => (word.length > 20 ? word.slice(0, 19) + "…" : word);
const percent = (p) => (p >= 0.995 ? "99+ %" : p < 0.01 ? "<1 %" : `${Math.round(100 * p)} %`);
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function read(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
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

class Explorer {
  constructor(root) {
    this.root = root;
    this.sent = new Set();
    this.strip = make("div", "strip");
    this.strip.setAttribute("aria-label", "The translation, word by word");
    this.strip.setAttribute("role", "group");
    this.overview = make("div", "overview");
    this.overview.setAttribute("role", "group");
    this.overview.setAttribute("aria-label", "All heads. Arrow keys move between them.");
    this.title = make("h3", "title");
    this.reading = make("p", "reading");
    this.reading.setAttribute("aria-live", "polite");
    this.map = make("canvas", "map");
    this.map.tabIndex = 0;
    this.map.setAttribute("role", "img");
    this.lines = make("canvas", "lines");
    this.lines.setAttribute("role", "img");
    this.legend = make("div", "legend");
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    const mapBox = make("div", "box map-box"), linesBox = make("div", "box lines-box");
    mapBox.append(this.map);
    linesBox.append(this.lines);
    const head = make("div", "head"), body = make("div", "body");
    this.pictures = make("div", "pictures");
    this.pictures.append(mapBox, linesBox);
    head.append(this.title, this.reading, this.pictures, this.legend);
    body.append(this.overview, head);
    root.append(this.strip, body, this.tip);
    this.listen();
    let width = 0;
    new ResizeObserver(() => {
      if (root.clientWidth !== width) { width = root.clientWidth; this.paint(); }
    }).observe(root);
    root.addEventListener("transitionrun", (event) => {  // the theme's colours changed
      if (event.target === root) setTimeout(() => this.paint(), 50);
    });
  }

  show(data) {
    const shape = JSON.stringify(data.blocks.map((b) => [b.title, b.layers, b.heads]));
    const asked = data.choice.join("/");
    this.data = data;
    if (shape !== this.shape) this.buildOverview();
    // An answer to our own click comes late and may be outdated: only a choice from elsewhere counts.
    if (shape !== this.shape || (asked !== this.asked && !this.sent.delete(asked))) this.choice = data.choice;
    if (asked === this.choice.join("/")) this.sent.clear();
    this.shape = shape;
    this.asked = asked;
    const words = JSON.stringify(data.blocks.map((b) => [b.rows, b.columns]));
    if (words !== this.words) this.locked = this.hover = null;
    this.words = words;
    this.buildStrip();
    this.paint();
  }

  // --- the translation -------------------------------------------------------------------------

  buildStrip() {
    this.strip.replaceChildren(...this.data.words.map((word, place) => {
      const button = make("button", "word");
      button.append(make("span", "text", word.text), make("span", "probability", percent(word.probability)));
      button.style.setProperty("--p", word.probability);
      const open = () => { this.showRunnersUp(button, word); this.hoverRow(place); };
      const close = () => { this.tip.hidden = true; this.hoverRow(null); };
      button.addEventListener("pointerenter", open);
      button.addEventListener("focus", open);
      button.addEventListener("pointerleave", close);
      button.addEventListener("blur", close);
      button.setAttribute("aria-label", `${word.text}, probability ${word.probability.toFixed(2)}. Runners-up: ` +
        word.pieces.map((p) => p.best.map(([text, p]) => `${text} ${p.toFixed(2)}`).join(", ")).join("; "));
      return button;
    }));
    if (!this.data.finished) this.strip.append(make("span", "cut", "… cut: the model did not come to an end"));
  }

  showRunnersUp(anchor, word) {
    const tables = word.pieces.map((piece) => {
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
    this.tip.replaceChildren(...tables);
    this.tip.hidden = false;
    const at = anchor.getBoundingClientRect(), box = this.root.getBoundingClientRect();
    this.placeTip(at.left - box.left, at.bottom - box.top + 4);
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
    this.overview.replaceChildren(...this.data.blocks.map((block, b) => {
      const group = make("div", "block");
      group.append(make("div", "block-title", block.title));
      const grid = make("div", "grid");
      grid.style.setProperty("--heads", block.heads);
      grid.append(make("span", "corner", "layer"));
      for (let head = 0; head < block.heads; head++) {
        const label = make("span", "head-label", head + 1);
        label.style.setProperty("--colour", this.data.colours[head % this.data.colours.length]);
        grid.append(label);
      }
      for (let layer = 0; layer < block.layers; layer++) {
        grid.append(make("span", "layer-label", layer + 1));
        for (let head = 0; head < block.heads; head++) {
          const thumb = make("button", "thumb"), choice = [block.stack, layer, head];
          thumb.append(make("canvas"));
          thumb.setAttribute("aria-label", `${block.title}, layer ${layer + 1}, head ${head + 1}`);
          thumb.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.preview(choice));
          thumb.addEventListener("pointerleave", () => this.preview(null));
          thumb.addEventListener("click", () => this.choose(choice));
          thumb.addEventListener("keydown", (event) => this.moveThumb(event, b, layer, head));
          this.thumbs.push({ thumb, choice, block: b });
          grid.append(thumb);
        }
      }
      group.append(grid);
      return group;
    }));
  }

  choose(choice) {
    this.choice = choice;
    this.previewed = null;
    this.sent.add(choice.join("/"));
    this.setChoice(choice.join("/"));
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
    this.thumbs.find((t) => t.choice.join() === this.choice.join()).thumb.focus();
  }

  paintOverview() {
    for (const { thumb, choice, block: b } of this.thumbs) {
      const block = this.data.blocks[b], canvas = thumb.firstChild;
      const chosen = choice.join() === this.choice.join();
      thumb.setAttribute("aria-pressed", chosen);
      thumb.tabIndex = chosen ? 0 : -1;
      const side = Math.round((thumb.clientWidth || 40) * (window.devicePixelRatio || 1));
      const rows = block.rows.length, columns = block.columns.length;
      const height = Math.min(rows, side), width = Math.min(columns, side);
      const most = new Float64Array(width * height);  // of all cells that fall on a pixel, the largest weight
      const from = this.from(block, choice);
      for (let r = 0; r < rows; r++) {
        const line = Math.floor((r * height) / rows) * width;
        for (let c = 0; c < columns; c++) {
          const value = this.data.numbers[from + r * columns + c], at = line + Math.floor((c * width) / columns);
          if (value !== MASKED && value > most[at]) most[at] = value;
        }
      }
      const image = new ImageData(width, height);
      most.forEach((value, i) => {
        const colour = this.ramp[Math.round((255 * value) / this.data.steps)];
        image.data.set([...colour, 255], 4 * i);
      });
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d").putImageData(image, 0, 0);
    }
  }

  // --- one head --------------------------------------------------------------------------------

  shown() { return this.previewed || this.choice; }
  block() { return this.data.blocks.find((b) => b.stack === this.shown()[0]) || this.data.blocks[0]; }
  from(block, [, layer, head]) { return block.offset + (layer * block.heads + head) * block.rows.length * block.columns.length; }
  weight(row, column) {
    const value = this.data.numbers[this.start + row * this.columns.length + column];
    return value === MASKED ? null : value / this.data.steps;
  }

  paint() {
    if (!this.data || !this.root.clientWidth) return;
    const style = getComputedStyle(this.root), get = (name) => style.getPropertyValue(name).trim();
    const paper = rgb(get("--st-background-color") || "#ffffff");
    this.dark = paper[0] * 0.3 + paper[1] * 0.6 + paper[2] * 0.1 < 128;
    this.text = get("--st-text-color") || (this.dark ? "#fff" : "#222");
    this.muted = this.dark ? "#9aa4b2" : "#5b6472";
    this.paper = `rgb(${paper})`;
    this.family = get("--st-font") || "sans-serif";
    const stops = [...this.data.ink[this.dark ? "dark" : "light"]];
    stops[0] = `rgb(${paper})`;
    this.ramp = ramp(stops);
    this.root.style.setProperty("--muted", this.muted);
    this.root.style.setProperty("--ramp", `linear-gradient(to right, ${stops.join(",")})`);
    this.paintOverview();
    this.paintLarge();
    this.root.dataset.painted = this.data.words.map((word) => word.text).join(" ");
  }

  paintLarge() {
    const block = this.block(), [, layer, head] = this.shown();
    this.layer = clamp(0, layer, block.layers - 1);
    this.head = clamp(0, head, block.heads - 1);
    this.start = this.from(block, [block.stack, this.layer, this.head]);
    this.columns = block.columns;
    this.rows = block.rows;
    this.before = block.before;
    this.after = block.after;
    this.colour = this.data.colours[this.head % this.data.colours.length];
    const title = `${block.title} · layer ${this.layer + 1} · head ${this.head + 1}`;
    this.title.textContent = title;
    this.title.style.setProperty("--colour", this.colour);
    this.paintMap();
    this.paintLines();
    this.paintReading();
    this.paintLegend();
    const summary = `${title}. ${this.strongest()}`;
    this.map.setAttribute("aria-label", `Heatmap. ${summary} Arrow keys read the cells.`);
    this.lines.setAttribute("aria-label", `Lines. ${summary}`);
  }

  active() { return this.hover || this.locked; }

  canvas(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.textBaseline = "middle";
    return pen;
  }

  font(size, bold) { return `${bold ? 600 : 400} ${size}px ${this.family}`; }
  widest(pen, words) { return Math.max(...words.map((word) => pen.measureText(shorten(word)).width)); }
  tallest() { return clamp(300, window.innerHeight * 0.58, 900); }

  rowLabel(row) { return [this.before && this.withBefore ? `${shorten(this.before[row])} ▸ ` : "", shorten(this.rows[row])]; }

  layout() {
    const pen = this.map.getContext("2d"), R = this.rows.length, C = this.columns.length;
    const width = this.pictures.clientWidth, largest = this.tallest() / 7;
    const stacked = this.root.clientWidth <= 620 || 100 + C * SMALLEST_CELL > 0.6 * width;  // a long sentence takes the whole width
    this.pictures.classList.toggle("stacked", stacked);
    const room = width * (stacked ? 1 : 0.6);
    this.withBefore = this.before && room > 420;
    let size = 16, cell, left, top, right, turn;
    for (let i = 0; i < 4; i++) {  // labels set the room for cells, cells set the size of labels
      pen.font = this.font(size, true);
      left = this.widest(pen, this.rows.map((_, row) => this.rowLabel(row).join(""))) + 10;
      const wide = this.widest(pen, this.columns), last = this.widest(pen, this.columns.slice(-1));
      turn = cell && wide + 6 <= cell ? 0 : cell < 1.45 * size ? Math.PI / 2 : Math.PI / 4;
      top = turn ? wide * Math.sin(turn) + size : size + 12;
      right = turn === Math.PI / 4 ? last * 0.72 + 4 : 0;
      cell = Math.floor(clamp(SMALLEST_CELL, Math.min((room - left - right) / C, (this.tallest() - top) / R), largest));
      size = clamp(10, Math.round(cell * 0.45), 28);
    }
    return { size, cell, left, top, right, turn };
  }

  paintMap() {
    const { size, cell, left, top, right, turn } = (this.place = this.layout());
    const R = this.rows.length, C = this.columns.length, on = this.active();
    const pen = this.canvas(this.map, left + C * cell + right + 1, top + R * cell + 1);
    const gap = cell >= 16 ? 1 : 0;
    for (let r = 0; r < R; r++) {
      for (let c = 0; c < C; c++) {
        const weight = this.weight(r, c), x = left + c * cell, y = top + r * cell;
        if (weight === null) { this.hatch(pen, x, y, cell - gap); continue; }
        pen.fillStyle = `rgb(${this.ramp[Math.round(255 * weight)]})`;
        pen.fillRect(x, y, cell - gap, cell - gap);
        if (cell >= 30 && weight >= 0.005) {
          pen.font = this.font(Math.round(cell * 0.36), false);
          pen.textAlign = "center";
          pen.fillStyle = (weight > 0.45) === this.dark ? "#0b1220" : "#ffffff";
          if (weight <= 0.45) pen.fillStyle = this.dark ? "#dfe6ee" : "#2b3340";
          pen.fillText(weight.toFixed(2).replace(/^0/, ""), x + (cell - gap) / 2, y + cell / 2);
        }
      }
    }
    pen.strokeStyle = this.muted;
    pen.globalAlpha = 0.5;
    pen.strokeRect(left - 0.5, top - 0.5, C * cell + 1 - gap, R * cell + 1 - gap);
    pen.globalAlpha = 1;
    if (on) {
      pen.strokeStyle = this.colour;
      pen.lineWidth = 2;
      if (on.row !== null) pen.strokeRect(left - 1, top + on.row * cell - 1, C * cell + 2 - gap, cell + 2 - gap);
      if (on.column !== null) pen.strokeRect(left + on.column * cell - 1, top - 1, cell + 2 - gap, R * cell + 2 - gap);
    }
    pen.fillStyle = this.text;
    for (let r = 0; r < R; r++) {
      const [before, word] = this.rowLabel(r), bold = on && on.row === r, y = top + (r + 0.5) * cell;
      pen.textAlign = "right";
      pen.font = this.font(size, bold);
      pen.fillStyle = this.text;
      pen.fillText(word, left - 6, y);
      pen.fillStyle = this.muted;
      const at = left - 6 - pen.measureText(word).width;
      pen.font = this.font(size, false);
      pen.fillText(before, at, y);
    }
    for (let c = 0; c < C; c++) {
      pen.font = this.font(size, on && on.column === c);
      pen.fillStyle = this.text;
      const x = left + (c + 0.5) * cell, word = shorten(this.columns[c]);
      pen.save();
      pen.translate(x, turn ? top - 6 : top - size * 0.7);
      pen.rotate(-turn);
      pen.textAlign = turn ? "left" : "center";
      pen.fillText(word, 0, 0);
      pen.restore();
    }
  }

  hatch(pen, x, y, side) {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, side, side);
    pen.clip();
    pen.strokeStyle = this.muted;
    pen.globalAlpha = 0.28;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let d = -side; d < side; d += 6) { pen.moveTo(x + d, y + side); pen.lineTo(x + d + side, y); }
    pen.stroke();
    pen.restore();
  }

  paintLines() {
    const box = this.lines.parentElement, width = Math.max(box.clientWidth, 160);
    const R = this.rows.length, C = this.columns.length, most = Math.max(R, C), on = this.active();
    const { size: large, top: mapTop } = this.place;
    const step = clamp(14, (this.place.cell * R + mapTop - 28) / most, 64), size = clamp(10, Math.min(large, step * 0.62), 28);
    const top = 28, pen = this.canvas(this.lines, width, top + most * step + 2);
    pen.font = this.font(size, true);
    const limit = width * 0.36;
    const left = Math.min(this.widest(pen, this.rows), limit) + 4, right = width - Math.min(this.widest(pen, this.columns), limit) - 4;
    const y = (i, n) => top + (i + 0.5) * step + ((most - n) * step) / 2;
    this.linePlace = { top, step, left, right, offsetRow: ((most - R) * step) / 2, offsetColumn: ((most - C) * step) / 2 };
    pen.font = this.font(Math.max(12, size * 0.75), false);
    pen.fillStyle = this.muted;
    pen.textAlign = "left";
    pen.fillText("looks", 0, 10);
    pen.textAlign = "right";
    pen.fillText("is looked at", width, 10);
    const drawn = [];
    for (let r = 0; r < R; r++) {
      for (let c = 0; c < C; c++) {
        const weight = this.weight(r, c);
        if (weight === null || weight < 0.01) continue;
        if (on && ((on.row !== null && on.row !== r) || (on.row === null && on.column !== c))) continue;
        drawn.push([weight, r, c]);
      }
    }
    drawn.sort((a, b) => a[0] - b[0]);
    pen.strokeStyle = this.colour;
    for (const [weight, r, c] of drawn.slice(-4000)) {
      pen.globalAlpha = clamp(0.03, weight, 1);
      pen.lineWidth = 0.75 + 2.5 * weight;
      pen.beginPath();
      pen.moveTo(left + 4, y(r, R));
      pen.lineTo(right - 4, y(c, C));
      pen.stroke();
    }
    pen.globalAlpha = 1;
    const word = (text, x, at, bold, faint, room) => {
      pen.font = this.font(size, bold);
      pen.fillStyle = faint ? this.muted : this.text;
      pen.globalAlpha = faint ? 0.65 : 1;
      pen.fillText(shorten(text), x, at, room);
      pen.globalAlpha = 1;
    };
    pen.textAlign = "right";
    this.rows.forEach((text, r) => word(text, left, y(r, R), on && on.row === r, on && on.row !== null && on.row !== r, limit));
    pen.textAlign = "left";
    this.columns.forEach((text, c) => {
      const weight = on && on.row !== null ? this.weight(on.row, c) || 0 : 0;
      if (weight > 0.01) {
        pen.globalAlpha = 0.35 * weight + 0.05;
        pen.fillStyle = this.colour;
        pen.fillRect(right - 2, y(c, C) - step * 0.45, width - right + 2, step * 0.9);
        pen.globalAlpha = 1;
      }
      word(text, right, y(c, C), on && (on.column === c || weight > 0.3), on && on.row !== null && weight < 0.05 && on.column !== c, limit);
    });
  }

  // A word that occurs twice says which one it is.
  named(words, place) {
    const same = words.filter((word) => word === words[place]).length;
    return quoted(words[place]) + (same > 1 ? ` (word ${place + 1})` : "");
  }
  row(r) { return this.named(this.rows, r); }
  column(c) { return this.named(this.columns, c); }

  strongest() {
    let best = [-1, 0, 0];
    this.rows.forEach((_, r) => this.columns.forEach((_, c) => {
      const weight = this.weight(r, c);
      if (weight !== null && weight > best[0]) best = [weight, r, c];
    }));
    return `Strongest: ${this.row(best[1])} looks at ${this.column(best[2])}: ${best[0].toFixed(2)}.`;
  }

  sentence(on) {
    if (!on) return this.strongest();
    const { row, column } = on;
    const top = (pairs) => pairs.filter(([w]) => w !== null).sort((a, b) => b[0] - a[0]).slice(0, 3)
      .map(([weight, word]) => `${word}: ${weight.toFixed(2)}`).join(", ");
    if (row === null)
      return `${this.column(column)} is looked at by ${top(this.rows.map((_, r) => [this.weight(r, column), this.row(r)]))}.`;
    const context = this.before ? ` (${quoted(this.before[row])} is read, ${quoted(this.rows[row])} is written)`
      : this.after ? ` (about to write ${quoted(this.after[row])})` : "";
    if (column === null)
      return `${this.row(row)} looks at ${top(this.columns.map((_, c) => [this.weight(row, c), this.column(c)]))}${context}.`;
    const weight = this.weight(row, column);
    if (weight === null) return `${this.row(row)} may not look at ${this.column(column)}: it comes later, the mask hides it.`;
    return `${this.row(row)} looks at ${this.column(column)}: ${weight.toFixed(2)}${context}.`;
  }

  paintReading() {
    const text = this.sentence(this.active());
    if (this.reading.textContent !== text) this.reading.textContent = text;
    this.reading.classList.toggle("locked", !this.hover && !!this.locked);
  }

  paintLegend() {
    const masked = this.block().stack === "decoder" && this.rows.length > 1;
    if (this.legend.dataset.masked === String(masked)) return;
    this.legend.dataset.masked = masked;
    this.legend.replaceChildren(make("span", "", "weight 0"), make("span", "scale"), make("span", "", "1"));
    if (masked) this.legend.append(make("span", "masked"), make("span", "", "masked: may not be looked at"));
    this.legend.append(make("span", "hint", "Hover a word, click to hold it, Esc to let go."));
  }

  // --- hands -----------------------------------------------------------------------------------

  cellAt(event) {
    const box = this.map.getBoundingClientRect(), { cell, left, top } = this.place;
    const column = Math.floor((event.clientX - box.left - left) / cell), row = Math.floor((event.clientY - box.top - top) / cell);
    const inRows = row >= 0 && row < this.rows.length, inColumns = column >= 0 && column < this.columns.length;
    if (inRows && inColumns) return { row, column };
    if (inRows && column < 0) return { row, column: null };
    if (inColumns && row < 0) return { row: null, column };
    return null;
  }

  wordAt(event) {
    const box = this.lines.getBoundingClientRect(), p = this.linePlace;
    const x = event.clientX - box.left, y = event.clientY - box.top - p.top;
    const row = Math.floor((y - p.offsetRow) / p.step), column = Math.floor((y - p.offsetColumn) / p.step);
    if (x < (p.left + p.right) / 2) return row >= 0 && row < this.rows.length ? { row, column: null } : null;
    return column >= 0 && column < this.columns.length ? { row: null, column } : null;
  }

  listen() {
    const same = (a, b) => a && b && a.row === b.row && a.column === b.column;
    const point = (canvas, find) => {
      canvas.addEventListener("pointermove", (event) => {
        const at = find(event);
        if (!same(at, this.hover)) { this.hover = at; this.paintLarge(); }
        canvas.style.cursor = at ? "pointer" : "default";
      });
      canvas.addEventListener("pointerleave", () => { this.hover = null; this.paintLarge(); });
      canvas.addEventListener("click", (event) => {
        const at = find(event);
        this.locked = same(at, this.locked) ? null : at;
        this.hover = null;
        this.paintLarge();
      });
    };
    point(this.map, (event) => this.cellAt(event));
    point(this.lines, (event) => this.wordAt(event));
    this.map.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      if (!step) return;
      event.preventDefault();
      const { row, column } = this.locked || { row: 0, column: 0 };
      this.hover = null;
      this.locked = { row: clamp(0, (row ?? 0) + step[0], this.rows.length - 1), column: clamp(0, (column ?? 0) + step[1], this.columns.length - 1) };
      this.paintLarge();
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.locked = this.hover = this.previewed = null;
      this.tip.hidden = true;
      this.paintLarge();
    });
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".explorer");
  root.view ??= new Explorer(root);
  root.view.setChoice = (choice) => setStateValue("choice", choice);
  root.view.show(read(data));
}
