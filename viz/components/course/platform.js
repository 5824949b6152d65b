// What a learning platform keeps of a lesson (SCORM 1.2): the reader's place, what is done, points.

const STATUSES = ["incomplete", "completed", "passed"]; // each more than the one before
const MOST = 100; // points

// The platform's object in a frame around this page, or around the window that opened it; null
// without a platform.
export function findApi(page) {
  const windows = [page];
  for (const at of windows) {
    try {
      if (at.API) return at.API;
    } catch {
      // a page of another site
    }
    for (const other of [at.parent, at.opener])
      if (other && !windows.includes(other)) windows.push(other);
  }
  return null;
}

// Hours, minutes and seconds as the platform reads them.
export function timespan(milliseconds) {
  const two = (number) => String(number).padStart(2, "0"),
    seconds = Math.floor(milliseconds / 1000);
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor).map(two).join(":");
}

const numbersIn = (list, count) =>
  Array.isArray(list)
    ? list.filter((number) => Number.isInteger(number) && number >= 0 && number < count)
    : [];

export class Progress {
  // Of so many `steps` and `exercises`, at a platform that an `api` speaks for; null: at none.
  constructor(api, steps, exercises) {
    Object.assign(this, { steps, exercises, step: 0, language: "", start: Date.now() });
    this.before = STATUSES[0];
    this.seen = new Set();
    this.right = new Set();
    this.api = api && String(api.LMSInitialize("")) === "true" ? api : null;
    this.isKept = Boolean(this.api) || !api;
    if (this.api) this.read();
  }

  read() {
    const get = (name) => String(this.api.LMSGetValue(name));
    const place = Number(get("cmi.core.lesson_location"));
    if (Number.isInteger(place) && place >= 1 && place <= this.steps) this.step = place - 1;
    const status = get("cmi.core.lesson_status");
    if (STATUSES.includes(status)) this.before = status;
    let kept = null;
    try {
      kept = JSON.parse(get("cmi.suspend_data"));
    } catch {
      // nothing yet, or what another lesson has written
    }
    this.seen = new Set(numbersIn(kept?.seen, this.steps));
    this.right = new Set(numbersIn(kept?.right, this.exercises));
    this.language = String(kept?.language ?? "");
  }

  get status() {
    const isDone = this.seen.size === this.steps;
    const isRight = this.exercises && this.right.size === this.exercises;
    const now = STATUSES[isDone ? 1 + Number(Boolean(isRight)) : 0];
    return STATUSES.indexOf(now) > STATUSES.indexOf(this.before) ? now : this.before;
  }

  get points() {
    return Math.round((MOST * this.right.size) / this.exercises);
  }

  // The reader is at a step.
  see(step) {
    this.step = step;
    this.seen.add(step);
    this.write();
  }

  // An exercise has been answered rightly; that stays.
  solve(number) {
    this.right.add(number);
    this.write();
  }

  speak(language) {
    this.language = language;
    this.write();
  }

  write() {
    if (!this.api) return;
    const { seen, right, language } = this;
    const values = {
      "core.lesson_location": this.step + 1,
      suspend_data: JSON.stringify({ seen: [...seen], right: [...right], language }),
      "core.lesson_status": this.status,
      "core.exit": "suspend", // what is kept is given back
      ...(this.exercises && {
        "core.score.min": 0,
        "core.score.max": MOST,
        "core.score.raw": this.points,
      }),
    };
    const kept = Object.entries(values).map(
      ([name, value]) => String(this.api.LMSSetValue(`cmi.${name}`, String(value))) === "true",
    );
    this.isKept = kept.every(Boolean) && String(this.api.LMSCommit("")) === "true";
  }

  // The page is left; once.
  finish() {
    this.api?.LMSSetValue("cmi.core.session_time", timespan(Date.now() - this.start));
    this.api?.LMSFinish("");
    this.api = null;
  }
}
