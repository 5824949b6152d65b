"""The page on how word vectors are learnt: what the browser is told, the counts, other texts."""

import numpy as np
import pytest

from tests.pages import alerts, picture, visit_with
from viz.pages.learning import compute, texts
from viz.pages.learning.settings import METHODS

STORY = "The king loves the queen.\nThe queen loves the king. A dog barks; a cat sleeps!"
MINE = {"learn-from": "mine", "learn-text": STORY}


def test_the_words_on_the_map_are_in_the_shipped_text_in_their_groups():
    text = texts.shipped_text()
    shown, groups = texts.words_shown(text), texts.groups_shown(text)
    assert len(shown) == len(groups) == len({*shown})
    assert 55 <= len(shown) <= 65
    names = [text.words[word] for word in shown]
    assert names == " ".join(texts.GROUPS.values()).split()
    assert dict(zip(names, groups))["monday"] == [*texts.GROUPS].index("days")
    assert [*texts.GROUPS] == [*texts.GROUP_NAMES]


@pytest.mark.parametrize("method", METHODS)
def test_the_browser_is_told_what_the_settings_say(method):
    address = {"learn": method, "learn-window": "3", "learn-seed": "5", "learn-word": "red"}
    test = visit_with("learning", **address)
    assert not alerts(test)
    head = picture(test)
    assert (head["method"], head["window"], head["seed"]) == (method, 3, 5)
    assert head["words"][head["word"]] == "red"
    assert head["rate"] == compute.RATES[method]
    assert ("learn-negatives" in test.query_params) == (method != "glove")


def test_a_text_that_is_pasted_is_learnt_with_all_its_words():
    test = visit_with("learning", **MINE)
    head = picture(test)
    words = {"a", "barks", "cat", "dog", "king", "loves", "queen", "sleeps", "the"}
    assert {*head["words"]} == words
    names = [head["words"][word] for word in head["shown"]]
    assert {"king", "queen", "loves"} <= {*names}
    assert "the" not in names
    assert {*head["groups"]} == {-1}
    assert head["passes"] > 1000  # a short text is read more often


@pytest.mark.parametrize("typed", ["", "  \n ", "word", "1234 !?"])
def test_without_a_sentence_it_asks_for_one_and_keeps_what_was_typed(typed):
    test = visit_with("learning", **MINE | {"learn-text": typed})
    assert "Paste a text" in alerts(test)[0]
    assert test.text_area[0].value == typed


def test_an_unknown_word_gets_a_sentence_and_stays_in_its_box():
    test = visit_with("learning", **{"learn-word": "xyzzy<b>"})
    assert "“xyzzy&lt;b&gt;” is not among" in alerts(test)[0]
    assert "xyzzy<b>" in [box.value for box in test.text_input]
    head = picture(test)
    assert head["word"] == head["shown"][0]


def test_the_mark_changes_with_the_run_and_not_with_the_word():
    def mark(**more):
        return picture(visit_with("learning", **MINE, **more))["mark"]

    assert mark() == mark(**{"learn-word": "dog"})
    assert mark() != mark(**{"learn-seed": "2"})


def test_the_counts_are_those_of_the_text():
    settings = compute.LearningSettings(
        "transformer", "", None, False, "glove", "mine", STORY, 2, None, 8, 1, "king"
    )
    content = compute.compute(settings, None)
    counts = content.counts
    table = dict(zip(((a, b) for a in counts.rows for b in counts.columns), counts.values.ravel()))
    # "king loves" and "loves the king": once at distance 1, once at distance 2.
    assert table["king", "loves"] == table["loves", "king"] == 1.5
    np.testing.assert_array_equal(counts.values, counts.values.T)
