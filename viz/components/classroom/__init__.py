"""The lecturer's side of a class: what it is asked, the code for its phones, and its answers.

The browser asks the server of classes itself; see `viz/app/classroom/server.py`.
"""

from collections.abc import Callable, Mapping, Sequence

from ...base.language import current_locale, script_language
from .. import canvas

KEY = "class"
_component = canvas.component("classroom", html='<div class="classroom"></div>')


def classroom(
    tasks: Sequence[Mapping[str, object]],
    polls: bool,
    revealed: bool | None,
    server: str,
    link: str,
    on_room: Callable[[], object],
):
    """Draw what a class can be asked, and the class of this tab where there is one.

    `tasks` are {"id", "title", "task": as JSON}; with `polls` the lecturer can type a question.
    `revealed` says whether the answers of a task among these are shown, None where the class itself
    has a switch for it. `server` is the address of the classes' server, relative to that of the
    app; phones reach it at `link`. The trigger "room" is {"asked": an id, "link": for phones,
    "image": its QR code}, with "isCleared" where the answers were deleted, and {} without a class.
    """
    return _component(
        key=KEY,
        data={
            "tasks": [dict(task) for task in tasks],
            "polls": polls,
            "revealed": revealed,
            "server": server,
            "link": link,
            "language": script_language(current_locale()),
        },
        on_room_change=on_room,
    )
