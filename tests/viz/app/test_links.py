"""Links: their parameters, their length, and that old ones keep working."""

import json
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from models import UserError
from tests.marks import slow_after
from tests.pages import alerts, app, component_name, opened, parameters_of, visit, visit_with
from viz.app.page import declared_parameters
from viz.app.share import phones_address, short_link_and_code
from viz.base.examples import EXAMPLE
from viz.cli.job import Job
from viz.cli.links import from_link, page_parameters
from viz.pages.bottleneck.compute import COMPUTATION as BOTTLENECK
from viz.pages.next.compute import COMPUTATION as NEXT
from viz.pages.registry import PAGES
from viz.view.address import ADDRESS_VERSION, mark_version
from viz.view.playlist import Playlist, PlaylistEntry, from_json, to_json
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings

LINKS = [
    line
    for line in (Path(__file__).parents[1] / "links.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def open_link(link: str) -> AppTest:
    return visit(
        urlsplit(link).path.strip("/") or next(iter(PAGES)),
        dict(parse_qsl(urlsplit(link).query, keep_blank_values=True)),
    )


@pytest.mark.slow
@pytest.mark.parametrize("link", LINKS)
def test_a_stored_link_opens_what_it_names(link):
    test = open_link(link)
    parameters = dict(parse_qsl(urlsplit(link).query))
    assert not alerts(test)
    parameters["v"] = mark_version()  # the address that it is upgraded to
    assert parameters_of(test).items() >= parameters.items()


@pytest.mark.parametrize("link", LINKS)
def test_an_entry_of_a_playlist_keeps_all_parameters_of_a_stored_link(link):
    page = PAGES[urlsplit(link).path.strip("/") or next(iter(PAGES))]
    parameters = dict(parse_qsl(urlsplit(link).query))
    entry = PlaylistEntry(page.path, tuple(parameters.items()), "")
    assert from_json(to_json(Playlist((entry,))).encode()).entries == (entry,)
    assert parameters.keys() <= declared_parameters(page, PAGES.values())


@pytest.mark.parametrize("link", slow_after(1, LINKS[::3]))
def test_the_short_link_opens_the_same(link):
    test = open_link(link)
    short = json.loads(test.json[0].value)
    again = open_link(f"/{urlsplit(link).path.strip('/')}?{urlencode(short)}")
    assert not alerts(again)
    assert parameters_of(again) == parameters_of(test)
    assert len(short) <= len(parameters_of(test))


def test_a_link_of_a_later_version_is_said_and_opened_as_far_as_it_goes():
    test = open_link("/?head=3&v=5")
    assert len(alerts(test)) == 1
    assert "version 5" in alerts(test)[0]
    assert parameters_of(test)["head"] == "3"


@pytest.mark.parametrize(
    "link, words",
    [
        ("/", "merged"),
        ("/?head=2&v=2", "merged"),
        ("/?head=2&v=3", "merged"),
        ("/?head=2&v=1", "written"),
        ("/?v=1&words=merged", "merged"),
        ("/?words=written", "written"),
    ],
)
def test_words_are_whole_but_for_a_link_of_version_1_that_does_not_say_so(link, words):
    assert parameters_of(open_link(link))["words"] == words
    query = dict(parse_qsl(urlsplit(link).query)) or {"v": ADDRESS_VERSION}
    assert from_link(f"/?{urlencode(query)}", Job()).merge == (words == "merged")


@pytest.mark.parametrize(
    "computation, version, sentence",
    slow_after(
        2,
        [
            (NEXT, "3", "The cat is sleeping on the"),
            (BOTTLENECK, "4", BOTTLENECK.example),
            (NEXT, "2", "Anqi was late for the"),
            (NEXT, "1", "Anqi was late for the"),
            (BOTTLENECK, "3", EXAMPLE),
        ],
    ),
)
def test_a_link_without_a_sentence_opens_the_example_of_its_version(computation, version, sentence):
    link = f"/{computation.path}?v={version}"
    assert parameters_of(open_link(link))["sentence"] == sentence
    parameters = page_parameters(from_link(link, Job()))
    assert (
        read_settings(
            computation.settings, parameters, PlainRunner(), computation.example
        ).settings.sentence
        == sentence
    )


@pytest.mark.parametrize(
    "short_address, ending",
    [
        ({"v": "2"}, "?v=2"),
        ({"lecture": "on", "head": "2", "v": "2"}, "?head=2&v=2"),
        ({"sentence": "dog " * 2000, "v": "2"}, "?v=2"),
    ],
    ids=["as opened", "lecture", "too long"],
)
def test_the_code_is_of_the_short_link_without_the_lecture_and_never_too_long(
    short_address, ending
):
    link, code = short_link_and_code(short_address)
    assert link.endswith(f"/{ending}")
    assert "//localhost" not in link
    assert code.startswith("data:image/svg+xml")


@pytest.mark.parametrize(
    "given", [["--phones", "https://x.org/course"], ["--phones=https://x.org/course/?a=b#c"]]
)
@pytest.mark.parametrize(
    "page, short_address, link",
    [
        ("/", {"head": "2", "lecture": "on", "v": "3"}, "https://x.org/course/?head=2&v=3"),
        ("", {"head": "2", "v": "3"}, "https://x.org/course/?head=2&v=3"),
        ("/", {"model": "elmo", "v": "3"}, "http://heads.org/?model=elmo&v=3"),
        ("/next", {"model": "elmo", "v": "3"}, "https://x.org/course/next/?model=elmo&v=3"),
        ("/next", {"next-look": "score"}, "https://x.org/course/next/?next-look=score"),
        (
            "/next",
            {"next-look": "score", "sentence": "I am."},
            "http://heads.org/next?next-look=score&sentence=I+am.",
        ),
        ("/depth", {"head": "2", "v": "3"}, "http://heads.org/depth?head=2&v=3"),
        ("/lessons", {"lesson": "mask"}, "https://x.org/course/lessons/?lesson=mask"),
    ],
    ids=[
        "front page",
        "no slash",
        "another model",
        "its page",
        "a drawn look",
        "a text that is not drawn",
        "another page",
        "lesson",
    ],
)
def test_phones_open_the_edition_without_a_server_for_what_it_shows(
    monkeypatch, given, page, short_address, link
):
    monkeypatch.setattr("sys.argv", ["app.py", *given])
    monkeypatch.setattr(type(st.context), "url", f"http://heads.org{page}")
    assert short_link_and_code(short_address)[0] == link


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x.org/course",
        "ftp://x.org/",
        "https://x.org:port/",
        "http://[::1",
        "http://localhost:8000/",
    ],
)
def test_what_is_no_address_for_phones_is_refused_and_the_code_leads_here(monkeypatch, url):
    monkeypatch.setattr("sys.argv", ["app.py", f"--phones={url}"])
    with pytest.raises(UserError, match="is no address that phones can open"):
        phones_address(["app.py", f"--phones={url}"])
    assert "x.org" not in short_link_and_code({"v": "3"})[0]


def test_who_reports_a_sentence_copies_the_link_that_has_it():
    shown = {}
    for test in (app(sentence="We cannot swim."), visit_with("lessons")):
        (menu,) = (
            one.proto
            for one in opened(test, "share").get("bidi_component")
            if component_name(one.proto) == "link"
        )
        data, *_ = json.loads(menu.json)
        for title, query, told in data["queries"]:
            shown.setdefault(title, []).append((dict(parse_qsl(query)), told))
    ((address, told),) = shown["Report this sentence"]  # not of the lessons
    assert address == shown["Copy link"][0][0]
    assert address["sentence"] == "We cannot swim."
    assert told.startswith("Copied. Paste the link")
