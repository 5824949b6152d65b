// The translator in the reader's browser, in a worker of the app's page: it computes what the
// server is asked for, or will be asked for once the reader no longer moves a control.

import { glossesOfRun, packHeads } from "../../engine/heads.js";
import { Lexicon, Seen } from "../../engine/lexicon.js";
import { Masking, packMatrices } from "../../engine/mask.js";
import { measureTrace } from "../../engine/measuring.js";
import { Kernel } from "../../engine/networks/kernel.js";
import { Refusal } from "../../engine/networks/refusal.js";
import { Translator } from "../../engine/networks/translator.js";
import { Runs } from "../../engine/running.js";
import { ENGLISH, setLanguage } from "../../engine/text.js";
import { unfold } from "../../engine/unfolding.js";
import { readWhatIf } from "../../engine/what_if.js";

async function load(name, root) {
  const response = await fetch(new URL(name, root));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

// The runs of the model whose files are below `root`, and what is known of words beside it.
async function begin(root) {
  const json = async (name) => (await load(name, root)).json();
  const buffer = async (...file) => (await load(...file)).arrayBuffer();
  const [config, tokenizer, wasm, ...numbers] = await Promise.all([
    json("config.json"),
    json("tokenizer.json"),
    buffer("kernel.wasm", import.meta.url),
    ...["weights", "lexicon", "seen"].map((name) => buffer(`${name}.safetensors`, root)),
  ]);
  const [weights, lexicon, seen] = numbers;
  const kernel = Kernel.of(new Uint8Array(weights), wasm);
  return {
    runs: new Runs(new Translator({ config, tokenizer, kernel })),
    tables: { lexicon: new Lexicon(lexicon), seen: new Seen(seen) },
  };
}

// What the components draw of a sentence with `texts` as in an address, by kind; null if one is
// refused.
const KINDS = {
  heads({ runs, tables }, { sentence, texts, keeps, state, values, language }) {
    const run = runs.make(sentence, readWhatIf(texts), keeps);
    const { off = "", force = "" } = texts;
    const texted = { ...state, sentence, off, force, "french-is": keeps ? "kept" : "own" };
    return run.refusal ? null : packHeads(run, texted, null, values, language, tables);
  },

  mask({ runs, tables }, { sentence, texts, state, values, language }) {
    const masking = new Masking(runs.model, { ...state, ...texts, sentence }, values);
    const glosses = state.gloss ? glossesOfRun(masking.changed, tables.lexicon) : null;
    return packMatrices(masking.matricesWith(glosses), "", "", values, language);
  },

  inside({ runs }, { sentence, texts, state, values, language }) {
    const { trace } = runs.asTrained(sentence),
      { network } = runs.model;
    return unfold(network, trace, { ...state, ...texts }, values, language, state.first).packed;
  },

  // No picture: a number and its chance, for a phone of a class.
  number({ runs }, { sentence, field }) {
    return measureTrace(runs.asTrained(sentence).trace, runs.model.network.config.n_heads, field);
  },
};

let ready = null,
  from = "";
const texts = {}; // of the engine, by language

async function readTexts(language) {
  texts[language] ??= await (await load(`texts-${language}.json`, from)).json();
  return texts[language];
}

// Told a `root` first, then what to compute; answers `{ key, packed }`, or `{ failed }`.
addEventListener("message", async ({ data: { root, key, ...task } }) => {
  if (root) {
    from = root;
    ready = begin(root);
    ready.catch(() => {}); // said with the first picture
    return;
  }
  try {
    const model = await ready,
      language = task.language ?? ENGLISH;
    const isNamed = task.kind === "mask" || task.kind === "inside",
      own = isNamed && language.code !== "en" ? await readTexts(language.code) : {};
    setLanguage(language, isNamed ? await readTexts("en") : {}, { ...own, ...language.texts });
    const packed = KINDS[task.kind](model, task);
    postMessage({ key, packed }, packed?.buffer ? [packed.buffer] : []);
  } catch (error) {
    // A sentence that is refused, which the server says.
    if (error instanceof Refusal) postMessage({ key, packed: null });
    else postMessage({ key, failed: String(error) });
  }
});
