// Where an animation stands: a number from 0 to the last of its steps. At a whole number that step
// is complete, between two the later one is being drawn. The last step is the picture as it is
// without an animation; there it rests. This file imports nothing: a test loads it alone.

const HOLD = 1200; // milliseconds for which a step that does not say it stays, and more to read it
const READING = 35; // milliseconds a character
const LONGEST = 6000;
const MOVE = 700; // milliseconds in which it is drawn

export class Timeline {
  // `steps`: [{ name, says, hold, move }, ...], the times in milliseconds, where they are special.
  constructor(steps = []) {
    this.reset(steps);
  }

  reset(steps) {
    const last = Math.max(steps.length - 1, 0);
    Object.assign(this, { steps, last, at: last, goal: last, playing: false, waited: 0 });
  }

  // The step on show, or the one that is being drawn.
  get step() {
    return Math.ceil(this.at);
  }

  get isMoving() {
    return this.playing || this.at !== this.goal;
  }

  get isAtRest() {
    return this.at === this.last && !this.isMoving;
  }

  // Goes one step on (`by` 1) or back (-1), from the last to the first and from there to the last.
  // `still`: without a motion in between.
  go(by, still = false) {
    const from = by > 0 ? Math.floor(this.goal) : Math.ceil(this.goal);
    const to = (from + by + this.steps.length) % Math.max(this.steps.length, 1);
    this.playing = false;
    this.goal = to;
    const isFar = Math.abs(to - this.at) > 1;
    if (still || isFar || !this.moveOf(Math.ceil(Math.max(this.at, to)))) this.at = to;
  }

  // Goes to a place that a reader has dragged a slider to.
  scrub(at) {
    this.playing = false;
    this.at = this.goal = Math.min(Math.max(at, 0), this.last);
  }

  // Begins, or goes on where it stands; while it plays, pauses.
  toggle() {
    if (this.last === 0) return;
    this.playing = !this.playing;
    this.waited = 0;
    if (!this.playing) this.goal = this.at;
    else if (this.at === this.last) this.at = this.goal = 0;
    else this.goal = Math.ceil(this.at);
  }

  stop() {
    this.scrub(this.last);
  }

  // After so many milliseconds more.
  advance(time) {
    if (this.at !== this.goal) {
      const move = this.moveOf(Math.ceil(Math.max(this.at, this.goal)));
      const way = move ? time / move : 1;
      this.at =
        this.at < this.goal
          ? Math.min(this.goal, this.at + way)
          : Math.max(this.goal, this.at - way);
    } else if (this.playing) {
      this.waited += time;
      if (this.waited < this.holdOf(this.at)) return;
      this.waited = 0;
      this.goal = this.at + 1;
    }
    if (this.at === this.last) this.playing = false;
  }

  moveOf(step) {
    return this.steps[step]?.move ?? MOVE;
  }

  holdOf(step) {
    const { hold, says = "" } = this.steps[step];
    return hold ?? Math.min(HOLD + READING * says.length, LONGEST);
  }
}

// How much of the part `part` of `count` is drawn, when they are drawn one after the other in step
// `step` of an animation that stands `at`: from 0 to 1; all of it where it rests (`at` null).
export function drawn(at, step, part = 0, count = 1) {
  if (at === null) return 1;
  return Math.min(Math.max((at - (step - 1)) * count - part, 0), 1);
}
