"""Charts of two trainings: curves, confusions, and the attention of "[CLS]"."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...analysis.intervals import Interval
from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import (
    Axis,
    Bars,
    Chart,
    Dash,
    Heatmap,
    Legend,
    Margins,
    Mark,
    Note,
    Rule,
    Series,
)
from ...draw.interval_charts import describe_interval
from ...draw.probabilities import percent
from ...draw.words import shorten

START_COLOURS = HEADS[0], HEADS[1]  # from the pretrained weights, and from scratch
_SHARES = 0.0, 0.25, 0.5, 0.75, 1.0
_HEIGHT = 380
_ROW = 28  # pixels of a word
_LABELLED = 0.05  # the least share whose number is written on its bar
_APART = 1.022  # between the points of two curves at one number of sentences
_SYMBOLS = "circle", "square", "diamond", "triangle-up", "x", "cross", "triangle-down", "star"
_DASHES: tuple[Dash, ...] = "dash", "solid", "dot", "solid", "solid", "solid", "solid", "solid"
_ACCURACIES, _TENTHS = (0.45, 0.92), (0.5, 0.6, 0.7, 0.8, 0.9)
_SIZES_HEIGHT = 460
_SIZES_COLOURS = *HEADS[:6], *HEADS[7:9]  # all of them bright enough on a dark page
_WRITTEN = 0.1  # that of a word: more labels stand side by side


def _share_axis(title: str) -> Axis:
    """Return an axis of shares from 0 to 1, whatever is drawn."""
    return Axis(
        title=title,
        title_size=14,
        limits=(0, 1.02),
        ticks=_SHARES,
        labels=[format_number(share, ".0%") for share in _SHARES],
    )


def curves_chart(
    steps: Sequence[int], accuracies: Mapping[str, np.ndarray], majority: float
) -> Chart:
    """Plot the accuracy of each training by step; the dotted line is a constant answer.

    A training that is not finished has fewer accuracies than steps.
    """
    marks = tuple(
        Series(
            x=list(steps)[: len(values)],
            y=values,
            name=name,
            colour=colour,
            line=3,
            marker=7,
            symbol=symbol,
            hover="%{y:.0%}",
        )
        for (name, values), colour, symbol in zip(
            accuracies.items(), START_COLOURS, ("circle", "square"), strict=True
        )
    )
    return Chart(
        marks=marks,
        x=Axis(title=t("steps of training"), title_size=14, limits=(0, steps[-1] * 1.02)),
        y=_share_axis(t("held-out questions that are right")),
        height=_HEIGHT,
        margins=Margins(left=72, right=16, top=48, bottom=56),
        rules=(Rule(axis="y", at=majority),),
        notes=(
            Note(
                text=t("always the same answer"),
                x=0.99,
                y=majority,
                x_share=True,
                side_x="right",
                side_y="top",
            ),
        ),
        legend=Legend(size=14),
        hover_together=True,
        summary=", ".join(
            f"{name}: {percent(float(values[-1]))}" for name, values in accuracies.items()
        ),
    )


def sizes_chart(curves: Mapping[str, Mapping[int, Interval]], majority: float) -> Chart:
    """Plot accuracy by the number of training sentences, with the interval of each point.

    Points of one number stand side by side; the dotted line is a constant answer.
    """
    sizes = sorted({size for curve in curves.values() for size in curve})
    marks: list[Mark] = []
    for place, (name, curve) in enumerate(curves.items()):
        colour = _SIZES_COLOURS[place]
        shift = _APART ** (place - (len(curves) - 1) / 2)
        marks += [
            Series(
                x=(size * shift, size * shift),
                y=(low, high),
                colour=colour,
                line=2,
                opacity=0.5,
                hover=None,
                in_legend=False,
                group=name,
            )
            for size, (_, low, high) in curve.items()
        ]
        marks.append(
            Series(
                x=[size * shift for size in curve],
                y=[interval.value for interval in curve.values()],
                name=name,
                colour=colour,
                line=2.5,
                dash=_DASHES[place % len(_DASHES)],
                marker=8,
                symbol=_SYMBOLS[place % len(_SYMBOLS)],
                group=name,
                details=[describe_interval(interval, ".0%") for interval in curve.values()],
                hover="%{customdata}",
            )
        )
    return Chart(
        marks=tuple(marks),
        x=Axis(
            title=t("training sentences"),
            title_size=14,
            log=True,
            ticks=sizes,
            labels=[format_number(size, ",d") for size in sizes],
            limits=(sizes[0] * 0.82, sizes[-1] * 1.22),
        ),
        y=Axis(
            title=t("held-out sentences that are right"),
            title_size=14,
            limits=_ACCURACIES,
            ticks=_TENTHS,
            labels=[format_number(share, ".0%") for share in _TENTHS],
        ),
        height=_SIZES_HEIGHT,
        margins=Margins(left=72, right=16, top=72, bottom=56),
        rules=(Rule(axis="y", at=majority),),
        legend=Legend(size=14),
        summary="; ".join(
            f"{name}: "
            + ", ".join(
                f"{size} {describe_interval(interval, '.0%')}" for size, interval in curve.items()
            )
            for name, curve in curves.items()
        ),
    )


def losses_chart(losses: Mapping[str, np.ndarray]) -> Chart:
    """Plot the loss of each step in nats."""
    count = max(map(len, losses.values()))
    marks = tuple(
        Series(
            x=list(range(1, len(values) + 1)),
            y=values,
            name=name,
            colour=colour,
            line=2,
            hover="%{y:.2f}",
        )
        for (name, values), colour in zip(losses.items(), START_COLOURS, strict=True)
    )
    return Chart(
        marks=marks,
        x=Axis(title=t("steps of training"), title_size=14, limits=(0, count * 1.02)),
        y=Axis(title=t("loss of the step's questions (nats)"), title_size=14, from_zero=True),
        height=_HEIGHT,
        margins=Margins(left=72, right=16, top=48, bottom=56),
        legend=Legend(size=14),
        hover_together=True,
    )


def _pale_cells(shares: np.ndarray) -> Heatmap:
    """Draw `shares [row, column]` as cells pale enough for the numbers on them."""
    return Heatmap(
        values=shares.astype(np.float32), least=0, most=2, palette="weight", bar=None, hover=None
    )


def confusion_chart(counts: np.ndarray, labels: Sequence[str]) -> Chart:
    """Plot the number of questions by label (row) and answer (column).

    `counts [label, answer]`; the colour is the share of the row.
    """
    shares = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    places = list(range(len(labels)))
    notes = tuple(
        Note(
            text=str(counts[row, column]),
            x=column,
            y=row,
            size=15,
        )
        for row in places
        for column in places
        if counts[row, column]
    )
    right = int(counts.trace())
    return Chart(
        marks=(_pale_cells(shares),),
        x=Axis(
            title=t("answer"),
            title_size=14,
            ticks=places,
            labels=labels,
            grid=False,
            limits=(-0.5, len(labels) - 0.5),
        ),
        y=Axis(
            title=t("right answer"),
            title_size=14,
            ticks=places,
            labels=labels,
            grid=False,
            room=True,
            limits=(len(labels) - 0.5, -0.5),
        ),
        height=_HEIGHT,
        margins=Margins(left=96, right=16, top=16, bottom=64),
        notes=notes,
        summary=t("{right} of {all} questions are right", right=right, all=int(counts.sum())),
    )


def own_chart(probabilities: np.ndarray, encoders: Sequence[str], labels: Sequence[str]) -> Chart:
    """Plot the probability of each label, a row for each encoder; `[encoder, label]`."""
    return _labels_chart(probabilities, encoders, labels, 0, _HEIGHT, 190)


def words_chart(probabilities: np.ndarray, words: Sequence[str], labels: Sequence[str]) -> Chart:
    """Plot the probability of each label, a row for each word; `[word, label]`."""
    rows = [shorten(word) for word in words]
    return _labels_chart(probabilities, rows, labels, _WRITTEN, 100 + _ROW * len(words), 100)


def _labels_chart(
    probabilities: np.ndarray,
    titles: Sequence[str],
    labels: Sequence[str],
    least: float,
    height: int,
    left: int,
) -> Chart:
    """Plot `probabilities [row, label]` in cells; those from `least` have their number."""
    rows, columns = probabilities.shape
    notes = tuple(
        Note(text=format_number(float(probabilities[row, column]), ".0%"), x=column, y=row, size=14)
        for row in range(rows)
        for column in range(columns)
        if probabilities[row, column] >= least
    )
    return Chart(
        marks=(_pale_cells(probabilities),),
        x=Axis(
            ticks=list(range(columns)),
            labels=labels,
            grid=False,
            limits=(-0.5, columns - 0.5),
            angles=(0, -45, -90),
        ),
        y=Axis(
            ticks=list(range(rows)),
            labels=titles,
            grid=False,
            room=True,
            limits=(rows - 0.5, -0.5),
        ),
        height=height,
        margins=Margins(left=left, right=16, top=16, bottom=40 if least == 0 else 84),
        notes=notes,
    )


def attended_chart(words: Sequence[str], before: np.ndarray, after: np.ndarray) -> Chart:
    """Plot the weight of each word in one head before and after, `[word]` each."""
    places = list(range(len(words)))
    marks = tuple(
        Bars(places=places, values=values, colour=colour, name=name, hover="%{y:.2f}")
        for values, colour, name in (
            (before, "#9aa3b2", t("before")),
            (after, START_COLOURS[0], t("after")),
        )
    )
    return Chart(
        marks=marks,
        x=Axis(
            ticks=places,
            labels=[shorten(word) for word in words],
            tick_size=15,
            grid=False,
            limits=(-0.5, len(words) - 0.5),
            angles=(0, -45, -90),
        ),
        y=Axis(title=t("weight of “[CLS]”"), title_size=14, limits=(0, 1.02)),
        height=320,
        margins=Margins(left=64, right=16, top=48, bottom=72),
        legend=Legend(size=14),
    )


def shares_chart(
    layers: Sequence[str], shares: Mapping[str, np.ndarray], title: str, chosen: str
) -> Chart:
    """Plot the share of each layer in a mix, `[layer]`, a colour for each task.

    The bars of the `chosen` task have their numbers: those of all would cross each other.
    """
    places = list(range(len(layers)))
    marks = tuple(
        Bars(
            places=places,
            values=values,
            colour=colour,
            name=name,
            labels=[
                format_number(float(value), ".2f") if name == chosen and value >= _LABELLED else ""
                for value in values
            ],
            labels_shown=True,
            hover="%{y:.2f}",
        )
        for (name, values), colour in zip(shares.items(), HEADS)
    )
    return Chart(
        marks=marks,
        x=Axis(
            ticks=places,
            labels=layers,
            tick_size=14,
            grid=False,
            limits=(-0.5, len(layers) - 0.5),
        ),
        y=Axis(title=title, title_size=14, limits=(0, 1.1), ticks=(0.0, 0.5, 1.0)),
        height=310,
        margins=Margins(left=64, right=16, top=120, bottom=32),
        rules=(Rule(axis="y", at=1 / len(layers)),),
        legend=Legend(size=13),
        summary=t("; ").join(
            f"{name}: "
            + ", ".join(
                f"{layer} {format_number(float(value), '.2f')}"
                for layer, value in zip(layers, values, strict=True)
            )
            for name, values in shares.items()
        ),
    )
