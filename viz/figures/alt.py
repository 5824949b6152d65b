"""The main thing in a chart as a sentence, for those who do not see it: what its axes are, and where its values are highest and lowest."""

import re
from html import unescape

import numpy as np

from ..language import t

MOST = 6  # series that are told one by one


def alt_text(figure) -> str:
    """What `figure.layout.meta` says, where a figure knows better; else the extremes of its heatmap or of each of its series."""
    if figure.layout.meta:
        return figure.layout.meta
    x, y = figure.layout.xaxis, figure.layout.yaxis
    if figure.data and figure.data[0].type == "heatmap":
        return of_cells(np.asarray(figure.data[0].z, float), x, y)
    across, up = (plain(axis.title.text) for axis in (x, y))
    axes = t("{y} against {x}", y=up, x=across) if across and up else across or up
    told = [said for trace in figure.data if trace.x is not None and trace.hoverinfo != "skip" and trace.showlegend is not False
            and (said := of_series(trace, x, y))]
    more = " " + t("And {count} more.", count=len(told) - MOST) if len(told) > MOST else ""
    return f"{axes}. {' '.join(told[:MOST])}{more}" if axes else " ".join(told[:MOST]) + more


def of_cells(cells: np.ndarray, x, y) -> str:
    """`cells [row, column]`; of those that are no number there is nothing to say."""
    if np.isnan(cells).all():
        return ""
    place = lambda flat: ", ".join(f"{plain(axis.title.text)} {at}".strip() for axis, at in
                                   zip((y, x), (tick(axis, where) for axis, where in zip((y, x), np.unravel_index(flat, cells.shape)))))
    most, least = int(np.nanargmax(cells)), int(np.nanargmin(cells))
    return t("{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bottom}.", rows=cells.shape[0], columns=cells.shape[1],
             most=number(cells.flat[most]), top=place(most), least=number(cells.flat[least]), bottom=place(least))


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
    return t("{series}: highest {most} at {top}, lowest {least} at {bottom}." if trace.name else "Highest {most} at {top}, lowest {least} at {bottom}.",
             series=plain(trace.name), most=number(values[most]), top=at(most), least=number(values[least]), bottom=at(least))


def tick(axis, at) -> str:
    """What an axis calls a place."""
    texts = dict(zip(axis.tickvals, axis.ticktext)) if axis.ticktext is not None and axis.tickvals is not None else {}
    return plain(texts[at]) if at in texts else at if isinstance(at, str) else number(at)


def number(value: float) -> str:
    return f"{float(value) + 0.0:.3g}".replace("-", "−")


def plain(text: str | None) -> str:
    """Text of a chart without its markup."""
    return unescape(re.sub("<[^>]*>", " ", text or "")).strip()
