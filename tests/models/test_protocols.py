"""The declared capabilities of models."""

import inspect

import numpy as np
import pytest

import models
from models import Capabilities, LayerParameters, Request, TextModel, WhatIf, load
from models.protocols import Stack
from models.registry import shipped

ATTRIBUTES = "name", "card", "tokenizer"  # of an instance
MEMBERS = [name for name in vars(TextModel) if not name.startswith("_") and name not in ATTRIBUTES]


@pytest.mark.parametrize("name", shipped())
def test_our_models_answer_every_question_of_the_protocol(name):
    model = load(name, "cpu")
    assert model.name == name
    assert model.card
    for member in MEMBERS:
        declared = getattr(TextModel, member)
        offered = getattr(type(model), member)
        if callable(declared):
            assert [*inspect.signature(declared).parameters] == [
                *inspect.signature(offered).parameters
            ], member


@pytest.mark.parametrize("name", models.shipped_for("translation"))
def test_capabilities_say_what_a_trace_holds(name):
    model = load(name, "cpu")
    capabilities, trace = model.capabilities, model.trace(Request(name, "I am tired."))
    maps = {stack: trace.attention[stack] for stack in ("encoder", "decoder", "cross")}
    sizes = {stack: (one.n_layers, one.n_heads) for stack, one in maps.items() if one is not None}
    assert capabilities.stacks == sizes == model.attention_sizes
    assert {*trace.gates} == {*capabilities.lstms}
    assert capabilities.translates_between("en", "fr")
    assert not capabilities.translates_between("fr")
    assert capabilities.trained_here
    assert capabilities.known_layers
    assert model.kind == "encoder-decoder"
    assert capabilities.directions == {"encoder": "both", "decoder": "left to right"}
    added = capabilities.adds_positions
    assert added == ("positions" in capabilities.interventions)
    assert capabilities.longest == model.longest == 512
    assert capabilities.longest_trained == 128


def test_interventions_and_reasons_are_all_there_are():
    model = load("bilstm-dot", "cpu")
    capabilities = model.capabilities
    assert capabilities.interventions | {*capabilities.unsupported} == {
        *WhatIf.__dataclass_fields__
    }
    assert model.explain_unsupported("mask").startswith("bilstm-dot has no decoder self-attention")
    assert model.explain_unsupported("swap") == ""


def test_what_there_is_no_such_thing_as_is_a_mistake():
    with pytest.raises(ValueError, match="sideways"):
        Capabilities("translation", {"sideways": Stack(1, 1)})
    with pytest.raises(ValueError, match="louder"):
        Capabilities("translation", unsupported={"louder": "no"})
    with pytest.raises(TypeError):
        Capabilities("translation", {"cross": Stack(1, 1)}).stacks["cross"] = Stack(2, 2)


def test_a_model_that_has_one_text_reads_it_from_left_to_right():
    assert Capabilities("bidirectional-lm").directions == {"encoder": "both"}
    assert Capabilities("bidirectional-lm").mixes_layers
    assert not Capabilities("masked-lm").mixes_layers
    assert not Capabilities("bidirectional-lm").writes
    reads = Capabilities("masked-lm").directions, Capabilities("causal-lm").directions
    assert reads == ({"encoder": "both"}, {"decoder": "left to right"})
    assert not Capabilities("masked-lm").writes
    assert not Capabilities("causal-lm").reads_source


def test_parameters_know_what_the_model_is_like():
    parameters = load("transformer", "cpu").parameters("encoder", 1)
    assert isinstance(parameters, LayerParameters)
    assert parameters.capabilities.norm == "after"
    assert all(isinstance(weights, np.ndarray) for weights in parameters.values())
