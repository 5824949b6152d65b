"""What axe-core (https://github.com/dequelabs/axe-core) finds, and the colours of the text in charts, which it does not look at."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from viz.pages import PAGES

NARROW = {"width": 390, "height": 2400}  # axe measures no contrast below the edge of the window
LOOKS = {  # what shows other components than the page as it opens
    "heads": ("words=merged", "model=seq2seq", "model=bilstm-additive", "off=cross-4-1&mask=none&block=2", "sentence=", "lecture=on"),
    "inside": ("inside-look=contribution", "inside-look=guess", "inside-look=guess&reveal=on", "inside-look=lecture", "inside-look=board",
               "inside-all=on", "model=seq2seq"),
    "mask": ("sees=none", "sees=window", "model=seq2seq"),
    "align": ("compare=scores", "second=seq2seq"),
    "order": ("look=waves", "look=products", "look=added", "look=shift", "look=others", "look=others&encoding=alibi",
              "look=others&encoding=learned", "look=order", "look=order&model=seq2seq"),
    "words": ("words-look=meanings", "words-look=meanings&word=qqq", "words-look=sentences", "layers-axes=3&layers-point=3", "lecture=on"),
    "vectors": ("vectors-look=analogies", "vectors-look=axes", "vectors-look=bias", "vectors-look=bias&bias=weat"),
    "remember": ("side=decoder&show=forget",),
}
FRONT = ""  # the address of the first page
CASES = [(page if place else FRONT, look) for place, page in enumerate(PAGES) for look in ("", *LOOKS.get(page, ()))]
MENUS = [(FRONT, "What if …?"), (FRONT, "Export"), (FRONT, "Share"), (FRONT, "As a table"), ("mask", "As a table"), ("words", "As a table"),
         ("remember", "As a table"), ("inside", "As a table")]
NOT_OURS = [  # rule, and the part of Streamlit's own markup in which it is let off; nothing that the app can set changes these
    ("list", "[data-testid=stSidebarNavItems]"),  # the groups of the navigation, on a narrow screen: <div> between <ul> and <li>
    ("listitem", "[data-testid=stSidebarNavItems]"),
    ("scrollable-region-focusable", "[data-testid=stTable]")]  # on a narrow screen; Chromium and Firefox put what scrolls in the Tab order by themselves
AXE = """(notOurs) => axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.flatMap(({id, impact, help, nodes}) =>
  ["serious", "critical"].includes(impact) ? nodes.map(({target, html, failureSummary}) => ({id, help, target, html, failureSummary})).filter(({target}) =>
    !notOurs.some(([rule, part]) => rule === id && target.length === 1 && document.querySelector(target[0])?.closest(part))) : []))"""
TYPE = """() => {  // text of charts whose colour has less contrast with the page than 4.5
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const paper = light(getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
  return [...document.querySelectorAll(".js-plotly-plot text")].filter((text) => {
    const own = light(getComputedStyle(text).fill);
    return text.textContent.trim() && Math.max(own, paper) / Math.min(own, paper) < 4.5;
  }).map((text) => text.textContent);
}"""


def violations(page) -> list[str]:
    """The serious and critical ones."""
    page.evaluate(AXE_SCRIPT)
    return [f"{one['id']}: {one['help']}\n  {one['target']}\n  {one['html'][:300]}\n  {one['failureSummary']}" for one in page.evaluate(AXE, NOT_OURS)]


def check(page):
    found = violations(page)
    assert not found, "\n".join(found)
    assert page.evaluate(TYPE) == []


def test_axe_finds_nothing_on_the_front_page(open_page):
    check(open_page("/", color_scheme="dark"))


def darken(page) -> None:
    """In the dark, as when the system's setting changes."""
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === 'dark'")
    page.wait_for_timeout(700)  # pictures are painted anew


@pytest.mark.slow
@pytest.mark.parametrize("page, look", CASES, ids=[f"{page} {look}" for page, look in CASES])
def test_axe_finds_nothing_on_any_page(open_page, page, look):
    """Each page as it opens also in the dark, every second one of them on a phone."""
    shown = open_page(f"/{page}?{look}", color_scheme="light")
    check(shown)
    if not look:
        if CASES.index((page, look)) % 2:
            shown.set_viewport_size(NARROW)
        darken(shown)
        check(shown)


@pytest.mark.slow
@pytest.mark.parametrize("page, menu", MENUS)
def test_axe_finds_nothing_in_an_open_menu_or_a_table(open_page, page, menu):
    shown = open_page(f"/{page}?block=2", color_scheme="light")
    shown.get_by_role("button", name=menu).first.click()
    shown.wait_for_timeout(1500)
    check(shown)
    darken(shown)
    check(shown)
