"""Pretrained models that the person who runs the server offers beside ours. Only this folder imports transformers, and not before one is loaded.

An offer is a name on huggingface.co, a folder or a .gguf file, each with "@revision" after it where a certain version is meant:
HEADS_UP_MODELS="google-bert/bert-base-uncased, ./my-model, Qwen/Qwen2.5-0.5B@main". Visitors choose among the offers; nothing
that a visitor types is ever taken for one. They come from a file, which also gives them names, from that variable and from the command
line, in this order: a name that several would have is the first one's.
"""

import functools
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import UserError

VARIABLE = "HEADS_UP_MODELS"
WHY_NOT = {  # what-ifs that a kind of pretrained model does not have; {model} is its name
    "rotary": "{model} adds no positions to its embeddings: it rotates queries and keys, in every layer.",
    "relative": "{model} adds no positions to its embeddings: it learnt how much each distance adds to a score.",
    "no scale": "{model} does not scale its scores: its weights learnt to be small enough.",
    "no decoder": "{model} has no decoder: each of its words may look at every other, and there is no mask to change.",
    "no cross-attention": "{model} has no cross-attention, and so no source that could be hidden from a decoder.",
    "no encoder": "{model} has no encoder, whose sentence could be padded.",
    "no padding": "{model} has no token for padding.",
}
_named: dict[str, str] = {}  # from a file, by the name it gives
_more: list[str] = []  # from the command line


class Offer(NamedTuple):
    """Where a model comes from: a folder, a file or a name on the hub."""

    source: str
    revision: str | None = None

    @property
    def local(self) -> bool:
        return Path(self.source).expanduser().exists() or self.source.startswith((".", "/", "~"))


def from_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """The offers among the arguments of a program: those after "--model", or after "--model=", in order."""
    pairs = zip(arguments, [*arguments[1:], ""])
    found = [value if name == "--model" else name.partition("=")[2] for name, value in pairs if name == "--model" or name.startswith("--model=")]
    return tuple(filter(None, found))


@functools.cache
def from_file(file: Path) -> dict[str, str]:
    """The offers in the table [models] of a TOML file, by the names that visitors see; none without the file. It is read once.

    Raises UserError, each time, for a file that holds something else.
    """
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8-sig")) if file.exists() else {}
    except (OSError, ValueError) as error:
        raise UserError("{file} cannot be read: {reason}. Write [models] into it, and below that a line for each model, for example "
                        "BERT = \"google-bert/bert-base-uncased\".", file=file, reason=error) from error
    named = found.pop("models", {})
    if found or not isinstance(named, dict) or not all(isinstance(source, str) and source.strip() and name.strip() for name, source in named.items()):
        raise UserError("{file} holds something else than names of models, each with its source in quotation marks. Write [models] into it, and "
                        "below that a line for each model, for example BERT = \"google-bert/bert-base-uncased\".", file=file)
    return named


def offer_named(sources: Mapping[str, str]) -> None:
    """Offers these, each by its name. For the one who starts the program; calling it again changes nothing."""
    _named.update(sources)


def offer(sources: Iterable[str]) -> None:
    """Offers these beside what the variable HEADS_UP_MODELS names. For the one who starts the program; calling it again changes nothing."""
    _more[:] = dict.fromkeys([*_more, *sources])


def offers(taken: Iterable[str] = ()) -> dict[str, Offer]:
    """What is offered, by the name it is shown under: the one it was given, else the last part of its own, with a number where that is `taken`."""
    found, taken = {}, set(taken)
    unnamed = dict.fromkeys([*map(str.strip, os.environ.get(VARIABLE, "").split(",")), *_more])
    for given, text in (*_named.items(), *(("", text) for text in unnamed if text and text not in _named.values())):
        one = parse(text)
        name = short = given or short_name(one.source)
        number = 2
        while name in taken:
            name, number = f"{short}-{number}", number + 1
        taken.add(name)
        found[name] = one
    return found


def short_name(source: str) -> str:
    path = Path(source).expanduser()
    path = path if path.name not in ("", "..") else path.resolve()  # "." is this folder, whatever it is called
    return (path.stem if path.suffix == ".gguf" else path.name) or "model"


def parse(text: str) -> Offer:
    """"source@revision"; a path that is there is taken as it is."""
    source, at, revision = text.rpartition("@")
    return Offer(source, revision) if at and source and revision and not Path(text).expanduser().exists() else Offer(text)
