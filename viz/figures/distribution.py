"""How probable the words of a vocabulary are at one place."""

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from ..language import t
from ..theme import HEADS, translucent


def distribution_figure(words: Sequence[str], probabilities: Sequence[float], kept: Sequence[bool]) -> go.Figure:
    """A bar for each word, the most probable on top; pale those that top-k and top-p leave out. No probability is made larger for it."""
    places = list(range(len(words)))[::-1]
    figure = go.Figure()
    figure.add_bar(
        x=[float(probabilities[place]) for place in places], y=list(range(len(words))), orientation="h",
        marker={"color": [HEADS[0] if kept[place] else translucent(HEADS[0], 0.3) for place in places]},
        text=[f"{probabilities[place]:.3f}" for place in places], textposition="outside", cliponaxis=False, hoverinfo="skip")
    figure.update_layout(height=80 + 26 * len(words), margin={"l": 8, "r": 48, "t": 8, "b": 56}, showlegend=False)
    figure.update_xaxes(title={"text": t("probability, of the whole vocabulary"), "font": {"size": 14}}, tickfont={"size": 13}, rangemode="tozero")
    figure.update_yaxes(tickvals=list(range(len(words))), ticktext=[escape(words[place]) for place in places], automargin=True, tickfont={"size": 14})
    return figure
