"""Elements of one row fit and stay in place, in narrow windows too."""

import pytest

from tests.screenshots.browsing import wait_for_rest
from tests.screenshots.cases import LAPTOP, PHONE, Case
from viz.analysis.views import HeadChoice
from viz.app.classroom import ClassQuestion, Exercise, Room, draw_tally

LONG = 40  # words


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.weekly), "fr"])
def test_thumbnails_of_a_first_visit_can_be_hit_and_the_picture_is_seen(open_case, language):
    page = open_case(Case("heads", (), LAPTOP, language=language))
    boxes = [one.bounding_box() for one in page.locator(".explorer .thumb").all()]
    assert len(boxes) == 48
    assert min(min(box["width"], box["height"]) for box in boxes) >= 28
    assert max(box["y"] + box["height"] for box in boxes) <= LAPTOP.height
    line = page.locator(".explorer .findings .profile")
    assert line.inner_text()
    assert line.evaluate("line => line.scrollWidth <= line.clientWidth")


def test_on_a_phone_what_if_is_one_tap_and_settings_are_folded(open_case):
    page = open_case(Case("heads", (("mask", "none"),), PHONE))
    change = page.locator(".what-if")
    assert change.bounding_box()["height"] <= 32  # one line
    change.get_by_role("checkbox").check()
    assert change.bounding_box()["height"] > 64
    page.get_by_role("button", name="What if …?").click()
    page.get_by_text("Change the model and see what happens").wait_for()
    page = open_case(Case("inside", (), PHONE))
    box = page.get_by_role("combobox", name="Layer")
    assert not box.is_visible()
    page.get_by_text("Settings", exact=True).click()
    wait_for_rest(page)
    assert box.is_visible()


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.weekly), 1024])
def test_a_table_of_a_class_does_not_scroll_sideways(browser, width):
    words = tuple(f"elephant{number}" for number in range(LONG))
    weights = (1.0,) + (0.0,) * (LONG - 1)
    questions = (ClassQuestion("elephants", tuple(range(LONG)), weights),)
    exercise = Exercise("", words, questions, "transformer", HeadChoice("encoder", 0, 0))
    room = Room("CODE2", exercise)
    room.arrival_limits.clear()  # all phones join at once
    for number in range(200):
        room.answer(room.join(), 1, {0: number % LONG})
    page = browser.new_page(viewport={"width": width, "height": 720})
    # Beside the QR code: three quarters of the page.
    html = draw_tally(exercise, room.tally(), True)
    page.set_content(f'<div style="width: {0.72 * (width - 48):.0f}px">{html}</div>')
    assert page.locator(".scroll").evaluate("box => box.scrollWidth <= box.clientWidth")
    page.close()
