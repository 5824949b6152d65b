"""Charts of values with their 95 % intervals, one in a row."""

from collections.abc import Sequence

from ..analysis.intervals import Interval
from ..base.language import format_number
from ..base.theme import HEADS
from .chart import Axis, Chart, Legend, Margins, Mark, Note, Rule, Series

ROW, LEAST_ROOM = 34, 110  # pixels of a row, and of what is around the rows


def interval_chart(
    names: Sequence[str],
    groups: dict[str, Sequence[Interval]],
    title: str,
    number_format: str,
    limits: tuple[float, float] = (0, 1),
    chance: tuple[float, str] | None = None,
) -> Chart:
    """Plot a value with its interval for each name (row) and each group (colour), first on top.

    `chance` is a value to mark, with its name.
    """
    shift = 0.64 / max(1, len(groups))
    marks: list[Mark] = []
    for place, (group, intervals) in enumerate(groups.items()):
        colour = HEADS[place % len(HEADS)]
        offset = shift * ((len(groups) - 1) / 2 - place)
        rows = [len(names) - 1 - row + offset for row in range(len(names))]
        marks += [
            Series(
                x=(interval.low, interval.high),
                y=(row, row),
                colour=colour,
                line=3,
                opacity=0.55,
                hover=None,
                in_legend=False,
                group=group,
            )
            for row, interval in zip(rows, intervals, strict=True)
        ]
        marks.append(
            Series(
                x=[interval.value for interval in intervals],
                y=rows,
                colour=colour,
                marker=9,
                name=group,
                labels=[format_number(interval.value, number_format) for interval in intervals],
                side="top center",
                group=group,
                in_legend=len(groups) > 1,
                details=[describe(interval, number_format) for interval in intervals],
                hover="%{customdata}",
            )
        )
    rules, notes = (), ()
    if chance is not None:
        rules = (Rule(axis="x", at=chance[0]),)
        notes = (
            Note(
                text=chance[1],
                x=chance[0],
                y=1,
                y_share=True,
                side_x="left",
                side_y="top",
                shift_x=6,
            ),
        )
    height = LEAST_ROOM + ROW * len(names) * max(1.0, 0.75 * len(groups))
    return Chart(
        marks=tuple(marks),
        x=Axis(title=title, title_size=14, limits=limits, number_format=number_format),
        y=Axis(
            ticks=list(range(len(names))),
            labels=[*names][::-1],
            tick_size=14,
            room=True,
            grid=False,
            limits=(-0.6, len(names) - 0.3),
        ),
        height=height,
        margins=Margins(left=8, right=24, top=44 if len(groups) > 1 else 16, bottom=52),
        rules=rules,
        notes=notes,
        legend=Legend(size=14) if len(groups) > 1 else None,
        summary="; ".join(
            f"{name}, {group}: {describe(interval, number_format)}"
            for group, intervals in groups.items()
            for name, interval in zip(names, intervals, strict=True)
        ),
    )


def describe(interval: Interval, number_format: str) -> str:
    """Write a value with its interval: "0.71 (0.68 – 0.74)"."""
    value, low, high = (format_number(one, number_format) for one in interval)
    return f"{value} ({low} – {high})"
