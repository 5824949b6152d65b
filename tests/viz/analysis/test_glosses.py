"""The English of French words, from the lexicon."""

import pytest

from models import Request, load
from tests.browser.heads_page import trace_of
from viz.analysis.glosses import gloss_axes, gloss_text
from viz.analysis.views import read_axis, written_axis

SENTENCE = "The red dog saw Zzyzxq."


@pytest.fixture(scope="module")
def trace():
    return load("transformer", "cpu").trace(Request("transformer", SENTENCE))


def test_each_word_has_its_english_and_so_has_each_piece_of_it(trace):
    glosses, axis = gloss_axes(trace), written_axis(trace)
    words = glosses[axis.labels(True)]
    whole = dict(zip(axis.labels(True), words, strict=True))
    assert (whole["chien"], whole["rouge"], whole["."], whole["</s>"]) == ("dog", "red", "", "")
    pieces = glosses[axis.labels(False)]
    assert len(pieces) == len(axis.tokens) > len(whole)
    assert [*dict.fromkeys(pieces)] == [*dict.fromkeys(words)]


@pytest.mark.parametrize("merged", [True, False])
def test_a_word_has_the_same_english_when_it_is_read(trace, merged):
    glosses = gloss_axes(trace)
    written = glosses[written_axis(trace).labels(merged)]
    assert glosses[read_axis(trace).labels(merged)] == ["", *written[:-1]]


def test_what_is_not_written_has_no_english():
    assert gloss_axes(trace_of(5, 1, 1)) == {(): []}


@pytest.mark.parametrize(
    "french",
    ["Le chien n'est pas là, n'est-ce pas ?", "", "  ", "l'homme <b>dort</b>…", "\U0001f642 !"],
)
def test_a_text_cut_into_words_is_the_same_text(french):
    assert "".join(text for text, _ in gloss_text("The dog is there.", french)) == french


def test_an_elided_word_has_its_own_english():
    pieces = dict(gloss_text("The man sleeps.", "L'homme dort."))
    assert (pieces["L'"], pieces["homme"], pieces["dort"]) == ("The", "man", "sleeps")
    assert pieces["."] == ""
