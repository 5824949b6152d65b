// Keeps all files of this folder, so that the page opens without a network after its first visit.
// `python -m viz.static` writes KEPT above this: the version and the names of its files.

/* global KEPT */

const PREFIX = `heads-up ${self.registration.scope} `;
const NAME = PREFIX + KEPT.version;

// The host is asked about each file: the browser's own cache may hold that of the version before.
// What is still the same is not sent again.
async function keepAll() {
  const cache = await caches.open(NAME);
  await cache.addAll(KEPT.files.map((file) => new Request(file, { cache: "no-cache" })));
}

// A page of the version before may be open until this one is in use.
async function forgetOthers() {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
}

async function answer(request) {
  const cache = await caches.open(NAME);
  return await cache.match(request, { ignoreSearch: true }) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
