"""Links: what they say, how short they can be, and that old ones keep working."""

import json
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import alerts, visit
from viz.app import url
from viz.pages import PAGES

LINKS = [line for line in (Path(__file__).parent / "links.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def open_link(link: str) -> AppTest:
    return visit(urlsplit(link).path.strip("/") or next(iter(PAGES)), dict(parse_qsl(urlsplit(link).query, keep_blank_values=True)))


def said(test: AppTest) -> dict[str, str]:
    return {name: value if isinstance(value, str) else value[0] for name, value in dict(test.query_params).items()}


@pytest.mark.parametrize("link", LINKS)
def test_a_stored_link_opens_what_it_names(link):
    test, asked = open_link(link), dict(parse_qsl(urlsplit(link).query))
    assert not alerts(test)
    assert said(test).items() >= asked.items() and said(test)["v"] == url.VERSION


@pytest.mark.parametrize("link", LINKS[::3])
def test_the_short_link_opens_the_same(link):
    test = open_link(link)
    short = json.loads(test.json[0].value)
    again = open_link(f"/{urlsplit(link).path.strip('/')}?{urlencode(short)}")
    assert not alerts(again) and said(again) == said(test) and len(short) <= len(said(test))


def test_a_link_of_a_later_version_is_said_and_opened_as_far_as_it_goes():
    test = open_link("/?head=3&v=2")
    assert len(alerts(test)) == 1 and "version 2" in alerts(test)[0] and said(test)["head"] == "3"


def test_the_code_is_of_the_short_link_without_the_lecture_and_never_too_long():
    def page():
        import streamlit as st

        from viz.app import address_bar, frame, share
        from viz.app.examples import EXAMPLE

        address_bar.open_address()
        frame.draw_sentence_bar()
        link, code = share.short_link_and_code(EXAMPLE)
        st.text(link)
        st.text(code[:30])

    for address, wanted in (({}, "?v=1"), ({"lecture": "on", "head": "2"}, "?head=2&v=1"), ({"sentence": "dog " * 2000}, "?v=1")):
        test = AppTest.from_function(page, default_timeout=30)
        for name, value in address.items():
            test.query_params[name] = value
        test.run()
        assert not test.exception
        link, code = (element.value for element in test.text[:2])
        assert link.endswith(f"/{wanted}") and "//localhost" not in link and code.startswith("data:image/svg+xml")
