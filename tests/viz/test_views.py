import numpy as np
import pytest

from models import Request, available, load
from viz.views import HeadChoice, all_heads, heads_of, written_words
from viz.figures.numbers import head_table

SENTENCES = ["The big red dog is sleeping on the bed.", "I don't like antidisestablishmentarianism, do you?", "😀 日本 </s>", "the cat sees the cat"]


@pytest.fixture(scope="module", params=[(name, sentence) for name in available() for sentence in SENTENCES], ids=str)
def trace(request):
    name, sentence = request.param
    return load(name, "cpu").trace(Request(name, sentence))


@pytest.mark.parametrize("merged", [False, True])
def test_every_picture_has_a_name_for_every_row_and_column(trace, merged):
    for heads in all_heads(trace, merged):
        assert heads.weights.shape[2:] == heads.allowed.shape == (len(heads.rows), len(heads.columns))
        assert all(len(other) == len(heads.rows) for other in (heads.before, heads.after) if other is not None)
        assert all(heads.rows) and all(heads.columns)
        assert heads.weights.sum(-1) == pytest.approx(np.ones(heads.weights.shape[:3]), abs=1e-5)
        assert not heads.weights[..., ~heads.allowed].any()


def test_as_written_the_picture_is_the_trace(trace):
    for heads in all_heads(trace, merged=False):
        maps = trace.attention[heads.stack]
        assert heads.weights is maps.weights and heads.columns == maps.key_tokens
        read = heads.before if heads.stack == "cross" else heads.rows
        assert read == maps.query_tokens


def test_merged_words_are_pieces_of_the_sentence_in_order(trace):
    columns = heads_of(trace, "cross", merged=True).columns
    assert columns[-1] == "</s>"
    place = 0
    for word in (word for word in columns[:-1] if word != "␣"):
        place = trace.request.sentence.index(word, place) + len(word)


def test_a_row_of_the_decoder_is_read_at_t_and_written_at_t(trace):
    if trace.attention["decoder"] is None:  # a BiLSTM looks at the source only
        cross = heads_of(trace, "cross", merged=False)
        assert (cross.before, cross.rows) == (trace.decoder_input, trace.predicted)
        return
    cross, own = heads_of(trace, "cross", merged=False), heads_of(trace, "decoder", merged=False)
    assert (cross.before, cross.rows) == (own.rows, own.after) == (trace.decoder_input, trace.predicted)
    merged = heads_of(trace, "cross", merged=True), heads_of(trace, "decoder", merged=True)
    assert (merged[0].before, merged[0].rows) == (merged[1].rows, merged[1].after)


@pytest.mark.parametrize("merged", [False, True])
def test_the_strip_has_the_probability_of_every_word(trace, merged):
    words = written_words(trace, merged)
    total = np.prod([word["probability"] for word in words])
    assert total == pytest.approx(np.prod([choice.probability for choice in trace.choices]), rel=1e-6)
    assert [piece["text"] for word in words for piece in word["pieces"]] == list(trace.predicted)
    assert [word["text"] for word in words] == list(heads_of(trace, "cross", merged).rows)


def test_the_table_has_the_numbers_of_the_head_and_keeps_repeated_words(trace):
    for heads in all_heads(trace, merged=False):
        layer, head = (size - 1 for size in heads.weights.shape[:2])
        table = head_table(heads, HeadChoice(heads.stack, layer, head))
        assert table.columns.is_unique and table.index.is_unique
        assert table.fillna(0).to_numpy() == pytest.approx(heads.weights[layer, head], abs=6e-4)
        assert np.array_equal(table.notna().to_numpy(), heads.allowed)
