"""Draw pictures and charts as files. Loads matplotlib, so import it only to draw."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from models import UserError

from ...base.language import explain
from ...base.libraries import LIBRARIES
from ..alt import describe_values
from ..chart import Chart
from ..picture import Animation, Picture
from .charting.axes import finish_axes, prepare_axes
from .charting.fitting import fit_chart
from .charting.keys import add_colour_bar, add_legend
from .charting.marks import paint_mark
from .charting.notes import paint_arrow, paint_note, paint_rule
from .charting.sheet import Sheet
from .fonts import families, families_with, lacking
from .page import Page
from .pictures.arranging import Plan, plan_matrices, plan_thumbnails
from .pictures.coloured_words import plan_texts
from .pictures.lines import plan_lines
from .pictures.slides import plan_slide
from .presets import FORMATS, SLIDE, TIKZ, Preset
from .saving import caption_title, matplotlib_session, save
from .tikz import FONTS, draw_tikz
from .typesetting import LINE, caption_lines

_LARGEST = 2 * 1024 * 1024  # bytes of a GIF
_DPI = 96  # of the first try: a slide of 960 points has 1280 pixels
_COLOURS = 128  # of all frames together
_NAMED = 4  # parts of a picture named in the subject of its file
_LAST = 3  # the last frame stays so many times as long


def draw_file(
    picture: Picture | Chart,
    preset: Preset,
    format: str,
    caption: bool,
    transparent: bool,
    refuse: bool = True,
) -> bytes:
    """Draw a picture or a chart as a file.

    Raises ValueError for an unknown format, and UserError for words that do not fit into a width
    that was asked for. Characters that no font has are a UserError too, or without `refuse` a
    sentence below the picture.
    """
    if format in TIKZ:
        preset = replace(preset, fonts=FONTS)
    if format == SLIDE:
        preset = replace(preset, fonts=LIBRARIES.powerpoint.FONTS)
    with matplotlib_session():
        if format in FORMATS:
            # The reader of an SVG may have a font of its own.
            draw = partial(_draw_whole, refuse=refuse, can_lack=format == "svg")
            [figure], preset = draw([picture], preset, caption)
        else:  # the other program chooses fonts
            figure = _draw_figure(picture, preset, caption)
        if preset.given:
            _check_words(figure, preset)
        if format in TIKZ:
            return draw_tikz(figure, preset, caption_title(picture.caption) or _subject_of(picture))
        if format == SLIDE:
            title, subject = caption_title(picture.caption), _subject_of(picture)
            notes = "\n".join(filter(None, [picture.caption, subject]))
            file: bytes = LIBRARIES.powerpoint.draw_slide(figure, preset, title, subject, notes)
            return file
        return save(figure, format, preset, transparent, picture.caption, _subject_of(picture))


def _draw_figure(picture: Picture | Chart, preset: Preset, caption: bool) -> Figure:
    draw: Callable[..., Figure] = _draw_chart if isinstance(picture, Chart) else _draw_picture
    return draw(picture, preset, caption)


def _draw_whole(
    pictures: Sequence[Picture | Chart],
    preset: Preset,
    caption: bool,
    refuse: bool = True,
    can_lack: bool = False,
) -> tuple[list[Figure], Preset]:
    """Draw pictures with installed fonts for the characters that the preset's fonts lack.

    Raises UserError for characters that no font has, which without `refuse` is a sentence below the
    pictures, and nothing where they `can_lack`. Returns the preset with its further fonts too.
    """
    figures = [_draw_figure(picture, preset, caption) for picture in pictures]
    texts = {text.get_text() for figure in figures for text in figure.findobj(Text)}
    characters = lacking("".join(texts), families(preset))
    if not characters:
        return figures, preset
    others = families_with(characters)
    preset = replace(preset, fonts=(*preset.fonts, *others))
    if (rest := lacking(characters, others)) and not can_lack:
        error = UserError(
            "No font on this machine has {characters}. Install one that does, of the family Noto "
            "for example (Debian: fonts-noto-core, fonts-noto-cjk), or choose SVG.",
            characters=" ".join(sorted(rest)[:8]),
        )
        if refuse:
            raise error
        note = explain(error)
        captions = [f"{picture.caption}\n{note}" if caption else note for picture in pictures]
        pictures = [replace(picture, caption=text) for picture, text in zip(pictures, captions)]
        caption = True
    return [_draw_figure(picture, preset, caption) for picture in pictures], preset


def _subject_of(picture: Picture | Chart) -> str:
    """Say in a line what is drawn: a chart's extremes, or the names and sizes of the parts."""
    if isinstance(picture, Chart):
        return describe_values(picture)
    parts = [(matrix.title, matrix.values.shape) for matrix in picture.matrices]
    if picture.lines is not None and not picture.is_slide:
        parts.append((picture.lines.title, picture.lines.weights.shape))
    parts += [(text.title, text.values.shape) for text in picture.texts]
    named = [f"{title} ({' × '.join(map(str, shape))})" for title, shape in parts[:_NAMED]]
    return "; ".join(named) + (f"; … ({len(parts)})" if len(parts) > _NAMED else "")


def _check_words(figure: Figure, preset: Preset) -> None:
    """Raise UserError for words smaller than the preset's least, or wider than the page."""
    words = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    is_small = any(round(float(text.get_fontsize()), 1) < preset.least for text in words)
    box = figure.get_tightbbox(FigureCanvasAgg(figure).get_renderer())  # in inches
    slack = 1 / 72  # a point: type has air beside it
    if is_small or box.x0 < -slack or box.x1 > preset.width / 72 + slack:
        raise UserError(
            "At a width of {width} some words of this picture would be smaller than {least:g} pt "
            "or cut. Choose a greater width or another figure.",
            width=preset.given,
            least=preset.least,
        )


def _draw_chart(chart: Chart, preset: Preset, caption: bool = True) -> Figure:
    """Draw a chart and its caption."""
    with matplotlib_session():
        sheet = Sheet(chart, preset, chart.caption if caption else "")
        prepare_axes(sheet)
        for mark in chart.marks:
            paint_mark(sheet, mark)
        for rule in chart.rules:
            paint_rule(sheet, rule)
        for arrow in chart.arrows:
            paint_arrow(sheet, arrow)
        for note in chart.notes:
            paint_note(sheet, note)
        finish_axes(sheet)
        if chart.heatmap is not None:
            add_colour_bar(sheet, chart.heatmap)
        add_legend(sheet)
        fit_chart(sheet)
        sheet.axes.figure.set_dpi(sheet.preset.dpi)
        return sheet.axes.figure


def _draw_picture(picture: Picture, preset: Preset, caption: bool = True) -> Figure:
    """Draw a picture and its caption."""
    page = Page(preset)
    with matplotlib_session():
        text = picture.caption if caption else ""
        notes: list[str] = []
        # The caption names the words that are left out, and itself takes room.
        for _ in range(2):
            lines, size = caption_lines("\n".join(filter(None, [text, *notes])), preset)
            below = LINE * size * len(lines) + (0.6 * size if lines else 0)
            room = (
                preset.width - 2 * preset.margin,
                (preset.height or preset.most) - 2 * preset.margin - below,
            )
            plan = _plan_picture(picture, room, preset)
            if notes == plan.notes:
                break
            notes = plan.notes
        height = preset.height or plan.height + below + 2 * preset.margin
        plan.paint(page, preset.margin, preset.margin)
        page.caption(height - preset.margin - LINE * size * len(lines), lines, size)
        return page.figure(height)


def _plan_picture(picture: Picture, room: tuple[float, float], preset: Preset) -> Plan:
    if picture.is_slide:
        return plan_slide(picture, room, preset)
    if picture.lines is not None:
        return plan_lines(picture.lines, room, preset)
    if picture.texts:
        return plan_texts(picture.texts, room, preset)
    if picture.across:
        return plan_thumbnails(picture, room, preset)
    return plan_matrices(picture, room, preset)


def draw_gif(animation: Animation, preset: Preset, caption: bool, refuse: bool = True) -> bytes:
    """Draw an animation as a GIF. Raises UserError as `_draw_whole`."""
    with matplotlib_session():
        frames, _ = _draw_whole(animation.frames, preset, caption, refuse)
    return _write_gif(frames, preset.paper, animation.pause)


def _write_gif(figures: Sequence[Figure], paper: str, pause: int) -> bytes:
    """Write the figures as a GIF that loops, each for `pause` milliseconds.

    It is 1280 pixels wide, and smaller where the file would exceed 2 MB.
    """
    dpi: float = _DPI
    while True:
        content = _encode([_paint(figure, paper, dpi) for figure in figures], pause)
        if len(content) <= _LARGEST or dpi < 20:
            return content
        dpi *= 0.8


def _paint(figure: Figure, paper: str, dpi: float) -> Image.Image:
    with matplotlib_session():
        figure.set(dpi=dpi, facecolor=paper)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def _encode(frames: Sequence[Image.Image], pause: int) -> bytes:
    """Encode the frames with one palette: that of the first and of the last, complete frame."""
    both = Image.new("RGB", (frames[0].width, 2 * frames[0].height))
    both.paste(frames[0], (0, 0))
    both.paste(frames[-1], (0, frames[0].height))
    palette = both.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)
    first, *rest = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = io.BytesIO()
    first.save(
        file,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[pause] * len(rest) + [_LAST * pause],
        loop=0,
        optimize=False,
    )
    return file.getvalue()
