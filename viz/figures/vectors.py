"""Word vectors without context: an analogy as a parallelogram, the gender direction, associations."""

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from models.words.bias import Association
from models.words.lists import AssociationTest

from ..language import t
from ..theme import HEADS

TEXT = {"size": 14}
GREY = "#7f8896"


def plain(figure: go.Figure, height: int, x: str = "", y: str = "", legend: bool = False) -> go.Figure:
    figure.update_layout(height=height, margin={"l": 64, "r": 24, "t": 40 if legend else 16, "b": 52}, showlegend=legend,
                         legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font": TEXT})
    figure.update_xaxes(title={"text": x, "font": TEXT}, tickfont=TEXT, zerolinecolor=GREY)
    figure.update_yaxes(title={"text": y, "font": TEXT}, tickfont=TEXT, zerolinecolor=GREY)
    return figure


def analogy_figure(places: np.ndarray, words: Sequence[str], nearest: Sequence[str]) -> go.Figure:
    """a, b, c and b - a + c at the first four of `places [point, 2]`, an arrow from a to b and its like from c; then `nearest`."""
    figure = go.Figure()
    names = [*(escape(word) for word in words), "{1} − {0} + {2}".format(*map(escape, words)), *map(escape, nearest)]
    colours = [HEADS[0]] * 3 + [HEADS[1]] + [HEADS[2]] * len(nearest)
    for start, end in ((0, 1), (2, 3)):
        figure.add_annotation(x=places[end, 0], y=places[end, 1], ax=places[start, 0], ay=places[start, 1], xref="x", yref="y", axref="x", ayref="y",
                              text="", arrowhead=2, arrowwidth=2, arrowcolor=GREY, standoff=6, startstandoff=6)
    forward = places[1, 0] >= places[0, 0]  # a name stands where no arrow comes from
    sides = ["middle left", "middle right"] * 2 if forward else ["middle right", "middle left"] * 2
    figure.add_scatter(
        x=places[:, 0], y=places[:, 1], mode="markers+text", text=names, cliponaxis=False, hoverinfo="skip",
        textposition=sides + ["middle right" if forward else "middle left"] * len(nearest), textfont={"size": 15},
        marker={"color": colours, "size": 11, "symbol": ["circle"] * 3 + ["x"] + ["diamond"] * len(nearest)})
    a, b, c = words
    ends = (None if not nearest else t("The arrow from {a} to {b}, set at {c}, ends near {d}.", a=a, b=b, c=c, d=nearest[0]) if len(nearest) == 1
            else t("The arrow from {a} to {b}, set at {c}, ends near {d} and {e}.", a=a, b=b, c=c, d=nearest[0], e=nearest[1]))
    figure = plain(figure, 420).update_layout(meta=ends)
    least, most = places[:, 0].min(), places[:, 0].max()
    figure.update_xaxes(showticklabels=False, showgrid=False, zeroline=False, range=[least - 0.5 * (most - least), most + 0.5 * (most - least)])
    figure.update_yaxes(showticklabels=False, showgrid=False, zeroline=False, scaleanchor="x")
    return figure


def occupations_figure(along: np.ndarray, percent: Mapping[str, float]) -> go.Figure:
    """Each occupation by its share of women (per cent) and its place `along [occupation]` the gender direction, with the straight line."""
    women = np.array(list(percent.values()), float)
    slope, height = np.polyfit(women, along, 1)
    figure = go.Figure()
    figure.add_scatter(x=[0, 100], y=[height, height + 100 * slope], mode="lines", line={"color": GREY, "width": 1, "dash": "dash"}, hoverinfo="skip")
    figure.add_scatter(
        x=women, y=along.astype(np.float32), mode="markers+text", text=spaced(women, along, list(percent)), customdata=list(percent),
        textposition="top center", textfont={"size": 12}, cliponaxis=False, marker={"color": HEADS[0], "size": 8},
        hovertemplate=t("%{customdata}: %{x:.0f} % women, %{y:.3f} along") + "<extra></extra>")
    figure = plain(figure, 460, t("women in the occupation, per cent"), t("← he   gender direction   she →"))
    figure.update_xaxes(range=[-4, 104])
    return figure


def spaced(x: np.ndarray, y: np.ndarray, names: Sequence[str]) -> list[str]:
    """The names that can stand above their points without touching one another; "" for the others, which hovering names."""
    wide, high = 0.011 * np.ptp(x), 0.055 * np.ptp(y)  # of a letter, of a line
    taken, shown = [], []
    for place in np.argsort(-np.abs(y - np.median(y))):
        half = wide * len(names[place]) / 2
        if all(abs(x[place] - other) > half + width or abs(y[place] - level) > high for other, level, width in taken):
            taken.append((x[place], y[place], half))
            shown.append(place)
    return [escape(name) if place in shown else "" for place, name in enumerate(names)]


def shares_figure(shares: np.ndarray) -> go.Figure:
    """`shares [component]` of the variance, 0 to 1."""
    figure = go.Figure(go.Bar(x=list(range(1, len(shares) + 1)), y=shares.astype(np.float32), marker={"color": HEADS[0]},
                              hovertemplate=t("component %{x}: %{y:.0%}") + "<extra></extra>"))
    figure = plain(figure, 460, t("principal component"), t("share of the variance"))
    figure.update_xaxes(dtick=1)
    figure.update_yaxes(tickformat=".0%", rangemode="tozero")
    return figure


def association_figure(found: Association, test: AssociationTest) -> go.Figure:
    """Each target word at s(w), nearer to the first attributes on the right, to the second on the left; a row for each list."""
    figure = go.Figure()
    for row, (part, words, values, symbol) in enumerate(zip(test.targets, found.targets, found.associations, ("circle", "diamond"))):
        level = 1 - row + 0.18 * np.where(np.argsort(np.argsort(values)) % 2, 1, -1)  # neighbours on two levels
        figure.add_scatter(
            x=values.astype(np.float32), y=level, mode="markers", name=escape(part.name), customdata=list(words),
            marker={"color": HEADS[row], "size": 10, "symbol": symbol}, hovertemplate="%{customdata}: %{x:.3f}<extra></extra>")
        mean = float(values.mean())
        figure.add_scatter(x=[mean, mean], y=[0.6 - row, 1.4 - row], mode="lines", line={"color": HEADS[row], "width": 2}, showlegend=False,
                           hovertemplate=t("mean of {words}: %{{x:.3f}}", words=escape(part.name)) + "<extra></extra>")
    ends = [escape(part.name) for part in test.attributes]
    figure = plain(figure, 300, t("← nearer to {second}   s(w)   nearer to {first} →", first=ends[0], second=ends[1]), legend=True)
    means = (f"{part.name} {values.mean():.2f}" for part, values in zip(test.targets, found.associations))
    figure.update_layout(meta=t("Mean s(w), above 0 nearer to {first}, below to {second}: {means}.",
                                     first=ends[0], second=ends[1], means=", ".join(means)))
    figure.update_yaxes(showticklabels=False, showgrid=False, zeroline=False, range=[-0.6, 1.6])
    return figure
