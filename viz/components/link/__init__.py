"""Links to the current view, to copy, and a QR code."""

from collections.abc import Mapping

from ...base.language import current_locale, script_language
from .. import canvas

_component = canvas.component("link", html='<div class="link"></div>')


def link(
    queries: dict[str, str],
    short: str = "",
    code: str = "",
    note: str = "",
    key: str = "link",
    messages: Mapping[str, str] | None = None,
):
    """Draw a button for each of `queries`, links by title, that copies the link.

    The browser adds the server's address as it knows it. `messages` has what is said after a
    button, if it is more than that the link is copied. With a `code`, the URL of a QR code, the
    `short` link, the code and a note follow below.
    """
    messages = messages or {}
    return _component(
        key=key,
        data={
            "queries": [
                (title, query, messages.get(title, "")) for title, query in queries.items()
            ],
            "short": short,
            "code": code,
            "note": note,
            "language": script_language(current_locale()),
        },
    )
