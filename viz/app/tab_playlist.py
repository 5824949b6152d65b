"""The playlist of this tab: collect views, order them, walk through them.

An entry is opened like the link to its view, by `open_address`; for another page, the shell goes
there first.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import streamlit as st

from models import UserError

from ..analysis import what_if_text
from ..base.language import current_locale, languages, t
from ..view.address import VIEW_PARAMETERS, describe_other_weights, without_digits
from ..view.lectures import Lecture, lectures
from ..view.playlist import Playlist, PlaylistEntry, compress, from_link
from .alerts import keep_alert
from .internals import uninterrupted
from .state import (
    ADDRESS_TO_OPEN,
    TAB_PARAMETERS,
    UNDO_STEPS,
    current_view,
    is_lecture,
    set_setting,
    set_settings,
)

# The keys of the session state.
PLAYLIST = "playlist"  # a Playlist
_PLACE = "playlist place"  # of the entry last opened, counted from 0; None before the first
_TARGET = "playlist target"  # the Entry to open, until its page is drawn
_ASIDE = "playlist aside"  # whether a page was picked that is no view of the playlist
REORDERINGS = "playlist reorderings"  # counts changes of the order, after which rows are drawn anew
EARLIER = "earlier playlists"  # the reader's own that others have replaced, the last one first
_MAX_EARLIER = 5
# True: a link brought the playlist, and what the browser keeps of this tab is asked for.
_LINKED = "playlist linked"
_MAX_COPY = 900_000  # characters that the browser keeps, below `server.maxWidgetStateSize`
PARAMETER = "playlist"  # of a link
# A title holds with these at their default.
_TITLED = VIEW_PARAMETERS | set(what_if_text.NAMES.values())


def current_playlist() -> Playlist:
    """Return the playlist of this tab."""
    return st.session_state.get(PLAYLIST, Playlist())


def set_playlist(playlist: Playlist, place: int | None = None) -> None:
    """Replace the playlist; the entry at `place` is the one on show."""
    session = st.session_state
    session[PLAYLIST], session[_PLACE] = playlist, place
    session[REORDERINGS] = session.get(REORDERINGS, 0) + 1
    session.pop(_LINKED, None)


# --- ready playlists -----------------------------------------------------------------------------


def describe_lecture(lecture: Lecture) -> str:
    """Return the entry of a ready playlist in a menu."""
    return t(
        "{minutes} minutes: {title} (a playlist of {count} views)",
        minutes=lecture.minutes,
        title=lecture.title,
        count=len(lecture.playlist.entries),
    )


def is_ready(playlist: Playlist) -> bool:
    """Return whether a playlist is a ready one, unchanged."""
    return any(
        playlist == lecture.playlist for name in languages() for lecture in lectures(name).values()
    )


def take_ready(name: str) -> None:
    """Make a ready playlist that of this tab. An own one is kept aside."""
    replace_playlist(lectures(current_locale())[name].playlist)


def replace_playlist(playlist: Playlist) -> None:
    """Replace the playlist, and keep it aside if it is an own one: also a ready one, changed.

    Of one that was made with other weights an alert says so, once for all its views.
    """
    _keep_aside(current_playlist(), playlist)
    set_playlist(playlist)
    sentences = (describe_other_weights(dict(entry.parameters)) for entry in playlist.entries)
    if sentence := next(filter(None, sentences), ""):
        keep_alert(UserError(sentence))


def _keep_aside(tab_playlist: Playlist, playlist: Playlist) -> None:
    """Keep an own playlist aside whose place another one takes."""
    session = st.session_state
    is_lost = tab_playlist.entries and tab_playlist != playlist and not is_ready(tab_playlist)
    earlier = [tab_playlist] if is_lost else []
    earlier += [
        earlier_playlist
        for earlier_playlist in session.get(EARLIER, ())
        if earlier_playlist not in (tab_playlist, playlist)
    ]
    session[EARLIER] = tuple(earlier[:_MAX_EARLIER])


# --- walking -------------------------------------------------------------------------------------


def current_place() -> int | None:
    """Return the place of the entry last opened, from 0; None for none."""
    return st.session_state.get(_PLACE)


def _is_walked() -> bool:
    """Return whether the keys walk the playlist: in a lecture, once an entry was opened."""
    return current_place() is not None and is_lecture()


def open_entry(place: int) -> None:
    """Show the entry at this place, in a callback or before the page is drawn.

    The settings of the tab stay as they are when its address is opened.
    """
    st.session_state[_PLACE], st.session_state[_ASIDE] = place, False
    _show(current_playlist().entries[place])


def _show(entry: PlaylistEntry) -> None:
    """Show an entry, which need not be one of the playlist."""
    session = st.session_state
    session.pop(UNDO_STEPS, None)  # what was done in another entry is not undone here
    session[_TARGET] = entry
    session[ADDRESS_TO_OPEN] = without_digits(dict(entry.parameters))  # the playlist has said it


def _show_page(path: str, settings: Mapping[str, str] = MappingProxyType({})) -> None:
    """Show a page with the model, the sentence and the head of the view on show, in a callback.

    It has these `settings` too.

    The playlist waits: its keys go on from there, or back to its last view.
    """
    session = st.session_state
    session[_ASIDE] = True
    address = session.get(ADDRESS_TO_OPEN)  # perhaps of a view that is not drawn yet
    parameters = current_view().address() if address is None else address
    view_values = tuple((name, parameters[name]) for name in VIEW_PARAMETERS & parameters.keys())
    _show(PlaylistEntry(path, (*view_values, *settings.items()), ""))


def show_class() -> None:
    """Show where a class is asked, with the view on show, in a callback."""
    _show_page("inside", {"inside-look": "guess"})


def pick(message: Mapping[str, Any]) -> None:
    """Show what was picked in a lecture: a "place" from 1, a "page" or a "ready" playlist."""
    if not is_lecture():
        return
    place, page, name = (message.get(name) for name in ("place", "page", "ready"))
    if isinstance(place, int) and 0 < place <= len(current_playlist().entries):
        open_entry(place - 1)
    elif isinstance(page, str):
        _show_page(page)
    elif isinstance(name, str) and name in lectures():
        take_ready(name)
        open_entry(0)


def list_goals() -> dict[str, Sequence[object]]:
    """Return the titles of the views of this playlist, and names and titles of the ready ones."""
    ready: Mapping[str, Lecture] = {}
    with suppress(UserError):  # the menu that offers them says it
        ready = lectures(current_locale())
    return {
        "views": [entry.title for entry in current_playlist().entries],
        "ready": [(name, describe_lecture(lecture)) for name, lecture in ready.items()],
    }


def start() -> None:
    """Show the first entry in lecture mode."""
    set_setting("lecture", "on")
    open_entry(0)


def walk(by: int) -> None:
    """Show the entry `by` places further on in the playlist that is walked, if there is one.

    From a page that was picked aside, back is to the entry before it.
    """
    returns = by < 0 and st.session_state.get(_ASIDE)
    place = (current_place() or 0) + (0 if returns else by)
    if _is_walked() and 0 <= place < len(current_playlist().entries):
        open_entry(place)


def describe_walk() -> dict[str, object] | None:
    """Return what the key bar and the notes show of the current entry; None for no walk."""
    if not _is_walked():
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
    if not _is_walked():
        return ""
    entry = current_playlist().entries[current_place() or 0]
    entry_parameters = {name: text for name, text in entry.parameters if name != "v"}
    is_on_show = entry.page == path and address.items() >= entry_parameters.items()
    return entry.title if is_on_show and short.keys() & _TITLED <= entry_parameters.keys() else ""


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
        keep_alert(error)
        return
    is_new = PLAYLIST not in st.session_state  # the browser has perhaps an own one of this tab
    replace_playlist(playlist)
    st.session_state[_LINKED] = is_new
    if playlist.entries:
        parameters = st.query_params.to_dict()
        set_settings({name: parameters[name] for name in TAB_PARAMETERS & parameters.keys()})
        open_entry(0)


def target_page(paths: Collection[str]) -> str | None:
    """Return the path of the page that an entry asks for and that is not drawn yet, or None.

    A path that is not among `paths` gets an alert, and the view is not opened.
    """
    entry = st.session_state.get(_TARGET)
    if entry is None:
        return None
    path = entry.page
    if path in paths:
        return path
    leave_entry()
    keep_alert(
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
        _show(st.session_state[_TARGET])


def forget_target() -> None:
    """Clear the target page, once the browser shows it.

    Not earlier: what the browser still sends of the old page would draw that one again.
    """
    st.session_state.pop(_TARGET, None)


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
    codes = [compress(earlier_playlist) for earlier_playlist in st.session_state.get(EARLIER, ())]
    while codes and len(code) + sum(map(len, codes)) > _MAX_COPY:
        codes.pop()
    linked = {"linked": True} if st.session_state.get(_LINKED) else {}
    return {"code": code, "place": current_place(), "earlier": codes, **linked}


def restore_copy(copy: Any) -> None:
    """Restore the browser's copy, in a callback. An unreadable copy is dropped.

    Where a link has brought another playlist, the copy is kept aside.
    """
    is_linked = st.session_state.pop(_LINKED, False)  # and not changed since
    earlier: list[Playlist] = []
    with suppress(UserError, KeyError, TypeError):  # an earlier version kept none
        earlier += [from_link(str(code)) for code in copy["earlier"][:_MAX_EARLIER]]
    st.session_state[EARLIER] = tuple(
        earlier_playlist for earlier_playlist in earlier if earlier_playlist.entries
    )
    try:
        playlist = from_link(str(copy["code"]))
        place = copy["place"]
    except (UserError, KeyError, TypeError):
        if not is_linked:
            set_playlist(Playlist())
        return
    if is_linked:
        _keep_aside(playlist, current_playlist())
        return
    count = len(playlist.entries)
    set_playlist(playlist, place if isinstance(place, int) and 0 <= place < count else None)
