// The ticket of a class in the storage of its tab.

import assert from "node:assert/strict";
import test from "node:test";
import { keepTicket } from "../lecture/ticket.js";

function start(entries = {}) {
  const restored = [],
    storage = {
      get: (key) => entries[key] ?? null,
      set: (key, value) => {
        entries[key] = value;
      },
      remove: (key) => {
        delete entries[key];
      },
    };
  const keep = (ticket) => keepTicket(ticket, (copy) => restored.push(copy), storage);
  return { entries, restored, keep };
}

test("a new session gets the ticket back, and that of a closed class is not kept", () => {
  const { entries, restored, keep } = start();
  keep(null);
  keep("CODE2.secret");
  assert.deepEqual(restored, []);
  keep(null);
  assert.deepEqual(restored, ["CODE2.secret"]);
  keep("");
  keep(null);
  assert.equal(restored.length, 1);
  assert.deepEqual(entries, {});
});

test("a browser that keeps nothing breaks nothing", () => {
  for (const ticket of [null, "", "CODE2.secret"]) keepTicket(ticket, assert.fail);
});
