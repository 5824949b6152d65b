"""The claims of the lesson on the LSTM cell are true."""

from functools import cache

import numpy as np
import pytest

from tests.claims import STEPS, check_number, check_truth, name_of_claim, of, written
from viz.analysis.walkthrough.cell import layer_run
from viz.pages.cell.compute import COMPUTATION
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings

pytestmark = pytest.mark.thorough


@cache
def shown(place: int, **more: str):
    """Return the content of a step of the lesson, or of a changed one."""
    runner = PlainRunner("cpu")
    parameters = dict(STEPS[f"cell {place}"].parameters) | more
    settings = read_settings(COMPUTATION.settings, parameters, runner, COMPUTATION.example).settings
    return COMPUTATION.compute(settings, runner)


def cell(name: str) -> float:
    """Return a number of unit 25 of the LSTM after “is”."""
    gates, word = shown(3).trace.gates["encoder forward"], 2
    if name == "before":
        return float(gates.cell[word - 1, 24])
    if name == "after":
        return float(gates.cell[word, 24])
    return float(getattr(gates, name)[word, 24])


def plain(part: str) -> float:
    """Return a part of the sum of unit 8 of the plain network after “is”."""
    run = shown(1).run
    before, _ = run.before(2)
    weights = np.concatenate([run.weights["of_hidden"], run.weights["of_input"]])
    bias, total = run.weights["bias"], np.concatenate([before, run.x[2]]) @ weights[:, 7]
    return {"sum": total, "bias": bias[7], "state": np.tanh(total + bias[7])}[part]


def left(place: int, unit: int | None, **more: str) -> float:
    """Return the gradient that reaches the first word, of a unit or of the median one."""
    content = shown(place, **more)
    chain = content.states if content.cells is None else content.cells
    return float(np.median(chain[0]) if unit is None else chain[0, unit - 1])


ALONE = {"cell-paths": "alone"}


def most_comes_by_other_units() -> bool:
    """Return whether in most units ten times more arrives by all paths than through themselves."""
    return (shown(6).cells[0] > 10 * shown(6, **ALONE).cells[0]).mean() > 0.5


def decoder_starts_from_the_cell() -> bool:
    """Return whether the decoder's first cell is that of the encoder after its last words."""
    trace = shown(4).trace
    run = layer_run(trace, of("seq2seq").parameters("decoder"), "decoder")
    forward, backward = (trace.gates[f"encoder {way}"].cell for way in ("forward", "backward"))
    cell = run.before(0)[1]
    np.testing.assert_array_equal(cell, np.concatenate([forward[-1], backward[0]]))
    return bool(cell.any())


NUMBERS = [
    ("cell 1", "the word's vector, −0.185", lambda: plain("sum")),
    ("cell 1", "its bias, 0.121", lambda: plain("bias")),
    ("cell 1", "the tanh makes −0.063", lambda: plain("state")),
    ("cell 2", "the forget gate of this unit is 0.362", lambda: cell("forget")),
    ("cell 3", "0.362 · 0.838", lambda: cell("before")),
    ("cell 3", "The input gate, 0.563", lambda: cell("input")),
    ("cell 3", "the candidate, −0.972", lambda: cell("candidate")),
    ("cell 3", "(−0.972) = −0.244", lambda: cell("after")),
    ("cell 4", "The output gate, 0.388", lambda: cell("output")),
    ("cell 4", "and this −0.093", lambda: cell("output") * np.tanh(cell("after"))),
    ("cell 5", "Eight steps back, 0.13", lambda: left(5, 147)),
    ("cell 6", "In the median unit 0.04", lambda: left(6, None)),
    ("cell 6", "In this unit it is 0.98", lambda: left(6, 31)),
    ("cell 8", "with a rounded AUC of 1.00", lambda: shown(8).ranking.tested),
    ("cell 8", "Unit 279", lambda: shown(8).ranking.best - 384 + 1),
    ("cell 8", "the best of 768", lambda: len(shown(8).ranking.auc)),
]
TRUTHS = [
    ("cell 2", "about a third", lambda: abs(cell("forget") - 1 / 3) < 0.05),
    ("cell 4", "and after the last word to the decoder", decoder_starts_from_the_cell),
    ("cell 5", "for the unit that reaches furthest", lambda: shown(5).states[0].argmax() == 146),
    ("cell 5", "8 × 10⁻⁸", lambda: f"{left(5, None):.0e}" == "8e-08"),
    (
        "cell 5",
        "the median vanishes with up to 5 · W",
        lambda: all(
            left(5, None, **{"rnn-scale": scale}) < 0.01 for scale in ("0.5", "1", "2", "3", "5")
        ),
    ),
    (
        "cell 5",
        "with W as it is, to 4 × 10⁵",
        lambda: f"{left(5, None, **{'rnn-linear': 'on'}):.0e}" == "4e+05",
    ),
    (
        "cell 6",
        "half a million times more than in the plain network",
        lambda: 4.5e5 < left(6, None) / left(5, None) < 5.9e5,
    ),
    ("cell 6", ") 0.97 reaches this unit", lambda: f"{left(6, 31, **ALONE):.2f}" == "0.97"),
    ("cell 6", "but 3 × 10⁻⁵", lambda: f"{left(6, None, **ALONE):.0e}" == "3e-05"),
    (
        "cell 6",
        "also has 3 × 10⁻⁵",
        lambda: f"{np.median(shown(6).memory[1][0]):.0e}" == "3e-05",
    ),
    (
        "cell 6",
        "whose gate stays near 1",
        lambda: (np.diff(shown(6, **ALONE).cells[:, 30]) < 0.03).all(),
    ),
    ("cell 6", "by way of other units", most_comes_by_other_units),
    ("cell 7", "each factor is exactly 1", lambda: (shown(7).cells == 1).all()),
    (
        "cell 7",
        "stays *Le chien dort sur le lit.*",
        lambda: (
            shown(7).trace.translation
            == written("The dog is sleeping on the bed.", "seq2seq")
            == "Le chien dort sur le lit."
        ),
    ),
    ("cell 8", "is low inside quotes", lambda: shown(8).ranking.is_low),
    (
        "cell 8",
        "look for the second half of a paragraph",
        lambda: shown(8, **{"cell-concept": "later"}).ranking.tested < 0.9,
    ),
]


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=name_of_claim)
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    check_number(step, words, value)


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=name_of_claim)
def test_what_is_said_of_the_models_is_so(step, words, so):
    check_truth(step, words, so)
