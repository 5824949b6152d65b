// What the server is told of the step on show, and which of its answers count.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { Keeper, settingOf } from "../inside/keeping.js";

test("steps and rows are told from 1, and the overview as step 0", () => {
  assert.equal(settingOf(8, 3, false), "step=9,row=4,all=off");
  assert.equal(settingOf(-1, 0, true), "step=0,row=1,all=on");
});

test("a late answer to what was told does not move the reader back", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const keeper = new Keeper(),
    sent = [];
  assert.equal(keeper.isFromElsewhere("step=1", true), true);
  keeper.tellSoon(
    () => "step=2",
    () => sent.push("step=2"),
  );
  mock.timers.tick(400);
  keeper.tellSoon(
    () => "step=3",
    () => sent.push("step=3"),
  );
  mock.timers.tick(400);
  assert.deepEqual(sent, ["step=2", "step=3"]);
  assert.equal(keeper.isFromElsewhere("step=2", false), false);
  assert.equal(keeper.isFromElsewhere("step=3", false), false);
  assert.equal(keeper.isFromElsewhere("step=7", false), true);
  mock.timers.reset();
});

test("only where the reader pauses is told, once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const keeper = new Keeper(),
    sent = [];
  for (const step of ["step=2", "step=3", "step=4"]) {
    keeper.tellSoon(
      () => step,
      () => sent.push(step),
    );
    mock.timers.tick(100);
  }
  mock.timers.tick(400);
  keeper.tellSoon(
    () => "step=4",
    () => sent.push("again"),
  );
  keeper.tellSoon(
    () => null,
    () => sent.push("nothing"),
  );
  mock.timers.tick(400);
  assert.deepEqual(sent, ["step=4"]);
  mock.timers.reset();
});
