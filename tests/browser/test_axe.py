"""The findings of axe-core (https://github.com/dequelabs/axe-core).

And the colours of text in charts and the Tab order, which it does not check.
"""

import pytest

from tests.browser.axe import pale_chart_texts, switch_scheme, violations
from tests.browser.walk import walk_through
from tests.screenshots.browsing import wait_for_rest
from viz.pages.registry import PAGES

LOOKS = {  # looks with other components than the page as it opens
    "heads": (
        "words=merged",
        "model=seq2seq",
        "model=bilstm-additive",
        "off=cross-4-1&mask=none&block=2",
        "sentence=",
        "lecture=on",
    ),
    "inside": (
        "inside-look=contribution",
        "inside-look=guess",
        "inside-look=guess&reveal=on",
        "inside-look=lecture",
        "inside-look=board",
        "inside-look=kernel",
        "inside-all=on",
        "model=seq2seq",
    ),
    "mask": ("sees=none", "sees=window", "model=seq2seq"),
    "align": ("compare=scores", "second=seq2seq"),
    "order": (
        "look=waves",
        "look=products",
        "look=added",
        "look=shift",
        "look=others",
        "look=others&encoding=alibi",
        "look=others&encoding=learned",
        "look=order",
        "look=order&model=seq2seq",
    ),
    "words": (
        "words-look=meanings",
        "words-look=meanings&word=qqq",
        "words-look=sentences",
        "layers-axes=3&layers-point=3",
        "lecture=on",
    ),
    "vectors": (
        "vectors-look=analogies",
        "vectors-look=axes",
        "vectors-look=bias",
        "vectors-look=bias&bias=weat",
    ),
    "cell": ("cell-look=units", "cell-look=gradient", "cell-look=find"),
    "remember": ("side=decoder&show=forget",),
}
CONTRAST = ("color-contrast",)  # the only rule that depends on the theme
FRONT = ""  # the address of the front page
PATHS = [path if place else FRONT for place, path in enumerate(PAGES)]
VIEWS = [(path, look) for path, page in zip(PATHS, PAGES) for look in LOOKS.get(page, ())]
MENUS = {  # menus of a page, or tables in place of its pictures
    FRONT: ("What if …?", "Export", "Share", "As a table"),
    "mask": ("As a table",),
    "words": ("As a table",),
    "remember?units=all": ("As a table",),
    "inside": ("As a table",),
}


def check(page, *rules: str):
    faults = violations(page, *rules)
    assert not faults, "\n".join(faults)
    assert pale_chart_texts(page) == []


@pytest.mark.weekly
@pytest.mark.parametrize("page, look", VIEWS, ids=" ".join)
def test_axe_finds_nothing_in_any_look(open_page, page, look):
    """Pages as they open are looked at with the screenshots."""
    check(open_page(f"/{page}?{look}", color_scheme="light"))


@pytest.mark.parametrize(
    "page", [pytest.param(path, marks=pytest.mark.weekly if path else ()) for path in PATHS]
)
def test_tab_reaches_everything_and_shows_where_it_is(open_page, page):
    """All of a page in a high window; test_screenshots walks through every page in others."""
    walk_through(open_page(f"/{page}"))


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if page == "mask" else pytest.mark.weekly)
        for page in MENUS
    ],
)
def test_axe_finds_nothing_in_an_open_menu_or_a_table(open_page, page):
    more = "&" if "?" in page else "?"
    opened = open_page(f"/{page}{more}block=2&inside-step=2", color_scheme="light")
    for menu in MENUS[page]:
        opened.get_by_role("button", name=menu).first.click()
        wait_for_rest(opened)
        check(opened)
        switch_scheme(opened, "dark")
        check(opened, *CONTRAST)
        opened.keyboard.press("Escape")
        switch_scheme(opened, "light")
