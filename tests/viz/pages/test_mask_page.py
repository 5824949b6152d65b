"""The initial view of the page on the mask."""

import numpy as np
import pytest

from models import Request, WhatIf, load
from tests.contents import content_at
from tests.marks import slow_after
from tests.pages import charts, picture, visit
from viz.analysis.measures import hidden_share
from viz.pages.mask.compute import COMPUTATION

SENTENCES = (
    "The big red dog",
    "The big red dog is sleeping on the bed.",
    "My students are sleeping in the last row.",
)


def opened(**address: str):
    return content_at(COMPUTATION, address)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_it_opens_on_a_head_whose_mask_hides_much_and_that_does_not_rest(sentence):
    content = opened(sentence=sentence)
    choice = content.settings.decoder_head
    maps = content.trained.attention["decoder"]
    shares = hidden_share(maps.scores, maps.allowed)
    assert shares[choice.layer, choice.head] > 0.5
    assert shares[choice.layer, choice.head] > np.median(shares)
    rest = maps.weights[choice.layer, choice.head, 1:, 0].mean()
    assert rest < maps.weights[..., 1:, 0].mean()
    # Without the mask the head does attend to later words.
    unmasked = load("transformer", "cpu").trace(
        Request("transformer", sentence, content.trained.translation, WhatIf(mask="none"))
    )
    weights = unmasked.attention["decoder"].weights[choice.layer, choice.head]
    assert np.triu(weights, 1)[:-1].sum(-1).mean() > 0.25


def test_a_head_that_was_asked_for_is_shown():
    choice = opened(**{"decoder-head": "1-2"}).settings.decoder_head
    assert (choice.layer, choice.head) == (0, 1)


def test_both_bar_sets_are_there_from_the_start():
    content = opened()
    assert list(content.probabilities) == ["causal mask", "no mask"]
    assert len(list(opened(sees="window").probabilities)) == 3
    assert "does not help" in content.finding_ahead


def test_the_caption_is_the_finding_and_not_what_the_mask_forces():
    content = opened()
    weights = content.matrices[2]
    maps = content.trained.attention["decoder"]
    choice = content.settings.decoder_head
    share = hidden_share(maps.scores, maps.allowed)[choice.layer, choice.head]
    assert f"{share:.0%}" in weights.caption
    ahead = opened(sees="none", **{"decoder-head": "3-3"}).matrices[2]
    weight = ahead.values[ahead.rows.index("chien"), ahead.columns.index("rouge")]
    assert f"“chien” gives {weight:.2f} to “rouge”, the word it must predict" in ahead.caption


def test_the_padding_is_shown_in_the_head_that_attends_most_to_it():
    content = opened(longer="8")
    masked, unmasked = content.padding_matrices
    layer, head = content.padded_head
    assert masked.note == unmasked.note == f"layer {layer + 1}, head {head + 1}"
    weights = [*content.padded.values()][-1].attention["encoder"].weights
    shares = weights[..., :5, 5:].sum(-1).mean(-1)
    assert shares[layer, head] == shares.max()
    share = unmasked.values[:5, 5:].sum(-1).mean()
    assert f"{share:.0%}" in unmasked.caption
    assert masked.caption == "The words give 0% of their weight to the padding."


def test_the_page_draws_it():
    test = visit("mask", {})
    assert "later words" in picture(test)["panels"][2]["caption"]
    assert [bar["name"] for bar in charts(test)[0]["data"]] == ["causal mask", "no mask"]


@pytest.mark.parametrize("sentence", slow_after(1, SENTENCES))
def test_without_the_mask_few_weights_are_framed_and_a_line_says_which(sentence):
    weights = opened(sees="none", sentence=sentence).matrices[2]
    assert 0 < weights.changed.sum() <= 0.3 * weights.changed.size
    assert weights.note.endswith(" · framed: changed by more than 0.2")
    assert "framed" not in opened(sentence=sentence).matrices[2].note
