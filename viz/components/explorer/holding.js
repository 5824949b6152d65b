// What a reader holds: a row, a column or a cell, and the two words whose heads are sought.

import { same } from "../../engine/numbers.js";
import { cellOf, pairAt, pairOf, rankHeads, sameWord, wordAt } from "./search.js";

export class Holding {
  // `situation()` gives the data and the block on show, `paint(ranked)` is called after a change.
  constructor(situation, paint) {
    Object.assign(this, { situation, changed: paint, locked: null, lone: null, pair: null });
  }

  // The heads between the two words, null while there are none.
  get ranked() {
    return this.pair ? rankHeads(this.situation().data, this.pair) : null;
  }

  set(values) {
    Object.assign(this, { locked: null, lone: null, pair: null }, values);
    this.changed(this.ranked);
  }

  release() {
    this.set({});
  }

  // Nothing that was held is there any more.
  forget() {
    Object.assign(this, { locked: null, lone: null, pair: null });
  }

  // A row or a column that was held before, in a link; null for none.
  restore(at) {
    this.forget();
    Object.assign(this, { locked: at, lone: this.wordAt(at) });
  }

  // Another head is on show.
  follow() {
    if (this.pair) this.locked = this.cell(this.pair);
  }

  cell(pair) {
    const { data, block } = this.situation();
    return cellOf(data, block, pair);
  }

  wordAt(at) {
    const { data, block } = this.situation();
    return wordAt(data.blocks, block, at);
  }

  click(at) {
    if (!at || same(at, this.locked)) this.release();
    else if (at.row !== null && at.column !== null) this.hold(at);
    else this.pick(this.wordAt(at), at);
  }

  // Holds a cell, and ranks the heads by it.
  hold(at) {
    const { data, block } = this.situation();
    this.set({ locked: at, pair: pairAt(data.blocks, block, at) });
  }

  // Holds a word, or joins it with the one that is held.
  pick(word, at) {
    if (!word || sameWord(word, this.lone)) this.release();
    else if (this.lone) this.join(this.lone, word);
    else this.set({ lone: word, locked: at });
  }

  // A word of the translation, which is a row of the cross-attention.
  pickWritten(place) {
    const { data, block } = this.situation();
    const cross = data.blocks.find((block) => block.stack === "cross");
    if (!cross) return;
    const at = { row: cross.first + place, column: null };
    this.pick(wordAt(data.blocks, cross, at), block === cross ? at : null);
  }

  join(from, to) {
    if (!from || !to || sameWord(from, to)) return;
    const pair = pairOf(from, to);
    this.set({ pair, locked: this.cell(pair) });
  }
}
