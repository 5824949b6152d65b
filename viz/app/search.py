"""The search: everything a reader may look for by its name, and going there."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from models import UserError, available

from ..base.glossary import TERMS
from ..base.language import current_locale, in_all_languages, t, translatable
from ..components.search import pack, search
from .page import Destination, Page, name_of
from .playlist_panel import MENU, PANEL
from .state import SWITCH, open_at_top, setting_key, tab_texts

# In this language, of these models and these pages: what is found, and the same for the browser.
_KEPT: dict[tuple, tuple[list[Destination], bytes]] = {}
_SHARE: Mapping[str, Any] = {MENU: True}
_PLAYLIST: Mapping[str, Any] = {PANEL: True}
_EXPORT: Mapping[str, Any] = {"export heads": True}
_GUESS: Mapping[str, Any] = {setting_key("inside-look"): "guess"}
# What stands around the pages: its name and more words, its page ("": any) and what it opens.
_AROUND = (
    (translatable(("Start a lecture", "lecture mode, presenter, full screen, L")), "", _SHARE),
    (translatable(("Playlist", "playlists, ready lectures, views")), "", _PLAYLIST),
    (translatable(("Ask the class", "class mode, students, phones, quiz, vote")), "inside", _GUESS),
    (translatable(("Share", "copy link, address")), "", _SHARE),
    (translatable(("QR code", "QR codes, phones, scan")), "", _SHARE),
    (translatable(("Export", "save, download, picture, figure, file")), "heads", _EXPORT),
    (translatable(("Light or dark background", "theme, dark mode, colours")), "", {SWITCH: True}),
)
_GUIDES = Path(__file__).parents[2] / ".github/docs"  # of a checkout
# Where the app does what a guide tells, or below a heading of it: a page, and what it opens.
_PLACES = {
    "explorers": ("profiles", {}),
    "One sentence": ("heads", {}),
    "A pretrained model": ("model", {}),
    "lecturers": ("", _SHARE),
    "Pages, by topic": ("lessons", {}),
    "Playlists": ("", _PLAYLIST),
    "Ask the class": ("inside", _GUESS),
    "measurements": ("cost", {}),
    "notebooks": ("own", {}),
    "papers": ("heads", _EXPORT),
    "How to cite": ("model", {}),
    "reference": ("model", {}),
    "Pictures": ("gallery", {}),
    "scripting": ("own", {}),
    "Pictures from the command line": ("heads", _EXPORT),
    "training": ("model", {}),
    "windows": ("model", {}),
}


def draw_search(pages: Mapping[str, Page], entries: Mapping[str, st.Page]) -> None:
    """Draw the search over these pages, and go where the reader chooses.

    `entries` are those of the navigation, by path.
    """
    key = (current_locale(), *available(), *pages)
    kept = _KEPT.get(key)
    if kept is None:
        goals, is_whole = destinations(pages.values())
        rows = [(goal.title, goal.beside, goal.sentence, goal.also) for goal in goals]
        kept = goals, pack(rows)
        if is_whole:  # else a page could not be asked, and may be the next time
            _KEPT[key] = kept
    goals, data = kept
    place = search(data)
    if place is None or not 0 <= place < len(goals):
        return
    st.session_state.update(goals[place].state)
    open_at_top(goals[place].title)
    if not goals[place].path:
        st.rerun()
    # Without parameters the page opens as from the navigation: the sentence stays.
    parameters = goals[place].parameters
    query = {**parameters, **tab_texts()} if parameters else None
    st.switch_page(entries[goals[place].path], query_params=query)


def destinations(pages: Iterable[Page]) -> tuple[list[Destination], bool]:
    """Return pages, terms of textbooks, what stands around pages, what they contain, and guides.

    The second says whether each page could tell what it contains.
    """
    listed_pages, is_whole = list(pages), True
    entries = [_destination_of(page) for page in listed_pages]
    for page in listed_pages:
        others = page.terms[1:]
        entries += [
            Destination(
                page.path, t(term), t(page.title), _meaning_of(term), in_all_languages(term)
            )
            for term in others
        ]
    entries += [
        Destination(
            path, t(title), also=f"{in_all_languages(title)} {in_all_languages(more)}", state=state
        )
        for (title, more), path, state in _AROUND
    ]
    for page in listed_pages:
        try:
            entries += page.destinations()
        except UserError:  # the page itself says it
            is_whole = False
    guides = [
        Destination(path, heading, t("Guide"), f".github/docs/{name}.md", state=state)
        for name, heading in _guide_headings()
        for path, state in [_PLACES.get(heading, _PLACES.get(name, ("", {})))]
    ]
    return entries + guides, is_whole


@cache
def _guide_headings() -> tuple[tuple[str, str], ...]:
    """Return the headings of the guides, each with the name of its guide; none in a package."""
    texts = {
        name: (_GUIDES / f"{name}.md") for name in _PLACES if (_GUIDES / f"{name}.md").exists()
    }
    return tuple(
        (name, heading)
        for name, file in texts.items()
        for block in file.read_text(encoding="utf-8").split("```")[::2]
        for heading in re.findall("^#+ (.+)$", block, re.MULTILINE)
    )


def _destination_of(page: Page) -> Destination:
    """Return a page; it is found by its title, its lead and its first term, in both languages."""
    term = next(iter(page.terms), "")
    words = f"{in_all_languages(page.title)} {in_all_languages(term)} {t(page.lead)}"
    return Destination(page.path, *name_of(page), _meaning_of(term), words)


def _meaning_of(term: str) -> str:
    """Return what a term of the glossary means, "" for others."""
    return t(f"glossary#{term}") if term in TERMS else ""
