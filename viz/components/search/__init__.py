"""The search: a button and the key "/" open a list of all there is in the app."""

from collections.abc import Iterable

from ...base.language import current_locale, script_language
from .. import canvas

_component = canvas.component("search", html='<div class="search"></div>')


def pack(entries: Iterable[tuple[str, str, str, str]]) -> bytes:
    """Pack entries in the current language, the same for all its readers.

    An entry is its title, what stands beside it, a sentence below it, and more words by which it is
    found.
    """
    told = {"entries": list(entries), "language": script_language(current_locale())}
    return canvas.encode(told)


def search(data: bytes, key: str = "search") -> int | None:
    """Draw the search over packed entries.

    Returns the index of the entry that the reader has just chosen, or None.
    """
    place = _component(
        key=key,
        data=data,
        width="content",
        height="content",
        on_go_change=lambda: None,
    ).go
    return place if isinstance(place, int) else None
