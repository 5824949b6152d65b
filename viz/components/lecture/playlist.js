// The walk through a playlist. A key that is pressed while the server changes the page may be
// lost with the page before; so a key asks for a place, and asks again when another one arrives.

// Milliseconds after which a place is asked for again, after which it is forgotten, and for which
// keys are heard between two pages.
const PAUSE = 600, PATIENCE = 20_000, GAP = 5_000;
const nothing = () => {};

export class Walk {
  // `ask` sends the server the place, from 1, of the entry to show.
  constructor(ask, now = Date.now) {
    this.ask = ask;
    this.now = now;
    this.place = null;  // of the entry on show
    this.goal = null;
    this.since = this.last = 0;  // when the goal was set, and when it was asked for last
    this.listener = null;  // which component hears the keys
    this.stopWaiting = nothing;
  }

  // A component hears the keys from now on, and sends what is asked for.
  join(listener, ask) {
    this.stopWaiting();
    this.listener = listener;
    this.ask = ask;
  }

  // It goes with its page, and that of the next page is not there yet: `hear` gets the keys that
  // are pressed meanwhile, and what they ask for is sent by the next.
  wait(listener, hear, keys = window) {
    if (this.listener !== listener) return;
    this.ask = nothing;
    keys.addEventListener("keydown", hear, true);
    const timer = setTimeout(() => this.stopWaiting(), GAP);
    this.stopWaiting = () => {
      keys.removeEventListener("keydown", hear, true);
      clearTimeout(timer);
      this.stopWaiting = nothing;
    };
  }

  // The entry at `place` of `count` is on show; null for no walk.
  show(walk) {
    const arrived = walk !== null && walk.place !== this.place;
    this.place = walk?.place ?? null;
    this.count = walk?.count ?? 0;
    if (walk === null || this.place === this.goal || this.expired()) this.goal = null;
    if (arrived) this.send();
  }

  // The server does nothing: what it was asked for, it has not heard.
  idle() {
    if (this.expired()) this.goal = null;
    if (this.now() - this.last >= PAUSE) this.send();
  }

  send() {
    if (this.goal === null) return;
    this.last = this.now();
    this.ask(this.goal);
  }

  // Go so many entries on, back where `by` is negative; at an end it stays.
  step(by) {
    if (this.expired()) this.goal = null;
    const goal = Math.min(Math.max((this.goal ?? this.place) + by, 1), this.count);
    if (goal === (this.goal ?? this.place)) return;
    this.goal = goal;
    this.since = this.now();
    this.send();
  }

  expired() {
    return this.goal !== null && this.now() - this.since > PATIENCE;
  }
}

// The one walk of this tab, which outlives the page on show.
const KEPT = Symbol.for("heads-up walk");
export function walkOfTab(listener, ask) {
  const walk = (globalThis[KEPT] ??= new Walk(ask));
  walk.join(listener, ask);
  return walk;
}
