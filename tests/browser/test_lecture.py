"""Lecture mode: one key starts it, type is large enough for the last row.

Keys and clickers move, freeze and blank; links open the same picture.
"""

import re

import pytest
from playwright.sync_api import expect

from viz.view.address import mark_version

HALL = {"width": 1920, "height": 1080}
in_a_hall = pytest.mark.parametrize("visitor", [HALL], indirect=True, ids=["1920"])


def begin(visitor, path: str, picture: str) -> None:
    visitor.open(path, picture)
    visitor.page.get_by_role("toolbar", name="Lecture").wait_for()


def address_says(visitor, *pairs: str) -> None:
    for pair in pairs:
        visitor.page.wait_for_function(
            "pair => decodeURIComponent(location.search).includes(pair)", arg=pair, timeout=30_000
        )


def test_one_key_begins_it_and_ends_it_but_not_while_typing(visitor):
    visitor.open("/")
    visitor.sentence.click()
    visitor.page.keyboard.type("l")
    visitor.page.wait_for_timeout(300)
    assert "lecture" not in visitor.page.url
    visitor.page.mouse.click(5, 400)
    visitor.page.keyboard.press("l")
    visitor.page.get_by_role("toolbar", name="Lecture").wait_for()
    address_says(visitor, "lecture=on")
    visitor.page.get_by_role("button", name="Share").wait_for(state="detached")
    expect(visitor.page.get_by_test_id("stHeader")).to_be_hidden()
    visitor.page.keyboard.press("l")
    visitor.page.get_by_role("toolbar", name="Lecture").wait_for(state="hidden")
    visitor.page.get_by_role("button", name="Share").wait_for()
    expect(visitor.page.get_by_test_id("stHeader")).to_be_visible()


def test_a_picture_is_as_large_whatever_was_beside_it_when_it_was_measured(visitor):
    begin(visitor, "/lessons?lecture=on&lesson=controls&step=5&layer=2", "explorer")
    buttons, again = visitor.value(
        "[true, false].map(isFirst => { const { view } = explorer; "
        "if (isFirst) view.zooming.element.hidden = false; "  # as in a new tab
        "view.paint(); return view.matrix.width })",
        "explorer",
    )
    assert buttons == again


@pytest.mark.slow
@in_a_hall
def test_the_pointer_meets_the_cell_it_is_on(visitor):
    begin(visitor, "/?lecture=on", "explorer")
    # A row is kept for the notice, or the picture jumps when it comes.
    assert visitor.page.locator(".st-key-below-bar").bounding_box()["height"] >= 24
    box = visitor.page.locator(".explorer .map").bounding_box()
    left, top, cell, zoom = visitor.value(
        "[m = explorer.view.matrix, explorer.currentCSSZoom].flatMap(x => x.cell ? "
        "[x.left, x.top, x.cell] : [x])",
        "explorer",
    )
    visitor.page.mouse.move(
        box["x"] + zoom * (left + 2.5 * cell), box["y"] + zoom * (top + 3.5 * cell)
    )
    visitor.painted("explorer.view.hover?.row === 3 && explorer.view.hover?.column === 2")


def test_arrows_and_clickers_move_head_layer_and_step(visitor):
    begin(visitor, "/?lecture=on&layer=2&head=4", "explorer")
    visitor.page.keyboard.press("ArrowRight")
    address_says(visitor, "layer=3", "head=1")
    visitor.page.keyboard.press("ArrowUp")
    address_says(visitor, "layer=2", "head=1")
    visitor.painted("explorer.view.choice.join() === 'cross,1,0'")
    visitor.page.get_by_role("button", name="Next layer").click()
    address_says(visitor, "layer=3", "head=1")
    begin(visitor, "/mask?lecture=on&decoder-head=1-1", "matrices")
    visitor.page.keyboard.press("PageDown")
    address_says(visitor, "sees=none")
    visitor.page.keyboard.press("PageUp")
    address_says(visitor, "sees=causal")
    visitor.type("The cat sees the dog.")  # Enter returns the keys to the lecturer
    visitor.painted(
        "matrices.view.panels[0].rows?.includes('chat') || "
        "matrices.view.data.panels[0].rows.includes('chat')",
        "matrices",
    )
    visitor.page.keyboard.press("ArrowRight")
    address_says(visitor, "decoder-head=1-2", "lecture=on")
    visitor.page.keyboard.press("ArrowDown")
    address_says(visitor, "decoder-head=2-2")
    begin(visitor, "/align?lecture=on&aligner=layer-2-head-2", "matrices")
    visitor.page.keyboard.press("ArrowRight")
    address_says(visitor, "aligner=layer-2-head-3")


def test_one_key_goes_from_both_pictures_to_the_heatmap_to_the_lines_to_the_words(visitor):
    begin(visitor, "/?lecture=on&sentence=The+old+cat+sleeps.", "explorer")
    seen = "['.map', '.lines', '.shaded'].map(name => explorer.querySelector(name).clientWidth > 0)"
    widths = []
    for pictures, shown in (
        ("both", [True, True, False]),
        ("heatmap", [True, False, False]),
        ("lines", [False, True, False]),
        ("words", [False, False, True]),
        ("both", [True, True, False]),
    ):
        visitor.painted(f"explorer.dataset.pictures === '{pictures}'")
        assert visitor.value(seen, "explorer") == shown
        widths.append(visitor.value("explorer.view.linesBox.clientWidth", "explorer"))
        visitor.page.keyboard.press("h")
    assert widths[2] > 1.5 * widths[0]
    assert visitor.page.get_by_role("button", name="heatmap, lines, words").is_visible()
    address_says(visitor, "pictures=heatmap")


@pytest.mark.slow
def test_freeze_and_blank(visitor):
    begin(visitor, "/?lecture=on", "explorer")
    visitor.page.keyboard.press("f")
    visitor.page.get_by_role("button", name="frozen").wait_for()
    visitor.page.keyboard.press("ArrowRight")
    box = visitor.page.locator(".explorer .map").bounding_box()
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.page.wait_for_timeout(400)
    assert visitor.value("explorer.view.hover", "explorer") is None
    assert "head=1" in visitor.page.url
    visitor.page.keyboard.press("f")
    visitor.page.keyboard.press(".")  # sent by the black button of a presenter
    expect(visitor.page.locator(".lecture .blank")).to_be_visible()
    visitor.page.keyboard.press("b")
    expect(visitor.page.locator(".lecture .blank")).to_be_hidden()
    visitor.page.keyboard.press("ArrowRight")
    address_says(visitor, "head=2")


@pytest.mark.slow
def test_the_code_for_phones_shows_the_link_without_the_lecture(visitor):
    begin(visitor, "/?lecture=on&head=2", "explorer")
    visitor.page.keyboard.press("q")
    code = visitor.page.locator(".lecture .code")
    expect(code.locator("p")).to_have_text(re.compile(rf"/\?head=2&v={mark_version()}$"))
    expect(code.locator("img")).to_have_js_property("complete", True)
    assert code.locator("img").evaluate("image => image.naturalWidth > 100")
    visitor.page.keyboard.press("Escape")
    expect(code).to_be_hidden()
