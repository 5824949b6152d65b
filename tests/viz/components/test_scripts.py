"""The components' scripts.

The committed bundles are those of the sources, and JavaScript tests read Python's own values.
"""

import json
import os
import shutil
import subprocess
import urllib.request
from pathlib import Path

import numpy as np
import pytest

from tests import engine_values, script_values
from tests.marks import slow_after
from tests.pages import app
from tests.protocol import connected, run_apart
from tests.serving import running_app
from viz.components.canvas import PACKAGE

COMPONENTS = Path(__file__).parents[3] / "viz/components"
BUNDLES = COMPONENTS / "bundles"
SCRIPTS = sorted(BUNDLES.glob("*.js"))
TOOLS = COMPONENTS / "node_modules/esbuild"


def test_every_component_has_its_bundle_and_none_is_left_over():
    sources = {
        folder.name for folder in COMPONENTS.iterdir() if (folder / f"{folder.name}.js").exists()
    } - {"sheet"}  # part of the edition's
    assert sources == {bundle.stem for bundle in SCRIPTS}
    assert {file.name for file in BUNDLES.iterdir()} - {bundle.name for bundle in SCRIPTS} == {
        "kernel.wasm",
        "edition",  # the page without a server
    }
    assert len(sources) >= 7


def test_the_bundles_are_what_the_sources_give(tmp_path):
    """Missing tools are a failure in CI, elsewhere a skip."""
    if shutil.which("node") is None or not TOOLS.exists():
        hint = "npm ci --prefix viz/components installs what makes the bundles"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(hint)
    subprocess.run(["node", COMPONENTS / "build.js", tmp_path], check=True)
    made, committed = (
        {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.*")}
        for folder in (tmp_path, BUNDLES)
    )
    different = [
        name for name in made.keys() | committed.keys() if made.get(name) != committed.get(name)
    ]
    assert not different, "npm run build --prefix viz/components makes them anew"


@pytest.mark.parametrize("bundle", SCRIPTS, ids=lambda bundle: bundle.stem)
def test_a_bundle_loads_nothing_from_elsewhere(bundle):
    text = bundle.read_text(encoding="utf-8")
    assert "\nimport " not in text
    assert "import(" not in text
    # They ask the server that the page names: for the model's files, whether anybody waits, or what
    # a class is asked.
    if bundle.stem not in ("preview", "explorer", "matrices", "inside", "ballot", "classroom"):
        assert "fetch(" not in text
    addresses = {word for word in text.replace('"', " ").replace("`", " ").split() if "://" in word}
    assert all(address.startswith("http://www.w3.org/") for address in addresses), addresses


def test_a_picture_is_sent_without_script_and_style_which_the_server_has_as_a_file():
    sent = [one.proto for one in app().get("bidi_component")]
    assert {one.component_name for one in sent} > {f"{PACKAGE}.explorer", f"{PACKAGE}.lecture"}
    for one in sent:
        assert not one.js_content
        assert not one.css_content
        assert (BUNDLES / one.js_source_path).is_file()
        assert one.component_name == f"{PACKAGE}.{Path(one.js_source_path).stem}"


@pytest.mark.slow
def test_a_browser_can_fetch_the_script_once_somebody_has_seen_the_page():
    with running_app() as address:
        run_apart(first_visit(address))
        script = f"{address}/_stcore/bidi-components/{PACKAGE}.explorer/explorer.js"
        with urllib.request.urlopen(script) as answer:
            assert "javascript" in answer.headers["Content-Type"]
            assert answer.read() == (BUNDLES / "explorer.js").read_bytes()


async def first_visit(address: str) -> None:
    async with connected(address) as visitor:
        assert "explorer" in (await visitor.open()).pictures


@pytest.mark.parametrize("name", slow_after(2, script_values.FILES))
def test_the_javascript_tests_read_what_python_writes_today(name):
    written = (script_values.FOLDER / name).read_text(encoding="utf-8")
    assert written == script_values.as_text(script_values.FILES[name]()), (
        "python -m tests.script_values writes it anew"
    )


# Numbers of 32 bits.
PACKED = {"probabilities", "digest", "sample", "shares", "follows"}


def is_near(name: str, packed: str, expected: str) -> bool:
    """Whether two runs differ no more than two processors may, as 2e-5 in a weight.

    If the scores of a row differ by at most e, a weight differs by e/2 at most, for the row sums
    to 1. A digest is a mean of rows, each weighed by 0 to 6: 3 e at most.
    """
    atol = 6e-5 if name == "digest" else 2e-5
    return np.allclose(*map(engine_values.unpack, (packed, expected)), rtol=1e-5, atol=atol)


def test_a_digest_shows_a_weight_that_stands_in_the_next_cell():
    random = np.random.default_rng(0)
    weights = random.dirichlet(np.ones(40), (1, 2, 40))
    rounded = weights * np.exp(random.choice([-2e-5, 0.0], weights.shape))
    rounded /= rounded.sum(-1, keepdims=True)
    moved = weights.copy()
    moved[0, 1, 20, 7:9] = weights[0, 1, 20, [8, 7]]
    digest, near, other = (
        engine_values.pack(engine_values.digest(one)) for one in (weights, rounded, moved)
    )
    assert is_near("digest", digest, near)
    assert not is_near("digest", digest, other)


@pytest.mark.slow
def test_the_engine_in_javascript_is_compared_with_what_the_model_writes_today():
    """Every 25th sentence and all else; weights to 1e-5, for they depend on the processor."""
    written = json.loads(engine_values.FILE.read_text(encoding="utf-8"))
    count = len(engine_values.sentences())
    places = [*range(0, count, 25), *range(count, len(written["runs"]))]
    requests = engine_values.requests()
    assert len(requests) == len(written["runs"])
    made = json.loads(
        engine_values.as_text(engine_values.engine_values([*map(requests.__getitem__, places)]))
    )
    assert made["normalised"] == written["normalised"]
    assert made["longest"] == written["longest"]
    packed = "probabilities", "digest", "sample", "weights"
    for place, run in zip(places, made["runs"], strict=True):
        kept = written["runs"][place]
        for name in packed:
            if name in run and name in kept:
                assert is_near(name, run.pop(name), kept.pop(name))
        assert {**run, "weights": 0} == {**kept, "weights": 0}, "python -m tests.engine_values"


@pytest.mark.slow
@pytest.mark.parametrize("name", engine_values.OTHERS)
def test_other_models_in_javascript_are_compared_with_what_they_write_today(name):
    """As above: every 25th sentence and all else."""
    written = json.loads((engine_values.FOLDER / name).read_text(encoding="utf-8"))
    made = json.loads(engine_values.as_text(engine_values.OTHERS[name](every=25)))
    assert made["longest"] == written["longest"]
    kept = written["runs"]
    if len(kept) > (count := len(engine_values.sentences())):
        kept = [*kept[:count:25], *kept[count:]]
    for run, expected in zip(made["runs"], kept, strict=True):
        for place in run, expected:
            place |= place.pop("guess", {})
        for packed in PACKED & run.keys():
            assert is_near(packed, run.pop(packed), expected.pop(packed))
        assert run == expected, "python -m tests.engine_values"
