// The translator in the reader's browser, in a worker of the app's page: it computes what the
// server is asked for, or will be asked for once the reader no longer moves a control.

import { packHeads } from "../../engine/heads.js";
import { Lexicon, Seen } from "../../engine/lexicon.js";
import { Kernel } from "../../engine/networks/kernel.js";
import { Translator } from "../../engine/networks/translator.js";
import { Runs } from "../../engine/running.js";
import { setFrench } from "../../engine/text.js";
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

// What the explorer draws of a sentence with what-ifs, which are `texts` as in an address; null if
// one is refused.
function compute({ runs, tables }, { texts, keeps, state, values, french }) {
  setFrench(french);
  const run = runs.make(state.sentence, readWhatIf(texts), keeps);
  const { off = "", force = "" } = texts;
  const texted = { ...state, off, force, "french-is": keeps ? "kept" : "own" };
  return run.refusal ? null : packHeads(run, texted, null, values, french, tables);
}

let ready = null;

// Told a `root` first, then what to compute; answers `{ key, packed }`, or `{ failed }`.
addEventListener("message", async ({ data: { root, key, ...task } }) => {
  if (root) {
    ready = begin(root);
    ready.catch(() => {}); // said with the first picture
    return;
  }
  try {
    const packed = compute(await ready, task);
    postMessage({ key, packed }, packed ? [packed.buffer] : []);
  } catch (error) {
    postMessage({ key, failed: String(error) });
  }
});
