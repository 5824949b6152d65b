"""Pictures and charts as files. Loads matplotlib, so it is loaded when the first one is drawn."""

from . import Animation, Chart, Picture
from .animations import write_gif
from .charting.drawing import draw_chart
from .files import matplotlib_session, save
from .pictures.drawing import draw_picture
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
