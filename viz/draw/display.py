"""What a picture does by itself: it is saved as a file and shown in a notebook."""

from os import PathLike
from pathlib import Path
from typing import Any

from models.files import write_whole

from ..base.libraries import LIBRARIES


class Displayed:
    """A picture or a chart. Notebooks call `_repr_mimebundle_`."""

    def save(self, file: str | PathLike[str], **options: Any) -> None:
        """Write a file; its ending says how: .svg, .pdf and .png, or .csv with the numbers.

        `options` are those of `viz.draw.files.render`: preset, caption, transparent, shape, dark,
        and width, the printed width, such as "219pt" or "8cm". Raises ValueError for another ending
        or a text that is no width, and UserError for words that do not fit into the width and for
        a file that cannot be written.
        """
        path = Path(file)
        ending = path.suffix.lower().lstrip(".")
        if ending == "csv":
            write_whole({path: LIBRARIES.tables.table(self).encode()})
        else:
            write_whole({path: LIBRARIES.files.render(self, ending, **options)})

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture as SVG, and as text where a reader shows no pictures."""
        return {
            "image/svg+xml": LIBRARIES.files.render(self, "svg", "slide").decode(),
            "text/plain": getattr(self, "caption", "") or repr(self),
        }
