"""The charts of how well groups of points are separated, and of a word in two sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...base.language import model_title, t
from ...base.theme import HEADS, model_colour
from ...draw.chart import Axis, Chart, ColourBar, Heatmap, Legend, Margins, Rule, Series, cell_axis
from .compute_pair import WordStates
from .occurrences import step_names

_SYMBOLS = "circle", "square"


def separation_chart(
    curves: Mapping[str, np.ndarray], steps: Sequence[str], layers: int | None = None
) -> Chart:
    """Plot a line for each way to group the same points, `silhouette [step]` by its name.

    There are at most two. A line ends after the first `layers` steps, or all for None: a mix of
    them is a diamond beside it.
    """
    layers = len(steps) if layers is None else layers
    lines = tuple(
        Series(
            x=list(range(layers)),
            y=values[:layers].astype(np.float32),
            name=name,
            colour=colour,
            line=2,
            marker=9,
            symbol=symbol,
            details=steps[:layers],
            hover="%{customdata}: %{y:.3f}",
            hover_title=name,
        )
        for (name, values), colour, symbol in zip(curves.items(), HEADS, _SYMBOLS, strict=False)
    )
    mixes = tuple(
        Series(
            x=list(range(layers, len(steps))),
            y=values[layers:].astype(np.float32),
            name=name,
            colour=colour,
            marker=14,
            symbol="diamond",
            details=steps[layers:],
            hover="%{customdata}: %{y:.3f}",
            hover_title=name,
            in_legend=False,
        )
        for (name, values), colour in zip(curves.items(), HEADS, strict=False)
        if len(values) > layers
    )
    return Chart(
        marks=lines + mixes,
        rules=(Rule(axis="y", at=0, width=1, dash="solid"),),
        x=Axis(
            ticks=list(range(len(steps))),
            labels=steps,
            tick_size=14,
            angles=(0, -30, -90),
            limits=(-0.3, len(steps) - 0.7),
        ),
        y=Axis(title=t("silhouette"), title_size=14, tick_size=14, zero="none"),
        height=280,
        margins=Margins(left=64, right=16, top=32, bottom=40),
        legend=Legend(size=14),
    )


def pair_chart(pairs: Mapping[str, WordStates], chosen: str) -> Chart:
    """Plot the cosines of each model over its steps, the embedding first; one model is thick."""
    longest = max(len(pair.steps) for pair in pairs.values())
    lines = tuple(
        Series(
            x=list(range(len(pair.steps))),
            y=pair.cosines.astype(np.float32),
            name=model_title(name),
            colour=model_colour(name),
            line=4 if name == chosen else 2,
            marker=9 if name == chosen else 6,
            details=step_names(pair.steps),
            hover="%{customdata}: %{y:.2f}",
            hover_title=model_title(name),
        )
        for name, pair in pairs.items()
    )
    least = min(float(pair.cosines.min()) for pair in pairs.values())
    return Chart(
        marks=lines,
        x=Axis(
            title=t("step of the model, the embedding first"), step=1, limits=(-0.3, longest - 0.7)
        ),
        y=Axis(title=t("cosine of the two"), limits=(min(0.0, least), 1.02)),
        height=420,
        margins=Margins(left=64, right=16, top=88, bottom=56),
        legend=Legend(size=14),
    )


def strips_chart(strips: Mapping[str, np.ndarray], total: tuple[str, np.ndarray]) -> Chart:
    """Draw vectors `[d]` as strips under each other, and under a gap their sum."""
    name, values = total
    rows = np.array([*strips.values(), np.full(len(values), np.nan), values])
    most = float(np.nanmax(np.abs(rows)))
    labels = [*strips, "", name]
    tick = float(f"{most:.1g}") / 2
    bar = ColourBar(ticks=[-tick, 0, tick], number_format="~g", above=True)
    return Chart(
        marks=(Heatmap(values=rows, least=-most, most=most, palette="signed", bar=bar),),
        x=Axis(title=t("number of the vector"), limits=(-0.5, len(values) - 0.5), grid=False),
        y=replace(cell_axis(labels, ""), limits=(len(labels) - 0.5, -0.5), tick_size=14, room=True),
        height=130 + 34 * len(labels),
        margins=Margins(left=8, right=16, top=52, bottom=48),
    )
