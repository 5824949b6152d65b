"""Pretrained models that the person who runs the server offers beside ours. Only this folder imports transformers, and not before one is loaded.

An offer is a name on huggingface.co, a folder or a .gguf file, each with "@revision" after it where a certain version is meant:
HEADS_UP_MODELS="google-bert/bert-base-uncased, ./my-model, Qwen/Qwen2.5-0.5B@main". Visitors choose among the offers; nothing
that a visitor types is ever taken for one.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

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


def offer(sources: Iterable[str]) -> None:
    """Offers these beside what the variable HEADS_UP_MODELS names. For the one who starts the program; calling it again changes nothing."""
    _more[:] = dict.fromkeys([*_more, *sources])


def offers(taken: Iterable[str] = ()) -> dict[str, Offer]:
    """What is offered, by the short name it is shown under: the last part of its name, with a number where that is `taken` already."""
    named, taken = {}, set(taken)
    for text in dict.fromkeys([*map(str.strip, os.environ.get(VARIABLE, "").split(",")), *_more]):
        if text:
            one = parse(text)
            path = Path(one.source).expanduser()
            path = path if path.name not in ("", "..") else path.resolve()  # "." is this folder, whatever it is called
            name = short = (path.stem if path.suffix == ".gguf" else path.name) or "model"
            number = 2
            while name in taken:
                name, number = f"{short}-{number}", number + 1
            taken.add(name)
            named[name] = one
    return named


def parse(text: str) -> Offer:
    """"source@revision"; a path that is there is taken as it is."""
    source, at, revision = text.rpartition("@")
    return Offer(source, revision) if at and source and revision and not Path(text).expanduser().exists() else Offer(text)
