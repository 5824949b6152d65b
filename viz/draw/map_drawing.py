"""The map of a whole model as SVG: a strip, and a large picture for a dialog or a slide.

Colours are CSS variables that fall back to the colours of a light page.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from ..analysis.views import HeadChoice
from ..base.language import t, translatable
from .model_map import (
    ATTENTION,
    BILSTM,
    FEED_FORWARD,
    LSTM,
    TOWERS,
    ModelMap,
    Part,
    Tower,
    describe_place,
)

_INK = "var(--map-ink, #1f2937)"
_MUTED = "var(--map-muted, #5b6472)"
_PAPER = "var(--map-paper, #ffffff)"
_FILL = "var(--map-fill, #eef1f6)"
_ACCENT = "var(--map-accent, #1c4f94)"
_FONT = "var(--map-font, sans-serif)"
_PART_TITLES = translatable(
    {
        ATTENTION: "self",
        "cross": "cross",
        FEED_FORWARD: "feed-forward",
        LSTM: "LSTM",
        BILSTM: "LSTM, both ways",
    }
)


@dataclass(frozen=True)
class _Box:
    """A rectangle in the units of the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


def _draw_box(
    box: _Box, fill: str, stroke: str = _MUTED, width: float = 1, radius: float = 4
) -> str:
    """Draw a rounded rectangle."""
    return (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" '
        f'rx="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'
    )


def _draw_text(
    x: float, y: float, text: str, size: float, colour: str = _INK, anchor: str = "middle"
) -> str:
    """Draw text, centred vertically at `y`."""
    return (
        f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="{size:g}" fill="{colour}" '
        f'text-anchor="{anchor}" font-family="{_FONT}">{escape(text)}</text>'
    )


def _draw_fitted(box: _Box, text: str) -> str:
    """Draw text in the middle of a box, as large as fits."""
    return _draw_text(*box.middle, text, min(_SMALL, 1.9 * (box.width - 8) / max(4, len(text))))


def _draw_arrow(points: str, colour: str = _MUTED, width: float = 1.5) -> str:
    """Draw a line through points, "x,y x,y", with an arrowhead at its end."""
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        'marker-end="url(#arrow)"/>'
    )


def _draw_line(x: float, y: float, right: float, width: float) -> str:
    """Draw the stream, from left to right."""
    return (
        f'<line x1="{x:g}" y1="{y:g}" x2="{right:g}" y2="{y:g}" stroke="{_MUTED}" '
        f'stroke-width="{width:g}" stroke-opacity="0.45"/>'
    )


def _arrange_heads(count: int) -> tuple[int, int]:
    """Return the rows and columns of `count` heads, close to a square."""
    columns = math.ceil(math.sqrt(count))
    return math.ceil(count / columns), columns


def _draw_heads(part: Part, layer: int, room: _Box, size: float, choice: HeadChoice | None) -> str:
    """Draw the heads of a part in the middle of `room`, each a numbered square of `size`."""
    rows, columns = _arrange_heads(part.heads)
    left = room.middle[0] - columns * size / 2
    top = room.middle[1] - rows * size / 2
    squares = []
    for head in range(part.heads):
        row, column = divmod(head, columns)
        gap = size / 12
        box = _Box(
            left + column * size + gap, top + row * size + gap, size - 2 * gap, size - 2 * gap
        )
        here = HeadChoice(part.stack, layer, head)
        lit = choice == here
        number = ""
        if size >= 16:
            colour = _PAPER if lit else _INK
            number = _draw_text(*box.middle, str(head + 1), min(15, 0.55 * size), colour)
        square = _draw_box(box, _ACCENT if lit else _PAPER, _ACCENT if lit else _MUTED, 1, size / 8)
        squares.append(_wrap_choice(square + number, here, "head", lit))
    return "".join(squares)


def _wrap_choice(inside: str, choice: HeadChoice, kind: str, lit: bool = False) -> str:
    """Wrap the drawing of a head or a layer with its data, so that a click identifies it."""
    name = describe_place(choice)
    data = f'data-stack="{choice.stack}" data-layer="{choice.layer}" data-head="{choice.head}"'
    return (
        f'<g class="{kind}{" lit" if lit else ""}" {data}><title>{escape(name)}</title>{inside}</g>'
    )


def _wrap_drawing(inside: str, width: float, height: float, alt: str) -> str:
    """Wrap the drawing in an SVG element."""
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{_MUTED}"/></marker></defs>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'aria-label="{escape(alt)}">{arrow}{inside}</svg>'
    )


def _iterate_parts(tower: Tower) -> Iterator[tuple[int, Part]]:
    """Yield each part with its layer."""
    for layer, parts in enumerate(tower.layers):
        for part in parts:
            yield layer, part


# --- the strip -----------------------------------------------------------------------------------

_STRIP_HEIGHT = 44
_STRIP_TEXT = 13
_LETTER = 0.64 * _STRIP_TEXT  # upper bound of a letter's mean width


def draw_strip(model: ModelMap, choice: HeadChoice | None) -> str:
    """Draw the map as a strip: towers side by side, a small block of heads for each attention."""
    inside, x, middle = [], 4.0, _STRIP_HEIGHT / 2
    for place, tower in enumerate(model.towers):
        if place:
            inside.append(_draw_arrow(f"{x - 4:g},{middle:g} {x + 18:g},{middle:g}"))
            x += 24
        title = t(TOWERS[tower.name])
        inside.append(_draw_text(x, middle, title, _STRIP_TEXT, anchor="start"))
        x += _LETTER * len(title) + 8
        start = x
        blocks = []
        for layer, part in _iterate_parts(tower):
            rows, columns = _arrange_heads(part.heads or 1)
            size = (_STRIP_HEIGHT - 12) / max(rows, 2)
            width = columns * size if part.heads else 12
            box = _Box(x, 4, width + 4, _STRIP_HEIGHT - 8)
            blocks.append(_draw_strip_part(part, layer, box, size, choice))
            x = box.right + (8 if part == tower.layers[layer][-1] else 3)
        inside.append(_draw_line(start - 4, middle, x, 5))
        inside += blocks
    inside.append(_draw_arrow(f"{x - 6:g},{middle:g} {x + 16:g},{middle:g}"))
    inside.append(_draw_text(x + 22, middle, model.writes, _STRIP_TEXT, anchor="start"))
    width = x + 26 + _LETTER * len(model.writes)
    return _wrap_drawing("".join(inside), width, _STRIP_HEIGHT, model.describe(choice))


def _draw_strip_part(
    part: Part, layer: int, box: _Box, size: float, choice: HeadChoice | None
) -> str:
    """Draw a part of the strip: a block of heads, or a narrow box for anything else."""
    if not part.heads:
        return _draw_box(_Box(box.x + 2, box.y + 8, box.width - 4, box.height - 16), _FILL)
    lit = choice is not None and (choice.stack, choice.layer) == (part.stack, layer)
    frame = _draw_box(box, _FILL, _ACCENT if lit else _MUTED, 2 if lit else 0.75)
    return frame + _draw_heads(part, layer, box, size, choice)


# --- the large map -------------------------------------------------------------------------------

_WIDTH = 1280  # at least; many layers make the drawing wider
_WIDEST = 420  # of a layer, where there are few
_NARROWEST = 86  # of a layer: room for its title
_SMALLEST = 6  # of a head
_MARGIN = 20
_ENDS = 118  # width of the input on the left and of the output on the right
_TOWER_HEIGHT = 250
_LABEL = 17
_SMALL = 14
# What surrounds the content: of a layer, of each of its parts, and of the heads in a part.
_LAYER_GAP, _LAYER_INSET, _PART_INSET, _HEADS_INSET = 12, 8, 6, 4


def draw_large(model: ModelMap, choice: HeadChoice | None) -> str:
    """Draw the map as a picture: a row for each tower, its layers from left to right."""
    inside, height = [], _MARGIN + len(model.towers) * _TOWER_HEIGHT
    width = max(_WIDTH, 2 * (_MARGIN + _ENDS) + max(map(_needed_width, model.towers)))
    for place, tower in enumerate(model.towers):
        area = _Box(0, _MARGIN + place * _TOWER_HEIGHT, width, _TOWER_HEIGHT)
        is_last = place == len(model.towers) - 1
        inside.append(_draw_tower(model, tower, area, is_last, choice))
    return _wrap_drawing("".join(inside), width, height, model.describe(choice))


def _needed_width(tower: Tower) -> float:
    """The width that the layers of a tower need, so that each head has its smallest size."""

    def part_width(part: Part) -> float:
        _, columns = _arrange_heads(part.heads or 1)
        return columns * _SMALLEST + _HEADS_INSET + _PART_INSET

    def layer_width(parts: tuple[Part, ...]) -> float:
        widest = max(map(part_width, parts), default=0)
        return max(_NARROWEST, len(parts) * widest + _LAYER_INSET + _LAYER_GAP)

    return len(tower.layers) * max(map(layer_width, tower.layers), default=0)


def _draw_tower(
    model: ModelMap, tower: Tower, area: _Box, is_last: bool, choice: HeadChoice | None
) -> str:
    """Draw one row of the large map."""
    top, stream_y = area.y, area.y + 196
    left, right = _MARGIN + _ENDS, area.width - _MARGIN - _ENDS
    is_first = tower == model.towers[0]
    reads = model.reads if is_first else t("Written so far")
    start = _Box(_MARGIN, stream_y - 22, _ENDS - 24, 44)
    inside = [
        _draw_text(_MARGIN, top + 12, t(TOWERS[tower.name]), 22, anchor="start"),
        _draw_box(start, _FILL),
        _draw_fitted(start, reads),
        _draw_line(start.right, stream_y, right + 8, 12),
        _draw_text(left, stream_y + 26, model.stream, _SMALL, _MUTED, "start"),
        _draw_arrow(f"{right + 4:g},{stream_y:g} {right + 22:g},{stream_y:g}"),
    ]
    count = max(1, len(tower.layers))
    room = min((right - left) / count, _WIDEST)
    first = left + (right - left - count * room) / 2
    for layer, parts in enumerate(tower.layers):
        box = _Box(first + layer * room + _LAYER_GAP / 2, top + 34, room - _LAYER_GAP, 132)
        inside.append(_draw_layer(tower, layer, parts, box, stream_y, choice))
    end = _Box(right + 24, stream_y - 22, _ENDS - 24, 44)
    if is_last:
        inside += [
            _draw_box(end, _FILL, _ACCENT, 2),
            _draw_fitted(end, model.writes),
        ]
    elif model.has_cross:
        # The encoder's output goes down to all cross-attentions below.
        below = top + _TOWER_HEIGHT + 2
        corner = f"{end.middle[0]:g},{stream_y:g} {end.middle[0]:g},{below:g}"
        inside.append(_draw_arrow(f"{right + 20:g},{stream_y:g} {corner} {left:g},{below:g}"))
        label = t("the encoder's output for each word")
        inside.append(_draw_text(end.middle[0] - 8, stream_y + 26, label, _SMALL, _MUTED, "end"))
    else:
        low, into = stream_y + 48, left - 12
        across = f"{end.middle[0]:g},{stream_y:g} {end.middle[0]:g},{low:g} {into:g},{low:g}"
        target = f"{into:g},{stream_y + _TOWER_HEIGHT - 8:g}"
        inside.append(_draw_arrow(f"{right + 20:g},{stream_y:g} {across} {target}"))
        label = t("its last state, one vector")
        inside.append(_draw_text(end.middle[0] - 8, stream_y + 26, label, _SMALL, _MUTED, "end"))
    return "".join(inside)


def _draw_layer(
    tower: Tower,
    layer: int,
    parts: tuple[Part, ...],
    box: _Box,
    stream_y: float,
    choice: HeadChoice | None,
) -> str:
    """Draw a layer: its title, and its parts that read the stream and add to it."""
    stacks = [part.stack for part in parts if part.stack]
    lit = choice is not None and choice.stack in stacks and choice.layer == layer
    inside = [_draw_box(box, _FILL, _ACCENT if lit else _MUTED, 2.5 if lit else 1, 8)]
    title = t("layer {layer}", layer=layer + 1)
    colour = _ACCENT if lit else _INK
    label = _draw_text(box.x + 4, box.y - 12, title, _LABEL, colour, "start")
    if stacks:
        stack = choice.stack if choice is not None and choice.stack in stacks else stacks[0]
        head = max(choice.head, 0) if choice is not None else 0
        heads = {part.stack: part.heads for part in parts}[stack]
        label = _wrap_choice(label, HeadChoice(stack, layer, min(head, heads - 1)), "layer")
    inside.append(label)
    room = (box.width - _LAYER_INSET) / len(parts)
    for place, part in enumerate(parts):
        x = box.x + _LAYER_INSET / 2 + place * room + _PART_INSET / 2
        inner = _Box(x, box.y + 26, room - _PART_INSET, box.height - 34)
        inside.append(_draw_part(part, layer, inner, stream_y, choice))
    return "".join(inside)


def _draw_part(
    part: Part, layer: int, box: _Box, stream_y: float, choice: HeadChoice | None
) -> str:
    """Draw a part of a layer, with the arrows of what it reads and adds."""
    kind = "cross" if part.stack == "cross" else part.kind
    title = t(_PART_TITLES[kind])
    size = min(_SMALL, 1.9 * (box.width + 6) / max(4, len(title)))
    reads, adds = box.x + 0.25 * box.width, box.x + 0.75 * box.width
    inside = [
        _draw_text(box.middle[0], box.y - 11, title, size, _MUTED),
        _draw_box(box, _PAPER if part.heads else _FILL, _MUTED, 0.75),
        _draw_arrow(f"{reads:g},{stream_y - 6:g} {reads:g},{box.bottom + 2:g}", width=1.25),
        _draw_arrow(f"{adds:g},{box.bottom:g} {adds:g},{stream_y - 8:g}", width=1.25),
    ]
    if part.adds:
        inside.append(f'<circle cx="{adds:g}" cy="{stream_y:g}" r="7" fill="{_PAPER}"/>')
        inside.append(_draw_text(adds, stream_y, "+", _LABEL))
    if part.stack == "cross":
        inside.append(_draw_arrow(f"{adds:g},{box.y - 58:g} {adds:g},{box.y - 20:g}", width=1.25))
    if part.heads:
        rows, columns = _arrange_heads(part.heads)
        free_width, free_height = box.width - _HEADS_INSET, box.height - _HEADS_INSET
        size = min(36, free_width / columns, free_height / rows)
        inside.append(_draw_heads(part, layer, box, size, choice))
    return "".join(inside)
