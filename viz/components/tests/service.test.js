// The service worker of the edition without a server, with caches and a host that are written here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const source = readFileSync(new URL("../../edition/service.js", import.meta.url), "utf-8");
const SCOPE = "https://host.example/course/";

class Request {
  constructor(url, { cache = "default", mode = "no-cors" } = {}) {
    Object.assign(this, { url, cache, mode });
  }
}

// A browser whose own cache holds each file that it has read once.
function browser(host) {
  const kept = new Map(),
    read = new Map(),
    unsent = [];
  const fetch = async (asked, { headers } = {}) => {
    const { url = asked, cache = "default" } = asked;
    if (headers) return { status: headers["If-None-Match"] === host[url] ? 304 : 200 };
    if (cache === "no-cache" && read.get(url) === host[url]) unsent.push(url);
    else if (cache === "no-cache" || !read.has(url)) read.set(url, host[url]);
    return read.get(url);
  };
  const caches = {
    keys: async () => [...kept.keys()],
    match: async (url) => [...kept.values()].find((files) => files.has(url))?.get(url),
    delete: async (name) => kept.delete(name),
    async open(name) {
      if (!kept.has(name)) kept.set(name, new Map());
      const files = kept.get(name);
      return {
        async addAll(requests) {
          for (const one of requests) {
            const request = one.url ? one : new Request(one);
            files.set(request.url, await fetch(request));
          }
        },
        match: async (asked, { ignoreSearch = false } = {}) =>
          files.get(ignoreSearch ? asked.url.split("?")[0] : (asked.url ?? asked)),
        put: async (url, file) => files.set(url, file),
        delete: async (url) => files.delete(url),
      };
    },
  };
  // Run the worker of a version; the result sends it an event and waits for its answer.
  function start(version) {
    const heard = {},
      self = { registration: { scope: SCOPE }, clients: { claim() {} } };
    self.addEventListener = (name, hear) => {
      heard[name] = hear;
    };
    const files = Object.keys(host),
      names = ["self", "caches", "fetch", "Request", "KEPT"];
    const ofGpt = files.filter((file) => file.startsWith("models/gpt/"));
    const list = {
      version,
      files: files.filter((file) => !ofGpt.includes(file)),
      models: { gpt: ofGpt },
      sizes: { gpt: 9 },
    };
    new Function(...names, source)(self, caches, fetch, Request, list);
    return async (name, request, data, ports) => {
      let result;
      const take = (promise) => {
        result = promise;
      };
      heard[name]({ request, data, ports, waitUntil: take, respondWith: take });
      return result;
    };
  }
  return { start, caches, fetch, unsent };
}

test("an update keeps the new files, and the old ones until the new worker is in use", async () => {
  const host = { "./": "page 1", "main.js": "script 1" };
  const { start, caches } = browser(host);
  const ask = (worker) => worker("fetch", new Request("main.js"));
  await caches.open("another's");
  const first = start("1");
  await first("install");
  await first("activate");
  Object.assign(host, { "./": "page 2", "main.js": "script 2" });
  const second = start("2");
  await second("install");
  assert.equal(await ask(first), "script 1");
  assert.equal((await caches.keys()).length, 3);
  await second("activate");
  assert.equal(await ask(second), "script 2");
  assert.deepEqual(await caches.keys(), ["another's", `heads-up ${SCOPE} 2`]);
});

test("what is not kept comes from the host", async () => {
  const { start } = browser({ "./": "page" });
  const worker = start("1");
  await worker("install");
  assert.equal(await worker("fetch", new Request("other.html")), undefined);
  assert.equal(await worker("fetch", new Request("./")), "page");
});

test("a link opens the page that is kept, whatever its query", async () => {
  const { start } = browser({ "./": "page" }),
    worker = start("1");
  await worker("install");
  const link = new Request("./?layer=2", { mode: "navigate" });
  assert.equal(await worker("fetch", link), "page");
});

test("what the page has read already is not sent again", async () => {
  const { start, fetch, unsent } = browser({ "./": "page", weights: "many bytes" });
  await fetch(new Request("weights"));
  await start("1")("install");
  assert.deepEqual(unsent, ["weights"]);
});

test("what the page hands over is taken, if the host still has it", async () => {
  const host = { "./": "page", "models/gpt/weights": "1", "models/gpt/config": "small" };
  const { start, caches } = browser(host),
    worker = start("1");
  const handed = await caches.open(`handed ${SCOPE}`);
  const hand = (tag) =>
    handed.put("models/gpt/weights", { tag, headers: new Map([["etag", tag]]) });
  await hand("1");
  await worker("message", null, { models: ["gpt"] });
  const kept = await caches.open(`heads-up ${SCOPE} 1`);
  assert.equal((await kept.match("models/gpt/weights")).tag, "1");
  assert.equal(await kept.match("models/gpt/config"), "small");
  assert.equal(await handed.match("models/gpt/weights"), undefined);
  host["models/gpt/weights"] = "2";
  await hand("1");
  await worker("message", null, { models: ["gpt"] });
  assert.equal(await kept.match("models/gpt/weights"), "2");
});

test("a model is kept once it is used, and by the next version too", async () => {
  const { start, caches } = browser({ "./": "page", "models/gpt/weights": "many bytes" });
  const first = start("1"),
    kept = () => caches.match("models/gpt/weights");
  await first("install");
  assert.equal(await kept(), undefined);
  await first("message", null, { models: ["gpt"] });
  assert.equal(await kept(), "many bytes");
  const second = start("2");
  await second("install");
  await second("activate");
  assert.equal(await kept(), "many bytes");
});

test("what is not kept is counted, and fetched where it is asked for", async () => {
  const host = { "./": "page", "models/gpt/weights": "gpt" },
    { start, caches } = browser(host),
    worker = start("1");
  await worker("install");
  const ask = async (isCounted) => {
    const answers = [];
    const port = { postMessage: (answer) => answers.push(answer) };
    await worker("message", null, { models: ["gpt", "unknown"], isCounted }, [port]);
    return answers;
  };
  assert.deepEqual(await ask(true), [{ missing: ["gpt"], bytes: 9, isFailed: false }]);
  assert.equal(await caches.match("models/gpt/weights"), undefined);
  assert.deepEqual(await ask(false), [{ missing: [], bytes: 0, isFailed: false }]);
  assert.equal(await caches.match("models/gpt/weights"), "gpt");
});
