"""Fit a chart to its page without overlaps: the axes' edges, labels of ticks, names of points."""

import itertools

import numpy as np
from matplotlib import ticker

from ..typesetting import wrapped
from .sheet import Sheet

_ROUNDS = 6  # of moving the edges, at most
_UNTANGLINGS = 8  # of tick labels, at most
_NEAR = 0.3  # points: the tolerance of an edge's place
_CELL_SHARE = 0.94  # of a cell's width and height that its text takes at most
_SMALLEST = 0.15  # the least width and height of the axes, as shares of the room


def fit_chart(sheet: Sheet) -> None:
    _place_axes(sheet)
    for _ in range(_UNTANGLINGS):
        if not _untangle_labels(sheet):
            break
        _place_axes(sheet)
    if sheet.point_names and _separate_names(sheet):
        _place_axes(sheet)
    _fit_cell_texts(sheet)


def _fit_cell_texts(sheet: Sheet) -> None:
    """Make all texts in cells as small as the one that fits least."""
    if not sheet.cell_texts:
        return
    renderer = sheet.renderer()
    (left, bottom), (right, top) = sheet.axes.transData.transform([(0, 0), (1, 1)])
    boxes = [text.get_window_extent(renderer) for text in sheet.cell_texts]
    factor = min(
        1.0,
        *(_CELL_SHARE * abs(right - left) / max(box.width, 1) for box in boxes),
        *(_CELL_SHARE * abs(top - bottom) / max(box.height, 1) for box in boxes),
    )
    for text in sheet.cell_texts:
        text.set_fontsize(factor * text.get_fontsize())


def _place_axes(sheet: Sheet) -> None:
    """Move the edges of the axes until all labels are on the page, above the caption."""
    renderer = sheet.renderer()
    width, height = sheet.page_size
    left, bottom, right, top = sheet.box
    edges = list(sheet.box)
    for _ in range(_ROUNDS):
        edges[2] = max(edges[2], edges[0] + _SMALLEST * (right - left))
        edges[3] = max(edges[3], edges[1] + _SMALLEST * (top - bottom))
        sheet.axes.set_position(
            (
                edges[0] / width,
                edges[1] / height,
                (edges[2] - edges[0]) / width,
                (edges[3] - edges[1]) / height,
            )
        )
        sheet.axes.apply_aspect()
        boxes = [sheet.axes.get_tightbbox(renderer)]
        if sheet.colour_bar is not None:
            _place_colour_bar(sheet, sheet.colour_bar, boxes[0], renderer)
            boxes.append(sheet.colour_bar.get_tightbbox(renderer))
        taken = (
            min(box.x0 for box in boxes),
            min(box.y0 for box in boxes),
            max(box.x1 for box in boxes),
            max(box.y1 for box in boxes),
        )
        moves = [target - current for target, current in zip(sheet.box, taken, strict=True)]
        edges = [edge + move for edge, move in zip(edges, moves, strict=True)]
        if max(map(abs, moves)) < _NEAR:
            break


def _place_colour_bar(sheet: Sheet, colour_bar, taken, renderer) -> None:
    """Place the colour scale beside or above the box `taken` by the axes and their labels."""
    width, height = sheet.page_size
    inner = sheet.axes.get_window_extent(renderer)
    thickness, gap = 0.9 * sheet.type_size, 0.8 * sheet.type_size
    heatmap = sheet.chart.heatmap
    if heatmap is not None and heatmap.bar and heatmap.bar.above:
        above = max(0.0, taken.y1 - inner.y1)
        corner = inner.x0, inner.y1 + above + 2.2 * sheet.type_size
        extent = inner.width, thickness
    else:
        beyond = max(0.0, taken.x1 - inner.x1)
        corner = inner.x1 + max(gap, beyond + 0.3 * sheet.type_size), inner.y0
        extent = thickness, inner.height
    colour_bar.set_position(
        (corner[0] / width, corner[1] / height, extent[0] / width, extent[1] / height)
    )


def _separate_names(sheet: Sheet) -> bool:
    """Move names of points that touch, or leave them out. Return whether anything changed."""
    renderer = sheet.renderer()
    points = sheet.axes.transData.transform(np.array(sheet.points, float).reshape(-1, 2))
    taken: list = []
    changed = False
    for name, away in sorted(sheet.point_names, key=lambda pair: -pair[0].get_fontsize()):
        usual = (name.get_position(), name.get_ha(), name.get_va())
        side = _best_side(sheet, name, away, taken, points, renderer)
        name.set_visible(side is not None)
        if side is not None:
            position, across, up = side
            name.set(position=position, ha=across, va=up)
            box = name.get_window_extent(renderer)
            taken.append(box.padded(0.1 * name.get_fontsize(), 0))
        changed |= side != usual
    return changed


def _best_side(sheet: Sheet, name, away: float, taken: list, points: np.ndarray, renderer):
    """Find a side where a name touches none of `taken` and, if possible, covers no point.

    Returns its offset and alignments; None without room.
    """
    sides = [
        (name.get_position(), name.get_ha(), name.get_va()),
        ((away, 0), "left", "center"),
        ((-away, 0), "right", "center"),
        ((0, away), "center", "bottom"),
        ((0, -away), "center", "top"),
    ]
    left, _, right, _ = sheet.box
    free: list[tuple] = []  # whether a point is covered, rank of preference, side
    for position, across, up in sides:
        name.set(position=position, ha=across, va=up)
        box = name.get_window_extent(renderer)
        on_page = left <= box.x0 and box.x1 <= right
        if any(box.overlaps(other) for other in taken) or (free and not on_page):
            continue
        covers = any(box.contains(*point) for point in points)
        free.append((covers, len(free), (position, across, up)))
    return min(free)[2] if free else None


def _untangle_labels(sheet: Sheet) -> bool:
    """Wrap long titles and separate labels of ticks that touch. Return whether anything changed.

    Labels become smaller, are rotated, or some are left out.
    """
    renderer = sheet.renderer()
    changed = False
    for name in "xy":
        if getattr(sheet.axes, f"{name}axis").get_visible():
            changed |= _wrap_title(sheet, name, renderer)
            changed |= _thin_out_labels(sheet, name, renderer)
    return changed


def _wrap_title(sheet: Sheet, name: str, renderer) -> bool:
    title = getattr(sheet.axes, f"{name}axis").get_label()
    text, box = title.get_text(), title.get_window_extent(renderer)
    upright = name == "y"
    room = sheet.axes.bbox.height if upright else sheet.axes.bbox.width
    if not text or "\n" in text or (box.height if upright else box.width) <= 1.05 * room:
        return False
    least = 0 if upright else 0.5 * (sheet.box[2] - sheet.box[0])
    lines = wrapped(text, title.get_fontsize(), max(room, least), sheet.preset)
    if len(lines) < 2:
        return False
    title.set_text("\n".join(lines))
    return True


def _thin_out_labels(sheet: Sheet, name: str, renderer) -> bool:
    axis = getattr(sheet.axes, f"{name}axis")
    low, high = sorted(axis.get_view_interval())
    labels = [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    if not _touching(labels, name, renderer):
        return False
    least = sheet.preset.least
    usual = sheet.size((sheet.chart.x if name == "x" else sheet.chart.y).tick_size)
    size, turned = labels[0].get_fontsize(), labels[0].get_rotation() != 0
    one_line = not any("\n" in label.get_text() for label in labels)
    if size > 0.75 * usual and size > least:
        axis.set_tick_params(labelsize=max(least, 0.85 * size))
    elif name == "x" and not turned and one_line:
        axis.set_tick_params(labelrotation=90, labelsize=usual)
    elif size > least:
        axis.set_tick_params(labelsize=max(least, 0.75 * size))
    elif isinstance(axis.get_major_locator(), ticker.FixedLocator):
        places, names = axis.get_major_locator().locs, axis.get_major_formatter().seq
        axis.set_major_locator(ticker.FixedLocator(list(places)[::2]))
        axis.set_major_formatter(ticker.FixedFormatter(list(names)[::2]))
    else:
        return False
    return True


def _touching(labels: list, name: str, renderer) -> bool:
    """Return whether labels along an axis touch their neighbours."""
    boxes = [label.get_window_extent(renderer) for label in labels if label.get_text()]
    spans = sorted((box.x0, box.x1) if name == "x" else (box.y0, box.y1) for box in boxes)
    return any(after[0] - before[1] <= 0.5 for before, after in itertools.pairwise(spans))
