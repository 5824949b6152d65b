"""Positional encodings: tables and products as heatmaps, waves, wavelengths, angles and biases as curves."""

from html import escape

import numpy as np
import plotly.graph_objects as go

from ..language import t
from ..theme import DIVERGING, HEADS, translucent

TEXT = {"size": 13}
GREY = "#7f8896"


def heatmap(values: np.ndarray, most: float, shade: str, x: str, y: str, hover: str, least: float | None = None) -> go.Figure:
    """`values [row, column]`, rows downwards, in the colours of `shade` ("light" or "dark") from `least` (else -most) to `most`."""
    colours = DIVERGING[shade] if least is None else DIVERGING[shade][:3]
    least = -most if least is None else least
    ticks = {"tickvals": [least, (least + most) / 2, most], "tickformat": ".4~g", "tickfont": TEXT}
    figure = go.Figure(go.Heatmap(
        z=values.astype(np.float32), zmin=least, zmax=most, hovertemplate=hover + "<extra></extra>",
        colorscale=[[place / (len(colours) - 1), colour] for place, colour in enumerate(colours)],
        colorbar={"thickness": 12, "outlinewidth": 0, "xpad": 6, **ticks}))
    figure.update_layout(height=370, margin={"l": 56, "r": 8, "t": 16, "b": 48})
    figure.update_xaxes(title={"text": x, "font": TEXT}, tickfont=TEXT, showgrid=False, zeroline=False,
                        range=[-0.5, values.shape[1] - 0.5])
    figure.update_yaxes(title={"text": y, "font": TEXT}, tickfont=TEXT, showgrid=False, zeroline=False, range=[len(values) - 0.5, -0.5])
    return figure


def curves(across: np.ndarray, lines: dict[str, np.ndarray], x: str, y: str, title: str = "", mode: str = "lines") -> go.Figure:
    """A line over `across` for each name, told apart by colour; a legend, with a `title`, if they are several."""
    figure = go.Figure()
    for (name, up), colour in zip(lines.items(), HEADS):
        figure.add_scatter(x=across, y=up, name=name, mode=mode, marker={"size": 6}, line={"color": colour, "width": 2},
                           hovertemplate="%{y:.3~g}")
    legend = {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": TEXT, "title": {"text": title, "font": TEXT}}
    figure.update_layout(height=370, margin={"l": 64, "r": 16, "t": 56 if title else 16, "b": 48}, legend=legend, showlegend=bool(title),
                         hovermode="x unified" if title else "closest")
    figure.update_xaxes(title={"text": x, "font": TEXT}, tickfont=TEXT, zeroline=False)
    figure.update_yaxes(title={"text": y, "font": TEXT}, tickfont=TEXT)
    return figure


def table_figure(table: np.ndarray, halves: bool, shade: str) -> go.Figure:
    """`table [position, dimension]`, the border between sines and cosines marked where they stand in halves."""
    dimension = t("dimension (first half sin, second half cos)" if halves else "dimension (even sin, odd cos)")
    figure = heatmap(table, 1, shade, dimension, t("position"), t("position %{y}, dimension %{x}: %{z:.3f}"))
    if halves:
        figure.add_vline(x=table.shape[1] / 2 - 0.5, line={"dash": "dot", "width": 1.5, "color": GREY})
    return figure


def wave_figure(table: np.ndarray, dimensions: list[int]) -> go.Figure:
    """These columns of `table [position, dimension]` as curves."""
    lines = {f"{number} ({'cos' if number % 2 else 'sin'})": table[:, number] for number in dimensions}
    return curves(np.arange(len(table)), lines, t("position"), t("encoding"), t("dimension") + " ")


def wavelength_figure(lengths: dict[int, np.ndarray], base: int, positions: int) -> go.Figure:
    """The wavelengths of each pair of dimensions by base; the one with this `base` stands out, the `positions` shown are marked."""
    lines = {f"{one:,}": values for one, values in lengths.items()}
    figure = curves(2 * np.arange(len(lengths[base])), lines, t("dimension (sin; its cos is the next)"), t("wavelength in positions"),
                    t("base") + " ", "lines+markers")
    figure.update_traces(opacity=0.5).update_traces(opacity=1, line={"width": 4}, selector={"name": f"{base:,}"})
    figure.add_hline(y=positions, line={"dash": "dot", "width": 1.5, "color": GREY})
    figure.add_annotation(x=0, xref="paper", xanchor="left", y=np.log10(positions), yanchor="bottom", text=t("{count} positions", count=positions),
                          showarrow=False, font=TEXT)
    figure.update_yaxes(type="log", exponentformat="power", dtick=1, range=[0.5, 5.95])
    return figure


def product_figure(products: np.ndarray, shade: str, row: int) -> go.Figure:
    """`products [position, position]`, coloured up to that of a position with itself; one row framed."""
    figure = heatmap(products, float(products[0, 0]), shade, t("position"), t("position"), "%{y} · %{x} = %{z:.2f}")
    figure.add_hrect(y0=row - 0.5, y1=row + 0.5, line={"width": 1, "color": GREY})
    return figure


def cosine_figure(found: np.ndarray, shade: str) -> go.Figure:
    """The cosines of the rows of a table, `[position, position]`."""
    return heatmap(found, 1, shade, t("position"), t("position"), t("positions %{y} and %{x}: cosine %{z:.2f}"))


def learned_figure(table: np.ndarray, shade: str) -> go.Figure:
    """A learned `table [position, dimension]`, which has no order among its dimensions."""
    return heatmap(table, 1, shade, t("dimension"), t("position"), t("position %{y}, dimension %{x}: %{z:.3f}"))


def row_figure(products: np.ndarray, row: int) -> go.Figure:
    """One row of `products [position, position]` over the distance to its own position."""
    figure = curves(np.arange(len(products)) - row, {"": products[row]}, t("distance from position {row}", row=row), t("dot product"))
    return figure.update_traces(line={"width": 3}, hovertemplate=t("distance %{x}: %{y:.2f}") + "<extra></extra>")


def strip_figure(values: np.ndarray, words: tuple[str, ...], most: float, shade: str, title: str) -> go.Figure:
    """`values [word, dimension]`; repeated words keep their rows."""
    figure = heatmap(values, most, shade, t("dimension"), "", t("%{y}, dimension %{x}: %{z:.3f}"))
    labels = [escape(word if len(word) <= 12 else word[:11] + "…") for word in words]
    title = {"text": title, "side": "top", "font": {"size": 14}}
    figure.data[0].colorbar.update(orientation="h", y=1, yanchor="bottom", ypad=4, title=title)
    figure.update_layout(height=140 + 20 * len(words), margin={"l": 96, "t": 80, "r": 16})
    figure.update_yaxes(tickvals=list(range(len(words))), ticktext=labels, automargin=False)
    return figure


def angle_figure(angles: np.ndarray) -> go.Figure:
    """By how many degrees each pair of dimensions turns, `angles [pair]` in radians; full turns are left out."""
    degrees = np.degrees(angles)
    figure = curves(np.arange(len(angles)), {"": degrees % 360}, t("pair of dimensions"), t("degrees, without full turns"), mode="markers")
    figure.update_traces(marker={"size": 7}, customdata=degrees, hovertemplate=t("pair %{x}: %{customdata:.4~g}°") + "<extra></extra>")
    return figure.update_yaxes(tickvals=[0, 90, 180, 270, 360], range=[-10, 370])


def circle_figure(circles: dict[str, np.ndarray], k: int) -> go.Figure:
    """Pairs of dimensions side by side, `[position, (sin, cos)]`: every position a point of the circle, 0 and k joined to the middle."""
    figure, around = go.Figure(), np.linspace(0, 2 * np.pi, 90)
    for place, (name, pair) in enumerate(circles.items()):
        middle, colour = 2.6 * place, HEADS[place]
        figure.add_scatter(x=middle + np.cos(around), y=np.sin(around), mode="lines", line={"color": GREY, "width": 1}, hoverinfo="skip")
        figure.add_scatter(x=middle + pair[:, 1], y=pair[:, 0], mode="markers", marker={"size": 5, "color": colour, "opacity": 0.45},
                           customdata=np.arange(len(pair)), hovertemplate=t("position %{customdata}") + "<extra></extra>")
        ends = pair[[0, k]]  # [end, (sin, cos)]
        figure.add_scatter(x=middle + np.array([ends[0, 1], 0, ends[1, 1]]), y=[ends[0, 0], 0, ends[1, 0]], mode="lines", hoverinfo="skip",
                           line={"color": colour, "width": 3})
        for number, (sine, cosine) in zip((0, k), ends):
            aside = (0.1 if number else -0.1) * (np.ptp(ends, axis=0).max() < 0.3)  # where the two lie close
            figure.add_annotation(x=middle + 1.18 * cosine, y=1.18 * sine + aside, text=str(number), showarrow=False, font=TEXT)
        figure.add_annotation(x=middle, y=-1.45, text=name, showarrow=False, font=TEXT)
    turns = (f"{name}, {np.degrees(np.arccos(np.clip(pair[0] @ pair[k], -1, 1))):.0f}°" for name, pair in circles.items())
    figure.update_layout(height=300, margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=False,
                         meta=t("Between position 0 and {k} lie: {turns}.", k=k, turns="; ".join(turns)))
    figure.update_xaxes(visible=False, range=[-1.3, 2.6 * len(circles) - 1.3])
    return figure.update_yaxes(visible=False, range=[-1.6, 1.3], scaleanchor="x")


def rotary_figure(pairs: np.ndarray, shown: list[int]) -> go.Figure:
    """What these pairs of dimensions add to query · key at each distance, `pairs [distance, pair]`."""
    return curves(np.arange(len(pairs)), {str(number): pairs[:, number] for number in shown}, t("distance between query and key"),
                  t("what the pair adds to query · key"), t("pair") + " ")


def sum_figure(products: np.ndarray) -> go.Figure:
    """query · key at each distance, `products [distance]`."""
    figure = curves(np.arange(len(products)), {"": products}, t("distance between query and key"), t("query · key, all pairs"))
    return figure.update_traces(line={"width": 3}, hovertemplate=t("distance %{x}: %{y:.2f}") + "<extra></extra>")


def bias_figure(bias: np.ndarray, shade: str) -> go.Figure:
    """What a head's scores get, `bias [query, key]`; grey where the key is still to come. The range is that of a slope of 1/2."""
    figure = heatmap(np.where(np.isinf(bias), np.nan, bias), 0, shade, t("key position"), t("query position"),
                     t("%{y} looks at %{x}: %{z:.3f}"), least=-(len(bias) - 1) / 2)
    return figure.update_layout(plot_bgcolor=translucent(GREY, 0.4))


def slope_figure(slopes: np.ndarray, head: int) -> go.Figure:
    """The slope of each head, `slopes [head]`, on a log axis; one head stands out."""
    figure = curves(np.arange(1, len(slopes) + 1), {"": slopes}, t("head"), t("slope"), mode="markers+text")
    figure.update_traces(text=[f"1/{1 / slope:.0f}" for slope in slopes], textposition="top center", textfont=TEXT,
                         marker={"size": 12, "color": [HEADS[0] if place == head else GREY for place in range(len(slopes))]},
                         hovertemplate=t("head %{x}: %{text}") + "<extra></extra>")
    figure.update_xaxes(dtick=1, range=[0.4, len(slopes) + 0.6])
    return figure.update_yaxes(type="log", tickvals=[1, 0.1, 0.01, 0.001], range=[-3, 0.1])
