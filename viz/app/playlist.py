"""The playlist of this tab: collect views, order them, walk through them.

An entry is opened like the link to its view, by `open_address`; for another page, the shell goes
there first.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from models import UserError

from ..analysis import what_if
from ..analysis.views import head_title
from ..base.language import LANGUAGES, current_locale, t
from ..components.link import link
from ..view.address import VIEW_PARAMETERS
from ..view.lectures import Lecture, lectures
from ..view.playlist import (
    MAX_FILE,
    MAX_NOTES,
    MAX_TITLE,
    Entry,
    Playlist,
    compress,
    from_json,
    from_link,
    to_json,
    to_link,
)
from .alerts import errors_as_alerts, escape_markdown, show_alert, show_callback_errors
from .internals import uninterrupted
from .state import (
    ADDRESS_TO_OPEN,
    CHOICE,
    KEY_BINDINGS,
    SENTENCE,
    STEPS,
    TAB_PARAMETERS,
    current_view,
    is_lecture,
    set_setting,
    set_settings,
)

# The keys of the session state.
PLAYLIST = "playlist"  # a Playlist
PLACE = "playlist place"  # of the entry last opened, counted from 0; None before the first
TARGET = "playlist target"  # the Entry to open, until its page is drawn
ASIDE = "playlist aside"  # whether a page was picked that is no view of the playlist
EDITION = "playlist edition"  # counts changes of the order, after which rows are drawn anew
EARLIER = "earlier playlists"  # the reader's own that others have replaced, the last one first
MAX_EARLIER = 5
MAX_COPY = 900_000  # characters that the browser keeps, below `server.maxWidgetStateSize`
PANEL = "playlist panel"  # whether this run opens it
MENU = "share"  # whether the Share menu is open
PARAMETER = "playlist"  # of a link
OWN, ALONE = "own", "alone"  # in the menu of lectures, beside the names of the ready ones
TITLED = VIEW_PARAMETERS | set(what_if.NAMES.values())  # a title holds with these at their default
ROW = [0.5, 5.5, 4, 1.8]  # widths of the number, the title, the notes and the buttons
STYLE = """<style>
.st-key-playlist [data-testid=stMarkdownContainer] p { margin: 0; }
.st-key-playlist [class*=st-key-playlist-row] button { padding-inline: 0.5rem; min-width: 2.5rem; }
</style>"""


def current_playlist() -> Playlist:
    """Return the playlist of this tab."""
    return st.session_state.get(PLAYLIST, Playlist())


def set_playlist(playlist: Playlist, place: int | None = None) -> None:
    """Replace the playlist; the entry at `place` is the one on show."""
    session = st.session_state
    session[PLAYLIST], session[PLACE] = playlist, place
    session[EDITION] = session.get(EDITION, 0) + 1


# --- ready playlists -----------------------------------------------------------------------------


@errors_as_alerts()
def draw_lecture_menu(key: str, before: Callable[[], None] = lambda: None) -> None:
    """Draw "Start a lecture", which offers the playlists; `before` is called with a choice."""
    ready, own = lectures(current_locale()), current_playlist()
    options = [*ready, ALONE]
    if own.entries and not is_ready(own):
        options.insert(0, OWN)

    def label(name: str) -> str:
        if name == ALONE:
            return t("This page alone, without a playlist (L)")
        if name == OWN:
            return t("Your playlist, {count} views", count=len(own.entries))
        return describe_lecture(ready[name])

    st.menu_button(
        t("Start a lecture"),
        options,
        key=key,
        format_func=label,
        on_click=start_lecture,
        args=(key, before),
    )


def describe_lecture(lecture: Lecture) -> str:
    """Return the entry of a ready playlist in a menu."""
    return t(
        "{minutes} minutes: {title} (a playlist of {count} views)",
        minutes=lecture.minutes,
        title=lecture.title,
        count=len(lecture.playlist.entries),
    )


def start_lecture(key: str, before: Callable[[], None]) -> None:
    """Start what was chosen in the menu of this key, in a callback."""
    before()
    name = st.session_state[key]
    if name == ALONE:
        set_setting("lecture", "on")
        return
    if name != OWN:
        take_ready(name)
    start()


def is_ready(playlist: Playlist) -> bool:
    """Return whether a playlist is a ready one, unchanged."""
    return any(playlist == one.playlist for name in LANGUAGES for one in lectures(name).values())


def take_ready(name: str) -> None:
    """Make a ready playlist that of this tab. An own one is kept aside."""
    replace_playlist(lectures(current_locale())[name].playlist)


def replace_playlist(playlist: Playlist) -> None:
    """Replace the playlist, and keep it aside if it is an own one: also a ready one, changed."""
    session, own = st.session_state, current_playlist()
    earlier = [own] if own.entries and not is_ready(own) else []
    earlier += [one for one in session.get(EARLIER, ()) if one not in (own, playlist)]
    session[EARLIER] = tuple(earlier[:MAX_EARLIER])
    set_playlist(playlist)


def take_chosen(key: str) -> None:
    """Take the ready playlist that was chosen in the menu of this key, in a callback."""
    take_ready(st.session_state[key])


# --- walking -------------------------------------------------------------------------------------


def current_place() -> int | None:
    """Return the place of the entry last opened, from 0; None for none."""
    return st.session_state.get(PLACE)


def is_walked() -> bool:
    """Return whether the keys walk the playlist: in a lecture, once an entry was opened."""
    return current_place() is not None and is_lecture()


def open_entry(place: int) -> None:
    """Show the entry at this place, in a callback or before the page is drawn.

    The settings of the tab stay as they are when its address is opened.
    """
    st.session_state[PLACE], st.session_state[ASIDE] = place, False
    show(current_playlist().entries[place])


def show(entry: Entry) -> None:
    """Show an entry, which need not be one of the playlist."""
    session = st.session_state
    session.pop(STEPS, None)  # what was done in another entry is not undone here
    session[TARGET] = entry
    session[ADDRESS_TO_OPEN] = dict(entry.parameters)


def show_page(path: str) -> None:
    """Show a page with the model, the sentence and the head of the view on show, in a callback.

    The playlist waits: its keys go on from there, or back to its last view.
    """
    session = st.session_state
    session[ASIDE] = True
    address = session.get(ADDRESS_TO_OPEN)  # perhaps of a view that is not drawn yet
    parameters = current_view().address() if address is None else address
    of_view = tuple((name, parameters[name]) for name in VIEW_PARAMETERS & parameters.keys())
    show(Entry(path, of_view, ""))


def pick(message: Mapping[str, Any]) -> None:
    """Show what was picked in a lecture: a "place" from 1, a "page" or a "ready" playlist."""
    if not is_lecture():
        return
    place, page, name = (message.get(one) for one in ("place", "page", "ready"))
    if isinstance(place, int) and 0 < place <= len(current_playlist().entries):
        open_entry(place - 1)
    elif isinstance(page, str):
        show_page(page)
    elif isinstance(name, str) and name in lectures():
        take_ready(name)
        open_entry(0)


def list_goals() -> dict[str, Sequence[object]]:
    """Return the titles of the views of this playlist, and names and titles of the ready ones."""
    ready = lectures(current_locale()).items()
    return {
        "views": [entry.title for entry in current_playlist().entries],
        "ready": [(name, describe_lecture(one)) for name, one in ready],
    }


def start() -> None:
    """Show the first entry in lecture mode."""
    set_setting("lecture", "on")
    open_entry(0)


def walk(by: int) -> None:
    """Show the entry `by` places further on in the playlist that is walked, if there is one.

    From a page that was picked aside, back is to the entry before it.
    """
    returns = by < 0 and st.session_state.get(ASIDE)
    place = (current_place() or 0) + (0 if returns else by)
    if is_walked() and 0 <= place < len(current_playlist().entries):
        open_entry(place)


def describe_walk() -> dict[str, object] | None:
    """Return what the key bar and the notes show of the current entry; None for no walk."""
    if not is_walked():
        return None
    place, entries = current_place() or 0, current_playlist().entries
    following = entries[place + 1].title if place + 1 < len(entries) else ""
    entry = entries[place]
    return {
        "place": place + 1,
        "count": len(entries),
        "title": entry.title,
        "notes": entry.notes,
        "next": following,
    }


def title_on_show(path: str, address: Mapping[str, str], short: Mapping[str, str]) -> str:
    """Return the title of the current entry if this is what it shows; else "".

    `short` is the address without defaults. With another sentence, head or what-if, or another
    setting that the entry names, the title might not be true.
    """
    if not is_walked():
        return ""
    entry = current_playlist().entries[current_place() or 0]
    own = {name: text for name, text in entry.parameters if name != "v"}
    is_on_show = entry.page == path and address.items() >= own.items()
    return entry.title if is_on_show and short.keys() & TITLED <= own.keys() else ""


@uninterrupted()
def open_playlist_link() -> None:
    """Load the playlist of a link that has just been opened, and show its first entry.

    Call it before the page is drawn.
    """
    if PARAMETER not in st.query_params:
        return
    code = st.query_params.pop(PARAMETER)
    try:
        playlist = from_link(code)
    except UserError as error:
        show_alert(error)
        return
    set_playlist(playlist)
    if playlist.entries:
        parameters = st.query_params.to_dict()
        set_settings({name: parameters[name] for name in TAB_PARAMETERS & parameters.keys()})
        open_entry(0)


def target_page(paths: Collection[str]) -> str | None:
    """Return the path of the page that an entry asks for and that is not drawn yet, or None.

    A path that is not among `paths` gets an alert, and the view is not opened.
    """
    entry = st.session_state.get(TARGET)
    if entry is None:
        return None
    path = entry.page
    if path in paths:
        return path
    leave_entry()
    show_alert(
        UserError("The playlist asks for a page “{page}”, which does not exist.", page=path[:40])
    )
    return None


def drop_undeclared_parameters(declared: Collection[str]) -> None:
    """Drop parameters that the page of an entry does not declare from the address to open.

    A playlist may come from anyone: it chooses what a page shows, and nothing else.
    """
    session = st.session_state
    if ADDRESS_TO_OPEN in session:
        parameters = session[ADDRESS_TO_OPEN].items()
        session[ADDRESS_TO_OPEN] = {name: value for name, value in parameters if name in declared}


@uninterrupted()
def reopen_entry() -> None:
    """Open the entry again whose page is drawn now.

    Messages that the browser sent before it heard of the new page ask for the old one.
    """
    if ADDRESS_TO_OPEN not in st.session_state:
        show(st.session_state[TARGET])


def forget_target() -> None:
    """Clear the target page, once the browser shows it.

    Not earlier: what the browser still sends of the old page would draw that one again.
    """
    st.session_state.pop(TARGET, None)


def leave_entry() -> None:
    """Do not open the entry whose page is not drawn yet."""
    forget_target()
    st.session_state.pop(ADDRESS_TO_OPEN, None)


# --- the copy that the browser keeps -------------------------------------------------------------


def kept_copy() -> dict[str, object] | None:
    """Return the copy that the browser keeps for a reload; None in a new session."""
    if PLAYLIST not in st.session_state:
        return None
    playlist = current_playlist()
    code = compress(playlist) if playlist.entries else ""
    codes = [compress(one) for one in st.session_state.get(EARLIER, ())]
    while codes and len(code) + sum(map(len, codes)) > MAX_COPY:
        codes.pop()
    return {"code": code, "place": current_place(), "earlier": codes}


def restore_copy(copy: Any) -> None:
    """Restore the browser's copy, in a callback. An unreadable copy is dropped."""
    earlier: list[Playlist] = []
    with suppress(UserError, KeyError, TypeError):  # an earlier version kept none
        earlier += [from_link(str(code)) for code in copy["earlier"][:MAX_EARLIER]]
    st.session_state[EARLIER] = tuple(one for one in earlier if one.entries)
    try:
        playlist = from_link(str(copy["code"]))
        place = copy["place"]
    except (UserError, KeyError, TypeError):
        set_playlist(Playlist())
        return
    count = len(playlist.entries)
    set_playlist(playlist, place if isinstance(place, int) and 0 <= place < count else None)


# --- collecting ----------------------------------------------------------------------------------


def draw_playlist_menu(menu, path: str, title: str, address: Mapping[str, str]) -> None:
    """Draw lectures, "Add this view" and the way to the panel into the Share menu, or the panel.

    Draws nothing if there is no menu or it is closed. `path` is that of the page on show, `title`
    and `address` are those of what it shows.
    """
    if st.session_state.pop(PANEL, False):
        st.dialog(t("Playlist"), width="large", on_dismiss="rerun")(draw_panel)()
    if menu is None or not menu.open:
        return
    view = current_view()
    parameters = {name: text for name, text in address.items() if name not in TAB_PARAMETERS}
    parts = [title]
    if st.session_state[KEY_BINDINGS].get("head", ("", ()))[0] == CHOICE:
        parts.append(head_title(view.choice))
    what_ifs = {name: parameters[name] for name in what_if.NAMES.values() if name in parameters}
    if changes := what_if.summary(what_if.read(what_ifs)[0]):
        parts.append(changes)
    entry = Entry(path, tuple(parameters.items()), " · ".join(parts)[:MAX_TITLE])
    count = len(current_playlist().entries)
    with menu, st.container(horizontal=True):
        draw_lecture_menu("lecture menu")
        st.button(t("Add this view"), key="add view", on_click=add_entry, args=(entry,))
        label = t("Playlist ({count}) …", count=count)
        st.button(label, key="open playlist", on_click=open_panel)


def add_entry(entry: Entry) -> None:
    """Add a view to the playlist. Raises UserError if it is full."""
    set_playlist(current_playlist().add(entry), current_place())


# --- the panel -----------------------------------------------------------------------------------


def open_panel() -> None:
    """Open the panel, in a callback, and close the menu, which would cover it."""
    st.session_state[PANEL], st.session_state[MENU] = True, False


def draw_panel() -> None:
    """Draw the panel in which the playlist is ordered, named, shared and started."""
    show_callback_errors()
    st.html(STYLE)
    entries = current_playlist().entries
    with st.container(key="playlist"):
        if not entries:
            st.markdown(
                t(
                    "The playlist is empty. Take a ready one, or open a page, choose what it "
                    "shows, and press “Add this view” in the Share menu."
                )
            )
        for place, entry in enumerate(entries):
            draw_row(place, entry, len(entries))
        if entries:
            draw_ways_out()
        with st.container(horizontal=True):
            draw_other_playlists()
        edition = st.session_state.get(EDITION, 0)
        key = f"playlist file {edition}"
        st.file_uploader(
            t("Open a playlist from a file"),
            "json",
            key=key,
            on_change=open_file,
            args=(key,),
            max_upload_size=math.ceil(MAX_FILE / 1e6),  # MB
        )


def draw_row(place: int, entry: Entry, count: int) -> None:
    """Draw the title and the notes of an entry, and the buttons that move and remove it."""
    edition = st.session_state.get(EDITION, 0)
    number = place + 1
    with st.container(key=f"playlist-row-{place}"):
        columns = st.columns(ROW, vertical_alignment="top")
        with columns[0]:
            if st.button(str(number), key=f"show {place}", help=t("Show this view")):
                open_entry(place)
                st.rerun()
        for column, field, label, limit in (
            (columns[1], "title", t("Title of view {number}", number=number), MAX_TITLE),
            (columns[2], "notes", t("Notes on view {number}", number=number), MAX_NOTES),
        ):
            key = f"{field} {edition} {place}"
            draw = st.text_input if field == "title" else partial(st.text_area, height=68)
            column_text = getattr(entry, field)
            with column:
                draw(
                    label,
                    column_text,
                    key=key,
                    max_chars=limit,
                    on_change=change_entry,
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
                on_click=move_entry,
                args=(place, -1),
            )
            st.button(
                "↓",
                key=f"down {place}",
                help=t("Move down"),
                disabled=place == count - 1,
                on_click=move_entry,
                args=(place, 1),
            )
            st.button(
                "✕", key=f"remove {place}", help=t("Remove"), on_click=remove_entry, args=(place,)
            )


def draw_ways_out() -> None:
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


def draw_other_playlists() -> None:
    """Draw the menu of ready playlists, and the button that brings back the reader's own."""
    ready, key = lectures(current_locale()), "ready playlist"
    st.menu_button(
        t("Take a ready playlist"),
        list(ready),
        key=key,
        format_func=lambda name: describe_lecture(ready[name]),
        on_click=take_chosen,
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


def change_entry(place: int, field: str, key: str) -> None:
    """Take over the "title" or the "notes" that were typed for an entry."""
    session = st.session_state
    session[PLAYLIST] = current_playlist().change(place, **{field: session[key]})


def move_entry(place: int, by: int) -> None:
    """Move an entry up (-1) or down (1); the entry on show stays on show."""
    current = current_place()
    target = place + by
    if current == place:
        current = target
    elif current == target:
        current = place
    set_playlist(current_playlist().move(place, by), current)


def remove_entry(place: int) -> None:
    """Remove an entry; if it is the one on show, none is."""
    current = current_place()
    if current is not None and current >= place:
        current = None if current == place else current - 1
    set_playlist(current_playlist().remove(place), current)


def open_file(key: str) -> None:
    """Load the playlist of the file in the uploader of this key. Raises UserError."""
    if file := st.session_state[key]:
        set_playlist(from_json(file.getvalue()))
