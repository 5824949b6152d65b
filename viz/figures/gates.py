"""Every unit of an LSTM at every word, for paper; on the screen it is a component that is clicked."""

from html import escape

import numpy as np
import plotly.graph_objects as go

from ..language import t
from ..theme import DIVERGING, INK

TEXT = {"size": 13}


def gates_figure(values: np.ndarray, words: tuple[str, ...], order: np.ndarray, quantity: str, signed: bool, unit: int) -> go.Figure:
    """`values [word, unit]` with a column for each word and a row for each unit in `order [unit]`; one unit is framed.

    `signed` values lie between -1 and 1, others between 0 and 1.
    """
    colours = DIVERGING["light"] if signed else INK["light"]
    figure = go.Figure(go.Heatmap(
        z=values[:, order].T.astype(np.float32), zmin=-1 if signed else 0, zmax=1,
        colorscale=[[place / (len(colours) - 1), colour] for place, colour in enumerate(colours)],
        colorbar={"orientation": "h", "y": 1, "yanchor": "bottom", "thickness": 12, "outlinewidth": 0, "tickfont": TEXT,
                  "tickvals": [-1, 0, 1] if signed else [0, 0.5, 1], "title": {"text": quantity, "side": "top", "font": TEXT}}))
    row = int(np.flatnonzero(order == unit)[0])
    figure.add_hrect(y0=row - 0.5, y1=row + 0.5, line={"width": 1.5, "color": "#1b2330"})
    figure.update_layout(height=520, margin={"l": 96, "r": 16, "t": 72, "b": 72})
    labels = [escape(word if len(word) <= 20 else word[:19] + "…") for word in words]
    figure.update_xaxes(tickvals=list(range(len(words))), ticktext=labels, tickfont={"size": 15}, showgrid=False, range=[-0.5, len(words) - 0.5])
    return figure.update_yaxes(tickvals=[row], ticktext=[t("unit {unit}", unit=unit + 1)], tickfont=TEXT, showgrid=False, range=[len(order) - 0.5, -0.5],
                               title={"text": t("{count} units", count=len(order)), "font": TEXT})
