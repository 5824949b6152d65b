"""A lecture shows one whole picture above the key bar; keys show the next one."""

import pytest

from tests.screenshots.browsing import open_case, wait_for_rest, window
from tests.screenshots.cases import LAPTOP, Case


@pytest.fixture
def lecture(browser, server):
    """Return a function that opens a view in lecture mode and returns its page."""
    windows = []

    def opened(case: Case):
        windows.append(window(browser, case))
        page = windows[-1].__enter__().new_page()
        open_case(page, server, case)
        return page

    yield opened
    for one in windows:
        one.__exit__(None, None, None)


def view(page: str, size, theme="light", language="en", **look: str) -> Case:
    return Case(page, tuple(look.items()), size, theme, language, "on")


def bottoms(page) -> list[float]:
    """Return the lower edges of the visible charts and components, and the top of the key bar."""
    return page.evaluate(
        "() => [...document.querySelectorAll('.js-plotly-plot, .stBidiComponent')]"
        ".filter((one) => one.checkVisibility() && !one.closest('.st-key-lecture'))"
        ".map((one) => Math.round(one.getBoundingClientRect().bottom))"
    )


@pytest.mark.weekly
def test_a_picture_takes_the_height_there_is_and_follows_the_window(lecture):
    page = lecture(view("bottleneck", LAPTOP))
    bar = page.locator(".lecture .bar")
    for height in (720, 900, 600):
        page.set_viewport_size({"width": 1280, "height": height})
        wait_for_rest(page)
        assert bottoms(page) == [pytest.approx(bar.bounding_box()["y"] - 8, abs=2)]
    legend, label = page.locator(".legendtext").first, page.get_by_role("button").first
    assert legend.bounding_box()["height"] <= 1.7 * label.evaluate(
        "one => parseFloat(getComputedStyle(one).fontSize)"
    ), "its type is that of the page, not of a screen of 1920"


def test_the_panels_of_a_lesson_that_are_not_on_show_take_no_room(lecture):
    page = lecture(view("lessons", LAPTOP, lesson="one-head", step="6"))
    assert page.locator(".stMain").evaluate("main => main.scrollHeight") == LAPTOP.height


def test_keys_lead_from_picture_to_picture_and_unfold_the_controls(lecture):
    page = lecture(view("words", LAPTOP, **{"words-look": "meanings"}))
    labels = page.get_by_text("Projection", exact=True)
    assert labels.first.is_hidden(), "the second row of controls is folded"
    page.keyboard.press("c")
    labels.first.wait_for()
    page.keyboard.press("c")
    labels.first.wait_for(state="hidden")
    (first,) = [place for place in bottoms(page) if place]
    assert page.get_by_role("button", name="picture 1 of 2").is_visible()
    page.keyboard.press("n")
    page.get_by_role("button", name="picture 2 of 2").wait_for()
    wait_for_rest(page)
    assert page.locator(".space").first.is_hidden()
    assert bottoms(page)
    page.keyboard.press("n")  # at the end it stays
    page.get_by_role("button", name="Previous picture").click()
    page.get_by_role("button", name="picture 1 of 2").wait_for()
    page.keyboard.press("l")
    page.locator(".lecture .bar").wait_for(state="hidden")
    page.locator("[data-lecture-hidden]").first.wait_for(state="detached")
    assert labels.first.is_visible()
    assert first
