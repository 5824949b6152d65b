import assert from "node:assert/strict";
import { test } from "node:test";

import { keepPlaylist } from "../lecture/keeping.js";
import { Outbox } from "../lecture/outbox.js";

function start() {
  const clock = { time: 1000 },
    sent = [];
  const outbox = new Outbox(
    (messages) => sent.push(messages.map(({ walk }) => walk).join()),
    () => clock.time,
  );
  return { outbox, sent, clock };
}

test("a message is sent with those before it until it is heard", () => {
  const { outbox, sent } = start();
  outbox.post({ walk: 1 });
  outbox.post({ walk: -1 });
  assert.deepEqual(sent, ["1", "1,-1"]);
  outbox.hear(outbox.messages[0].number, false);
  outbox.post({ walk: 1 });
  assert.deepEqual(sent.slice(2), ["-1,1"]);
  outbox.hear(outbox.number, true);
  assert.deepEqual(sent.length, 3);
});

test("numbers grow, also those of two keys in one millisecond and after a reload", () => {
  const { outbox, clock } = start();
  for (let key = 0; key < 3; key++) outbox.post({ walk: 1 });
  const later = new Outbox(
    () => {},
    () => clock.time + 10,
  );
  later.post({ walk: 1 });
  const numbers = [...outbox.messages, ...later.messages].map(({ number }) => number);
  assert.deepEqual(numbers, [1000, 1001, 1002, 1010]);
});

test("what was lost with a page is sent by the next one at once", () => {
  const { outbox, sent } = start();
  outbox.post({ walk: 1 });
  outbox.hear(0, false); // some other change of the page
  assert.equal(sent.length, 1);
  outbox.hear(0, true);
  assert.equal(sent.length, 2);
});

test("a message that was never heard is forgotten", () => {
  const { outbox, sent, clock } = start();
  outbox.post({ walk: 1 });
  clock.time += 21_000;
  outbox.idle();
  outbox.post({ walk: -1 });
  assert.deepEqual(sent, ["1", "-1"]);
});

test("a server that does nothing is asked again, but not at once", () => {
  const { outbox, sent, clock } = start();
  outbox.idle();
  outbox.post({ walk: 1 });
  clock.time += 100;
  outbox.idle();
  assert.equal(sent.length, 1);
  clock.time += 700;
  outbox.idle();
  assert.equal(sent.length, 2);
  outbox.hear(outbox.number, false);
  clock.time += 800;
  outbox.idle();
  assert.equal(sent.length, 2);
});

function storage(entries = {}) {
  return {
    entries,
    get: (key) => entries[key] ?? null,
    set: (key, value) => {
      entries[key] = value;
    },
    remove: (key) => {
      delete entries[key];
    },
  };
}

test("a new session gets back what the tab has kept, and an empty playlist is not kept", () => {
  const tab = storage(),
    restored = [];
  const keep = (kept) => keepPlaylist(kept, (copy) => restored.push(copy), tab);
  keep(null);
  keep({ code: "abc", place: 2 });
  assert.deepEqual(restored, []);
  keep(null);
  assert.deepEqual(restored, [{ code: "abc", place: 2 }]);
  keep({ code: "", place: null });
  keep(null);
  assert.equal(restored.length, 1);
  assert.deepEqual(tab.entries, {});
  keep({ code: "", place: null, earlier: ["abc"] }); // one is kept aside
  keep(null);
  assert.deepEqual(restored[1].earlier, ["abc"]);
});

test("what a link would replace is sent first, until the server has put it aside", () => {
  const tab = storage(),
    restored = [];
  const keep = (kept) => keepPlaylist(kept, (copy) => restored.push(copy.code), tab);
  keep({ code: "mine", place: 2 });
  keep({ code: "linked", place: 0, earlier: [], linked: true });
  assert.deepEqual(restored, ["mine"]);
  keep({ code: "linked", place: 0, earlier: ["mine"] });
  assert.deepEqual(JSON.parse(Object.values(tab.entries)[0]).earlier, ["mine"]);
  keep({ code: "linked", place: 0, earlier: [], linked: true }); // the same link again
  assert.equal(restored.length, 1);
});

test("a key between two pages is heard, and asked for by the next page", () => {
  const { outbox, sent } = start(),
    later = [],
    hears = new Set();
  const keys = {
    addEventListener: (type, hear) => hears.add(hear),
    removeEventListener: (type, hear) => hears.delete(hear),
  };
  const press = () => hears.forEach((hear) => hear());
  const [page, next] = [{}, {}];
  assert.equal(
    outbox.join(page, (messages) => sent.push(messages.length)),
    true,
  );
  assert.equal(
    outbox.join(page, (messages) => sent.push(messages.length)),
    false,
  );
  outbox.post({ walk: 1 });
  outbox.wait(page, () => outbox.post({ walk: 1 }), keys);
  press();
  const isNew = outbox.join(next, (messages) => later.push(messages.length));
  outbox.hear(0, isNew);
  press(); // now the next page hears it by itself
  outbox.wait(page, () => outbox.post({ walk: 1 }), keys); // the next one is there already
  press();
  assert.deepEqual([sent, later], [[1], [2]]);
});
