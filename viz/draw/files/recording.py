"""What a figure consists of: outlines, strokes and words in points, for formats of our own."""

from dataclasses import dataclass, replace

import numpy as np
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Bbox

_SIDES = {"left": 0.0, "center": 0.5, "right": 1.0}  # where the anchor of a word is


@dataclass(frozen=True)
class Shape:
    """A path of one fill and one line; y runs upwards."""

    path: Path  # straight lines and cubic curves
    fill: str  # "#rrggbb"; "" for none
    fill_opacity: float
    line: str  # "#rrggbb"; "" for none
    line_opacity: float
    width: float
    dashes: tuple[float, ...]
    kind: str  # what it shows: "cells", "frame", ...; "" unknown

    def subpaths(self) -> list[list[tuple[int, np.ndarray]]]:
        """Return the parts of the path: codes of matplotlib, each with its points `[point, xy]`.

        The codes are MOVETO, LINETO, CURVE4 and CLOSEPOLY.
        """
        parts: list[list[tuple[int, np.ndarray]]] = []
        here = np.zeros(2)
        for flat, code in self.path.iter_segments(simplify=False, curves=True):
            points = np.reshape(flat, (-1, 2))
            if code == Path.MOVETO:
                parts.append([])
            elif code == Path.CURVE3:
                middle, end = points
                points = np.array([here, end, end]) + np.array([2, 2, 0])[:, None] / 3 * (
                    middle - np.array([here, end, end])
                )
                code = Path.CURVE4
            parts[-1].append((int(code), points))
            here = points[-1]
        return parts

    @property
    def is_area(self) -> bool:
        """Whether the path has an inside to fill."""
        return bool(self.fill) and len(np.asarray(self.path.vertices)) > 2


@dataclass(frozen=True)
class DrawnWord:
    """A line of text; its base line starts, ends or has its middle at (x, y), y upwards."""

    text: str
    x: float
    y: float
    width: float
    size: float
    side: str  # "left", "center" or "right"
    angle: float  # degrees, anticlockwise
    colour: str
    opacity: float
    bold: bool
    kind: str  # "title", "label", "number", "legend", "caption" or "text"

    def ends_at(self, other: "DrawnWord | None") -> bool:
        """Whether the word ends where the other begins: both then stand together in any font."""
        return (
            other is not None
            and other.side == self.side == "right"
            and np.allclose((self.x, self.y), (other.x - other.width, other.y), atol=0.1)
        )


class _Recorder(RendererBase):
    """A renderer of matplotlib that keeps what it is told to draw; a pixel is a point."""

    def __init__(self, width: float, height: float):
        super().__init__()
        self.size = width, height
        self.items: list[Shape | DrawnWord] = []
        self.kinds: list[str] = []

    def flipy(self) -> bool:
        return False

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.size

    def open_group(self, s: str, gid: str | None = None) -> None:
        self.kinds.append((gid or "").rpartition("-")[0])

    def close_group(self, s: str) -> None:
        self.kinds.pop()

    @property
    def kind(self) -> str:
        return next((kind for kind in reversed(self.kinds) if kind), "")

    def draw_path(self, gc, path, transform, rgbFace=None) -> None:
        clip = gc.get_clip_rectangle()
        drawn = transform.transform_path(path)
        if clip is not None and not _contains(clip, drawn):
            if rgbFace is None:
                drawn = drawn.cleaned(clip=clip.extents, simplify=False, curves=True)
            else:
                drawn = drawn.clip_to_bbox(clip)
        if not len(np.asarray(drawn.vertices)):
            return
        opacity, line = gc.get_alpha(), gc.get_rgb()
        forced = gc.get_forced_alpha()
        width = gc.get_linewidth() if len(line) < 4 or line[3] or forced else 0.0
        fill_opacity = rgbFace[3] if rgbFace is not None and len(rgbFace) > 3 else 1.0
        self.items.append(
            Shape(
                drawn,
                "" if rgbFace is None or fill_opacity == 0 else to_hex(rgbFace[:3]),
                round(float(opacity if forced else fill_opacity), 4),
                to_hex(line[:3]) if width else "",
                round(float(opacity if forced else line[3] if len(line) > 3 else 1), 4),
                float(width),
                tuple(float(length) for length in gc.get_dashes()[1] or ()),
                self.kind,
            )
        )

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None) -> None:
        width, _, _ = self.get_text_width_height_descent(s, prop, False)
        side = mtext.get_ha() if mtext is not None else "left"
        along = np.deg2rad(angle)
        self.items.append(
            DrawnWord(
                s,
                float(x + _SIDES[side] * width * np.cos(along)),
                float(y + _SIDES[side] * width * np.sin(along)),
                float(width),
                float(prop.get_size_in_points()),
                side,
                float(angle),
                to_hex(gc.get_rgb()[:3]),
                round(float(gc.get_alpha()), 4),
                str(prop.get_weight()) in ("bold", "600", "700"),
                self.kind or "text",
            )
        )


def _contains(clip: Bbox, path: Path) -> bool:
    """Whether a path lies within a rectangle."""
    vertices = np.asarray(path.vertices)
    (left, below), (right, above) = vertices.min(0), vertices.max(0)
    inside = clip.x0 <= left and right <= clip.x1 and clip.y0 <= below and above <= clip.y1
    return bool(inside)


def record(figure: Figure) -> list[Shape | DrawnWord]:
    """Return what a figure draws, in points from its lower left corner, the lowest first."""
    dpi = figure.get_dpi()
    figure.set_dpi(72)
    figure.patch.set_visible(False)  # the paper is the format's own
    try:
        width, height = figure.bbox.size
        recorder = _Recorder(width, height)
        figure.draw(recorder)
    finally:
        figure.set_dpi(dpi)
    return _gathered(recorder.items)


def _gathered(items: list[Shape | DrawnWord]) -> list[Shape | DrawnWord]:
    """Make one shape of all cells of a colour; they lie on the grounds and under all else."""
    grounds: list[Shape | DrawnWord] = []
    cells: dict[tuple, list[Shape]] = {}
    rest: list[Shape | DrawnWord] = []
    for item in items:
        if isinstance(item, Shape) and item.kind == "cells":
            look = item.fill, item.fill_opacity, item.line, item.line_opacity, item.width
            cells.setdefault(look, []).append(item)
        else:
            (grounds if item.kind == "ground" else rest).append(item)
    joined = [
        replace(same[0], path=Path.make_compound_path(*(shape.path for shape in same)))
        for same in cells.values()
    ]
    return [*grounds, *joined, *rest]
