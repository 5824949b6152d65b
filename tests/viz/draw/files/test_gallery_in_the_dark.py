"""The gallery on a dark page, and its pictures of models that read English."""

import io
from urllib.parse import parse_qsl, urlsplit

import pytest
from PIL import Image, ImageColor

from viz.draw.files.presets import _DARK_PAPER, _PAPER
from viz.pages.fill.compute import COMPUTATION as FILL
from viz.pages.gallery import pictures
from viz.view.runner import plain_runner
from viz.view.settings import read_settings

ENTRIES = {entry.name: entry for entry in pictures.ENTRIES}


@pytest.mark.slow
@pytest.mark.parametrize(("dark", "paper"), [(False, _PAPER), (True, _DARK_PAPER)])
@pytest.mark.parametrize("name", ["rouge", "cost"])
def test_a_picture_has_the_paper_of_the_page_around_it(name, dark, paper):
    picture = pictures._card_picture(ENTRIES[name], plain_runner("cpu"), dark)
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    assert image.getpixel((0, 0)) == ImageColor.getrgb(paper)


def test_the_first_guess_is_the_word_that_the_caption_names():
    parameters = dict(parse_qsl(urlsplit(ENTRIES["gap"].address).query))
    runner = plain_runner("cpu")
    content = FILL.compute(
        read_settings(FILL.settings, parameters, runner, FILL.example).settings, runner
    )
    assert [content.words[group] for group in content.chosen] == ["horse"]
    assert "guess number 1, with 62.9%" in content.finding
    assert "“horse” is its first guess, with 63%" in ENTRIES["gap"].caption
