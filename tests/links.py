"""The command line's output for a page's links, compared with the page's Export menu."""

import json
from collections.abc import Mapping, Sequence
from html import unescape
from urllib.parse import urlencode

from streamlit.testing.v1 import AppTest

from models import UserError
from tests.pages import alerts, parameters_of, visit
from viz.base.language import t, writing_in
from viz.cli.export import Job, from_link, make
from viz.draw.files import render
from viz.pages import panels
from viz.pages.computations import COMPUTATIONS
from viz.view import settings
from viz.view.computation import Export
from viz.view.runner import plain_runner


def name_case(case: tuple[str, dict[str, str]]) -> str:
    page, address = case
    return " ".join((page, *address.values()))


def file_of(link: str) -> bytes | str:
    """Return the file that the command line writes for a link, or its error as a page says it."""
    try:
        return make(from_link(link, Job(preset="paper")), "cpu")
    except UserError as error:
        return t(error.text, **error.values)


def menu_key(page: str, address: dict[str, str]) -> str:
    """Return the key of the menu of a page's main picture."""
    computation = COMPUTATIONS[page]
    runner = plain_runner("cpu")
    reading = settings.read_settings(computation.settings, address, runner, computation.example)
    return computation.compute(reading.settings, runner).menu.key


def compare_files(page: str, test: AppTest, offered: Mapping[str, Sequence[Export]]) -> None:
    """Compare the main export of a drawn page with the files of its full and its short link.

    `offered` has the exports of each menu of the page by the menu's key.
    """
    full, short = parameters_of(test), json.loads(test.json[0].value)
    with writing_in(full.get("language", "en")):
        files = [file_of(f"/{page}?{urlencode(link)}") for link in (full, short)]
        if isinstance(files[0], str):
            wording = [*map(unescape, alerts(test)), *(info.value for info in test.info)]
            assert files == [files[0]] * 2, files
            assert any(files[0] in text for text in wording), f"{files[0]} is not said: {wording}"
            return
        first, *_ = offered[menu_key(page, full)]
        svg = render(first.draw(), "svg", "paper")
    assert [file == svg for file in files] == [True, True], "the full and the short link"


def compare_link_and_menu(page: str, address: dict[str, str], monkeypatch) -> AppTest:
    """Draw a page and compare the file of its main menu with the files of its links."""
    offered: dict = {}
    monkeypatch.setattr(panels, "show_menu", lambda menu: offered.update({menu.key: menu.exports}))
    test = visit(page, address)
    assert not alerts(test)
    compare_files(page, test, offered)
    return test
