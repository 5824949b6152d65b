// What-ifs in a sentence, as viz/analysis/what_if_text.py of Python says them.

import {
  EVERY,
  MOST_HEADS,
  MOST_STATES,
  PATCHED_PARTS,
  PATCH_KINDS,
  QUANTITIES,
  WAYS,
} from "./constants.js";
import { local, quoted, t } from "./text.js";
import WHAT_IFS from "./what_ifs.json" with { type: "json" };

// With six digits, as "g" of Python writes it.
const number = (value) => local(String(Number(value.toPrecision(6))));

const mechanism = (stack, titles) => t(titles[stack]).toLowerCase();

export const headName = ([stack, layer, head], titles) =>
  t("{mechanism} layer {layer}, head {head}", {
    mechanism: mechanism(stack, titles),
    layer: layer + 1,
    head: head + 1,
  });

function* ofSwaps(swaps) {
  for (const [place, word] of swaps)
    yield t(word ? "word {number} is “{word}”" : "word {number} is left out", {
      number: place + 1,
      word,
    });
}

// The heads that are off, those of a layer together.
function* ofSilenced(silenced, _, titles) {
  const layers = new Map();
  for (const [stack, layer, head] of silenced.slice(0, MOST_HEADS)) {
    const key = `${stack} ${layer}`;
    if (!layers.has(key)) layers.set(key, { stack, layer, heads: [] });
    layers.get(key).heads.push(head);
  }
  for (const { stack, layer, heads } of layers.values()) {
    const numbers = heads.map((head) => head + 1),
      last = numbers.pop();
    yield numbers.length
      ? t("heads#several heads off", {
          mechanism: mechanism(stack, titles),
          layer: layer + 1,
          heads: numbers.join(", "),
          last,
        })
      : t("{head} is off", { head: headName([stack, layer, last - 1], titles) });
  }
  if (silenced.length > MOST_HEADS)
    yield t("{count} more heads are off", { count: silenced.length - MOST_HEADS });
}

function* ofForced(forced, { source, decoderInput, predicted }, titles) {
  const axes = {
    encoder: [source, source],
    decoder: [decoderInput, decoderInput],
    cross: [predicted, source],
  };
  const textOf = (token) => token.text ?? token;
  for (const [stack, layer, head, query, key, weight] of forced) {
    const [rows, columns] = axes[stack];
    yield t("heads#a forced weight", {
      head: headName([stack, layer, head], titles),
      row: textOf(rows[query]),
      column: textOf(columns[key]),
      weight: number(weight),
    });
  }
}

function* ofBlocked(blocked, { source }) {
  yield t(
    blocked.length > 1
      ? "{words} are hidden from the decoder"
      : "{words} is hidden from the decoder",
    { words: blocked.map((place) => quoted(source[place].text)).join(", ") },
  );
}

function* ofGates(gates) {
  for (const [lstm, gate, value] of gates)
    yield t("heads#a forced gate", {
      gate: t(QUANTITIES[gate]),
      lstm: lstm === "decoder" ? t(WAYS[lstm]) : t("encoder, {way}", { way: t(WAYS[lstm]) }),
      value: number(value),
    });
}

function* ofPatched(patched, { source, decoderInput }, titles) {
  const named = patched.length > MOST_STATES ? patched.slice(0, MOST_STATES - 1) : patched;
  for (const [sentence, stack, kind, layer, head, there, here] of named) {
    const reads = ["", "encoder"].includes(stack) || `${stack} ${kind}` === "cross values",
      token = here === EVERY ? "" : (source.length && reads ? source : decoderInput)[here],
      names = { token: token?.text ?? token, number: there + 1, sentence };
    if (!stack) {
      const text = layer
        ? "heads#a state of another sentence"
        : "heads#an input of another sentence";
      yield t(text, { layer, ...names });
      continue;
    }
    const part = t(PATCHED_PARTS[PATCH_KINDS[kind] ? kind : `${stack} ${kind}`], {
      head: headName([stack, layer, head], titles),
      layer: layer + (kind !== "state"),
    });
    const text =
      here === EVERY ? "heads#parts of another sentence" : "heads#a part of another sentence";
    yield t(text, { part, ...names });
  }
  if (patched.length > named.length)
    yield t("heads#more states", { count: patched.length - named.length });
}

const SEVERAL = {
  swap: ofSwaps,
  silenced: ofSilenced,
  forced: ofForced,
  blocked: ofBlocked,
  gates: ofGates,
  patched: ofPatched,
};
const CHANGES = {
  choice: ({ changes }, value) => [t(changes[value], { value })],
  switch: ({ changes }, value) => [t(changes[value ? "on" : "off"])],
  count: ({ changes }, count) => [t(changes[count > 1 ? 1 : 0], { count })],
  number: ({ change }, value) => [t(change, { value: number(value) })],
  several: ({ field }, ...of) => [...SEVERAL[field](...of)],
};

const inOrder = (a, b) => {
  const at = a.findIndex((one, place) => one !== b[place]);
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
};

// A what-if whose entries stand in order, as in Python: two that change the same are equal as JSON.
export const ordered = (whatIf) =>
  Object.fromEntries(
    Object.entries(whatIf)
      .sort(inOrder)
      .map(([field, value]) => [
        field,
        !Array.isArray(value)
          ? value
          : value.every(Array.isArray)
            ? value.toSorted(inOrder)
            : value.toSorted((a, b) => a - b),
      ]),
  );

// The changes of an `ordered` what-if; "" for a model as trained. `titles` are those of the
// mechanisms.
export function describe(whatIf, trace, titles) {
  const changes = WHAT_IFS.filter(({ field }) => field in whatIf)
    .flatMap((entry) => CHANGES[entry.kind](entry, whatIf[entry.field], trace, titles))
    .join("; ");
  return changes && `${changes[0].toUpperCase()}${changes.slice(1)}.`;
}

// In what other than the head the pinned run and the `run` on show, which has `state`, differ.
export function aboutPin(pinned, run, state, written, values) {
  const [first, second] = [pinned.trace, run.trace],
    parts = [];
  if (pinned.state.model !== state.model) parts.push(t(values.models[pinned.state.model].title));
  if (first.sentence !== second.sentence) parts.push(quoted(first.sentence.trim()));
  if (JSON.stringify(pinned.whatIf) !== JSON.stringify(ordered(run.whatIf)))
    parts.push(describe(pinned.whatIf, first, values.titles) || t("as trained"));
  if (written(first) !== written(second) && first.translation)
    parts.push(quoted(first.translation));
  return parts.join(" · ");
}
