"""The wire format: a question as JSON, beats while it waits, and an answer.

Both sides accept only what the other may ask or answer. A question is one of ANSWERS, with plain
values. An answer has the type of its question, JSON and raw arrays: see `values`. With a key, both
are signed: see `secret`.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..protocols import FACTS, LOOKUPS, QUESTIONS
from ..request import Record, Request, WhatIf
from ..store.tokenizer import Tokenizer
from .secret import Signature
from .values import decode, decode_error, encode_error, encode_value

# A pretrained model's tokenizer stays with it.
Facts = NamedTuple("Facts", [*(FACTS | {"tokenizer": Tokenizer | None}).items()])  # type: ignore[misc]
# What a client may ask, with the types of the answers. No other weights go over the wire than those
# that a page explains.
ANSWERS: dict[str, Any] = QUESTIONS | LOOKUPS | {"facts": Facts}
VERSION_HEADER = "Heads-Up-Version"  # of every response
MAX_QUESTION = 4 * 2**20  # bytes
_MAX_LINE = 2**16  # bytes of a beat, or of the lengths of the parts of an answer
_MAX_JSON = 8 * 2**20  # bytes; the words of a vocabulary of 250,000 have 3 MB
# Bytes; a full trace of 512 tokens has 1.1 GB in a network of 24 layers of 16 heads.
_MAX_ANSWER = 2**31


class UnreadableError(Exception):
    """An answer that cannot be read."""


@dataclass(frozen=True)
class WireQuestion:
    """A method of a model, with plain values and requests."""

    model: str
    method: str
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.method not in ANSWERS:
            raise ValueError(f"no model is asked for {self.method!r}")


class Beat(NamedTuple):
    """The progress of an answer: the questions before it, and how much of it is done."""

    before: int
    done: int = 0
    total: int = 0


class WireAnswer(NamedTuple):
    """The value that a model returns, or the error that it raises."""

    value: Any = None
    error: Exception | None = None


def write_question(question: WireQuestion) -> bytes:
    arguments = [
        {"request": asdict(argument)} if isinstance(argument, Request) else argument
        for argument in question.arguments
    ]
    parts = [question.model, question.method, arguments, question.options]
    return json.dumps(parts, default=lambda number: number.item()).encode()


def read_question(body: bytes) -> WireQuestion:
    """Read a question. Raises ValueError, TypeError, KeyError or UserError for anything else."""
    model, method, arguments, options = json.loads(body)
    read = [
        _read_request(argument) if isinstance(argument, dict) else argument
        for argument in arguments
    ]
    if method == "trace" and [getattr(argument, "model", None) for argument in read] != [model]:
        raise ValueError("a trace is that of one request to the model")  # it may join a batch
    return WireQuestion(model, method, (*read,), dict(options))


def _read_request(entry: dict[str, Any]) -> Request:
    values = dict(entry["request"])
    what_if, record = WhatIf(**values.pop("what_if")), Record(**values.pop("record"))
    return Request(**values, what_if=what_if, record=record)


@cache
def version() -> str:
    """Return a digest that identifies this version of the models and of the wire format."""
    folder = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.relative_to(folder).as_posix().encode())
        digest.update(file.read_text(encoding="utf-8").encode())  # independent of line ends
    return digest.hexdigest()[:12]


def write_beat(beat: Beat) -> bytes:
    return json.dumps(beat).encode() + b"\n"


def write_answer(value: object, signature: Signature | None = None) -> bytes:
    """Write a line with the lengths of the parts, then JSON, then its arrays.

    The value may be an error. `signature` is that of the question.
    """
    if isinstance(value, BaseException):
        (body, arrays), kind = encode_error(value), "error"
    else:
        (body, arrays), kind = encode_value(value), "value"
    parts = [memoryview(body), *(array.data for array in arrays)]
    header: dict[str, Any] = {"kind": kind, "lengths": [*map(len, parts)]}
    if signature:
        _add_answer(signature, kind, parts)
        header["signature"] = signature.text
    return b"".join([json.dumps(header).encode(), b"\n", *parts])


def _add_answer(signature: Signature, kind: str, parts: Sequence[bytes | memoryview]) -> None:
    """Extend the signature of a question to its answer."""
    signature.add(b"answer")
    signature.add(kind.encode())
    for part in parts:
        signature.add(part)


class _Stream(Protocol):
    """A response that can be read."""

    def readline(self, limit: int, /) -> bytes: ...

    def readinto(self, buffer: memoryview, /) -> int: ...


@contextmanager
def as_unreadable() -> Iterator[None]:
    """Raise UnreadableError for any error in bytes from another machine.

    Errors of the connection stay OSError, HTTPException or EOFError.
    """
    try:
        yield
    except (OSError, HTTPException, EOFError):
        raise
    except Exception as error:
        raise UnreadableError(f"{type(error).__name__}: {error}"[:200]) from error


def read_part(stream: _Stream, method: str, signature: Signature | None) -> Beat | WireAnswer:
    """Read the next beat, or the answer to a question of this method; its arrays are read-only.

    `signature` is that of the question if there is a key. Raises UnreadableError for anything else,
    and OSError, HTTPException or EOFError if the connection breaks.
    """
    with as_unreadable():
        line = stream.readline(_MAX_LINE)
        if not line.endswith(b"\n"):
            if len(line) < _MAX_LINE:
                raise EOFError("the answer breaks off")
            raise ValueError("a line is too long")
        header = json.loads(line)
        if isinstance(header, list):
            return _read_beat(header)
        kind, lengths = header["kind"], _check_lengths(header["lengths"])
        buffers = [_read_buffer(stream, length) for length in lengths]
        if signature:
            _add_answer(signature, kind, [buffer.data for buffer in buffers])
            if not signature.is_equal(header.get("signature")):
                raise ValueError("it is not signed with the key of this server")
        body, arrays = buffers[0].tobytes(), buffers[1:]
        if kind == "error":
            return WireAnswer(error=decode_error(body))
        return WireAnswer(decode(ANSWERS[method], body, arrays))


def _read_beat(numbers: list[Any]) -> Beat:
    beat = Beat(*numbers)
    if any(type(number) is not int or number < 0 for number in beat):
        raise ValueError("the numbers of a beat are no counts")
    return beat


def _check_lengths(lengths: Any) -> list[int]:
    """Return the lengths of the parts of an answer.

    Raises ValueError for an invalid length, or for an answer that would be too long.
    """
    if any(type(length) is not int or length < 0 for length in lengths):
        raise ValueError("the lengths are no counts")
    if not lengths or lengths[0] > _MAX_JSON or sum(lengths) > _MAX_ANSWER:
        raise ValueError(f"it has {sum(lengths):,} bytes")
    return list(lengths)


def _read_buffer(stream: _Stream, length: int) -> np.ndarray:
    """Read bytes into a read-only array. Memory is committed as they arrive, not before."""
    buffer = np.empty(length, np.uint8)
    rest = buffer.data
    while rest:
        count = stream.readinto(rest)
        if not count:
            raise EOFError("the answer breaks off")
        rest = rest[count:]
    buffer.flags.writeable = False
    return buffer
