"""The edition without a server: it draws the data that Python's explorer would draw."""

import json
import subprocess
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from viz.static import MODELS, PAGES, edition, main, values

from models import Request, load
from models.answers.limits import corpus
from models.request import WEIGHTS_ONLY
from tests.contents import content_at
from tests.explorer_data import unpack
from tests.inside_data import read as unpack_inside
from tests.programs import find_program
from viz.analysis.head_captions import caption_heads
from viz.analysis.views import heads_of
from viz.base.language import writing_in
from viz.components.canvas import MASKED
from viz.components.explorer import pack
from viz.components.inside import pack as pack_inside
from viz.pages.heads.compute import COMPUTATION
from viz.pages.heads.notes import write_notes
from viz.pages.inside.compute import COMPUTATION as INSIDE_HEAD
from viz.view.runner import PlainRunner

COMPONENTS = Path(__file__).parents[3] / "viz/components"
SENTENCES = ("The big red dog is sleeping on the bed.", "Wait … for grandfather's 🙂 unicycle!")
# Addresses, with each what-if.
LINKS = [
    *(
        {"sentence": sentence, "words": words, "mask": mask}
        for sentence in SENTENCES
        for words, mask in (("merged", "causal"), ("written", "none"))
    ),
    {"swap": "3:blue,4:cats", "block": "2", "temperature": "2", "attention": "encoder"},
    {"off": "cross-3-1,encoder-1-4", "window": "2", "overlay": "cross-2-1"},
    {"words": "written", "force": "cross-3-1-2-1-0.75", "scale": "1/d_head", "layer": "1"},
    {"padding": "2", "padding-mask": "off", "positions": "shuffled"},
    {"padding": "1", "positions": "off", "french-is": "kept", "head": "4"},
    {"force": "cross-3-1-2-99-0.75", "off": "cross-1-1", "words": "written"},
]
SETUP = """
import { readFileSync, writeFileSync } from "node:fs";
import { Translator } from "./engine/translator.js";
import { readAddress, settingsOf, changesOf } from "./edition/address.js";
import { packHeads } from "./edition/heads.js";
import { PAGES } from "./edition/pages.js";
import { Runs } from "./edition/running.js";
const [folder, to, asked] = process.argv.slice(1);
const json = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf-8"));
const load = (Engine, name) => {
  const { buffer, byteOffset, length } =
    readFileSync(`${folder}/models/${name}/weights.safetensors`);
  return new Engine({ config: json(`models/${name}/config.json`),
    tokenizer: json(`models/${name}/tokenizer.json`),
    weights: buffer.slice(byteOffset, byteOffset + length),
    wasm: readFileSync(`${folder}/bundles/kernel.wasm`) });
};
const runs = new Runs(load(Translator, "transformer"));
const values = json("values.json");
const settings = settingsOf(PAGES, "heads", values);
"""
SCRIPT = (
    SETUP
    + """
const profiles = json("profiles.en.json");
JSON.parse(asked).forEach((link, place) => {
  const { state, refused } = readAddress(new URLSearchParams(link), settings, "en");
  if (refused.length) throw new Error(refused.join());
  const run = runs.run(state, changesOf(state, settings));
  writeFileSync(`${to}/${place}`, packHeads(run, state, profiles, values, {}));
  writeFileSync(`${to}/${place}.txt`, run.refusal?.message ?? "");
});
"""
)
# Heads and words, those with an odd number in French.
INSIDE = [
    {"attention": "cross", "layer": "3", "head": "1", "inside-row": "4", "inside-step": "9"},
    {"attention": "cross", "layer": "4", "head": "4", "inside-row": "1", "inside-all": "on"},
    {"attention": "encoder", "layer": "1", "head": "2", "inside-row": "2"},
    {"attention": "encoder", "layer": "4", "head": "1", "inside-row": "1", "inside-step": "99"},
    {"attention": "decoder", "layer": "1", "head": "3", "inside-row": "1"},
    {"attention": "decoder", "layer": "2", "head": "3", "inside-row": "3", "inside-step": "4"},
]
UNFOLD = (
    SETUP
    + """
import { setFrench } from "./shared/text.js";
import { unfold } from "./edition/pages/inside.js";
const texts = json("french.json"), { translator } = runs;
const { sentence, links } = JSON.parse(asked), trace = translator.trace(sentence);
links.forEach((link, place) => {
  setFrench(place % 2 ? texts : {});
  const first = { "inside-row": "4", "inside-step": "0", "inside-all": "off" };
  const { packed } = unfold(translator.network, trace, { ...first, ...link }, values, {});
  writeFileSync(`${to}/${place}`, packed);
});
"""
)
# Captions of the heads of pairs, those with an odd number in French.
CAPTIONS = (
    SETUP
    + """
import { setFrench } from "./shared/text.js";
const { state } = readAddress("", settings, "en");
writeFileSync(`${to}/captions`, JSON.stringify(JSON.parse(asked).map(([english, target], place) => {
  setFrench(place % 2 ? values.french : {});
  const run = { trace: runs.translator.trace(english, {}, target), whatIf: {}, trained: null };
  const packed = packHeads(run, state, null, values, {});
  const size = new DataView(packed.buffer).getUint32(0, true);
  const { blocks } = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + size)));
  return blocks.slice(0, 2).map((block) => block.findings);
})));
"""
)
OURS = {
    "can",
    "glosses",
    "rowGlosses",
    "columnGlosses",
    "findings",
    "french",
    "misread",
    "preview",
    "reference",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("edition")
    assert main(["--to", str(folder)]) == 0
    return folder


def run_node(script: str, *arguments: object) -> None:
    """Run a script in the components' folder."""
    node = find_program("node", package="nodejs")
    command = [node, "--input-type=module", "-e", script, *map(str, arguments)]
    subprocess.run(command, cwd=COMPONENTS, check=True)


@pytest.mark.slow
def test_the_browser_packs_what_python_packs(folder, tmp_path):
    run_node(SCRIPT, folder, tmp_path, json.dumps(LINKS))
    runner = PlainRunner("cpu")
    for place, link in enumerate(LINKS):
        content = content_at(COMPUTATION, link, runner)
        settings, can = content.settings, content.model.what_ifs
        notes = write_notes(content)
        packed = pack(content.trace, settings.merged, settings.choice, can, notes=notes)
        expected, weights = unpack(packed)
        made, numbers = unpack((tmp_path / str(place)).read_bytes())
        for block, other in zip(made.pop("blocks"), expected.pop("blocks"), strict=True):
            assert plain(block) == plain(other)
            if block["stack"] != "cross":
                assert block["findings"] == other["findings"]
        for name in ("words", "trained"):
            compare_words(made.pop(name) or [], expected.pop(name) or [])
        assert plain(made) == plain(expected)
        assert made["can"]["forced"] == expected["can"]["forced"]
        assert ((numbers == MASKED) == (weights == MASKED)).all()
        assert np.abs(numbers.astype(int) - weights.astype(int)).max() < 1e-4 * made["steps"]
        refusal = (tmp_path / f"{place}.txt").read_text(encoding="utf-8")
        assert bool(refusal) == bool(content.alert)
        assert content.alert.startswith(refusal)


@pytest.mark.parametrize(
    "count",
    [pytest.param(20, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.weekly)],
)
def test_the_browser_says_of_heads_what_python_says(folder, tmp_path, count):
    pairs = corpus()[:: len(corpus()) // count][:count]
    run_node(CAPTIONS, folder, tmp_path, json.dumps(pairs))
    model, made = load("transformer", "cpu"), json.loads((tmp_path / "captions").read_text())
    for place, ((english, french), captions) in enumerate(zip(pairs, made, strict=True)):
        trace = model.trace(Request("transformer", english, french, record=WEIGHTS_ONLY))
        with writing_in("fr" if place % 2 else "en"):
            for stack, of_stack in zip(("encoder", "decoder"), captions, strict=True):
                assert of_stack == caption_heads(heads_of(trace, stack, True), None), english


def test_the_steps_inside_a_head_are_those_of_python(folder, tmp_path):
    sentence, runner = SENTENCES[0], PlainRunner("cpu")
    run_node(UNFOLD, folder, tmp_path, json.dumps({"sentence": sentence, "links": INSIDE}))
    for place, link in enumerate(INSIDE):
        with writing_in("fr" if place % 2 else "en"):
            content = content_at(INSIDE_HEAD, {"sentence": sentence, **link}, runner)
            step, row, everything = content.unfolding
            data = pack_inside(
                content.derivation, step, everything, row, content.queries, content.overview
            )
        expected, values = unpack_inside(data)
        made, numbers = unpack_inside((tmp_path / str(place)).read_bytes())
        for head in (made, expected):
            for name in ("mark", "french", "steps"):
                head.pop(name, None)
            for grid in head["grids"]:
                grid["number"] = pytest.approx(grid["number"])
        assert made == expected
        for name in values:
            largest = max(1.0, float(np.nanmax(np.abs(values[name]))))
            np.testing.assert_allclose(numbers[name], values[name], atol=2e-5 * largest)


def compare_words(made: list[dict], expected: list[dict]) -> None:
    """Compare words: texts and marks are the same, probabilities to 1e-4."""
    assert len(made) == len(expected)
    for one, other in zip(made, expected, strict=True):
        other.pop("gloss", None)
        pieces = [word.pop("pieces", []) for word in (one, other)]
        best = [[piece["best"][0][0] for piece in either] for either in pieces]
        assert best[0] == best[1]
        assert one == pytest.approx(other, abs=1e-4)


def plain(head: dict) -> dict:
    """Return what both have, without what only the app computes."""
    return {name: value for name, value in head.items() if name not in OURS}


def registered_pages() -> list[str]:
    node = find_program("node", package="nodejs")
    script = (
        "import('./edition/pages.js').then(({PAGES}) => console.log(Object.keys(PAGES).join()))"
    )
    made = subprocess.run([node, "-e", script], cwd=COMPONENTS, check=True, capture_output=True)
    return made.stdout.decode().strip().split(",")


def test_the_folder_is_small_and_names_all_its_files(folder):
    files = edition()
    assert {*registered_pages()} == {*PAGES}
    others = tuple(f"models/{name}/" for name in MODELS if name != "transformer")
    assert sum(len(file) for name, file in files.items() if not name.startswith(others)) < 21e6
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*.*")} >= {*files} - {
        "_headers"
    }
    kept = files["service.js"].decode().partition(";\n")[0].removeprefix("const KEPT = ")
    kept = json.loads(kept)
    of_models = {*chain(*kept["models"].values())}
    folders = {"" if name == "heads" else f"{name}/" for name in PAGES}
    of_page = {*files} - of_models - {"service.js", "_headers"}
    assert {*kept["files"]} == of_page | {folder or "./" for folder in folders}
    assert of_page >= {f"{folder}index.html" for folder in folders}
    assert of_models < {*files}
    assert "unsafe-inline" not in files["_headers"].decode()
    assert values()["french"]["Cross-attention"] == "Attention croisée"


def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["--to", str(tmp_path / "file")]) == 1
    assert "cannot be made" in capsys.readouterr().err


def test_without_a_trained_model_it_says_where_to_find_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(f"{main.__module__}.SHIPPED", tmp_path / "nowhere")
    assert main(["--to", str(tmp_path)]) == 1
    assert "HEADS_UP_WEIGHTS" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["weights.safetensors", "tokenizer.json"])
def test_a_file_that_is_missing_is_named(missing, tmp_path, monkeypatch, capsys):
    for name in MODELS:
        (tmp_path / name).mkdir()
        for file in {"config.json", "tokenizer.json", "weights.safetensors"} - {missing}:
            (tmp_path / name / file).write_text("{}")
    monkeypatch.setattr(f"{main.__module__}.SHIPPED", tmp_path)
    assert main(["--to", str(tmp_path / "new")]) == 1
    assert (
        f"{tmp_path / MODELS[0] / missing} cannot be read: No such file" in capsys.readouterr().err
    )
    assert not (tmp_path / "new").exists()
