"""The lecturer's keys and what they do in the browser: L begins and ends a lecture.

In it keys and presenter clickers move what the page lets them move, B blanks the screen, F freezes
it, Q shows the code that students point their phones at.
"""

from collections.abc import Callable, Collection
from pathlib import Path

from ...base.language import script_texts
from .. import canvas

HERE = Path(__file__).parent
STYLE = (HERE / "page.css").read_text(encoding="utf-8")  # of the page around it
component = canvas.component("lecture", html='<div class="lecture"></div>')


def lecture(
    on: bool,
    axes: Collection[str],
    link: str,
    code: str,
    lesson: bool = False,
    walk: dict[str, object] | None = None,
    saved_playlist: dict[str, object] | None = None,
    saved_ticket: str | None = None,
    heard: int = 0,
    key: str = "lecture",
    on_go: Callable[[], object] = lambda: None,
):
    """Listen to the keys, and in a lecture draw the bar at the bottom.

    `axes` of "head", "layer", "step" can be moved, in a `lesson` its steps without a lecture too;
    `link` is for students, `code` its QR code, the address of an image. `walk` says of a playlist
    that is walked which entry is on show: {"place", "count", "title", "notes", "next"}, places from
    1. The browser keeps `saved_playlist` and `saved_ticket`, of the class that this tab hosts, for
    a reload; None in a new session, which then gets them back. The trigger "go" of `key`, for
    `on_go` to read, is what was kept, {"restore": the playlist, "ticket": the ticket}, or
    {"messages": [...]}: {"number", "toggle": "lecture"}, {"number", "walk": 1} (or -1) or
    {"number", "axis": "head", "by": 1} (or -1). They are sent until `heard` is the last number.
    """
    return component(
        key=key,
        data={
            "on": on,
            "axes": sorted(axes),
            "link": link,
            "code": code,
            "lesson": lesson,
            "walk": walk,
            "kept": saved_playlist,
            "ticket": saved_ticket,
            "heard": heard,
            "french": script_texts(),
        },
        on_go_change=on_go,
    )
