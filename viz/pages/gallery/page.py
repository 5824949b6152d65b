"""Draw the gallery."""

from functools import partial
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from ...app.cache import CachedRunner
from ...app.page import Destination, Page
from ...app.page_controls import Controls
from ...app.playlist_panel import draw_lecture_menu
from ...app.state import is_lecture
from ...base.language import current_locale, t, translatable
from ...view.settings import Settings
from .catalogue import ENTRIES
from .compute import COMPUTATION, GalleryContent
from .entries import grouped, page_of, render_entry
from .shipped import shipped_pictures

_ACROSS, _LECTURE_ACROSS = 3, 2  # pictures in a row


def _render(content: GalleryContent, settings: Settings, controls: Controls) -> None:
    _render_cards(content)


def _render_shipped_cards() -> None:
    """Draw the cards that need no model."""
    if shipped_pictures(current_locale(), st.context.theme.type == "dark"):
        _render_cards(GalleryContent(CachedRunner()))


def _render_cards(content: GalleryContent) -> None:
    pictures = content.pictures(dark=st.context.theme.type == "dark")
    across = _LECTURE_ACROSS if is_lecture() else _ACROSS
    with st.container(key="gallery"):
        for title, entries in grouped().items():
            st.subheader(t(title), anchor=False)
            for start in range(0, len(entries), across):
                row = entries[start : start + across]
                for column, entry in zip(st.columns(across), row, strict=False):
                    with column, st.container(border=True, height="stretch"):
                        render_entry(entry, pictures[entry.name], partial(content.write, entry))
    st.caption(t("gallery#pictures as files"))
    if not is_lecture():
        draw_lecture_menu("gallery lecture")  # the ready playlists are views like these


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Gallery"),
    lead=translatable("Choose a picture to open it live, with its sentence and its settings."),
    group=translatable("Learn"),
    terms=translatable(("all pictures",)),
    destinations=lambda: [
        Destination(
            page_of(entry),
            t(entry.title),
            t("Gallery"),
            t(entry.caption),
            parameters=dict(parse_qsl(urlsplit(entry.address).query)),
        )
        for entry in ENTRIES
    ],
    has_sentence=False,
    has_model_box=False,  # each picture has a model of its own
    opening=_render_shipped_cards,
)
