// Runs of a model for one picture: with what-ifs, and as trained to compare with.

import { Refusal } from "./networks/refusal.js";
import { readWhatIf } from "./what_if.js";

export class Runs {
  constructor(model) {
    Object.assign(this, { model, sentence: null, key: "", last: null });
  }

  // The run of a state of the address, of which `changes` are not as at first, as `packHeads` reads
  // it: the last one again where only the look has changed. If a what-if is refused, the model is
  // as trained, and `refusal` says why. It follows `french` if given.
  run(state, changes, french = null) {
    const { sentence } = state,
      whatIf = readWhatIf(changes);
    const keeps = state["french-is"] === "kept";
    const key = JSON.stringify([sentence, whatIf, keeps, french]);
    if (this.key !== key)
      Object.assign(this, { last: this.make(sentence, whatIf, keeps, french), key });
    return this.last;
  }

  make(sentence, whatIf, keeps, french = null) {
    if (!Object.keys(whatIf).length) {
      const run = this.asTrained(sentence);
      return french === null ? run : { ...run, trace: this.model.trace(sentence, {}, french) };
    }
    try {
      if (!this.asTrained(sentence).trace.decoderInput) {
        // it writes nothing
        const trace = this.model.trace(sentence, whatIf);
        return { trace, whatIf, trained: null, forced: null, refusal: null };
      }
      const trained = this.baseline(sentence);
      const follow = () => this.model.trace(sentence, whatIf, trained.translation);
      const trace =
        keeps && french === null ? follow() : this.model.trace(sentence, whatIf, french);
      const isRead = trace.decoderInput.join(" ") === trained.decoderInput.join(" ");
      // Of the run as trained: one that follows its words may lack the end.
      const [written, free] = [trace, this.free].map(({ predicted }) =>
        predicted.map(({ text }) => text).join(" "),
      );
      const isSame = written === free,
        forced = isRead ? trace : follow();
      return { trace, whatIf, trained, forced, isSame, refusal: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...this.asTrained(sentence), refusal: error };
    }
  }

  // The last sentence is kept: its what-ifs come one after the other.
  asTrained(sentence) {
    if (this.sentence !== sentence) {
      this.free = this.model.trace(sentence);
      Object.assign(this, { sentence, followed: null });
    }
    return { trace: this.free, whatIf: {}, trained: null, forced: null, refusal: null };
  }

  // The run as trained that follows what it writes.
  baseline(sentence) {
    const {
      trace: { translation },
    } = this.asTrained(sentence);
    return (this.followed ??= this.model.trace(sentence, {}, translation));
  }
}

const all = new WeakMap(); // by the translator

// The runs of a translator, which all pages share.
export function runsOf(translator) {
  if (!all.has(translator)) all.set(translator, new Runs(translator));
  return all.get(translator);
}
