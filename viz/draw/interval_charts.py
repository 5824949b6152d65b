"""Charts of values with their 95 % intervals, one in a row."""

from collections.abc import Mapping, Sequence

from ..analysis.intervals import Interval
from ..base.language import format_number
from ..base.theme import HEADS
from .chart import Axis, Chart, Legend, Margins, Mark, Note, Rule, Series

_TICKS = 0.0, 0.5, 1.0
_SPACE = "\N{NO-BREAK SPACE}" * 2  # between a narrow interval and its number
_ROW, _LEAST_ROOM = 34, 110  # pixels of a row, and of what is around the rows


def interval_chart(
    names: Sequence[str],
    groups: Mapping[str, Sequence[Interval]],
    title: str,
    number_format: str,
    chance: tuple[float, str] | None = None,
    least: float = 0,
) -> Chart:
    """Plot a value from `least` to 1 for each name (row) and group (colour), the first on top.

    `chance` is a value to mark, with its name.
    """
    # As far from each other as the rows of different names: a number lies on no dot.
    shift = 0.84 / max(1, len(groups))
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
        marks += [
            Series(
                x=[interval.high for interval in intervals],
                y=rows,
                colour=colour,
                labels=[
                    _SPACE + format_number(interval.value, number_format) for interval in intervals
                ],
                side="middle right",
                hover=None,
                in_legend=False,
                group=group,
                clipped=False,
            ),
            Series(
                x=[interval.value for interval in intervals],
                y=rows,
                colour=colour,
                marker=9,
                name=group,
                group=group,
                in_legend=len(groups) > 1,
                details=[describe_interval(interval, number_format) for interval in intervals],
                hover="%{customdata}",
            ),
        ]
    rules = () if chance is None else (Rule(axis="x", at=chance[0]),)
    notes = () if chance is None else (_note_of(*chance),)
    tick_format = number_format if number_format.endswith("%") else "g"
    height = _LEAST_ROOM + _ROW * len(names) * max(1.0, 0.9 * len(groups))
    return Chart(
        marks=tuple(marks),
        x=Axis(
            title=title,
            title_size=14,
            limits=(least, 1.15),  # room for the number beside an interval that goes to the end
            ticks=_TICKS,
            labels=[format_number(tick, tick_format) for tick in _TICKS],
        ),
        y=Axis(
            ticks=list(range(len(names))),
            labels=[*names][::-1],
            tick_size=14,
            room=True,
            grid=False,
            limits=(-0.6, len(names) + 0.1),
        ),
        height=height,
        margins=Margins(left=8, right=24, top=44 if len(groups) > 1 else 16, bottom=52),
        rules=rules,
        notes=notes,
        legend=Legend(size=14) if len(groups) > 1 else None,
        summary="; ".join(
            f"{name}, {group}: {describe_interval(interval, number_format)}"
            for group, intervals in groups.items()
            for name, interval in zip(names, intervals, strict=True)
        ),
    )


def _note_of(place: float, name: str) -> Note:
    """Name a value at the upper end of its line."""
    return Note(text=name, x=place, y=1, y_share=True, side_x="left", side_y="top", shift_x=6)


def describe_interval(interval: Interval, number_format: str) -> str:
    """Write a value with its interval: "0.71 (0.68 – 0.74)"."""
    value, low, high = (format_number(bound, number_format) for bound in interval)
    return f"{value} ({low} – {high})"
