"""The lecturer's keys in the browser: L starts and ends a lecture.

In a lecture, keys and presenter clickers move the axes that the page binds, H shows heatmap, lines,
both or shaded words, B blanks the screen, F freezes it, Q shows the QR code for the students'
phones, G lists what can be shown, ? the keys.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from ...base.language import current_locale, script_language
from .. import canvas

_component = canvas.component("lecture", html='<div class="lecture"></div>')


def lecture(
    on: bool,
    axes: Collection[str],
    link: str,
    code: str,
    lesson: bool = False,
    walk: dict[str, object] | None = None,
    goals: Mapping[str, Sequence[object]] = MappingProxyType({}),
    saved_playlist: dict[str, object] | None = None,
    has_class: bool | None = None,
    heard: int = 0,
    opened: str = "",
    key: str = "lecture",
    on_go: Callable[[], object] = lambda: None,
):
    """Listen to the keys, and in a lecture draw the bar at the bottom.

    The keys move `axes` of "head", "layer", "step" and "pictures"; in a `lesson` the steps even
    without a lecture.
    `link` is for students, `code` the URL of its QR code. `walk` is the playlist's current entry:
    {"place", "count", "title", "notes", "next"}, places from 1. `goals` are what G lists: the
    titles of the "views" of that playlist, the "pages" as (group, [(path, title)]), and the "ready"
    playlists as (name, title). The browser keeps `saved_playlist` across reloads, and knows
    whether the tab `has_class`; a new session passes None and gets both. The trigger "go" of `key`,
    for `on_go` to read, is {"restore": the playlist, "class": True}, either or both, or
    {"messages": [...]}: {"number", "toggle": "lecture"}, {"number", "walk": 1} (or -1), {"number",
    "axis": "head", "by": 1} (or -1), {"number", "place": of a view, from 1}, {"number", "page": a
    path} or {"number", "ready": a name}. Messages are sent until `heard` is the last number. The
    page is scrolled to its top where `opened`, as the step of a tour, is another than before.
    """
    return _component(
        key=key,
        data={
            "on": on,
            "axes": sorted(axes),
            "link": link,
            "code": code,
            "lesson": lesson,
            "walk": walk,
            "views": goals.get("views", ()),
            "pages": goals.get("pages", ()),
            "ready": goals.get("ready", ()),
            "kept": saved_playlist,
            "hasClass": has_class,
            "heard": heard,
            "opened": opened,
            "language": script_language(current_locale()),
        },
        on_go_change=on_go,
    )
