// What the server is told of what is on show, and which of its answers count.

const PAUSE = 400; // milliseconds without a step until the server is told

export const settingOf = (step, row, everything) =>
  `step=${step + 1},row=${row + 1},all=${everything ? "on" : "off"}`;

export class Keeper {
  constructor() {
    this.sent = new Set();
  }

  // Whether what the server shows comes from elsewhere, from a link for example. An answer to what
  // it was told comes late and may be outdated: that does not count.
  isFromElsewhere(shown, isOther) {
    const elsewhere = isOther || (shown !== this.shown && !this.sent.delete(shown));
    if (elsewhere) {
      this.told = shown;
      clearTimeout(this.timer);
    }
    this.shown = shown;
    return elsewhere;
  }

  // All that was told has been answered.
  settle() {
    this.sent.clear();
  }

  // Tell the server after a pause, with `read` giving the setting then, or null where there is
  // nothing to tell, and `send` sending it.
  tellSoon(read, send, pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const setting = read();
      if (setting === null || setting === this.told) return;
      this.told = setting;
      this.sent.add(setting);
      send();
    }, pause);
  }
}
