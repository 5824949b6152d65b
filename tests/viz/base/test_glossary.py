"""Terms with explanations."""

import re

import pytest

from viz.base import glossary, language
from viz.base.glossary import explain_terms
from viz.pages.registry import PAGES


def explained(text: str) -> list[str]:
    """Return the explained terms of a text, as they are written in it."""
    return re.findall(r'<span class="term"[^>]*>([^<]+)<', explain_terms(text))


def test_a_term_is_explained_where_it_stands_first_in_singular_and_plural():
    assert explained("Two heads, and a head of another layer.") == ["heads", "layer"]
    assert explained("Queries meet keys.") == ["Queries", "keys"]
    assert explained("No attention weights") == ["attention weights"]
    assert explained("ahead, keyboard, the player; head-on") == []


def test_a_reader_without_a_mouse_gets_the_meaning_too():
    html = explain_terms("the softmax")
    meaning = language.t("glossary#softmax")
    assert f'tabindex="0" aria-description="{meaning}"' in html
    assert f'<span role="tooltip" aria-hidden="true">{meaning}</span>' in html


def test_what_is_no_term_is_text_and_never_markup():
    assert explain_terms("<b>& “x”") == "&lt;b&gt;&amp; “x”"
    assert explained("It ends with </s>, begins with <s>.") == ["&lt;/s&gt;", "&lt;s&gt;"]


def test_french_terms_are_found_in_french_texts(monkeypatch):
    monkeypatch.setattr(language, "_read_locale", lambda: "fr")
    assert explained("Les têtes, une clé et un poids d'attention") == [
        "têtes",
        "clé",
        "poids d&#x27;attention",
    ]
    assert "mécanismes" in explain_terms("la tête")


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_every_page_says_what_to_see_and_to_do_in_two_short_sentences(locale, monkeypatch):
    monkeypatch.setattr(language, "_read_locale", lambda: locale)
    for page in PAGES.values():
        lead = language.t(page.lead)
        assert 50 < len(lead) < 180, lead
        assert lead.endswith("."), lead
    assert len({language.t(page.lead) for page in PAGES.values()}) == len(PAGES)
    assert any(explained(language.t(page.lead)) for page in PAGES.values())
    assert glossary._form("query") == "quer(?:y|ie)s?"
