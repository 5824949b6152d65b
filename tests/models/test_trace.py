"""The contract of every trace of every model, and the invalid values it refuses."""

from dataclasses import replace

import numpy as np
import pytest
import torch

import models
from models import AttentionMaps, Request
from models.answers.decoding import greedy, longest_translation
from models.answers.translation import TranslationModel
from models.networks.bilstm import BiLSTM, BiLSTMConfig
from models.networks.transformer import Transformer
from models.store.tokenizer import BEGIN, BYTES, END, SPACE, SPECIALS
from tests.models.trace_contract import *  # noqa: F403
from tests.models.trace_contract import ARRAYS, SENTENCE, TARGET, mechanisms

UNTRAINED = {
    "untrained additive": {"score": "additive"},
    "untrained dot": {"score": "dot"},
    "untrained bilinear": {"score": "bilinear"},
    "untrained seq2seq": {"score": None},
    "untrained seq2seq-rnn": {"score": None, "cell": "rnn"},
}


@pytest.fixture(scope="module", params=[*models.shipped_for("translation"), *UNTRAINED])
def any_model(request, model):
    """Every shipped model, and every kind of BiLSTM with random weights."""
    if request.param not in UNTRAINED:
        return models.load(request.param, device="cpu")
    torch.manual_seed(3)
    network = BiLSTM(
        BiLSTMConfig(len(model.tokenizer), d_model=32, **UNTRAINED[request.param])
    ).eval()
    return TranslationModel(request.param, network, model.tokenizer, {}, torch.device("cpu"))


@pytest.fixture(
    scope="module", params=["free", "forced", pytest.param("swapped", marks=pytest.mark.weekly)]
)
def trace(any_model, request):
    """A run of its own words, or of given ones: none for every second model, or for the others."""
    turn = [*models.shipped_for("translation"), *UNTRAINED].index(any_model.name)
    given = ("", TARGET)[(turn + (request.param == "swapped")) % 2]
    target = None if request.param == "free" else given
    return any_model.trace(Request(any_model.name, SENTENCE, target=target))


@pytest.fixture(scope="module")
def good(model):
    """A valid trace, for tests that break it."""
    return model.trace(Request("transformer", SENTENCE, target=TARGET))


def test_the_decoder_reads_what_it_wrote_one_step_before(trace):
    assert trace.decoder_input == (BEGIN, *trace.predicted[:-1])
    assert trace.decoder_words == (-1, *trace.predicted_words[:-1])
    assert trace.source[-1] == END
    assert (trace.predicted[-1] == END) == trace.finished


def test_the_transformers_scores_are_scaled_dot_products(model):
    for _, maps in mechanisms(model.trace(Request("transformer", SENTENCE))):
        scores = maps.query @ maps.key.swapaxes(-2, -1) / np.sqrt(maps.query.shape[-1])
        np.testing.assert_allclose(maps.scores, scores, atol=1e-4, rtol=1e-5)


def test_each_layer_reads_the_state_before_it_and_the_decoder_reads_the_encoders_last(model):
    trace = model.trace(Request("transformer", SENTENCE))

    def heads(attention, projection, states):
        with torch.no_grad():
            return attention.split_heads(projection(torch.tensor(states)[None]))[0].numpy()

    for stack, layers in (("encoder", model.network.encoder), ("decoder", model.network.decoder)):
        for number, layer in enumerate(layers):
            attention, states = layer.self_attention, trace.hidden[stack][number]
            expected = heads(attention, attention.to_query, states)
            np.testing.assert_allclose(
                trace.attention[stack].query[number], expected, atol=1e-5, rtol=1e-5
            )
    for number, layer in enumerate(model.network.decoder):
        expected = heads(
            layer.cross_attention, layer.cross_attention.to_key, trace.hidden["encoder"][-1]
        )
        np.testing.assert_allclose(
            trace.attention["cross"].key[number], expected, atol=1e-5, rtol=1e-5
        )


def test_a_translation_without_end_is_cut_and_says_so(model):
    torch.manual_seed(0)
    chatter = Transformer(
        replace(model.network.config, d_model=16, d_ff=16, n_heads=2, n_layers=1)
    ).eval()
    chatter_model = TranslationModel("chatter", chatter, model.tokenizer, {}, model.device)
    trace = chatter_model.trace(Request("chatter", "a cat"))
    assert not trace.finished
    assert END not in trace.predicted
    assert trace.predicted[0] == trace.predicted[1], "it says one word for ever: that is cut"
    assert len(trace.predicted) == 2, "it says one word for ever: that is cut"
    logits = chatter.logits
    chatter.logits = lambda hidden: 5 * logits(hidden) % 1  # many words, without an end
    trace = chatter_model.trace(Request("chatter", "a cat"))
    assert not trace.finished
    assert END not in trace.predicted
    assert len(trace.predicted) == longest_translation(
        len(trace.source), chatter.capabilities.longest
    )


def test_the_probabilities_are_those_of_a_plain_pass(any_model, trace):
    tokenizer, network = any_model.tokenizer, any_model.network
    source = torch.tensor([[*tokenizer.encode(SENTENCE), tokenizer.end_id]])
    if trace.request.target is None:
        [(written, finished)] = greedy(network, source, tokenizer.begin_id, tokenizer.end_id)
        written += [tokenizer.end_id] * finished
    else:
        written = [*tokenizer.encode(trace.request.target), tokenizer.end_id]
        assert trace.translation == trace.request.target
    with torch.no_grad():
        probabilities = network.logits(
            network(source, torch.tensor([[tokenizer.begin_id, *written[:-1]]]))
        )[0].softmax(-1)
    assert trace.predicted == tuple(tokenizer.name(index) for index in written)
    for index, row, choice in zip(written, probabilities, trace.choices, strict=True):
        assert choice.probability == pytest.approx(row[index].item(), abs=1e-5)
        best = row.argmax().item()
        assert choice.best[0][0] == tokenizer.name(best)
        assert choice.best[0][1] == pytest.approx(row[best].item(), abs=1e-5)


def test_without_a_target_the_most_probable_word_is_written(any_model):
    trace = any_model.trace(Request(any_model.name, SENTENCE))
    for word, choice in zip(trace.predicted, trace.choices, strict=True):
        assert choice.best[0] == (word, choice.probability)


def test_spans_point_into_the_sentence_and_into_the_translation(trace):
    sides = [
        (trace.source, trace.source_spans, SENTENCE),
        (trace.predicted, trace.predicted_spans, trace.translation),
    ]
    for tokens, spans, text in sides:
        for token, (start, end) in zip(tokens, spans, strict=True):
            assert 0 <= start <= end <= len(text)
            if token in SPECIALS:
                assert start == end
            elif token not in (SPACE, *BYTES):
                assert text[start:end] == token
    assert trace.sentence == SENTENCE
    assert trace.source_spans[-1] == (len(SENTENCE), len(SENTENCE))


def test_the_tokens_of_a_word_share_its_number_and_the_end_is_a_word_of_its_own(any_model, trace):
    show = any_model.tokenizer.show
    words = [token.word for token in show(any_model.tokenizer.encode(SENTENCE))]
    assert trace.source_words == (*words, words[-1] + 1)
    assert trace.source_words[-1] == 10  # nine words and a full stop
    assert trace.predicted_words == tuple(sorted(trace.predicted_words))
    assert trace.predicted_words.count(trace.predicted_words[-1]) == 1 or not trace.finished


def tiny_maps(**changes):
    """Return maps of one layer, one head and two words with a causal mask."""
    arrays = {
        "weights": np.array([[[[1.0, 0.0], [0.25, 0.75]]]]),
        "allowed": np.array([[True, False], [True, True]]),
        "scores": np.zeros((1, 1, 2, 2)),
        "query": np.zeros((1, 1, 2, 3)),
        "key": np.zeros((1, 1, 2, 3)),
        "value": np.zeros((1, 1, 2, 3)),
        "head_output": np.zeros((1, 1, 2, 3)),
    }
    return AttentionMaps(
        **(arrays | {"query_tokens": ("a", "b"), "key_tokens": ("a", "b")} | changes)
    )


def test_maps_that_fit_are_accepted():
    maps = tiny_maps()
    assert (maps.n_layers, maps.n_heads) == (1, 1)


@pytest.mark.parametrize("row", [[0.25, 0.74], [0.5, 0.5001], [0.0, 0.0], [np.nan, 1.0]])
def test_a_row_that_does_not_sum_to_one_is_refused(row):
    with pytest.raises(ValueError, match="a row of weights does not sum to 1"):
        tiny_maps(weights=np.array([[[[1.0, 0.0], row]]]))


def test_weight_in_a_masked_cell_is_refused():
    with pytest.raises(ValueError, match="a masked cell has weight"):
        tiny_maps(weights=np.array([[[[1.0 - 1e-7, 1e-7], [0.25, 0.75]]]]))


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_that_does_not_fit_its_tokens_is_refused(name):
    array = getattr(tiny_maps(), name)
    with pytest.raises(ValueError, match=f"{name} has shape"):
        tiny_maps(**{name: np.repeat(array, 2, axis=-2)})


def test_more_tokens_than_rows_are_refused():
    with pytest.raises(ValueError, match="the tokens need"):
        tiny_maps(query_tokens=("a", "b", "c"))


@pytest.mark.parametrize(
    "name", ["source_spans", "source_words", "predicted_spans", "predicted_words", "choices"]
)
def test_a_trace_with_an_entry_too_few_is_refused(good, name):
    with pytest.raises(ValueError, match=f"{name} has {len(getattr(good, name)) - 1} entries for"):
        replace(good, **{name: getattr(good, name)[1:]})


def test_a_trace_that_is_off_by_one_is_refused(good):
    with pytest.raises(ValueError, match="must read at t . 1 what it wrote at t"):
        replace(good, predicted=good.decoder_input)


def test_axes_of_another_sentence_are_refused(good):
    with pytest.raises(ValueError, match="attention are not the sentence's tokens"):
        replace(good, source=good.source[::-1])


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_hidden_states_of_another_sentence_are_refused(good, stack):
    with pytest.raises(ValueError, match=f"hidden {stack} has shape"):
        replace(good, hidden=dict(good.hidden) | {stack: good.hidden[stack][:, 1:]})


def test_a_model_may_lack_a_mechanism(good):
    without = replace(
        good, attention=dict(good.attention) | {"decoder": None}, hidden={"encoder": None}
    )
    assert without.attention["decoder"] is None
    assert without.hidden["encoder"] is None
