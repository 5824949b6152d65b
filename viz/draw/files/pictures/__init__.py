"""Pictures on paper: the values of `viz.draw.picture` drawn by matplotlib."""

from ...picture import Picture
from ..files import matplotlib_session
from ..page import Page
from ..presets import Preset, preset_of
from ..typesetting import LINE, caption_lines
from .arranging import Plan, plan_matrices, plan_thumbnails
from .lines import plan_lines
from .slides import plan_slide
from .texts import plan_texts


def draw_picture(picture: Picture, preset: str | Preset = "slide", caption: bool = True):
    """Draw a picture as a matplotlib Figure. Raises ValueError for an unknown preset."""
    look = preset_of(preset) if isinstance(preset, str) else preset
    page = Page(look)
    with matplotlib_session():
        text = picture.caption if caption else ""
        notes: list[str] = []
        # The caption names the words that are left out, and itself takes room.
        for _ in range(2):
            lines, size = caption_lines("\n".join(filter(None, [text, *notes])), look)
            below = LINE * size * len(lines) + (0.6 * size if lines else 0)
            room = (
                look.width - 2 * look.margin,
                (look.height or look.most) - 2 * look.margin - below,
            )
            plan = plan_picture(picture, room, look)
            if notes == plan.notes:
                break
            notes = plan.notes
        height = look.height or plan.height + below + 2 * look.margin
        plan.paint(page, look.margin, look.margin)
        page.caption(height - look.margin - LINE * size * len(lines), lines, size)
        return page.figure(height)


def plan_picture(picture: Picture, room: tuple[float, float], preset: Preset) -> Plan:
    if picture.is_slide:
        return plan_slide(picture, room, preset)
    if picture.lines is not None:
        return plan_lines(picture.lines, room, preset)
    if picture.texts:
        return plan_texts(picture.texts, room, preset)
    if picture.across:
        return plan_thumbnails(picture, room, preset)
    return plan_matrices(picture, room, preset)
