"""The edition without a server: it draws the data that Python's explorer would draw."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from viz.static import edition, main, values

from models import Request, WhatIf, load
from tests.explorer_data import unpack
from viz.analysis.views import HeadChoice
from viz.components.canvas import MASKED
from viz.components.explorer import pack

COMPONENTS = Path(__file__).parents[3] / "viz/components"
SENTENCES = ("The big red dog is sleeping on the bed.", "Wait … for grandfather's 🙂 unicycle!")
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
import { Translator } from "./engine/translator.js";
import { packHeads } from "./edition/heads.js";
const [folder, to, asked] = process.argv.slice(1);
const json = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf-8"));
const { buffer, byteOffset, length } = readFileSync(`${folder}/model/weights.safetensors`);
const translator = new Translator({ config: json("model/config.json"),
  tokenizer: json("model/tokenizer.json"), weights: buffer.slice(byteOffset, byteOffset + length),
  wasm: readFileSync(`${folder}/bundles/kernel.wasm`) });
JSON.parse(asked).forEach(({ sentence, ...look }, place) => {
  const trace = translator.trace(sentence, { mask: look.mask });
  writeFileSync(`${to}/${place}`, packHeads(trace, look, json("values.json"), {}));
});
"""
OURS = {"can", "profiles", "glosses", "rowGlosses", "columnGlosses", "findings", "french"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("edition")
    assert main(["--to", str(folder)]) == 0
    return folder


def test_the_browser_packs_what_python_packs(folder, tmp_path):
    if shutil.which("node") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("There is no Node here")
    looks = [
        {"sentence": sentence, "merged": merged, "mask": mask, "choice": ["cross", 2, 0], "off": ""}
        for sentence in SENTENCES
        for merged, mask in ((True, "causal"), (False, "none"))
    ]
    subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, folder, tmp_path, json.dumps(looks)],
        cwd=COMPONENTS,
        check=True,
    )
    model = load("transformer", "cpu")
    for place, look in enumerate(looks):
        what_if = WhatIf(mask=look["mask"])
        trace = model.trace(Request("transformer", look["sentence"], what_if=what_if))
        expected, weights = unpack(pack(trace, look["merged"], HeadChoice("cross", 2, 0)))
        made, numbers = unpack((tmp_path / str(place)).read_bytes())
        for block, other in zip(made.pop("blocks"), expected.pop("blocks"), strict=True):
            assert plain(block) == plain(other)
        words = [made.pop("words"), expected.pop("words")]
        texts = [[(one["text"], one["continues"]) for one in either] for either in words]
        assert texts[0] == texts[1]
        assert [one["probability"] for one in words[0]] == pytest.approx(
            [one["probability"] for one in words[1]], abs=1e-4
        )
        best = [[[p["best"][0][0] for p in one["pieces"]] for one in either] for either in words]
        assert best[0] == best[1]
        assert plain(made) == plain(expected)
        assert ((numbers == MASKED) == (weights == MASKED)).all()
        assert np.abs(numbers.astype(int) - weights.astype(int)).max() < 1e-4 * made["steps"]


def plain(head: dict) -> dict:
    """Return what both have, without what only the app computes."""
    return {name: value for name, value in head.items() if name not in OURS}


def test_the_folder_is_small_and_names_all_its_files(folder):
    files = edition()
    assert sum(map(len, files.values())) < 21e6
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*.*")} >= {*files} - {
        "_headers"
    }
    kept = files["service.js"].decode().partition(";\n")[0].removeprefix("const KEPT = ")
    assert {*json.loads(kept)["files"]} == {"./", *files} - {"service.js", "_headers"}
    assert "unsafe-inline" not in files["_headers"].decode()
    assert values()["french"]["Cross-attention"] == "Attention croisée"


def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["--to", str(tmp_path / "file")]) == 1
    assert "cannot be made" in capsys.readouterr().err


def test_without_the_trained_transformer_it_says_where_to_find_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(f"{main.__module__}.MODEL", tmp_path / "nowhere")
    assert main(["--to", str(tmp_path)]) == 1
    assert "HEADS_UP_WEIGHTS" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["weights.safetensors", "tokenizer.json"])
def test_a_file_that_is_missing_is_named(missing, tmp_path, monkeypatch, capsys):
    model = tmp_path / "transformer"
    model.mkdir()
    for name in {"config.json", "tokenizer.json", "weights.safetensors"} - {missing}:
        (model / name).write_text("{}")
    monkeypatch.setattr(f"{main.__module__}.MODEL", model)
    assert main(["--to", str(tmp_path / "new")]) == 1
    assert f"{model / missing} cannot be read: No such file" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
