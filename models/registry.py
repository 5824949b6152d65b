"""The models by name: list them, register pretrained ones, load one.

Only loading a model imports torch and transformers.
"""

import functools
import json
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import huggingface
from .errors import UserError
from .files import SHIPPED
from .request import Record, Request, WhatIf
from .store.libraries import LIBRARIES
from .trace import Trace

if TYPE_CHECKING:
    from .answers.base import Model

# Models that the page which needs them loads by name; no list has them. Two read characters, one
# several languages.
APART = ("char-lstm", "code-lstm", "languages")
_loaded: dict[tuple[str, str], "Model"] = {}  # by name and device
# One lock per model, so that a download does not block loading another model.
_locks: dict[tuple[str, str], threading.Lock] = {}


def available() -> tuple[str, ...]:
    """Return the names that `load` accepts: our models, then this server's pretrained ones."""
    ours = shipped()
    return (*ours, *huggingface.registered(ours))


def withdrawn() -> Mapping[str, UserError]:
    """Return why offered models cannot be shown, by name: `available` has left them out."""
    return huggingface.withdrawn()


def shipped() -> tuple[str, ...]:
    """List the names of our own models, the transformer first.

    Weights that appear in a folder which is there already are seen after a second.
    """
    try:
        changed = os.stat(SHIPPED).st_mtime_ns
        return _list_shipped(SHIPPED, changed, int(time.monotonic()))
    except FileNotFoundError:
        return ()


@functools.lru_cache(maxsize=1)
def _list_shipped(checkpoints: Path, changed: int, second: int) -> tuple[str, ...]:
    """List them once a second: every run of a page asks eight times, of 16 files each."""
    with os.scandir(checkpoints) as folders:
        names = [
            folder.name
            for folder in folders
            if folder.name not in APART and os.path.exists(f"{folder.path}/weights.safetensors")
        ]
    return tuple(sorted(names, key=lambda name: (name != "transformer", name)))


def shipped_for(task: str) -> tuple[str, ...]:
    """List the names of our own models with this task, without reading weights."""
    return tuple(name for name in shipped() if _read_config(name).get("task") == task)


def shipped_with_lstms() -> tuple[str, ...]:
    """List the names of our own models whose traces record gates, without reading weights."""
    return tuple(name for name in shipped() if _read_config(name).get("lstms"))


def _read_config(name: str) -> dict:
    return _known_of(SHIPPED / name / "config.json")


@functools.cache
def _known_of(file: Path) -> dict:
    """Return the task and the LSTMs that a `config.json` implies; {} if missing or damaged."""
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
        reading = LIBRARIES.load_trained
        return {"task": reading.task_of(config), "lstms": reading.lstms_of(config)}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def register(arguments: Sequence[str] = (), file: Path | None = None) -> None:
    """Offer the pretrained models of a TOML file, and those after "--model" in the arguments.

    Models in the variable HEADS_UP_MODELS are always offered. Raises UserError for a mistake in the
    file; the other models are offered all the same.
    """
    huggingface.register(huggingface.from_arguments(arguments))
    if file:
        huggingface.register_named(huggingface.from_file(file))


def check_name(name: str) -> None:
    """Raise UserError for a name that `load` does not know."""
    names = available()
    if name in huggingface.withdrawn():
        raise huggingface.withdrawn()[name]
    if not names:
        raise UserError(
            "There is no trained model here. Restore the folder models/checkpoints, name another "
            "one in the variable HEADS_UP_WEIGHTS, or train one: python -m "
            "models.training.train transformer --ship"
        )
    if name not in (*names, *APART):
        raise UserError(
            "There is no model called “{name}”. Available: {models}.",
            name=name[:40],
            models=", ".join(names),
        )


def load(
    name: str = "transformer",
    device: str = "auto",
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> "Model":
    """Load the model of this name on a device: "cuda", "mps", "cpu", or "auto" for the best.

    Each process holds one model per name and device, shared by all threads; a second caller waits
    while the first one loads. While a pretrained model is downloaded, the downloading threads call
    `progress(done, total)` in bytes; when the files are complete, both are their size. Raises
    UserError for an unknown name or device, for missing or damaged files, and for a pretrained
    model that cannot be downloaded or read. Only offered names are ever looked up on the hub.
    """
    check_name(name)  # before a lock is made for it: a visitor's link may name anything
    read = _read_shipped if name in (*shipped(), *APART) else _read_offered
    return _load_once(name, device, lambda: read(name, device, progress))


def load_from(
    source: str | os.PathLike[str],
    device: str = "auto",
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> "Model":
    """Load what `load` does, or a model of transformers that nobody has offered.

    `source` is also "owner/name" on huggingface.co, a folder or a .gguf file, each with "@revision"
    where one is wanted. It may be downloaded, so this is for scripts: text of a visitor goes to
    `load` alone. Raises UserError as `load`.

    >>> load_from("sentence-transformers/all-MiniLM-L6-v2")
    """
    source = os.fspath(source)
    offer = huggingface.parse(source)
    if source in (*available(), *APART) or not (offer.local or "/" in source):
        return load(source, device, progress)
    name = huggingface.short_name(offer.source)
    return _load_once(source, device, lambda: _load_offer(name, offer, device, progress))


def _load_once(name: str, device: str, read: Callable[[], "Model"]) -> "Model":
    with _locks.setdefault((name, device), threading.Lock()):
        if (name, device) not in _loaded:
            _loaded[name, device] = read()
        return _loaded[name, device]


def unload(name: str) -> None:
    """Drop the registry's references to the model of this name; `load` reads it again."""
    for key in [key for key in _loaded if key[0] == name]:
        _loaded.pop(key, None)


@overload
def trace_pretrained(
    model: Any,
    tokenizer: Any,
    text: str,
    target: str | None = None,
    what_if: WhatIf = WhatIf(),
    record: Record = Record(),
) -> Trace: ...


@overload
def trace_pretrained(
    model: Any,
    tokenizer: Any,
    text: Sequence[str],
    target: str | None = None,
    what_if: WhatIf = WhatIf(),
    record: Record = Record(),
) -> list[Trace]: ...


def trace_pretrained(
    model: Any,
    tokenizer: Any,
    text: str | Sequence[str],
    target: str | None = None,
    what_if: WhatIf = WhatIf(),
    record: Record = Record(),
) -> Trace | list[Trace]:
    """Return the trace of a text on a model of transformers that is in memory, with its tokenizer.

    Of a list of texts, the list of their traces. Texts of as many tokens run together, which takes
    less time, unless the model writes first: a model that writes, without `target`.
    The arguments after the text are those of `Request`. The model is as before afterwards, but no
    other thread may use it meanwhile. Of a classifier the layers are traced. Raises UserError for
    a model whose attention cannot be recorded, and as `TextModel.trace`.
    """
    path = str(getattr(getattr(model, "config", None), "name_or_path", ""))
    name = huggingface.short_name(path) if path else type(model).__name__
    texts = [text] if isinstance(text, str) else text
    if not texts:
        return []
    requests = [Request(name, text, target, what_if, record) for text in texts]
    traces: list[Trace] = LIBRARIES.in_memory.trace_many(model, tokenizer, requests)
    return traces[0] if isinstance(text, str) else traces


def save_translator(
    network: Any,
    source: Sequence[str],
    target: Sequence[str],
    folder: str | os.PathLike[str],
    languages: Sequence[str] = (),
) -> None:
    """Write a trained translator with `torch.nn.Transformer` into a folder that is offered as any.

    It is a network like that of PyTorch's tutorial "Language Translation with nn.Transformer": an
    encoder and a decoder with norms after their sub-layers and ReLU, an embedding for each
    language, positions, and the methods `encode` and `decode` and the layer `generator`. `source`
    and `target` are all words in the order of their ids, with tokens for padding, unknown words,
    begin and end, which a sentence has on both sides. `languages` are their codes. Raises UserError
    for other networks, also where the logits computed here are not the network's own.

    >>> save_translator(network, german.get_itos(), english.get_itos(), "mine", ("de", "en"))
    >>> load_from("./mine")
    """
    path = Path(folder)
    LIBRARIES.own_transformer.save(network, source, target, path, languages)
    for name in (os.fspath(folder), huggingface.short_name(os.fspath(folder))):
        unload(name)
    _known_of.cache_clear()


def _read_shipped(name: str, device: str, progress: Callable[[int, int], object]) -> "Model":
    model: Model = LIBRARIES.load_trained.load_trained(name, SHIPPED / name, device)
    return model


def _read_offered(name: str, device: str, progress: Callable[[int, int], object]) -> "Model":
    offer = huggingface.registered(shipped())[name]
    try:
        return _load_offer(name, offer, device, progress)
    except huggingface.NotShown as reason:
        huggingface.withdraw(name, reason)
        raise


def _load_offer(
    name: str, offer: huggingface.Offer, device: str, progress: Callable[[int, int], object]
) -> "Model":
    """Load a model of transformers, or one in a folder as ours and `save_translator` write it."""
    folder = huggingface.expand_user(offer.source)
    if _known_of(folder / "config.json"):
        model: Model = LIBRARIES.load_trained.load_trained(name, folder, device)
    else:
        model = LIBRARIES.pretrained.load(name, offer, device, progress)
    return model
