"""A phone: a finger moves from head to head, and the settings of a page fold."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, at_rest

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phone(browser, server):
    """A visitor with touch and without a mouse."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor = Visitor(context.new_page(), server)
    yield visitor
    context.close()
    assert not visitor.problems


def swipe(page, element, across: float, down: float = 0) -> None:
    """Move a finger from the middle of an element by so many pixels."""
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"], 300) / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, share: float | None) -> None:
        points = [] if share is None else [{"x": x + share * across, "y": y + share * down}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for share in (0.2, 0.6, 1):
        touch("touchMove", share)
    touch("touchEnd", None)


def test_a_finger_leads_to_the_next_head_and_back(phone):
    phone.open()
    heatmap = phone.page.locator(".explorer canvas.map")
    assert phone.title == "Cross-attention · layer 3 · head 1"
    swipe(phone.page, heatmap, -120)
    phone.painted("explorer.view.data.choice.join() === 'cross,2,1'")
    assert phone.title == "Cross-attention · layer 3 · head 2"
    swipe(phone.page, heatmap, 120)
    phone.painted("explorer.view.data.choice.join() === 'cross,2,0'")
    swipe(phone.page, heatmap, 10, -120)
    assert phone.title == "Cross-attention · layer 3 · head 1"
    expect(phone.page.get_by_text("Swipe for the next head")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    "page, picture",
    [("words", ".space"), pytest.param("vectors", ".space", marks=pytest.mark.weekly)],
)
def test_the_settings_of_a_page_fold_and_the_picture_is_on_the_first_screen(phone, page, picture):
    phone.page.goto(f"{phone.address}/{page}")
    at_rest(phone.page)
    settings = phone.page.locator("[class*=st-key-folded] .stSelectbox").first
    expect(settings).to_be_hidden()
    drawn = phone.page.locator(f"{picture} canvas").first
    drawn.wait_for()
    assert drawn.bounding_box()["y"] < PHONE["height"] - 100
    expect(phone.page.locator(".st-key-fold label > div").first).to_be_hidden()  # the box to tick
    phone.page.locator(".st-key-fold label").click()
    expect(settings).to_be_visible()
