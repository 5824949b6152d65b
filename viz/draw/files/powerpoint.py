"""A figure as a slide of PowerPoint: shapes and words, which the author of a deck restyles.

Words are in the theme's font and, like the background and the colours of heads, in the theme's
colours; the cells of one colour are one shape. All of it is one group, with the caption as its
alternative text, and the caption stands in the notes.
"""

import io
import zipfile
from datetime import datetime

import numpy as np
from matplotlib.figure import Figure
from matplotlib.path import Path
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_LINE, MSO_THEME_COLOR
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE, PP_ALIGN
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.opc.oxml import serialize_part_xml
from pptx.oxml import parse_xml
from pptx.oxml.ns import _nsmap as nsmap
from pptx.oxml.ns import qn
from pptx.util import Pt

from models import __version__

from ...base.theme import HEADS
from .presets import Preset
from .recording import DrawnWord, Shape, record

FONTS = ("DejaVu Sans",)  # words are measured in a wide font: those of a deck fit too
_BLANK = 6  # the layout without placeholders in python-pptx's template
_ACCENTS = (
    MSO_THEME_COLOR.ACCENT_1,
    MSO_THEME_COLOR.ACCENT_2,
    MSO_THEME_COLOR.ACCENT_3,
    MSO_THEME_COLOR.ACCENT_4,
    MSO_THEME_COLOR.ACCENT_5,
    MSO_THEME_COLOR.ACCENT_6,
)
_ALIGNED = {"left": PP_ALIGN.LEFT, "center": PP_ALIGN.CENTER, "right": PP_ALIGN.RIGHT}
# Of Calibri, the theme's font, in sizes of its type.
_HEIGHT, _ASCENT = 1.22, 0.952
_NEVER = datetime(2000, 1, 1)  # equal pictures give equal bytes
_SCALE = 100  # steps of a freeform in a point


def draw_slide(figure: Figure, preset: Preset, title: str, subject: str, notes: str) -> bytes:
    """Return a presentation of one slide with the figure as shapes."""
    deck = Presentation()
    width, height = (float(length) * 72 for length in figure.get_size_inches())
    deck.slide_width, deck.slide_height = Pt(width), Pt(height)
    _colour_theme(deck, preset)
    slide = deck.slides.add_slide(deck.slide_layouts[_BLANK])
    group = slide.shapes.add_group_shape()
    group.name = "Heads Up"
    group._element.nvGrpSpPr.cNvPr.set("descr", title or subject)
    colours = _theme_colours(preset)
    before, paragraph = None, None
    for item in record(figure):
        if isinstance(item, Shape):
            _add_shape(group.shapes, item, height, colours)
            continue
        if paragraph is None or not item.ends_at(before):
            paragraph = _add_box(group.shapes, item, height)
        _add_run(paragraph, item, colours)
        before = item
    slide.notes_slide.notes_text_frame.text = notes
    about = deck.core_properties
    about.title, about.subject, about.keywords = title[:255], subject[:255], "attention"
    about.author = about.last_modified_by = f"Heads Up {__version__}"
    about.created = about.modified = _NEVER
    return _undated(deck)


def _theme_colours(preset: Preset) -> dict[str, MSO_THEME_COLOR]:
    """Return the colours that the theme of a deck sets."""
    heads = dict(zip(map(str, HEADS), _ACCENTS)) if preset.colours else {}
    return heads | {
        preset.paper: MSO_THEME_COLOR.BACKGROUND_1,
        preset.text: MSO_THEME_COLOR.TEXT_1,
    }


def _colour_theme(deck, preset: Preset) -> None:
    """Give the theme of a deck our colours."""
    part = deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme = parse_xml(part.blob)
    wanted = {"dk1": preset.text, "lt1": preset.paper, "dk2": preset.muted} | {
        f"accent{number}": colour for number, colour in enumerate(HEADS[: len(_ACCENTS)], start=1)
    }
    for name, colour in wanted.items():
        (slot,) = theme.iter(qn(f"a:{name}"))
        slot.clear()
        slot.append(slot.makeelement(qn("a:srgbClr"), {"val": colour[1:].upper()}))
    part._blob = serialize_part_xml(theme)


def _add_box(shapes, word: DrawnWord, page: float):
    """Add a box without margins for a line of text, turned around its anchor."""
    width, height = word.width, _HEIGHT * word.size
    across = {"left": 0.5, "center": 0.0, "right": -0.5}[word.side] * width
    down = (_HEIGHT / 2 - _ASCENT) * word.size
    turn = np.deg2rad(word.angle)
    x = word.x + across * np.cos(turn) + down * np.sin(turn)
    y = page - word.y - across * np.sin(turn) + down * np.cos(turn)
    box = shapes.add_textbox(Pt(x - width / 2), Pt(y - height / 2), Pt(width), Pt(height))
    box.rotation = -word.angle
    box.name = word.kind
    frame = box.text_frame
    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = 0
    frame.word_wrap, frame.auto_size = False, MSO_AUTO_SIZE.NONE
    frame.vertical_anchor = MSO_ANCHOR.TOP
    frame.paragraphs[0].alignment = _ALIGNED[word.side]
    return frame.paragraphs[0]


def _add_run(paragraph, word: DrawnWord, colours: dict) -> None:
    """Write a word into its box, before those that are there."""
    run = paragraph.add_run()
    if len(paragraph.runs) > 1:
        paragraph.runs[0]._r.addprevious(run._r)
    run.text = word.text
    run.font.size, run.font.bold = Pt(round(word.size, 1)), word.bold
    _paint(run.font.fill, word.colour, word.opacity, colours)


def _add_shape(shapes, shape: Shape, page: float, colours: dict) -> None:
    """Add a path: one rectangle, one line, or a freeform of all its parts."""
    parts = shape.subpaths()
    if not parts or not (shape.is_area or shape.line):
        return
    straight = all(code != Path.CURVE4 for code, _ in parts[0])
    corners = np.array([points[-1] for code, points in parts[0] if code != Path.CLOSEPOLY])
    corners = corners * (1, -1) + (0, page)
    low, high = corners.min(0), corners.max(0)
    if len(parts) == 1 and straight and len(corners) == 2:
        added = shapes.add_connector(MSO_CONNECTOR.STRAIGHT, *map(Pt, corners.ravel()))
    elif len(parts) == 1 and straight and _is_rectangle(corners):
        added = shapes.add_shape(MSO_SHAPE.RECTANGLE, *map(Pt, (*low, *(high - low))))
    else:
        added = _freeform(shapes, shape, page)
    added.name = shape.kind or "shape"
    for style in added._element.findall(qn("p:style")):  # shadows of the theme
        added._element.remove(style)
    if hasattr(added, "fill"):
        if shape.is_area:
            _paint(added.fill, shape.fill, shape.fill_opacity, colours)
        else:
            added.fill.background()
    if shape.line:
        _paint(added.line.fill, shape.line, shape.line_opacity, colours)
        added.line.width = Pt(shape.width)
        if shape.dashes:
            added.line.dash_style = MSO_LINE.DASH
    else:
        added.line.fill.background()


def _is_rectangle(points: np.ndarray) -> bool:
    """Whether points `[corner, xy]` go around an upright rectangle."""
    if len(points) != 4:
        return False
    sides = np.roll(points, -1, axis=0) - points
    return bool(np.isclose(sides, 0, atol=1e-6).any(1).all())


def _freeform(shapes, shape: Shape, page: float):
    """Add a path of several parts as one shape, its curves too."""
    vertices = np.asarray(shape.path.get_extents().get_points())
    (left, below), (right, above) = vertices
    left, top = left, page - above
    size = np.maximum([right - left, above - below], 1 / _SCALE)
    builder = shapes.build_freeform(0, 0)
    builder.add_line_segments([(1, 1)])
    added = builder.convert_to_shape()  # a path that is replaced, as python-pptx's are quadratic
    added.left, added.top = Pt(left), Pt(top)
    added.width, added.height = map(Pt, size)
    wide, high = np.rint(size * _SCALE).astype(int)
    fill = "norm" if shape.is_area else "none"
    steps = "".join(
        _step(code, np.rint((points * (1, -1) + (-left, page - top)) * _SCALE).astype(int))
        for part in shape.subpaths()
        for code, points in part
    )
    path = f'<a:path xmlns:a="{nsmap["a"]}" w="{wide}" h="{high}" fill="{fill}">{steps}</a:path>'
    (old,) = added._element.iter(qn("a:path"))
    old.getparent().replace(old, parse_xml(path))
    return added


def _step(code: int, points: np.ndarray) -> str:
    """Return a step of a path."""
    if code == Path.CLOSEPOLY:
        return "<a:close/>"
    name = {Path.MOVETO: "moveTo", Path.LINETO: "lnTo"}.get(np.uint8(code), "cubicBezTo")
    places = "".join(f'<a:pt x="{x}" y="{y}"/>' for x, y in points)
    return f"<a:{name}>{places}</a:{name}>"


def _paint(fill, colour: str, opacity: float, colours: dict) -> None:
    """Fill with a colour of the theme, or with another."""
    fill.solid()
    if colour in colours:
        fill.fore_color.theme_color = colours[colour]
    else:
        fill.fore_color.rgb = RGBColor.from_string(colour[1:].upper())
    if opacity < 1:
        # python-pptx has no opacity.
        (element,) = fill._xPr.find(qn("a:solidFill"))
        element.append(element.makeelement(qn("a:alpha"), {"val": str(round(opacity * 100_000))}))


def _undated(deck) -> bytes:
    """Return the file of a presentation without the time of its parts."""
    file, content = io.BytesIO(), io.BytesIO()
    deck.save(file)
    with zipfile.ZipFile(file) as parts, zipfile.ZipFile(content, "w") as whole:
        for name in parts.namelist():
            part = zipfile.ZipInfo(name, _NEVER.timetuple()[:6])
            whole.writestr(part, parts.read(name), zipfile.ZIP_DEFLATED)
    return content.getvalue()
