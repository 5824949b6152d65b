// What the keys of a lecture ask the server for. A message may be lost while the server changes the
// page; so each has a number, and is sent again with all after it until the server has heard it.

// Milliseconds after which messages are sent again, after which one is forgotten, and for which
// keys are heard between two pages.
const PAUSE = 600,
  PATIENCE = 20_000,
  GAP = 5_000;
const nothing = () => {};

export class Outbox {
  // `deliver` sends the server messages.
  constructor(deliver, now = Date.now) {
    this.deliver = deliver;
    this.now = now;
    this.messages = []; // that the server has not heard, the oldest first
    this.number = 0; // of the last
    this.last = 0; // when they were sent last
    this.listener = null; // which component hears the keys
    this.stopWaiting = nothing;
  }

  // A component hears the keys from now on, and sends what is not heard yet.
  join(listener, deliver) {
    this.stopWaiting();
    const isNew = this.listener !== listener;
    this.listener = listener;
    this.deliver = deliver;
    return isNew;
  }

  // It goes with its page, and that of the next page is not there yet: `hear` gets the keys that
  // are pressed meanwhile, and what they ask for is sent by the next.
  wait(listener, hear, keys = window) {
    if (this.listener !== listener) return;
    this.deliver = nothing;
    keys.addEventListener("keydown", hear, true);
    const timer = setTimeout(() => this.stopWaiting(), GAP);
    this.stopWaiting = () => {
      keys.removeEventListener("keydown", hear, true);
      clearTimeout(timer);
      this.stopWaiting = nothing;
    };
  }

  // Numbers grow also over a reload of the page, whose session may stay.
  post(message) {
    this.forget();
    this.number = Math.max(this.number + 1, this.now());
    this.messages.push({ number: this.number, ...message });
    this.send();
  }

  // The server has heard all up to this number; a component that is new sends the others at once.
  hear(number, isNew) {
    this.messages = this.messages.filter((message) => message.number > number);
    if (isNew) this.send();
  }

  // The server does nothing: what is left, it has not heard.
  idle() {
    this.forget();
    if (this.now() - this.last >= PAUSE) this.send();
  }

  forget() {
    this.messages = this.messages.filter(({ number }) => this.now() - number <= PATIENCE);
  }

  send() {
    if (!this.messages.length) return;
    this.last = this.now();
    this.deliver(this.messages);
  }
}

// The one of this tab, which outlives the page on show.
const KEPT = Symbol.for("heads-up outbox");
export const outboxOfTab = () => (globalThis[KEPT] ??= new Outbox(nothing));
