"""A lesson in a real browser.

By keyboard alone, beside a picture that changes, on a screen and on a phone.
"""

import time

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844}
STEPS = 8  # of the lesson
MAIN = "document.querySelector('.stMain')"  # what scrolls


def focused(visitor) -> str:
    return visitor.page.evaluate("document.activeElement.innerText ?? ''").strip()


def settled(visitor, before: str = "") -> str:
    """Return the text of the picture once it differs from `before` and is stable."""
    last, until = "", time.monotonic() + 30
    while time.monotonic() < until:
        now = (
            visitor.page.get_by_test_id("stColumn")
            .nth(1)
            .evaluate(
                "column => { const written = node => node.nodeType === 3 ? node.data : "
                "node.tagName === 'STYLE' ? '' :"
                " [...node.childNodes, ...(node.shadowRoot?.childNodes ?? "
                "[])].map(written).join(' '); return written(column) }"
            )
        )
        if now == last != before:
            return now
        last = now
        visitor.page.wait_for_timeout(250)
    raise AssertionError("the picture did not change, or did not come to rest")


def at_step(visitor, step: int) -> None:
    visitor.page.get_by_text(f"Step {step} of {STEPS}").wait_for(timeout=30_000)
    visitor.page.wait_for_url(f"**step={step}&**")


@pytest.mark.parametrize(
    "visitor",
    [{"width": 1280, "height": 720}, pytest.param(PHONE, marks=pytest.mark.weekly)],
    indirect=True,
    ids=["1280", "390"],
)
def test_a_lesson_is_done_by_keyboard_alone(visitor):
    visitor.page.goto(f"{visitor.address}/lessons?lesson=one-head")
    at_step(visitor, 1)
    picture = settled(visitor)
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        if focused(visitor) == "Next":
            break
    assert focused(visitor) == "Next"
    place = visitor.page.locator(":focus").bounding_box()
    scrolled = 0
    for step in range(2, STEPS + 1):
        visitor.page.evaluate(f"{MAIN}.scrollTop = 500")
        scrolled += visitor.page.evaluate(f"{MAIN}.scrollTop")
        visitor.page.keyboard.press("Enter")
        at_step(visitor, step)
        picture = settled(visitor, picture)
        assert focused(visitor) == ("Next" if step < STEPS else "Next lesson")
        visitor.page.wait_for_function(f"() => {MAIN}.scrollTop === 0")
        box = visitor.page.locator(":focus").bounding_box()
        if visitor.page.viewport_size != PHONE:  # the page does not jump
            assert (box["x"], box["y"]) == (place["x"], place["y"])
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), step
    assert scrolled
    visitor.page.keyboard.press("Shift+Tab")
    assert focused(visitor) == "Back"
    visitor.page.keyboard.press("Enter")
    at_step(visitor, STEPS - 1)


def sees(visitor, words: int) -> None:
    """Wait until the first row of the weights may attend to this many words."""
    visitor.painted(
        f"(m => m?.columns.filter((_, c) => m.weight(0, c) !== "
        f"null).length)(matrices.view.panels[1]?.matrix) === {words}",
        "matrices",
    )


@pytest.mark.slow
def test_a_reload_shows_what_the_reader_made_of_the_step(visitor):
    visitor.page.goto(f"{visitor.address}/lessons?lesson=mask&step=3")
    sees(visitor, 5)
    visitor.type("I am tired.")
    visitor.page.wait_for_url("**sentence=I+am+tired.**")
    visitor.page.reload()
    visitor.page.get_by_text("Step 3 of 7").wait_for(timeout=30_000)
    expect(visitor.sentence).to_have_value("I am tired.")


@pytest.mark.parametrize(
    "visitor",
    [pytest.param({"width": 1280, "height": 720}, marks=pytest.mark.weekly), PHONE],
    indirect=True,
    ids=["1280", "390"],
)
def test_the_text_stands_beside_the_picture_and_on_a_phone_at_the_lower_edge(visitor):
    visitor.page.goto(f"{visitor.address}/classics?classic=1")
    chart = visitor.page.locator(".js-plotly-plot").first
    chart.wait_for(timeout=60_000)
    words, picture = (
        visitor.page.get_by_text("because it is computed").bounding_box(),
        chart.bounding_box(),
    )
    if visitor.page.viewport_size == PHONE:
        assert picture["y"] < PHONE["height"] / 3
        assert PHONE["height"] / 2 < words["y"]
    else:
        assert words["x"] + words["width"] <= picture["x"]
        assert picture["y"] < 400
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def step_is(visitor, step: int) -> None:
    """Wait until this step is there, and the component listens to keys."""
    visitor.page.wait_for_url(f"**step={step}&**", timeout=30_000)
    visitor.page.get_by_text(f"Step {step} of").wait_for(timeout=30_000)
    done = "[data-testid=stApp][data-test-script-state=notRunning]"
    visitor.page.locator(done).wait_for(timeout=60_000)
    visitor.page.wait_for_function(
        "() => !document.querySelector('[data-testid=stSkeleton], [data-stale=true]')"
    )
    visitor.page.locator(".lecture .bar").wait_for(state="attached")


def press_cell(visitor) -> None:
    """Click into the first matrix."""
    box = visitor.page.locator(".matrices canvas").first.bounding_box()
    visitor.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def choose_positions(visitor) -> None:
    visitor.page.get_by_role("radio", name="Shuffled positions").click()
    visitor.page.wait_for_url("**order=shuffled**")


def open_more(visitor) -> None:
    visitor.page.get_by_text("Read more", exact=True).click()


def go_on_and_back(visitor) -> None:
    visitor.page.get_by_role("button", name="Next", exact=True).click()
    step_is(visitor, 3)
    visitor.page.get_by_role("button", name="Back", exact=True).click()
    step_is(visitor, 2)


def press_text(visitor) -> None:
    visitor.page.get_by_text("Step 2 of").click()


CLICKS = {
    "nothing": lambda visitor: None,
    "text": press_text,
    "cell": press_cell,
    "choice": choose_positions,
    "more": open_more,
    "button": go_on_and_back,
}
KEYS = ("Enter", "ArrowLeft"), (" ", "PageUp"), ("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp")


WALKS = [*((name, "off") for name in CLICKS), ("cell", "on"), ("button", "on")]


@pytest.mark.parametrize(
    "clicked, lecture",
    [
        pytest.param(*walk, marks=pytest.mark.slow if walk == WALKS[2] else pytest.mark.weekly)
        for walk in WALKS
    ],
)
def test_the_keys_walk_wherever_was_clicked_before(visitor, clicked, lecture):
    visitor.page.goto(f"{visitor.address}/lessons?lesson=order&step=2&lecture={lecture}")
    step_is(visitor, 2)
    for onwards, back in KEYS:
        CLICKS[clicked](visitor)
        visitor.page.keyboard.press(onwards)
        step_is(visitor, 3)
        visitor.page.keyboard.press(back)
        step_is(visitor, 2)


def test_a_field_keeps_all_keys_a_slider_its_arrows_and_what_tab_has_reached_its_own(visitor):
    page = visitor.page
    page.goto(f"{visitor.address}/lessons?lesson=words&step=2")
    step_is(visitor, 2)
    page.get_by_text("Next: Enter, →, Page Down or the space bar. Back: ← or Page Up.").wait_for()
    page.locator(".space input[type=text], .space input[type=search], .space input").last.click()
    for key in ("ArrowLeft", " ", "ArrowRight", "PageDown", "Enter"):
        page.keyboard.press(key)
    page.wait_for_timeout(800)
    assert "step=2&" in page.url
    page.get_by_text("Step 2 of").click()
    page.keyboard.press("Enter")
    step_is(visitor, 3)
    page.get_by_role("slider").first.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**meanings-step=5**")
    assert "step=3&" in page.url.replace("meanings-step", "")
    page.keyboard.press("Enter")
    step_is(visitor, 4)
    page.get_by_role("button", name="Back", exact=True).focus()
    page.keyboard.press("Tab")
    assert focused(visitor) == "Next"
    page.keyboard.press("Shift+Tab")
    assert focused(visitor) == "Back"
    page.keyboard.press("Enter")
    step_is(visitor, 3)


@pytest.mark.slow
def test_in_the_pictures_of_a_lesson_arrows_walk_where_tab_has_led_and_else_the_lesson(visitor):
    page = visitor.page
    page.goto(f"{visitor.address}/lessons?lesson=heads&step=7")
    step_is(visitor, 7)
    thumb = page.locator(".explorer .thumb[aria-pressed=true]")
    thumb.click()
    page.keyboard.press("ArrowRight")
    step_is(visitor, 8)
    page.keyboard.press("ArrowLeft")
    step_is(visitor, 7)
    page.keyboard.press("Tab")
    thumb.focus()
    before = visitor.value("explorer.view.choice.join()", "explorer")
    page.keyboard.press("ArrowLeft")
    visitor.painted(f"explorer.view.choice.join() !== '{before}'")
    assert "step=7&" in page.url


@pytest.mark.parametrize("visitor", [PHONE], indirect=True)
def test_on_a_phone_the_picture_and_the_buttons_are_on_the_first_screen(visitor):
    page = visitor.page
    page.goto(f"{visitor.address}/classics?classic=6")
    visitor.painted("matrices.view.panels.length === 2", "matrices")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.locator(".matrices canvas").first).to_be_in_viewport(ratio=0.3)
    text = page.locator(".st-key-tour-text .stMarkdown p").first
    expect(text).to_be_in_viewport()
    page.locator(".st-key-sheet label").click()
    expect(text).to_be_hidden()
    expect(page.locator(".st-key-tour-text h2")).to_be_in_viewport(ratio=1)
    boxes = "matrices.view.panels[1].scroller"
    seen = visitor.value(f"[{boxes}.scrollLeft, {boxes}.clientWidth]", "matrices")
    marked = visitor.value(
        "(({matrix: m, lit}) => lit.filter(([, c]) => c !== null)"
        ".map(([, c]) => m.left + c * m.cell))(matrices.view.panels[1])",
        "matrices",
    )
    assert all(seen[0] <= left < sum(seen) for left in marked)


def test_what_the_text_names_is_marked_and_its_type_is_large(visitor):
    page = visitor.page
    page.goto(f"{visitor.address}/lessons?lesson=heads&step=3")
    step_is(visitor, 3)
    marked = "(p => p.lit.map(([r, c]) => [p.matrix.rows[r], p.matrix.columns[c]]))"
    assert visitor.value(f"{marked}(matrices.view.panels[0])", "matrices") == [
        ["chien", "dog"],
        ["rouge", "red"],
        ["dort", "sleeping"],
    ]
    size = page.locator(".st-key-tour-text p").first.evaluate("e => getComputedStyle(e).fontSize")
    assert float(size.removesuffix("px")) >= 20
