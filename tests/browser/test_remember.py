"""The page of the LSTM: a unit is selected by click and key, and kept in the address."""

import pytest

from tests.browser.conftest import at_rest

PICTURE = "memory"


def place_of(visitor, panel: int, word: int, row: int) -> tuple[float, float]:
    """Return the place of a word's cell on the screen, in the unit of this row."""
    return tuple(
        visitor.value(
            f"(() => {{ const panel = memory.view.panels[{panel}], box = "
            f"panel.canvas.getBoundingClientRect(), p = panel.place;"
            f" return [box.left + p.left + ({word} + 0.5) * p.cell, box.top + p.top + "
            f"({row} + 0.5) * panel.height / panel.units] }})()",
            PICTURE,
        )
    )


def test_it_opens_on_both_directions_with_the_words_coloured(visitor):
    visitor.open("/remember?units=all", PICTURE)
    assert visitor.page.locator(".memory .title").all_inner_texts() == [
        "The encoder reads from left to right",
        "The encoder reads from right to left",
    ]
    words = visitor.page.locator(".memory .text").first.locator(".coloured")
    assert words.all_inner_texts()[:3] == ["The", "big", "red"]
    assert (
        len(
            {words.nth(place).evaluate("e => e.style.background") for place in range(words.count())}
        )
        > 3
    )


def test_a_click_chooses_a_unit_and_a_reload_keeps_it(visitor):
    visitor.open("/remember?units=all", PICTURE)
    at_rest(visitor.page)
    visitor.page.mouse.click(*place_of(visitor, 0, 3, 20))
    unit = visitor.value("memory.view.panels[0].order[20]", PICTURE)
    assert visitor.value("memory.view.panels[0].unit", PICTURE) == unit
    visitor.page.wait_for_url(f"**forward={unit + 1}**")
    visitor.page.locator(".memory canvas").first.press("ArrowDown")
    below = visitor.value("memory.view.panels[0].order[21]", PICTURE)
    # The server has answered, and everything is drawn again.
    visitor.painted(f"memory.view.panels[0].asked === {below}", PICTURE)
    visitor.page.keyboard.press("ArrowDown")
    below = visitor.value("memory.view.panels[0].order[22]", PICTURE)
    visitor.page.wait_for_url(f"**forward={below + 1}**")
    visitor.page.reload()
    visitor.painted(f"memory.view.panels[0].unit === {below}", PICTURE)


@pytest.mark.slow
def test_hovering_says_the_value_in_words(visitor):
    visitor.open("/remember?units=all&show=forget", PICTURE)
    visitor.page.mouse.move(*place_of(visitor, 0, 3, 40))
    unit, value = visitor.value(
        "(p => [p.order[40], memory.view.value(p, 3, p.order[40])])(memory.view.panels[0])", PICTURE
    )
    assert (
        visitor.page.locator(".memory .reading").first.inner_text()
        == f"Unit {unit + 1} of 192 at “dog”: forget gate {value:.2f}."
    )
    assert 0 <= value <= 1
