// While the reader drags the temperature, types another word, or points at one, at an experiment or
// at an option of a what-if, the picture follows at once: a worker (preview/preview.js) computes it
// here. The server is asked when the reader stops, as without a worker; where its answer is another
// picture, nothing is computed here again. The controls are Streamlit's, beside this component.
// Elsewhere there are none.

import { MASKED } from "../../engine/constants.js";
import { read } from "../../engine/packing.js";

const SLIDER = ".st-key-setting-temperature",
  WORD = ".st-key-other-word";
const CHIP = ".st-key-neighbour button",
  EXPERIMENT = "[class*=st-key-experiment-] button";
const SETTING = "[class*=st-key-setting-]";
const OPTION = "[role=option]"; // of an open box, which stands elsewhere in the page
const CLOSE = 1e-4; // of weights
const MOST = 100; // pictures that are kept: each has about 100 kB
const LEFT = 5000; // milliseconds after which a picture that is not in the page is gone

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const textsOf = (words) => words.map(({ text }) => text);
const keyOf = (texts) => JSON.stringify(Object.entries(texts).sort());
// As Python quotes it.
const quote = (word) =>
  encodeURIComponent(word).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

// Whether two pictures have the same words and, up to rounding, the same weights.
export function agree(one, other) {
  return (
    same(textsOf(one.words), textsOf(other.words)) &&
    one.numbers.length === other.numbers.length &&
    one.numbers.every(
      (number, at) =>
        (number === MASKED) === (other.numbers[at] === MASKED) &&
        Math.abs(number - other.numbers[at]) <= CLOSE * one.steps,
    )
  );
}

// What-ifs as texts of an address, with another word at a place, from 1; as typed there if "".
export function withSwap({ swap = "", ...texts }, place, word) {
  const swaps = swap.split(",").filter((part) => part && part.split(":")[0] !== place);
  if (word) swaps.push(`${place}:${quote(word)}`);
  return swaps.length ? { ...texts, swap: swaps.sort().join(",") } : texts;
}

// The server's data with what was `made` here in place of weights and words.
export function merge(server, made) {
  const { blocks, words, trained, finished, numbers, steps } = made;
  return { ...server, blocks, words, trained, finished, numbers, steps, reference: [] };
}

// What-ifs as texts with one at a value, null: as trained.
export function withChoice(before, name, value) {
  const texts = { ...before, [name]: value };
  if (value === null) delete texts[name];
  return texts;
}

const withTemperature = (texts, temperature) =>
  withChoice(texts, "temperature", temperature === "1" ? null : temperature);
// What follows `start` in the key that Streamlit writes into a class.
const keyIn = (element, start) => element.className.match(`st-key-${start}-(\\S+)`)?.[1];

export class Preview {
  // `draw(data)` draws the server's data in the element `root`, `follow(data)` what is made here.
  constructor(root, draw, follow) {
    Object.assign(this, {
      root,
      draw,
      follow,
      server: {},
      made: new Map(),
      shown: "",
      next: null,
      ahead: [],
      busy: "",
      isOver: false,
      isDragging: false,
      isChosen: false,
    });
    this.slides = new MutationObserver(() => this.followSlider());
    this.listeners = Object.entries({
      pointerover: this.enter,
      focusin: this.enter,
      pointerout: this.leaveControl,
      focusout: this.leaveControl,
      pointerdown: this.press,
      pointerup: this.lift,
      keydown: this.cancel,
      input: this.type,
    }).map(([name, hear]) => [name, hear.bind(this)]);
  }

  // Draw the server's data. Where it answers what was drawn here, the two are compared.
  show(server) {
    const { preview } = (this.server = server),
      key = preview ? keyOf(preview.texts) : "";
    const { keeps, merged, captions } = preview ?? {}; // the captions tell the language
    const { sentence, quantity } = server;
    const situation = JSON.stringify([sentence, quantity, keeps, merged, captions]);
    if (situation !== this.situation) this.made.clear();
    Object.assign(this, { situation, shown: key, next: null, ahead: [], isChosen: false });
    this.draw(server);
    const made = this.made.get(key);
    delete this.root.dataset.preview;
    if (made) this.compare(merge(server, made));
    for (const [name, hear] of this.listeners) document.addEventListener(name, hear, true);
    this.type({ target: document.activeElement }); // an answer that comes late hides no word
    if (!this.isDragging || !this.canRun) return;
    this.watchSlider();
    this.followSlider();
  }

  compare(made) {
    const isSame = agree(made, this.server);
    this.root.dataset.preview = isSame ? "same" : "other";
    if (!isSame) this.stop();
  }

  leave() {
    for (const [name, hear] of this.listeners) document.removeEventListener(name, hear, true);
    setTimeout(() => this.root.isConnected || this.stop(), LEFT);
  }

  stop() {
    this.isOver = true;
    this.worker?.terminate();
    this.slides.disconnect();
  }

  // --- controls ----------------------------------------------------------------------------------

  get canRun() {
    return this.server.preview && !this.isOver && !navigator.connection?.saveData;
  }

  enter({ target, relatedTarget, pointerType }) {
    if (!this.canRun) return;
    const control = this.controlOf(target),
      isNew = control && !control.contains(relatedTarget);
    if (target.closest?.([SLIDER, WORD].join())) this.begin();
    else if (!isNew || (pointerType === "touch" && !this.worker)) return; // 20 MB for one picture
    if (target.closest(SLIDER)) this.watchSlider();
    const texts = isNew && this.textsOf(control);
    if (!texts) return;
    this.begin();
    this.want(texts);
  }

  controlOf = (target) => target.closest?.([CHIP, EXPERIMENT, OPTION].join());

  // The what-ifs that a click on a control leads to; undefined where the server alone knows them.
  textsOf(control) {
    const { texts, place, experiments, choices } = this.server.preview;
    if (control.matches(CHIP)) return place && withSwap(texts, place, control.textContent.trim());
    if (control.matches(EXPERIMENT)) {
      const name = keyIn(control.closest("[class*=st-key-experiment-]"), "experiment");
      const value = experiments[name];
      return value && withChoice(texts, name, texts[name] === value ? null : value);
    }
    const list = control.closest("[role=listbox]")?.id;
    const box = list && document.querySelector(`${SETTING} [aria-controls="${list}"]`);
    const name = box && keyIn(box.closest(SETTING), "setting");
    const at = Number(control.dataset.key),
      value = choices[name]?.[at];
    return value && withChoice(texts, name, at ? value : null);
  }

  leaveControl({ target, relatedTarget }) {
    const control = this.canRun && this.controlOf(target);
    if (control && !control.contains(relatedTarget) && !this.isChosen) this.drop();
  }

  press({ target }) {
    this.isDragging = Boolean(target.closest?.(SLIDER));
    this.isChosen = Boolean(this.controlOf(target)); // the server is asked
  }

  lift({ target }) {
    this.isDragging = false;
    if (!this.isChosen || this.controlOf(target)) return;
    this.isChosen = false;
    this.drop();
  }

  cancel({ key }) {
    if (key === "Escape") this.drop();
  }

  // Show what the server answered.
  drop() {
    if (this.canRun) this.want(this.server.preview.texts);
  }

  type({ target }) {
    if (this.canRun && target?.closest?.(WORD)) this.swap(target.value.trim());
  }

  slider = () => document.querySelector(`${SLIDER} input[type=range]`);

  // What the slider may be moved to is computed ahead, the nearest first.
  watchSlider() {
    const { texts, temperatures } = this.server.preview,
      slider = this.slider();
    const attributeFilter = ["aria-valuetext"];
    if (slider) this.slides.observe(slider, { attributes: true, attributeFilter });
    const now = Math.log(texts.temperature ?? 1);
    const distance = (temperature) => Math.abs(Math.log(temperature) - now);
    this.ahead = [...temperatures]
      .sort((one, other) => distance(one) - distance(other))
      .map((temperature) => withTemperature(texts, temperature));
    this.compute();
  }

  followSlider() {
    const temperature = this.slider()?.getAttribute("aria-valuetext");
    if (this.canRun && temperature)
      this.want(withTemperature(this.server.preview.texts, temperature));
  }

  swap(word) {
    const { texts, place } = this.server.preview;
    if (place) this.want(withSwap(texts, place, word));
  }

  // --- pictures ----------------------------------------------------------------------------------

  begin() {
    if (this.worker) return;
    this.worker = new Worker(new URL("preview.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.addEventListener("error", () => this.stop());
    this.worker.postMessage({ root: this.address() });
  }

  address = () => new URL(this.server.preview.root, document.baseURI).href;

  // Show what these what-ifs do, as soon as it is computed.
  want(texts) {
    const key = keyOf(texts),
      isShown = key === this.shown;
    Object.assign(this, { shown: key, next: null });
    if (isShown) return;
    if (key === keyOf(this.server.preview.texts)) this.follow(this.server);
    else if (this.made.has(key)) this.drawMade(key);
    else this.next = texts;
    this.compute();
  }

  // A refusal, null, is left to the server.
  drawMade(key) {
    const made = this.made.get(key);
    if (made) this.follow(merge(this.server, made));
  }

  compute() {
    if (this.busy) return;
    this.ahead = this.ahead.filter((texts) => !this.made.has(keyOf(texts)));
    const texts = this.next ?? this.ahead.shift();
    if (!texts) return;
    const { sentence, blocks, overlay, french, ink, diverging, colours, quantity, preview } =
      this.server;
    const titles = Object.fromEntries(blocks.map(({ stack, title }) => [stack, title]));
    const stacks = Object.fromEntries(
      blocks.map((block) => [block.stack, [block.layers, block.heads]]),
    );
    const { captions, keeps, merged, limits } = preview,
      model = "ours";
    const gloss = preview.gloss ? "on" : "off";
    Object.assign(this, { next: null, busy: this.situation });
    this.worker.postMessage({
      key: keyOf(texts),
      texts,
      keeps,
      french,
      state: { sentence, overlay, model, gloss, quantity, words: merged ? "merged" : "written" },
      values: {
        titles,
        captions,
        ink,
        diverging,
        colours,
        models: { [model]: { stacks, limits } },
      },
    });
  }

  receive({ key, packed, failed }) {
    const isOld = this.busy !== this.situation;
    this.busy = "";
    if (failed) {
      this.stop();
      return;
    }
    if (!isOld) {
      if (this.made.size > MOST) this.made.clear();
      this.made.set(key, packed && read(packed));
      if (key === this.shown) this.drawMade(key);
    }
    this.compute();
  }
}
