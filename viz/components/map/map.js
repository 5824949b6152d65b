// Where a head is in the whole model: a strip, and a large map in a dialog.

import { read } from "../../engine/packing.js";
import { make } from "../shared/elements.js";
import { linkTo, nearest, withColours } from "./walking.js";

const SHRINK = 560; // pixels by which a drawing may shrink before it scrolls: text stays legible

class ModelMap {
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
      // A finger is larger than a head of the strip.
      if (matchMedia("(pointer: coarse)").matches) this.showLarge();
      else this.choose(event.target.closest("[data-stack]"));
    });
    this.picture.addEventListener("click", (event) =>
      this.choose(event.target.closest("[data-stack]")),
    );
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close(); // beside it
    });
    this.dialog.addEventListener("keydown", (event) => this.walk(event));
  }

  show(data) {
    this.data = data;
    this.strip.innerHTML = data.strip; // drawn by our own code, words escaped
    this.picture.innerHTML = data.large;
    const small = this.strip.firstChild,
      large = this.picture.firstChild;
    small.setAttribute("role", "img");
    large.setAttribute("role", "group");
    large.style.minWidth = `${large.viewBox.baseVal.width - SHRINK}px`;
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
    const { stack } = head.dataset,
      layer = Number(head.dataset.layer);
    const number = Number(head.dataset.head);
    this.dialog.close();
    if (this.data.stacks.includes(stack)) this.send({ stack, layer, head: number });
    else location.href = `./?${linkTo(location.search, stack, layer, number)}`;
  }

  walk(event) {
    event.stopPropagation(); // the page behind has keys of its own
    const place = this.heads.indexOf(event.target);
    if (place < 0) return;
    if (event.key === "Enter" || event.key === " ") this.choose(event.target);
    else {
      const points = this.heads.map((head) => {
        const box = head.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      });
      const next = nearest(points, place, event.key);
      if (next === undefined) return;
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
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".map");
  root.view ??= new ModelMap(root);
  root.view.send = (message) => setTriggerValue("head", message);
  root.view.show(read(data));
}
