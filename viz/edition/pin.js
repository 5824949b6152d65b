// A head pinned beside the one on show, as the text of an address parameter: viz/view/pins.py and
// viz/pages/heads/pinned_heads.py of Python.

import { MOST_PARAMETERS, OF_SENTENCE, PINNED } from "../engine/constants.js";
import { ordered } from "../engine/describing.js";
import { readWhatIf } from "../engine/what_if.js";
import { changesOf, readAddress } from "./address.js";

// The pin of a head, "cross-4-1", in the view of an address.
export function writePin(query, head) {
  const [attention, layer, number] = head.split("-");
  const pinned = { ...Object.fromEntries(query), attention, layer, head: number };
  return String(
    new URLSearchParams(
      PINNED.filter((name) => name in pinned).map((name) => [name, pinned[name]]),
    ),
  );
}

// A pin with another sentence, without the what-ifs on words of the old one.
export function withSentence(pin, sentence) {
  const query = new URLSearchParams(pin);
  for (const name of OF_SENTENCE) query.delete(name);
  query.set("sentence", sentence);
  return String(query);
}

export const modelOf = (pin) => new URLSearchParams(pin).get("model");

// The state that a pin has, of the page with these settings, beside a `sentence`; null for a text
// that is no pin, or one of what is not here. `languages` are those of the interface by code.
export function readPin(pin, sentence, settings, languages) {
  const parts = pin.split("&"),
    query = new URLSearchParams(pin);
  if (parts.length > MOST_PARAMETERS || !parts.every((part) => part.includes("="))) return null;
  for (const name of [...query.keys()])
    if (!PINNED.includes(name) || !query.get(name)) query.delete(name);
  if (!query.has("model")) return null;
  if (!query.has("sentence")) query.set("sentence", sentence);
  const { state, refused } = readAddress(query, settings, "en", languages);
  return refused.length ? null : state;
}

// The run of a pinned state, as its what-ifs have it. With `isFollowed` it follows the French that
// it writes, and so has the rows of any run that follows it too. Throws a Refusal.
export function runPin(model, state, settings, isFollowed) {
  const { sentence } = state,
    whatIf = readWhatIf(changesOf(state, settings));
  let target = null;
  if (state["french-is"] === "kept") target = model.trace(sentence).translation;
  let trace = model.trace(sentence, whatIf, target);
  if (isFollowed && target === null) trace = model.trace(sentence, whatIf, trace.translation);
  return { state, trace, whatIf: ordered(whatIf), isFollowed };
}
