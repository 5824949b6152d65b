"""Values that go over the wire arrive unchanged, and nothing else can arrive."""

import io
import json
import math
from string import Formatter
from types import SimpleNamespace
from typing import Any, get_type_hints

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import models
from models import Request, UserError
from models.errors import NotRecorded
from models.protocols import FACTS, QUESTIONS, Capabilities, Predictor, Stack, TextModel
from models.serving import replica, wire
from models.serving.client import ServedModel
from models.serving.queue import QueuedModel
from models.serving.secret import sign_question
from models.serving.values import _DTYPES, _check_format, decode, encode_value
from models.store.tokenizer import Tokenizer
from tests.models.serving.exact import assert_all_arrive, assert_same, send
from viz.base.language import _texts_of

# One of each architecture is tried in every run of the tests.
QUICK = "transformer", "bert", "bilstm-dot", "gpt", "elmo"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in models.shipped()
    ],
)
def test_every_answer_of_every_model_arrives_to_the_last_bit(name):
    assert_all_arrive(models.load(name, "cpu"))


STAYS_WITH_THE_WEIGHTS = {"embedding", "whole_words", "lens_many", "attribute_many", "patch_many"}
MEMBERS = {name for name in vars(TextModel) if not name.startswith("_")}


def test_a_queue_and_a_client_have_every_member_of_a_model(monkeypatch):
    model = models.load("transformer", "cpu")
    monkeypatch.setattr(ServedModel, "ask", lambda self, method: replica._facts(model))
    queued, served = QueuedModel(model), ServedModel("ray://127.0.0.1:1", "transformer")
    for name in MEMBERS:
        assert hasattr(queued, name), name
        assert hasattr(served, name) or name in STAYS_WITH_THE_WEIGHTS, name


def test_what_runs_the_network_waits_in_the_queue_and_what_runs_nothing_does_not(monkeypatch):
    questions = []
    monkeypatch.setattr(
        QueuedModel, "_ask", lambda self, method, *arguments: questions.append(method)
    )
    queued = QueuedModel(models.load("gpt", "cpu"))
    for name in {*QUESTIONS} - {"trace"}:  # which is run with others
        getattr(queued, name)()
    assert {*questions} == {*QUESTIONS} - {"trace"}
    assert queued.similar_words("dog")
    assert queued.parameters("decoder")
    assert len(questions) == len(QUESTIONS) - 1


def test_an_answer_has_the_type_that_the_model_declares():
    for method, hint in wire.ANSWERS.items():
        if method != "facts":
            owner = TextModel if hasattr(TextModel, method) else Predictor
            assert hint == get_type_hints(getattr(owner, method))["return"], method
    assert get_type_hints(wire.Facts).keys() == FACTS.keys()


@pytest.mark.parametrize(
    "error",
    [
        UserError("{count:,} of “{name}”: {share:.1f}", count=3, name="{}", share=1e-9),
        UserError("braces {stay} as they are"),
        NotRecorded("scores", "scores=True"),
        KeyError("cross"),
        IndexError(),
    ],
)
def test_an_error_keeps_its_class_and_its_values(error):
    assert_same(send(error, "trace"), error)


def test_an_error_of_another_class_arrives_as_a_mistake_with_its_name():
    error = send(ZeroDivisionError("by 0"), "trace")
    assert type(error) is RuntimeError
    assert str(error) == "ZeroDivisionError: by 0"
    sentence = send(UserError("{reason}.", reason=ValueError("no")), "trace")
    assert str(sentence) == "no."


def test_a_tokenizer_of_another_library_is_not_sent():
    model = SimpleNamespace(**dict.fromkeys(FACTS))
    model.tokenizer = object()
    assert replica._facts(model).tokenizer is None


# JSON has one NaN, without a sign.
FLOATS = st.floats(allow_nan=False) | st.just(math.nan)
plain = st.text(st.characters()) | st.integers() | FLOATS | st.booleans() | st.none()
dtypes = st.sampled_from(sorted(_DTYPES)).map(np.dtype)
VALUES: list[tuple[Any, st.SearchStrategy]] = [
    (Any, st.recursive(plain, lambda one: st.lists(one) | st.dictionaries(st.text(), one))),
    (float, FLOATS),
    (str | None, st.none() | st.text(st.characters())),
    (tuple[str, ...], st.lists(st.text(st.characters())).map(tuple)),
    (tuple[tuple[int, int], ...], st.lists(st.tuples(st.integers(), st.integers())).map(tuple)),
    (list[tuple[str, float]], st.lists(st.tuples(st.text(), FLOATS))),
    (
        dict[int, tuple[float, ...]],
        st.dictionaries(st.integers(), st.lists(FLOATS).map(tuple)),
    ),
    (frozenset[str], st.frozensets(st.text())),
    (Stack, st.builds(Stack, st.integers(), st.integers())),
    (np.ndarray, arrays.arrays(dtypes, arrays.array_shapes(min_dims=0, min_side=0))),
    (np.ndarray, arrays.arrays(dtypes, arrays.array_shapes(min_dims=2)).map(np.transpose)),
    (np.ndarray, arrays.arrays(dtypes, 9).map(lambda array: array[::2])),
]


@pytest.mark.thorough
@given(st.one_of([st.tuples(st.just(hint), values) for hint, values in VALUES]))
@example((str, "\ud83d\ude00"))
@example((str, "\udc80"))
@example((float, -0.0))
@example((float, float("nan")))
def test_any_value_arrives_to_the_last_bit(pair):
    hint, value = pair
    body, buffers = encode_value(value)
    assert_same(decode(hint, body, buffers), value)


@pytest.mark.parametrize("value", [object(), {1, 2}, np.array([{}]), np.array(["a"]), 1j, b""])
def test_what_cannot_arrive_as_it_is_is_not_sent(value):
    with pytest.raises(TypeError, match="is not sent"):
        encode_value(value)


@pytest.mark.parametrize(
    "hint, value",
    [
        (int, True),
        (int, 1.0),
        (float, "1"),
        (str, None),
        (tuple[str, ...], "text"),
        (tuple[str, ...], ["a", 1]),
        (tuple[tuple[int, int], ...], ["ab"]),
        (list[tuple[str, str]], ["ab"]),
        (dict[str, int], [["a", 1]]),
        (Stack, [1]),
        (Capabilities, ["a task"]),
        (Tokenizer, [["a"], []]),
        (Tokenizer, [["<pad>", "<s>", "</s>"], [["a", "b"]]]),
        (np.ndarray, [0, "<f4", [2], "C"]),
        (np.ndarray, [0, "<f4", [-1], "C"]),
        (np.ndarray, [0, "<f4", [10**30], "C"]),
        (np.ndarray, [0, "<f4", [1] * 100, "C"]),
        (np.ndarray, [0, "<f4", [1.0], "C"]),
        (np.ndarray, [-1, "<f4", [1], "C"]),
        (np.ndarray, [True, "<f4", [1], "C"]),
        (np.ndarray, [1, "<f4", [1], "C"]),
        (np.ndarray, [0, "|O", [1], "C"]),
        (np.ndarray, [0, "<U1", [1], "C"]),
        (np.ndarray, [0, ["<f4"], [1], "C"]),
        (np.ndarray, [0, "<f4", [1], "K"]),
        (np.ndarray, None),
    ],
)
def test_a_value_of_another_type_is_refused(hint, value):
    with pytest.raises(Exception):  # noqa: B017 (of no certain class)
        decode(hint, json.dumps(value).encode(), [np.zeros(4, np.uint8)])


@pytest.fixture(scope="module")
def sent_trace(model):
    return wire.write_answer(
        model.trace(Request("transformer", "Yes.", record=models.WEIGHTS_ONLY))
    )


@pytest.mark.slow
@given(data=st.data())
def test_a_damaged_answer_is_unreadable_or_another_answer(sent_trace, data):
    body = bytearray(sent_trace)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, 3000))
        cut = data.draw(st.integers(0, 5))
        body[place : place + cut] = data.draw(st.binary(max_size=5))
    stream = io.BytesIO(body)
    try:
        while isinstance(wire.read_part(stream, "trace", None), wire.Beat):
            pass
    except (wire.UnreadableError, EOFError):
        pass


@given(place=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_no_bit_of_a_signed_answer_can_be_changed(place, bit):
    def sign():
        return sign_question(b"0" * 16, "version", "nonce", b"question")

    body = bytearray(wire.write_answer(np.arange(5.0), sign()))
    body[place % len(body)] ^= 1 << bit
    try:
        answer = wire.read_part(io.BytesIO(body), "distribution", sign())
    except (wire.UnreadableError, EOFError):
        return
    # JSON has several ways to write the same header.
    assert isinstance(answer, wire.WireAnswer)
    assert (answer.value == np.arange(5.0)).all()


def test_every_sentence_that_a_page_can_say_may_arrive():
    for text in {*_texts_of("en").values(), *_texts_of("fr")}:
        if "%{" not in text:  # a template of Plotly
            names = [name for _, name, _, _ in Formatter().parse(text) if name]
            _check_format(text, names)
