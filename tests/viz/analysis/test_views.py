from itertools import cycle, product

import numpy as np
import pytest

from models import Request, load, shipped_for
from viz.analysis.aligners import Aligner, align, aligners
from viz.analysis.views import (
    HEAD_ORDERS,
    HeadChoice,
    all_heads,
    french_words,
    gradient_of_words,
    heads_of,
    lstm_words,
    mean_word_probability,
    quantity_of,
    unit_order,
    written_words,
)
from viz.draw.tables import head_table

SENTENCES = [
    "The big red dog is sleeping on the bed.",
    "I don't like antidisestablishmentarianism, do you?",
    "😀 日本 </s>",
    "the cat sees the cat",
]


@pytest.fixture(
    scope="module",
    params=[
        *product(["transformer"], SENTENCES),
        *zip(
            [name for name in shipped_for("translation") if name != "transformer"], cycle(SENTENCES)
        ),
    ],
    ids=str,
)
def trace(request):
    name, sentence = request.param
    return load(name, "cpu").trace(Request(name, sentence))


@pytest.mark.parametrize("merged", [False, True])
def test_every_picture_has_a_name_for_every_row_and_column(trace, merged):
    for heads in all_heads(trace, merged):
        assert (
            heads.weights.shape[2:] == heads.allowed.shape == (len(heads.rows), len(heads.columns))
        )
        assert all(
            len(other) == len(heads.rows)
            for other in (heads.before, heads.after)
            if other is not None
        )
        assert all(heads.rows)
        assert all(heads.columns)
        assert heads.weights.sum(-1) == pytest.approx(np.ones(heads.weights.shape[:3]), abs=1e-5)
        assert not heads.weights[..., ~heads.allowed].any()


def test_as_written_the_picture_is_the_trace(trace):
    for heads in all_heads(trace, merged=False):
        maps = trace.attention[heads.stack]
        assert heads.weights is maps.weights
        assert heads.columns == maps.key_tokens
        read = heads.before if heads.stack == "cross" else heads.rows
        assert read == maps.query_tokens


def test_merged_words_are_pieces_of_the_sentence_in_order(trace):
    if trace.attention["cross"] is None:
        columns = lstm_words(trace, "encoder forward", merged=True)[0]
    else:
        columns = heads_of(trace, "cross", merged=True).columns
    assert columns[-1] == "</s>"
    place = 0
    for word in (word for word in columns[:-1] if word != "␣"):
        place = trace.request.sentence.index(word, place) + len(word)


def test_a_row_of_the_decoder_is_read_at_t_and_written_at_t(trace):
    if trace.attention["cross"] is None:
        return
    if trace.attention["decoder"] is None:  # a BiLSTM attends only to the source
        cross = heads_of(trace, "cross", merged=False)
        assert (cross.before, cross.rows) == (trace.decoder_input, trace.predicted)
        return
    cross = heads_of(trace, "cross", merged=False)
    decoder = heads_of(trace, "decoder", merged=False)
    assert (
        (cross.before, cross.rows)
        == (decoder.rows, decoder.after)
        == (trace.decoder_input, trace.predicted)
    )
    merged = heads_of(trace, "cross", merged=True), heads_of(trace, "decoder", merged=True)
    assert (merged[0].before, merged[0].rows) == (merged[1].rows, merged[1].after)


@pytest.mark.parametrize("merged", [False, True])
def test_the_strip_has_the_probability_of_every_word(trace, merged):
    words = written_words(trace, merged)
    total = np.prod([word["probability"] for word in words])
    assert total == pytest.approx(
        np.prod([choice.probability for choice in trace.choices]), rel=1e-6
    )
    assert mean_word_probability(trace) == pytest.approx(
        np.prod([word["probability"] for word in written_words(trace, True)])
        ** (1 / len(french_words(trace, True)))
    )
    assert mean_word_probability(trace, np.log(total)) == pytest.approx(
        mean_word_probability(trace)
    )
    assert [piece["text"] for word in words for piece in word["pieces"]] == list(trace.predicted)
    assert [word["text"] for word in words] == list(french_words(trace, merged).values())
    assert (
        trace.attention["cross"] is None
        or tuple(word["text"] for word in words) == heads_of(trace, "cross", merged).rows
    )


def test_the_table_has_the_numbers_of_the_head_and_keeps_repeated_words(trace):
    for heads in all_heads(trace, merged=False):
        layer, head = (size - 1 for size in heads.weights.shape[:2])
        table = head_table(heads, HeadChoice(heads.stack, layer, head))
        assert table.columns.is_unique
        assert table.index.is_unique
        assert table.fillna(0).to_numpy() == pytest.approx(heads.weights[layer, head], abs=6e-4)
        assert np.array_equal(table.notna().to_numpy(), heads.allowed)


def test_the_best_aligning_head_comes_first_and_each_has_its_better_row():
    model = load("transformer", "cpu")
    candidates = aligners(model.attention_sizes["cross"], model.card)
    rates = model.card["alignment"]["heads"]
    assert len(candidates) == 4 * 5
    assert next(iter(candidates)) == "layer-2-head-3"
    assert candidates["layer-2-head-3"].reads
    assert candidates["layer-2-head-3"].error == model.card["alignment"]["aer"]
    assert candidates["layer-3-mean"].head is None
    assert not candidates["layer-3-mean"].reads
    for name, aligner in candidates.items():
        figures = rates[name.replace("-", " ", 1).replace("-", ", ", 1).replace("-", " ")]
        assert (
            aligner.error
            == min(figures.values())
            == figures["reads" if aligner.reads else "writes"]
        )


def test_a_model_whose_alignment_was_never_measured_shows_the_row_that_writes():
    candidates = aligners((2, 3), {})
    assert len(candidates) == 8
    assert not any(aligner.reads or aligner.error for aligner in candidates.values())
    assert list(aligners((1, 1), {})) == ["layer-1-head-1"]


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("reads, head", [(False, 0), (False, None), (True, 0), (True, None)])
def test_an_alignment_has_a_row_for_every_french_word_wherever_it_is_taken(
    trace, merged, reads, head
):
    if trace.attention["cross"] is None:
        return
    alignment = align(trace, Aligner(0, head, reads, None), merged)
    writes = align(trace, Aligner(0, head, False, None), merged)
    assert alignment.weights.shape == (len(alignment.rows), len(alignment.columns))
    assert alignment.weights.sum(-1) == pytest.approx(np.ones(len(alignment.rows)), abs=1e-5)
    assert alignment.rows == writes.rows[: len(alignment.rows)]
    left_out = len(writes.rows) - len(alignment.rows)
    if merged:  # the last word may continue in text that was never read
        assert 0 <= left_out <= (not trace.finished) * reads
    else:
        assert left_out == (not trace.finished) * reads
    assert (
        not trace.finished or "</s>" not in alignment.rows[-1:] or "</s>" in trace.request.sentence
    )
    if not merged:
        heads = trace.attention["cross"].weights[0]
        # The row where the first French word is read.
        place = trace.decoder_input.index(alignment.rows[0], 1) if reads else 0
        assert alignment.weights[0] == pytest.approx(
            heads[0, place] if head == 0 else heads[:, place].mean(0), abs=1e-6
        )


def test_an_lstm_has_read_a_word_when_it_has_read_its_last_piece():
    trace = load("bilstm-additive", "cpu").trace(
        Request("bilstm-additive", "No antidisestablishmentarianism today.")
    )
    pieces = [place for place, word in enumerate(trace.source_words) if word == 1]
    assert len(pieces) > 2
    for lstm, end in (("encoder forward", pieces[-1]), ("encoder backward", pieces[0])):
        words, places = lstm_words(trace, lstm, merged=True)
        assert words[1] == "antidisestablishmentarianism"
        assert places[1] == end
        assert len(words) == len(places)
        assert lstm_words(trace, lstm, merged=False) == (
            trace.source,
            list(range(len(trace.source))),
        )
    words, places = lstm_words(trace, "decoder", merged=True)
    assert words[0] == "<s>"
    assert places[0] == 0
    assert len(places) == len(set(trace.decoder_words))


def test_units_are_sorted_by_the_rule_named():
    gates = (
        load("bilstm-additive", "cpu")
        .trace(Request("bilstm-additive", "The big red dog"))
        .gates["decoder"]
    )
    assert (np.diff(gates.forget.mean(0)[unit_order(gates, "kept")]) <= 0).all()
    assert (np.diff(np.abs(gates.cell).argmax(0)[unit_order(gates, "strongest")]) >= 0).all()
    for rule in HEAD_ORDERS:
        assert sorted(unit_order(gates, rule)) == list(range(384))
    assert quantity_of(gates, "hidden") == pytest.approx(
        gates.output * quantity_of(gates, "cell"), abs=1e-6
    )


def test_a_words_gradient_is_the_norm_of_its_pieces_together():
    norms = np.array([3.0, 4.0, 2.5])
    assert gradient_of_words(norms, (0, 0, 1), merged=True) == pytest.approx([1.0, 0.5])
    assert gradient_of_words(norms, (0, 0, 1), merged=False) == pytest.approx([0.75, 1.0, 0.625])
    assert not gradient_of_words(np.zeros(3), (0, 1, 2), merged=False).any()
