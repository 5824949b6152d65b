"""A link gives on the command line what the page's Export menu gives, byte for byte.

The slide and the animation here; pictures in tests/viz/pages/test_every_choice.py, those of
pretrained models in tests/models/huggingface.
"""

from dataclasses import fields

import pytest

from viz.cli.export import Job, from_link, make
from viz.draw.files import animate, render
from viz.pages.computations import COMPUTATIONS
from viz.pages.registry import PAGES
from viz.view import settings
from viz.view.runner import plain_runner


@pytest.mark.slow
def test_a_link_gives_the_slide_and_the_animation_of_the_menu():
    address = {"sentence": "I am tired.", "layer": "3", "head": "1"}
    computation, runner = COMPUTATIONS["heads"], plain_runner("cpu")
    values = settings.read_settings(
        computation.settings, address, runner, computation.example
    ).settings
    menu = computation.compute(values, runner).menu
    link = "/heads?sentence=I+am+tired.&layer=3&head=1"
    moving = Job(format="gif", shape="square", dark=True)
    assert make(from_link(link, moving), "cpu") == animate(
        menu.animation(), shape="square", dark=True
    )
    (slide,) = [export.draw() for export in menu.exports if export.name == "slide"]
    still = Job(figure="slide-cross", dark=True)
    assert make(from_link(link, still), "cpu") == render(slide, "svg", dark=True)


def test_every_page_with_settings_has_links_that_the_command_line_draws():
    converted = {
        page.path
        for page in PAGES.values()
        if page.open_step is None and len(fields(page.computation.settings)) > 4
    }  # the picture of a tour is that of another page
    assert converted == {*COMPUTATIONS}
