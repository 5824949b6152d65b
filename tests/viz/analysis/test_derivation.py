import math
from xml.etree import ElementTree

import numpy as np
import pytest

from viz.analysis.derivation import (
    _OPERATIONS,
    EPSILON,
    Board,
    Derivation,
    Grid,
    Step,
    _role_of,
    formula,
    fraction,
    root,
)

X, Y, W, B = (
    np.random.default_rng(seed).normal(size=size)
    for seed, size in enumerate([(2, 3), (2, 3), (3, 4), (1, 4)])
)
NAN = float("nan")
SLOW = {  # operation: the grids it is applied to, and a formula for each number of its result
    "linear": ((X, W, B), lambda i, j: sum(X[i, k] * W[k, j] for k in range(3)) + B[0, j]),
    "linear relu": (
        (X, W, B),
        lambda i, j: max(sum(X[i, k] * W[k, j] for k in range(3)) + B[0, j], 0),
    ),
    "linear tanh": ((X, W), lambda i, j: np.tanh(sum(X[i, k] * W[k, j] for k in range(3)))),
    "dots": ((X, Y), lambda i, j: sum(X[i, k] * Y[j, k] for k in range(3))),
    "add": ((X, Y[:1]), lambda i, j: X[i, j] + Y[0, j]),
    "add tanh": ((X, Y[:1]), lambda i, j: np.tanh(X[i, j] + Y[0, j])),
    "times": ((X,), lambda i, j: X[i, j] * 2.5),
    "divide": ((X,), lambda i, j: X[i, j] / 2.5),
    "product": ((X, Y), lambda i, j: X[i, j] * Y[i, j]),
    "sigmoid": ((X,), lambda i, j: 1 / (1 + np.e ** -X[i, j])),
    "tanh": ((X,), lambda i, j: np.tanh(X[i, j])),
    "mask": (
        (X, np.array([[1, 0, 1], [0, 1, 1]])),
        lambda i, j: NAN if (i, j) in ((0, 1), (1, 0)) else X[i, j],
    ),
    "less largest": ((X,), lambda i, j: X[i, j] - max(X[i])),
    "exp": (
        (np.where([[True, False, True]] * 2, X, NAN),),
        lambda i, j: 0 if j == 1 else np.e ** X[i, j],
    ),
    "total": ((X,), lambda i, j: sum(X[i])),
    "share": ((X, B[:, :1]), lambda i, j: X[i, j] / B[0, 0]),
    "weigh": ((B[:, :2], X), lambda i, j: B[0, i] * X[i, j]),
    "sum": ((X,), lambda i, j: X[0, j] + X[1, j]),
    "join": ((X, Y), lambda i, j: X[i, j] if j < 3 else Y[i, j - 3]),
    "angle": (
        (X[:, :1], W[:, :1].T, np.array([[100.0]])),
        lambda i, j: X[i, 0] / 100.0 ** W[j, 0],
    ),
    "sine": ((X,), lambda i, j: math.sin(X[i, j])),
    "cosine": ((X,), lambda i, j: math.cos(X[i, j])),
    "alternate": ((X, Y), lambda i, j: (Y if j % 2 else X)[i, j // 2]),
    "norm": (
        (X, W[:, :1].T, W[:, 1:2].T),
        lambda i, j: (
            (X[i, j] - np.mean(X[i])) / np.sqrt(np.var(X[i]) + EPSILON) * W[j, 0] + W[j, 1]
        ),
    ),
}


@pytest.mark.parametrize("operation", _OPERATIONS)
def test_every_operation_equals_a_slow_loop(operation):
    of, slow = SLOW[operation]
    board = Board()
    names = tuple(
        board.give(f"grid {place}", values, "", "x", "state") for place, values in enumerate(of)
    )
    made = board.grids[board.make("made", operation, names, "", "x", "state", number=2.5)]
    assert (made.operation, made.of, made.number) == (operation, names, 2.5)
    for (row, column), value in np.ndenumerate(made.values):
        np.testing.assert_allclose(value, slow(row, column), atol=1e-12)


def test_a_mask_hides_from_the_largest_too():
    np.testing.assert_array_equal(
        _OPERATIONS["less largest"](1.0, np.array([[1.0, NAN, 4.0]])), [[-3, NAN, 0]]
    )


def test_what_is_written_down_is_a_copy_that_nobody_can_change():
    mine = np.ones((1, 2))
    board = Board()
    board.give("x", mine, "", "x", "state")
    mine += 1
    assert board.grids["x"].values.tolist() == [[1, 1]]
    with pytest.raises(ValueError, match="read-only"):
        board.grids["x"].values[0, 0] = 3


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"values": np.ones(3)}, "a grid is"),
        ({"rows": ("a",)}, "1 names for values"),
        ({"columns": ("a", "b", "c")}, "3 names for values"),
        ({"operation": "magic"}, "'magic' is none of linear, "),
    ],
)
def test_a_grid_with_other_names_or_an_unknown_operation_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        Grid(**({"title": "", "symbol": "x", "values": np.ones((2, 2)), "role": "state"} | changes))


def test_a_step_or_an_operation_over_a_grid_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="there is no grid y"):
        Derivation("", {}, (Step("", "", "", ("y",)),))
    with pytest.raises(ValueError, match="there is no grid z"):
        Derivation(
            "", {"x": Grid("", "x", np.ones((1, 1)), "state", operation="times", of=("z",))}, ()
        )


def test_a_board_becomes_a_derivation_with_its_steps_in_order():
    board = Board()
    board.give("x", np.ones((1, 2)), "", "x", "state")
    board.step("One", "first", formula("x"), "x")
    board.make("y", "times", ("x",), "", "y", "output", number=2)
    board.step("Two", "second", formula("y = 2 x"), "x", "y")
    derivation = board.derivation("title")
    assert [(step.name, step.shows) for step in derivation.steps] == [
        ("One", ("x",)),
        ("Two", ("x", "y")),
    ]
    assert derivation.grids["y"].values.tolist() == [[2, 2]]


def test_a_formula_is_mathml_with_the_colour_of_each_symbol():
    assert formula("q = x W_Q") == (
        '<mi class="query">q</mi><mo>=</mo><mi class="state">x</mi><msub><mi '
        'class="matrix">W</mi><mrow><mi>Q</mi></mrow></msub>'
    )
    assert (
        formula("8 < d_head")
        == "<mn>8</mn><mo>&lt;</mo><msub><mi>d</mi><mrow><mi>head</mi></mrow></msub>"
    )
    assert (
        formula("α_ij") == '<msub><mi class="weight">α</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>'
    )
    assert formula("∑_j") == "<msub><mo>∑</mo><mrow><mi>j</mi></mrow></msub>"
    assert (_role_of("v_j"), _role_of("v_a"), _role_of("d_head"), _role_of("exp")) == (
        "value",
        "matrix",
        "",
        "",
    )
    ElementTree.fromstring(f"<math>{fraction(formula('p_j'), root(formula('d_head')))}</math>")
