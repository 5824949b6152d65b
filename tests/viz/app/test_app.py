"""The whole app, without a browser.

For any typed text and any address.
"""

import json
from itertools import groupby
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.marks import slow_after
from tests.pages import alerts, app, picture
from viz import pages
from viz.app import shell
from viz.app.page import name_of
from viz.base import glossary
from viz.base.examples import EXAMPLE
from viz.pages.registry import PAGES

THE_ANIMAL = "The animal didn't cross the street because it was too tired."
BAD = {
    "empty": "",
    "spaces": "    ",
    "one character": "a",
    "5,000 characters": "a" * 5000,
    "200 words": "dog " * 200,
    "emoji": "😀👩‍👩‍👧",
    "Arabic": "أنا متعب",
    "Chinese": "我累了。",
    "combining": "a\u0300\u0301\u0302 e\u0301",
    "zero width": "\u200b\u200d",
    "NUL": "a\x00b",
    "HTML": "<b>bold</b>",
    "script": "<script>alert(1)</script>",
    "LaTeX": "$x^2$",
    "Markdown": "**b** :red[x] [a](http://b) `c`",
    "specials": "<s> </s> <pad>",
    "right to left override": "\u202eabc",
    "one long word": "x" * 1000,
}


def test_it_opens_on_the_worked_example():
    test = app()
    assert not test.exception
    assert not alerts(test)
    assert test.text_input[0].value == EXAMPLE
    assert [block["stack"] for block in picture(test)["blocks"]] == ["encoder", "decoder", "cross"]
    assert test.query_params["sentence"] == EXAMPLE


def every_other(first: int) -> list:
    """Every second bad sentence; the others are slow tests."""
    return [
        pytest.param(text, id=name, marks=() if place % 2 == first else pytest.mark.slow)
        for place, (name, text) in enumerate(BAD.items())
    ]


@pytest.mark.parametrize("typed", slow_after(1, every_other(0)))
def test_whatever_is_typed_gets_a_picture_or_one_friendly_sentence_and_stays(typed):
    test = app()
    test.text_input[0].set_value(typed).run()
    assert not test.exception
    assert test.text_input[0].value == typed
    assert test.query_params["sentence"] == typed
    assert (picture(test) is None) == (len(alerts(test)) == 1)
    for element in (*test.markdown, *test.caption):
        assert not typed.strip() or typed.strip() not in element.value or len(typed.strip()) == 1


@pytest.mark.parametrize("typed", slow_after(3, every_other(1)))
def test_the_same_from_an_address(typed):
    test = app(sentence=typed)
    assert not test.exception
    assert test.text_input[0].value == typed
    assert (picture(test) is None) == (len(alerts(test)) == 1)


@pytest.mark.parametrize(
    "address",
    [
        {"model": "gpt-9"},
        {"layer": "99"},
        {"head": "<script>alert(1)</script>"},
        {"attention": "x" * 400_000},
        {"words": "$x$"},
        {"stranger": "1"},
        {"sentence": "word " * 80_000},
    ],
    ids=lambda address: next(iter(address)),
)
def test_a_hostile_address_gets_a_page(address):
    test = app(**address)
    assert not test.exception
    # Cut, and still longer than the model reads.
    assert len(alerts(test)) == (0 if "stranger" in address else 2 if "sentence" in address else 1)
    assert "<script>" not in "".join(alerts(test))


def test_an_address_of_a_megabyte_is_ignored():
    test = app(sentence="word " * 200_000)  # Streamlit reads at most half a megabyte of it
    assert not test.exception
    assert test.text_input[0].value == EXAMPLE
    assert picture(test)


def test_an_address_opens_the_same_view():
    test = app(
        model="transformer",
        sentence="I am tired.",
        attention="encoder",
        layer="2",
        head="2",
        words="merged",
    )
    assert picture(test)["choice"] == ["encoder", 1, 1]
    assert test.text_input[0].value == "I am tired."
    assert test.toggle[0].value


def test_choosing_a_head_or_merging_does_not_run_the_network_again(monkeypatch):
    test = app(sentence="We count the runs of the network.")
    from models.answers.translation import TranslationModel

    runs = []
    plain = TranslationModel.trace
    monkeypatch.setattr(
        TranslationModel,
        "trace",
        lambda self, request: runs.append(request) or plain(self, request),
    )
    test.session_state["explorer"] = {"choice": {"stack": "encoder", "layer": 0, "head": 1}}
    test.run()
    test.toggle[0].set_value(True).run()
    assert not test.exception
    assert not runs
    test.text_input[0].set_value("Now it has to run, once.").run()
    assert len(runs) == 1


# Repetitions, in which the translation may find no end.


def test_every_page_is_in_one_group_and_the_front_page_shows_the_heads():
    paths = [page.path for page in PAGES.values()]
    assert paths == [*PAGES]
    assert len({*paths}) == len(paths)
    assert paths[0] == "heads"
    groups = [group for group, _ in groupby(page.group for page in PAGES.values())]
    assert groups == ["Attention", "LSTM and attention", "BERT and GPT", "Explore", "Learn"]
    folder = Path(pages.__file__).parent
    packages = {file.parent.name for file in folder.glob("*/page.py")}
    folders = {"model": "card", "classics": "gallery"}
    assert {folders.get(path, path) for path in paths} == packages
    names = {name_of(page) for page in PAGES.values()}
    assert len(names) == len(PAGES)


def test_the_navigation_has_the_words_of_a_textbook_beside_the_question():
    assert shell._entry_title([PAGES["mask"]]) == "What may the decoder see? :gray[· causal mask]"
    assert all(page.terms for page in PAGES.values() if page.group != "Learn")
    terms = [term for page in PAGES.values() for term in page.terms]
    assert len({*terms}) == len(terms)
    assert {*glossary.TERMS} <= {*terms}  # some page shows what it explains


def heading_and_navigation(path: str) -> None:
    import streamlit as st

    from viz.app import shell
    from viz.pages.registry import PAGES

    navigation, page_runs = shell._build_navigation(PAGES)
    st.navigation(navigation, position="top")
    page_run = shell._PageRun(PAGES[path], pages=PAGES)
    page_run.entries = {one.page.path: entry for entry, one in page_runs.items()}
    page_run.draw_heading()
    st.json(
        [
            entry.title
            for group in navigation.values()
            for entry in group
            if entry.visibility == "visible"
        ]
    )


@pytest.mark.parametrize(
    "path, tabs",
    [
        ("vectors", {"words": "Embedding projection", "vectors": "Word embeddings"}),
        ("classics", {"gallery": "All pictures", "classics": "Classics explained"}),
        ("mask", {}),
    ],
)
def test_pages_with_one_title_are_tabs_of_one_entry_of_the_navigation(path, tabs):
    test = AppTest.from_function(heading_and_navigation, kwargs={"path": path}).run()
    assert not test.exception
    links = [one.proto for one in test.get("page_link")]
    assert {link.page: link.label for link in links} == tabs
    listed = json.loads(test.json[0].value)
    [entry] = [title for title in listed if title.startswith(PAGES[path].title)]
    assert all(name.lower() in entry for name in tabs.values())


def test_an_example_goes_into_the_sentence_bar():
    test = app(sentence="")
    test.menu_button[0].click(THE_ANIMAL).run()
    assert not test.exception
    assert test.text_input[0].value == THE_ANIMAL == test.query_params["sentence"]
    assert "animal" in picture(test)["blocks"][0]["rows"]
