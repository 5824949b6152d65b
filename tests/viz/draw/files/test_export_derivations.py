"""The steps of a derivation as files."""

import csv
import io
import re

import numpy as np
import pytest

from tests.viz.draw.files.reading import (
    SIXTY,
    SVG,
    check_page,
    parts,
    texts,
)
from viz.analysis.walkthrough import derive
from viz.draw.files import render
from viz.draw.files.presets import PRESETS
from viz.draw.files.rendering import _draw_picture
from viz.draw.matrix import Matrix
from viz.draw.picture import Picture, Words
from viz.draw.step_pictures import step_picture
from viz.draw.tables import table
from viz.pages.inside.blackboard import lecture


@pytest.mark.slow
def test_a_step_of_a_derivation_has_its_grids_its_sentence_and_its_formula():
    derivation = lecture()
    for number, step in enumerate(derivation.steps):
        picture = step_picture(derivation, number)
        assert [matrix.title.split(",")[0] for matrix in picture.matrices] == [
            derivation.grids[name].title.split(",")[0] for name in dict.fromkeys(step.shows)
        ]
        assert step.says in picture.caption
        assert step.name.lower() in picture.caption
        assert "<" not in picture.caption
        assert {row["grid"] for row in csv.DictReader(io.StringIO(table(picture)))} == {
            derivation.grids[name].title for name in step.shows
        }
        for preset in PRESETS:
            check_page(_draw_picture(picture, PRESETS[preset]))
    assert "sⱼ = pⱼ / √d_head" in step_picture(derivation, 1).caption
    assert "αⱼ = eⱼ / z" in step_picture(derivation, 3).caption


def test_a_vector_is_folded_and_its_numbers_are_not(trace, model):
    derivation = derive(trace, model.parameters("cross", 3), "cross", 3, 0, 2, 4)
    picture = step_picture(derivation, 1)
    assert [matrix.values.shape for matrix in picture.matrices] == [
        (8, 32),
        (256, 64),
        (2, 32),
        (2, 32),
    ]
    assert "next line" in picture.caption
    rows = [
        row
        for row in csv.DictReader(io.StringIO(table(picture)))
        if row["grid"] == derivation.grids["word"].title
    ]
    np.testing.assert_allclose(
        [float(row["value"]) for row in rows], derivation.grids["word"].values[0], rtol=1e-5
    )
    np.testing.assert_array_equal(
        picture.matrices[0].values.ravel(), derivation.grids["word"].values[0]
    )


@pytest.mark.slow
def test_a_text_has_a_colour_for_each_word_and_breaks_into_lines():
    values = np.linspace(-1, 1, 60)
    picture = Picture(texts=(Words("Unit 3", SIXTY, values),), caption="a caption")
    for preset in PRESETS:
        svg = render(picture, "svg", preset)
        assert [word for word in texts(svg) if word in SIXTY] == list(SIXTY)
        assert len(parts(svg, "coloured")) == 60
        check_page(_draw_picture(picture, PRESETS[preset]))
    with pytest.raises(ValueError, match="60 words"):
        Words("", SIXTY, values[:3])


def test_values_below_zero_are_red_and_above_blue():
    one = Matrix("", ("a",), ("b", "c", "d"), np.array([[-2.0, 0, 2]]), most=2.0, kind="value")
    fills = [
        re.search(r"fill: (#\w+)", part.find(f"{SVG}path").get("style"))[1]
        for part in parts(render(Picture((one,)), "svg"), "cells")
    ]
    assert fills == ["#b2182b", "#2166ac"]
    assert one.number(0, 0) == "−2.00"
    assert one.number(0, 1) == "0.00"


def test_a_matrix_without_names_has_none():
    svg = render(Picture((Matrix("A", ("",) * 40, ("",) * 60, np.ones((40, 60))),)), "svg", "paper")
    assert not parts(svg, "label")
    assert "is named" not in " ".join(texts(svg))
