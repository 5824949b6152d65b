import assert from "node:assert/strict";
import { test } from "node:test";

import { Progress, findApi, timespan } from "../course/platform.js";

// A platform that keeps what it is told, and says how often that was to be kept.
function platform(kept = {}, answer = "true") {
  const calls = { commits: 0, finished: 0 };
  const api = {
    LMSInitialize: () => "true",
    LMSGetValue: (name) => kept[name] ?? "",
    LMSSetValue(name, value) {
      kept[name] = value;
      return answer;
    },
    LMSCommit: () => String(Boolean(++calls.commits)),
    LMSFinish: () => String(Boolean(++calls.finished)),
  };
  return { api, kept, calls };
}

const statusOf = ({ kept }) => kept["cmi.core.lesson_status"];

test("the platform is found through parent and opener frames, past those of other sites", () => {
  const API = { LMSInitialize() {} };
  const page = (more) => {
    const made = { parent: null, opener: null, ...more };
    made.parent ??= made;
    return made;
  };
  const foreign = (more) =>
    Object.defineProperty(page(more), "API", {
      get() {
        throw new Error("SecurityError");
      },
    });
  assert.equal(findApi(page()), null);
  assert.equal(findApi(page({ parent: page({ parent: page({ API }) }) })), API);
  assert.equal(findApi(page({ opener: page({ parent: page({ API }) }) })), API);
  const top = foreign({ opener: page({ API }) });
  assert.equal(findApi(page({ parent: foreign({ parent: top }) })), API);
});

test("a lesson is incomplete, completed after its last step, passed with all exercises", () => {
  const at = platform(),
    progress = new Progress(at.api, 3, 2);
  progress.see(0);
  assert.equal(statusOf(at), "incomplete");
  progress.see(1);
  progress.solve(1);
  assert.equal(at.kept["cmi.core.score.raw"], "50");
  assert.deepEqual([at.kept["cmi.core.score.min"], at.kept["cmi.core.score.max"]], ["0", "100"]);
  assert.equal(statusOf(at), "incomplete");
  progress.see(2);
  assert.equal(statusOf(at), "completed");
  assert.equal(at.kept["cmi.core.lesson_location"], "3");
  progress.solve(0);
  assert.equal(statusOf(at), "passed");
  assert.equal(at.kept["cmi.core.score.raw"], "100");
  assert.equal(at.calls.commits, 5);
  progress.finish();
  progress.finish();
  assert.equal(at.calls.finished, 1);
  assert.match(at.kept["cmi.core.session_time"], /^\d\d:\d\d:\d\d$/);
});

test("a lesson goes on where it was left, and loses nothing", () => {
  const at = platform();
  const before = new Progress(at.api, 4, 2);
  for (const step of [0, 1, 2]) before.see(step);
  before.solve(0);
  before.speak("fr");
  before.finish();
  const progress = new Progress(at.api, 4, 2);
  assert.deepEqual([progress.step, progress.language], [2, "fr"]);
  progress.see(2);
  assert.equal(statusOf(at), "incomplete");
  progress.see(3);
  assert.equal(statusOf(at), "completed");
  assert.equal(at.kept["cmi.core.score.raw"], "50");
  delete at.kept["cmi.suspend_data"]; // a platform that keeps no more than the status
  new Progress(at.api, 4, 2).see(0);
  assert.equal(statusOf(at), "completed");
});

test("without exercises there is no score", () => {
  const at = platform(),
    progress = new Progress(at.api, 1, 0);
  progress.see(0);
  assert.equal(statusOf(at), "completed");
  assert.ok(!Object.keys(at.kept).some((name) => name.includes("score")));
});

test("what a platform keeps may be damaged, and a platform may keep nothing", () => {
  for (const text of ["", "{", "null", "5", '{"seen":[9,-1,"0",0.5],"right":{}}'])
    for (const place of ["", "0", "4", "1.5", "x"]) {
      const at = platform({ "cmi.suspend_data": text, "cmi.core.lesson_location": place }),
        progress = new Progress(at.api, 3, 1);
      assert.deepEqual([progress.step, progress.seen.size, progress.right.size], [0, 0, 0]);
    }
  const deaf = platform({}, "false"),
    progress = new Progress(deaf.api, 2, 0);
  assert.ok(progress.isKept);
  progress.see(0);
  assert.ok(!progress.isKept);
  const refusing = { ...deaf.api, LMSInitialize: () => "false" };
  assert.ok(!new Progress(refusing, 2, 0).isKept);
  const none = new Progress(null, 2, 0);
  none.see(1);
  none.finish();
  assert.ok(none.isKept);
});

test("a time is hours, minutes and seconds", () => {
  assert.equal(timespan(0), "00:00:00");
  assert.equal(timespan(3_725_900), "01:02:05");
});
