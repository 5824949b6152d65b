"""Heads of pretrained models as in the run of another sentence."""

import numpy as np
import pytest
import torch

from models import Request, UserError

pytestmark = pytest.mark.slow


def pair_of(model) -> tuple[str, str]:
    """Return two sentences of as many tokens for which a random network writes other words."""
    mask = "" if model.capabilities.writes else f" {model.mask_token}"
    pairs = (
        ("the cat sleeps", "the dog sleeps"),
        ("the cat sleeps", "a cat sleeps"),
        ("the cat sleeps", "the cat sees"),
        ("the cat sleeps", "the big sleeps"),
        ("the cat sleeps", "a dog sees"),
        ("the", "cat"),
        ("in", "as"),
        ("a in", "is sea"),
    )
    for first, second in pairs:
        try:
            model.patch_heads(Request(model.name, first + mask), second + mask)
        except UserError:
            continue
        return first + mask, second + mask
    raise AssertionError("this network writes the same for all pairs")


def test_a_head_takes_the_output_that_its_projection_reads_in_the_other_run(any_model):
    """Compared with hooks on the output projection, of which each head has a slice."""
    model = any_model
    if "patch_heads" in model.capabilities.unanswered:
        with pytest.raises(UserError, match="without its output layer"):
            model.patch_heads(Request(model.name, "the cat"), "a dog")
        return
    sentence, other = pair_of(model)
    done = []
    patching = model.patch_heads(
        Request(model.name, sentence), other, progress=lambda now, total: done.append((now, total))
    )
    assert done[-1] == (len(patching.heads),) * 2
    run = model._until(model._run(Request(model.name, sentence)), patching.place)
    words = [
        int(model._logits(model._run(Request(model.name, text)))[0, patching.place].argmax())
        for text in (sentence, other)
    ]
    stack, layer, head = patching.heads[-1]
    projection = model._anatomy.layers[stack, layer].output
    count = model.attention_sizes[stack][1]
    inputs: list[torch.Tensor] = []

    def put_in(module, given):
        if len(inputs) < 2:
            inputs.append(given[0])
            return None
        changed = given[0].clone()
        size = changed.shape[-1] // count
        part = slice(head * size, (head + 1) * size)
        changed[..., part] = inputs[1][..., part]
        return (changed,)

    handle = projection.register_forward_pre_hook(put_in)
    try:
        with torch.inference_mode():
            own = model._logits(run)
            model._logits(model._beside(other, run))
            slow = model._logits(run)[0, patching.place].double()
    finally:
        handle.remove()
    assert float(own[0, patching.place, words[0]] - own[0, patching.place, words[1]]) == (
        pytest.approx(patching.own, abs=1e-4)
    )
    difference = float(slow[words[0]] - slow[words[1]])
    assert patching.differences[-1] == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize("kind", ["output", "weights", "values"])
def test_all_kinds_are_measured(kind, pretrained):
    model = pretrained("gpt2")
    sentence, other = pair_of(model)
    patching = model.patch_heads(Request(model.name, sentence), other, kind)
    assert np.isfinite(patching.shares).all()
    assert np.abs(patching.differences - patching.own).max() > 1e-6


def test_states_of_a_pretrained_model_are_refused_in_a_sentence(pretrained):
    with pytest.raises(UserError, match="into our transformers only"):
        pretrained("gpt2").patch(Request("gpt2", "the cat"), "a cat")
