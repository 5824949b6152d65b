"""What goes over the wire: a question as JSON, beats while it waits, and an answer.

A question is JSON, so that who can reach the port can ask what a visitor can ask, and no more. An
answer is a pickle, which whoever reads it must trust: it comes from the address that this server
was started with.
"""

import json
import pickle
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, BinaryIO, NamedTuple

from ..request import Record, Request, WhatIf
from ..service import METHODS

# What is asked of a model. Its weights stay where it is, but for those that a page explains.
QUESTIONS = (*METHODS, "parameters", "similar_words", "facts")
# What a server of pages knows of a model, to ask it nothing for what never changes.
FACTS = (
    "name",
    "card",
    "capabilities",
    "tokenizer",
    "kind",
    "device_name",
    "attention_sizes",
    "longest",
    "lstms",
    "what_ifs",
    "vocabulary_size",
)


@dataclass(frozen=True)
class Question:
    """A method of a model, with plain values and requests."""

    model: str
    method: str
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.method not in QUESTIONS:
            raise ValueError(f"no model is asked for {self.method!r}")


class Beat(NamedTuple):
    """How far the answer is: how many questions are before it, how much of it is done."""

    before: int
    done: int = 0
    total: int = 0


def write_question(question: Question) -> bytes:
    arguments = [
        {"request": asdict(one)} if isinstance(one, Request) else one for one in question.arguments
    ]
    parts = [question.model, question.method, arguments, question.options]
    return json.dumps(parts, default=lambda number: number.item()).encode()


def read_question(body: bytes) -> Question:
    """Raises ValueError, TypeError, KeyError or UserError for what is no question."""
    model, method, arguments, options = json.loads(body)
    read = [read_request(one) if isinstance(one, dict) else one for one in arguments]
    if method == "trace" and [getattr(one, "model", None) for one in read] != [model]:
        raise ValueError("a trace is that of one request to the model")  # it is run with others
    return Question(model, method, (*read,), dict(options))


def read_request(entry: dict[str, Any]) -> Request:
    values = dict(entry["request"])
    what_if, record = WhatIf(**values.pop("what_if")), Record(**values.pop("record"))
    return Request(**values, what_if=what_if, record=record)


def write_beat(beat: Beat) -> bytes:
    return json.dumps(beat).encode() + b"\n"


def write_answer(value: object) -> bytes:
    """A line with the lengths of what follows: a pickle, then the arrays in it."""
    arrays: list[pickle.PickleBuffer] = []
    parts = [pickle.dumps(value, protocol=5, buffer_callback=arrays.append)]
    lengths = [len(parts[0]), *(array.raw().nbytes for array in arrays)]
    return b"".join([json.dumps({"lengths": lengths}).encode(), b"\n", *parts, *arrays])


def read_answer(stream: BinaryIO, watch: Callable[[Beat], object]) -> Any:
    """The answer, of which `watch` is called with each beat before it; its arrays are read only.

    Raises EOFError where it breaks off, and else what the file raises.
    """
    while line := stream.readline():
        read = json.loads(line)
        if isinstance(read, dict):
            body, *arrays = [read_whole(stream, length) for length in read["lengths"]]
            return pickle.loads(body, buffers=arrays)
        watch(Beat(*read))
    raise EOFError("the answer breaks off")


def read_whole(stream: BinaryIO, length: int) -> bytes:
    part = stream.read(length)
    if len(part) < length:
        raise EOFError("the answer breaks off")
    return part
