// Points in two or three dimensions on one canvas. Hover names, a click shows the neighbours, Isolate shows them alone; a slider
// carries the points from step to step. All of it happens here; the server is told afterwards. Uses ../drawing.js, which stands before it.

const REACH = 12;  // pixels around a point where it is meant
const SLACK = 6;  // pixels that a click may slip
const TWEEN = 180;  // milliseconds from one step, or one view, to the next
const LEVELS = 10;  // of depth, each with markers of its own size and colour
const LEAST_ZOOM = 0.7, MOST_ZOOM = 80;
const HIDDEN = 255, GREY = 0, GROUPED = 1, STRONG = 2, LIT = 3, CHOSEN = 4;  // how far in front a point is drawn
const ALPHAS = [1, 0.45, 0.16];  // of points, of strong ones while others are lit, of the rest meanwhile
const MOST_ROWS = 500;  // of the table
const MOST_FOUND = 40;  // words found that are sure to be named
const SLOTS = 8 + 5 * 12;  // places for a name: around its point, then on rings further out, with a line
const TURNS = [...Array(SLOTS).keys()];
const pointsOf = (count) => (count === 1 ? say("1 point") : say("{count} points", { count: count.toLocaleString("en") }));
const groupsOf = (count) => (count === 1 ? say("1 group") : say("{count} groups", { count }));
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const corners = (count, turn, lengths = [1]) => (pen, radius) => {
  for (let i = 0; i < count; i++) {
    const angle = turn + (2 * Math.PI * i) / count, far = radius * lengths[i % lengths.length];
    pen.lineTo(far * Math.sin(angle), -far * Math.cos(angle));
  }
  pen.closePath();
};
const disc = (pen, radius) => pen.arc(0, 0, radius, 0, 2 * Math.PI);
const plus = (turn) => (pen, radius) => {
  pen.rotate(turn);
  for (const [x, y] of [[0.4, 1.2], [1.2, 0.4]]) pen.rect(-x * radius, -y * radius, 2 * x * radius, 2 * y * radius);
};
const SHAPES = [disc, corners(4, Math.PI / 4, [1.25]), corners(3, 0, [1.4]), corners(4, 0, [1.35]), plus(0), corners(3, Math.PI, [1.4]),
                plus(Math.PI / 4), corners(10, 0, [1.5, 0.65])];

const mix = (a, b, share) => a.map((value, i) => Math.round(value + share * (b[i] - value)));
class Space {
  constructor(root) {
    this.root = root;
    this.sent = new Set();
    this.hidden = new Set();
    this.pointers = new Map();
    this.step = 0;
    this.chosen = this.hover = -1;
    this.query = "";
    this.matches = [];
    this.named = [];
    this.build();
    this.listen();
    watch(root, () => this.arrange());
  }

  build() {
    this.title = make("h3", "title");
    this.slider = make("input");
    Object.assign(this.slider, { type: "range", min: 0, step: 1 });
    this.stepName = make("span", "step");
    this.sliderBox = make("label", "slider");
    this.sliderBox.append(this.slider, this.stepName);
    this.search = make("input");
    Object.assign(this.search, { type: "search", autocomplete: "off", spellcheck: false });
    this.found = make("span", "found");
    this.found.setAttribute("aria-live", "polite");
    const searchBox = make("div", "search"), buttons = make("div", "buttons"), controls = make("div", "controls");
    searchBox.append(this.search, this.found);
    const button = (act) => {
      const made = make("button");
      made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && act());
      buttons.append(made);
      return made;
    };
    this.isolateButton = button(() => this.isolate());
    this.backButton = button(() => this.back());
    this.resetButton = button(() => this.reset());
    controls.append(this.sliderBox, searchBox, buttons);
    this.note = make("p", "note");
    this.canvas = make("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.pen = this.canvas.getContext("2d", { alpha: false });
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    this.picture = make("div", "picture");
    this.picture.append(this.canvas, this.tip);
    this.groups = make("div", "groups");
    this.groups.setAttribute("role", "group");
    this.list = make("div", "list");
    const side = make("div", "side");
    side.append(this.groups, this.list);
    this.body = make("div", "body");
    this.body.append(this.picture, side);
    this.reading = make("p", "reading");
    this.reading.setAttribute("role", "status");
    this.full = make("div");
    this.table = tableBox();
    this.table.hidden = true;
    this.asTable = tableButton((tables) => {
      this.table.hidden = !tables;
      this.body.hidden = tables;
      if (!tables) this.arrange();
      this.fillTable();
    });
    this.full.append(controls, this.note, this.body, this.reading, this.asTable, this.table);
    this.empty = make("p", "empty");
    this.root.append(this.title, this.full, this.empty);
  }

  // What stands there whatever is on show.
  speak() {
    this.slider.setAttribute("aria-label", say("Step"));
    this.search.placeholder = say("Find a word");
    this.search.setAttribute("aria-label", say("Find a word"));
    this.isolateButton.textContent = say("Isolate");
    this.backButton.textContent = say("Back");
    this.resetButton.textContent = say("Reset view");
    this.groups.setAttribute("aria-label", say("Groups shown"));
    this.table.setAttribute("aria-label", say("The points"));
    this.empty.textContent = say("There are no points to show.");
    this.asTable.speak();
  }

  // --- what the server sends, and what it is told ------------------------------------------------

  show(data) {
    this.speak();
    const asked = this.setting(data.step, data.chosen), opened = Boolean(this.data);
    const others = data.mark !== this.data?.mark;
    if (others) this.take(data);
    // An answer to our own click comes late and may be outdated: only what comes from elsewhere counts.
    if (asked !== this.asked && !this.sent.delete(asked)) {
      this.choose(data.chosen, false);
      this.goTo(data.step, opened && !others);
    }
    if (asked === this.setting()) this.sent.clear();
    this.asked = asked;
    if (others) this.refresh();
  }

  setting(step = this.step, chosen = this.chosen) { return `step=${step + 1},chosen=${chosen < 0 ? "" : chosen + 1}`; }

  tell() {
    this.sent.add(this.setting());
    this.keep({ step: this.step + 1, chosen: this.chosen < 0 ? null : this.chosen + 1 });
  }

  // Other points: the places as numbers around 0, the widest axis from -1 to 1; named axes each from -1 to 1.
  take(data) {
    const before = this.data, count = data.names.length, dimensions = data.dimensions, steps = data.step_names.length, { numbers } = data;
    const half = data.least.map((least, axis) => (data.most[axis] - least) / 2), longest = Math.max(...half);
    const unit = data.axes.length ? half : half.map(() => longest);
    Object.assign(this, { data, count, flat: dimensions === 2, reach: [...half.map((side, axis) => side / unit[axis]), 0].slice(0, 3) });
    this.places = data.step_names.map((_, step) => {
      const places = new Float32Array(3 * count);
      for (let i = 0; i < count; i++) {
        for (let axis = 0; axis < dimensions; axis++)
          places[3 * i + axis] = (2 * (numbers[(step * count + i) * dimensions + axis] / data.steps) - 1) * this.reach[axis];
      }
      return places;
    });
    this.radius = Math.sqrt(Math.max(...this.places.map((places) => {
      let most = 1e-6;
      for (let i = 0; i < places.length; i += 3) most = Math.max(most, places[i] ** 2 + places[i + 1] ** 2 + places[i + 2] ** 2);
      return most;
    })));
    this.nearFrom = steps * count * dimensions;
    this.farFrom = this.nearFrom + steps * count * data.near;
    this.step = Math.min(this.step, steps - 1);
    this.at = this.places[this.step].slice();
    this.strong = new Set(data.strong);
    this.known = null;
    this.walk = this.flight = null;
    this.hover = -1;
    this.named = [];
    this.slots = new Map();
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.widths = new Float32Array(2 * count);  // of the names, as they are and in bold
    this.rank = new Uint8Array(count);
    this.bucket = new Uint8Array(count);
    this.order = new Uint32Array(count);
    if (this.chosen >= count) this.chosen = -1;
    if (before?.dimensions !== dimensions || data.frame !== null) this.view = this.before = this.opening();
    if (this.isolated && (this.chosen < 0 || !data.near)) { this.isolated = false; this.view = this.before; }
    if (JSON.stringify(before?.group_names) !== JSON.stringify(data.group_names)) this.hidden.clear();
    this.title.textContent = data.title;
    this.title.hidden = !data.title;
    this.full.hidden = !count;
    this.empty.hidden = Boolean(count);
    this.sliderBox.hidden = steps < 2;
    this.note.hidden = !data.notes.some(Boolean);
    this.slider.max = steps - 1;
    const letters = Math.max(...data.step_names.map((name) => name.length));
    this.stepName.style.minWidth = `${Math.min(letters, 20) * 0.56}em`;
    this.find();
    this.arrange();
    if (this.isolated) this.fly(this.closeUp());
  }

  near(point) { return point < 0 ? [] : this.row(this.nearFrom, point); }
  row(from, point) {
    const start = from + (this.step * this.count + point) * this.data.near;
    return [...this.data.numbers.subarray(start, start + this.data.near)];
  }
  distances(point) { return this.row(this.farFrom, point).map((number) => (number / this.data.steps) * this.data.farthest); }
  groupName(point) { return this.data.group_names[this.data.groups[point]] ?? ""; }
  stepText() { return this.data.step_names.length > 1 ? ` (${this.data.step_names[this.step]})` : ""; }

  // --- what is on show ---------------------------------------------------------------------------

  goTo(step, slowly = true) {
    if (step === this.step && !this.walk) return;
    this.step = step;
    this.walk = { start: performance.now(), from: this.at.slice(), to: this.places[step], slowly };
    if (this.isolated) this.fly(this.closeUp());
    this.refresh();
  }

  choose(point, told = true) {
    if (point === this.chosen) return;
    this.chosen = point;
    if (point < 0 && this.isolated) this.back();
    if (this.isolated) this.fly(this.closeUp());
    else if (point >= 0 && told && this.width) this.bringIn(point);
    this.refresh();
    if (told) this.tell();
  }

  isolate() {
    if (this.chosen < 0 || this.isolated || !this.data.near) return;
    this.isolated = true;
    this.before = this.flight?.to ?? this.view;
    this.fly(this.closeUp());
    this.refresh();
  }

  // One step back: what was isolated, then what was chosen.
  back() {
    if (this.isolated) {
      this.isolated = false;
      this.fly(this.before);
    } else this.choose(-1);
    this.refresh();
  }

  find() {
    const query = plain(this.query.trim());
    this.known ??= this.data.names.map(plain);
    const all = query ? this.known.flatMap((name, point) => (name.startsWith(query) ? [point] : [])) : [];
    const whole = all.filter((point) => this.known[point] === query);
    this.matches = [...whole, ...all.filter((point) => this.known[point] !== query)];
    this.turn = 0;
    const some = all.length === 1 ? say("1 found") : say("{count} found", { count: all.length.toLocaleString("en") });
    const told = !query ? "" : all.length ? some : say("no word {word} here", { word: quoted(shorten(this.query.trim())) });
    if (this.found.textContent !== told) this.found.textContent = told;
  }

  toggle(group) {
    if (!this.hidden.delete(group)) this.hidden.add(group);
    this.refresh();
  }

  // After a change of what is on show: who is drawn, what is said, and the picture.
  refresh() {
    if (!this.count || !this.data) return this.settled();
    const { rank, data, hidden } = this, near = this.near(this.chosen);
    const lit = new Set([...near, ...this.matches]);
    this.faded = near.length > 0 || this.matches.length > 0;
    for (let point = 0; point < this.count; point++) {
      const group = data.groups[point], front = point === this.chosen || near.includes(point);
      if (this.isolated ? !front : hidden.has(group) && !front) rank[point] = HIDDEN;
      else if (point === this.chosen) rank[point] = CHOSEN;
      else rank[point] = lit.has(point) ? LIT : this.strong.has(point) ? STRONG : group < 0 ? GREY : GROUPED;
    }
    if (rank[this.hover] === HIDDEN) this.hover = -1;
    const chosen = this.chosen < 0 ? [] : [this.chosen];
    this.sure = [...new Set([...this.strong, ...chosen, ...near, ...this.matches.slice(0, MOST_FOUND)])];
    this.links = near;
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", data.step_names[this.step]);
    this.stepName.textContent = data.step_names[this.step];
    this.note.textContent = data.notes[this.step];
    this.isolateButton.hidden = !data.near;
    this.isolateButton.setAttribute("aria-disabled", this.chosen < 0 || Boolean(this.isolated));
    this.backButton.setAttribute("aria-disabled", this.chosen < 0);
    this.fillList();
    this.fillTable();
    this.fillGroups();
    this.say();
    this.changed();
  }

  // --- views -------------------------------------------------------------------------------------

  // All steps fit in, or the points of the step that is the frame.
  opening() {
    const all = { zoom: 1, centre: [0, 0, 0], yaw: -0.5, pitch: 0.3 }, { frame } = this.data;
    return frame === null || !this.count ? all : this.closeUp(all, this.data.names.keys(), this.places[frame]);
  }

  // The chosen point and its neighbours, or other points, as large as they fit.
  closeUp(from = this.flight?.to ?? this.view, some = [this.chosen, ...this.near(this.chosen)], places = this.places[this.step]) {
    const points = [...some];
    const ends = [0, 1, 2].map((axis) => points.map((point) => places[3 * point + axis]))
      .map((values) => [Math.min(...values), Math.max(...values)]);
    const centre = ends.map(([least, most]) => (least + most) / 2), half = ends.map(([least, most]) => (most - least) / 2 + 1e-6);
    const room = this.flat ? Math.min(this.reach[0] / half[0], this.reach[1] / half[1]) : this.radius / Math.hypot(...half);
    return { ...from, centre, zoom: clamp(1, 0.85 * room, MOST_ZOOM) };
  }

  reset() { this.fly(this.isolated ? this.closeUp(this.opening()) : this.opening()); }

  fly(view) {
    this.flight = { start: performance.now(), from: this.view, to: view };
    this.changed();
  }

  // A point chosen from the list or by search may lie outside of the picture.
  bringIn(point) {
    const [x, y] = this.onScreen(this.places[this.step], point, this.view);
    if (x < 24 || y < 16 || x > this.width - 24 || y > this.height - 16)
      this.fly({ ...this.view, centre: [...this.places[this.step].subarray(3 * point, 3 * point + 3)] });
  }

  turned(view, x, y, z) {
    const [cy, sy, cp, sp] = [Math.cos(view.yaw), Math.sin(view.yaw), Math.cos(view.pitch), Math.sin(view.pitch)];
    const across = cy * x + sy * z, away = cy * z - sy * x;
    return [across, cp * y - sp * away, sp * y + cp * away];
  }

  onScreen(places, point, view) {
    const [x, y, z] = [0, 1, 2].map((axis) => places[3 * point + axis] - view.centre[axis]);
    const [across, up, near] = this.flat ? [x, y, 0] : this.turned(view, x, y, z), scale = view.zoom * this.closer(near);
    return [this.width / 2 + across * this.scale[0] * scale, this.height / 2 - up * this.scale[1] * scale, near];
  }

  closer(near) { return this.flat ? 1 : (3.2 * this.radius) / Math.max(0.6 * this.radius, 3.2 * this.radius - near); }  // perspective

  // The picture follows the pointer by so many pixels.
  pan(across, down) {
    const { zoom, centre, yaw, pitch } = this.view, [x, y] = [across / this.scale[0] / zoom, -down / this.scale[1] / zoom];
    let moved = [x, y, 0];
    if (!this.flat) {  // back from the screen to the axes
      const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)], away = -sp * y;
      moved = [cy * x - sy * away, cp * y, sy * x + cy * away];
    }
    const limit = this.flat ? this.reach : [1, 1, 1].map(() => this.radius);
    this.look({ centre: centre.map((value, axis) => clamp(-1.1 * limit[axis], value - moved[axis], 1.1 * limit[axis])) });
  }

  turn3d(across, down) {
    this.look({ yaw: this.view.yaw + across, pitch: clamp(-Math.PI / 2, this.view.pitch + down, Math.PI / 2) });
  }

  zoomAt(factor, x = this.width / 2, y = this.height / 2) {
    const zoom = clamp(LEAST_ZOOM, this.view.zoom * factor, MOST_ZOOM), ratio = zoom / this.view.zoom;
    const [across, down] = [x - this.width / 2, y - this.height / 2];
    this.look({ zoom });
    this.pan(across * (1 - ratio), down * (1 - ratio));
  }

  look(change) {
    this.flight = null;
    this.view = { ...this.view, ...change };
    this.changed();
  }

  // --- painting ----------------------------------------------------------------------------------

  arrange() {
    if (!this.data || !this.root.clientWidth) return;
    this.theme = new Look(this.root, this.data.ink);
    this.paper = this.theme.ramp[0];
    this.blank = new Uint32Array(new Uint8Array([...this.paper, 255]).buffer)[0];
    this.colours = this.data.colours.map((colour) => {  // strong enough to be told from the paper
      let own = rgb(colour);
      while (contrast(own, this.paper) < 3) own = mix(own, this.theme.dark ? [255, 255, 255] : [0, 0, 0], 0.06);
      return own;
    });
    this.grey = mix(this.paper, rgb(this.theme.muted), 0.6);
    this.letters = this.root.clientWidth >= 1500 ? 18 : 13;
    if (!this.count) return this.settled();
    this.width = this.picture.clientWidth;
    this.height = Math.round(zoomOf(this.root) > 1 ? clamp(300, 0.75 * screenHeight(this.root), 560) : clamp(340, 0.62 * this.width, 560));
    this.root.style.setProperty("--height", `${this.height + 2}px`);
    this.ratio = Math.min((window.devicePixelRatio || 1) * zoomOf(this.canvas), 2);
    const side = clamp(28, 0.07 * this.width, 56) + (this.data.axes.length ? 16 : 0), low = Math.min(side, 44);
    const room = [this.width / 2 - side, this.height / 2 - low];
    if (!this.flat) this.scale = [1, 1].map(() => Math.min(...room) / this.radius);
    else if (this.data.axes.length) this.scale = room;
    else this.scale = [1, 1].map(() => Math.min(room[0] / this.reach[0], room[1] / this.reach[1]));
    this.widths.fill(0);
    this.size = null;
    this.fillGroups(true);
    this.fillList();
    this.changed();
  }

  changed() { this.waiting ||= requestAnimationFrame((now) => this.frame(now)); }

  frame(now) {
    this.waiting = 0;
    if (!this.width || !this.count) return;
    const moving = this.advance(now);
    this.paint();
    if (moving) this.changed();
    else this.settled();
  }

  settled() { this.root.dataset.painted = this.setting(); }

  // Where points and view are now, on their way; whether they are not there yet.
  advance(now) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const share = ({ start, slowly = true }) => (calm || !slowly ? 1 : clamp(0, (now - start) / TWEEN, 1));
    const ease = (part) => part * (2 - part);
    if (this.walk) {
      const { from, to } = this.walk, part = share(this.walk), eased = ease(part);
      for (let i = 0; i < this.at.length; i++) this.at[i] = from[i] + eased * (to[i] - from[i]);
      if (part === 1) { this.at.set(to); this.walk = null; }
    }
    if (this.flight) {
      const { from, to } = this.flight, part = share(this.flight), eased = ease(part), between = (a, b) => a + eased * (b - a);
      this.view = part === 1 ? to : {
        zoom: from.zoom * (to.zoom / from.zoom) ** eased, yaw: between(from.yaw, to.yaw), pitch: between(from.pitch, to.pitch),
        centre: from.centre.map((value, axis) => between(value, to.centre[axis])) };
      if (part === 1) this.flight = null;
    }
    return Boolean(this.walk || this.flight);
  }

  paint() {
    const { canvas, pen, width, height, ratio } = this, [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      Object.assign(canvas, { width: wide, height: high });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
      this.image = pen.createImageData(wide, high);
      this.pixels = new Uint8Array(this.image.data.buffer);
      this.size = null;
    }
    const size = this.markerSize();
    if (size !== this.size) { this.size = size; this.markers = []; }
    this.project();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    this.paintMarkers();
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.textBaseline = "middle";
    this.paintAxes();
    this.paintLines();
    if (this.chosen >= 0) this.ring(this.chosen, 2.5);
    if (this.hover >= 0 && this.hover !== this.chosen) this.ring(this.hover, 1.5);
    this.paintNames();
    this.placeTip();
  }

  // Every point on the screen, and the order to draw them in: what matters and what is near comes last.
  project() {
    const { at, x, y, bucket, rank, order, count, width, height, ratio, flat, scale, view, radius } = this;
    const { zoom, centre: [left, low, far] } = view, [across, up] = [zoom * scale[0], zoom * scale[1]];
    const [cy, sy, cp, sp] = [Math.cos(view.yaw), Math.sin(view.yaw), Math.cos(view.pitch), Math.sin(view.pitch)];
    const starts = new Uint32Array((CHOSEN + 1) * LEVELS + 1);
    for (let i = 0; i < count; i++) {
      let right = at[3 * i] - left, above = at[3 * i + 1] - low, level = LEVELS - 1, closer = 1;
      if (!flat) {
        const behind = at[3 * i + 2] - far, away = cy * behind - sy * right, near = sp * above + cp * away;
        right = cy * right + sy * behind;
        above = cp * above - sp * away;
        closer = this.closer(near);
        level = clamp(0, Math.floor((near / radius + 1) * 0.5 * LEVELS), LEVELS - 1);
      }
      x[i] = Math.round((width / 2 + right * across * closer) * ratio) / ratio;  // a pixel of the screen: markers are copied, not drawn
      y[i] = Math.round((height / 2 - above * up * closer) * ratio) / ratio;
      const seen = rank[i] !== HIDDEN && x[i] > -12 && x[i] < width + 12 && y[i] > -12 && y[i] < height + 12;
      bucket[i] = seen ? rank[i] * LEVELS + level : HIDDEN;
      if (seen) starts[bucket[i] + 1] += 1;
    }
    for (let place = 1; place < starts.length; place++) starts[place] += starts[place - 1];
    this.starts = starts.slice();
    for (let i = 0; i < count; i++) if (bucket[i] !== HIDDEN) order[starts[bucket[i]]++] = i;
    this.seen = this.starts[this.starts.length - 1];
  }

  // How large markers are drawn: smaller where there are many, larger when zoomed in.
  markerSize() {
    const base = this.count <= 80 ? 6 : this.count <= 800 ? 4.5 : 3.2;
    return Math.round(2 * Math.min(base * clamp(1, this.view.zoom ** 0.3, 2), 8)) / 2;
  }

  // A marker drawn once, to be copied pixel by pixel: 5,000 calls of drawImage take 15 ms, this 3. In a space of three
  // dimensions far ones are smaller and paler.
  marker(group, level, large, alpha) {
    const place = (((group + 1) * LEVELS + level) * 2 + large) * 3 + alpha;
    if (this.markers[place]) return this.markers[place];
    const near = level / (LEVELS - 1), depth = this.flat ? 1 : 0.65 + 0.5 * near;
    const radius = (this.size + (large ? 2.5 : 0)) * depth * (group < 0 && !large ? 0.85 : 1);
    const half = Math.ceil((1.6 * radius + 2) * this.ratio);
    const pen = new OffscreenCanvas(2 * half, 2 * half).getContext("2d", { willReadFrequently: true });
    pen.translate(half, half);
    pen.scale(this.ratio, this.ratio);
    pen.globalAlpha = ALPHAS[alpha];
    this.stamp(pen, group, radius, this.flat ? 0 : 0.62 * (1 - near), large);
    const colours = pen.getImageData(0, 0, 2 * half, 2 * half).data, filled = [];
    for (let i = 0; i < colours.length; i += 4) if (colours[i + 3]) filled.push(i);
    const columns = Int16Array.from(filled, (i) => ((i / 4) % (2 * half)) - half);
    const offsets = Int32Array.from(filled, (i, k) => 4 * ((Math.floor(i / 8 / half) - half) * this.canvas.width + columns[k]));
    const packed = Uint8Array.from(filled.flatMap((i) => [...colours.subarray(i, i + 4)]));
    return (this.markers[place] = { radius, half, columns, offsets, colours: packed });
  }

  copy({ half, columns, offsets, colours }, column, row) {
    const { width, height } = this.canvas, pixels = this.pixels, last = pixels.length, start = 4 * (row * width + column);
    const whole = column >= half && row >= half && column + half < width && row + half < height;
    for (let i = 0; i < offsets.length; i++) {
      const to = start + offsets[i], alpha = colours[4 * i + 3], rest = 255 - alpha;
      if (!whole && (to < 0 || to >= last || column + columns[i] < 0 || column + columns[i] >= width)) continue;
      for (let c = 0; c < 3; c++) pixels[to + c] = (colours[4 * i + c] * alpha + pixels[to + c] * rest) / 255;
    }
  }

  stamp(pen, group, radius, pale = 0, large = 0) {
    pen.beginPath();
    (group < 0 ? disc : SHAPES[group])(pen, radius);
    pen.strokeStyle = `rgb(${this.paper})`;
    pen.lineWidth = 2;
    pen.stroke();
    pen.fillStyle = `rgb(${mix(group >= 0 ? this.colours[group] : large ? rgb(this.theme.muted) : this.grey, this.paper, pale)})`;
    pen.fill();
  }

  paintMarkers() {
    const { order, x, y, ratio } = this;
    new Uint32Array(this.pixels.buffer).fill(this.blank);
    for (let place = 0; place < this.seen; place++) {
      const point = order[place];
      this.copy(this.markerOf(point), Math.round(x[point] * ratio), Math.round(y[point] * ratio));
    }
    this.pen.putImageData(this.image, 0, 0);
  }

  markerOf(point) {
    const rank = this.rank[point], alpha = !this.faded || rank >= LIT ? 0 : rank === STRONG ? 1 : 2;
    return this.marker(this.data.groups[point], this.bucket[point] % LEVELS, rank >= STRONG ? 1 : 0, alpha);
  }

  ring(point, thick) {
    if (this.bucket[point] === HIDDEN) return;
    const { pen } = this;
    for (const [colour, width] of [[`rgb(${this.paper})`, thick + 3], [this.theme.text, thick]]) {
      pen.beginPath();
      pen.arc(this.x[point], this.y[point], this.markerOf(point).radius + 4, 0, 2 * Math.PI);
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.stroke();
    }
  }

  // The ways of the strong points so far, and lines from the chosen point to its neighbours; they end at the markers.
  paintLines() {
    const { pen, x, y } = this;
    pen.lineWidth = 1.25;
    if (this.data.paths && !this.isolated) {
      for (const point of this.strong) {
        if (this.bucket[point] === HIDDEN) continue;
        const group = this.data.groups[point];
        const way = this.places.slice(0, this.step).map((places) => this.onScreen(places, point, this.view));
        pen.strokeStyle = `rgb(${group < 0 ? this.grey : this.colours[group]})`;
        pen.globalAlpha = this.faded && this.rank[point] < LIT ? 0.25 : 0.8;
        this.line([...way, [x[point], y[point]]], 0, this.markerOf(point).radius);
      }
    }
    pen.strokeStyle = this.theme.text;
    pen.globalAlpha = 0.35;
    const { chosen } = this;
    for (const point of this.links) this.line([[x[chosen], y[chosen]], [x[point], y[point]]], 14, this.markerOf(point).radius);
    pen.globalAlpha = 1;
  }

  // A line through these places that stops so many pixels short of the first and of the last.
  line(places, before, after) {
    const { pen } = this, short = ([x, y], [a, b], gap) => {
      const share = Math.min(1, gap / (Math.hypot(a - x, b - y) || 1));
      return [x + share * (a - x), y + share * (b - y)];
    };
    if (places.length < 2) return;
    pen.beginPath();
    pen.moveTo(...short(places[0], places[1], before));
    for (const [x, y] of places.slice(1, -1)) pen.lineTo(x, y);
    pen.lineTo(...short(places.at(-1), places.at(-2), after));
    pen.stroke();
  }

  // In three dimensions a line along each axis through the middle, and a small cross that says how they lie.
  paintAxes() {
    if (this.flat) return;
    const { pen } = this, directions = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    pen.strokeStyle = this.theme.muted;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.35;
    this.ends = directions.map((direction, axis) => [-1, 1].map((sign) =>
      this.onScreen(direction.map((part) => part * sign * 1.08 * this.reach[axis]), 0, this.view)));
    for (const [low, high] of this.ends) {
      pen.beginPath();
      pen.moveTo(low[0], low[1]);
      pen.lineTo(high[0], high[1]);
      pen.stroke();
    }
    pen.globalAlpha = 1;
    const left = 40, top = this.height - 40;
    pen.font = this.theme.font(12, false);
    pen.textAlign = "center";
    directions.map((direction, axis) => [...this.turned(this.view, ...direction), axis]).sort((a, b) => a[2] - b[2])
      .forEach(([across, up, near, axis]) => {
        pen.globalAlpha = 0.65 + 0.35 * clamp(0, near, 1);
        pen.strokeStyle = pen.fillStyle = this.theme.text;
        pen.lineWidth = 1.5;
        pen.beginPath();
        pen.moveTo(left, top);
        pen.lineTo(left + 22 * across, top - 22 * up);
        pen.stroke();
        pen.fillText(axis + 1, left + 31 * across, top - 31 * up);
      });
    pen.globalAlpha = 1;
  }

  // --- names -------------------------------------------------------------------------------------

  // No name lies on another or is cut by the edge. First the ends of the axes, then what is sure to be named, then as many
  // as there is room for; those that were there before keep their place.
  paintNames() {
    const { bucket, count, width, height, starts, order } = this;
    this.shelves = Array.from({ length: Math.ceil(height / 32) + 1 }, () => []);
    this.drawn = [];
    this.sortDots();
    if (!this.flat) this.occupy(4, height - 76, 72, 72);
    this.nameAxes();
    for (const point of this.sure) if (bucket[point] !== HIDDEN) this.nameFor(point, SLOTS, 99);
    const most = this.drawn.length + Math.round((width * height) / (this.seen > 300 ? 7500 : 3500)), crowd = this.seen > 300 ? 2 : 0;
    const done = new Uint8Array(count), rest = [];
    const offer = (point, allowed) => {
      if (done[point] || this.drawn.length >= most || bucket[point] >= STRONG * LEVELS) return;
      done[point] = 1;
      if (this.nameFor(point, 4, allowed)) rest.push(point);
    };
    for (const point of this.named) offer(point, crowd + 2);  // so that names do not come and go while the picture moves
    for (let place = STRONG * LEVELS - 1; place >= 0; place--) {
      for (let at = starts[place]; at < starts[place + 1]; at++) if (this.cell(order[at]).length <= crowd + 1) offer(order[at], crowd);
    }
    this.named = rest;
    this.writeNames();
  }

  sortDots() {
    this.across = Math.ceil(this.width / 16) + 2;
    this.dots = Array.from({ length: this.across * (Math.ceil(this.height / 16) + 2) }, () => []);
    for (let place = 0; place < this.seen; place++) {
      const i = this.order[place];
      this.cell(i).push(i);
    }
  }

  cell(point) { return this.dots[(Math.floor(this.y[point] / 16) + 1) * this.across + Math.floor(this.x[point] / 16) + 1]; }

  nameAxes() {
    const { data, width, height, theme, pen } = this;
    if (!data.axes.length) return;
    const size = this.letters + 1;
    pen.font = theme.font(size, true);
    const place = (text, x, y) => {
      const wide = pen.measureText(text).width;
      const left = clamp(6, x - wide / 2, width - wide - 6), top = clamp(6, y - size / 2 - 2, height - size - 10);
      if (!this.free(left, top, wide, size + 4)) return;
      this.occupy(left, top, wide, size + 4);
      this.drawn.push({ text, left, top: top + size / 2 + 2, bold: true, size, colour: theme.muted, alpha: 1 });
    };
    const ends = data.axes.map((pair) => pair.map(shorten));
    if (this.flat) {
      place(`← ${ends[0][0]}`, 0, height / 2);
      place(`${ends[0][1]} →`, width, height / 2);
      place(`↓ ${ends[1][0]}`, width / 2, height);
      place(`↑ ${ends[1][1]}`, width / 2, 0);
    } else ends.forEach((pair, axis) => pair.forEach((text, end) => place(text, this.ends[axis][end][0], this.ends[axis][end][1])));
  }

  free(left, top, wide, high) {
    if (left < 3 || top < 3 || left + wide > this.width - 3 || top + high > this.height - 3) return false;
    for (let shelf = Math.floor(top / 32); shelf <= Math.floor((top + high) / 32); shelf++) {
      for (const [x, y, right, bottom] of this.shelves[shelf])
        if (left < right + 3 && x < left + wide + 3 && top < bottom + 1 && y < top + high + 1) return false;
    }
    return true;
  }

  occupy(left, top, wide, high) {
    const box = [left, top, left + wide, top + high];
    for (let shelf = Math.floor(top / 32); shelf <= Math.floor((top + high) / 32); shelf++) this.shelves[shelf].push(box);
  }

  // How many other points a name here would lie on.
  covered(left, top, wide, high, own, enough) {
    const edge = 0.7 * this.size, cell = (place) => Math.floor(place / 16) + 1, { x, y } = this;
    let found = 0;
    for (let row = cell(top - edge); row <= cell(top + high + edge); row++) {
      for (let column = cell(left - edge); column <= cell(left + wide + edge); column++) {
        for (const i of this.dots[row * this.across + column] ?? []) {
          if (i === own || x[i] < left - edge || x[i] > left + wide + edge || y[i] < top - edge || y[i] > top + high + edge) continue;
          if (++found > enough) return found;
        }
      }
    }
    return found;
  }

  slot(number, x, y, wide, high, gap) {
    if (number < 8) {
      const [across, down] = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]][number];
      const slant = across && down ? 0.75 : 1;
      return [x - wide / 2 + across * slant * (gap + wide / 2), y - high / 2 + down * slant * (gap + high / 2)];
    }
    const angle = ((number - 8) % 12) * (Math.PI / 6), far = 24 + 20 * Math.floor((number - 8) / 12);
    return [x - wide / 2 + Math.cos(angle) * (far + wide / 2), y - high / 2 + Math.sin(angle) * far];
  }

  // In which order to try the places for a name: where it was, around the point, further out.
  turns(last, slots) {
    const near = TURNS.slice(0, Math.min(slots, 8)), far = TURNS.slice(8, slots);
    return last === undefined || last >= slots ? TURNS.slice(0, slots) : last < 8 ? [last, ...near, ...far] : [...near, last, ...far];
  }

  // Writes the name of a point at the first of its places that is free and lies on at most `crowd` others.
  nameFor(point, slots, crowd) {
    const { x, y } = this, rank = this.rank[point], bold = Number(rank >= STRONG), size = this.letters, high = size + 3;
    const wide = this.widths[2 * point + bold] ||= this.measure(point, bold), gap = this.markerOf(point).radius + (rank === CHOSEN ? 8 : 3);
    const last = this.slots.get(point);
    let best = null;
    for (const at of this.turns(last, slots)) {
      if (best && at >= 8 && (this.seen > 300 || at >= 8 + 24)) break;  // among few points rather a little away than on another
      const [left, top] = this.slot(at, x[point], y[point], wide, high, gap);
      if (!this.free(left, top, wide, high)) continue;
      const on = this.covered(left, top, wide, high, point, best ? best.on : crowd);
      if (on > crowd || (best && (on >= best.on || (at >= 8 && on)))) continue;
      best = { at, left, top, on };
      if (on === 0 || (at === last && slots === 4)) break;
    }
    if (!best) return false;
    this.slots.set(point, best.at);
    this.occupy(best.left, best.top, wide, high);
    const faint = this.faded && rank < LIT;
    this.drawn.push({ point, text: shorten(this.data.names[point]), left: best.left, top: best.top + high / 2, wide, bold, size,
                      colour: this.theme.text, alpha: faint ? 0.65 : 1, far: best.at >= 8 });
    return true;
  }

  measure(point, bold) {
    this.pen.font = this.theme.font(this.letters, bold);
    return this.pen.measureText(shorten(this.data.names[point])).width;
  }

  writeNames() {
    const { pen } = this;
    pen.textAlign = "left";
    pen.lineJoin = "round";
    for (const { point, text, left, top, wide, bold, size, colour, alpha, far } of this.drawn) {
      pen.globalAlpha = alpha;
      if (far) {
        pen.strokeStyle = this.theme.muted;
        pen.lineWidth = 1;
        const from = [this.x[point], this.y[point]];
        this.line([from, [clamp(left, from[0], left + wide), top]], this.markerOf(point).radius, 0);
      }
      pen.font = this.theme.font(size, bold);
      pen.strokeStyle = `rgb(${this.paper})`;
      pen.lineWidth = 3;
      pen.strokeText(text, left, top);
      pen.fillStyle = colour;
      pen.fillText(text, left, top);
    }
    pen.globalAlpha = 1;
  }

  // --- words beside and below the picture --------------------------------------------------------

  icon(group) {
    const canvas = make("canvas"), pen = sharp(canvas, 16, 16);
    pen.translate(8, 8);
    this.stamp(pen, group, 5);
    return canvas;
  }

  fillGroups(anew = false) {
    if (!this.theme) return;
    const { data } = this, named = data.group_names.map((name, group) => [name, group]);
    if (anew) {
      const counts = new Map();
      for (const group of data.groups) counts.set(group, (counts.get(group) ?? 0) + 1);
      if (named.length && counts.has(-1)) named.push([say("no group"), -1]);
      this.toggles = named.map(([name, group]) => {
        const button = make("button");
        button.append(this.icon(group), make("span", "", name), make("span", "count", (counts.get(group) ?? 0).toLocaleString("en")));
        button.addEventListener("click", () => this.toggle(group));
        return { button, group };
      });
      this.groups.replaceChildren(...this.toggles.map(({ button }) => button));
    }
    for (const { button, group } of this.toggles) {
      button.setAttribute("aria-pressed", !this.hidden.has(group));
      button.title = this.hidden.has(group) ? say("Show this group") : say("Hide this group");
    }
  }

  fillList() {
    if (!this.theme) return;
    const { data, chosen } = this, near = this.near(chosen), held = this.list.contains(this.root.getRootNode().activeElement);
    const key = JSON.stringify([data.mark, this.step, chosen, this.theme.dark, this.letters]);
    if (key === this.listed) return;
    this.listed = key;
    this.list.scrollTop = 0;
    const todo = data.near ? say("Click a point, or find a word, to see its nearest neighbours here.")
      : say("Click a point, or find a word, to read more about it here.");
    if (chosen < 0) return this.list.replaceChildren(make("p", "about faint", todo));
    const parts = [make("p", "chosen", data.names[chosen])];
    if (data.details[chosen]) parts.push(make("p", "about", data.details[chosen]));
    if (this.groupName(chosen)) parts.push(make("p", "about faint", this.groupName(chosen)));
    if (near.length) {
      parts.push(make("p", "about faint", say("Nearest{step} and their cosine distances:", { step: this.stepText() })));
      const list = make("ol", "near"), distances = this.distances(chosen);
      list.append(...near.map((point, place) => {
        const entry = make("li"), button = make("button");
        button.append(this.icon(data.groups[point]), make("span", "name", data.names[point]));
        button.append(make("span", "number", distances[place].toFixed(2)));
        if (data.details[point]) button.append(make("span", "detail", data.details[point]));
        button.addEventListener("click", () => this.choose(point));
        button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.pointAt(point));
        button.addEventListener("pointerleave", () => this.pointAt(-1));
        entry.append(button);
        return entry;
      }));
      parts.push(list);
    }
    this.list.replaceChildren(...parts);
    if (held) this.list.querySelector("button")?.focus();
  }

  // The points, or those found, as a table, since nobody can hear where a point lies: with their nearest, or else their places.
  fillTable() {
    const { data } = this;
    if (this.table.hidden || !this.theme) return this.table.replaceChildren();
    const others = [...Array(this.count).keys()].filter((point) => !this.strong.has(point));
    const all = this.query ? this.matches : [...this.strong, ...others], shown = all.slice(0, MOST_ROWS);
    const place = (point) => (data.near && !data.axes.length ? "" : data.least.map((least, axis) => {
      const share = data.numbers[(this.step * this.count + point) * data.dimensions + axis] / data.steps;
      return (least + share * (data.most[axis] - least)).toFixed(2).replace("-", "−");
    }).join(", "));
    const where = data.axes.length ? data.axes.map(([low, high]) => say("{low} to {high}", { low, high })).join(", ") : say("place");
    const nearest = (point) => this.near(point).slice(0, 3).map((other, k) => `${data.names[other]} ${this.distances(point)[k].toFixed(2)}`).join(", ");
    const columns = { [say("about")]: (point) => data.details[point], [say("group")]: (point) => this.groupName(point), [where]: place,
                      [say("nearest, by cosine distance")]: nearest };
    const kept = Object.entries(columns).filter(([, tell]) => shown.some(tell));
    const found = this.query ? say("{points} with {word}", { points: pointsOf(all.length), word: quoted(this.query) }) : pointsOf(all.length);
    const some = all.length > shown.length ? say("the first {count} of {points}", { count: shown.length, points: found }) : found;
    const said = say("{title}{step}: {points}", { title: data.title, step: this.stepText(), points: some });
    this.table.replaceChildren(tableOf(said, shown.map((point) => data.names[point]), kept.map(([name]) => name), (row, column) => kept[column][1](shown[row])));
  }

  say() {
    const { data, chosen, hover } = this, near = this.near(chosen);
    const named = (point) => quoted(data.names[point]) + (this.groupName(point) && ` (${this.groupName(point)})`);
    const about = (point) => (data.details[point] ? say("{word}: {detail}", { word: named(point), detail: data.details[point] }) : named(point));
    let told = [data.near ? say("Click a point for its neighbours.") : say("Click a point for its details."),
                this.flat ? say("Drag to move, wheel or two fingers to zoom, double-click to see all.")
                  : say("Drag to turn, wheel or two fingers to zoom, double-click to see all.")].join(" ");
    if (hover >= 0) told = about(hover);
    else if (chosen >= 0 && !near.length) told = about(chosen);
    else if (chosen >= 0) {
      const far = this.distances(chosen);
      const first = near.slice(0, 3).map((point, place) => `${quoted(data.names[point])} ${far[place].toFixed(2)}`);
      told = say("Nearest to {word}{step}: {words}.", { word: quoted(data.names[chosen]), step: this.stepText(), words: first.join(", ") });
    }
    if (this.reading.textContent !== told) this.reading.textContent = told;
    const facts = { title: data.title || say("Points"), step: this.stepText(), points: pointsOf(this.count), dimensions: data.dimensions,
                    groups: groupsOf(data.group_names.length), names: data.group_names.join(", ") };
    const label = [data.group_names.length ? say("{title}{step}: {points} in {dimensions} dimensions, {groups} ({names}).", facts)
      : say("{title}{step}: {points} in {dimensions} dimensions.", facts)];
    if (chosen >= 0) label.push(say("{word} is chosen.", { word: quoted(data.names[chosen]) }));
    label.push(this.flat ? say("Arrow keys move it, plus and minus zoom, Escape goes back.")
      : say("Arrow keys turn it, plus and minus zoom, Escape goes back."));
    this.canvas.setAttribute("aria-label", label.join(" "));
    const { tip } = this;
    tip.hidden = hover < 0;
    if (hover < 0) return;
    tip.replaceChildren(make("strong", "", data.names[hover]));
    if (data.details[hover]) tip.append(make("div", "", data.details[hover]));
    if (this.groupName(hover)) tip.append(make("div", "faint", this.groupName(hover)));
  }

  placeTip() {
    const { tip, hover, x, y } = this;
    if (hover < 0) return;
    const [wide, high] = [tip.offsetWidth, tip.offsetHeight], below = y[hover] + 16;
    const left = clamp(4, x[hover] + 12, this.width - wide - 4), top = below + high < this.height - 4 ? below : y[hover] - high - 14;
    tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(4, top))}px)`;
  }

  // --- hands -------------------------------------------------------------------------------------

  place(event) {
    return within(event, this.canvas);
  }

  // The point that is meant at this place: the nearest, of two as near the one in front.
  meant([left, top], reach = REACH) {
    let best = -1, least = reach;
    for (let place = 0; place < this.seen; place++) {
      const point = this.order[place], far = Math.hypot(this.x[point] - left, this.y[point] - top);
      const handicap = this.bucket[point] >= STRONG * LEVELS ? 3 : 0;
      if (far < reach && far - handicap <= least) { best = point; least = far - handicap; }
    }
    return best;
  }

  pointAt(point) {
    if (point === this.hover) return;
    this.hover = point >= 0 && this.bucket[point] !== HIDDEN ? point : -1;
    this.canvas.style.cursor = this.hover >= 0 ? "pointer" : "grab";
    this.say();
    this.changed();
  }

  listen() {
    const { canvas, root, search, slider, pointers } = this;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, this.place(event));
      this.moved = pointers.size > 1 ? Infinity : 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = this.place(event), before = pointers.get(event.pointerId);
      if (!before) return event.pointerType === "mouse" && this.pointAt(this.meant(now));
      const [across, down] = [now[0] - before[0], now[1] - before[1]], other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      // One finger up or down is the page's, which takes it away after some pixels.
      this.moved = Math.max(this.moved, event.pointerType === "touch" ? Math.abs(across) : Math.hypot(across, down));
      if (this.moved < SLACK) return;
      this.pointAt(-1);
      canvas.style.cursor = "grabbing";
      pointers.set(event.pointerId, now);
      if (other) {
        const spread = (place) => Math.max(8, Math.hypot(place[0] - other[0], place[1] - other[1]));
        this.zoomAt(spread(now) / spread(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      }
      const share = other ? 0.5 : 1;
      if (this.flat || event.shiftKey) this.pan(across * share, down * share);
      else this.turn3d(across * share * 0.008, down * share * 0.008);
    });
    const release = (event) => {
      const click = event.type === "pointerup" && pointers.has(event.pointerId) && pointers.size === 1 && this.moved < SLACK;
      pointers.delete(event.pointerId);
      canvas.style.cursor = "grab";
      const point = click ? this.meant(this.place(event), event.pointerType === "mouse" ? REACH : 2 * REACH) : -1;
      if (point >= 0) this.choose(point);
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => this.pointAt(-1));
    // Two fingers are for the picture, one that goes up or down scrolls the page (touch-action in space.css).
    for (const kind of ["touchstart", "touchmove"])
      canvas.addEventListener(kind, (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
    canvas.addEventListener("wheel", (event) => {
      const pixels = clamp(-150, event.deltaY * [1, 16, 400][event.deltaMode], 150);
      const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002));  // with ctrl: two fingers on a touchpad
      if (factor < 1 && this.view.zoom <= LEAST_ZOOM) return;  // nothing more to see: the page scrolls
      event.preventDefault();
      this.zoomAt(factor, ...this.place(event));
    }, { passive: false });
    canvas.addEventListener("dblclick", (event) => { if (this.meant(this.place(event)) < 0) this.reset(); });
    canvas.addEventListener("keydown", (event) => {
      const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      const zoom = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey || !(arrow || zoom)) return;
      event.preventDefault();
      if (zoom) this.zoomAt(zoom);
      else if (this.flat) this.pan(-40 * arrow[0], -40 * arrow[1]);
      else this.turn3d(0.12 * arrow[0], 0.12 * arrow[1]);
    });
    slider.addEventListener("input", () => this.goTo(Number(slider.value)));
    slider.addEventListener("change", () => this.tell());
    search.addEventListener("input", () => { this.query = search.value; this.find(); this.refresh(); });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.matches.length) return;
      this.choose(this.matches[this.turn++ % this.matches.length]);
    });
    this.list.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key], entries = [...this.list.querySelectorAll("button")];
      if (!step || !entries.length) return;
      event.preventDefault();
      entries[clamp(0, entries.indexOf(this.root.getRootNode().activeElement) + step, entries.length - 1)].focus();
    });
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      if (this.query && event.composedPath()[0] === search) {
        search.value = this.query = "";
        this.find();
        this.refresh();
      } else this.back();
    });
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".space");
  root.view ??= new Space(root);
  root.view.keep = (message) => setTriggerValue("setting", message);
  root.view.show(read(data));
}
