// The translator beside the page, so that the page never waits for it.

import { Refusal } from "../engine/refusal.js";
import { Translator } from "../engine/translator.js";
import { setFrench, translatable } from "../shared/text.js";
import { packHeads, sourceWords } from "./heads.js";
import { Runs } from "./running.js";

const root = new URL("../", import.meta.url);

async function load(name) {
  const response = await fetch(new URL(name, root)).catch(() => null);
  if (!response?.ok)
    throw new Refusal("{name} did not load. Check the network, then reload the page.", { name });
  return response;
}

// The weights, with messages of how much of them is here.
async function loadWeights(size) {
  const bytes = new Uint8Array(size);
  const reader = (await load("model/weights.safetensors")).body.getReader();
  for (let at = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return bytes.buffer;
    bytes.set(value, at);
    at += value.length;
    postMessage({ loaded: at / size });
  }
}

async function begin() {
  const json = async (name) => (await load(name)).json();
  const values = await json("values.json");
  const [config, tokenizer, wasm, weights] = await Promise.all([json("model/config.json"),
    json("model/tokenizer.json"), load("bundles/kernel.wasm").then((one) => one.arrayBuffer()),
    loadWeights(values.bytes)]);
  const translator = new Translator({ config, tokenizer, weights, wasm: new Uint8Array(wasm) });
  return { runs: new Runs(translator), values, profiles: { en: json("profiles.en.json"),
    fr: json("profiles.fr.json") } };
}

// An error as a text, which the page translates, and its values.
const told = ({ text, values, message }) => (text ? { text, values }
  : { text: translatable("The transformer stopped: {reason}"), values: { reason: message } });

const ready = begin();

addEventListener("message", async ({ data: { number, state, language } }) => {
  try {
    const { runs, values, profiles } = await ready, start = performance.now();
    const run = runs.run(state, values), { trace, trained, refusal } = run;
    const milliseconds = performance.now() - start;
    const french = language === "fr" ? values.french : {};
    setFrench(french);
    const packed = packHeads(run, state, await profiles[language], values, french);
    postMessage({ number, packed, milliseconds, translation: trace.translation,
      trained: trained?.translation ?? "", refusal: refusal && told(refusal),
      words: { read: sourceWords(trace), typed: sourceWords(runs.free) } }, [packed.buffer]);
  } catch (error) {
    postMessage({ number, error: told(error) });
  }
});
