// Made of map/ and shared/ by "npm run build": change those, not this.

// shared/elements.js
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== void 0) element.textContent = text;
  return element;
}

// map/walking.js
var DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function nearest(points, from, key) {
  if (!(key in DIRECTIONS)) return void 0;
  const [across, down] = DIRECTIONS[key], [x, y] = points[from];
  let best = from, least = Infinity;
  points.forEach(([left, top], place) => {
    const along = (left - x) * across + (top - y) * down;
    const aside = Math.abs((left - x) * down) + Math.abs((top - y) * across);
    const distance = along + 3 * aside;
    if (along > 1 && distance < least) [best, least] = [place, distance];
  });
  return best;
}
function withColours(svg, colourOf) {
  return svg.replace(/var\((--[\w-]+), ([^)]+)\)/g, (_, name, usual) => colourOf(name) || usual);
}
var KEPT = ["model", "sentence", "words", "language", "v"];
function linkTo(search, stack, layer, head) {
  const here = new URLSearchParams(search), there = new URLSearchParams();
  for (const name of KEPT) if (here.has(name)) there.set(name, here.get(name));
  there.set("attention", stack);
  there.set("layer", String(layer + 1));
  there.set("head", String(head + 1));
  return there.toString();
}

// map/map.js
var ModelMap = class {
  constructor(root) {
    this.root = root;
    this.strip = make("div", "strip");
    this.open = make("button", "open");
    this.dialog = make("dialog", "large");
    this.title = make("h2", "title");
    this.save = make("button", "press");
    this.close = make("button", "press");
    this.picture = make("div", "picture");
    this.hint = make("p", "hint");
    const head = make("div", "head");
    head.append(this.title, this.save, this.close);
    this.dialog.append(head, this.picture, this.hint);
    const line = make("div", "line");
    line.append(this.strip, this.open);
    root.append(line, this.dialog);
    this.listen();
  }
  listen() {
    this.open.addEventListener("click", () => this.showLarge());
    this.close.addEventListener("click", () => this.dialog.close());
    this.save.addEventListener("click", () => this.saveDrawing());
    this.strip.addEventListener("click", (event) => {
      if (matchMedia("(pointer: coarse)").matches) this.showLarge();
      else this.choose(event.target.closest("[data-stack]"));
    });
    this.picture.addEventListener("click", (event) => this.choose(event.target.closest("[data-stack]")));
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.dialog.addEventListener("keydown", (event) => this.walk(event));
  }
  show(data) {
    this.data = data;
    this.strip.innerHTML = data.strip;
    this.picture.innerHTML = data.large;
    const small = this.strip.firstChild, large = this.picture.firstChild;
    small.setAttribute("role", "img");
    large.setAttribute("role", "group");
    this.open.textContent = data.place;
    this.open.title = data.texts.open;
    this.title.textContent = data.texts.title;
    this.dialog.setAttribute("aria-label", data.texts.title);
    this.save.textContent = data.texts.save;
    this.close.textContent = data.texts.close;
    this.hint.textContent = data.texts.hint;
    this.heads = [...large.querySelectorAll("[data-stack]")];
    for (const head of this.heads) {
      head.setAttribute("role", "button");
      head.setAttribute("tabindex", "-1");
    }
    this.reachable = this.heads.find((head) => head.matches(".lit")) ?? this.heads[0];
    this.reachable?.setAttribute("tabindex", "0");
    this.root.dataset.painted = data.place;
  }
  showLarge() {
    this.dialog.showModal();
    this.reachable?.focus();
  }
  // Go to a head: on this page where it shows such heads, else on the front page.
  choose(head) {
    if (!head) return;
    const { stack } = head.dataset, layer = Number(head.dataset.layer);
    const number = Number(head.dataset.head);
    this.dialog.close();
    if (this.data.stacks.includes(stack)) this.send({ stack, layer, head: number });
    else location.href = `./?${linkTo(location.search, stack, layer, number)}`;
  }
  walk(event) {
    event.stopPropagation();
    const place = this.heads.indexOf(event.target);
    if (place < 0) return;
    if (event.key === "Enter" || event.key === " ") this.choose(event.target);
    else {
      const points = this.heads.map((head) => {
        const box = head.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      });
      const next = nearest(points, place, event.key);
      if (next === void 0) return;
      this.reachable.setAttribute("tabindex", "-1");
      this.reachable = this.heads[next];
      this.reachable.setAttribute("tabindex", "0");
      this.reachable.focus();
    }
    event.preventDefault();
  }
  saveDrawing() {
    const style = getComputedStyle(this.root);
    const svg = withColours(this.data.large, (name) => style.getPropertyValue(name).trim());
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    link.download = "model.svg";
    link.click();
    URL.revokeObjectURL(link.href);
  }
};
function map_default({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".map");
  root.view ??= new ModelMap(root);
  root.view.send = (message) => setTriggerValue("head", message);
  root.view.show(data);
}
export {
  map_default as default
};
