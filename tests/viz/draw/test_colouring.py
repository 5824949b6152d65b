"""The ink of texts on colours."""

import numpy as np
import pytest

from viz.draw.chart import palette_colours
from viz.draw.colouring import colour_between, contrast, ink_on, rgb
from viz.draw.files.page import grey, shade, text_colour_on
from viz.draw.files.presets import GREYS

SCALES = {
    f"{palette} {theme}": palette_colours(palette, theme)
    for palette in ("weight", "signed", "below zero")
    for theme in ("light", "dark")
}


@pytest.mark.parametrize("scale", SCALES)
def test_a_text_in_a_cell_is_legible_on_every_colour_of_a_scale(scale):
    for share in np.linspace(0, 1, 201):
        colour = colour_between(SCALES[scale], share)
        assert contrast(colour, rgb(ink_on(*colour))) >= 4.5


@pytest.mark.parametrize("scale", [*SCALES, "grey", "greys"])
def test_it_is_in_files_too_in_colour_and_in_grey(scale):
    greys = {"grey": tuple(map(grey, SCALES["weight light"])), "greys": GREYS}
    for share in np.linspace(0, 1, 201):
        colour = shade(share, (SCALES | greys)[scale])
        assert contrast(rgb(colour), rgb(text_colour_on(colour))) >= 4.5


def test_black_on_white_has_the_largest_contrast():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
