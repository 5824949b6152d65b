"""Points on two axes, or of three seen from one side, for paper; on the screen they are a component that can be turned."""

from html import escape

import numpy as np
import plotly.graph_objects as go

from ..language import t
from ..theme import HEADS

GREY, FAINT, DARK = "#7f8896", "#b4bac4", "#1b2330"
SYMBOLS = "circle", "diamond", "square", "triangle-up", "x", "triangle-down", "cross", "star"
YAW, PITCH = -0.5, 0.3  # of the eye, in radians, as the component opens
MOST_NAMED = 150  # of more points only those of a group and the strong ones are named
TEXT = {"size": 14}


def points_figure(points, step: int = 0, chosen: int = -1) -> go.Figure:
    """One step of what a page gives to `components.space`: a colour and a marker for each group, names where they find room.

    Three dimensions are drawn in a fixed orthographic view, with the directions of their axes in the middle.
    """
    places, flat = points.places[step].astype(float), points.places.shape[2] == 2
    turn = np.eye(2) if flat else view()
    seen = places @ turn.T  # [point, (right, up)]
    figure = go.Figure()
    figure.update_layout(height=460, margin={"l": 16, "r": 16, "t": 40, "b": 16}, showlegend=bool(points.group_names),
                         legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": TEXT})
    if not flat and len(places):
        middle, reach = seen.mean(0), 0.5 * np.abs(places - places.mean(0)).max()
        for axis, direction in enumerate(turn.T * reach, start=1):
            end = middle + direction
            figure.add_scatter(x=[middle[0], end[0]], y=[middle[1], end[1]], mode="lines", line={"color": FAINT, "width": 1}, hoverinfo="skip",
                               showlegend=False)
            figure.add_annotation(x=end[0], y=end[1], text=t("axis {axis}", axis=axis), showarrow=False, font={"size": 12, "color": GREY})
    strong = points.strong.copy()
    if 0 <= chosen < len(strong):
        strong[chosen] = True
    few = len(places) <= MOST_NAMED
    for place in np.flatnonzero(points.strong) if points.paths else ():
        way = points.places[: step + 1, place] @ turn.T
        figure.add_scatter(x=way[:, 0], y=way[:, 1], mode="lines", line={"color": colour_of(points.groups[place], True), "width": 1.5}, opacity=0.5,
                           hoverinfo="skip", showlegend=False)
    for group in (-1, *range(len(points.group_names))):
        for large in (False, True):
            own = np.flatnonzero((points.groups == group) & (strong == large))
            if not len(own):
                continue
            named = few or large or group >= 0 and not points.paths
            first = not large or not ((points.groups == group) & ~strong).any()  # one entry of the legend for both sizes
            figure.add_scatter(
                x=seen[own, 0], y=seen[own, 1], mode="markers+text" if named else "markers", textposition="top center",
                text=[escape(points.names[place]) for place in own], textfont={"size": 15 if large else 11},
                name=escape(points.group_names[group]) if group >= 0 else t("others"), showlegend=first,
                marker={"size": 12 if large else 6 if few else 4, "symbol": SYMBOLS[group] if group >= 0 else "circle",
                        "color": colour_of(group, large, not points.group_names)})
    for name, ends in zip("xy", points.axes or ((), ())):
        axis = figure.update_xaxes if name == "x" else figure.update_yaxes
        axis(title={"text": "← {}   {} →".format(*map(escape, ends)) if ends else "", "font": TEXT}, tickfont={"size": 12}, zeroline=False,
             visible=bool(ends))
    if not points.axes:
        figure.update_yaxes(scaleanchor="x")
    return figure


def colour_of(group: int, large: bool, alone: bool = False) -> str:
    """The colour of a group; for none faint, unless the point is `large`."""
    return HEADS[group] if group >= 0 else FAINT if not large else HEADS[0] if alone else DARK


def view() -> np.ndarray:
    """What makes a place of three dimensions one of the page: `[(right, up), axis]`, orthonormal."""
    cy, sy, cp, sp = np.cos(YAW), np.sin(YAW), np.cos(PITCH), np.sin(PITCH)
    return np.array([[cy, 0, sy], [sp * sy, cp, -sp * cy]])
