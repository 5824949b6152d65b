// The models beside the page, so that the page never waits for them.

import { Lexicon, Seen } from "../engine/lexicon.js";
import { Continuer } from "../engine/networks/continuer.js";
import { Filler } from "../engine/networks/filler.js";
import { Kernel } from "../engine/networks/kernel.js";
import { Refusal } from "../engine/networks/refusal.js";
import { Translator } from "../engine/networks/translator.js";
import { setLanguage, t, translatable } from "../engine/text.js";
import { NOT_LOADED, download, hasChecksum } from "./download.js";
import { firstPicture } from "./first_pictures.js";
import { kept } from "./kept.js";
import { languageOf } from "./languages.js";
import { PAGES } from "./pages.js";
import { addDrawn } from "./pages/drawn.js";

const root = new URL("../", import.meta.url);
const ENGINES = { gpt: Continuer, bert: Filler }; // by architecture; others translate

const MOST = 2; // models in memory, unless a page shows more: four have more than 200 MB
const STEP = 0.01; // of the weights, between two messages of how much is here
const PAUSE = 500; // milliseconds between two messages of how much is written
const BREATH = 50; // milliseconds of a section between two looks at what else is asked

const notLoaded = (name) => new Refusal(NOT_LOADED, { name });

async function load(name) {
  const response = await fetch(new URL(name, root)).catch(() => null);
  if (!response?.ok) throw notLoaded(name);
  return response;
}

const loadJson = async (name) => (await load(name)).json();

const file = kept(loadJson);
const code = kept(async (name) => new Uint8Array(await (await load(name)).arrayBuffer()));
const unzip = (response) =>
  new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
const packedFile = kept(async (name) =>
  JSON.parse(new TextDecoder().decode(await unzip(await load(name)))),
);
// What is known of words beside any model.
const tables = kept(async () => {
  const [lexicon, seen] = await Promise.all(
    ["lexicon", "seen"].map(async (name) => unzip(await load(`tables/${name}.gzip`))),
  );
  return { lexicon: new Lexicon(lexicon), seen: new Seen(seen) };
});
const progress = new Map(); // of models that are loading, [bytes here, of all]

const hands = new Map(); // by model, what hands its weights to the service worker, once

// Leave the bytes of a file to the service worker, which asks the host only whether they have
// changed: the browser's own cache holds no such file in a private window.
async function hand(path, bytes, headers) {
  const url = new URL(path, root);
  if (await globalThis.caches?.match(url)) return; // it has them
  const cache = await globalThis.caches?.open(`handed ${root}`);
  await cache?.put(
    url,
    new Response(bytes, {
      headers: new Headers(
        [...headers].filter(([name]) => ["etag", "last-modified"].includes(name)),
      ),
    }),
  );
}

// Refuse a file whose bytes are not those that the page was written with; none is kept.
async function check(path, bytes, checksum) {
  if (await hasChecksum(bytes, checksum)) return;
  for (const name of (await globalThis.caches?.keys()) ?? [])
    await (await caches.open(name)).delete(new URL(path, root));
  throw new Refusal("edition#another file", { name: path });
}

// A kernel into whose memory the weights of a model are read; `checked` is a promise that fails if
// they are others. Messages say how much of all that are loading is here.
async function loadWeights(model, { bytes: size, sha256 }, wasm) {
  const path = `models/${model}/weights.safetensors`,
    loaded = [0, size];
  progress.set(model, loaded);
  try {
    const response = await load(path),
      made = new Kernel(size, await wasm);
    const isWhole = await download(response.body, made.file, (here) => {
      if (here < loaded[0] + STEP * size && here < size) return;
      loaded[0] = here;
      const all = [...progress.values()];
      const [now, of] = [0, 1].map((at) => all.reduce((sum, part) => sum + part[at], 0));
      postMessage({ loaded: now, of, models: [...progress.keys()] });
    });
    if (!isWhole) throw notLoaded(path);
    const checked = check(path, made.file, sha256);
    let handed = null;
    hands.set(
      model,
      () =>
        (handed ??= hand(path, made.file, response.headers)
          .catch(() => {})
          .then(() => hands.delete(model))),
    ); // which would keep a model that is let go
    return { kernel: made, checked };
  } finally {
    progress.delete(model);
  }
}

const model = kept(async (name, described) => {
  const [config, tokenizer, { kernel, checked }] = await Promise.all([
    loadJson(`models/${name}/config.json`),
    loadJson(`models/${name}/tokenizer.json`),
    loadWeights(name, described, code("bundles/kernel.wasm")),
  ]);
  const Engine = ENGINES[config.architecture] ?? Translator;
  // Beside the check, which speaks first: other weights may be no numbers at all.
  const made = Promise.resolve().then(() => new Engine({ config, tokenizer, kernel }));
  made.catch(() => {});
  await checked;
  return made;
});

// An error as a text, which the page translates, and its values.
const textOf = ({ text, values, message }) =>
  text
    ? { text, values }
    : { text: translatable("The model stopped: {reason}"), values: { reason: message } };

// Let the messages in that have come meanwhile. A timer would wait for milliseconds.
const channel = new MessageChannel();
channel.port1.start();
const hearMessages = () =>
  new Promise((resolve) => {
    channel.port1.addEventListener("message", resolve, { once: true });
    channel.port2.postMessage(null);
  });

let newest = 0; // number of the last message
let values = null; // those of `python -m viz.static`, with the first message
const turns = new Map(); // of each section the last time that it was asked for
const STOPPED = "stopped";

// A function that a section awaits between two runs, so that what is asked meanwhile is heard. It
// throws where that is another picture, this section again, or to stop it.
function pauseOf({ section, turn }, say) {
  let last = performance.now();
  return async (doing, done, all) => {
    if (performance.now() < last + BREATH) return;
    await new Promise((resume) => setTimeout(resume));
    if (turns.get(section) !== turn) throw STOPPED;
    say({ doing, share: done / all });
    last = performance.now();
  };
}

addEventListener("message", async ({ data }) => {
  const { number, page, state, language: spoken, search, section, turn, ...first } = data;
  const asked = section ? { section, turn } : { number };
  if (section) turns.set(section, turn);
  else {
    turns.clear();
    newest = number;
  }
  if (!page) return; // it is stopped
  try {
    if (first.values) addDrawn(PAGES, (values = first.values));
    const names = PAGES[page].models(state, values);
    const { language, texts } = await languageOf(spoken, values, file);
    setLanguage(language, values.texts, texts);
    // Of an address that is opened, without waiting for a model.
    if (search !== undefined && !names.every(model.has)) {
      const found = await firstPicture(page, search, {
        ...{ page: PAGES[page], state, values, language, file: packedFile },
      }).catch(() => null);
      if (found) {
        postMessage({ number, ...found, title: t(found.title), names });
        postMessage({ ready: [`language ${spoken}`], files: found.files });
        return;
      }
    }
    const loading = names.map((name) => model(name, values.models[name]));
    model.keep(Math.max(MOST, names.length)); // all that this page needs
    const [known, ...models] = await Promise.all([
      PAGES[page].readsTables ? tables() : null,
      ...loading,
    ]);
    postMessage({ ...asked, isComputing: true });
    let last = performance.now();
    const say = (message) => {
      if (performance.now() < last + PAUSE) return;
      last = performance.now();
      postMessage({ ...asked, ...message });
    };
    for (const loaded of models) loaded.tell = (written, most) => say({ written, most });
    const given = {
      state,
      values,
      language,
      file,
      tables: known,
      // Waited for, it ends what a newer question has overtaken.
      tell: async (doing, done, all) => {
        say({ doing, share: done / all });
        await hearMessages();
        if (number !== newest) throw new Error("overtaken"); // which nobody reads
      },
      paint: (part) => postMessage({ number, ...part, isPart: true }),
      models: Object.fromEntries(names.map((name, at) => [name, models[at]])),
    };
    if (section) {
      const parts = await PAGES[page].sections[section].run({
        ...given,
        pause: pauseOf(asked, say),
      });
      postMessage({ ...asked, parts });
      return;
    }
    const content = await PAGES[page].run(given);
    postMessage(
      { number, ...content, refusal: content.refusal && textOf(content.refusal), names },
      content.packed.buffer ? [content.packed.buffer] : [],
    );
    await Promise.all(names.map((name) => hands.get(name)?.())); // after the picture
    postMessage({ ready: [...names, `language ${spoken}`, ...(content.keeps ?? [])] });
  } catch (error) {
    if (error !== STOPPED) postMessage({ ...asked, error: textOf(error) });
  }
});
