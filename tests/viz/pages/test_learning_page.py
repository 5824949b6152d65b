"""The page on how word vectors are learnt: what the browser is told, the counts, other texts."""

from string import ascii_lowercase

import numpy as np
import pytest

from models.words import glove
from models.words.learnt import card, learnt, ngram_vectors, similar_spellings
from tests.pages import alerts, charts, picture, visit_with
from viz.pages.learning import compute, sample_texts
from viz.pages.learning.settings import METHODS
from viz.pages.learning.trained import _TABLES, TrainedContent

STORY = "The king loves the queen.\nThe queen loves the king. A dog barks; a cat sleeps!"
MINE = {"learn-from": "mine", "learn-text": STORY}


def test_the_words_on_the_map_are_in_the_shipped_text_in_their_groups():
    text = sample_texts.shipped_text()
    shown, groups = sample_texts.words_shown(text), sample_texts.groups_shown(text)
    assert len(shown) == len(groups) == len({*shown})
    assert 55 <= len(shown) <= 65
    names = [text.words[word] for word in shown]
    assert names == " ".join(sample_texts._GROUPS.values()).split()
    assert dict(zip(names, groups))["monday"] == [*sample_texts._GROUPS].index("days")
    assert [*sample_texts._GROUPS] == [*sample_texts.GROUP_NAMES]


@pytest.mark.parametrize("method", METHODS)
def test_the_browser_is_told_what_the_settings_say(method):
    address = {"learn": method, "learn-window": "3", "learn-seed": "5", "learn-word": "red"}
    test = visit_with("learning", **address)
    assert not alerts(test)
    head = picture(test)
    assert (head["method"], head["window"], head["seed"]) == (method, 3, 5)
    assert head["words"][head["word"]] == "red"
    assert head["rate"] == compute._RATES[method]
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
        "transformer", "", None, False, "live", "glove", "mine", STORY, 2, None, 8, 1, "king", None
    )
    content = compute._compute(settings, None)
    counts = content.counts
    table = dict(zip(((a, b) for a in counts.rows for b in counts.columns), counts.values.ravel()))
    # "king loves" and "loves the king": once at distance 1, once at distance 2.
    assert table["king", "loves"] == table["loves", "king"] == 1.5
    np.testing.assert_array_equal(counts.values, counts.values.T)


# --- the runs that are shipped ---

TRAINED = {"learn-look": "trained"}


def trained(word):
    return TrainedContent(
        compute.LearningSettings(
            "transformer",
            "",
            None,
            False,
            *("trained", "skipgram", "ours", None, 4, 5, 32, 1, ""),
            word,
        )
    )


def _typos(words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return common words of six letters or more with one slip each: (typed, meant)."""
    generator = np.random.default_rng(1)
    long = [word for word in words[:3000] if len(word) > 5 and word.isalpha()]
    known = {*words}
    pairs: list[tuple[str, str]] = []
    while len(pairs) < 200:
        word = long[generator.integers(len(long))]
        at = int(generator.integers(1, len(word) - 1))
        letter = ascii_lowercase[generator.integers(26)]
        slip = (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + letter + word[at + 1 :],
        )[generator.integers(4)]
        if slip not in known:
            pairs.append((slip, word))
    return pairs


@pytest.mark.slow
def test_fasttext_answers_as_many_misspelt_words_as_the_card_says():
    figures, vectors = card()["figures"]["typos"], learnt("fasttext")
    pairs = _typos(vectors.words)
    near = {typed: trained(typed) for typed, _ in pairs}
    assert not any(content.is_known for content in near.values())
    answered = [typed for typed, content in near.items() if ngram_vectors(typed)[0]]
    assert len(pairs) == figures["typos"] == 200
    assert sum(typed in answered for typed, _ in pairs) == figures["answered"]
    findings = [
        meant in [word for word, _ in similar_spellings(typed, 5)] for typed, meant in pairs
    ]
    share, low, high = figures["found"]
    assert np.mean(findings) == pytest.approx(share, abs=0.005)
    assert low < share < high


def test_the_charts_show_the_scores_of_the_card_and_the_finding_says_where_they_are_apart():
    content = trained("queen")
    scores = card()["figures"]["scores"]
    shown = [
        mark.x
        for chart in (content.analogies, content.similarities)
        for mark in chart.marks
        if mark.marker
    ]
    tasks = "semantic", "syntactic", "WordSim-353", "SimLex-999"
    for values, task in zip(shown, tasks, strict=True):
        assert values == tuple(scores[table][task]["score"][0] for table in _TABLES)
    low = scores["chance"]["WordSim-353"]["score"][1]
    assert content.similarities.x.limits[0] <= low < 0
    assert "SkipGram is clearly ahead on analogies of meaning." in content.finding
    assert "CBoW is clearly ahead on analogies of form." in content.finding
    assert "scored on these same lists" in content.finding


def test_king_man_woman_is_recomputed_from_the_table():
    words = [word for word, _ in learnt("skipgram").analogy("man", "king", "woman")]
    assert words[:5] == card()["figures"]["king - man + woman"][:5]


@pytest.mark.slow
def test_an_unknown_word_is_found_by_its_n_grams_of_three_letters_the_commoner_word_first():
    _, answers = trained("prisonner").nearest.values()
    names = [word for word, _ in similar_spellings("prisonner", 5)]
    assert names[0] == "prisoner"
    assert ", ".join(names[:2]) in ", ".join(one.split()[0] for one in answers[3].split(", "))
    assert similar_spellings("zzzq", 5) == []
    assert similar_spellings("accomodation", 6)[0][0] == "accommodation"
    cosines = [cosine for _, cosine in similar_spellings("accomodation", 6)]
    assert cosines == sorted(cosines, reverse=True)


def test_a_word_that_may_be_meant_and_is_too_rare_is_said_to_be():
    said = "stands in the text fewer than"
    assert said not in trained("accomodation").unseen_note
    rare = next(word for word in glove().words if len(word) > 8 and word not in learnt("cbow").rows)
    assert said in trained(rare + "x").unseen_note


def test_the_words_that_the_lectures_look_up_are_in_the_tables():
    looked_up = """asparagus accommodation colour color germany berlin france paris car driver queen
        king man woman doctor nurse mouse cell green dividend attention encoder decoder vector
        language economy translation sentence computer neural"""
    words = looked_up.split()
    assert not {*words} - {*learnt("skipgram").words}
    assert len(learnt("skipgram").words) > 20_000


@pytest.mark.parametrize("word", ["accomodation", "pidgey"])
def test_only_fasttext_has_a_vector_for_a_word_that_was_not_read(word):
    content = trained(word)
    _, answers = content.nearest.values()
    assert [answer.startswith("no vector") for answer in answers] == [True, True, True, False, True]
    names, vectors = ngram_vectors(word)
    assert content.parts.y.categories == names[::-1]
    mean = vectors.mean(0)
    cosines = vectors @ mean / np.linalg.norm(vectors, axis=1) / np.linalg.norm(mean)
    np.testing.assert_allclose(content.parts.marks[0].values, cosines[::-1], atol=1e-5)


def test_a_word_that_was_read_has_neighbours_in_all_four():
    test = visit_with("learning", **TRAINED, **{"learn-unseen": "Queen"})
    assert not alerts(test)
    _, answers = trained("Queen").nearest.values()
    assert all("king" in answer for answer in answers[:3])
    assert not any(answer.startswith("no vector") for answer in answers)
    assert len(charts(test)) == 3


@pytest.mark.parametrize("typed, says", [("  ", "no word here yet"), ("漢字", "knows no n-gram")])
def test_without_a_word_or_an_n_gram_it_says_so_and_keeps_what_was_typed(typed, says):
    test = visit_with("learning", **TRAINED, **{"learn-unseen": typed})
    assert says in alerts(test)[0]
    assert typed in [box.value for box in test.text_input]
    assert len(charts(test)) == 2
