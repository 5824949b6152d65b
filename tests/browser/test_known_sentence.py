"""The line under the sentence bar.

It says what the model cannot translate, and offers a sentence that it can.
"""

import pytest

from tests.browser.conftest import at_rest

GERMAN = "Der Hund war in Paris und Berlin."
TOP = """[...document.querySelectorAll('*')]
  .find(element => element.shadowRoot?.querySelector('.explorer')).getBoundingClientRect().top"""


def status(visitor):
    return visitor.page.locator(".st-key-limits [role=status]")


@pytest.mark.parametrize(
    "visitor",
    [
        {"width": 1280, "height": 720},
        pytest.param({"width": 1920, "height": 1080}, marks=pytest.mark.weekly),
    ],
    indirect=True,
)
def test_the_line_has_its_place_before_it_comes(visitor):
    visitor.open()
    at_rest(visitor.page)
    before = visitor.page.evaluate(TOP)
    assert not status(visitor).count()
    visitor.type(GERMAN)
    status(visitor).wait_for()
    assert "German" in status(visitor).inner_text()
    visitor.page.get_by_role("button", name="Try").wait_for()
    assert visitor.page.evaluate(TOP) == pytest.approx(before, abs=1)
    visitor.type("The big red dog")
    status(visitor).wait_for(state="detached")
    assert visitor.page.evaluate(TOP) == pytest.approx(before, abs=1)
