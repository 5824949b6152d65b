"""A label of a word or two is beside each head's thumbnail, in narrower windows too."""

import pytest

from tests.screenshots.browsing import wait_for_rest
from tests.screenshots.cases import LAPTOP, PHONE, Case

LABELS = """
[...document.querySelectorAll('*')].map(one => one.shadowRoot?.querySelector('.overview'))
  .find(Boolean).querySelectorAll('.thumb-cell')
"""
BOXES = f"""
[...{LABELS}].map(cell => {{
  const [thumb, label] = ['.thumb', '.label'].map(name => cell.querySelector(name));
  const box = one => {{
    const {{ left, right, top, bottom }} = one.getBoundingClientRect();
    return {{ left, right, top, bottom }};
  }};
  return {{ thumb: box(thumb), label: box(label), text: label.textContent,
    cut: label.scrollWidth > label.clientWidth }};
}})
"""


def overlap(one: dict, other: dict) -> bool:
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 0.5 and down > 0.5


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.weekly), "fr"])
def test_on_a_laptop_each_thumbnail_has_a_label_that_covers_nothing(open_case, language):
    page = open_case(Case("heads", (), LAPTOP, language=language))
    page.get_by_role("button", name="✕").click()  # the welcome takes the room in French
    page.get_by_role("button", name="✕").wait_for(state="detached")
    wait_for_rest(page)
    cells = page.evaluate(BOXES)
    assert len(cells) == 48
    assert len({cell["text"] for cell in cells}) > 4
    assert not [cell["text"] for cell in cells if cell["cut"]]
    assert max(cell["label"]["bottom"] for cell in cells) <= LAPTOP.height
    for place, cell in enumerate(cells):
        assert cell["text"]
        assert cell["label"]["bottom"] - cell["label"]["top"] >= 11
        assert not any(overlap(cell["label"], other["thumb"]) for other in cells)
        assert not any(overlap(cell["label"], other["label"]) for other in cells[place + 1 :])


@pytest.mark.weekly
def test_on_a_phone_there_is_no_room_for_labels(open_case):
    page = open_case(Case("heads", (), PHONE))
    assert {cell["label"]["right"] for cell in page.evaluate(BOXES)} == {0}
