"""The link to what a tab shows, to copy, and its QR code."""

from pathlib import Path

from ...language import script_texts
from .. import canvas

HERE = Path(__file__).parent
component = canvas.component(
    "link",
    html='<div class="link"></div>',
    css=(HERE / "link.css").read_text(encoding="utf-8"),
)


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
