"""The main thing in a chart as a sentence, for those who do not see it: what its axes are, and where its values are highest and lowest."""

import re
from html import unescape

import numpy as np

MOST = 6  # series that are told one by one


def alt_text(figure) -> str:
    """What `figure.layout.meta` says, where a figure knows better; else the extremes of its heatmap or of each of its series."""
    if figure.layout.meta:
        return figure.layout.meta
    x, y = figure.layout.xaxis, figure.layout.yaxis
    if figure.data and figure.data[0].type == "heatmap":
        return of_cells(np.asarray(figure.data[0].z, float), x, y)
    axes = " against ".join(filter(None, (plain(axis.title.text) for axis in (y, x))))
    told = [said for trace in figure.data if trace.x is not None and trace.hoverinfo != "skip" and trace.showlegend is not False
            and (said := of_series(trace, x, y))]
    more = f" And {len(told) - MOST} more." if len(told) > MOST else ""
    return f"{axes}. {' '.join(told[:MOST])}{more}" if axes else " ".join(told[:MOST]) + more


def of_cells(cells: np.ndarray, x, y) -> str:
    """`cells [row, column]`; of those that are no number there is nothing to say."""
    if np.isnan(cells).all():
        return ""
    place = lambda flat: ", ".join(f"{plain(axis.title.text)} {at}".strip() for axis, at in
                                   zip((y, x), (tick(axis, where) for axis, where in zip((y, x), np.unravel_index(flat, cells.shape)))))
    most, least = int(np.nanargmax(cells)), int(np.nanargmin(cells))
    return (f"{cells.shape[0]} by {cells.shape[1]} values. Highest: {number(cells.flat[most])} at {place(most)}; "
            f"lowest: {number(cells.flat[least])} at {place(least)}.")


def of_series(trace, x, y) -> str:
    """The extremes of one line, group of bars or group of points; "" for fewer than two."""
    across, up = (y, x) if getattr(trace, "orientation", None) == "h" else (x, y)
    values, places = (np.asarray(found) for found in ((trace.y, trace.x) if across is x else (trace.x, trace.y)))
    if values.dtype.kind not in "fiu" or len(values) < 2:
        return ""
    names = next((texts for texts in (trace.text, trace.customdata) if texts is not None and len(texts) == len(values)
                  and all(isinstance(text, str) and text for text in texts)), None) if across is x else None
    at = lambda place: plain(names[place]) if names is not None else tick(across, places[place])
    most, least = int(values.argmax()), int(values.argmin())
    said = f"highest {number(values[most])} at {at(most)}, lowest {number(values[least])} at {at(least)}."
    return f"{plain(trace.name)}: {said}" if trace.name else said[0].upper() + said[1:]


def tick(axis, at) -> str:
    """What an axis calls a place."""
    texts = dict(zip(axis.tickvals, axis.ticktext)) if axis.ticktext is not None and axis.tickvals is not None else {}
    return plain(texts[at]) if at in texts else at if isinstance(at, str) else number(at)


def number(value: float) -> str:
    return f"{float(value) + 0.0:.3g}".replace("-", "−")


def plain(text: str | None) -> str:
    """Text of a chart without its markup."""
    return unescape(re.sub("<[^>]*>", " ", text or "")).strip()
