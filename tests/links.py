"""The command line's output for a page's links, compared with the page's Export menu."""

import json
from functools import cache
from urllib.parse import urlencode

from streamlit.testing.v1 import AppTest

from models import UserError
from tests.pages import alerts, parameters_of, visit
from viz.cli.export import Job, from_link, make
from viz.draw.files import render
from viz.pages import panels
from viz.pages.computations import COMPUTATIONS
from viz.view import settings
from viz.view.runner import plain_runner


def name_case(case: tuple[str, dict[str, str]]) -> str:
    page, address = case
    return " ".join((page, *address.values()))


def links_of(page: str, test: AppTest) -> dict[str, str]:
    """Return the full and the short link of a drawn page."""
    full = parameters_of(test)
    short = json.loads(test.json[0].value)
    return {"full": f"/{page}?{urlencode(full)}", "short": f"/{page}?{urlencode(short)}"}


@cache
def file_of(link: str) -> bytes | str:
    """Return the file that the command line writes for a link, or its error message."""
    try:
        return make(from_link(link, Job(preset="paper")), "cpu")
    except UserError as error:
        return str(error)


def menu_key(page: str, address: dict[str, str]) -> str:
    """Return the key of the menu of a page's main picture."""
    computation = COMPUTATIONS[page]
    runner = plain_runner("cpu")
    page_settings = settings.read(
        computation.settings, address, runner, computation.example
    ).settings
    return computation.compute(page_settings, runner).menu.key


def compare_link_and_menu(page: str, address: dict[str, str], monkeypatch) -> AppTest:
    """Compare the file of a page's main menu with the files of its links.

    Returns the drawn page.
    """
    offered: dict = {}
    monkeypatch.setattr(panels, "show_menu", lambda menu: offered.update({menu.key: menu.exports}))
    test = visit(page, address)
    assert not alerts(test)
    files = {kind: file_of(link) for kind, link in links_of(page, test).items()}
    if not offered:  # the page says why it shows nothing
        assert test.info, files
        assert all(isinstance(file, str) for file in files.values()), files
        return test
    first, *_ = offered[menu_key(page, parameters_of(test))]
    svg = render(first.draw(), "svg", "paper")
    assert {kind: file == svg for kind, file in files.items()} == {"full": True, "short": True}
    return test
