"""The states between the layers, read as words by the output layer."""

import numpy as np
import pytest
import torch

from models import Lens, Request, UserError, WhatIf, load

pytestmark = pytest.mark.thorough

SENTENCES = {
    "transformer": "The big red dog is sleeping on the bed.",
    "gpt": "The students opened their",
    "bert": "The big [MASK] dog is sleeping on the [MASK].",
    "lstm-lm": "The students opened their",
}
WHOLE = 10**6  # more words than any vocabulary has


def softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def normed(x: np.ndarray, norm) -> np.ndarray:
    spread = np.sqrt(((x - x.mean()) ** 2).mean() + norm.eps)
    gain, shift = (part.detach().numpy().astype(float) for part in (norm.weight, norm.bias))
    return (x - x.mean()) / spread * gain + shift


def slow_reading(name: str, model, state: np.ndarray) -> np.ndarray:
    """Return the probabilities of the vocabulary that one state stands for, step by step."""
    network, x = model.network, state.astype(float)
    if name == "gpt":
        x = normed(x, network.norm)
    if name == "bert":
        for part in network.to_word:
            if isinstance(part, torch.nn.Linear):
                x = part.weight.detach().numpy().astype(float) @ x + part.bias.detach().numpy()
            elif isinstance(part, torch.nn.LayerNorm):
                x = normed(x, part)
            else:
                x = part(torch.from_numpy(x)).numpy()
    return softmax(model.embedding.detach().numpy().astype(float) @ x)


@pytest.mark.parametrize("name", SENTENCES)
def test_each_layer_equals_a_slow_version_and_the_last_one_the_model(name):
    model, request = load(name, "cpu"), Request(name, SENTENCES[name])
    lens, states = model.lens(request, WHOLE), model.trace(request).hidden
    assert lens.probabilities.shape[-1] == model.vocabulary_size
    last = len(lens.words) - 1
    for layer, place in np.ndindex(lens.ranks.shape):
        slow, slow_last = (
            slow_reading(name, model, states[lens.stack][at, lens.places[place]])
            for at in (layer, last)
        )
        read = lens.probabilities[layer, place]
        np.testing.assert_allclose(read, np.sort(slow)[::-1], atol=1e-5)
        final = lens.words[-1][place][0]
        assert lens.final[place] == final
        of_final = lens.of_final[layer, place]
        # By the entry and not by its word: two entries of a vocabulary may be written alike.
        np.testing.assert_allclose(of_final, slow[slow_last.argmax()], atol=1e-5)
        assert of_final == read[lens.ranks[layer, place] - 1]
    with torch.inference_mode():
        probabilities = model._logits(model._run(request))[0, [*lens.places]].double().softmax(-1)
    best = probabilities.sort(-1, descending=True).values.numpy()
    np.testing.assert_allclose(lens.probabilities[-1], best, atol=1e-6)
    if model.capabilities.writes:
        following = model.next_words(request)
        assert following.words[0] == lens.final[-1]
        np.testing.assert_allclose(lens.probabilities[-1, -1], following.probabilities, atol=1e-6)


def test_the_third_layer_reads_grand_and_est_where_the_last_writes_gros_and_dort():
    lens = load("transformer", "cpu").lens(Request("transformer", SENTENCES["transformer"]))
    best = [[words[0] for words in layer] for layer in lens.words]
    assert best[4] == ["Le", "gros", "chien", "rouge", "dort", "sur", "le", "lit", ".", "</s>"]
    assert best[3] == ["Le", "grand", "chien", "rouge", "est", "sur", "le", "lit", ".", "</s>"]
    assert lens.first_layers[:6] == (3, 4, 3, 3, 4, 3)
    # Embedding and output matrix are one, so the input reads as what was read.
    assert best[0][1:] == best[4][:-1] == [*lens.read[1:]]


@pytest.mark.parametrize("name", SENTENCES)
def test_through_random_numbers_no_layer_leads_with_the_final_words(name):
    model, request = load(name, "cpu"), Request(name, SENTENCES[name])
    control, lens = model.lens(request, random=True), model.lens(request)
    assert control.random
    assert control.final == lens.final
    assert control.first_layers == (None,) * len(lens.places)
    assert set(lens.first_layers) - {None}
    again = model.lens(request, random=True)
    np.testing.assert_array_equal(control.probabilities, again.probabilities)


def test_a_given_text_and_a_what_if_are_read_too():
    model = load("transformer", "cpu")
    request = Request("transformer", "I am tired.", "Je suis fatigué.")
    lens = model.lens(request)
    assert len(lens.places) == len(model.trace(request).predicted)
    silenced = Request("transformer", "I am tired.", "Je suis fatigué.", WhatIf(temperature=9))
    assert not np.allclose(model.lens(silenced).of_final, lens.of_final)


@pytest.mark.parametrize(
    "name, reason",
    [
        ("bilstm-dot", "a single layer"),
        ("seq2seq", "a single layer"),
        ("window-lm", "a single layer"),
        ("elmo", "only reads here"),
    ],
)
def test_a_model_without_states_between_says_so(name, reason):
    model = load(name, "cpu")
    assert reason in model.capabilities.unanswered["lens"]
    with pytest.raises(UserError, match=reason):
        model.lens(Request(name, "I am tired."))


def test_an_encoder_needs_a_mask():
    with pytest.raises(UserError, match=r"no \[MASK\] in this sentence"):
        load("bert", "cpu").lens(Request("bert", "I am tired."))


def test_a_network_whose_output_layer_is_another_one_is_refused(monkeypatch):
    model = load("gpt", "cpu")
    monkeypatch.setattr(type(model.network), "output_vector", lambda network, x: x)  # no last norm
    with pytest.raises(UserError, match="not known here"):
        model.lens(Request("gpt", SENTENCES["gpt"]))


def test_a_lens_checks_itself():
    lens = load("bert", "cpu").lens(Request("bert", SENTENCES["bert"]))
    fields = {name: getattr(lens, name) for name in lens.__dataclass_fields__}
    with pytest.raises(ValueError, match="of_final has shape"):
        Lens(**fields | {"of_final": lens.of_final[1:]})
    with pytest.raises(ValueError, match="read-only"):
        lens.ranks[0] = 1
    assert "Lens(request=" in repr(lens)
