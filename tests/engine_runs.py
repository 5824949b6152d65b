"""Runs of the engine in a browser, and the same runs of our models in Python."""

import base64
import gzip
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

from models import Request, Trace
from models.request import WEIGHTS_ONLY, WhatIf
from tests.engine_values import OF_CROSS, OF_DECODER, OF_ENCODER, STREET, WHAT_IFS, sentences
from viz.view.edition import MODELS

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("HEADS_UP_DATA", ROOT.parent / "shared" / "data"))
BOOKS = ROOT / "models/tables/held_out_books.txt"
CLOSE = 1e-4
CHANGES: dict[str, tuple[WhatIf, ...]] = {
    "transformer": WHAT_IFS,
    "gpt": OF_DECODER,
    "bert": OF_ENCODER,
    "bilstm-additive": OF_CROSS,
    "bilstm-dot": OF_CROSS,
    "bilstm-bilinear": OF_CROSS,
}
# Defines `run`, beside an edition: a request in, tokens, translation and all weights out.
SCRIPT = """
globalThis.models = {};
globalThis.makeModel = async (name) => {
  const [{ Kernel }, { Translator }, { Continuer }, { Filler }] = await Promise.all(
    ["kernel", "translator", "continuer", "filler"].map((part) =>
      import(new URL(`engine/networks/${part}.js`, location.href))));
  const load = async (file) => {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return response;
  };
  const bytes = async (file) => new Uint8Array(await (await load(file)).arrayBuffer());
  const json = async (file) => (await load(`models/${name}/${file}`)).json();
  const kernel = Kernel.of(await bytes(`models/${name}/weights.safetensors`),
    await bytes("bundles/kernel.wasm"));
  const Engine = { gpt: Continuer, bert: Filler }[name] ?? Translator;
  return new Engine({ config: await json("config.json"),
    tokenizer: await json("tokenizer.json"), kernel });
};
globalThis.run = async ({ model, sentence, whatIf, target }) => {
  const engine = await (models[model] ??= makeModel(model));
  const { source, predicted, translation, weights } = engine.trace(sentence, whatIf, target);
  const names = (tokens) => tokens?.map(({ text }) => text);
  const packed = Object.entries(weights).map(([stack, all]) => {
    const bytes = new Uint8Array(Float32Array.from(all).buffer), parts = [];
    for (let at = 0; at < bytes.length; at += 8192)
      parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
    return [stack, btoa(parts.join(""))];
  });
  return JSON.stringify({ source: names(source), predicted: names(predicted), translation,
    weights: Object.fromEntries(packed) });
};
"ready";
"""


def book_sentences() -> list[str]:
    """Return sentences of books that no model was trained on, of 3 to 40 words.

    Longer ones are cut at the ends of their clauses.
    """
    text = BOOKS.read_text(encoding="utf-8").replace("\n", " ")
    whole = re.split(r"(?<=[.!?])\s+", text)
    longer = [one for one in whole if len(one.split()) > 40]
    clauses = [part for one in longer for part in re.split(r"(?<=[,;:—])\s+", one)]
    return [one.strip() for one in (*whole, *clauses) if 3 <= len(one.split()) <= 40]


def read_test_set(name: str) -> list[str]:
    """Return the English of a test set, which is not in the repository."""
    with gzip.open(DATA / f"{name}.en-fr.tsv.gz", "rt", encoding="utf-8") as lines:
        return [line.split("\t")[0] for line in lines]


def add_engine(edition: Path) -> str:
    """Put the engine's modules and a page without a script into an edition; returns its name."""
    shutil.copytree(ROOT / "viz/engine", edition / "engine")
    (edition / "engine.html").write_text("<!doctype html><title>Engine</title>", encoding="utf-8")
    return "engine.html"


def some_requests() -> Iterator[Request]:
    """Yield six sentences, each as trained and with a what-if of its own."""
    for number, sentence in enumerate(sentences()[10::25]):
        yield Request("transformer", sentence, record=WEIGHTS_ONLY)
        what_if = WHAT_IFS[2 * number]
        yield Request("transformer", sentence, what_if=what_if, record=WEIGHTS_ONLY)


def all_requests(more: list[str]) -> Iterator[Request]:
    """Yield the lecture sentences and each what-if of each model; the translator reads `more`."""
    for name in MODELS:
        target = "" if name == "gpt" else None  # it reads, and writes nothing
        for sentence in [*sentences(), *(more if name == "transformer" else [])]:
            yield Request(name, sentence, target=target, record=WEIGHTS_ONLY)
        for what_if in CHANGES[name]:
            yield Request(name, STREET, what_if=what_if, record=WEIGHTS_ONLY)


def farthest(request: Request, trace: Trace, evaluate: Callable[[str], str]) -> float:
    """Return the largest difference of a weight from Python's; tokens and French are the same."""
    changed = {name: asdict(request.what_if)[name] for name in request.what_if.applied}
    question = {"model": request.model, "sentence": request.sentence, "whatIf": changed}
    made = json.loads(evaluate(f"run({json.dumps(question | {'target': request.target})})"))
    expected = {"source": [*trace.source], "predicted": [*trace.predicted]}
    for name, tokens in (expected | {"translation": trace.translation}).items():
        assert made.get(name, tokens) == tokens, f"{name} of {request}"
    known = {stack: maps.weights for stack, maps in trace.attention.items() if maps is not None}
    assert {*made["weights"]} == {*known} > set(), request
    return max(
        float(np.abs(np.frombuffer(base64.b64decode(packed), "<f4") - known[stack].ravel()).max())
        for stack, packed in made["weights"].items()
    )
