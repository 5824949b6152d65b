"""Load a model of ours from its files; the task of its network decides the class."""

from pathlib import Path
from typing import Any

from ..store import checkpoint
from ..store.device import pick_device
from ..store.word_lists import WordLists
from .base import Model
from .bidirectional_lm import BidirectionalModel
from .causal_lm import CausalModel
from .masked_lm import MaskedModel
from .own_translation import OwnTranslationModel
from .translation import TranslationModel

_CLASSES: dict[str, type[Model]] = {
    "translation": TranslationModel,
    "causal-lm": CausalModel,
    "masked-lm": MaskedModel,
    "bidirectional-lm": BidirectionalModel,
}


def load_trained(name: str, folder: Path, device: str) -> Model:
    """Load the model in a folder, on a device as in `models.load`.

    Raises UserError for a missing or damaged file, ValueError for a task without a class.
    """
    picked = pick_device(device)
    network, tokenizer, card = checkpoint.load_checkpoint(folder, picked)
    capabilities: Any = network.capabilities  # torch knows modules and tensors only
    task = capabilities.task
    if task not in _CLASSES:
        raise ValueError(f"{name} is a network for {task!r}, and no class of ours does that")
    kind = OwnTranslationModel if isinstance(tokenizer, WordLists) else _CLASSES[task]
    return kind(name, network, tokenizer, card, picked)


def task_of(config: dict) -> str:
    """Return the task of a `config.json`. Raises KeyError for an unknown architecture."""
    network: Any = checkpoint.ARCHITECTURES[config["architecture"]][0]
    return str(network.task)


def lstms_of(config: dict) -> tuple[str, ...]:
    """Return the LSTMs whose gates a trace of such a network records.

    Raises KeyError for an unknown architecture, TypeError for a size it does not have.
    """
    lstms: tuple[str, ...] = getattr(checkpoint.sizes_of(config), "lstms", ())
    return lstms
