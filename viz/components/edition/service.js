// Keeps all files of this folder, so that the page opens without a network after its first visit.

const PREFIX = `heads-up ${self.registration.scope} `;

async function keepAll() {
  const { version, files } = await (await fetch("files.json", { cache: "no-store" })).json();
  const cache = await caches.open(PREFIX + version);
  await cache.addAll(files);
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== PREFIX + version) await caches.delete(name);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("fetch", (event) => {
  const kept = caches.match(event.request, { ignoreSearch: true });
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
