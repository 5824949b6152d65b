"""Links to the current view, to copy, and a QR code."""

from ...base.language import script_texts
from .. import canvas

component = canvas.component("link", html='<div class="link"></div>')


def link(
    queries: dict[str, str], short: str = "", code: str = "", note: str = "", key: str = "link"
):
    """Draw a button for each of `queries`, links by title, that copies the link.

    The browser adds the server's address as it knows it. With a `code`, the URL of a QR code, the
    `short` link, the code and a note follow below.
    """
    return component(
        key=key,
        data={
            "queries": list(queries.items()),
            "short": short,
            "code": code,
            "note": note,
            "french": script_texts(),
        },
    )
