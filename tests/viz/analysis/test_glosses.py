"""The English of French words, from the lexicon."""

import pytest

from models import Request, load
from tests.browser.heads_page import trace_of
from viz.analysis.glosses import gloss_labels, gloss_text, gloss_trace
from viz.analysis.views import read_axis, written_axis

SENTENCE = "The red dog saw Zzyzxq."


@pytest.fixture(scope="module")
def trace():
    return load("transformer", "cpu").trace(Request("transformer", SENTENCE))


def test_each_word_has_its_english_and_so_has_each_piece_of_it(trace):
    glosses = gloss_trace(trace)
    axis = written_axis(trace)
    whole = dict(zip(axis.labels(True), gloss_labels(glosses, axis, True), strict=True))
    assert (whole["chien"], whole["rouge"], whole["."], whole["</s>"]) == ("dog", "red", "", "")
    pieces = gloss_labels(glosses, axis, False)
    assert len(pieces) == len(axis.tokens) > len(whole)
    assert [*dict.fromkeys(pieces)] == [*dict.fromkeys(whole.values())]


@pytest.mark.parametrize("merged", [True, False])
def test_a_word_has_the_same_english_when_it_is_read(trace, merged):
    glosses = gloss_trace(trace)
    written = gloss_labels(glosses, written_axis(trace), merged)
    assert gloss_labels(glosses, read_axis(trace), merged) == ["", *written[:-1]]


def test_what_is_not_written_has_no_english():
    assert gloss_trace(trace_of(5, 1, 1)) == {}


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
