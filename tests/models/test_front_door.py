import os
import shutil
import time
from dataclasses import FrozenInstanceError
from importlib.util import find_spec

import pytest

import models
from models import Request, Trace, UserError, WhatIf
from models.normalisation import normalise

ODD = {
    "empty": "",
    "spaces": "   \t\n",
    "one character": "a",
    "full stop": ".",
    "5,000 characters": "dog " * 1250,
    "one long word": "a" * 5000,
    "600 words": "the dog sees " * 200,
    "emoji": "I love 👩‍👩‍👧 🇫🇷 👍🏽!",
    "Arabic": "مرحبا بالعالم",
    "Chinese": "你好,世界",
    "combining": "cafe\u0301 \u0301\u0301 o\u0308\u0323",
    "zero width": "zero\u200bwidth\u200d\ufeff",
    "only zero width": "\u200b",
    "right to left": "\u202eabc",
    "NUL": "I am\0tired.",
    "only NUL": "\0",
    "script": "<script>alert(1)</script>",
    "end": "I am </s> tired",
    "formula": "$x$ **b** :red[x]",
    "lines": "I am\r\ntired.",
}


def answer(model, request):
    """Return the trace, or the error message that the student reads instead."""
    try:
        return model.trace(request)
    except UserError as error:
        assert str(error).strip()
        return str(error)


def test_the_front_door_has_all_it_names():
    assert set(models.__all__) >= {
        "available",
        "load",
        "Request",
        "WhatIf",
        "Trace",
        "AttentionMaps",
        "UserError",
    }
    assert all(hasattr(models, name) for name in models.__all__)


def test_no_name_is_that_of_a_module_which_would_hide_it_in_the_reference():
    assert not [name for name in models.__all__ if find_spec(f"models.{name}")]


def test_the_transformer_comes_first():
    assert models.available()[0] == "transformer"


def test_a_model_is_available_once_its_weights_are_there(monkeypatch, tmp_path):
    for name in ("transformer", "bilstm-dot", "another", "unfinished"):
        (tmp_path / "checkpoints" / name).mkdir(parents=True)
        if name != "unfinished":
            (tmp_path / "checkpoints" / name / "weights.safetensors").touch()
    monkeypatch.setattr(models.registry, "SHIPPED", tmp_path / "checkpoints")
    assert models.available() == ("transformer", "another", "bilstm-dot")
    (tmp_path / "checkpoints" / "new").mkdir()
    (tmp_path / "checkpoints" / "new" / "weights.safetensors").touch()
    shutil.rmtree(tmp_path / "checkpoints" / "another")
    os.utime(tmp_path / "checkpoints", (1, 1))  # two changes may come in one tick of the clock
    assert models.available() == ("transformer", "bilstm-dot", "new")
    (tmp_path / "checkpoints" / "unfinished" / "weights.safetensors").touch()
    second = time.monotonic() + 1
    monkeypatch.setattr("time.monotonic", lambda: second)
    assert models.available() == ("transformer", "bilstm-dot", "new", "unfinished")
    shutil.rmtree(tmp_path / "checkpoints")
    assert models.available() == ()


def test_loading_twice_gives_the_same_model(model):
    assert models.load("transformer", device="cpu") is models.load("transformer", device="cpu")
    assert model.name == "transformer"
    assert model.device_name == "the CPU"
    assert not model.network.training


def test_the_shipped_tokenizer_and_network_agree(model):
    assert len(model.tokenizer) <= model.network.config.vocabulary_size
    assert model.tokenizer.padding_id == model.network.config.padding_id


def test_requests_are_frozen_and_equal_by_what_they_ask():
    request = Request("transformer", "I am tired.")
    assert request == Request("transformer", "I am tired.", target=None, what_if=WhatIf())
    assert hash(request) == hash(Request("transformer", "I am tired."))
    assert request != Request("transformer", "I am tired.", target="")
    with pytest.raises(FrozenInstanceError):
        request.sentence = "You are tired."


@pytest.mark.thorough
@pytest.mark.parametrize("sentence", ODD.values(), ids=ODD.keys())
def test_odd_sentences_give_a_trace_or_one_friendly_sentence(model, sentence):
    reply = answer(model, Request("transformer", sentence))
    visible = normalise(sentence).strip()
    assert isinstance(reply, Trace if 0 < len(visible) < 2000 else str)
    if isinstance(reply, Trace):
        assert reply.translation == model.translate([sentence])[0]


@pytest.mark.parametrize("target", ODD.values(), ids=ODD.keys())
def test_odd_targets_give_a_trace_or_one_friendly_sentence(model, target):
    reply = answer(model, Request("transformer", "I am tired.", target=target))
    if isinstance(reply, Trace):
        assert reply.translation == target


def test_the_longest_sentence_is_read_and_one_word_more_is_not(model):
    longest = model.longest - 1
    ids = model.tokenizer.encode("a" + " a" * (longest - 1))
    assert len(ids) == longest
    trace = model.trace(Request("transformer", model.tokenizer.decode(ids), target="un"))
    assert len(trace.source) == longest + 1
    with pytest.raises(UserError) as error:
        model.trace(Request("transformer", model.tokenizer.decode(ids) + " a"))
    assert f"{longest + 1} tokens" in str(error.value)
    assert f"at most {longest}" in str(error.value)


@pytest.mark.slow
def test_the_longest_target_is_followed_and_one_word_more_is_not(model):
    longest = model.longest - 1
    trace = model.trace(Request("transformer", "I am tired.", target="a" + " a" * (longest - 1)))
    assert len(trace.predicted) == longest + 1
    with pytest.raises(UserError, match=f"{longest + 1} tokens"):
        model.trace(Request("transformer", "I am tired.", target="a" + " a" * longest))


def test_a_book_is_refused_by_its_characters(model):
    with pytest.raises(UserError, match="1,000,000 characters"):
        model.trace(Request("transformer", "a" * 1_000_000))
    with pytest.raises(UserError, match="1,000,000 characters"):
        model.translate(["a" * 1_000_000])


@pytest.mark.parametrize("name", ["", "transformers", "../transformer", "x" * 5000, "\0"])
def test_an_unknown_model_is_a_friendly_sentence(name):
    with pytest.raises(UserError, match="There is no model called") as error:
        models.load(name)
    assert "transformer" in str(error.value)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize("device", ["", "gpu", "meta", "hpu", "cuda:99", "cpu cpu"])
def test_an_unknown_device_is_a_friendly_sentence(device):
    with pytest.raises(UserError, match="This machine has no device"):
        models.load("transformer", device=device)


def test_a_request_for_another_model_is_a_mistake_in_the_program(model):
    with pytest.raises(ValueError, match="a request to 'seq2seq' reached 'transformer'"):
        model.trace(Request("seq2seq", "I am tired."))
