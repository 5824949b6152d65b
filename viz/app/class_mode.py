"""The lecturer's side of a class that answers on its phones.

The browser of the lecturer's tab talks with the server of classes (`classroom/server.py`), and
keeps the ticket of its class; the app hears only what the class is asked, and its link. The link
of the phones is never in the address of the lecturer's tab, which is copied and projected.
"""

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from typing import Any

import streamlit as st

from models import UserError

from ..analysis.views import HeadChoice
from ..base.language import t
from ..components.classroom import KEY, classroom
from .classroom import MEASURED_IN, MEASURES, ClassTask, Measurement, write_task
from .model_files import ENGINE_MODEL, shipped_root
from .share import network_address, option_after, split_http
from .state import CLASS_PANEL, CLASS_ROOM, read_message, set_setting

_DRAWN = "class drawn"  # in the session state: whether this run has drawn the class
_WITH_HEAD = "heads", "inside"  # the pages on which a head is on show


def class_room() -> dict[str, Any]:
    """Return what this tab's class is asked, its link and QR code; {} where it has none."""
    return st.session_state.get(CLASS_ROOM) or {}


def has_class() -> bool | None:
    """Return whether this tab has a class; None until the browser was asked."""
    room = st.session_state.get(CLASS_ROOM)
    return None if room is None else bool(room)


def restore_class(has_one: bool) -> None:
    """Draw the class that the browser has kept, in a callback. It says itself what it is asked."""
    if has_class() is None:
        st.session_state[CLASS_ROOM] = {"asked": ""} if has_one else {}


def _open_class_panel() -> None:
    """Let the lecturer ask a class about the picture on show, whatever page it is."""
    st.session_state[CLASS_PANEL] = True


def draw_class_menu(menu: Any) -> None:
    """Draw the button that asks about any picture into the Share menu, where that is open."""
    if menu is not None and menu.open:
        menu.button(
            t("Ask the class about this"),
            icon=":material/qr_code_2:",
            help=t("app#a class on its phones"),
            key="ask class",
            on_click=_open_class_panel,
        )


def draw_class(task: ClassTask, reveal: str, revealed: bool) -> bool:
    """Draw what asks a class this task, and its class; return whether it is asked this.

    `reveal` is the setting that shows the answers, and `revealed` whether it does.
    """
    described = _describe(task, task.title)
    st.session_state[_DRAWN] = True
    _draw([described], False, revealed, reveal)
    return class_room().get("asked") == described["id"]


def draw_class_panel(path: str, settings: Any) -> None:
    """Draw the class of this tab, or what one can be asked about any picture, where that is wanted.

    `path` is that of the page, and `settings` are its own, or None. Draws nothing below a page that
    has drawn it.
    """
    session = st.session_state
    if session.pop(_DRAWN, False) or not (session.get(CLASS_PANEL) or class_room()):
        return
    tasks = _measurements(settings) if path in _WITH_HEAD else []
    _draw([_describe(task, title) for task, title in tasks], True, None)


def _draw(
    tasks: list[dict[str, object]], polls: bool, revealed: bool | None, reveal: str = ""
) -> None:
    try:
        server = class_address(sys.argv)
    except UserError:  # an alert says so
        server = ""
    here = network_address()
    folder = here.path.rpartition("/")[0] + "/"  # a page is a name after the last slash
    link = server or here._replace(path=folder, query="", fragment="").geturl()
    classroom(tasks, polls, revealed, server or "./", link, partial(_keep_room, reveal))


def _keep_room(reveal: str) -> None:
    """Store what the browser says of the class; a new question hides its answers."""
    room, before = read_message(KEY, "room"), class_room()
    is_new = room.get("asked") != before.get("asked") and before.get("asked") != ""
    if reveal and room and (is_new or room.get("isCleared") != before.get("isCleared")):
        set_setting(reveal, "off")
    st.session_state[CLASS_ROOM] = room
    st.session_state[CLASS_PANEL] = bool(room) or not before


def _describe(task: ClassTask, title: str) -> dict[str, object]:
    """Return a task as the browser gets it; its id does not depend on the digits of weights."""
    written = write_task(task)
    plain = [replace(question, weights=()) for question in task.questions]
    same = {**written, "questions": [asdict(question) for question in plain]}
    return {"id": sha256(repr(same).encode()).hexdigest()[:16], "title": title, "task": written}


def _measurements(settings: Any) -> list[tuple[Measurement, str]]:
    """Return what phones can measure in the head on show, on sentences of their own."""
    choice, model = getattr(settings, "choice", None), getattr(settings, "model", "")
    if not isinstance(choice, HeadChoice) or model != ENGINE_MODEL or not shipped_root():
        return []
    sentence = getattr(settings, "sentence", "")
    return [
        (
            Measurement(sentence, (), (), model, choice, measure),
            t("A number on a sentence of their own: {measure}", measure=t(MEASURES[measure])),
        )
        for measure in MEASURED_IN.get(choice.stack, ())
    ]


def class_address(arguments: Sequence[str]) -> str:
    """Return the address after "--class" in a program's arguments, with a slash at its end.

    It is that of `headsup class` on another machine or port; "" without the option, for this
    server. Raises UserError for what is no address.
    """
    text = option_after("--class", arguments)
    if text is None:
        return ""
    address = split_http(text)
    if address is None:
        raise UserError(
            "--class “{url}” is no address of a server of classes. It needs that of headsup "
            "class, such as https://example.org:8600/.",
            url=text[:100],
        )
    path = address.path.rstrip("/") + "/"
    return address._replace(path=path, query="", fragment="").geturl()
