"""What the state at a word keeps of an earlier one, on a paragraph longer than training."""

import numpy as np
import pytest

from models import Request
from tests.contents import content_at
from tests.pages import alerts, charts, visit_with
from viz.base.examples import EXAMPLES
from viz.pages.bottleneck.compute import COMPUTATION as BOTTLENECK
from viz.pages.heads.compute import COMPUTATION as HEADS
from viz.pages.reach.compute import REACH, _short_share
from viz.pages.reach.settings import _pair_in

PARAGRAPH = max(EXAMPLES, key=len)


@pytest.fixture(scope="module")
def reach():
    return content_at(REACH, {"sentence": PARAGRAPH})


def test_a_paragraph_opens_on_its_pair_and_another_sentence_on_its_ends():
    assert _pair_in("Paris was loved by her populace; the populace of Paris.") == (1, 6)
    assert _pair_in("The big red dog") == (1, 4)
    assert _pair_in("Paris!") == (1, 1)


@pytest.mark.slow
def test_the_finding_says_the_numbers_of_the_charts(reach):
    assert (reach.sought, reach.word) == ("palace", "city")
    place = PARAGRAPH.split().index("palace")
    assert reach.labels[place] == "palace"
    assert reach.marked[place] == "palace"
    for norms in reach.kept.values():
        assert norms.max() == 1
        assert reach.labels[len(norms) - 1] == "city"
        assert _short_share(float(norms[place])) in reach.finding
    weights = reach.runner.trace(Request("transformer", PARAGRAPH)).attention["encoder"].weights
    tokens = reach.places("transformer", reach.settings.sought)
    queries = reach.places("transformer", reach.settings.at)
    largest = weights[:, :, queries][..., tokens].sum(-1).max()
    assert reach.reached["transformer"][place] == pytest.approx(largest)
    assert f"{largest:.0%}" in reach.finding
    of_words = reach.reached["transformer"]
    others = np.median([value for row, value in enumerate(of_words) if row != place])
    assert f" and {others:.0%}." in reach.finding
    assert "even weights" not in reach.finding  # the largest of many weights always exceeds one
    assert "depends on “palace”" in reach.finding


@pytest.mark.slow
def test_models_whose_decoder_is_not_shown_write_nothing_and_read_as_ever(reach):
    for name in ("seq2seq-rnn", "transformer"):
        assert reach.trace(name).translation == ""
    weights = reach.runner.trace(Request("transformer", PARAGRAPH)).attention["encoder"].weights
    assert np.array_equal(reach.trace("transformer").attention["encoder"].weights, weights)


@pytest.mark.slow
def test_attention_reaches_a_word_that_the_plain_network_has_lost(reach):
    place = PARAGRAPH.split().index("palace")
    assert reach.kept["seq2seq-rnn"][place] < 0.001
    assert reach.reached["bilstm-additive"][place] > 0.5


@pytest.mark.slow
def test_both_pages_show_it_and_their_links_open_it():
    content = content_at(BOTTLENECK, {"sentence": "The big red dog", "at": "3", "sought": "2"})
    assert (content.reach.word, content.reach.sought) == ("red", "big")
    np.testing.assert_array_less(0, content.reach.kept["seq2seq"])
    for page in ("bottleneck", "remember"):
        test = visit_with(page, sentence="The big red dog", at="3", sought="2")
        assert not alerts(test)
        wording = "“big” is word 2 of the sentence, “red” is word 3."
        assert any(wording in text.value for text in test.markdown)
        assert charts(test)


@pytest.mark.slow
def test_the_front_page_doubts_a_text_longer_than_any_in_training_or_in_another_language():
    for sentence, is_beyond in ((PARAGRAPH, True), ("El perro marrón", True), ("I left.", False)):
        content = content_at(HEADS, {"sentence": sentence})
        assert content.is_doubtful is is_beyond
        assert (content.limits.tokens > 0) is (sentence == PARAGRAPH)


@pytest.mark.slow
def test_the_translations_of_a_long_paragraph_come_one_by_one():
    long = content_at(BOTTLENECK, {"sentence": PARAGRAPH})
    names = list(long.translations)
    assert [list(some) for some in long.translating()] == [names[:1], names[:2], names]
    short = content_at(BOTTLENECK, {"sentence": "The big red dog"})
    assert [list(some) for some in short.translating()] == [names]


def test_the_page_on_the_bottleneck_opens_on_a_sentence_that_shows_its_cost():
    content = content_at(BOTTLENECK, {"sentence": BOTTLENECK.example})
    has_bench = {name: "banc" in french for name, french in content.translations.items()}
    assert has_bench == {"seq2seq": False, "bilstm-additive": True, "transformer": True}
