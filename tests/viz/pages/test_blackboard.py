import math
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from models import UserError
from viz.analysis.derivation import _OPERATIONS, _role_of
from viz.analysis.walkthrough import derive
from viz.pages.inside.blackboard import (
    _VALUES,
    LECTURE,
    SMALL,
    lecture,
    of_first_head,
    read_matrix,
    small,
)
from viz.pages.inside.exercise_sheet import sheet

BOARDS = {
    "lecture": lecture(),
    "second": lecture("second"),
    "seq2seq": lecture("seq2seq"),
    "own": lecture("own", "1.5, 0.9 0.2 −0.5"),
    "small": small(**SMALL),
    "causal": small(**SMALL | {"causal": True}),
}


@pytest.fixture(params=BOARDS)
def board(request):
    return BOARDS[request.param]


def test_the_lecture_has_the_numbers_of_its_slide_and_says_where_they_are_not_the_softmax():
    grids = lecture().grids
    assert grids["dots"].values.tolist() == [[112, 96, 16, 8]]
    assert grids["scores"].values.tolist() == [[14, 12, 2, 1]]
    assert [f"{value:.2f}" for value in grids["slide"].values[0]] == [
        "0.87",
        "0.12",
        "0.01",
        "0.00",
    ]
    assert [f"{value:.2f}" for value in grids["weights"].values[0]] == [
        "0.88",
        "0.12",
        "0.00",
        "0.00",
    ]
    powers = [math.exp(score) for score in (14, 12, 2, 1)]
    np.testing.assert_allclose(
        grids["weights"].values[0], [power / sum(powers) for power in powers], atol=1e-12
    )
    [step] = [step for step in lecture().steps if "slide" in step.shows]
    differ = max(
        abs(power / sum(powers) - printed) for power, printed in zip(powers, LECTURE["first"].slide)
    )
    assert f"differ by at most {differ:.3f}" in step.says
    assert differ == pytest.approx(0.0108, abs=1e-4)
    assert grids["head_output"].values == pytest.approx(
        np.array(powers)[None] / sum(powers) @ np.array(_VALUES)
    )


@pytest.mark.parametrize(
    "which, softmax, differ",
    [
        ("second", [0.018, 0.982, 0.0, 0.0], "0.072"),
        ("seq2seq", [0.511, 0.28, 0.139, 0.069], "0.001"),
    ],
)
def test_the_other_rows_of_the_lectures_have_their_softmax_and_what_the_slide_prints(
    which, softmax, differ
):
    board = lecture(which)
    assert board.grids["weights"].values[0].round(3).tolist() == softmax
    [step] = [step for step in board.steps if "slide" in step.shows]
    assert f"differ by at most {differ}" in step.says
    assert ", ".join(f"{value:.3f}" for value in softmax) in step.says
    outputs = board.grids["weights"].values @ np.array(_VALUES)
    np.testing.assert_allclose(board.grids["head_output"].values, outputs)
    exercise, solution = (sheet(board, solution) for solution in (False, True))
    assert "0.98" in solution or which == "seq2seq"
    assert "0.98" not in exercise
    assert "0.51" in solution or which == "second"
    assert "0.51" not in exercise


def test_own_scores_give_their_softmax_and_a_wrong_row_says_what_to_type():
    own = lecture("own", "1.5 0.9 0.2 -0.5").grids["weights"].values
    np.testing.assert_array_equal(own, lecture("seq2seq").grids["weights"].values)
    for typed, message in (
        ("1", "There are 1 scores; give 2 to 6"),
        ("", "There are 0 scores; give 2 to 6"),
        ("1 two", "“two” in row 1 of scores is not a number"),
    ):
        with pytest.raises(UserError, match=message):
            lecture("own", typed)


@pytest.mark.parametrize("causal", [False, True])
def test_the_small_layer_equals_a_slow_loop(causal):
    grids = small(**SMALL | {"causal": causal}).grids

    def times(a, b):
        return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]

    both = []
    for head in (1, 2):
        q, k, v = (
            [row[2 * head - 2 : 2 * head] for row in times(SMALL["x"], SMALL[name])]
            for name in ("w_query", "w_key", "w_value")
        )
        outputs = []
        for i, query in enumerate(q):
            seen = range(i + 1) if causal else range(len(k))
            powers = {
                j: math.exp(sum(a * b for a, b in zip(query, k[j])) / math.sqrt(2)) for j in seen
            }
            weights = [powers.get(j, 0) / sum(powers.values()) for j in range(len(k))]
            np.testing.assert_allclose(grids[f"weights_{head}"].values[i], weights, atol=1e-12)
            outputs.append(
                [sum(weight * row[d] for weight, row in zip(weights, v)) for d in (0, 1)]
            )
        np.testing.assert_allclose(grids[f"head_output_{head}"].values, outputs, atol=1e-12)
        both.append(outputs)
    np.testing.assert_allclose(
        grids["output"].values, times([a + b for a, b in zip(*both)], SMALL["w_output"]), atol=1e-12
    )
    for head in (1, 2):
        masked = grids[f"masked_{head}"].values if causal else grids[f"scores_{head}"].values
        np.testing.assert_array_equal(np.isnan(masked), np.triu(np.ones((4, 4)), 1) * causal)
        assert np.abs(grids[f"dots_{head}"].values).max() <= 12
        assert not (grids[f"dots_{head}"].values % 1).any()


def test_without_the_second_head_a_step_shows_the_first_and_what_both_make():
    steps = {step.name: step.shows for step in of_first_head(BOARDS["small"]).steps}
    assert steps["Dot products"] == ("queries_1", "keys_1", "dots_1")
    assert steps["Both heads"] == ("head_output_1", "head_output_2", "joined")
    assert len(steps) == len(BOARDS["small"].steps)


def test_the_default_matrices_are_whole_numbers_from_minus_2_to_2():
    for name in set(SMALL) - {"words", "causal"}:
        assert set(np.array(SMALL[name]).flat) <= {-2, -1, 0, 1, 2}


def test_made_grids_are_their_operation_applied_and_symbols_have_their_colour(board):
    for grid in board.grids.values():
        assert grid.role == _role_of(grid.symbol)
        if grid.operation:
            np.testing.assert_array_equal(
                _OPERATIONS[grid.operation](
                    grid.number, *(board.grids[name].values for name in grid.of)
                ),
                grid.values,
            )
    for step in board.steps:
        ElementTree.fromstring(f"<math>{step.formula}</math>")
    assert {name for step in board.steps for name in step.shows} == set(board.grids)


def test_scores_of_large_numbers_still_give_weights():
    large = small(
        **SMALL | {"x": np.full((4, 4), 99.0) * np.array([[1], [-1], [0.5], [0]]), "causal": True}
    )
    weights = large.grids["weights_1"].values
    assert np.isfinite(large.grids["output"].values).all()
    np.testing.assert_allclose(weights.sum(1), 1)
    assert "shifted_1" in large.grids
    assert "beyond ±80" in next(step.says for step in large.steps if step.name == "Exponentials")


def test_a_matrix_may_be_typed():
    assert read_matrix("1 0.5\n−2, -1;\n 3 4 \n\n", (3, 2), "W").tolist() == [
        [1, 0.5],
        [-2, -1],
        [3, 4],
    ]
    typed = small(
        **SMALL | {"w_query": "\n".join(" ".join(map(str, row)) for row in SMALL["w_query"])}
    )
    np.testing.assert_array_equal(
        typed.grids["output"].values, BOARDS["small"].grids["output"].values
    )


@pytest.mark.parametrize(
    "name, typed, message",
    [
        ("w_query", "1 2 3 4\n1 2 3 4", "There are 2 rows in W_Q; give 4 rows of 4 numbers."),
        ("w_key", "1 2 3\n" * 4, "Row 1 of W_K has 3 numbers; give 4 rows of 4 numbers."),
        (
            "w_value",
            "1 2 3 x\n" * 4,
            "“x” in row 1 of W_V is not a number from −99 to 99. Type one, for example -1 or 0.5.",
        ),
        ("w_output", "1 2 3 nan\n" * 4, "“nan” in row 1 of W_O is not a number"),
        ("w_output", "1 2 3 1e9\n" * 4, "“1e9” in row 1 of W_O is not a number"),
        ("x", [[1, 2, 3, 4]] * 3, "There are 3 rows in the words; give 4 rows of 4 numbers."),
        ("x", "", "There are 0 rows in the words"),
        ("x", [[None] * 4] * 4, "“None” in row 1 of the words is not a number"),
        ("words", ("alone",), "The blackboard takes 2 to 6 words, not 1."),
    ],
)
def test_what_is_no_matrix_of_this_size_is_refused_with_what_to_do(name, typed, message):
    with pytest.raises(UserError, match="^" + message.replace(".", r"\.")):
        small(**SMALL | {name: typed})


class Page(HTMLParser):
    """Collects tags, attributes and table cells; checks that every tag was closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.cells = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag != "meta":
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


@pytest.mark.parametrize("solution", [False, True])
def test_a_sheet_is_a_page_of_its_own_without_script_or_network(board, solution):
    text = sheet(board, solution)
    page = Page(text)
    assert not page.open
    assert 'charset="utf-8"' in text
    assert text.startswith("<!doctype html>")
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert "http" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert not [
        name
        for name, _ in page.attributes
        if name.startswith("on") or name in ("src", "href", "style")
    ]


def test_the_solution_holds_the_numbers_and_the_exercise_does_not(board):
    exercise_cells, all_cells = (Page(sheet(board, solution)).cells for solution in (False, True))
    sizes = {
        kind: sum(
            grid.values.size
            for name, grid in board.grids.items()
            if bool(grid.operation) == kind and name != "slide"
        )
        for kind in (False, True)
    }
    assert len(all_cells) == sizes[False] + sizes[True] + ("slide" in board.grids) * 4
    assert "" not in all_cells
    assert exercise_cells.count("") == sizes[True]
    assert len(exercise_cells) == sizes[False] + sizes[True]
    last = next(name for name in ("output", "head_output", "weights") if name in board.grids)
    result = board.grids[last].values
    for value in result.flat:
        assert f"{value:.2f}".replace("-", "−") in all_cells
        assert f"{value:.2f}".replace("-", "−") not in exercise_cells
    # Nor is the answer of the slide given away.
    assert "0.88" not in sheet(board, False)
    assert "0.87" not in sheet(board, False)


def test_a_masked_score_is_printed_as_minus_infinity():
    cells = Page(sheet(BOARDS["causal"], True)).cells
    assert cells.count("−∞") == 2 * 6
    assert "nan" not in " ".join(cells)
    assert "−0.00" not in cells


def test_what_the_reader_typed_is_escaped():
    text = sheet(
        small(**SMALL | {"words": ("<script>alert(1)</script>", "&amp;", "\"'", "c")}), True
    )
    page = Page(text)
    assert "script" not in page.tags
    assert "&lt;script&gt;" in text
    assert "&amp;amp;" in text


def test_a_head_of_a_model_is_too_wide_for_a_page(model):
    from models import Request

    trace = model.trace(Request("transformer", "I am tired."))
    with pytest.raises(ValueError, match="a page has no room for"):
        sheet(derive(trace, model.parameters("encoder"), "encoder", 0, 0, 0, 4), False)
