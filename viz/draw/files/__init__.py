"""Files for slides, papers and handouts: a frozen value in, the bytes of an SVG, PDF or PNG out.

>>> from viz.draw.files import render
>>> from viz.draw.matrix import Matrix
>>> from viz.draw.picture import Picture
>>> head = Matrix("A head", ("Le", "chien"), ("The", "dog"), weights)
>>> file = render(Picture((head,), caption="The dog → Le chien"), "svg", "slide")

`rendering` draws pictures (with `pictures`) and charts (with `charting`), and writes GIFs; `tables`
writes the numbers as CSV, `archive` the arrays of a trace. Imports neither Streamlit nor torch, and
matplotlib only when it first draws.
"""

from ...base.libraries import LIBRARIES
from ..chart import Chart
from ..picture import Animation, Picture
from .presets import SHAPED, preset_of


def render(
    picture: Picture | Chart,
    format: str = "svg",
    preset: str = "",
    caption: bool = True,
    transparent: bool = False,
    shape: str = "16:9",
    dark: bool = False,
    width: str = "",
    refuse: bool = True,
) -> bytes:
    """Draw a picture as a file; equal pictures give equal bytes.

    `width` is that of the printed picture, such as "219pt", "8cm" or "3.5in". Without a preset it
    is one for papers, and without a width a slide. Raises ValueError for an unknown format, preset,
    shape or width, and UserError for words that do not fit into the width, and for characters that
    no installed font has; without `refuse` these are named below the picture.
    """
    look = preset_of(preset, shape, dark, width)
    file: bytes = LIBRARIES.rendering.draw_file(picture, look, format, caption, transparent, refuse)
    return file


def animate(
    animation: Animation,
    caption: bool = True,
    shape: str = "16:9",
    dark: bool = False,
    refuse: bool = True,
) -> bytes:
    """Draw an animation as a GIF of at most 2 MB; equal animations give equal bytes.

    Raises ValueError for an unknown shape, and UserError as `render`.
    """
    look = preset_of(SHAPED, shape, dark)
    file: bytes = LIBRARIES.rendering.draw_gif(animation, look, caption, refuse)
    return file
