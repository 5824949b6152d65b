import tomllib
from pathlib import Path

import pytest

from viz.base.theme import HEADS, INK
from viz.draw.words import word_ticks

CONFIG = tomllib.loads((Path(__file__).parents[3] / ".streamlit/config.toml").read_text())


def luminance(colour: str) -> float:
    """Return the relative luminance of "#rrggbb", 0 black to 1 white (WCAG 2.2)."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("mode", INK)
def test_plotly_and_the_canvas_share_their_colours(mode):
    theme = CONFIG["theme"][mode]
    assert tuple(theme["chartSequentialColors"]) == INK[mode]
    assert tuple(theme["chartCategoricalColors"]) == HEADS
    assert theme["backgroundColor"] == INK[mode][0], "a weight of 0 is the paper itself"


@pytest.mark.parametrize("mode", INK)
def test_ink_reads_in_grey_every_step_darker_or_lighter_than_the_last(mode):
    steps = [luminance(colour) for colour in INK[mode]]
    assert steps == sorted(steps, reverse=mode == "light")


def test_no_two_heads_share_a_colour():
    assert len(set(HEADS)) == len(HEADS)


@pytest.mark.parametrize("mode", INK)
def test_text_stands_out_from_its_background(mode):
    theme = CONFIG["theme"][mode]
    paper = luminance(theme["backgroundColor"])
    for colour in (
        theme["textColor"],
        theme["primaryColor"],
        {"light": "#5b6472", "dark": "#9aa4b2"}[mode],
    ):
        light, dark = max(paper, luminance(colour)), min(paper, luminance(colour))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_nothing_is_reported_home():
    assert CONFIG["browser"]["gatherUsageStats"] is False


def test_words_on_an_axis_keep_their_places_and_thin_out_before_they_overlap():
    assert word_ticks(("the", "the", "</s>")) == ([0, 1, 2], ["the", "the", "</s>"])
    ticks, labels = word_ticks([str(place) for place in range(62)])
    assert ticks == list(range(0, 62, 3))
    assert labels[1] == "3"
    assert word_ticks(()) == ([], [])
