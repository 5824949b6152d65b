"""The probe of the screenshots finds the faults of bad pages and none on some good pages."""

from collections.abc import Iterator
from itertools import cycle, product

import pytest

from tests.browser.walk import walk_through
from tests.screenshots.browsing import check_page, check_shifts, wait_for_rest
from tests.screenshots.cases import (
    HALL,
    LANGUAGES,
    LAPTOP,
    PHONE,
    PROJECTOR,
    SIZES,
    THEMES,
    Case,
)
from tests.screenshots.findings import findings
from tests.screenshots.hall import SENTENCES, check_hall
from tests.views import EXPERIMENT_VIEWS
from viz.pages.registry import PAGES

FAULTS = """() => {
  const main = document.querySelector(".stMainBlockContainer");
  const add = (style, text) => {
    const made = Object.assign(document.createElement("div"), { textContent: text });
    made.style.cssText = style;
    main.append(made);
    return made;
  };
  add("position: absolute; top: 10px; left: 900px; font-size: 30px", "one text");
  add("position: absolute; top: 20px; left: 910px; font-size: 30px", "on another");
  const bar = document.querySelector(".st-key-bar").getBoundingClientRect();
  const corner = add("position: absolute; top: 0; left: 0", "").getBoundingClientRect();
  const [top, left] = [bar.top - corner.top, bar.left - corner.left + 20];
  add(`position: absolute; top: ${top}px; left: ${left}px; font-size: 30px`, "covers it");
  add("font-size: 9px", "for the first row");
  add("width: 40px; overflow: hidden; white-space: nowrap", "half of this is not to be seen");
  add("width: 3000px; height: 2000px", "wide and high");
  const canvas = add("", "").appendChild(document.createElement("canvas"));
  Object.assign(canvas, { width: 200, height: 40 });
  canvas.getContext("2d").font = "12px sans-serif";
  canvas.getContext("2d").fillText("a label that is cut", 150, 20);
}"""


def test_the_probe_sees_what_is_wrong(open_case):
    case = Case("bottleneck", (), HALL, lecture="on")
    page = open_case(case)
    page.evaluate(FAULTS)
    wrong = findings(page.evaluate("() => screenshots.measure()"), case)
    faults = {(kind, fault) for kind, text in wrong for fault in NAMES if fault in text}
    assert faults >= {
        ("overlap", "one text"),
        ("overlap", "the sentence bar"),
        ("small type", "first row"),
        ("small type", "a label"),
        ("cut off text", "half of this"),
        ("cut off text", "a label"),
        ("scrolls", "the page"),
    }
    assert {"scrolls sideways", "cut below"} <= {kind for kind, _ in wrong}


NAMES = "one text", "first row", "a label", "half of this", "the page", "the sentence bar"


@pytest.mark.slow
def test_the_probe_sees_what_jumps(open_case):
    page = open_case(Case("bottleneck", (), LAPTOP))
    page.evaluate("() => screenshots.forgetShifts()")
    page.evaluate("() => document.querySelector('.stMainBlockContainer').style.marginTop = '300px'")
    wait_for_rest(page)
    assert sum(shift["value"] for shift in page.evaluate("() => screenshots.shifts()")) > 0.1


def cases() -> Iterator[Case]:
    """Every page once, and every kind of window: its size, lecture, theme and language.

    `python -m tests.screenshots --check` looks at all pages in all windows, once a week. The
    gallery, whose pictures take half a minute, is left to it.
    """
    pages = [page for page in PAGES if page != "gallery"]
    windows = [
        (size, lecture) for size in (LAPTOP, PHONE, HALL, PROJECTOR) for lecture in SIZES[str(size)]
    ]
    around = product(LANGUAGES, THEMES, windows)
    for page, (language, theme, (size, lecture)) in zip(pages, cycle(around)):
        look = (("queries-sentences", "50"),) if page == "queries" else ()  # quick
        yield Case(page, look, size, theme, language, lecture)


@pytest.mark.slow
@pytest.mark.parametrize("case", [*cases()], ids=lambda case: case.name)
def test_nothing_is_wrong_with_a_page(open_case, case):
    page = open_case(case)
    assert check_page(page, case) == []
    if [*PAGES].index(case.page) % 4 == 0:  # Tab goes through all pages once a week: test_axe.py
        walk_through(page)
    assert check_shifts(page, ["hovering", "switching a head"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("view", EXPERIMENT_VIEWS[:1] + EXPERIMENT_VIEWS[-1:])
def test_an_experiment_fits_into_a_lecture_in_french(open_case, view):
    """With its panel closed, and another with its panel open; the others are looked at weekly."""
    page_name, settings = view
    case = Case(page_name, tuple(settings.items()), LAPTOP, language="fr", lecture="on")
    page = open_case(case)
    assert check_page(page, case) == []


@pytest.mark.slow
def test_a_very_long_word_beside_a_head_that_is_off_hardly_moves_a_lecture(open_case):
    page = open_case(Case("heads", (), LAPTOP, lecture="on"))
    assert check_shifts(page, ["switching a head", "typing a long word"]) == []
    assert page.locator(".explorer .body").bounding_box()["height"] >= 0.45 * LAPTOP.height
    title, undo = page.locator("h1").bounding_box(), page.locator(".st-key-undo").bounding_box()
    assert undo["y"] + undo["height"] <= title["y"] + title["height"] + 8


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_the_largest_thing_of_a_long_sentence_with_a_change(open_case, language):
    """The worst of the combinations of tests/screenshots/hall.py, which looks at all."""
    look = {"sentence": SENTENCES[20], "mask": "none", "panel": "open"}
    case = Case("heads", tuple(look.items()), LAPTOP, language=language, lecture="on")
    measured, wrong = check_hall(open_case(case), 20, case)
    assert wrong == []
    assert measured["width"] > measured["cells"] > 0.3 * LAPTOP.height
