// The playlist of the edition without a server: what a link brings and what the tab keeps.

import assert from "node:assert/strict";
import test from "node:test";
import { Playlist, fromCode, toCode } from "../../edition/playlist.js";

const view = (title) => ({ page: "heads", title, notes: "", parameters: {} });

// A tab that keeps what is in `kept`; `load(code)` is a page in it that was opened with a link.
function tab(kept = new Map()) {
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
  };
  Object.defineProperty(globalThis, "sessionStorage", { value: storage, configurable: true });
  globalThis.document = { createElement: () => ({}) };
  return async (code = null) => {
    const summary = {},
      opened = [];
    const element = { firstChild: summary, append() {}, addEventListener() {} };
    const playlist = new Playlist(element, {
      has: () => true,
      open: ({ title }) => opened.push(title),
    });
    const said = await playlist.start(code);
    return {
      playlist,
      opened,
      said,
      summary: summary.textContent,
      titles: playlist.entries.map(({ title }) => title),
    };
  };
}

test("a playlist that came by a link is there after a reload, which opens no view", async () => {
  const load = tab(),
    code = await toCode([view("a"), view("b")]);
  const { opened, said, titles } = await load(code);
  assert.deepEqual([opened, said, titles], [["a"], "", ["a", "b"]]);
  const again = await load();
  assert.deepEqual([again.opened, again.titles], [[], ["a", "b"]]);
  assert.deepEqual([(await tab()()).titles, (await tab()()).summary], [[], "Playlist (0)"]);
});

test("a link and a ready playlist keep the tab's own one aside, over a reload too", async () => {
  const load = tab(),
    own = [view("mine"), view("too")];
  const { playlist } = await load();
  playlist.set(own);
  await new Promise((then) => setTimeout(then, 20)); // it is kept
  const code = await toCode([view("b")]);
  assert.deepEqual((await load(code)).playlist.earlier, [own]);
  const again = await load(code); // opened twice: it keeps no copy of itself
  assert.deepEqual([again.titles, again.playlist.earlier], [["b"], [own]]);
  const ready = [["Attention", [view("ready")]]];
  await again.playlist.replace([view("ready")], ready);
  await again.playlist.replace(own, ready); // a ready one is not kept
  assert.deepEqual(again.playlist.earlier, [[view("b")]]);
});

test("a damaged link says so, and the list that the tab kept stays", async () => {
  const kept = new Map(),
    load = tab(kept),
    code = await toCode([view("a")]);
  await load(code);
  for (const damaged of ["", "x", code.slice(0, -6), `${code}!`]) {
    const { opened, said, summary, titles } = await load(damaged);
    assert.match(said, /link is damaged/);
    assert.deepEqual([opened, summary, titles], [[], "Playlist (1)", ["a"]]);
  }
  const text = kept.get("heads-up playlist");
  assert.deepEqual(await fromCode(text), [view("a")]);
});

test("a walk passes over views that the edition lacks, forth and back, and ends at both ends", async () => {
  const code = await toCode(["a", "not here", "b", "c"].map(view));
  const { playlist, opened } = await tab()(code);
  playlist.has = ({ title }) => title !== "not here";
  for (const by of [1, 1, 1, -1, -1, -1]) playlist.walk(by);
  assert.deepEqual(opened, ["a", "b", "c", "b", "a"]);
});

test("an entry that the app refuses is refused here", async () => {
  const wrong = [{ page: "" }, { notes: "a".repeat(10_001) }, { title: "\ud800" }];
  for (const part of [...wrong, { parameters: { sentence: 1 } }]) {
    const code = await toCode([{ ...view("a"), ...part }]);
    await assert.rejects(fromCode(code), JSON.stringify(part).slice(0, 60));
  }
  const long = { ...view("a"), notes: "🙂".repeat(10_000) };
  assert.deepEqual(await fromCode(await toCode([long])), [long]);
});
