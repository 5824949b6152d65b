"""Controls of captions and labels on one sentence, on heads whose job is known."""

import numpy as np
import pytest
import torch

from models import Request, UserError
from models.corpus.labels import SPREADS
from tests import planted
from viz.analysis.head_captions import word_links
from viz.analysis.refuting import (
    _ORDERS,
    Refutation,
    _Control,
    refute_alignment,
    refute_caption,
    refute_label,
    runs_of,
)
from viz.analysis.views import HeadChoice
from viz.base.progress import unwatched

# Of ten French words the place of the English ones: two pairs change places.
LINKS = [0, 2, 1, 3, 4, 6, 5, 7, 8, 9]
LONG = "the big dog sees a cat and the old horse hears a small red dog ."


def looks_at(places: list[int], columns: int = 10) -> np.ndarray:
    """Return a head that gives each row's place nine tenths of its weight."""
    weights = np.full((len(places), columns), 0.1 / (columns - 1))
    weights[np.arange(len(places)), places] = 0.9
    return weights


def refute(model, sentence: str, head: HeadChoice, french: str | None = None, measure: str = ""):
    trace = model.trace(Request("planted", sentence, french))
    links = word_links(trace) if head.stack == "cross" else None
    run = runs_of(trace.request, model.trace, unwatched)
    if measure:
        return refute_label("{column}", measure, trace, head, links, run)
    return refute_caption(trace, head, links, run)


def test_a_head_that_follows_words_stands_where_the_order_differs():
    refutation = refute_alignment("It aligns", looks_at(LINKS), LINKS)
    assert refutation.share == 1
    assert [rival.shares.tolist() for rival in refutation.rivals] == [[0.7], [0.6]]
    assert refutation.chance.shares.mean() == pytest.approx(0.1, abs=0.03)
    assert refutation.verdict == "stands"


def test_a_head_that_knows_only_the_relative_place_is_refuted():
    refutation = refute_alignment("It aligns", looks_at(list(range(10))), LINKS)
    assert refutation.share == 0.6
    assert refutation.verdict == "refuted"
    assert refutation.text.endswith("Refuted. This explains as much: the best straight line.")


def test_a_head_that_is_right_as_often_as_a_line_cannot_be_told_on_this_sentence():
    columns = [*LINKS]
    columns[:3] = [(link + 4) % 10 for link in LINKS[:3]]
    refutation = refute_alignment("It aligns", looks_at(columns), LINKS)
    assert refutation.share == 0.7 == refutation.rivals[0].shares.max()
    assert refutation.verdict == "tied"
    assert refutation.text.endswith(
        "This sentence cannot tell: the best straight line does as well."
    )


def test_a_head_with_the_links_of_another_sentence_is_chance():
    dealt = np.random.default_rng(3).permutation(LINKS).tolist()
    refutation = refute_alignment("It aligns", looks_at(dealt), LINKS)
    assert refutation.share < 0.3
    assert refutation.verdict == "chance"


def test_a_sentence_without_links_has_no_control():
    assert refute_alignment("It aligns", looks_at(LINKS), [None] * 10) is None


def test_the_planted_previous_word_head_follows_the_place_and_not_the_word():
    refutation = refute(planted.translator(), LONG, HeadChoice("encoder", 0, 0))
    assert refutation.claim == "Previous word"
    assert refutation.share == 1
    assert refutation.control.name == "place"
    assert refutation.control.shares.tolist() == [1] * _ORDERS
    (word,) = refutation.rivals
    assert word.shares.mean() < 0.3
    assert refutation.verdict == "stands"


def test_a_label_of_the_next_word_is_chance_in_the_head_of_the_previous_word():
    head = HeadChoice("encoder", 0, 0)
    refutation = refute(planted.translator(), LONG, head, measure="next")
    assert refutation.share < 0.01
    assert refutation.verdict == "chance"


def test_a_head_that_looks_for_a_certain_word_is_no_head_of_the_previous_word():
    """With words and not places planted, each looks for the word that was before it here."""
    model, sentence = planted.translator(), "the big dog sees a cat ."
    attention = model.network.encoder[0].self_attention
    codes = {word: planted.code_of(word) for word in sentence.split()}
    pairs = list(zip([*codes.values()][1:], codes.values(), strict=False))
    with torch.no_grad():
        planted.plant(attention, 0, (planted.WORD, planted.WORD, pairs), None)
    refutation = refute(model, sentence, HeadChoice("encoder", 0, 0))
    assert refutation.claim == "Previous word"
    assert refutation.share == 1
    assert refutation.control.shares.mean() < 0.5
    assert refutation.rivals[0].shares.tolist() == [1] * _ORDERS
    assert refutation.verdict == "refuted"
    assert "the word that was its neighbour" in refutation.text.split("Refuted.")[1]


@pytest.mark.parametrize("sentence", planted.SENTENCES)
def test_position_explains_the_planted_head_that_seems_to_align(sentence):
    refutation = refute(planted.translator(), sentence, HeadChoice("cross", 0, 0))
    assert refutation.claim == "It aligns"
    assert refutation.verdict in ("refuted", "tied", "chance")


def test_the_planted_head_that_reads_words_stands_where_the_order_differs():
    sentence, french = planted.CROSSED
    refutation = refute(planted.translator(), sentence, HeadChoice("cross", 0, 1), french)
    assert refutation.claim == "One step behind"
    assert refutation.verdict == "stands"
    # The same sentence refutes the head that knows positions alone.
    refutation = refute(
        planted.translator(), sentence, HeadChoice("cross", 0, 0), french, measure="writes"
    )
    assert refutation.verdict == "refuted"


def test_the_induction_head_stands_in_random_repeats_and_its_neighbour_does_not():
    model = planted.language_model()
    refutation = refute(
        model, "dog cat old horse and a", HeadChoice("decoder", 1, 0), measure="induction"
    )
    assert np.isnan(refutation.share)  # nothing is repeated in the sentence itself
    assert refutation.control.name == "repeats"
    assert refutation.control.shares.min() > 0.9
    assert refutation.verdict == "stands"
    assert "no case in this sentence" in refutation.text
    refutation = refute(
        model, "dog cat old horse and a", HeadChoice("decoder", 0, 0), measure="induction"
    )
    assert refutation.verdict == "refuted"


def test_uniform_attention_spreads_more_than_random_heads():
    """Heads that are not planted have weights 0: they attend to all words alike."""
    refutation = refute(planted.translator(), LONG, HeadChoice("encoder", 0, 3))
    assert refutation.claim == "Spread out"
    assert refutation.share == pytest.approx(1)
    assert refutation.control.shares == pytest.approx(np.ones(_ORDERS))
    assert refutation.chance.shares.mean() < 0.9
    assert refutation.verdict == "stands"
    head = HeadChoice("encoder", 0, 0)
    assert refute(planted.translator(), LONG, head, measure=SPREADS).verdict == "chance"


def test_runs_that_are_refused_leave_a_claim_without_a_control():
    model = planted.translator()
    trace = model.trace(Request("planted", LONG))

    def refuse(request):
        raise UserError("no")

    run = runs_of(trace.request, refuse, unwatched)
    refutation = refute_label("x", SPREADS, trace, HeadChoice("encoder", 0, 3), None, run)
    assert refutation.control is None


def test_what_needs_parts_of_speech_has_no_control():
    head = HeadChoice("encoder", 0, 0)
    assert refute(planted.translator(), LONG, head, measure="adjective → its noun") is None


def test_draws_are_seeded():
    head = HeadChoice("encoder", 0, 0)
    first, second = (refute(planted.translator(), LONG, head).text for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "share, control, rival, verdict",
    [
        (0.9, 0.8, 0.5, "stands"),
        (0.9, 0.8, 0.8, "refuted"),
        (0.9, 0.1, 0.05, "refuted"),
        (0.2, 0.9, 0.1, "chance"),
    ],
)
def test_the_rule_of_a_verdict(share, control, rival, verdict):
    refutation = Refutation(
        "x",
        "rows",
        share,
        _Control("weights", np.linspace(0, 0.3, 200)),
        (_Control("word", np.array([rival])),),
        _Control("place", np.array([control])),
    )
    assert refutation.verdict == verdict
