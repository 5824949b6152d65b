"""Elements of one row fit and stay in place, in narrow windows too."""

import pytest

from tests.screenshots.browsing import check_shifts, wait_for_rest
from tests.screenshots.cases import LAPTOP, PHONE, PROJECTOR, Case
from tests.screenshots.findings import find_shifts
from viz.analysis.views import HeadChoice
from viz.app.classroom import ClassQuestion, Exercise, Room, draw_tally

LONG = 40  # words


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=pytest.mark.weekly if place else ())
        for place, case in enumerate(
            (
                Case("inside", (), PROJECTOR, language="fr", lecture="on"),
                Case("inside", (), PROJECTOR, lecture="on"),
                Case("inside", (), LAPTOP, language="fr"),
                Case("inside", (), LAPTOP, language="fr", lecture="on"),
            )
        )
    ],
)
def test_the_boxes_of_a_head_stand_in_the_row_of_the_views(open_case, case):
    page = open_case(case)
    boxes = page.locator(".st-key-folded-head .stSelectbox")
    views = page.locator("[data-testid=stButtonGroup]:visible", has_text=VIEWS[case.language])
    middles = {
        round(box["y"] + box["height"] / 2) // 8
        for one in (views, *(boxes.nth(place) for place in range(boxes.count())))
        if (box := one.bounding_box())
    }
    assert boxes.count() == 3
    assert len(middles) == 1


VIEWS = {"en": "Step by step", "fr": "Pas à pas"}


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


@pytest.mark.parametrize(
    "language, lecture",
    [
        ("fr", "off"),
        pytest.param("en", "on", marks=pytest.mark.weekly),
        pytest.param("en", "off", marks=pytest.mark.weekly),
        ("fr", "on"),
    ],
)
def test_nothing_jumps_when_it_opens_a_head_is_off_and_a_sentence_is_typed(
    open_case, language, lecture
):
    case = Case("heads", (), LAPTOP, language=language, lecture=lecture)
    page = open_case(case)
    assert find_shifts(page.evaluate("() => screenshots.shifts()"), "opening") == []
    assert check_shifts(page, ["switching a head", "typing"]) == []


@pytest.mark.parametrize(
    "path, size",
    [
        ("learning", PHONE),
        ("ladder", PHONE),
        ("next", LAPTOP),
        pytest.param("kinds", PHONE, marks=pytest.mark.weekly),
        pytest.param("gallery", LAPTOP, marks=pytest.mark.weekly),
        pytest.param("model", PHONE, marks=pytest.mark.weekly),
    ],
)
def test_what_stands_below_a_widget_or_picture_does_not_move_while_a_page_opens(
    open_case, path, size
):
    page = open_case(Case(path, (), size))
    assert find_shifts(page.evaluate("() => screenshots.shifts()"), "opening") == []
    assert page.locator("#first-still").count() == 0  # all is seen


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


@pytest.mark.weekly
def test_on_a_phone_a_picture_stays_while_the_text_beside_it_is_walked(open_case):
    page = open_case(Case("classics", (), PHONE))
    assert check_shifts(page, ["walking a lesson"]) == []
    sheet = page.locator("[class*=st-key-tour-step-]")
    assert sheet.evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight")
    text = sheet.bounding_box()
    picture = page.locator(".canvas-view canvas:visible").first.bounding_box()
    # A fifth of the screen is visible of the picture of a long sentence too.
    assert picture["y"] < text["y"] - PHONE.height / 5
    assert text["y"] + text["height"] <= page.locator(".st-key-tour-buttons").bounding_box()["y"]
