"""Three units of an LSTM with a nameable role."""

import numpy as np
import pytest

from models import Request, load
from viz.pages.remember.telling_units import (
    _correlations,
    _kept,
    _signed,
    telling_units,
    telling_units_html,
)

WORDS = ("The", "dog", "is", "sleeping", "now", ".")
KEEPS = [0.0, 0.8, 0.9, 0.9, 0.9, 0.9]
COUNTS = [-0.9, -0.6, -0.3, 0.0, 0.3, 0.6]
FOLLOWS = [0.9, -0.9, 0.9, -0.9, 0.9, -0.9]
RESTS = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]


def test_units_made_by_hand_are_found_with_what_they_do():
    cells = np.array([RESTS, FOLLOWS, COUNTS, RESTS, KEEPS]).T
    units = telling_units(cells, WORDS)
    assert [(unit.role, unit.unit) for unit in units] == [
        ("keeps", 4),
        ("counts", 2),
        ("follows", 1),
    ]
    keeps, counts, follows = (unit.text for unit in units)
    assert "“dog” it changes from +0.00 to +0.80" in keeps
    assert "at the end it is still +0.90" in keeps
    assert "from −0.90 to +0.60" in counts
    assert "position: +1.00" in counts
    assert "5 times" in follows


def test_no_unit_has_two_roles():
    cells = np.array([KEEPS, RESTS, RESTS]).T
    assert len({one.unit for one in telling_units(cells, WORDS)}) == 3


def test_a_unit_that_goes_back_or_was_there_before_keeps_nothing():
    back, before = [0.0, 0.8, 0.9, 0.0, 0.0, 0.0], [0.9, 0.0, 0.9, 0.9, 0.9, 0.9]
    scores = _kept(np.array([KEEPS, back, before]).T)
    assert scores[0] == pytest.approx(0.8)
    assert (scores[1:] <= 0).all()


def test_a_unit_at_rest_does_not_count():
    assert _correlations(np.array([RESTS]).T) == pytest.approx(0)


def test_three_words_are_too_few():
    assert telling_units(np.zeros((3, 8)), WORDS[:3]) == []


@pytest.mark.parametrize("name", ["bilstm-additive", "seq2seq"])
def test_the_units_of_our_models_do_what_is_said(name):
    trace = load(name, "cpu").trace(Request(name, "The big red dog is sleeping on the bed."))
    cells = np.tanh(trace.gates["encoder forward"].cell)
    keeps, counts, follows = telling_units(cells, trace.source)
    assert _kept(cells)[keeps.unit] > 0.4
    assert abs(_correlations(cells)[counts.unit]) > 0.8
    assert (np.diff(np.sign(follows.values)) != 0).sum() >= 4


def test_words_are_escaped():
    cells = np.array([KEEPS, COUNTS, FOLLOWS]).T
    words = ("<b>", *WORDS[1:])
    html = telling_units_html(telling_units(cells, words), words, "light")
    assert "&lt;b&gt;" in html
    assert "<b>dog" not in html


@pytest.mark.parametrize("value, text", [(-0.004, "+0.00"), (-0.006, "−0.01"), (0.25, "+0.25")])
def test_a_value_that_rounds_to_zero_has_no_minus(value, text):
    assert _signed(value) == text
