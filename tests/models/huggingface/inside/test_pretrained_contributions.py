"""The contributions of words in a pretrained model, and the page on one head."""

from dataclasses import replace

import numpy as np
import pytest
import torch

import models
from models import Request, UserError, load
from models.huggingface import recorded_attention
from tests.marks import slow_after
from tests.models.huggingface.families import BOTH
from tests.models.huggingface.inside.networks import SENTENCE, STEPS, around, close, layers_of
from tests.pages import alerts, picture, pictures, visit
from viz.analysis.walkthrough import contributions, derive
from viz.base.language import model_title


def test_all_contributions_are_what_the_attention_gives(run):
    model, trace, seen = run
    for stack, layer in layers_of(model):
        maps = trace.attention[stack]
        p = model.parameters(stack, layer)
        shares = contributions(trace, p, stack, layer, maps.n_heads)
        assert shares.error <= 1e-5
        size = maps.value.shape[-1]
        parts = np.stack(
            [
                maps.weights[layer, head][..., None]
                * (maps.value[layer, head] @ p["to_output"][head * size : (head + 1) * size])
                for head in range(maps.n_heads)
            ]
        )  # [head, query, key, d_model]
        close(shares.norms, np.linalg.norm(parts, axis=-1))
        close(shares.together, np.linalg.norm(parts.sum(0), axis=-1))
        close(parts.sum((0, 2)) + p["to_output_bias"], seen[stack, layer])
        lengths = models.contributions(trace, model, stack)[layer]
        np.testing.assert_allclose(lengths, np.linalg.norm(parts, axis=-1), atol=1e-6, rtol=1e-5)
        shares = models.contributions(trace, model, stack, shares=True)[layer]
        attends = maps.allowed_in(layer).any(-1)
        np.testing.assert_allclose(shares[:, attends].sum(-1), 1, atol=1e-5)


def test_a_head_whose_output_matrix_is_unknown_has_no_lengths(pretrained, monkeypatch):
    model = pretrained("bert")
    trace = model.trace(Request("bert", SENTENCE))
    place = next(iter(model._anatomy.layers))
    unknown = {**model._anatomy.layers, place: model._anatomy.layers[place]._replace(output=None)}
    monkeypatch.setattr(model, "_anatomy", model._anatomy._replace(layers=unknown))
    with pytest.raises(UserError, match="Without it the heads cannot be taken apart"):
        models.contributions(trace, model, "encoder")


def test_values_may_be_shorter_than_queries(pretrained):
    model = pretrained("bert")
    trace = model.trace(Request("bert", SENTENCE))
    p = model.parameters("encoder")
    random = np.random.default_rng(0)
    maps = trace.attention["encoder"]
    value = random.normal(size=(*maps.value.shape[:-1], 5)).astype(np.float32)
    trace = replace(
        trace,
        attention={
            **trace.attention,
            "encoder": replace(maps, value=value, head_output=maps.weights @ value),
        },
    )
    p["to_output"] = random.normal(size=(4 * 5, 32))
    derivation = derive(trace, p, "encoder", 0, 1, 2, 4)
    close(
        derivation.grids["projected"].values[0],
        trace.attention["encoder"].head_output[0, :, 2].ravel() @ p["to_output"],
    )
    assert contributions(trace, p, "encoder", 0, 4).error <= 1e-5


def test_weights_of_16_bits_come_as_32(saved, pretrained):
    for family in ("gpt2", "t5"):
        network = type(pretrained(family).network).from_pretrained(
            saved(family), attn_implementation=recorded_attention.NAME, dtype=torch.bfloat16
        )
        model = around(network, pretrained(family))
        assert {values.dtype for values in model.parameters("decoder", 1).values()} == {
            np.dtype(np.float32)
        }
        trace = model.trace(Request(model.name, SENTENCE, " le gros chien"))
        maps, output = trace.attention["decoder"], model.parameters("decoder", 1)["to_output"]
        size = maps.value.shape[-1]
        parts = maps.value[1, 2] @ output[2 * size : 3 * size]  # [key, d_model]
        expected = maps.weights[1, 2] * np.linalg.norm(parts, axis=-1)
        close(models.contributions(trace, model, "decoder")[1, 2], expected)


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", slow_after(1, ["steps", "contribution", "guess"]))
@pytest.mark.parametrize("family", slow_after(1, ["bert", "gpt2", "t5"]))
def test_the_page_draws_a_head_of_a_pretrained_model(family, look, saved, monkeypatch):
    monkeypatch.setenv("HEADS_UP_MODELS", str(saved(family)))
    test = visit(
        "inside",
        {
            "sentence": "The big red dog sees the cat.",
            "model": family,
            "inside-look": look,
            "reveal": "on",
        }
        | ({"attention": "cross"} if family in BOTH else {}),
    )
    page_text = " ".join(element.value for element in test.markdown)
    assert not alerts(test)
    assert len(pictures(test)) == 1
    if look == "steps":
        view = picture(test)
        assert [stage["name"] for stage in view["stages"]] == STEPS
        assert "layer" in view["title"]
        assert f"values come from {model_title(family)}; the rest is computed here" in page_text
        assert "Nothing is simplified" not in page_text
    if look == "contribution":
        assert "f(x) = v W_O" in page_text
        assert ("of the lengths" in page_text) == (family != "gpt2" or "." in page_text)
        assert {"bert": r"\[CLS\], \[SEP\]", "t5": r"\</s\>"}.get(family, "") in page_text.replace(
            "., ", ""
        ).replace(", .", "")
    if look == "guess":
        assert "of 5 right" in page_text


def test_a_model_in_16_bits_says_how_far_it_rounds(saved, monkeypatch):
    monkeypatch.setenv("HEADS_UP_MODELS", str(saved("bert")))
    address = {"sentence": SENTENCE, "model": "bert"}

    def page_text():
        return " ".join(element.value for element in visit("inside", address).markdown)

    assert "16 bits" not in page_text()
    monkeypatch.setitem(load("bert").card, "bits", 16)
    assert "It runs in 16 bits here" in page_text()
