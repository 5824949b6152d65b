// Names of heads that a click changes at once, and that the server keeps for the address.

export class KeptList {
  // `send(names)` tells the server, `paint` is called after a change.
  constructor(send, paint) {
    Object.assign(this, { send, paint, names: [], sent: new Set(), asked: "" });
  }

  // An answer to our own click comes late and may be outdated: only what comes from elsewhere
  // counts.
  follow(asked) {
    if (asked !== this.asked && !this.sent.delete(asked))
      this.names = asked.split(",").filter(Boolean);
    if (asked === this.names.join(",")) this.sent.clear();
    this.asked = asked;
  }

  // Our clicks were refused: go back to what was answered last.
  reset() {
    this.sent.clear();
    this.names = this.asked.split(",").filter(Boolean);
    this.paint();
  }

  has(name) {
    return this.names.includes(name);
  }

  set(names) {
    this.names = names;
    this.sent.add(names.join(","));
    this.send(names);
    this.paint();
  }

  // Sorted, as the address has them.
  toggle(name) {
    this.set(this.toggled(name));
  }

  toggled(name) {
    const others = this.names.filter((other) => other !== name);
    return this.has(name) ? others : [...others, name].sort();
  }
}
