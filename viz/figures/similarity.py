"""How alike sentences are: every one with every other."""

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from ..theme import DIVERGING

TEXT = {"size": 13}


def similarity_figure(cosines: np.ndarray, sentences: Sequence[str], shade: str) -> go.Figure:
    """`cosines [sentence, sentence]`, -1 to 1, in the colours of `shade` ("light" or "dark"), rows named by the beginning of the sentence."""
    count, colours = len(sentences), DIVERGING[shade]
    named = [[f"{row + 1}. {escape(a)}<br>{column + 1}. {escape(b)}" for column, b in enumerate(sentences)] for row, a in enumerate(sentences)]
    figure = go.Figure(go.Heatmap(
        z=cosines.astype(np.float32), zmin=-1, zmax=1, text=named, hovertemplate="%{text}<br>cosine %{z:.3f}<extra></extra>",
        xgap=1, ygap=1, colorscale=[[place / (len(colours) - 1), colour] for place, colour in enumerate(colours)],
        colorbar={"thickness": 12, "outlinewidth": 0, "tickvals": [-1, 0, 1], "tickfont": TEXT, "title": {"text": "cosine", "font": TEXT}},
        **({"texttemplate": "%{z:.2f}", "textfont": TEXT} if count <= 12 else {})))
    numbers, every = list(range(count)), -(-count // 25)
    short = [f"{escape(text if len(text) <= 34 else text[:33] + '…')}  {place + 1}" for place, text in enumerate(sentences)]
    figure.update_layout(height=max(240, min(110 + 44 * count, 900)), margin={"l": 8, "r": 8, "t": 8, "b": 40})
    figure.update_xaxes(tickvals=numbers[::every], ticktext=[str(number + 1) for number in numbers[::every]], tickfont=TEXT, showgrid=False,
                        zeroline=False, side="top", range=[-0.5, count - 0.5])
    figure.update_yaxes(tickvals=numbers, ticktext=short, tickfont=TEXT if count <= 30 else {"size": 11}, automargin=True, showgrid=False,
                        zeroline=False, range=[count - 0.5, -0.5])
    return figure
