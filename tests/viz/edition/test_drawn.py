"""Every page of the app opens in the edition; what Python draws for it is what the app draws."""

import json
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.contents import content_at
from tests.marks import slow_after
from tests.programs import find_program
from viz.base.language import writing_in
from viz.components.course.parts import part_of
from viz.draw.alt import alt_text
from viz.edition import drawn
from viz.edition.declared import PAGES, describe_pages
from viz.edition.step_pictures import RUNNER
from viz.pages.computations import COMPUTATIONS, FRONT_PAGE
from viz.pages.recording import record
from viz.pages.registry import PAGES as APP_PAGES
from viz.view.edition import DRAWN, EDITION, is_in_edition
from viz.view.runner import PlainRunner

VIZ = Path(__file__).parents[3] / "viz"
LINKS = Path(__file__).parents[1] / "links.txt"
MOST = 3e6  # bytes of what one view draws
OPENING = """
import { nearest } from "./edition/pages/drawn.js";
const [views, asked, look] = JSON.parse(process.argv[1]);
console.log(views.indexOf(nearest(views, asked, look)));
"""


def test_every_page_of_the_app_is_in_the_edition():
    assert {*PAGES} == {*APP_PAGES}
    assert not {*DRAWN} & {path or FRONT_PAGE for path in EDITION}
    described = describe_pages(PlainRunner("cpu"))
    assert [*described] == [*APP_PAGES]
    assert all(page["title"] and page["group"] and page["missing"] for page in described.values())


@pytest.mark.parametrize("path", slow_after(3, ["digits", "trees", "cost", *sorted(DRAWN)]))
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_page_is_drawn_with_what_the_app_shows(path, locale):
    with writing_in(locale):
        recorded = record(path, {"language": locale}, RUNNER)
        parts = [part_of(part) for part in recorded.parts]
    assert parts
    assert len(json.dumps(parts)) < MOST
    texts = json.dumps(parts, ensure_ascii=False)
    assert 'role="alert"' not in texts
    assert " style=" not in texts  # the policy of the folder lets no attribute set one
    view = drawn._describe(APP_PAGES[path], recorded)
    assert not {"v", "language"} & {*view["address"]}


def test_the_charts_of_a_view_are_those_of_the_app():
    with writing_in("en"):
        recorded = record("trees", {"trees-look": "measured"}, RUNNER)
    columns = next(part for part in map(part_of, recorded.parts) if part["kind"] == "columns")
    content = content_at(COMPUTATIONS["trees"], {"trees-look": "measured"}, RUNNER)
    alts = [part["charts"][0]["alt"] for column in columns["columns"] for part in column]
    assert alts == [alt_text(content.shares_chart), alt_text(content.relations_chart())]


def test_the_picture_of_a_component_keeps_its_numbers():
    with writing_in("en"):
        (sketch, *_) = record("digits", {}, RUNNER).parts
    assert sketch["name"] == "sketch"
    assert "language" not in sketch["head"]
    assert len(sketch["head"]["examples"]) == 10
    assert sketch["numbers"]


def opened(views: list[dict], asked: dict[str, str], look: str) -> int:
    """Return the place of the view that the edition opens."""
    node = find_program("node", package="nodejs")
    given = json.dumps([views, [*asked.items()], look])
    command = [node, "--input-type=module", "-e", OPENING, given]
    return int(subprocess.run(command, cwd=VIZ, check=True, capture_output=True).stdout)


def test_an_address_opens_its_view_or_the_nearest_of_the_same_look():
    views = [
        {"state": {"look": "a", "word": "x"}, "address": {}},
        {"state": {"look": "a", "word": "y"}, "address": {"word": "y"}},
        {"state": {"look": "b", "word": "x"}, "address": {"look": "b"}},
    ]
    assert opened(views, {}, "look") == 0
    assert opened(views, {"word": "y"}, "look") == 1
    assert opened(views, {"look": "b", "word": "y"}, "look") == 2
    assert opened(views, {"word": "z", "other": "1"}, "look") == 0


def test_links_that_people_kept_are_drawn():
    lines = LINKS.read_text(encoding="utf-8").splitlines()
    links = [urlsplit(line) for line in lines if line.startswith("/")]
    for link in links:
        path, address = link.path.strip("/"), dict(parse_qsl(link.query, keep_blank_values=True))
        if path in DRAWN:
            address.pop("v", None)
            assert address in drawn._addresses(path) or {*address} <= {DRAWN[path]}, link


def test_share_offers_a_drawn_page_with_its_look_alone():
    assert is_in_edition("digits", {"digits-look": "tested", "v": "4"})
    assert not is_in_edition("digits", {"digit": "YUhKh2"})
