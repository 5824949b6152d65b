"""What layers cost against the length of the sentence or the size of its vectors, both axes logarithmic."""

import numpy as np
import plotly.graph_objects as go

from ..language import mark, t
from ..theme import LAYERS

TEXT = {"size": 13}
TITLES = mark({"time": "milliseconds", "memory": "megabytes"})
ACROSS = mark({"n": "n, positions", "d": "d, dimensions of a vector"})


def cost_figure(quantity: str, across: str, at: np.ndarray, costs: dict[str, np.ndarray], expected: dict[str, np.ndarray], names: dict[str, str],
                held: int) -> go.Figure:
    """Measured points by layer and, thin, what is expected, moved so that it goes through the middle of the last four points.

    `across` is "n" or "d", the other is `held`; where both are equal is marked. `costs` and `expected` are `[at]`.
    """
    figure, ticks = go.Figure(), at.tolist()[:: 2 if len(at) > 6 else 1]  # so that they stand apart on a phone
    for name, cost in costs.items():
        line = expected[name] * np.exp(np.log(cost / expected[name])[-4:].mean())
        figure.add_scatter(x=at.tolist(), y=line.tolist(), mode="lines", line={"color": LAYERS[name], "width": 1}, legendgroup=name,
                           showlegend=False, hoverinfo="skip")
    for name, cost in costs.items():
        figure.add_scatter(x=at.tolist(), y=cost.tolist(), mode="markers+lines", name=names[name], legendgroup=name, marker={"size": 8},
                           line={"color": LAYERS[name], "width": 3}, hovertemplate="%{y:.3~g} " + t(TITLES[quantity]))
    if at[0] <= held <= at[-1]:
        early = held < np.sqrt(at[0] * at[-1])  # the label stands where the curves are not: they rise from left to right
        figure.add_vline(x=held, line={"dash": "dot", "width": 1.5, "color": "#7f8896"})
        figure.add_annotation(x=np.log10(held), y=float(early), yref="paper", yanchor="top" if early else "bottom",
                              xanchor="left" if early else "right", xshift=4 if early else -4, text="n = d", showarrow=False, font={"size": 14})
    figure.update_layout(height=400, margin={"l": 64, "r": 8, "t": 72, "b": 48}, hovermode="x unified",
                         legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 14}, "itemwidth": 30})
    figure.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{value:,}" for value in ticks], tickfont=TEXT, tickangle=0,
                        title={"text": f"{t(ACROSS[across])} ({'d' if across == 'n' else 'n'} = {held:,})", "font": TEXT}, zeroline=False)
    figure.update_yaxes(type="log", dtick=1, tickformat="~g", tickfont=TEXT, title={"text": t(TITLES[quantity]), "font": TEXT}, zeroline=False)
    return figure
