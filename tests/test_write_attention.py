"""The notebook in which a reader fills in attention, with right and wrong answers."""

import json
import os

import pytest

from tests.serving import ROOT

FOLDER = ROOT / ".github" / "docs"
RIGHT = {
    "1.": "scores = query @ key.transpose(-2, -1) / self.d_head**0.5",
    "2.": "scores = scores.masked_fill(~mask, float('-inf'))",
    "3.": "weights = scores.softmax(-1)",
    "4.": "mixed = weights @ value",
}


def verdict(answers: dict[str, str]) -> str:
    """Run the cells with these answers in the gaps; return what the check says."""
    cells = json.loads((FOLDER / "write_attention.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, object] = {}
    folder = os.getcwd()
    os.chdir(FOLDER)
    try:
        for cell in cells:
            if cell["cell_type"] != "code":
                continue
            assert not cell["outputs"]
            lines = "".join(cell["source"]).splitlines()
            for place, line in enumerate(lines):
                for number, answer in answers.items():
                    if f"...  # {number}" in line:
                        lines[place] = " " * (len(line) - len(line.lstrip())) + answer
            exec("\n".join(lines), names)
    finally:
        os.chdir(folder)
    return names["check"]()


def test_the_right_lines_give_the_numbers_of_the_model():
    assert verdict(RIGHT) == "All numbers are those of the model."


@pytest.mark.parametrize(
    "wrong, says",
    [
        ({"1.": "scores = query @ key.transpose(-2, -1)"}, "scores: they differ"),
        ({"2.": "pass"}, "scores: with a causal mask"),
        ({"3.": "weights = scores.softmax(0)"}, "weights: they differ"),
        ({"4.": "mixed = weights.transpose(-2, -1) @ value"}, "mixed: they differ"),
        ({"4.": "mixed = value"}, "mixed: they differ"),
        ({"3.": "weights = scores.exp() / scores.exp().sum()"}, "weights: they differ"),
        ({"4.": "mixed = ..."}, "The class stops: 'ellipsis' object"),
        ({"1.": "scores = query @ key"}, "The class stops: "),
        ({"1.": "scores = (query @ key.transpose(-2, -1)).sum(0)"}, "scores: this should be"),
    ],
)
def test_a_wrong_line_is_named_by_the_first_number_that_differs(wrong, says):
    assert verdict(RIGHT | wrong).startswith(says)
