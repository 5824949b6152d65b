"""Torch is imported where it is used: a test of figures alone never loads it."""

import logging
import os
import shutil

import pytest

import models

# Single sentences are no slower on one thread, and many times faster where something else is running.
os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="session")
def network():
    """A small transformer with random weights, in evaluation mode."""
    import torch

    from models.transformer import Transformer, TransformerConfig

    torch.manual_seed(0)
    return Transformer(TransformerConfig(50, d_model=32, d_ff=64, n_heads=4, n_layers=3, dropout=0.3, max_length=40)).eval()


@pytest.fixture(scope="session")
def model():
    """The shipped transformer."""
    return models.load("transformer", device="cpu")


@pytest.fixture(autouse=True)
def without_packaged_components(monkeypatch):
    """AppTest looks for components in all installed packages before each run, which takes longer than a page; ours are in no package."""
    monkeypatch.setattr("streamlit.components.v2.manifest_scanner.scan_component_manifests", lambda: [])


@pytest.fixture
def checkpoints(tmp_path, monkeypatch):
    """A folder that is taken for that of the shipped models, with copies of two, to be changed.

    Nothing is loaded yet.
    """
    import streamlit as st

    from models import catalog, checkpoint

    folder = tmp_path / "checkpoints"
    for name in ("transformer", "bilstm-dot"):
        shutil.copytree(checkpoint.SHIPPED / name, folder / name)
    monkeypatch.setattr(models, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(checkpoint, "SHIPPED", folder)
    monkeypatch.setattr(catalog, "_loaded", {})
    st.cache_resource.clear()
    yield folder
    st.cache_resource.clear()


@pytest.fixture(autouse=True)
def every_page_is_drawn(caplog):
    """A page that fails shows a sentence; in a test it is a failure, unless the test clears the log."""
    yield
    failed = [
        record
        for record in caplog.get_records("call")
        if record.name == "viz.app.alerts" and record.levelno >= logging.ERROR
    ]
    assert not failed, failed[0].exc_text
