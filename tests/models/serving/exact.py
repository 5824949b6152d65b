"""Exact equality: what arrives over the wire must be what was sent, to the last bit."""

import io
import struct
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import numpy as np

import models
from models import LayerParameters, Record, Request, WhatIf
from models.serving import replica, wire
from models.store.tokenizer import Tokenizer
from models.trace import Recorded

SENTENCE = "The small dog sleeps."


def parts_of(value: object) -> dict:
    """Return the values inside a value, by a key that identifies each."""
    if isinstance(value, Recorded):
        return {"kind": value._kind, "values": value._values, "left out": value._left_out}
    if isinstance(value, LayerParameters):
        return {"weights": dict(value), "capabilities": value.capabilities}
    if isinstance(value, Mapping):
        return {"keys": [*value], "values": [*value.values()]}
    if isinstance(value, (list, tuple)):
        return dict(enumerate(value))
    if is_dataclass(value):
        return {field.name: vars(value).get(field.name, "not recorded") for field in fields(value)}
    if isinstance(value, Tokenizer):
        return {"bytes": value.to_bytes()}
    return {}


def is_by_columns(array: np.ndarray) -> bool:
    """Whether an array is in column-major order, which determines the order of sums."""
    return array.flags.f_contiguous and not array.flags.c_contiguous


def assert_same(one: object, other: object, place: str = "") -> None:
    """Assert equal types, bits, memory layouts and orders at every level."""
    assert type(one) is type(other), place
    if isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), place
        assert is_by_columns(one) == is_by_columns(other), place
        assert one.tobytes() == other.tobytes(), place
    elif isinstance(one, float):
        assert struct.pack("d", one) == struct.pack("d", other), place
    elif isinstance(one, BaseException):
        assert (str(one), vars(one)) == (str(other), vars(other)), place
    elif left := parts_of(one):
        right = parts_of(other)
        assert left.keys() == right.keys(), place
        for name, part in left.items():
            assert_same(part, right[name], f"{place} {name}")
    else:
        assert one == other, place


def send(value: object, method: str) -> object:
    """Send the answer to a method over the wire; return what arrives."""
    answer = wire.read_part(io.BytesIO(wire.write_answer(value)), method, None)
    return answer.error or answer.value


def questions_of(model) -> dict[str, list[tuple]]:
    """Return arguments for each method; a model raises an error for those it does not answer."""
    request = Request(model.name, SENTENCE)
    stack = next(iter(model.attention_sizes), "encoder")
    silenced = WhatIf(silenced=((stack, 0, 0),), padding=1)
    records = Record(), Record(weights=()), Record(scores=False, vectors=False), models.WEIGHTS_ONLY
    return {
        "trace": [
            *((Request(model.name, SENTENCE, record=record),) for record in records),
            (Request(model.name, "Où ça \U0001f600 ?", "Là \U0001f600"),),
            (Request(model.name, SENTENCE, what_if=silenced, draft="Le chien"),),
        ],
        "translate": [([SENTENCE, ""],)],
        "encode": [(SENTENCE,), (" ",)],
        "layer_states": [(request, stack), (request, "nothing")],
        "lens": [(request,), (Request(model.name, "The [MASK] dog."), 2, True)],
        "patch": [(request, SENTENCE.replace("dog", "cat")), (request, SENTENCE)],
        "attribute": [(request,), (request, 1, "nothing")],
        "circuit": [(stack, 0, 0, SENTENCE), (stack, 99, 0), ("cross", 0, 0, "a", True, 1)],
        "patch_heads": [(request, SENTENCE.replace("dog", "cat"), "values"), (request, SENTENCE)],
        "gradients": [(request,), (request, 99)],
        "reading_gradients": [(request, 2), (request, 99)],
        "next_words": [(request,), (request, 0, 0.5, 3, 0.9)],
        "fill": [(Request(model.name, "The [MASK] dog [MASK]."),)],
        "guess": [(request, [1, 2]), (request, [])],
        "follows": [(Request(model.name, "I am tired. [SEP] I sleep."),)],
        "draw_masks": [(request, 3, 2)],
        "distribution": [([300, 400],)],
        "log_probabilities": [([300, 400],)],
        "silence_each": [(request,)],
        "ablate": [(request, (stack, 0, 0)), (request, (stack, 99, 0))],
        "find_repair": [(request, (stack, 0, 0))],
        "parameters": [(stack,), (stack, 99)],
        "similar_words": [("dog",)],
        "explain_unsupported": [("mask",)],
        "facts": [()],
    }


def answer_of(model, method: str, arguments: tuple) -> object:
    """Return what the replica sends: a value or an error."""
    try:
        return replica._facts(model) if method == "facts" else getattr(model, method)(*arguments)
    except Exception as error:
        return error


def assert_all_arrive(model) -> None:
    """Assert that each answer of a model, and each error, arrives to the last bit."""
    questions = questions_of(model)
    assert questions.keys() == wire.ANSWERS.keys()
    for method, calls in questions.items():
        for arguments in calls:
            value = answer_of(model, method, arguments)
            assert_same(send(value, method), value, f"{method}{arguments}")
