"""Step by step through the encoder: how well groups of points lie apart."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from ..language import t
from ..theme import HEADS

TEXT = {"size": 14}


def separation_figure(curves: Mapping[str, np.ndarray], steps: Sequence[str]) -> go.Figure:
    """A line for each way to group the same points, `silhouette [step]` by its name."""
    figure = go.Figure()
    for (name, values), colour, symbol in zip(curves.items(), HEADS, ("circle", "square")):
        figure.add_scatter(
            x=list(range(len(steps))), y=values.astype(np.float32), name=name, mode="lines+markers",
            line={"color": colour, "width": 2}, marker={"size": 9, "symbol": symbol},
            customdata=list(steps), hovertemplate="%{customdata}: %{y:.3f}<extra>" + name + "</extra>")
    figure.add_hline(y=0, line={"color": "#7f8896", "width": 1})
    figure.update_layout(height=280, margin={"l": 64, "r": 16, "t": 32, "b": 40}, showlegend=True,
                         legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font": TEXT})
    figure.update_xaxes(tickvals=list(range(len(steps))), ticktext=list(steps), tickfont=TEXT, autotickangles=[0, -30, -90],
                        range=[-0.3, len(steps) - 0.7])
    figure.update_yaxes(title={"text": t("silhouette"), "font": TEXT}, tickfont=TEXT, zeroline=False)
    return figure
