"""The page on drawn digits."""

import numpy as np
import pytest

from models import WhatIf
from models.digits import GRID, card, curves, paint, parse_strokes
from models.digits.reading import read_picture
from tests.contents import content_at
from viz.pages.digits.compute import COMPUTATION
from viz.pages.digits.examples import EXAMPLES
from viz.pages.digits.settings import _check_heads, _check_patches


def content_of(**address):
    return content_at(COMPUTATION, address)


@pytest.mark.parametrize("digit", range(10))
def test_both_networks_read_the_examples(digit):
    reading = content_of(digit=EXAMPLES[digit]).reading
    assert reading.transformer.argmax() == reading.convolution.argmax() == digit


def test_the_finding_names_what_both_read():
    content = content_of(digit=EXAMPLES[7])
    for name, values in content.probabilities.items():
        assert f"{name.lower()}: 7 ({100 * values[7]:.1f}%)" in content.finding.lower()


def test_what_ifs_of_the_address_are_those_of_the_run():
    address = {
        "digit": EXAMPLES[4],
        "digit-hidden": "6,11",
        "digit-heads": "1-2,3-4",
        "digit-positions": "off",
    }
    what_if = WhatIf(positions="off", silenced=(("encoder", 0, 1), ("encoder", 2, 3)))
    expected = read_picture(paint(parse_strokes(EXAMPLES[4])), (5, 10), what_if)
    content = content_of(**address)
    np.testing.assert_allclose(content.reading.transformer, expected.transformer, atol=1e-6)
    assert (content.reading.weights[..., [6, 11]] == 0).all()
    assert "Hidden patches: 2. Heads off: 2." in content.finding


def test_the_convolution_reads_the_patches_where_shuffled_positions_put_them():
    picture = paint(parse_strokes(EXAMPLES[2]))
    plain, shuffled = (
        read_picture(picture, what_if=WhatIf(positions=how)) for how in ("as trained", "shuffled")
    )
    np.testing.assert_array_equal(plain.shown, picture)
    assert (shuffled.shown != picture).any()
    np.testing.assert_array_equal(np.sort(shuffled.shown, None), np.sort(picture, None))
    # read as trained, the shuffled picture is the same run
    again = read_picture(shuffled.shown)
    np.testing.assert_allclose(again.transformer, shuffled.transformer, atol=1e-4)


def test_rollout_is_a_share_of_each_patch():
    content = content_of()
    assert content.rollout.shape == (GRID**2,)
    assert 0.3 < content.rollout.sum() < 1


def test_an_empty_drawing_says_what_to_do():
    content = content_of(digit=".")
    assert content.finding.startswith("Nothing is drawn yet.")
    assert content.menu is None


@pytest.mark.parametrize("typed", ["0", "17", "x", "1,,2", "²"])
def test_other_patches_are_refused(typed):
    assert "numbers from 1 to 16" in _check_patches(typed)


def test_other_heads_are_refused():
    assert not _check_heads("1-1,3-4")
    assert "from 1-1 to 3-4" in _check_heads("4-1")


def test_the_card_has_what_was_asked_for():
    transformer, convolution = card("transformer"), card("convolution")
    for source in ("written", "fonts", "strokes"):
        right, count = transformer["accuracy"][source]
        assert right / count >= 0.93
    assert transformer["drawn"][0] >= 24
    assert transformer["weights"] == pytest.approx(convolution["weights"], rel=0.15)
    last = [rows["10000"][0] for rows in curves()["transformer"].values()]
    assert last[0] > last[1]  # positions help
