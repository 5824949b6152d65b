"""Torch is imported where it is used: a test of figures alone never loads it."""

import gc
import logging
import os
import re
import shutil
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

import models

# Single sentences are no slower on one thread, and many times faster where something else is
# running.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# The same examples in every run, whatever the clock says and whatever runs beside it.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

TESTS = Path(__file__).parent
PURE_FOLDERS = TESTS / "models", TESTS / "viz"
DRAWING = TESTS / "viz" / "export"  # files: pure, but a picture takes a second
# What runs the app, a server, a browser or another process, or imports what takes seconds to load.
NOT_PURE = re.compile(
    r"^\s*(?:from|import) "
    r"(?:streamlit\.testing|tests\.(?:disk|pages|protocol|serving)|"
    r"subprocess|sklearn|transformers)",
    re.M,
)


def is_in_pure_folder(path: Path) -> bool:
    is_here = any(path.is_relative_to(folder) for folder in PURE_FOLDERS)
    return is_here and not path.is_relative_to(DRAWING)


@cache
def is_pure(path: Path) -> bool:
    """Whether the tests of this file are quick and need only Python and our own networks."""
    return is_in_pure_folder(path) and not NOT_PURE.search(path.read_text(encoding="utf-8"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`-m unit` does not even import the other files: that takes longer than its tests."""
    if config.option.markexpr != "unit":
        return None
    if collection_path.is_dir():
        is_on_the_way = any(folder.is_relative_to(collection_path) for folder in PURE_FOLDERS)
        return None if is_on_the_way or is_in_pure_folder(collection_path) else True
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if is_test and not is_pure(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as `unit` what is pure and quick; nobody needs to remember to."""
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if is_pure(item.path) and not marks & {"slow", "thorough"}:
            item.add_marker(pytest.mark.unit)


def pytest_sessionfinish() -> None:
    """AppTest leaves its folder to the end of the process, which then warns."""
    if "streamlit.testing.v1.app_test" in sys.modules:
        sys.modules["streamlit.testing.v1.app_test"].TMP_DIR.cleanup()


@pytest.fixture(scope="session")
def network():
    """A small transformer with random weights, in evaluation mode."""
    import torch

    from models.transformer import Transformer, TransformerConfig

    torch.manual_seed(0)
    return Transformer(
        TransformerConfig(
            50, d_model=32, d_ff=64, n_heads=4, n_layers=3, dropout=0.3, max_length=40
        )
    ).eval()


@pytest.fixture(scope="session")
def model():
    """The shipped transformer."""
    return models.load("transformer", device="cpu")


@pytest.fixture(autouse=True)
def without_packaged_components(monkeypatch):
    """Keep AppTest from looking for components in all installed packages.

    It does before each run, which takes longer than a page; ours are in no package.
    """
    monkeypatch.setattr("streamlit.components.v2.manifest_scanner.scan_component_manifests", list)


@pytest.fixture(autouse=True)
def one_server_at_a_time():
    """A server switches oneDNN off for its whole process: not for the tests that follow."""
    yield
    if torch := sys.modules.get("torch"):
        torch.backends.mkldnn.set_flags(True)


@pytest.fixture(scope="module")
def let_go():
    """After a file of tests the models that the app has frozen, and nobody holds, are collected."""
    yield
    gc.unfreeze()
    gc.collect()
    gc.freeze()


@pytest.fixture
def checkpoints(tmp_path, monkeypatch, let_go):
    """A folder that is taken for that of the shipped models, with copies of two, to be changed.

    Nothing is loaded yet.
    """
    import streamlit as st

    from models import checkpoint, registry
    from viz.runner import plain_runner

    folder = tmp_path / "checkpoints"
    for name in ("transformer", "bilstm-dot"):
        shutil.copytree(checkpoint.SHIPPED / name, folder / name)
    monkeypatch.setattr(registry, "SHIPPED", folder)
    monkeypatch.setattr(checkpoint, "SHIPPED", folder)
    monkeypatch.setattr(registry, "_loaded", {})
    # In a thread: a process of its own has those that are shipped.
    monkeypatch.setattr("viz.long_work.has_little_memory", lambda enough: True)
    st.cache_resource.clear()
    plain_runner.cache_clear()  # of commands, which has models of the same names
    yield folder
    st.cache_resource.clear()
    plain_runner.cache_clear()


@pytest.fixture
def small_bert(checkpoints):
    """The name of a small encoder with random weights, shipped beside two of our translators."""
    import torch

    from models import checkpoint
    from models.tokenizer import MARKS, Tokenizer

    texts = [
        "A man is riding a brown horse on the beach.",
        "The horse is running through the water.",
        "Tom was panting with his exertions by this time.",
        "He took a rest and then swelled himself up.",
        "The big red dog is sleeping on the bed.",
    ]
    torch.manual_seed(0)
    tokenizer = Tokenizer.train(texts * 4, 460, MARKS)
    sizes = {"d_model": 32, "d_ff": 48, "n_heads": 4, "n_layers": 2}
    network = checkpoint.build(
        {"architecture": "bert", "vocabulary_size": len(tokenizer), "padding_id": 0, **sizes}
    )
    with torch.no_grad():  # as large as after training
        for parameter in network.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
    _, _, card = checkpoint.load(checkpoints / "transformer", torch.device("cpu"))
    written = {name: card[name] for name in ("training", "licences")}
    written |= {"name": "bert", "languages": ["en"], "architecture": checkpoint.describe(network)}
    checkpoint.save(checkpoints / "bert", network, tokenizer, written)
    return "bert"


@pytest.fixture
def small_elmo(small_bert, checkpoints):
    """The name of a small ELMo of random weights, shipped beside a small BERT and translators."""
    import torch

    from models import checkpoint

    _, tokenizer, card = checkpoint.load(checkpoints / small_bert, torch.device("cpu"))
    sizes = {"d_model": 24, "d_hidden": 32, "n_layers": 2}
    network = checkpoint.build(
        {"architecture": "elmo", "vocabulary_size": len(tokenizer), "padding_id": 0, **sizes}
    )
    card |= {"name": "elmo", "architecture": checkpoint.describe(network)}
    checkpoint.save(checkpoints / "elmo", network, tokenizer, card)
    return "elmo"


@pytest.fixture(autouse=True)
def every_page_is_drawn(caplog):
    """A page that fails shows a sentence.

    In a test it is a failure, unless the test clears the log.
    """
    yield
    failed = [
        record
        for record in caplog.get_records("call")
        if record.name in ("viz.app.alerts", "viz.app.callbacks")
        and record.levelno >= logging.ERROR
    ]
    assert not failed, failed[0].exc_text
