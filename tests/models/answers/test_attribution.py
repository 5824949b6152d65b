"""The logit of a word as a sum over the parts of a decoder, beside what hooks see."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, load
from models.results import Attribution

TEXTS = ["The students opened their", "The big red dog is sleeping on the bed because", "He"]


def difference(values: np.ndarray) -> np.ndarray:
    return values[..., 0] - values[..., 1]


def ids_of(model, attribution: Attribution) -> list[int]:
    """Return the ids of both words: of each name, the token with that logit."""
    run = model._run(attribution.request)
    with torch.inference_mode():
        logits = model._logits(run)[0, attribution.place].double().numpy()
    return [int(np.abs(logits - logit).argmin()) for logit in attribution.logits]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("place", [0, None])
def test_the_parts_sum_to_the_logit(text, place):
    model = load("gpt", "cpu")
    attribution = model.attribute(Request("gpt", text), place)
    np.testing.assert_allclose(attribution.total, attribution.logits, atol=1e-4)
    following = model.next_words(Request("gpt", text), attribution.place)
    if place == 0:  # the word is given there, and the other is the likeliest
        assert attribution.words[1] == following.words[0]
        return
    assert attribution.words == following.words[:2]
    ratio = np.log(following.probabilities[0] / following.probabilities[1])
    assert difference(attribution.logits) == pytest.approx(ratio, abs=1e-4)


def test_each_part_equals_a_run_in_which_only_it_is_left():
    """Hooks keep what one part adds in the real run, and the norm is written out."""
    model = load("gpt", "cpu")
    request = Request("gpt", TEXTS[1])
    attribution = model.attribute(request)
    network, run, place = model.network, model._run(request), attribution.place
    vectors, hooks = {}, []

    def keep(name):
        def hook(module, inputs, output):
            vectors[name] = output[0, place].double()

        return hook

    def keep_heads(layer):
        def hook(module, inputs, output):
            [concat], size = inputs, inputs[0].shape[-1] // 4
            for head in range(4):
                alone = torch.zeros_like(concat)
                alone[..., head * size : (head + 1) * size] = concat[
                    ..., head * size : (head + 1) * size
                ]
                part = torch.nn.functional.linear(alone, module.weight)
                vectors["head", layer, head] = part[0, place].double()

        return hook

    for layer, block in enumerate(network.layers):
        hooks.append(block.feed_forward.register_forward_hook(keep(("feed", layer))))
        hooks.append(block.self_attention.to_output.register_forward_hook(keep_heads(layer)))
    hooks.append(network.norm.register_forward_pre_hook(lambda m, i: keep("last")(m, i, i[0])))
    with torch.inference_mode():
        logits = model._logits(run)[0, place].double()
        for hook in hooks:
            hook.remove()
        vectors["embedding"] = network.embed(model._reads(run.written[:-1]))[0, place].double()
    last, norm = vectors.pop("last"), network.norm
    spread = torch.sqrt(last.var(unbiased=False) + norm.eps)
    columns = network.embedding.weight[ids_of(model, attribution)].double()
    gain = norm.weight.double()
    slow = {
        name: (columns @ ((part - part.mean()) / spread * gain)).detach().numpy()
        for name, part in vectors.items()
    }
    np.testing.assert_allclose(attribution.embedding, slow.pop("embedding"), atol=1e-4)
    for layer in range(6):
        fed = slow.pop(("feed", layer))
        np.testing.assert_allclose(attribution.feed_forward[layer], fed, atol=1e-4)
        for head in range(4):
            part = slow.pop(("head", layer, head))
            np.testing.assert_allclose(attribution.heads[layer, head], part, atol=1e-4)
    assert not slow
    np.testing.assert_allclose(attribution.logits, logits[ids_of(model, attribution)], atol=1e-4)


def test_a_planted_head_that_writes_one_word_gets_its_logit(monkeypatch):
    """A head whose output is the other word's vector adds most to that word and nothing else."""
    model = load("gpt", "cpu")
    request = Request("gpt", TEXTS[0], " books")
    before = model.attribute(request, other="dogs")
    [dogs] = model._pieces("dogs")
    layer, head, size = 5, 2, 64
    output = model.network.layers[layer].self_attention.to_output
    value = model.network.layers[layer].self_attention.to_value
    weight, bias = output.weight.clone(), value.bias.clone()
    planted = model.network.embedding.weight[dogs] * 100
    try:
        with torch.no_grad():
            value.bias[head * size] += 1  # the same of each token, whatever the weights
            output.weight[:, head * size] = planted
        attribution = model.attribute(request, other="dogs")
    finally:
        with torch.no_grad():
            output.weight.copy_(weight)
            value.bias.copy_(bias)
    assert attribution.words == before.words == ("books", "dogs")
    parts = difference(attribution.heads)
    assert np.unravel_index(parts.argmin(), parts.shape) == (layer, head)
    assert parts[layer, head] < difference(before.heads)[layer, head] - 5
    np.testing.assert_allclose(attribution.total, attribution.logits, atol=1e-4)


def test_a_silenced_head_writes_nothing():
    model = load("gpt", "cpu")
    request = Request("gpt", TEXTS[0], " books", WhatIf(silenced=(("decoder", 4, 0),)))
    attribution = model.attribute(request)
    np.testing.assert_array_equal(attribution.heads[4, 0], 0)
    np.testing.assert_allclose(attribution.total, attribution.logits, atol=1e-4)


@pytest.mark.parametrize(
    "name, reason",
    [
        ("transformer", "each later layer norm rescales"),
        ("bert", "each later layer norm rescales"),
        ("lstm-lm", "is no sum over heads"),
        ("bilstm-dot", "is no sum over heads"),
        ("elmo", "is no sum over heads"),
    ],
)
def test_a_model_that_is_no_sum_says_so(name, reason):
    model = load(name, "cpu")
    assert reason in model.capabilities.unanswered["attribute"]
    with pytest.raises(UserError, match=reason):
        model.attribute(Request(name, "I am tired."))


def test_what_cannot_be_summed_is_refused(monkeypatch):
    model, request = load("gpt", "cpu"), Request("gpt", TEXTS[0])
    with pytest.raises(UserError, match="“qqq” is no other word"):
        model.attribute(request, other="qqq")
    with pytest.raises(IndexError):
        model.attribute(request, 99)
    patched = replace(request, what_if=WhatIf(patched=(("She said their own", 1, 0, 0),)))
    with pytest.raises(UserError, match="Take it out again"):
        model.attribute(patched)
    monkeypatch.setattr(type(model.network), "output_vector", lambda network, x: x)  # no last norm
    with pytest.raises(UserError, match="is no sum over heads"):
        model.attribute(request)


def test_shapes_that_do_not_fit_are_refused():
    zeros = np.zeros
    fields = Request("m", "a"), 0, ("x", "y"), zeros(2), zeros(2)
    whole = Attribution(*fields, zeros((3, 4, 2)), zeros((3, 2)), zeros(2))
    assert whole.total.tolist() == [0, 0]
    with pytest.raises(ValueError, match="feed_forward has shape"):
        Attribution(*fields, zeros((3, 4, 2)), zeros((2, 2)), zeros(2))
