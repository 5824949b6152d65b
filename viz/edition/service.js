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
self.addEventListener("message", (event) =>
  event.waitUntil(keepUsed(event.data.models.flatMap((model) => KEPT.models[model]))),
);
// The page that has brought it here asks it from now on too: it may need a model once more.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOthers(), self.clients.claim()])),
);
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
