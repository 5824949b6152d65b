import assert from "node:assert/strict";
import { test } from "node:test";

import { oneEntryForEachView } from "../shared/history.js";

function browser(address) {
  const place = new URL(address);
  const entries = [place.href];
  const go = (url) => (place.href = new URL(url, place.href).href);
  const history = {
    pushState: (state, title, url) => entries.push(go(url)),
    replaceState: (state, title, url) => (entries[entries.length - 1] = go(url)),
  };
  const visitor = new EventTarget();
  oneEntryForEachView(history, place, visitor);
  oneEntryForEachView(history, place, visitor); // a second component
  return [history, entries, visitor];
}

test("a page that gets the whole address of what it shows has one entry", () => {
  const [history, entries] = browser("http://host/");
  history.pushState(null, "", "/?sentence=A&v=3");
  history.pushState(null, "", "/mask");
  history.pushState(null, "", "/mask?sentence=A&sees=causal&v=3");
  assert.deepEqual(entries, [
    "http://host/?sentence=A&v=3",
    "http://host/mask?sentence=A&sees=causal&v=3",
  ]);
});

test("an address that comes before the path of its page has no entry", () => {
  const [history, entries, visitor] = browser("http://host/?sentence=A&v=3");
  visitor.dispatchEvent(new Event("pointerdown"));
  history.pushState(null, "", "/?sentence=A&sees=causal&v=3");
  history.pushState(null, "", "/mask?sentence=A&sees=causal&v=3");
  assert.deepEqual(entries, [
    "http://host/?sentence=A&v=3",
    "http://host/mask?sentence=A&sees=causal&v=3",
  ]);
});

test("a changed setting is an entry of its own, and so is another page", () => {
  for (const action of ["pointerdown", "keydown"]) {
    const [history, entries, visitor] = browser("http://host/mask?sentence=A&v=3");
    history.pushState(null, "", "/mask?sentence=B&v=3");
    visitor.dispatchEvent(new Event(action));
    history.pushState(null, "", "/?sentence=B&v=3");
    assert.equal(entries.length, 3);
  }
});
