"""The link to what a tab shows, to copy, and its QR code."""

from ...base.language import script_texts
from .. import canvas

component = canvas.component("link", html='<div class="link"></div>')


def link(
    queries: dict[str, str], short: str = "", code: str = "", note: str = "", key: str = "link"
):
    """A button for each of `queries`, a link by its title, that copies it.

    With where the reader's browser found this server before it; below them, where there is a
    `code`, the `short` link and its QR `code`, the address of an image, with a note.
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
