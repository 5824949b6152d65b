"""The states between the layers of pretrained models, read as words."""

import numpy as np
import pytest
import torch

from models import Request

pytestmark = pytest.mark.slow

READ_BY_HAND = {  # what follows the last layer, as transformers' own classes have it
    "llama": lambda network, x: network.lm_head(network.model.norm(x)),
    "gpt2": lambda network, x: network.lm_head(network.transformer.ln_f(x)),
    "bert": lambda network, x: network.cls(x),
    "bart": lambda network, x: network.lm_head(x) + network.final_logits_bias,
    "t5": lambda network, x: network.lm_head(
        network.decoder.final_layer_norm(x)
        * (network.model_dim**-0.5 if network.config.tie_word_embeddings else 1)
    ),
}


def request_of(model) -> Request:
    masks = "" if model.capabilities.writes else f" {model.mask_token} a {model.mask_token}"
    return Request(model.name, f"the cat sleeps{masks}")


def test_the_last_layer_is_the_model_itself_or_a_sentence_says_why_not(any_model):
    model = any_model
    if model.name == "bert-bare":
        assert "without its output layer" in model.capabilities.unanswered["lens"]
        return
    request = request_of(model)
    lens = model.lens(request, 10**6)
    layers, _ = model.attention_sizes[lens.stack]
    assert len(lens.words) == layers + 1
    run = model._run(request)
    with torch.inference_mode():
        probabilities = model._logits(run)[0, [*lens.places]].double().softmax(-1)
    expected = probabilities.sort(-1, descending=True).values.numpy()
    np.testing.assert_allclose(lens.probabilities[-1], expected, atol=1e-6)
    assert (lens.ranks[-1] == 1).all()


@pytest.mark.parametrize("family", READ_BY_HAND)
def test_each_layer_is_what_the_output_layer_makes_of_its_state(pretrained, family):
    model = pretrained(family)
    request = request_of(model)
    lens, states = model.lens(request, 10**6), model.trace(request).hidden
    # The last state of transformers is normalised already in some families.
    for layer in range(len(lens.words) - 1):
        state = torch.from_numpy(states[lens.stack][layer, [*lens.places]].copy())
        with torch.inference_mode():
            read = READ_BY_HAND[family](model.network, state[None])[0].double().softmax(-1)
        expected = read.sort(-1, descending=True).values.numpy()
        np.testing.assert_allclose(lens.probabilities[layer], expected, atol=1e-6)


def test_layers_that_run_several_times_are_refused_in_a_sentence(pretrained):
    assert "not known here" in pretrained("albert").capabilities.unanswered["lens"]


def test_a_lens_leaves_the_model_as_it_was(pretrained):
    model = pretrained("llama")
    request = request_of(model)
    before = model.trace(request).choices
    control = model.lens(request, random=True)
    assert control.words[-1] != model.lens(request).words[-1]
    assert model.trace(request).choices == before
