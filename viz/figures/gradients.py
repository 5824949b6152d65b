"""How much a state depends on each word read before it."""

from html import escape

import numpy as np
import plotly.graph_objects as go

from ..language import t
from ..theme import model_colour, word_ticks

LEAST = 1e-30  # what is drawn in place of 0, which a log axis does not have


def gradient_figure(norms: dict[str, np.ndarray], words: tuple[str, ...], titles: dict[str, str]) -> go.Figure:
    """One line a model over the words: gradient norms as shares of the model's largest, on a log axis.

    `norms` maps a model to `[word]`, `titles` to how it is called.
    """
    places = list(range(len(words)))
    figure = go.Figure()
    for name, of_model in norms.items():
        figure.add_scatter(
            x=places, y=np.maximum(of_model, LEAST).tolist(), name=titles[name], mode="lines+markers", line={"color": model_colour(name), "width": 3},
            marker={"size": 7}, text=[escape(word) for word in words],
            hovertemplate=t("%{text}: %{y:.2g} of its largest"))
    longest = max(map(len, words))
    turned = len(words) > 12 or longest * len(words) > 60
    figure.update_layout(height=360 + (6 * min(longest, 20) if turned else 0), margin={"l": 72, "r": 16, "t": 48, "b": 40},
                         hovermode="x unified", legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 14}})
    figure.update_xaxes(**word_ticks(words), tickangle=-90 if turned else 0, tickfont={"size": 13 if len(words) <= 30 else 10}, zeroline=False)
    figure.update_yaxes(type="log", exponentformat="power", dtick=max(1, round(-np.log10(max(LEAST, min(map(np.min, norms.values())))) / 7)), title={"text": t("gradient norm, share of the largest"), "font": {"size": 13}},
                        tickfont={"size": 13})
    return figure
