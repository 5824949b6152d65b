"""The front page: it fits its window, plays the French, and turns a head off without a jump."""

import re

import pytest

from tests.browser.conftest import wait_until_still

WINDOWS = [(1280, 720), (1920, 1080), (2560, 1440)]
LONG = "+".join(["the+quick+dog+and+the+old+cat+saw+a+man+with+a+red+hat+and"] * 7) + "+slept"
PARTS = (".written", ".title", ".overview", ".map", ".lines", ".legend")
PLACES = """Object.fromEntries([".written", ".title"].map(part => {
    const box = explorer.querySelector(part).getBoundingClientRect();
    return [part, [box.left, box.top].map(Math.round)] }))"""
windows = pytest.mark.parametrize(
    "visitor",
    [
        pytest.param({"width": width, "height": height}, marks=pytest.mark.weekly if place else ())
        for place, (width, height) in enumerate(WINDOWS)
    ],
    indirect=True,
    ids=[f"{width}" for width, _ in WINDOWS],
)


def bottoms(visitor) -> dict[str, float]:
    return visitor.value(
        f"Object.fromEntries({list(PARTS)}.map(part => [part, "
        "explorer.querySelector(part).getBoundingClientRect().bottom]))",
        "explorer",
    )


@windows
@pytest.mark.parametrize(
    "path",
    [pytest.param("/", marks=pytest.mark.weekly), f"/?sentence={LONG}"],
    ids=["example", "100 words"],
)
def test_translation_thumbnails_matrix_and_lines_stand_in_the_first_screen(visitor, path):
    visitor.open(path)
    visitor.page.wait_for_timeout(500)
    height = visitor.page.viewport_size["height"]
    assert max(bottoms(visitor).values()) <= height, bottoms(visitor)
    below = visitor.page.locator(".stMain").evaluate("main => main.scrollHeight")
    assert below < 2.2 * height


@windows
def test_the_matrix_is_as_high_or_as_wide_as_the_window_leaves_it(visitor):
    visitor.open()
    places, height = bottoms(visitor), visitor.page.viewport_size["height"]
    share = visitor.value(
        "explorer.view.map.clientWidth / explorer.view.pictures.clientWidth", "explorer"
    )
    assert height - places[".map"] < 90 or share > 0.55


def test_the_french_plays_word_by_word_from_the_keyboard(visitor):
    visitor.open()
    page = visitor.page
    player = page.get_by_role("group", name="The translation, word by word")
    player.get_by_role("button", name="The next word").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert visitor.value("explorer.view.player.at", "explorer") == 1
    assert page.locator(".word.later").count() == page.locator(".word").count() - 2
    assert page.locator(".word.current .text").inner_text() == visitor.french.split()[1]
    assert visitor.value("explorer.view.active().row", "explorer") == 1
    assert "attends to “big”" in page.locator(".explorer .reading").inner_text()
    page.keyboard.press(" ")
    assert player.get_by_role("button", name="Pause").is_visible()
    visitor.painted("explorer.view.player.at >= 3")
    page.keyboard.press(" ")
    at = visitor.value("explorer.view.player.at", "explorer")
    page.wait_for_timeout(1500)
    assert visitor.value("explorer.view.player.at", "explorer") == at
    page.keyboard.press("Escape")
    assert page.locator(".word.later").count() == 0


def test_who_wants_no_motion_goes_on_word_by_word(visitor):
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.open()
    play = visitor.page.get_by_role("button", name="Play word by word")
    play.click()
    visitor.page.wait_for_timeout(1500)
    assert visitor.value("explorer.view.player.at", "explorer") == 0
    play.click()
    assert visitor.value("explorer.view.player.at", "explorer") == 1


def test_turning_a_head_off_moves_nothing_in_the_picture_and_draws_it_as_off(visitor):
    visitor.open("/?attention=cross&layer=4&head=1")
    page = visitor.page
    places = visitor.value(PLACES, "explorer")
    colours = (
        "new Set(new Uint32Array(explorer.querySelector('.map').getContext('2d')"
        ".getImageData(0, 0, 4000, 4000).data.buffer).map(pixel => pixel & 0xffffff)).size"
    )
    before = visitor.value(colours, "explorer")
    page.get_by_role("button", name="Turn head off").click()
    visitor.painted("explorer.view.data.off === 'cross-4-1'")
    after = visitor.value(PLACES, "explorer")
    for part in (".written", ".title"):
        assert after[part] == places[part], part
    assert page.get_by_role("button", name="Turn head on").is_visible()
    assert page.locator(".explorer .reading").inner_text().startswith("Off: ")
    assert visitor.value(colours, "explorer") != before
    moved = page.locator(".explorer .strip .probability").all_inner_texts()
    assert any(re.fullmatch(r"\S+ → \S+%", text) for text in moved), moved


def test_a_long_sentence_is_looked_at_closer_and_from_afar_again(visitor):
    visitor.open(f"/?sentence={LONG}")
    page = visitor.page
    box = page.locator(".explorer .map").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    visitor.painted("explorer.view.zooming.zoomed")
    close = visitor.value("explorer.view.matrix.cell", "explorer")
    page.get_by_role("button", name="Show all words").click()
    assert visitor.value("explorer.view.matrix.cell", "explorer") < close
    box = page.locator(".explorer .map").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.8, steps=5)
    page.mouse.up()
    visitor.painted("explorer.view.zooming.zoomed && !explorer.view.locked")


def test_a_bar_opens_its_head_and_thumbnails_show_which_heads_matter(visitor):
    visitor.open()
    page = visitor.page
    page.get_by_role("button", name="Which heads matter?").click()
    page.locator(".thumb-cell.weighed").first.wait_for(timeout=60_000)
    page.wait_for_url("**importance=on**")
    most = visitor.value(
        "Object.entries(explorer.view.data.losses).sort((a, b) => b[1] - a[1])[0][0]", "explorer"
    )
    page.get_by_text("Which head matters most for this sentence?").click()
    bars = page.locator(".js-plotly-plot .bartext")
    bars.nth(11).wait_for(timeout=60_000)
    bar = page.locator(".js-plotly-plot .points path").last
    bar.scroll_into_view_if_needed()
    page.mouse.wheel(0, 200)  # out from under the top bar
    wait_until_still(bar)
    box = bar.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    stack, layer, head = most.split("-")
    visitor.painted(f"explorer.view.choice.join() === '{stack},{int(layer) - 1},{int(head) - 1}'")


def test_a_translation_that_scrolls_says_that_there_is_more(visitor):
    visitor.page.set_viewport_size({"width": 900, "height": 900})
    visitor.open(f"/?sentence={LONG}")
    strip = visitor.page.locator(".strip.long.more")
    strip.wait_for()
    dots = strip.evaluate("one => getComputedStyle(one, '::after').content")
    assert dots == '"…"'
    strip.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    visitor.page.locator(".strip.long:not(.more)").wait_for()
