"""How probable each next word is, for several runs with the same target."""

from html import escape

import plotly.graph_objects as go

from ..language import t
from ..theme import word_ticks


def next_word_figure(words: tuple[str, ...], probabilities: dict[str, list[float]], colours: dict[str, str]) -> go.Figure:
    """A group of bars for each word to be written, one bar a run; `probabilities` and `colours` by the run's name."""
    places = list(range(len(words)))
    figure = go.Figure()
    for name, values in probabilities.items():
        figure.add_bar(x=places, y=values, name=name, marker={"color": colours[name]}, text=[escape(word) for word in words], textposition="none",
                       hovertemplate="%{text}: %{y:.3f}")
    turned = len(words) > 16
    figure.update_layout(height=300, margin={"l": 64, "r": 16, "t": 48, "b": 48 + 5 * turned * max(map(len, words))}, bargap=0.25, barmode="group",
                         hovermode="x unified", legend={"orientation": "h", "x": 0, "y": 1.04, "yanchor": "bottom", "font": {"size": 15}})
    figure.update_xaxes(**word_ticks(words), tickangle=-90 if turned else 0, tickfont={"size": 15 if not turned else 11})
    figure.update_yaxes(range=[0, 1], title={"text": t("probability of this word"), "font": {"size": 14}}, tickfont={"size": 13})
    return figure
