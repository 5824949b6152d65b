"""What a head writes, read off its weights, beside the network's modules and planted heads."""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
import torch

from models import Request, UserError, load
from models.results import Circuit
from models.words.lexicon import lexicon

DOG = "The big red dog is sleeping on the bed."


@contextmanager
def planted(model, attention, head: int, value: torch.Tensor, output: torch.Tensor):
    """Give a head these matrices, `[d_head, d_model]` and `[d_model, d_head]`."""
    model.head_shares.clear()
    size = len(value)
    part = slice(head * size, (head + 1) * size)
    old = attention.to_value.weight.clone(), attention.to_output.weight.clone()
    with torch.no_grad():
        attention.to_value.weight[part] = value
        attention.to_output.weight[:, part] = output
    try:
        yield
    finally:
        model.head_shares.clear()
        with torch.no_grad():
            attention.to_value.weight.copy_(old[0])
            attention.to_output.weight.copy_(old[1])


def directions_of(model) -> torch.Tensor:
    """Return the 64 of 256 directions in which the words differ most, `[64, 256]`."""
    words = model.embedding[[*model.whole_words]].detach()
    return torch.linalg.svd(words - words.mean(0), full_matrices=False).Vh[:64]


@pytest.mark.parametrize("encoded", [False, True])
def test_the_words_of_a_cross_head_equal_what_its_modules_write(encoded):
    """One word at a time: through the layer's own modules, all heads but one put to 0."""
    model = load("transformer", "cpu")
    circuit = model.circuit("cross", 3, 0, DOG, encoded)
    attention = model.network.decoder[3].cross_attention
    french = {word for word in model.whole_words.values() if word.islower()}
    french = {
        word
        for word in french & {*lexicon().french}
        if lexicon().likeliest_english(word) not in ("", word)
    }
    names = {index: word for index, word in model.whole_words.items() if word in french}
    assert circuit.written == len(names)
    for place in (1, 3, 5):  # big, dog, sleeping: a piece each
        [index] = model._pieces(circuit.tokens[place])
        with torch.inference_mode():
            x = model.network.embedding.weight[index] * 16  # sqrt(d_model)
            if encoded:
                read = torch.tensor([[index, model.tokenizer.end_id]])
                x = model.network.encode(read)[0][0, 0]
            value = attention.to_value(x) - attention.to_value.bias
            value[64:] = 0
            written = attention.to_output(value) - attention.to_output.bias
            scores = {
                word: float(model.network.embedding.weight[number] @ written)
                for number, word in names.items()
            }
        values = np.array([*scores.values()])
        best = sorted(scores, key=lambda word: -scores[word])[:3]
        assert circuit.words[place] == tuple(best)
        expected = [(scores[word] - values.mean()) / values.std() for word in best]
        np.testing.assert_allclose(circuit.scores[place], expected, atol=1e-3)


def test_a_cross_head_is_a_dictionary_and_a_random_one_is_not():
    model = load("transformer", "cpu")
    circuit = model.circuit("cross", 3, 0, DOG)
    assert circuit.first[3, 0] > 0.3
    assert circuit.among_ten[3, 0] > 0.65
    assert circuit.random_first < 0.005
    assert circuit.random_among_ten < 0.02
    assert circuit.first[0].max() < 0.05  # heads of layer 1 write no translations
    assert circuit.read > 1000
    assert circuit.words[3][0] == "chien"
    assert circuit.words[1][:2] == ("gros", "grand")
    assert {*circuit.expected[5]} == {"dort", "dormir"}
    assert circuit.copying is None
    # What the encoder makes of each word alone is read better.
    assert model.circuit("cross", 3, 0, encoded=True).first[3, 0] > circuit.first[3, 0]


def test_matrices_of_random_numbers_give_chance():
    model = load("transformer", "cpu")
    generator = torch.Generator().manual_seed(3)
    value, output = torch.randn(64, 256, generator=generator), torch.randn(256, 64)
    with planted(model, model.network.decoder[3].cross_attention, 1, value, output):
        circuit = model.circuit("cross", 3, 1)
    assert circuit.first[3, 1] < 0.005
    assert circuit.among_ten[3, 1] == pytest.approx(10 / circuit.written, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("stack, layer", [("encoder", 1), ("decoder", 2)])
def test_a_planted_head_that_copies_writes_each_word_itself(stack, layer):
    model = load("transformer", "cpu")
    block = getattr(model.network, stack)[layer]
    directions = directions_of(model)
    with planted(model, block.self_attention, 2, directions, directions.T):
        circuit = model.circuit(stack, layer, 2, DOG)
    assert circuit.first[layer, 2] > 0.9
    assert circuit.copying > 0.9
    assert circuit.words[3][0] == "dog"
    assert circuit.expected[3] == ("dog",)
    with planted(model, block.self_attention, 2, directions, -directions.T):
        inverse = model.circuit(stack, layer, 2)
    assert inverse.words == ()
    assert inverse.first[layer, 2] == 0
    assert inverse.copying < -0.9


@pytest.mark.slow
def test_one_head_of_gpt_copies():
    circuit = load("gpt", "cpu").circuit("decoder", 0, 2)
    assert circuit.first.argmax() == 2
    assert circuit.first[0, 2] > 0.1 > 100 * circuit.random_first
    assert circuit.copying > 0.8


@pytest.mark.slow
def test_a_head_of_the_previous_word_is_known_by_positions_alone():
    bert = load("bert", "cpu")
    weights = bert.trace(Request("bert", DOG)).attention["encoder"].weights[0]
    for head, distance in ((1, -1), (2, 1)):  # the next word, the previous one
        assert bert.circuit("encoder", 0, head).nearest == (distance, pytest.approx(1, abs=0.05))
        inner = np.arange(1, len(DOG.split()))
        assert (weights[head].argmax(-1)[inner] == inner - distance).all()
    gpt = load("gpt", "cpu")
    assert gpt.circuit("decoder", 0, 3).nearest == (1, pytest.approx(1, abs=0.05))
    weights = gpt.trace(Request("gpt", DOG)).attention["decoder"].weights[0, 3]
    # In a sentence "<s>" draws more of it, whose content positions do not have.
    assert (weights.argmax(-1) == 0).mean() > 0.5
    words = weights[2:, 1:]
    assert (words.argmax(-1) == np.arange(len(words))).mean() > 0.5
    assert gpt.circuit("decoder", 1, 0).nearest is None  # its input is no position


def test_pieces_of_a_word_are_read_with_those_before_them():
    model = load("transformer", "cpu")
    circuit = model.circuit("cross", 3, 0, "the unfashionable dog", encoded=True)
    assert len(circuit.tokens) > 3
    alone = model.circuit("cross", 3, 0, "dog", encoded=True)
    assert circuit.words[-1] == alone.words[0]


@pytest.mark.parametrize("name", ["bilstm-dot", "lstm-lm", "elmo", "window-lm"])
def test_a_network_without_such_matrices_says_so(name):
    with pytest.raises(UserError, match="off the weights of our transformers only"):
        load(name, "cpu").circuit("cross", 0, 0)


def test_what_cannot_be_read_is_refused(monkeypatch):
    model = load("transformer", "cpu")
    with pytest.raises(ValueError, match="4 × 4 heads"):
        model.circuit("cross", 4, 0)
    with pytest.raises(ValueError, match="only cross-attention"):
        model.circuit("decoder", 0, 0, encoded=True)
    with pytest.raises(UserError, match="tokens"):
        model.circuit("cross", 3, 0, "dog " * 600)
    german = replace(model.capabilities, languages=("en", "de"))
    monkeypatch.setitem(model.__dict__, "capabilities", german)
    with pytest.raises(UserError, match="English and French alone"):
        model.circuit("cross", 3, 0)


def test_shapes_that_do_not_fit_are_refused():
    circuit = load("transformer", "cpu").circuit("cross", 3, 0, "dog")
    fields = {name: getattr(circuit, name) for name in circuit.__dataclass_fields__}
    with pytest.raises(ValueError, match="words has 0 rows"):
        Circuit(**fields | {"words": ()})
    with pytest.raises(ValueError, match="shares have shapes"):
        Circuit(**fields | {"first": circuit.first[1:]})
