// A picture that the reader's browser computes before the server: the worker preview.js has the
// engine. A typed sentence is drawn at Enter; the server is asked as without a worker, but hears of
// a sentence on show only when the reader does anything else, or has been still while nobody waits
// for the server: the address is written here. Until it has answered, what stands below is pale;
// where its answer is another picture, that is shown and nothing is computed here again. The
// controls are Streamlit's, beside the component. Elsewhere there are none.

import { MASKED } from "../../engine/constants.js";
import { read } from "../../engine/packing.js";
import { t } from "../../engine/text.js";
import { make } from "../shared/elements.js";

const SENTENCE = ".st-key-sentence input";
const CLOSE = 1e-4; // of a cell's range
// Elsewhere the files wait for the sentence box.
const hovers = () => matchMedia("(hover: hover)").matches;
const MOST = 100; // pictures that are kept: each has about 100 kB
const LEFT = 5000; // milliseconds after which a picture that is not in the page is gone
const MOMENT = 50; // milliseconds without a key in which a sentence is perhaps complete
// Milliseconds until Streamlit hears of Enter though nothing is painted; twice as many where the
// picture is being computed.
const PATIENCE = 500;
const STILL = 2000; // milliseconds without a key until the server is asked, and the most of them
const LONGEST = 16_000;
const SOON = 2000; // milliseconds after the first picture until the worker gets its files

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
export const keyOf = ({ sentence, texts }) =>
  JSON.stringify([sentence, Object.entries(texts).sort()]);

// Whether the numbers of two pictures are the same up to rounding, with the same cells masked.
export const agreeInNumbers = (one, other) =>
  one.numbers.length === other.numbers.length &&
  one.numbers.every(
    (number, at) =>
      (number === MASKED) === (other.numbers[at] === MASKED) &&
      Math.abs(number - other.numbers[at]) <= CLOSE * one.steps,
  );

// What-ifs without those that name words of one sentence, as for another one.
export const withoutWords = (texts, ofSentence) =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !ofSentence.includes(name)));

// The address of a view with another sentence and `more`, as Python writes it.
export function addressWith(sentence, search, ofSentence, more = {}) {
  const parameters = new URLSearchParams(search);
  for (const name of ofSentence) parameters.delete(name);
  for (const [name, text] of Object.entries({ sentence, ...more })) parameters.set(name, text);
  return `?${parameters}`.replace(/\*/g, "%2A").replace(/%7E/g, "~");
}

export class Live {
  // `draw(data)` draws the server's data in the element `root`, `follow(data)` what is made here.
  constructor(root, draw, follow) {
    Object.assign(this, {
      root,
      draw,
      follow,
      server: {},
      base: null, // the sentence and the texts that the server was asked for last
      late: null, // an answer to what was asked before that
      isReady: false, // the worker
      isTyped: false, // a sentence, of which the server has not heard
      held: null, // the box whose Enter Streamlit has not heard, its sentence, if that is drawn
      isAlone: false, // nothing was asked after `base`
      made: new Map(),
      shown: "",
      next: null,
      ahead: [],
      busy: "",
      computed: "", // the key of what the worker computes, and since when
      began: 0,
      took: 0, // milliseconds of the last
      isOver: false,
    });
    this.corrected = make("p", "corrected");
    this.corrected.setAttribute("role", "status");
    root.prepend(this.corrected);
    this.listeners = Object.entries(this.heard).map(([name, hear]) => [name, hear.bind(this)]);
  }

  get heard() {
    return {
      pointerover: this.enter,
      focusin: this.enter,
      focusout: this.blur,
      pointerdown: this.press,
      keydown: this.strike,
      click: this.stir, // also without a pointer
      beforeinput: this.stir,
      input: this.type,
      popstate: this.goBack,
    };
  }

  // --- what a component says of its pictures -----------------------------------------------------

  // What else a picture depends on.
  situationOf({ preview }) {
    return JSON.stringify({ ...preview, sentence: null, texts: null });
  }

  // Whether two pictures are the same, up to rounding.
  agree(one, other) {
    return agreeInNumbers(one, other);
  }

  // The server's data with what was `made` here in its place.
  merge(server, made) {
    return { ...server, ...made };
  }

  // The settings of what was `made` that another sentence may have changed.
  settingsOf() {
    return {};
  }

  // What the worker needs beside the key, the texts and the sentence.
  describe() {
    return this.server.preview.task;
  }

  // --- answers of the server ---------------------------------------------------------------------

  // Draw the server's data. Where it answers what was drawn here, the two are compared.
  show(server) {
    server.sentence ??= server.preview?.sentence;
    const situation = this.situationOf(server);
    if (this.isOld(server, situation)) {
      const showLate = () => this.late && !this.held && this.free() && this.show(this.late);
      if (!this.late) setTimeout(showLate, LEFT);
      this.late = server;
      return;
    }
    if (situation !== this.situation) this.made.clear();
    const { sentence, preview } = server,
      base = preview && { sentence, texts: preview.texts },
      key = (this.key = base ? keyOf(base) : "");
    const ahead = this.isReady || !base ? [] : [base]; // to be compared first of all
    Object.assign(this, { situation, server, base, shown: key, next: null, late: null, ahead });
    this.isAlone = false;
    this.draw(server);
    this.mark();
    this.paleBelow();
    this.compare();
    this.compute();
    for (const [name, hear] of this.listeners) window.addEventListener(name, hear, true);
    this.drawn();
    if (hovers()) setTimeout(() => this.begin(), SOON);
  }

  drawn() {}

  // Whether data are of an earlier sentence than that which was typed, and nothing asked since.
  isOld({ sentence, preview }, situation) {
    if (!this.isAlone || !preview || situation !== this.situation) return false;
    return sentence.trim() !== this.base.sentence.trim();
  }

  // An answer of another sentence may now be the one that the reader waits for.
  free() {
    this.isAlone = false;
    return true;
  }

  // What stands below is of the server's last answer.
  paleBelow() {
    const element = this.root.getRootNode().host?.closest("[data-testid=stElementContainer]");
    const { base, server } = this,
      isAhead = Boolean(base && keyOf(base) !== this.key && this.made.get(keyOf(base)));
    this.root.toggleAttribute("data-ahead", isAhead);
    if (!element) return;
    if (isAhead) element.dataset.pale = base.sentence === server.sentence ? "" : "sentence";
    else delete element.dataset.pale;
  }

  // Compare the server's data with what was made here, if it was. Only a worker that has made the
  // same is asked for a picture that the reader does not see as a preview.
  compare() {
    const made = this.made.get(this.key);
    if (!made || this.isOver) return;
    this.isReady = this.agree(made, this.server);
    this.mark(this.isReady ? "same" : "other");
    if (!this.isReady) this.stop();
  }

  // Note what a comparison gave, and say where the server corrects what was drawn.
  mark(result = null) {
    const { dataset } = this.root;
    if (result) dataset.preview = result;
    else delete dataset.preview;
    const isOther = result === "other";
    this.corrected.textContent = isOther ? t("Corrected: the server computes another result.") : "";
  }

  leave() {
    for (const [name, hear] of this.listeners) window.removeEventListener(name, hear, true);
    setTimeout(() => this.root.isConnected || this.stop(), LEFT);
  }

  stop() {
    this.isOver = true;
    this.isReady = false;
    this.worker?.terminate();
    this.send();
    if (this.late && this.free()) this.show(this.late);
  }

  // --- the sentence box --------------------------------------------------------------------------

  get canRun() {
    return this.base && !this.isOver && !navigator.connection?.saveData;
  }

  enter({ target }) {
    if (this.canRun && target.closest?.(SENTENCE)) this.begin();
  }

  press({ target }) {
    this.stir({ target });
    this.leaveBase(target);
  }

  // A sentence is painted before Streamlit hears of Enter.
  strike(event) {
    const { target, key, isComposing } = event;
    this.stir(event);
    if (key === "Escape") this.drop();
    if (!target.closest?.(SENTENCE)) this.leaveBase(target);
    else if (key === "Enter" && !isComposing) {
      this.dropHeld(); // of a sentence that another one has followed nobody need hear
      if (!this.commit(target)) return;
      event.stopPropagation();
      this.held = { box: target, sentence: target.value, isDrawn: false };
      this.waiting = setTimeout(() => this.lose(), PATIENCE);
      this.keepBack();
    }
  }

  // Nothing is painted yet.
  lose() {
    if (this.computed === this.shown) this.waiting = setTimeout(() => this.send(), PATIENCE);
    else this.send();
  }

  // Whatever is done beside the box may ask the server for something: it hears of the sentence.
  stir({ target, inputType }) {
    if (inputType === "insertLineBreak") return; // the Enter itself
    if (!this.held?.isDrawn || !target.closest?.(SENTENCE)) this.send();
  }

  // The sentence is on show, or refused: only the server can say why.
  keepBack() {
    const { held } = this;
    if (!held || held.isDrawn || !this.made.has(this.shown)) return;
    const names = new URLSearchParams(location.search),
      isWhole = names.has("v") && names.has("sentence");
    if (!isWhole || !this.made.get(this.shown)) {
      requestAnimationFrame(() => setTimeout(() => held === this.held && this.send()));
      return;
    }
    held.isDrawn = true;
    const { ofSentence } = this.server.preview,
      more = this.settingsOf(this.made.get(this.shown));
    const address = addressWith(held.sentence, location.search, ofSentence, more);
    if (address !== location.search) history.pushState(history.state, "", address);
    this.rest();
  }

  // Streamlit hears of it when nobody waits for the server, unless the reader writes on.
  rest(pause = STILL) {
    const { held } = this;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(async () => {
      const waits = held.box.value !== held.sentence || (await this.isAwaited());
      if (held !== this.held) return;
      if (waits) this.rest(Math.min(2 * pause, LONGEST));
      else this.send();
    }, pause);
  }

  // Whether other readers wait for the server.
  async isAwaited() {
    try {
      const answer = await fetch(new URL("waiting", this.address()), { cache: "no-store" });
      return (await answer.json()) === true;
    } catch {
      return false;
    }
  }

  // Streamlit hears of the sentence as if the box was left: the key would take the focus.
  send() {
    const { held } = this;
    if (!held) return;
    this.dropHeld();
    this.sent = new FocusEvent("focusout", { bubbles: true });
    held.box.dispatchEvent(this.sent);
  }

  dropHeld() {
    this.held = null;
    clearTimeout(this.waiting);
  }

  // The server opens the address; of what it has not heard it need not hear.
  goBack() {
    this.free();
    if (!this.held) return;
    this.dropHeld();
    const { sentence, preview } = this.server,
      asked = new URLSearchParams(location.search).get("sentence") ?? sentence,
      texts = asked === sentence ? preview.texts : this.base.texts;
    this.base = { sentence: asked, texts };
    this.want(texts);
    this.paleBelow();
  }

  // Whatever is done elsewhere may ask the server for something else.
  leaveBase(target) {
    if (target !== this.root.getRootNode().host && !target.closest?.(SENTENCE)) this.free();
  }

  // Show what the server answered, or will answer.
  drop() {
    if (this.canRun) this.want(this.base.texts);
  }

  type({ target }) {
    if (target.closest?.(SENTENCE)) this.draft(target.value);
    if (this.held?.isDrawn) this.rest();
  }

  // A sentence is computed as soon as the reader stops for a moment, and drawn on Enter. Where one
  // takes longer the moment is: the whole sentence would wait for a part of it.
  draft(value) {
    this.isTyped = true;
    clearTimeout(this.stopped);
    this.stopped = setTimeout(
      () => {
        if (!this.isReady || !this.canRun || !value.trim()) return;
        this.ahead = [this.typed(value)];
        this.compute();
      },
      Math.max(MOMENT, Math.min(this.took, PATIENCE)),
    );
  }

  // A sentence with the what-ifs that it will have.
  typed(sentence) {
    const { ofSentence } = this.server.preview;
    return { sentence, texts: withoutWords(this.base.texts, ofSentence) };
  }

  blur(event) {
    const { target } = event;
    if (event === this.sent || !target.closest?.(SENTENCE)) return;
    if (this.held?.sentence === target.value) event.stopPropagation();
    else {
      this.dropHeld();
      this.commit(target);
    }
  }

  // Streamlit sends the sentence on Enter, and when the box is left. Says whether it is computed.
  commit({ value }) {
    const { base } = this,
      isNew = this.isTyped && value.trim() && this.canRun && value !== base.sentence;
    this.isTyped = false;
    clearTimeout(this.stopped);
    return isNew && this.ask(this.typed(value));
  }

  // The server is asked for this: it is on show until it answers. Says whether it is computed.
  ask(base) {
    if (!this.isReady) return false;
    Object.assign(this, { base, isAlone: true, ahead: [] });
    this.want(base.texts);
    this.paleBelow();
    return true;
  }

  // --- pictures ----------------------------------------------------------------------------------

  begin() {
    if (this.worker || !this.canRun || !this.root.isConnected) return;
    try {
      this.worker = new Worker(new URL("preview.js", import.meta.url), { type: "module" });
    } catch {
      this.stop();
      return;
    }
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.addEventListener("error", () => this.stop());
    this.worker.postMessage({ root: this.address() });
    this.compute();
  }

  address = () => new URL(this.server.preview.root, document.baseURI).href;

  // Show what these what-ifs do to the sentence, as soon as it is computed.
  want(texts) {
    const wanted = { sentence: this.base.sentence, texts },
      key = keyOf(wanted),
      isShown = key === this.shown;
    Object.assign(this, { shown: key, next: null });
    if (isShown) return;
    if (key === this.key) {
      this.follow(this.server);
      this.paleBelow();
    } else if (this.made.has(key)) this.drawMade(key);
    else this.next = wanted;
    this.compute();
  }

  // A refusal, null, is left to the server.
  drawMade(key) {
    const made = this.made.get(key);
    if (!made) return;
    this.mark();
    this.follow(this.merge(this.server, made));
    this.paleBelow();
  }

  compute() {
    if (this.busy || !this.worker || !this.canRun) return;
    this.ahead = this.ahead.filter((each) => !this.made.has(keyOf(each)));
    const wanted = this.next ?? this.ahead.shift();
    if (!wanted) return;
    const key = keyOf(wanted),
      { language } = this.server;
    const state = { next: null, busy: this.situation, computed: key, began: performance.now() };
    Object.assign(this, state);
    this.worker.postMessage({ key, language, ...wanted, ...this.describe() });
  }

  receive({ key, packed, failed }) {
    const isOld = this.busy !== this.situation;
    Object.assign(this, { busy: "", computed: "", took: performance.now() - this.began });
    if (failed) {
      this.stop();
      return;
    }
    if (!isOld) {
      if (this.made.size > MOST) this.made.clear();
      this.made.set(key, packed && read(packed));
      if (key === this.key) this.compare();
      else if (key === this.shown) this.drawMade(key);
      this.keepBack();
    }
    this.compute();
  }
}
