"""What is left of word vectors in their mean."""

import numpy as np
import pytest

from models.words import glove
from tests.contents import content_at
from viz.pages.words.cancelling import Cancelling, _kept_lengths
from viz.pages.words.compute import COMPUTATION


def test_one_direction_keeps_all_right_angles_a_square_root_and_opposites_nothing():
    same = np.tile([3.0, 4.0], (4, 1)) * np.arange(1, 5)[:, None]
    np.testing.assert_allclose(_kept_lengths(same), 1)
    np.testing.assert_allclose(_kept_lengths(np.eye(4)), np.arange(1, 5) ** -0.5)
    np.testing.assert_allclose(_kept_lengths(np.array([[1.0, 0], [-1, 0]])), [1, 0])


def test_colours_point_the_same_way_and_a_sentence_is_as_words_at_random():
    """The share at the end is that of the vectors added one by one."""
    colours, sentence = (
        Cancelling(["I sleep", line]) for line in ("red blue green", "The dog is on the bed.")
    )
    vectors = [glove().table[glove().find(word)].astype(float) for word in colours.words]
    share = np.linalg.norm(sum(vectors)) / sum(map(np.linalg.norm, vectors))
    assert colours.shares[-1] == pytest.approx(share, abs=1e-4)
    assert colours.shares[-1] > colours.random[2, -1]
    assert "similar directions" in colours.finding
    assert sentence.words == ["the", "dog", "is", "on", "the", "bed"]
    assert sentence.shares[-1] < sentence.random[2, -1]
    assert "no more than" in sentence.finding


def test_the_mean_is_drawn_of_word_vectors_alone():
    address = {"words-look": "sentences", "sentences": "The dog sleeps.\nxyzzyx"}
    assert content_at(COMPUTATION, address).cancelling is None
    content = content_at(COMPUTATION, address | {"vectors-of": "glove"})
    assert content.cancelling is not None
    assert len(content.menu.exports) == 2
    assert content.cancelling.chart.marks[-1].y == pytest.approx(content.cancelling.shares)
    unknown = content_at(
        COMPUTATION, address | {"vectors-of": "glove", "sentences": "xyzzyx\nqwrt"}
    )
    assert unknown.cancelling is None
