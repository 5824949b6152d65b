"""The search: everything a reader may look for by its name, and going there."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

import streamlit as st

from models import UserError

from ..base.glossary import TERMS
from ..base.language import french, t
from ..components.search import search
from .page import Destination, Page, name_of
from .state import tab_texts

MEANINGS = dict(TERMS)


def draw_search(pages: Mapping[str, Page], entries: Mapping[str, st.Page]) -> None:
    """Draw the search over these pages, and go where the reader chooses.

    `entries` are those of the navigation, by path.
    """
    found = destinations(pages.values())
    rows = [(one.title, one.beside, one.sentence, one.also) for one in found]
    place = search(rows)
    if place is None or not 0 <= place < len(found):
        return
    # Without parameters the page opens as from the navigation: the sentence stays.
    parameters = found[place].parameters
    query = {**parameters, **tab_texts()} if parameters else None
    st.switch_page(entries[found[place].path], query_params=query)


def destinations(pages: Iterable[Page]) -> list[Destination]:
    """Return all pages, then the terms of textbooks, then what pages contain."""
    shown = list(pages)
    found = [destination_of(page) for page in shown]
    for page in shown:
        others = page.terms[1:]
        found += [
            Destination(page.path, t(term), t(page.title), meaning_of(term), in_french(term))
            for term in others
        ]
    for page in shown:
        with suppress(UserError):  # the page itself says it
            found += page.destinations()
    return found


def destination_of(page: Page) -> Destination:
    """Return a page; it is found by its title, its lead and its first term, in both languages."""
    term = next(iter(page.terms), "")
    words = f"{in_french(page.title)} {in_french(term)} {t(page.lead)}"
    return Destination(page.path, *name_of(page), meaning_of(term), words)


def meaning_of(term: str) -> str:
    """Return what a term of the glossary means, "" for others."""
    return t(MEANINGS[term]) if term in MEANINGS else ""


def in_french(text: str) -> str:
    """Return a text with its French: in either language both are found."""
    return f"{text} {french().get(text, '')}"
