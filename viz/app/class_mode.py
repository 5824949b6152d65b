"""The lecturer's side of a class that answers on its phones.

The rooms are in the memory of the server. The ticket of a room is in the session state of the
lecturer's tab. The browser keeps a copy in the storage of that tab, so that a reload keeps the
room. The ticket is never in the address, which is copied and projected.
"""

import html
from typing import Any

import streamlit as st

from ..base.language import t
from ..base.theme import style_sheet
from .classroom import ClassTask, Room, Rooms, draw_tally
from .first_page import CLASS
from .share import encode_link, network_address, reach_note
from .state import CLASS_TICKET, set_setting

_SECONDS = 1  # between two counts of a class's answers
_WIDTHS = 1, 3  # of the QR code and the answers
# The code is as large as its column, and leaves the keys of a lecture free.
_STYLE = style_sheet(__file__, "class_mode.css")


@st.cache_resource(show_spinner=False)
def rooms() -> Rooms:
    """Return all rooms of this server."""
    return Rooms()


def hosted_room() -> Room | None:
    """Return the open room of this tab."""
    ticket = class_ticket()
    room = rooms().find_hosted(ticket) if ticket else None
    if ticket and room is None:
        st.session_state[CLASS_TICKET] = ""
    return room


def class_ticket() -> str | None:
    """Return the ticket of this tab's room; "" for no room, None until the browser was asked."""
    return st.session_state.get(CLASS_TICKET)


def restore_ticket(ticket: Any) -> None:
    """Restore the ticket that the browser has kept, in a callback.

    A ticket of a closed room is dropped. A room opened meanwhile is not replaced.
    """
    if class_ticket() is None:
        is_valid = isinstance(ticket, str) and rooms().find_hosted(ticket) is not None
        st.session_state[CLASS_TICKET] = ticket if is_valid else ""


def draw_class_buttons(exercise: ClassTask, reveal: str) -> None:
    """Draw the buttons that ask the class this exercise, clear the answers, and close the class.

    A class that answers another exercise keeps its phones and is asked this one. `reveal` is the
    setting that hides the weights again.
    """
    room = hosted_room()
    if room is None or room.exercise != exercise:
        st.button(
            t("Ask the class"),
            icon=":material/qr_code_2:",
            help=t("app#a class on its phones"),
            type="primary" if room else "secondary",
            key="ask class",
            on_click=_ask_class,
            args=(exercise, reveal),
        )
    if room:
        st.button(
            t("Clear answers"),
            help=t("app#asking again"),
            key="clear class",
            on_click=_clear_class,
            args=(reveal,),
        )
        st.button(t("Close the class"), key="close class", on_click=_close_class)
        if room.exercise != exercise:
            st.markdown(t("The phones still show: {title}", title=room.exercise.title))


def _ask_class(exercise: ClassTask, reveal: str) -> None:
    """Ask the class of this tab; open a room if there is none."""
    set_setting(reveal, "off")
    if room := hosted_room():
        room.ask(exercise)
    else:
        st.session_state[CLASS_TICKET] = rooms().open(exercise).ticket


def _clear_class(reveal: str) -> None:
    """Clear all answers and phones of the class, and ask it the same exercise again."""
    set_setting(reveal, "off")
    if room := hosted_room():
        room.clear()


def _close_class() -> None:
    """Close the room and delete everything in it."""
    rooms().close(class_ticket() or "")
    st.session_state[CLASS_TICKET] = ""


def _draw_class_code(room: Room) -> None:
    """Draw the QR code that phones open, and its link."""
    link, code = class_link_and_code(room)
    short_link = link.split("://", 1)[-1]
    notes = [reach_note(link, ""), t("Nothing is stored: closing forgets all answers.")]
    paragraphs = "".join(f"<p>{html.escape(note)}</p>" for note in notes if note)
    st.html(
        f'{_STYLE}<div class="class-code"><img src="{code}" alt="{t("QR code of the link")}">'
        f'<p class="link">{html.escape(short_link)}</p>{paragraphs}</div>'
    )


def draw_class(room: Room, exercise: ClassTask, revealed: bool) -> None:
    """Draw the QR code and the answers; `revealed` shows the right ones, on phones too."""
    room.reveal(revealed)
    code, answers = st.columns(_WIDTHS, gap="large")
    with code:
        _draw_class_code(room)
    with answers:
        _draw_answers(room, exercise)


@st.fragment(run_every=_SECONDS)
def _draw_answers(room: Room, exercise: ClassTask) -> None:
    """Draw the current answers; as a fragment it reruns without the rest of the page."""
    if room.exercise != exercise or hosted_room() is not room:
        st.rerun()  # another tab of the lecturer has closed the room or changed the exercise
    st.html(draw_tally(exercise, room.tally(), room.revealed))


def class_link_and_code(room: Room) -> tuple[str, str]:
    """Return the link that phones open, and its QR code as the address of an image."""
    here = network_address()
    folder = here.path.rpartition("/")[0] + "/"  # a page is a name after the last slash
    link = here._replace(path=folder, query=f"{CLASS}={room.code}", fragment="").geturl()
    return link, encode_link(link)
