"""The chart of the ladder, and probabilities as text."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...base.language import SUPERSCRIPTS, format_number, t
from ...base.theme import HEADS
from ...draw.chart import GUIDE, Axis, Chart, Legend, Margins, Series

_PLAIN = 1e-4  # smaller probabilities are written with a power of ten
_MOST_TICKS = 3


def scientific(log_value: float, plain_below: float = 0) -> str:
    """Format the exponential of a natural logarithm as "6.3 × 10⁻¹³".

    A number from 1 to `plain_below` is written out.
    """
    if 0 <= log_value < np.log(max(plain_below, 1)):
        return format_number(float(np.exp(log_value)), ",.0f" if log_value > np.log(10) else ".1f")
    power = int(np.floor(log_value / np.log(10)))
    factor = float(np.exp(log_value - power * np.log(10)))
    if factor >= 9.95:
        factor, power = 1.0, power + 1
    return f"{format_number(factor, '.1f')} × {_power_of_ten(power)}"


def _power_of_ten(power: int) -> str:
    return f"10{str(power).translate(SUPERSCRIPTS)}"


def probability(log_probability: float) -> str:
    """Format a probability with two digits, small ones with a power of ten."""
    chance = float(np.exp(log_probability))
    if chance < _PLAIN:
        return scientific(log_probability)
    return format_number(chance, ".2g" if chance < 0.995 else ".4g")


def ladder_chart(
    titles: Sequence[str],
    powers: Sequence[Sequence[float]],
    colours: Sequence[str],
) -> Chart:
    """Plot a probability, or two, on each rung; the lowest rung first.

    `powers` are their logarithms to base 10: of the sentence, and of its shuffled words.
    """
    places = list(range(len(titles)))
    lowest = int(np.floor(min(map(min, powers))))
    step = max(1, -(lowest // _MOST_TICKS))
    ticks = list(range(0, lowest - step, -step))[::-1]
    marks = [
        Series(x=both, y=[place] * len(both), colour=GUIDE, line=2, in_legend=False, hover=None)
        for place, both in zip(places, powers)
        if len(both) > 1
    ]
    names = t("as typed"), t("shuffled")
    for order, name in enumerate(names[: len(powers[0])]):
        values = [both[order] for both in powers]
        marks.append(
            Series(
                x=values,
                y=places,
                colour=colours if order == 0 else GUIDE,
                marker=13,
                symbol="circle" if order == 0 else "circle-open",
                name=name,
                labels=[scientific(value * np.log(10)) for value in values],
                hover=f"%{{text}} {name}",
                clipped=False,
            )
        )
    return Chart(
        marks=tuple(marks),
        x=Axis(
            title=t("probability of the text"),
            title_size=14,
            ticks=ticks,
            labels=[_power_of_ten(tick) if tick else "1" for tick in ticks],
            limits=(ticks[0], 0),
            angles=(0,),
            tick_size=14,
        ),
        y=Axis(
            ticks=places,
            labels=titles,
            tick_size=15,
            room=True,
            limits=(-0.6, len(titles) - 0.4),
            zero="none",
        ),
        height=96 + 32 * len(titles),
        margins=Margins(left=8, right=24, top=40, bottom=56),
        legend=Legend(size=15, above=0.04) if len(powers[0]) > 1 else None,
    )


def bits_chart(titles: Sequence[str], lines: Mapping[str, Sequence[float]]) -> Chart:
    """Plot bits per character by model, a line for each text; the lowest rung first."""
    places = list(range(len(titles)))
    marks = tuple(
        Series(
            x=places,
            y=values,
            colour=colour,
            name=text,
            line=2,
            marker=8,
            hover="%{y:.2f}",
            hover_title=text,
        )
        for (text, values), colour in zip(lines.items(), HEADS)
    )
    return Chart(
        marks=marks,
        x=Axis(
            ticks=places,
            labels=titles,
            tick_size=15,
            angles=(0, -90),
            limits=(-0.4, len(titles) - 0.6),
            room=True,
        ),
        y=Axis(title=t("bits per character"), title_size=14, from_zero=True, tick_size=14),
        height=340,
        margins=Margins(left=64, right=16, top=40, bottom=48),
        legend=Legend(size=15, above=0.04),
    )
