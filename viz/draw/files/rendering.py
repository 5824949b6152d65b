"""Pictures and charts as files. Loads matplotlib, so it is loaded when the first one is drawn."""

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
    """The file of a picture. Raises ValueError for a format that there is not."""
    with matplotlib_session():
        if isinstance(picture, Chart):
            figure = draw_chart(picture.figure, picture.caption if caption else "", preset)
        else:
            figure = draw_picture(picture, preset, caption)
        return save(figure, format, preset, transparent)


def draw_gif(animation: Animation, preset: Preset, caption: bool) -> bytes:
    """The GIF of slides that follow each other."""
    frames = [draw_picture(frame, preset, caption) for frame in animation.frames]
    return write_gif(frames, preset.paper, animation.pause)


LARGEST = 2 * 1024 * 1024  # bytes of a file
DPI = 96  # of the first try: a slide of 960 points has 1280 pixels
COLOURS = 128  # in all frames together
LAST = 3  # so many times as long stands the last frame


def write_gif(figures: Sequence[Figure], paper: str, pause: int) -> bytes:
    """The GIF of these figures, each on show for `pause` milliseconds, over and over.

    As large as 1280 pixels, and smaller if the file would be above 2 MB.
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
    """The frames with one palette, that of the last, which shows everything, and of the first."""
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
