// Keeps all files of this folder, so that the page opens without a network after its first visit.
// `python -m viz.static` writes KEPT above this: the version, the names of its files, and those of
// each model, which are kept once a page has used it.

/* global KEPT */

const PREFIX = `heads-up ${self.registration.scope} `;
const NAME = PREFIX + KEPT.version;
const HANDED = `handed ${self.registration.scope}`;

// The host is asked about each file: the browser's own cache may hold that of the version before.
// What is still the same is not sent again.
async function keep(files) {
  const cache = await caches.open(NAME);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

// Keep a file that the page's worker has handed over, unless the host has another by now; returns
// whether there was one.
async function take(file) {
  const handed = await caches.open(HANDED),
    before = await handed.match(file);
  if (!before) return false;
  await handed.delete(file);
  const [tag, date] = ["etag", "last-modified"].map((name) => before.headers.get(name));
  if (!tag && !date) return false;
  const headers = tag ? { "If-None-Match": tag } : { "If-Modified-Since": date };
  const answer = await fetch(file, { headers, cache: "no-store" });
  if (answer.status !== 304) return false;
  await (await caches.open(NAME)).put(file, before);
  return true;
}

async function keepUsed(files) {
  const taken = await Promise.all(files.map(take));
  await keep(files.filter((_, place) => !taken[place]));
}

// The files of the page, and of the models that a version before has kept.
async function keepAll() {
  await keep(KEPT.files);
  for (const files of Object.values(KEPT.models))
    if (await caches.match(files[0])) await keep(files);
}

// A page of the version before may be open until this one is in use.
async function forgetOthers() {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
}

// Without its query an address is sought among all files, one after the other: only pages have one.
async function answer(request) {
  const cache = await caches.open(NAME);
  return (
    (await cache.match(request, { ignoreSearch: request.mode === "navigate" })) ?? fetch(request)
  );
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
// Keep the files of models, and others of this folder by their names. Who gives a port is answered
// with the models of which a file is not here, and how many bytes they have; it is asked for none
// where they are only `counted`.
async function hear({ data: { models, files = [], isCounted }, ports = [] }) {
  const known = models.filter((model) => model in KEPT.models);
  const failed = isCounted
    ? null
    : await keepUsed([...known.flatMap((model) => KEPT.models[model]), ...files]).catch(String);
  const [port] = ports;
  if (!port) return;
  const cache = await caches.open(NAME),
    missing = [];
  for (const model of known)
    for (const file of KEPT.models[model])
      if (!missing.includes(model) && !(await cache.match(file))) missing.push(model);
  const bytes = missing.reduce((sum, model) => sum + KEPT.sizes[model], 0);
  port.postMessage({ missing, bytes, isFailed: Boolean(failed) });
}

self.addEventListener("message", (event) => event.waitUntil(hear(event)));
// The page that has brought it here asks it from now on too: it may need a model once more.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOthers(), self.clients.claim()])),
);
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
