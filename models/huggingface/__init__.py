"""Pretrained models that the person who runs the server offers beside ours.

Only this folder imports transformers, and not before one is loaded.

An offer is a name on huggingface.co, a folder or a .gguf file, each with "@revision" after it where
a certain version is meant: HEADS_UP_MODELS="google-bert/bert-base-uncased, ./my-model,
Qwen/Qwen2.5-0.5B@main". Visitors choose among the offers; nothing that a visitor types is ever
taken for one. They come from a file, which also gives them names, from that variable and from the
command line, in this order: a name that several would have is the first one's.
"""

import functools
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import UserError
from ..networks.reasons import UNSUPPORTED as UNSUPPORTED

VARIABLE = "HEADS_UP_MODELS"
_named: dict[str, str] = {}  # from a file, by the name it gives
_more: list[str] = []  # from the command line


class Offer(NamedTuple):
    """Where a model comes from: a folder, a file or a name on the hub."""

    source: str
    revision: str | None = None

    @property
    def local(self) -> bool:
        return expand_user(self.source).exists() or self.source.startswith((".", "/", "~"))


def expand_user(path: str) -> Path:
    """The path with "~" replaced by the home folder; as it is for a user without one.

    `Path.expanduser` raises RuntimeError there.
    """
    return Path(os.path.expanduser(path))


def from_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """Return the offers in a program's arguments: after "--model", or in "--model=..."."""
    pairs = zip(arguments, [*arguments[1:], ""])
    references = [
        value if name == "--model" else name.partition("=")[2]
        for name, value in pairs
        if name == "--model" or name.startswith("--model=")
    ]
    return tuple(filter(None, references))


@functools.cache
def from_file(file: Path) -> dict[str, str]:
    """Return the offers in the table [models] of a TOML file by name; empty without the file.

    The file is read once. Raises UserError, at every call, for a file with other content.
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
            "{file} holds something else than names of models, each with its source in "
            "quotation marks. Write [models] into it, and "
            'below that a line for each model, for example BERT = "google-bert/bert-base-uncased".',
            file=file,
        )
    return named


def register_named(sources: Mapping[str, str]) -> None:
    """Offer these models, each by its name.

    Called by whoever starts the program; a second call with the same sources changes nothing.
    """
    _named.update(sources)


def register(sources: Iterable[str]) -> None:
    """Offer these models beside those that HEADS_UP_MODELS names.

    Called by whoever starts the program; a second call with the same sources changes nothing.
    """
    _more[:] = dict.fromkeys([*_more, *sources])


def registered(taken: Iterable[str] = ()) -> dict[str, Offer]:
    """Return the offers by their display name.

    The name is the one given in the file, else the last part of the path; "-2", "-3" ... is
    appended when it is `taken`.
    """
    models, taken = {}, set(taken)
    unnamed = dict.fromkeys([*map(str.strip, os.environ.get(VARIABLE, "").split(",")), *_more])
    for explicit_name, text in (
        *_named.items(),
        *(("", text) for text in unnamed if text and text not in _named.values()),
    ):
        one = parse(text)
        name = short = explicit_name or short_name(one.source)
        number = 2
        while name in taken:
            name, number = f"{short}-{number}", number + 1
        taken.add(name)
        models[name] = one
    return models


def short_name(source: str) -> str:
    path = expand_user(source)
    path = (
        path if path.name not in ("", "..") else path.resolve()
    )  # "." is this folder, whatever it is called
    return (path.stem if path.suffix == ".gguf" else path.name) or "model"


def parse(text: str) -> Offer:
    """Parse "source@revision"; an existing path is taken whole, "@" included."""
    source, at, revision = text.rpartition("@")
    return (
        Offer(source, revision)
        if at and source and revision and not expand_user(text).exists()
        else Offer(text)
    )
