// Storage that is empty, forbidden or full, and that no other module touches it.

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import { ESLint } from "eslint";
import { keepPlaylist } from "../lecture/keeping.js";
import { nameChannel } from "../lecture/notes.js";
import { local, session } from "../shared/storage.js";

const AREAS = { sessionStorage: session, localStorage: local };
const here = new URL("../..", import.meta.url).pathname;

class Area {
  constructor(room = Infinity) {
    this.room = room;
    this.texts = new Map();
  }

  getItem(key) {
    return this.texts.get(key) ?? null;
  }

  setItem(key, text) {
    if (text.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.texts.set(key, text);
  }

  removeItem(key) {
    this.texts.delete(key);
  }
}

function define(name, get) {
  Object.defineProperty(globalThis, name, { configurable: true, get });
}

function forbid(name) {
  define(name, () => {
    throw new DOMException("Access is denied", "SecurityError");
  });
}

afterEach(() => Object.keys(AREAS).forEach((name) => define(name, () => undefined)));

for (const [name, storage] of Object.entries(AREAS)) {
  test(`${name} that is empty gives nothing, and keeps what it is given`, () => {
    const area = new Area();
    define(name, () => area);
    assert.equal(storage.get("a"), null);
    storage.set("a", "text");
    assert.equal(storage.get("a"), "text");
    storage.remove("a");
    assert.equal(storage.get("a"), null);
  });

  test(`${name} that is forbidden or missing keeps nothing and never throws`, () => {
    for (const prepare of [forbid, (area) => define(area, () => undefined)]) {
      prepare(name);
      storage.set("a", "text");
      storage.remove("a");
      assert.equal(storage.get("a"), null);
    }
  });

  test(`${name} that is full keeps what it has`, () => {
    const area = new Area(4);
    define(name, () => area);
    storage.set("a", "text");
    storage.set("a", "a longer text");
    assert.equal(storage.get("a"), "text");
  });
}

test("a playlist is walked where storage is forbidden or full, or holds another text", () => {
  const restored = [],
    restore = (copy) => restored.push(copy);
  const areas = [new Area(1), new Area()];
  areas[1].setItem("heads-up playlist", "no JSON");
  for (const prepare of [
    () => forbid("sessionStorage"),
    ...areas.map((area) => () => define("sessionStorage", () => area)),
  ]) {
    prepare();
    keepPlaylist(null, restore);
    keepPlaylist({ code: "abc", place: 2 }, restore);
    keepPlaylist({ code: "", place: null }, restore);
  }
  assert.deepEqual(restored, []);
});

test("a tab keeps the name of its channel, with storage and without", () => {
  forbid("sessionStorage");
  const name = nameChannel();
  assert.equal(nameChannel(), name);
  assert.notEqual(name, "heads-up notes"); // two lectures in one browser do not meet
  const area = new Area();
  define("sessionStorage", () => area);
  assert.equal(nameChannel(), nameChannel());
  assert.equal(area.texts.size, 1);
});

test("the linter lets no other module touch the browser's storage", async () => {
  const eslint = new ESLint({
    cwd: here,
    overrideConfigFile: `${here}/components/eslint.config.js`,
  });
  const ways = [
    "sessionStorage.clear();",
    "localStorage.clear();",
    "window.localStorage.clear();",
    "globalThis.sessionStorage.clear();",
    "const { localStorage: kept } = window; kept.clear();",
    "indexedDB.open('a');",
    "self.indexedDB.open('a');",
    "document.cookie = 'a=b';",
  ];
  for (const code of ways) {
    const [{ messages }] = await eslint.lintText(`${code}\n`, {
      filePath: "components/lecture/lecture.js",
    });
    assert.ok(
      messages.some(({ ruleId }) => ruleId.startsWith("no-restricted-")),
      code,
    );
  }
});
