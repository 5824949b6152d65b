"""Heads and states of pretrained models as in the run of another sentence."""

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf
from models.request import EVERY, NO_HEAD

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


def states_with(model, sentence, other, layer, stack="", target=None):
    """Return the states of a run with all those of another after a layer."""
    reading = next(iter(model.hidden_names))
    entry = other, stack, "state", layer, NO_HEAD, EVERY, EVERY
    what_if = WhatIf(patched=(entry,))
    trace = model.trace(Request(model.name, sentence, target, what_if=what_if))
    return trace.hidden[stack or reading]


def target_of(model):
    """Return a target of one token: with it, a decoder reads as much as of the sentence alone."""
    if not model.capabilities.writes:
        return None
    for target in (" a", " the", "a", "the", "in"):
        trace = model.trace(Request(model.name, "the cat sleeps", target))
        if model.capabilities.translates or len(trace.predicted) - trace.prompt_length == 1:
            return target
    raise AssertionError("no word is one token")


def test_after_all_states_of_a_layer_the_run_is_the_other_run(any_model):
    model, target = any_model, target_of(any_model)
    sentence, other = "the cat sleeps", "the dog sleeps"
    own, theirs = (model.trace(Request(model.name, text, target)) for text in (sentence, other))
    for stack in model.hidden_names:
        mine, wanted = own.hidden[stack], theirs.hidden[stack]
        is_first = stack == next(iter(model.hidden_names))
        # A translator's decoder still reads its own sentence in the layers that follow.
        for layer in range(len(mine)) if is_first else [len(mine) - 1]:
            got = states_with(model, sentence, other, layer, "" if is_first else stack, target)
            assert np.array_equal(got[:layer], mine[:layer])
            assert np.abs(got[layer:] - wanted[layer:]).max() <= 1e-6 * np.abs(wanted).max()
            assert np.abs(got[layer] - mine[layer]).max() > 1e-3 * np.abs(wanted).max()


def test_states_of_its_own_sentence_change_nothing(any_model):
    model, target = any_model, target_of(any_model)
    trace = model.trace(Request(model.name, "the cat sleeps", target))
    for number, (stack, mine) in enumerate(trace.hidden.items()):
        for layer in range(len(mine)):
            name = stack if number else ""
            got = states_with(model, "the cat sleeps", "the cat sleeps", layer, name, target)
            assert np.array_equal(got, mine)


def test_one_state_is_that_of_a_plain_hook(any_model):
    model = any_model
    if "patch" in model.capabilities.unanswered:
        with pytest.raises(UserError, match="without its output layer"):
            model.patch(Request(model.name, "the cat"), "a dog")
        return
    sentence, other = pair_of(model)
    patching = model.patch(Request(model.name, sentence), other)
    run = model._until(model._run(Request(model.name, sentence)), patching.place)
    words = [
        int(model._logits(model._run(Request(model.name, text)))[0, patching.place].argmax())
        for text in (sentence, other)
    ]
    pairs = zip(patching.tokens, patching.other_tokens, strict=True)
    token = next(place for place, (here, there) in enumerate(pairs) if here != there)
    layers = model._anatomy.modules[next(iter(model.hidden_names))]
    theirs: list[torch.Tensor] = []

    def put_in(module, args, out):
        states = out[0] if isinstance(out, tuple) else out
        if not theirs:
            theirs.append(states[:, token])
            return None
        states = states.clone()
        states[:, token] = theirs[0]
        return (states, *out[1:]) if isinstance(out, tuple) else states

    handle = layers[0].register_forward_hook(put_in)
    try:
        with torch.inference_mode():
            model._logits(model._beside(other, run))
            slow = model._logits(run)[0, patching.place].double()
    finally:
        handle.remove()
    difference = float(slow[words[0]] - slow[words[1]])
    assert patching.differences[1, token] == pytest.approx(difference, abs=1e-4)
    assert abs(patching.differences[1, token] - patching.own) > 1e-3


def test_a_continuation_is_written_with_the_states_of_the_other_sentence(pretrained):
    model = pretrained("gpt2")
    sentence, other = pair_of(model)
    patched = ((other, "", "state", 0, NO_HEAD, EVERY, EVERY),)
    own, theirs = (model.trace(Request("gpt2", text)).predicted for text in (sentence, other))
    with_states = model.trace(Request("gpt2", sentence, what_if=WhatIf(patched=patched)))
    prompt = with_states.prompt_length
    assert with_states.predicted[prompt] == theirs[prompt] != own[prompt]


@pytest.mark.parametrize("family", ["albert", "hrm"])
def test_states_are_refused_where_the_layers_run_in_no_known_order(family, pretrained):
    model = pretrained(family)
    patched = (("a dog", "", "state", 1, NO_HEAD, EVERY, EVERY),)
    for ask in (
        lambda: model.patch(Request(family, "the cat"), "a dog"),
        lambda: model.trace(Request(family, "the cat", what_if=WhatIf(patched=patched))),
    ):
        with pytest.raises(UserError, match=f"cannot be put into {family}: .* not known"):
            ask()


def test_a_feed_forward_layer_of_unknown_build_is_refused(pretrained):
    patched = (("a cat", "decoder", "feed_forward", 0, NO_HEAD, EVERY, EVERY),)
    with pytest.raises(UserError, match="these parts of its layers are not known"):
        pretrained("gpt2").trace(Request("gpt2", "a dog", what_if=WhatIf(patched=patched)))
