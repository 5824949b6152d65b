"""The line under the sentence bar.

It says what the model cannot translate, and offers a sentence that it can.
"""

import pytest

from tests.browser.conftest import at_rest

GERMAN = "Der Hund war in Paris und Berlin."
FRENCH = "Le chat dort sur le lit."
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


@pytest.mark.weekly
@pytest.mark.parametrize("visitor", [{"width": 390, "height": 844}], indirect=True)
def test_on_a_phone_the_line_wraps_and_moves_the_page_by_what_it_wraps(visitor):
    visitor.open()
    at_rest(visitor.page)
    before = visitor.page.evaluate(TOP)
    visitor.type(FRENCH)
    visitor.page.get_by_role("button", name="Try").wait_for()
    at_rest(visitor.page)
    # One line is reserved; two more hold the two buttons of 24 pixels each.
    visitor.page.wait_for_function(f"() => {TOP} - {before} < 50")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390
