"""A folder in place of the shipped models, and small models to put into it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import models

SHIPPED = Path(models.__file__).parent / "checkpoints"


@contextmanager
def shipped_from(folder: Path) -> Iterator[None]:
    """Use a folder in place of the shipped models, with copies of two; none is loaded yet."""
    import streamlit as st

    from models import registry
    from models.store import checkpoint
    from viz.view.runner import plain_runner

    for name in ("transformer", "bilstm-dot"):
        shutil.copytree(SHIPPED / name, folder / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "SHIPPED", folder)
        patch.setattr(checkpoint, "SHIPPED", folder)
        patch.setattr(registry, "_loaded", {})
        # In a thread: a child process would have the shipped ones.
        patch.setattr("viz.jobs.with_models.has_little_memory", lambda enough: True)
        st.cache_resource.clear()
        plain_runner.cache_clear()  # the commands' runner holds models of the same names
        yield
        st.cache_resource.clear()
        plain_runner.cache_clear()


def enlarge(network: Any, spread: float) -> None:
    """Make all random weights as large as after training, also biases and norms."""
    import torch

    with torch.no_grad():
        for parameter in network.parameters():
            parameter += spread * torch.randn_like(parameter)


def save_small_bert(checkpoints: Path) -> str:
    """Ship a small encoder with random weights beside the others; return its name."""
    import torch

    from models.store import checkpoint
    from models.store.tokenizer import MARKS, Tokenizer

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
    enlarge(network, 0.1)
    _, _, card = checkpoint.load_checkpoint(checkpoints / "transformer", torch.device("cpu"))
    written = {name: card[name] for name in ("training", "licences")}
    written |= {
        "name": "bert",
        "languages": ["en"],
        "architecture": checkpoint.describe_layers(network),
    }
    checkpoint.save(checkpoints / "bert", network, tokenizer, written)
    return "bert"


def save_small_elmo(checkpoints: Path) -> str:
    """Ship a small ELMo in the same way, beside a small BERT, whose tokenizer it has."""
    import torch

    from models.store import checkpoint

    _, tokenizer, card = checkpoint.load_checkpoint(checkpoints / "bert", torch.device("cpu"))
    sizes = {"d_model": 24, "d_hidden": 32, "n_layers": 2}
    network = checkpoint.build(
        {"architecture": "elmo", "vocabulary_size": len(tokenizer), "padding_id": 0, **sizes}
    )
    card |= {"name": "elmo", "architecture": checkpoint.describe_layers(network)}
    checkpoint.save(checkpoints / "elmo", network, tokenizer, card)
    return "elmo"


def ship_the_others(checkpoints: Path) -> None:
    """Ship all of our own models whose names are not taken there."""
    for folder in SHIPPED.iterdir():
        if not (checkpoints / folder.name).exists():
            (checkpoints / folder.name).symlink_to(folder)
