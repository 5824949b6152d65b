"""What the search finds, and where it leads."""

from dataclasses import replace

import pytest

from models import UserError
from viz.app import search
from viz.app.page import declared_parameters
from viz.base.glossary import TERMS
from viz.pages.registry import PAGES


@pytest.fixture(params=["en", "fr"])
def found(request, monkeypatch):
    monkeypatch.setattr("viz.base.language._read_locale", lambda: request.param)
    return search.destinations(PAGES.values())


def test_every_page_term_lesson_and_example_is_found_and_has_an_address(found):
    assert [one.path for one in found[: len(PAGES)]] == [*PAGES]
    for one in found:
        page = PAGES[one.path]
        assert one.title
        assert {*one.parameters} <= declared_parameters(page, PAGES.values())
    lessons = [one for one in found if one.path == "lessons" and one.parameters]
    assert {one.parameters["lesson"] for one in lessons} >= {"mask", "order", "words"}
    assert any(one.parameters.get("sentence", "").startswith("The animal") for one in found)


def test_what_the_glossary_explains_stands_below_the_term(found):
    meanings = [one.sentence for one in found if one.sentence]
    assert {search.meaning_of(term) for term, _ in TERMS} <= {*meanings}


def test_a_term_is_found_in_both_languages(found):
    words = {one.path: f"{one.title} {one.beside} {one.also}" for one in found[: len(PAGES)]}
    for name in ("causal mask", "masque causal", "What may the decoder see?", "Que peut voir"):
        assert name in words["mask"]


def test_a_page_that_cannot_say_what_it_contains_is_found_like_the_others():
    def fail():
        raise UserError("A lesson cannot be read.")

    pages = [replace(PAGES["lessons"], destinations=fail), PAGES["classics"]]
    assert {one.path for one in search.destinations(pages)} == {"lessons", "classics"}
