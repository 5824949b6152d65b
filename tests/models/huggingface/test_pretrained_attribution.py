"""The logit of a word as a sum over the parts of pretrained decoders."""

import numpy as np
import pytest
import torch

from models import Request, UserError

pytestmark = pytest.mark.slow

# Families of tests/models/huggingface whose layers only add, and others.
SUMS = {"llama", "gpt2"}
NO_SUMS = {"bert", "bart", "t5"}


def test_the_parts_sum_to_the_logit_or_a_sentence_says_why_not(any_model):
    model = any_model
    if "attribute" in model.capabilities.unanswered:
        assert model.name not in SUMS
        with pytest.raises(UserError, match="no sum"):
            model.attribute(Request(model.name, "the cat sleeps"))
        return
    assert model.name not in NO_SUMS
    attribution = model.attribute(Request(model.name, "the cat sleeps"))
    np.testing.assert_allclose(attribution.total, attribution.logits, atol=1e-4)
    assert attribution.heads.shape[:2] == model.attention_sizes["decoder"]
    assert (attribution.heads != 0).any((0, 2)).all()


def rms(norm, last):
    return lambda part: part / torch.sqrt((last**2).mean() + norm.variance_epsilon) * norm.weight


def centred(norm, last):
    spread = torch.sqrt(last.var(unbiased=False) + norm.eps)
    return lambda part: (part - part.mean()) / spread * norm.weight


# By family: the layers, their output projection and feed-forward layer, the norm, what it does.
BY_HAND = {
    "llama": (
        lambda network: network.model.layers,
        lambda layer: (layer.self_attn.o_proj, layer.mlp),
        lambda network: network.model.norm,
        rms,
    ),
    "gpt2": (
        lambda network: network.transformer.h,
        lambda layer: (layer.attn.c_proj, layer.mlp),
        lambda network: network.transformer.ln_f,
        centred,
    ),
}


@pytest.mark.parametrize("family", BY_HAND)
def test_each_part_equals_what_hooks_see(pretrained, family):
    model = pretrained(family)
    attribution = model.attribute(Request(family, "the cat sleeps"))
    of_layers, of_layer, of_norm, frozen = BY_HAND[family]
    network, place, run = model.network, attribution.place, model._run(attribution.request)
    heads, vectors, hooks = attribution.heads.shape[1], {}, []

    def keep(name, module, read=False):
        def hook(module, inputs, output):
            value = inputs[0] if read else output
            vectors[name] = value[0, place].detach().clone()

        hooks.append(module.register_forward_hook(hook))

    for number, layer in enumerate(of_layers(network)):
        projection, feed_forward = of_layer(layer)
        keep(("concat", number), projection, read=True)
        keep(("feed", number), feed_forward)
    keep("last", of_norm(network), read=True)
    with torch.inference_mode():
        logits = model._logits(run)[0, place]
        for hook in hooks:
            hook.remove()
        words = [int((logits - float(logit)).abs().argmin()) for logit in attribution.logits]
        scale = frozen(of_norm(network), vectors["last"])
        columns = network.get_output_embeddings().weight[words]
        for number, layer in enumerate(of_layers(network)):
            projection, _ = of_layer(layer)
            fed = columns @ scale(vectors["feed", number])
            np.testing.assert_allclose(attribution.feed_forward[number], fed, atol=1e-4)
            for head in range(heads):
                concat = vectors["concat", number]
                size = len(concat) // heads
                alone = torch.zeros_like(concat)
                alone[head * size : (head + 1) * size] = concat[head * size : (head + 1) * size]
                part = projection(alone) - projection(torch.zeros_like(alone))
                slow = columns @ scale(part)
                np.testing.assert_allclose(attribution.heads[number, head], slow, atol=1e-4)


def test_it_leaves_the_model_as_it_was(pretrained):
    model = pretrained("llama")
    request = Request("llama", "the cat sleeps")
    before = model.trace(request).choices
    first = model.attribute(request)
    np.testing.assert_array_equal(model.attribute(request).heads, first.heads)
    assert model.trace(request).choices == before
