"""States of another sentence in a run: as a what-if, and each in turn."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, load
from models.results import Patching
from models.serving.queue import QueuedModel

PAIRS = {
    "transformer": ("He is tired.", "She is tired."),
    "gpt": ("He said that", "She said that"),
    "bert": ("The boy lost [MASK] mother.", "The girl lost [MASK] mother."),
}
HE, SHE = PAIRS["transformer"]


def patched(model, sentence: str, other: str, *states: tuple[int, int, int]):
    what_if = WhatIf(patched=tuple((other, *state) for state in states))
    return model.trace(Request(model.name, sentence, what_if=what_if))


def assert_equal(states: np.ndarray, others: np.ndarray) -> None:
    """Check that states are equal in 32 bits: GPT's are as large as 60."""
    np.testing.assert_allclose(states, others, rtol=0, atol=1e-6 * max(1, np.abs(others).max()))


@pytest.mark.parametrize("name", PAIRS)
def test_all_states_of_a_layer_give_the_run_of_the_other_sentence(name):
    model, (sentence, other) = load(name, "cpu"), PAIRS[name]
    tokens = range(len(model.encode(sentence).source))
    [stack, *_] = model.attention_sizes
    layers = model.attention_sizes[stack][0]
    target = model.trace(Request(name, other))
    for layer in range(layers + 1):
        trace = patched(model, sentence, other, *((layer, token, token) for token in tokens))
        given = replace(target.request, target=target.translation or None)
        states = model.trace(given).hidden[stack][layer:, list(tokens)]
        assert_equal(trace.hidden[stack][layer:, list(tokens)], states)
        # Of a language model the next word: later ones see this sentence in the layers before.
        words = slice(trace.prompt_length, trace.prompt_length + 1 if name == "gpt" else None)
        for one, two in zip(trace.choices[words], target.choices[words], strict=True):
            assert one.probability == pytest.approx(two.probability, abs=1e-6)


@pytest.mark.parametrize("name", PAIRS)
def test_states_of_the_same_sentence_change_nothing(name):
    model, (sentence, _) = load(name, "cpu"), PAIRS[name]
    tokens = range(len(model.encode(sentence).source))
    [stack, *_] = model.attention_sizes
    as_trained = model.trace(Request(name, sentence))
    trace = patched(model, sentence, sentence, *((1, token, token) for token in tokens))
    assert trace.translation == as_trained.translation
    assert_equal(trace.hidden[stack], as_trained.hidden[stack])


def test_the_state_of_she_makes_tired_feminine_and_that_of_tired_does_not():
    model = load("transformer", "cpu")
    for layer in range(5):
        assert patched(model, HE, SHE, (layer, 0, 0)).translation == "Elle est fatiguée."
        assert patched(model, HE, SHE, (layer, 2, 2)).translation == "Il est fatigué."


def test_one_state_equals_a_hook_in_the_network():
    model = load("transformer", "cpu")
    request = Request("transformer", HE, "Il est fatigué.")
    state = torch.from_numpy(model.encode(SHE).states[4, 1].copy())  # embedding, position, 1, 2, 3

    def replace_state(module, inputs, output):
        output = output.clone()
        output[:, 1] = state
        return output

    hook = model.network.encoder[2].register_forward_hook(replace_state)
    try:
        slow = model.trace(request)
    finally:
        hook.remove()
    trace = model.trace(replace(request, what_if=WhatIf(patched=((SHE, 3, 1, 1),))))
    for stack, states in trace.hidden.items():
        assert_equal(states[4:], slow.hidden[stack][4:])
    for one, two in zip(trace.choices, slow.choices, strict=True):
        assert one.probability == pytest.approx(two.probability, abs=1e-6)


def test_another_sentence_is_read_once_for_all_its_states(monkeypatch):
    model, texts = load("transformer", "cpu"), []
    encode = model.encode
    monkeypatch.setattr(model, "encode", lambda text: texts.append(text) or encode(text))
    patched(model, HE, SHE, *((layer, token, token) for layer in range(5) for token in range(5)))
    assert texts == [SHE]


def test_sentences_decoded_together_get_their_own_states():
    model = load("transformer", "cpu")
    requests = [
        Request("transformer", sentence, what_if=WhatIf(patched=((SHE, 0, 0, 0),)))
        for sentence in (HE, "He is sleeping in the big house.", "He is tired of it.")
    ]
    together = model.trace_many(requests)
    assert [trace.translation for trace in together] == [
        model.trace(request).translation for request in requests
    ]


@pytest.mark.parametrize("name", ["transformer", "gpt"])
def test_each_state_in_turn_equals_one_run_each(name):
    model, (sentence, other) = load(name, "cpu"), PAIRS[name]
    request = Request(name, sentence)
    patching = model.patch(request, other)
    assert patching.own > 0 > patching.others
    run, there = model._run(request), model._run(Request(name, other))
    ids = [one.written[patching.place] for one in (run, there)]
    for layer, token in np.ndindex(patching.differences.shape):
        what_if = WhatIf(patched=((other, layer, token, token),))
        with torch.inference_mode():
            logits = model._logits(run._replace(changes=model.network_changes(what_if, token + 1)))
        own, others = logits[0, patching.place, ids].tolist()
        assert patching.differences[layer, token] == pytest.approx(own - others, abs=1e-4)


def test_in_a_language_model_the_state_moves_to_the_last_word():
    patching = load("gpt", "cpu").patch(Request("gpt", "He said that"), "She said that")
    assert patching.words == ("he", "she")
    first, last = patching.shares[0], patching.shares[-1]
    assert first[1] == pytest.approx(1, abs=1e-5)  # "He" becomes "She"
    assert last.tolist() == pytest.approx([0, 0, 0, 1], abs=1e-5)  # only the last state is read
    assert (np.diff(patching.shares[2:, 3]) > 0).all()


def test_an_encoder_chooses_at_its_mask():
    sentence, other = PAIRS["bert"]
    patching = load("bert", "cpu").patch(Request("bert", sentence), other)
    assert patching.words == ("his", "her")
    assert patching.tokens[patching.place] == "[MASK]"
    assert patching.shares[0].argmax() == patching.tokens.index("boy")


@pytest.mark.parametrize(
    "name, sentence, other, reason",
    [
        ("transformer", HE, "She is very tired.", "5 tokens and .* 6"),
        ("transformer", HE, HE, "writes the same for both"),
        ("transformer", HE, " ", "no word"),
        ("bert", "The dog sleeps.", "The cat sleeps.", r"no \[MASK\]"),
        ("bilstm-dot", HE, SHE, "into our transformers only, not into bilstm-dot"),
        ("elmo", HE, SHE, "into our transformers only"),
    ],
)
def test_what_cannot_be_compared_is_refused(name, sentence, other, reason):
    with pytest.raises(UserError, match=reason):
        load(name, "cpu").patch(Request(name, sentence), other)


def test_a_changed_model_is_not_compared():
    request = Request("transformer", HE, what_if=WhatIf(temperature=2))
    with pytest.raises(UserError, match="Undo your changes"):
        load("transformer", "cpu").patch(request, SHE)


@pytest.mark.parametrize(
    "state, reason",
    [
        ((5, 0, 0), "no layer 5: .* 1 to 4"),
        ((1, 5, 0), "no token 6 in this sentence: it has 5 tokens"),
        ((1, 0, 7), "no token 8 in “She is tired.”: it has 5 tokens"),
    ],
)
def test_a_state_that_is_not_there_is_refused(state, reason):
    with pytest.raises(UserError, match=reason):
        patched(load("transformer", "cpu"), HE, SHE, state)


@pytest.mark.parametrize("name", ["bilstm-dot", "lstm-lm", "elmo"])
def test_a_recurrent_network_takes_no_state(name):
    with pytest.raises(UserError, match="our transformers only"):
        patched(load(name, "cpu"), HE, SHE, (0, 0, 0))


@pytest.mark.parametrize(
    "states, reason",
    [
        (((" ", 0, 0, 0),), "Give the sentence"),
        (((SHE, -1, 0, 0),), "Give the sentence"),
        (((SHE, 1, 0, 0), (SHE, 1, 0, 2)), "Token 1 takes 2 states after layer 1"),
    ],
)
def test_impossible_what_ifs_are_refused(states, reason):
    with pytest.raises(UserError, match=reason):
        WhatIf(patched=states)


def test_a_queue_gives_what_the_model_gives():
    model, request = load("gpt", "cpu"), Request("gpt", "He said that")
    other = PAIRS["gpt"][1]
    np.testing.assert_array_equal(
        QueuedModel(model).patch(request, other).differences,
        model.patch(request, other).differences,
    )


def test_shapes_that_do_not_fit_are_refused():
    values = Request("m", HE), SHE, ("a", "b"), ("a", "c"), ("x", "y"), 0, 1.0, -1.0
    assert Patching(*values, np.zeros((3, 2))).shares.tolist() == [[0.5, 0.5]] * 3
    with pytest.raises(ValueError, match="shape"):
        Patching(*values, np.zeros((3, 3)))
