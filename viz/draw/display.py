"""What a picture does by itself: it is saved as a file and shown in a notebook."""

import base64
from os import PathLike
from pathlib import Path
from typing import Any, Self

from models.files import write_whole

from ..base.libraries import LIBRARIES

# A notebook keeps what it shows: 589,824 weights, 12 x 12 heads of 64 tokens, are 23 MB of SVG.
_MOST_CELLS = 50_000


class Displayed:
    """A picture or a chart. Notebooks call `_repr_mimebundle_`."""

    @property
    def cells(self) -> int:
        """The number of weights drawn."""
        return 0

    def save(self, file: str | PathLike[str], **options: Any) -> None:
        """Write a file; its ending says how: .svg, .pdf, .png, .tikz, .pptx or .csv, the numbers.

        `options` are those of `viz.draw.files.render`: preset, caption, transparent, shape, dark,
        and width, the printed width, such as "219pt" or "8cm". Raises ValueError for another ending
        or a text that is no width, and UserError for words that do not fit into the width, for
        characters that no installed font has, and for a file that cannot be written.
        """
        path = Path(file)
        ending = path.suffix.lower().lstrip(".")
        if ending == "csv":
            write_whole({path: LIBRARIES.tables.table(self).encode()})
        else:
            write_whole({path: LIBRARIES.files.render(self, ending, **options)})

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture as SVG, or PNG where it is large, and its caption as text."""
        text = getattr(self, "caption", "") or repr(self)
        if self.cells > _MOST_CELLS:
            png = LIBRARIES.files.render(self.reduced(), "png", "slide", refuse=False)
            return {"image/png": base64.b64encode(png).decode(), "text/plain": text}
        svg = LIBRARIES.files.render(self, "svg", "slide").decode()
        return {"image/svg+xml": svg, "text/plain": text}

    def reduced(self) -> Self:
        """Return what shows as much at the size of a slide; faster to draw if it is large."""
        return self
