// What is begun before the other scripts of the page are here: the worker, and the values that it
// is told first.

export const makeWorker = () =>
  new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
export const worker = makeWorker();
export const failed = new Promise((tell) => {
  worker.addEventListener("error", tell);
});
export const asked = fetch(new URL("../edition.json", import.meta.url)).catch(() => null);
