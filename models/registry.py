"""The names of the models there are, and a model by its name.

Torch and transformers are imported only when a model is loaded; listing names imports neither.
"""

import functools
import json
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from . import huggingface
from .errors import UserError
from .files import SHIPPED
from .store.libraries import LIBRARIES

if TYPE_CHECKING:
    from .answers.base import Model

_loaded: dict[tuple[str, str], "Model"] = {}  # by name and device
# One each: who waits for a download keeps no one from another model.
_locks: dict[tuple[str, str], threading.Lock] = {}


def available() -> tuple[str, ...]:
    """Return the names that `load` knows.

    Ours, the transformer first, then the pretrained ones that this server offers.
    """
    ours = shipped()
    return (*ours, *huggingface.registered(ours))


def shipped() -> tuple[str, ...]:
    """List the names of our own models, the transformer first."""
    # In a third of the time of a glob: every rerun asks for it three times.
    with suppress(FileNotFoundError), os.scandir(SHIPPED) as folders:
        names = [one.name for one in folders if os.path.exists(f"{one.path}/weights.safetensors")]
        return tuple(sorted(names, key=lambda name: (name != "transformer", name)))
    return ()


def shipped_for(task: str) -> tuple[str, ...]:
    """List the names of our own models that have this task, none of their weights read."""
    return tuple(name for name in shipped() if _read_config(name).get("task") == task)


def shipped_with_lstms() -> tuple[str, ...]:
    """List the names of our own models whose traces record gates, none of their weights read."""
    return tuple(name for name in shipped() if _read_config(name).get("lstms"))


def _read_config(name: str) -> dict:
    return _known_of(SHIPPED / name / "config.json")


@functools.cache
def _known_of(file: Path) -> dict:
    """What is known of a network by its `config.json`; nothing if it is missing or damaged."""
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
        reading = LIBRARIES.reading
        return {"task": reading.task_of(config), "lstms": reading.lstms_of(config)}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def register(arguments: Sequence[str] = (), file: Path | None = None) -> None:
    """Offer pretrained models.

    Those of a file, if it is there, of the variable HEADS_UP_MODELS, and after "--model" in a
    program's arguments.

    Raises UserError for a file with a mistake; the others are offered all the same.
    """
    huggingface.register(huggingface.from_arguments(arguments))
    if file:
        huggingface.register_named(huggingface.from_file(file))


def check_name(name: str) -> None:
    """Raise UserError for a name that `load` does not know."""
    names = available()
    if not names:
        raise UserError(
            "There is no trained model here. Put the folder models/checkpoints back as it was "
            "published, or train one: python -m models.training.train transformer --ship"
        )
    if name not in names:
        raise UserError(
            "There is no model called “{name}”. There is: {models}.",
            name=name[:40],
            models=", ".join(names),
        )


def load(
    name: str = "transformer",
    device: str = "auto",
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> "Model":
    """Load the trained model of this name on "auto" (cuda, mps or cpu), "cuda", "mps" or "cpu".

    There is one per process and device, for all who ask, in any thread: of two that ask at once,
    one waits for the other. While a pretrained one is downloaded, `progress` receives the number of
    bytes that are here and of all, from the threads that download; when it is here and is read, the
    size of its weights twice. Raises UserError when there is no such model or device, files of it
    are missing or damaged, or a pretrained one cannot be fetched or read; what is not offered is
    not looked for anywhere.
    """
    check_name(name)  # before there is a lock for it: visitors may ask for what they like
    with _locks.setdefault((name, device), threading.Lock()):
        if (name, device) not in _loaded:
            read = _read_shipped if name in shipped() else _read_offered
            _loaded[name, device] = read(name, device, progress)
        return _loaded[name, device]


def unload(name: str) -> None:
    """Let the model of this name go when nobody else holds it; `load` reads it again."""
    for key in [key for key in _loaded if key[0] == name]:
        _loaded.pop(key, None)


def _read_shipped(name: str, device: str, progress: Callable[[int, int], object]) -> "Model":
    model: Model = LIBRARIES.reading.read(name, SHIPPED / name, device)
    return model


def _read_offered(name: str, device: str, progress: Callable[[int, int], object]) -> "Model":
    offer = huggingface.registered(shipped())[name]
    model: Model = LIBRARIES.pretrained.load(name, offer, device, progress)
    return model
