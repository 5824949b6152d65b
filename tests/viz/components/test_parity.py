"""The engine in JavaScript writes and attends as Python does: each weight of whole test sets."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from models import Request, load
from models.request import WEIGHTS_ONLY
from models.trace import STACKS
from tests.engine_runs import DATA, book_sentences, read_test_set
from tests.engine_values import sentences as lecture_sentences
from tests.programs import find_program

ROOT = Path(__file__).parents[3]
COUNTS = {"lecture": 150}
COUNT = 300  # of each other set
CLOSE = 1e-4
# The pieces, the French and all weights of each sentence.
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { Translator } from "./engine/networks/translator.js";
import { filesOf } from "./components/tests/parity.js";
const translator = new Translator(filesOf("transformer"));
const [to] = process.argv.slice(1);
const sentences = JSON.parse(readFileSync(`${to}/sentences.json`, "utf-8"));
const texts = (tokens) => tokens.map(({ text }) => text);
writeFileSync(`${to}/runs.json`, JSON.stringify(sentences.map((sentence, place) => {
  const { source, predicted, translation, weights } = translator.trace(sentence);
  const all = ["encoder", "decoder", "cross"].flatMap((stack) => [...weights[stack]]);
  writeFileSync(`${to}/${place}`, Float32Array.from(all));
  return { source: texts(source), predicted: texts(predicted), translation };
})));
"""


def at_hand(name: str):
    """Return the parameter of a test set; HEADS_UP_DATA names the folder of its file."""
    is_missing = not (DATA / f"{name}.en-fr.tsv.gz").exists()
    reason = f"{name} is not in the repository; HEADS_UP_DATA names its folder"
    return pytest.param(name, marks=pytest.mark.skipif(is_missing, reason=reason))


@pytest.mark.weekly
@pytest.mark.parametrize(
    "name", ["lecture", "books", at_hand("multi30k.test_2016_flickr"), at_hand("tatoeba.dev")]
)
def test_same_pieces_same_french_and_the_same_weights(name, tmp_path):
    sources = {"lecture": lecture_sentences, "books": book_sentences}
    sentences = sources[name]() if name in sources else read_test_set(name)
    count = COUNTS.get(name, COUNT)
    chosen = sentences[:: max(1, len(sentences) // count)][:count]
    assert len(chosen) == count
    (tmp_path / "sentences.json").write_text(json.dumps(chosen), encoding="utf-8")
    node = find_program("node", package="nodejs")
    command = [node, "--input-type=module", "-e", SCRIPT, str(tmp_path)]
    subprocess.run(command, cwd=ROOT / "viz", check=True)
    runs = json.loads((tmp_path / "runs.json").read_text(encoding="utf-8"))
    model = load("transformer", "cpu")
    for place, (sentence, run) in enumerate(zip(chosen, runs, strict=True)):
        trace = model.trace(Request("transformer", sentence, record=WEIGHTS_ONLY))
        assert run["source"] == [*trace.source], sentence
        assert run["translation"] == trace.translation, sentence
        assert run["predicted"] == [*trace.predicted], sentence
        weights = np.concatenate([trace.attention[stack].weights.ravel() for stack in STACKS])
        made = np.fromfile(tmp_path / str(place), np.float32)
        assert np.abs(made - weights).max() < CLOSE, sentence
