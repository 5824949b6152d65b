// While the reader drags the temperature, types another word, or points at one, at an experiment or
// at an option of a what-if, the picture follows at once, as it does a typed sentence
// (preview/live.js) and a head that is turned off. On a graphics card the server does the last.

import { Live, agreeInNumbers, same } from "../preview/live.js";

const SLIDER = ".st-key-setting-temperature",
  WORD = ".st-key-other-word";
const CHIP = ".st-key-neighbour button",
  EXPERIMENT = "[class*=st-key-experiment-] button";
const SETTING = "[class*=st-key-setting-]";
const OPTION = "[role=option]"; // of an open box, which stands elsewhere in the page

const textsOf = (words) => words.map(({ text }) => text);
// As Python quotes it.
const quote = (word) =>
  encodeURIComponent(word).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

// Whether two pictures have the same words and, up to rounding, the same weights.
export const agree = (one, other) =>
  same(textsOf(one.words), textsOf(other.words)) && agreeInNumbers(one, other);

// What-ifs as texts of an address, with another word at a place, from 1; as typed there if "".
export function withSwap({ swap = "", ...texts }, place, word) {
  const swaps = swap.split(",").filter((part) => part && part.split(":")[0] !== place);
  if (word) swaps.push(`${place}:${quote(word)}`);
  return swaps.length ? { ...texts, swap: swaps.sort().join(",") } : texts;
}

// The server's data with what was `made` here in place of weights and words.
export function merge(server, made) {
  const { sentence, blocks, words, trained, finished, numbers, steps, off, force } = made;
  const run = { sentence, blocks, words, trained, finished, numbers, steps, off, force };
  const refutation = sentence === server.sentence ? server.refutation : null;
  return { ...server, ...run, reference: [], refutation };
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

export class Preview extends Live {
  agree = agree;
  merge = merge;

  constructor(...more) {
    super(...more);
    this.isDragging = this.isChosen = false;
    this.slides = new MutationObserver(() => this.followSlider());
  }

  get heard() {
    return { ...super.heard, pointerout: this.leaveControl, pointerup: this.lift };
  }

  // The captions tell the language.
  situationOf = ({ quantity, preview }) => {
    const { root, keeps, merged, gloss, captions } = preview ?? {};
    return JSON.stringify([quantity, root, keeps, merged, gloss, captions]);
  };

  drawn() {
    this.isChosen = false;
    this.readWord(document.activeElement); // an answer that comes late hides no word
    if (!this.isDragging || !this.canRun) return;
    this.watchSlider();
    this.followSlider();
  }

  stop() {
    super.stop();
    this.slides.disconnect();
  }

  enter({ target, relatedTarget, pointerType }) {
    super.enter({ target });
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
    const { place, base } = this,
      { texts } = base,
      { experiments, choices } = this.server.preview;
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

  press(event) {
    const { target } = event;
    super.press(event);
    this.isDragging = Boolean(target.closest?.(SLIDER));
    this.isChosen = Boolean(this.controlOf(target)); // the server is asked
  }

  lift({ target }) {
    const control = this.isChosen && this.controlOf(target),
      isLeft = this.isChosen && !control,
      texts = this.canRun && (this.isDragging ? this.slid() : control && this.textsOf(control));
    this.isDragging = false;
    if (isLeft) this.isChosen = false;
    if (texts) this.ask({ sentence: this.base.sentence, texts });
    else if (isLeft) this.drop();
  }

  type(event) {
    super.type(event);
    this.readWord(event.target);
  }

  readWord(box) {
    if (this.canRun && this.place && box?.closest?.(WORD))
      this.want(withSwap(this.base.texts, this.place, box.value.trim()));
  }

  blur(event) {
    this.leaveControl(event);
    super.blur(event);
  }

  // A click in the picture sends this message.
  hear(name, message) {
    const base = this.after(name, message);
    if (base) this.ask(base);
  }

  // A click in the picture may send this message soon.
  foresee(name, message) {
    const base = this.isReady && this.after(name, message);
    if (!base) return;
    this.ahead = [base];
    this.compute();
  }

  // What the server is asked for with this message; undefined where it alone knows that.
  after(name, { heads, cells }) {
    const parts = this.canRun && { off: heads, force: cells }[name];
    if (!parts || this.server.preview.isServerFirst) return undefined;
    const { sentence, texts } = this.base;
    return { sentence, texts: withChoice(texts, name, parts.join(",") || null) };
  }

  // The word of the sentence that another one takes the place of, from 1.
  get place() {
    return this.base.sentence === this.server.sentence ? this.server.preview.place : "";
  }

  slider = () => document.querySelector(`${SLIDER} input[type=range]`);

  // What the slider may be moved to is computed ahead, the nearest first.
  watchSlider() {
    const { sentence, texts } = this.base,
      { temperatures } = this.server.preview,
      slider = this.slider();
    const attributeFilter = ["aria-valuetext"];
    if (slider) this.slides.observe(slider, { attributes: true, attributeFilter });
    const now = Math.log(texts.temperature ?? 1);
    const distance = (temperature) => Math.abs(Math.log(temperature) - now);
    this.ahead = [...temperatures]
      .sort((one, other) => distance(one) - distance(other))
      .map((temperature) => ({ sentence, texts: withTemperature(texts, temperature) }));
    this.compute();
  }

  followSlider() {
    const texts = this.canRun && this.slid();
    if (texts) this.want(texts);
  }

  // What-ifs with the temperature where the slider is.
  slid() {
    const temperature = this.slider()?.getAttribute("aria-valuetext");
    return temperature && withTemperature(this.base.texts, temperature);
  }

  describe() {
    const { blocks, overlay, ink, diverging, colours, quantity, preview } = this.server;
    const titles = Object.fromEntries(blocks.map(({ stack, title }) => [stack, title]));
    const stacks = Object.fromEntries(
      blocks.map((block) => [block.stack, [block.layers, block.heads]]),
    );
    const { captions, keeps, merged, limits } = preview,
      model = "ours";
    const gloss = preview.gloss ? "on" : "off";
    return {
      kind: "heads",
      keeps,
      state: { overlay, model, gloss, quantity, words: merged ? "merged" : "written" },
      values: {
        titles,
        captions,
        ink,
        diverging,
        colours,
        models: { [model]: { stacks, limits } },
      },
    };
  }
}
