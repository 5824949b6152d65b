"""Draw pictures and charts as files. Loads matplotlib, so import it only to draw."""

import io
from collections.abc import Sequence

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from . import Animation, Chart, Picture
from .charting import draw_chart
from .files import matplotlib_session, save
from .pictures import draw_picture
from .presets import Preset


def draw_file(
    picture: Picture | Chart, preset: Preset, format: str, caption: bool, transparent: bool
) -> bytes:
    """Draw a picture or a chart as a file. Raises ValueError for an unknown format."""
    with matplotlib_session():
        if isinstance(picture, Chart):
            figure = draw_chart(picture.figure, picture.caption if caption else "", preset)
        else:
            figure = draw_picture(picture, preset, caption)
        return save(figure, format, preset, transparent)


def draw_gif(animation: Animation, preset: Preset, caption: bool) -> bytes:
    """Draw an animation as a GIF."""
    frames = [draw_picture(frame, preset, caption) for frame in animation.frames]
    return write_gif(frames, preset.paper, animation.pause)


LARGEST = 2 * 1024 * 1024  # bytes of a GIF
DPI = 96  # of the first try: a slide of 960 points has 1280 pixels
COLOURS = 128  # of all frames together
LAST = 3  # the last frame stays so many times as long


def write_gif(figures: Sequence[Figure], paper: str, pause: int) -> bytes:
    """Write the figures as a GIF that loops, each for `pause` milliseconds.

    It is 1280 pixels wide, and smaller where the file would exceed 2 MB.
    """
    dpi: float = DPI
    while True:
        content = encode([paint(figure, paper, dpi) for figure in figures], pause)
        if len(content) <= LARGEST or dpi < 20:
            return content
        dpi *= 0.8


def paint(figure: Figure, paper: str, dpi: float) -> Image.Image:
    with matplotlib_session():
        figure.set(dpi=dpi, facecolor=paper)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def encode(frames: Sequence[Image.Image], pause: int) -> bytes:
    """Encode the frames with one palette: that of the first and of the last, complete frame."""
    both = Image.new("RGB", (frames[0].width, 2 * frames[0].height))
    both.paste(frames[0], (0, 0))
    both.paste(frames[-1], (0, frames[0].height))
    palette = both.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    first, *rest = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = io.BytesIO()
    first.save(
        file,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[pause] * len(rest) + [LAST * pause],
        loop=0,
        optimize=False,
    )
    return file.getvalue()
