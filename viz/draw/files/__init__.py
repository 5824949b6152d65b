"""Pictures for slides, papers and handouts: frozen values in, the bytes of an SVG, PDF or PNG out.

>>> from viz.draw.files import Matrix, Picture, render
>>> head = Matrix("A head", ("Le", "chien"), ("The", "dog"), weights)
>>> file = render(Picture((head,), caption="The dog → Le chien"), "svg", "slide")

`figures` makes pictures from a trace; `rendering` draws pictures and charts, by `pictures` and
`charting`, and writes GIFs; `tables` writes the numbers, `python -m viz.export` writes files.
Imports neither Streamlit nor torch, and matplotlib only when it first draws.
"""

from dataclasses import dataclass

from ...base.libraries import LIBRARIES
from ..chart import ChartSpec
from ..matrix import DIFFERENCE, SIGNED, Matrix
from ..picture import Animation, Layer, Lines, Picture, Translation, Words
from .presets import FORMATS, PRESETS, SHAPED, SHAPES, preset_of

__all__ = [
    "DIFFERENCE",
    "FORMATS",
    "PRESETS",
    "SHAPED",
    "SHAPES",
    "SIGNED",
    "Animation",
    "Chart",
    "Layer",
    "Lines",
    "Matrix",
    "Picture",
    "Translation",
    "Words",
    "animate",
    "render",
]


@dataclass(frozen=True)
class Chart:
    """A chart with its caption."""

    figure: ChartSpec
    caption: str = ""
    numbers: str = ""  # see Picture


def render(
    picture: Picture | Chart,
    format: str = "svg",
    preset: str = "slide",
    caption: bool = True,
    transparent: bool = False,
    shape: str = "16:9",
    dark: bool = False,
) -> bytes:
    """Draw a picture as a file; equal pictures give equal bytes.

    Raises ValueError for an unknown format, preset or shape.
    """
    look = preset_of(preset, shape, dark)
    file: bytes = LIBRARIES.rendering.draw_file(picture, look, format, caption, transparent)
    return file


def animate(
    animation: Animation, caption: bool = True, shape: str = "16:9", dark: bool = False
) -> bytes:
    """Draw an animation as a GIF of at most 2 MB; equal animations give equal bytes.

    Raises ValueError for an unknown shape.
    """
    look = preset_of(SHAPED, shape, dark)
    file: bytes = LIBRARIES.rendering.draw_gif(animation, look, caption)
    return file
