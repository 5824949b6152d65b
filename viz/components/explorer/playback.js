// Which word of the translation is being written: `at`, or null where all of it is on show. This
// file imports nothing: a test loads it alone.

const SECONDS = 20; // that a long sentence takes from its start to its end
const SLOWEST = 900, FASTEST = 250; // milliseconds a word

// How long each of so many words is on show.
export const pace = (count) =>
  Math.max(FASTEST, Math.min(SLOWEST, (1000 * SECONDS) / Math.max(count, 1)));

export class Playback {
  constructor() {
    this.reset(0);
  }

  reset(count) {
    Object.assign(this, { count, at: null, playing: false });
  }

  // Goes one word on (`by` 1) or back (-1). Before the first and after the last all is on show.
  step(by) {
    const from = this.at ?? (by > 0 ? -1 : this.count), to = from + by;
    this.at = to >= 0 && to < this.count ? to : null;
    if (this.at === null) this.playing = false;
  }

  // Begins, or goes on where it stands; while it plays, pauses.
  toggle() {
    if (!this.count) return;
    this.playing = !this.playing;
    if (this.playing && this.at === null) this.at = 0;
  }

  pause() {
    this.playing = false;
  }

  stop() {
    this.at = null;
    this.playing = false;
  }
}
