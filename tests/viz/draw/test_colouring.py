"""The ink of texts on colours."""

import numpy as np
import pytest

from viz.draw.chart import palette_colours
from viz.draw.colouring import _luminance, colour_between, ink_on

BLACK, WHITE = 0.0, 1.0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("palette", ["weight", "signed", "below zero"])
def test_a_text_in_a_cell_is_legible_on_every_colour_of_a_scale(palette, theme):
    for share in np.linspace(0, 1, 201):
        colour = colour_between(palette_colours(palette, theme), share)
        ink = WHITE if ink_on(*colour) == "#ffffff" else BLACK
        lighter, darker = sorted((_luminance(*colour), ink), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5
