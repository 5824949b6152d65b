"""Every page is computed and drawn with every two of its choices together, and with every model.

Each page has a covering set of addresses: every value of every choice meets every model, head,
sentence and language, and every value of every other choice. The first few of each page run
always, the whole set once a week. Some of the links are drawn by the command line too, whose
file equals that of the Export menu.
"""

import json
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.addresses import runner, take_address
from tests.links import compare_files
from tests.pages import alerts, parameters_of, visit
from tests.pairwise import Row, covering_set
from viz.app.state import TAB_PARAMETERS
from viz.draw.tables import table
from viz.pages import panels
from viz.pages.computations import COMPUTATIONS
from viz.pages.registry import PAGES
from viz.view import settings
from viz.view.computation import Computation, ExportMenu

FEW = 2  # addresses of a page that run always
COMPARED_EVERY = 10  # of the last of the few and each tenth after it the command line's files
SLOW = {"tsne", "umap", "own-words"}  # up to a minute each
MOST_SLOW = 10  # addresses of a page with one of these
# The gallery's pictures choose their own models.
DRAWN = [path for path in PAGES if path != "gallery"]
MISTAKE = "mistake in Heads Up"


def addresses_of(page: str, most_slow: int) -> Iterator[Row]:
    """Yield a covering set of the addresses of a page; of the slow ones only the first few."""
    computation = PAGES[page].computation
    slow = 0
    for address in covering_set(lambda take: take_address(computation, take)):
        is_slow = not SLOW.isdisjoint(address.values())
        slow += is_slow
        if not is_slow or slow <= most_slow:
            yield address


@pytest.fixture
def offered(monkeypatch):
    """The exports of a page's menus; pages draw them, and the content of closed expanders."""
    offered = {}

    @panels.alerts.errors_as_alerts()
    def draw_files(menu: ExportMenu) -> None:
        """Draw all that an Export menu offers, as values; an open menu needs a picture."""
        assert menu.exports
        for export in menu.exports:
            table(export.draw())
        for write in menu.numbers.values():
            write()
        offered[menu.key] = menu.exports

    monkeypatch.setattr(panels, "show_menu", draw_files)
    monkeypatch.setattr(panels, "draw_when_open", lambda label, key, draw: draw())
    return offered


def written(computation: Computation, address: Row) -> tuple[Row, Row]:
    """The full and the short address of the settings that an address asks for."""
    reading = settings.read_settings(computation.settings, address, runner(), computation.example)
    view, readings = reading.settings.view, [reading]
    short = settings.write_short(view, readings, runner(), computation.example)
    return settings.write_address(view, readings), short


def draw(page: str, addresses: Iterator[Row], offered: dict, caplog) -> None:
    """Draw a page at each address, and name those that fail or that the app writes otherwise."""
    failures = []
    for number, address in enumerate(addresses):
        offered.clear()
        try:
            test = visit(page, address)
            if number % COMPARED_EVERY == FEW - 1 and page in COMPUTATIONS:
                compare_files(page, test, offered)
        except Exception as error:
            failures.append((address, repr(error)))
            continue
        if any(MISTAKE in alert for alert in alerts(test)):
            failures.append((address, caplog.text[-1500:]))
        if PAGES[page].open_step is None:  # a tour has the settings of two pages
            full, short = (
                {name: text for name, text in parameters.items() if name not in TAB_PARAMETERS}
                for parameters in (parameters_of(test), json.loads(test.json[0].value))
            )
            if (full, short) != written(PAGES[page].computation, address):
                failures.append((address, f"{full} {short}"))
        caplog.clear()
    assert not failures, "\n".join(f"{address}: {text}" for address, text in failures[:5])


@pytest.mark.slow
@pytest.mark.parametrize("page", DRAWN)
def test_a_page_is_drawn_with_some_of_its_choices(page, offered, caplog):
    draw(page, islice(addresses_of(page, most_slow=0), FEW), offered, caplog)


@pytest.mark.weekly
@pytest.mark.parametrize("page", DRAWN)
def test_a_page_is_drawn_with_every_two_of_its_choices(page, offered, caplog):
    draw(page, addresses_of(page, MOST_SLOW), offered, caplog)
