"""The menus of playlists, and the panel in which one is ordered, named, shared and started."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import urlencode

import streamlit as st

from models import UserError

from ..analysis import what_if_text
from ..analysis.views import head_title
from ..base.language import current_locale, t
from ..base.theme import style_sheet
from ..components.link import link
from ..view.lectures import lectures
from ..view.playlist import (
    MAX_FILE,
    MAX_NOTES,
    MAX_TITLE,
    Playlist,
    PlaylistEntry,
    from_json,
    to_json,
    to_link,
)
from .alerts import errors_as_alerts, escape_markdown, show_alert, show_callback_errors
from .state import CHOICE, KEY_BINDINGS, SENTENCE, TAB_PARAMETERS, current_view, set_setting
from .tab_playlist import (
    EARLIER,
    PARAMETER,
    PLAYLIST,
    REORDERINGS,
    current_place,
    current_playlist,
    describe_lecture,
    is_ready,
    open_entry,
    replace_playlist,
    set_playlist,
    show_class,
    start,
    take_ready,
)

PANEL = "playlist panel"  # in the session state: whether this run opens it
MENU = "share"  # in the session state: whether the Share menu is open
# In the menu of lectures, beside the names of the ready ones.
_OWN, _ALONE, _CLASS = "own", "alone", "class"
_ROW = [0.5, 5.5, 4, 1.8]  # widths of the number, the title, the notes and the buttons
_STYLE = style_sheet(__file__, "playlist_panel.css")

# --- menus ---------------------------------------------------------------------------------------


@errors_as_alerts()
def draw_lecture_menu(key: str, before: Callable[[], None] = lambda: None) -> None:
    """Draw "Start a lecture", which offers the playlists; `before` is called with a choice."""
    ready, tab_playlist = lectures(current_locale()), current_playlist()
    options = [*ready, _ALONE, _CLASS]
    if tab_playlist.entries and not is_ready(tab_playlist):
        options.insert(0, _OWN)

    def label(name: str) -> str:
        if name == _ALONE:
            return t("This page alone, without a playlist (L)")
        if name == _CLASS:
            return t("Ask the class: students answer on their phones")
        if name == _OWN:
            return t("Your playlist, {count} views", count=len(tab_playlist.entries))
        return describe_lecture(ready[name])

    st.menu_button(
        t("Start a lecture"),
        options,
        key=key,
        format_func=label,
        on_click=_start_lecture,
        args=(key, before),
    )


def _start_lecture(key: str, before: Callable[[], None]) -> None:
    """Start what was chosen in the menu of this key, in a callback."""
    before()
    name = st.session_state[key]
    if name in (_ALONE, _CLASS):
        set_setting("lecture", "on")
        if name == _CLASS:
            show_class()
        return
    if name != _OWN:
        take_ready(name)
    start()


def _take_chosen(key: str) -> None:
    """Take the ready playlist that was chosen in the menu of this key, in a callback."""
    take_ready(st.session_state[key])


def draw_playlist_menu(menu, path: str, title: str, address: Mapping[str, str]) -> None:
    """Draw lectures, "Add this view" and the way to the panel into the Share menu, or the panel.

    Draws nothing if there is no menu or it is closed. `path` is that of the page on show, `title`
    and `address` are those of what it shows.
    """
    if st.session_state.pop(PANEL, False):
        st.dialog(t("Playlist"), width="large", on_dismiss="rerun")(_draw_panel)()
    if menu is None or not menu.open:
        return
    view = current_view()
    parameters = {name: text for name, text in address.items() if name not in TAB_PARAMETERS}
    parts = [title]
    if st.session_state[KEY_BINDINGS].get("head", ("", ()))[0] == CHOICE:
        parts.append(head_title(view.choice))
    names = what_if_text.NAMES.values()
    what_ifs = {name: parameters[name] for name in names if name in parameters}
    if changes := what_if_text.summary(what_if_text.read_what_if(what_ifs)[0]):
        parts.append(changes)
    entry = PlaylistEntry(path, tuple(parameters.items()), " · ".join(parts)[:MAX_TITLE])
    count = len(current_playlist().entries)
    with menu, st.container(horizontal=True):
        draw_lecture_menu("lecture menu")
        st.button(t("Add this view"), key="add view", on_click=_add_entry, args=(entry,))
        label = t("Playlist ({count}) …", count=count)
        st.button(label, key="open playlist", on_click=_open_panel)
        st.button(t("Ask the class"), key="share class", on_click=_open_class)


def _add_entry(entry: PlaylistEntry) -> None:
    """Add a view to the playlist. Raises UserError if it is full."""
    set_playlist(current_playlist().add(entry), current_place())


# --- the panel -----------------------------------------------------------------------------------


def _open_panel() -> None:
    """Open the panel, in a callback, and close the menu, which would cover it."""
    st.session_state[PANEL], st.session_state[MENU] = True, False


def _open_class() -> None:
    """Show where a class is asked, in a callback, and close the menu."""
    st.session_state[MENU] = False
    show_class()


def _draw_panel() -> None:
    """Draw the panel in which the playlist is ordered, named, shared and started."""
    show_callback_errors()
    st.html(_STYLE)
    entries = current_playlist().entries
    with st.container(key="playlist"):
        if not entries:
            st.markdown(t("app#an empty playlist"))
        for place, entry in enumerate(entries):
            _draw_row(place, entry, len(entries))
        if entries:
            _draw_ways_out()
        with st.container(horizontal=True):
            _draw_other_playlists()
        reorderings = st.session_state.get(REORDERINGS, 0)
        key = f"playlist file {reorderings}"
        st.file_uploader(
            t("Open a playlist from a file"),
            "json",
            key=key,
            on_change=_open_file,
            args=(key,),
            max_upload_size=math.ceil(MAX_FILE / 1e6),  # MB
        )


def _draw_row(place: int, entry: PlaylistEntry, count: int) -> None:
    """Draw the title and the notes of an entry, and the buttons that move and remove it."""
    reorderings = st.session_state.get(REORDERINGS, 0)
    number = place + 1
    with st.container(key=f"playlist-row-{place}"):
        columns = st.columns(_ROW, vertical_alignment="top")
        with columns[0]:
            if st.button(str(number), key=f"show {place}", help=t("Show this view")):
                open_entry(place)
                st.rerun()
        for column, field, label, limit in (
            (columns[1], "title", t("Title of view {number}", number=number), MAX_TITLE),
            (columns[2], "notes", t("Notes on view {number}", number=number), MAX_NOTES),
        ):
            key = f"{field} {reorderings} {place}"
            draw = st.text_input if field == "title" else partial(st.text_area, height=68)
            column_text = getattr(entry, field)
            with column:
                draw(
                    label,
                    column_text,
                    key=key,
                    max_chars=limit,
                    on_change=_change_entry,
                    args=(place, field, key),
                    placeholder=t("Notes for you") if field == "notes" else None,
                    label_visibility="collapsed",
                )
        sentence = dict(entry.parameters).get(SENTENCE, "")
        if sentence.strip():
            columns[1].text(sentence)
        with columns[3], st.container(horizontal=True, gap="small"):
            st.button(
                "↑",
                key=f"up {place}",
                help=t("Move up"),
                disabled=place == 0,
                on_click=_move_entry,
                args=(place, -1),
            )
            st.button(
                "↓",
                key=f"down {place}",
                help=t("Move down"),
                disabled=place == count - 1,
                on_click=_move_entry,
                args=(place, 1),
            )
            st.button(
                "✕", key=f"remove {place}", help=t("Remove"), on_click=_remove_entry, args=(place,)
            )


def _draw_ways_out() -> None:
    """Draw the buttons that start, save, clear and share the playlist."""
    playlist = current_playlist()
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(t("Start the lecture"), key="start playlist", type="primary"):
            start()
            st.rerun()
        st.download_button(
            t("Download as a file"),
            to_json(playlist),
            "playlist.json",
            "application/json",
            on_click="ignore",
        )
        st.button(t("Remove all"), key="clear playlist", on_click=set_playlist, args=(Playlist(),))
    try:
        query = urlencode({PARAMETER: to_link(playlist), "lecture": "on"})
    except UserError as error:
        show_alert(error)
    else:
        link({t("Copy the link to this playlist"): query}, key="playlist link")


@errors_as_alerts()
def _draw_other_playlists() -> None:
    """Draw the menu of ready playlists, and the button that brings back the reader's own."""
    ready, key = lectures(current_locale()), "ready playlist"
    st.menu_button(
        t("Take a ready playlist"),
        list(ready),
        key=key,
        format_func=lambda name: describe_lecture(ready[name]),
        on_click=_take_chosen,
        args=(key,),
    )
    for place, earlier in enumerate(st.session_state.get(EARLIER, ())):
        st.button(
            t("Back to your playlist, {count} views", count=len(earlier.entries)),
            key=f"earlier playlist {place}",
            help=escape_markdown(earlier.entries[0].title),
            on_click=replace_playlist,
            args=(earlier,),
        )


def _change_entry(place: int, field: str, key: str) -> None:
    """Take over the "title" or the "notes" that were typed for an entry."""
    session = st.session_state
    session[PLAYLIST] = current_playlist().change(place, **{field: session[key]})


def _move_entry(place: int, by: int) -> None:
    """Move an entry up (-1) or down (1); the entry on show stays on show."""
    current = current_place()
    target = place + by
    if current == place:
        current = target
    elif current == target:
        current = place
    set_playlist(current_playlist().move(place, by), current)


def _remove_entry(place: int) -> None:
    """Remove an entry; if it is the one on show, none is."""
    current = current_place()
    if current is not None and current >= place:
        current = None if current == place else current - 1
    set_playlist(current_playlist().remove(place), current)


def _open_file(key: str) -> None:
    """Load the playlist of the file in the uploader of this key. Raises UserError."""
    if file := st.session_state[key]:
        set_playlist(from_json(file.getvalue()))
