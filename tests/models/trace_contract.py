"""The contract of every trace of every model.

Tests use the fixtures `any_model` and `trace` of the module that imports them.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from models import Request
from models.trace import STACKS

SENTENCE = "The big red dog is sleeping on the bed."
TARGET = "Le chat n'est pas là."
ARRAYS = ("weights", "allowed", "scores", "query", "key", "value", "head_output")


def mechanisms(trace):
    return [(stack, maps) for stack, maps in trace.attention.items() if maps is not None]


def states_of(trace):
    """Return the hidden states of each stack."""
    return {stack: states for stack, states in trace.hidden.items() if states is not None}


def same(first, second):
    """Assert equal tokens, words and spans, and numbers equal up to rounding."""
    for name in (
        "translation",
        "source",
        "source_spans",
        "source_words",
        "predicted",
        "predicted_words",
        "finished",
    ):
        assert getattr(first, name) == getattr(second, name)
    for stack, maps in mechanisms(first):
        for name in ARRAYS:
            np.testing.assert_allclose(
                getattr(maps, name), getattr(second.attention[stack], name), atol=1e-5, rtol=1e-5
            )
    for stack, states in states_of(first).items():
        np.testing.assert_allclose(states, second.hidden[stack], atol=1e-5, rtol=1e-5)


def test_every_row_sums_to_one(trace):
    for _, maps in mechanisms(trace):
        np.testing.assert_allclose(maps.weights.sum(-1), 1, atol=1e-5, rtol=0)
        assert maps.weights.min() >= 0


def test_masked_cells_are_exactly_zero(trace):
    for _, maps in mechanisms(trace):
        assert (maps.weights[..., ~maps.allowed] == 0).all()


def test_a_decoder_sees_itself_and_the_past_and_others_see_everything(trace):
    for stack, maps in mechanisms(trace):
        everything = np.ones_like(maps.allowed)
        np.testing.assert_array_equal(
            maps.allowed, np.tril(everything) if stack == "decoder" else everything
        )


def test_every_array_has_the_shape_of_its_tokens(trace):
    source, target = len(trace.source), len(trace.decoder_input)
    rows_and_columns = {
        "encoder": (source, source),
        "decoder": (target, target),
        "cross": (target, source),
    }
    assert set(trace.attention) == set(STACKS)
    for stack, maps in mechanisms(trace):
        queries, keys = rows_and_columns[stack]
        heads = maps.n_layers, maps.n_heads
        assert maps.weights.shape == maps.scores.shape == (*heads, queries, keys)
        assert maps.query.shape[:3] == maps.head_output.shape[:3] == (*heads, queries)
        assert maps.key.shape[:3] == maps.value.shape[:3] == (*heads, keys)
        assert maps.allowed.shape == (queries, keys)


def test_the_axes_are_named_by_what_is_read(trace):
    axes = {
        "encoder": (trace.source, trace.source),
        "decoder": (trace.decoder_input, trace.decoder_input),
        "cross": (trace.decoder_input, trace.source),
    }
    for stack, maps in mechanisms(trace):
        assert (maps.query_tokens, maps.key_tokens) == axes[stack]


def test_the_model_says_its_sizes_before_the_first_trace(any_model, trace):
    assert any_model.attention_sizes == {
        stack: (maps.n_layers, maps.n_heads) for stack, maps in mechanisms(trace)
    }


def test_hidden_states_go_from_the_first_layers_input_to_the_last_layers_output(trace):
    positions = {"encoder": len(trace.source), "decoder": len(trace.decoder_input)}
    for stack, states in states_of(trace).items():
        # A recurrent network has one.
        layers = trace.attention[stack].n_layers if trace.attention[stack] else 1
        assert states.shape[:2] == (layers + 1, positions[stack])


def test_an_lstm_shows_its_gates_and_nothing_else_does(any_model, trace):
    cell = getattr(any_model.network.config, "cell", None)
    layers = any_model.capabilities.recurrent
    assert bool(layers) == (cell is not None)
    assert set(trace.gates) == (set(layers) if cell == "lstm" else set())
    for name, gates in trace.gates.items():
        assert gates.cell.shape[0] == len(
            trace.source if name.startswith("encoder") else trace.decoder_input
        )
        np.testing.assert_allclose(gates.hidden, gates.output * np.tanh(gates.cell), atol=1e-6)
        assert all(
            gate.min() >= 0 and gate.max() <= 1
            for gate in (gates.input, gates.forget, gates.output)
        )
    if trace.gates and any_model.capabilities.translates:
        assert trace.attention["decoder"] is None
        assert set(any_model.attention_sizes) <= {"cross"}
        both = np.concatenate(
            [trace.gates[f"encoder {way}"].hidden for way in ("forward", "backward")], axis=-1
        )
        # In 32 bits, another order of sums: 1.2e-6 apart on some processors.
        np.testing.assert_allclose(both, trace.hidden["encoder"][1], atol=5e-6)


def test_the_recorded_numbers_explain_each_other(trace):
    for _, maps in mechanisms(trace):
        np.testing.assert_allclose(
            maps.weights @ maps.value, maps.head_output, atol=1e-5, rtol=1e-4
        )
        powers = np.exp(maps.scores - maps.scores.max(-1, keepdims=True)) * maps.allowed
        np.testing.assert_allclose(maps.weights, powers / powers.sum(-1, keepdims=True), atol=1e-5)


@pytest.mark.thorough
def test_the_translation_is_what_translate_gives(any_model):
    for sentence in (SENTENCE, "I am tired.", "Two men are playing football in a park."):
        assert (
            any_model.trace(Request(any_model.name, sentence)).translation
            == any_model.translate([sentence])[0]
        )


@pytest.mark.thorough
def test_the_translation_traced_as_a_target_is_the_same_run(any_model):
    free = any_model.trace(Request(any_model.name, SENTENCE))
    forced = any_model.trace(replace(free.request, target=free.translation))
    # Otherwise it split a word in an unusual way.
    if free.finished and forced.predicted == free.predicted:
        same(free, forced)
    assert forced.translation == free.translation


def test_runners_up_are_sorted_and_the_word_written_is_no_more_probable_than_the_first(trace):
    for choice in trace.choices:
        values = [value for _, value in choice.best]
        assert values == sorted(values, reverse=True)
        assert 0 <= choice.probability <= values[0] + 1e-6
        assert sum(values) <= 1 + 1e-5


def test_nothing_in_a_trace_can_be_changed(trace):
    with pytest.raises(FrozenInstanceError):
        trace.translation = "autre chose"
    with pytest.raises(TypeError):
        trace.attention["cross"] = None
    with pytest.raises(TypeError):
        trace.hidden["encoder"] = None
    arrays = [getattr(maps, name) for _, maps in mechanisms(trace) for name in ARRAYS] + list(
        states_of(trace).values()
    )
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.slow
def test_threads_that_share_a_model_do_not_mix_their_sentences(any_model):
    sentences = [
        SENTENCE,
        "I am tired.",
        "Two men are playing football in a park.",
        "the cat sees the cat",
    ]
    requests = [Request(any_model.name, sentence) for sentence in sentences]
    one_after_the_other = [any_model.trace(request) for request in requests]
    with ThreadPoolExecutor(4) as threads:
        for expected, actual in zip(
            one_after_the_other, threads.map(any_model.trace, requests), strict=True
        ):
            same(expected, actual)


def test_the_decoder_reads_what_it_wrote_one_step_before_and_its_words_say_so(trace):
    assert trace.decoder_input[1:] == trace.predicted[:-1]
    assert trace.decoder_words[1:] == trace.predicted_words[:-1]
    assert trace.decoder_spans[1:] == trace.predicted_spans[:-1]
    assert len(trace.decoder_words) == len(trace.decoder_spans) == len(trace.decoder_input)


def test_words_are_numbered_as_one_reads_them(trace):
    words, spans = trace.source_words, trace.source_spans
    if not trace.source:
        words, spans = trace.decoder_words, trace.decoder_spans
    seen = {}
    for word, (start, end) in zip(words, spans, strict=True):
        if start < end <= len(SENTENCE):
            first, last = seen.get(word, (start, end))
            seen[word] = min(first, start), max(last, end)
    begin = min(seen)  # a mark in front may be a word of its own
    read = [SENTENCE[slice(*seen[number])] for number in range(begin, begin + 10)]
    assert read == [*SENTENCE[:-1].split(), "."]


def test_repeated_words_keep_their_own_column(any_model):
    sentence = "the cat sees the cat"
    trace = any_model.trace(Request(any_model.name, sentence))
    starts = [start if start < end else -1 for start, end in trace.source_spans]
    if starts:
        first, second = starts.index(0), starts.index(sentence.rindex("the"))
        for stack in ("encoder", "cross"):
            if maps := trace.attention[stack]:
                assert maps.key_tokens == trace.source
                assert not np.array_equal(maps.weights[..., first], maps.weights[..., second])
