"""The front door: names, a model by its name, and the values that go in and come out.

>>> from models import available, load, Request
>>> model = load("transformer")
>>> model.trace(Request("transformer", "I am tired.")).translation
"""

from collections.abc import Sequence
from pathlib import Path

from . import huggingface
from .errors import UserError
from .request import Request, WhatIf
from .trace import Ablation, AttentionMaps, Encoding, Gradients, NextWords, Trace

__all__ = ["available", "load", "offer", "shipped", "Ablation", "AttentionMaps", "Encoding", "Gradients", "NextWords", "Request", "Trace", "UserError", "WhatIf"]


def available() -> tuple[str, ...]:
    """The names of the models that `load` knows: ours, the transformer first, then the pretrained ones that this server offers."""
    ours = shipped()
    return (*ours, *huggingface.offers(ours))


def shipped() -> tuple[str, ...]:
    """The names of our own models, the transformer first."""
    names = (path.parent.name for path in (Path(__file__).parent / "checkpoints").glob("*/weights.safetensors"))
    return tuple(sorted(names, key=lambda name: (name != "transformer", name)))


def offer(arguments: Sequence[str]) -> None:
    """Offers the pretrained models that a program's arguments name after "--model", beside those of the variable HEADS_UP_MODELS."""
    huggingface.offer(huggingface.from_arguments(arguments))


def load(name: str = "transformer", device: str = "auto"):
    """The trained model of this name on "auto" (cuda, mps or cpu), "cuda", "mps" or "cpu".

    Raises UserError when there is no such model or device, or a pretrained one cannot be read. Torch is imported here, not before.
    """
    from .catalog import load as load_model

    return load_model(name, device)
