"""Our encoder of masked words is shown on every page, or a sentence says why not."""

import pytest

from tests.pages import alerts, visit
from tests.viz.test_new_architecture import CASES

SENTENCES = (
    "The big red dog is sleeping on the bed.",
    "The big red [MASK] is sleeping. [SEP] A man is riding a horse.",
)


@pytest.mark.parametrize("page, settings", CASES)
def test_every_page_shows_it_or_says_in_a_sentence_why_not(small_bert, page, settings):
    test = visit(page, {"model": small_bert, "sentence": SENTENCES[0]} | settings)
    assert test.query_params["model"] == small_bert  # it did not give way to another model
    few_words = page == "vectors"  # this vocabulary lacks words that a look asks for
    assert not alerts(test) or few_words, alerts(test)
    components = test.get("bidi_component") or test.get("plotly_chart") or test.table
    assert components or test.info or alerts(test)


@pytest.mark.parametrize("page", ["heads", "inside", "mask", "words", "profiles", "card"])
def test_a_pair_with_a_hidden_word_can_be_shown_too(small_bert, page):
    test = visit(page, {"model": small_bert, "sentence": SENTENCES[1]})
    assert test.query_params["model"] == small_bert and not alerts(test), alerts(test)
