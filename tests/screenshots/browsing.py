"""A page in a browser: opened, at rest, measured, and used."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.axe import pale_chart_texts, violations

from .cases import Case
from .findings import Finding, find_shifts, findings

PROBE = (Path(__file__).parent / "page.js").read_text(encoding="utf-8")
PATIENCE = 90_000  # milliseconds until a page is at rest
LESSON_STEPS = 4  # steps of a lesson that are checked
OTHER_SENTENCE = "The small black cat slept."
LONG_WORD = "A lumberjack with a chainsaw cuts the supercalifragilistic tree."


@contextmanager
def window(browser: Browser, case: Case) -> Iterator[BrowserContext]:
    """Open a window for a case, with its size, colours and language."""
    context = browser.new_context(
        viewport={"width": case.size.width, "height": case.size.height},
        color_scheme="dark" if case.theme == "dark" else "light",
        locale=case.language,
    )
    context.add_init_script(PROBE)
    try:
        yield context
    finally:
        context.close()


def open_case(page: Page, address: str, case: Case) -> None:
    """Open the view of a case and wait until all of it is painted."""
    page.goto(address + case.address)
    wait_for_rest(page)


def wait_for_rest(page: Page) -> None:
    """Wait until nothing is computed, painted or moved any more."""
    page.wait_for_function("() => screenshots.isAtRest()", timeout=PATIENCE, polling=100)


def check_page(page: Page, case: Case) -> list[Finding]:
    """Return all faults of the page as it is."""
    wrong = findings(page.evaluate("() => screenshots.measure()"), case)
    wrong += [Finding("axe", problem.replace("\n", " ")) for problem in violations(page)]
    wrong += [Finding("contrast", repr(text)) for text in pale_chart_texts(page)]
    return wrong


# --- hands ---------------------------------------------------------------------------------------


def check_shifts(page: Page, causes: Collection[str] = ()) -> list[Finding]:
    """Return the elements that move too far during some of the causes, or during all."""
    wrong = []
    for cause in causes or ACTS:
        page.evaluate("() => screenshots.forgetShifts()")
        if ACTS[cause](page):
            wait_for_rest(page)
            wrong += find_shifts(page.evaluate("() => screenshots.shifts()"), cause)
    return wrong


def hover(page: Page) -> bool:
    """Hover over places of the first canvas."""
    canvas = page.locator(".canvas-view canvas[tabindex='0']").first
    box = canvas.bounding_box() if canvas.count() else None
    if box is None:
        return False
    for share in (0.4, 0.6, 0.8):
        page.mouse.move(box["x"] + share * box["width"], box["y"] + share * box["height"])
    page.mouse.move(1, 1)
    return True


def switch_head(page: Page) -> bool:
    """Switch the current head off."""
    button = page.locator(".explorer .power:visible").first
    if not button.count():
        return False
    button.click()
    return True


def type_sentence(page: Page, sentence: str = OTHER_SENTENCE) -> bool:
    """Type another sentence."""
    field = page.locator(".st-key-bar input[type=text]").first
    if not field.count() or not field.is_visible() or field.is_disabled():
        return False
    field.fill(sentence)
    field.press("Enter")
    return True


def walk_lesson(page: Page) -> bool:
    """Go through a lesson, step by step."""
    button = page.locator(".st-key-step-on button")
    walked = 0
    while walked < LESSON_STEPS and button.count() and button.is_enabled():
        step = page.locator("[class*=st-key-tour-step-]").get_attribute("class")
        button.click()
        page.locator(f'[class="{step}"]').wait_for(state="detached")
        wait_for_rest(page)
        walked += 1
    return walked > 0


ACTS: dict[str, Callable[[Page], bool]] = {
    "hovering": hover,
    "switching a head": switch_head,
    "typing": type_sentence,
    "typing a long word": partial(type_sentence, sentence=LONG_WORD),
    "walking a lesson": walk_lesson,
}
