"""The front door: names, a model by its name, and the values that go in and come out.

>>> from models import available, load, Request
>>> model = load("transformer")
>>> model.trace(Request("transformer", "I am tired.")).translation
"""

from collections.abc import Callable, Sequence
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


def offer(arguments: Sequence[str] = (), file: Path | None = None) -> None:
    """Offers pretrained models: those of a file, if it is there, of the variable HEADS_UP_MODELS, and after "--model" in a program's arguments.

    Raises UserError for a file with a mistake; the others are offered all the same.
    """
    huggingface.offer(huggingface.from_arguments(arguments))
    if file:
        huggingface.offer_named(huggingface.from_file(file))


def load(name: str = "transformer", device: str = "auto", progress: Callable[[int, int], object] = lambda done, total: None):
    """The trained model of this name on "auto" (cuda, mps or cpu), "cuda", "mps" or "cpu"; one for all who ask for it, in any thread.

    While a pretrained one is downloaded, `progress` is told the number of bytes that are here and of all, by the threads that download;
    when it is here and is read, the size of its weights twice. Raises UserError when there is no
    such model or device, files of it are missing or damaged, or a pretrained one cannot be fetched
    or read. Torch is imported here, not before.
    """
    from .catalog import load as load_model

    return load_model(name, device, progress)
