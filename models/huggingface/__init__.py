"""Pretrained models of transformers that an operator offers beside ours.

Only this folder imports transformers, and only when a model is loaded.

An offer is a name on huggingface.co, a folder or a .gguf file, optionally with "@revision":
HEADS_UP_MODELS="google-bert/bert-base-uncased, ./my-model, Qwen/Qwen2.5-0.5B@main". Offers come
from a TOML file, which also names them, from this variable and from the command line. If names
collide, the first in this order keeps its name. Visitors choose among the offers; text that a
visitor types never becomes one.
"""

import functools
import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import UserError
from ..reasons import UNSUPPORTED as UNSUPPORTED

_VARIABLE = "HEADS_UP_MODELS"
# The folder of a model in the cache of huggingface_hub is called by the hash of a commit.
_CACHED = re.compile(r"/models--([^/]+)/snapshots/[^/]+$")
_CHECKPOINT = re.compile(r"(checkpoint|epoch|step)[-_]?\d+")
_named: dict[str, str] = {}  # from a file, by name
_more: list[str] = []  # from the command line
_withdrawn: dict[str, "NotShown"] = {}  # by name, why a model cannot be shown


class NotShown(UserError):
    """Raised for a model that can be read, but not shown: it leaves the list of this process."""


class Offer(NamedTuple):
    """The source of a model: a folder, a file, or a name on the hub with a revision."""

    source: str
    revision: str | None = None

    @property
    def local(self) -> bool:
        return expand_user(self.source).exists() or self.source.startswith((".", "/", "~"))


def expand_user(path: str) -> Path:
    """Replace "~" by the home folder, if the user has one.

    `Path.expanduser` raises RuntimeError for a user without a home folder.
    """
    return Path(os.path.expanduser(path))


def from_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """Return the offers after "--model", or in "--model=...", in a program's arguments."""
    pairs = zip(arguments, [*arguments[1:], ""])
    references = [
        value if name == "--model" else name.partition("=")[2]
        for name, value in pairs
        if name == "--model" or name.startswith("--model=")
    ]
    return tuple(filter(None, references))


@functools.cache
def from_file(file: Path) -> dict[str, str]:
    """Return the offers in the table [models] of a TOML file, by name; {} without the file.

    The file is read once. Raises UserError at every call for a file with other content.
    """
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8-sig")) if file.exists() else {}
    except (OSError, ValueError) as error:
        raise UserError(
            "{file} cannot be read: {reason}. Write [models] into it, and below that a "
            "line for each model, for example "
            'BERT = "google-bert/bert-base-uncased".',
            file=file,
            reason=error,
        ) from error
    named = settings.pop("models", {})
    if (
        settings
        or not isinstance(named, dict)
        or not all(
            isinstance(source, str) and source.strip() and name.strip()
            for name, source in named.items()
        )
    ):
        raise UserError(
            "{file} must list model names, each with its source in quotation marks. "
            "Write [models] into it, and below that a line for each model, for "
            'example BERT = "google-bert/bert-base-uncased".',
            file=file,
        )
    return named


def register_named(sources: Mapping[str, str]) -> None:
    """Offer models by name. Repeating a call changes nothing."""
    _named.update(sources)


def register(sources: Iterable[str]) -> None:
    """Offer models beside those in HEADS_UP_MODELS. Repeating a call changes nothing."""
    _more[:] = dict.fromkeys([*_more, *sources])


def registered(taken: Iterable[str] = ()) -> dict[str, Offer]:
    """Return the offers by name: that of the file, or else `short_name`.

    If a name is in `taken` or that of an earlier offer, what tells the two apart follows in
    brackets: the folder or owner above, or the revision; else "-2", "-3" ... Withdrawn models are
    left out.
    """
    models: dict[str, Offer] = {}
    taken = set(taken)
    unnamed = dict.fromkeys([*map(str.strip, os.environ.get(_VARIABLE, "").split(",")), *_more])
    for explicit_name, text in (
        *_named.items(),
        *(("", text) for text in unnamed if text and text not in _named.values()),
    ):
        offer = parse(text)
        name = short = explicit_name or short_name(offer.source)
        if name in taken and not explicit_name:
            earlier = models.get(short)
            is_same = earlier is not None and earlier.source == offer.source
            difference = offer.revision if is_same else _folder_above(offer.source)
            name = short = f"{short} ({difference})" if difference else short
        number = 2
        while name in taken:
            name, number = f"{short}-{number}", number + 1
        taken.add(name)
        models[name] = offer
    return {name: offer for name, offer in models.items() if name not in _withdrawn}


def withdraw(name: str, reason: NotShown) -> None:
    """Take a model that cannot be shown off the list, for as long as the process runs."""
    _withdrawn[name] = reason


def withdrawn() -> Mapping[str, NotShown]:
    """Return why the withdrawn models cannot be shown, by name."""
    return _withdrawn


def short_name(source: str) -> str:
    """Return what a model is called: the last part of a path or of a name on the hub.

    Of a folder in the hub's cache that is the model's name there; "checkpoint-500" of a training
    has the name of the folder above before it.
    """
    path = _named_path(source)
    name = path.stem if path.suffix == ".gguf" else path.name
    if cached := _CACHED.search(path.as_posix()):
        name = cached[1].rpartition("--")[2]
    elif _CHECKPOINT.fullmatch(name) and (above := _folder_above(source)):
        name = f"{above}-{name}"
    return name or "model"


def _named_path(source: str) -> Path:
    """Return the path of a source; "." and ".." have no name until they are resolved."""
    path = expand_user(source)
    return path if path.name not in ("", "..") else path.resolve()


def _folder_above(source: str) -> str:
    """Return the name of the folder around a path, or the owner of a name on the hub; or ""."""
    path = _named_path(source)
    if cached := _CACHED.search(path.as_posix()):
        return cached[1].rpartition("--")[0].replace("--", "/")
    return (path.absolute() if Offer(source).local else path).parent.name


def parse(text: str) -> Offer:
    """Parse "source@revision"; the path of an existing file or folder may contain "@"."""
    source, _, revision = text.rpartition("@")
    if source and revision and not expand_user(text).exists():
        return Offer(source, revision)
    return Offer(text)
