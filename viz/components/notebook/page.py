"""`page`: a page of the app as a value that a notebook shows and that is saved as one file."""

from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from models.files import write_whole

from ...base.libraries import LIBRARIES

_HEIGHT = 720  # pixels of the frame in a notebook


def page(name: str = "", **settings: Any) -> "ShownPage":
    """Return a page of the app, drawn for these settings.

    >>> page("mask", sentence="I am tired.", sees="none").save("mask.html")

    `name` is the path of the page in the app's address, "" the front page; the settings are the
    parameters of a link, with "_" in place of "-", and True and False for switches. `language="fr"`
    writes it in French. What is drawn stands still where the app would compute anew; the file says
    its address there. Raises UserError for a page, a setting or a value that is not there, with the
    nearest ones. Needs Streamlit, which the app needs too.
    """
    return ShownPage(*LIBRARIES.page_files.draw_page(name, settings))


class ShownPage:
    """A page as a notebook and a browser show it."""

    def __init__(self, address: str, title: str, content: bytes):
        self.address, self.title, self._content = address, title, content

    def __repr__(self) -> str:
        return f"ShownPage({self.address})"

    def html(self) -> bytes:
        """Return the HTML file; it asks for nothing."""
        return self._content

    def save(self, file: str | PathLike[str]) -> None:
        """Write the HTML file.

        Raises UserError for a file that cannot be written, ValueError for another ending.
        """
        path = Path(file)
        if path.suffix.lower() != ".html":
            raise ValueError(
                f"{path.name} does not end in .html; pictures of a link are written by "
                "headsup export"
            )
        write_whole({path: self._content})

    def _repr_html_(self) -> str:
        """Return the file in a frame of its own, which may run scripts and nothing else."""
        return (
            f'<iframe srcdoc="{escape(self._content.decode())}" title="{escape(self.title)}" '
            f'sandbox="allow-scripts allow-downloads allow-popups" '
            f'style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>'
        )
