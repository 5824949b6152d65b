"""The search: a button and the key "/" open a list of all there is in the app."""

from collections.abc import Iterable

from ...base.language import script_texts
from .. import canvas

_component = canvas.component("search", html='<div class="search"></div>')


def search(entries: Iterable[tuple[str, str, str, str]], key: str = "search") -> int | None:
    """Draw the search.

    An entry is its title, what stands beside it, a sentence below it, and more words by which it is
    found. Returns the index of the entry that the reader has just chosen, or None.
    """
    place = _component(
        key=key,
        data={"entries": list(entries), "french": script_texts()},
        width="content",
        height="content",
        on_go_change=lambda: None,
    ).go
    return place if isinstance(place, int) else None
