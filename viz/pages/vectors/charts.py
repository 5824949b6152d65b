"""Charts of word vectors without context: analogies, the gender direction, associations."""

from collections.abc import Mapping, Sequence

import numpy as np

from models.words.bias import Association
from models.words.lists import AssociationTest

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import GUIDE, Arrow, Axis, Bars, Chart, Legend, Margins, Note, Series


def _vector_chart(height: int, x: Axis, y: Axis, legend: bool = False, **parts) -> Chart:
    """Return a chart with the margins and the legend of this module."""
    return Chart(
        height=height,
        margins=Margins(left=64, right=24, top=40 if legend else 16, bottom=52),
        legend=Legend(size=14) if legend else None,
        x=x,
        y=y,
        **parts,
    )


def _number_axis(title: str, **settings) -> Axis:
    return Axis(title=title, title_size=14, tick_size=14, zero="strong", **settings)


def _bare_axis(title: str = "", **settings) -> Axis:
    return Axis(
        title=title,
        title_size=14,
        tick_size=14,
        zero="none",
        grid=False,
        labelled=False,
        **settings,
    )


def analogy_chart(places: np.ndarray, words: Sequence[str], nearest: Sequence[str]) -> Chart:
    """Plot a, b, c and b - a + c at the first four of `places [point, 2]`.

    Arrows lead from a to b and in parallel from c; then come the points of `nearest`.
    """
    a, b, c = words
    forward = places[1, 0] >= places[0, 0]  # names are on the sides without arrows
    start, end = ("middle left", "middle right") if forward else ("middle right", "middle left")
    beyond = "top center" if places[3, 1] > places[2, 1] else "bottom center"  # its name is long
    points = Series(
        x=places[:, 0],
        y=places[:, 1],
        colour=[HEADS[0]] * 3 + [HEADS[1]] + [HEADS[2]] * len(nearest),
        marker=11,
        symbol=["circle"] * 3 + ["x"] + ["diamond"] * len(nearest),
        labels=[a, b, c, f"{b} − {a} + {c}", *nearest],
        side=[start, end, start, beyond] + [end] * len(nearest),
        label_size=15,
        clipped=False,
        hover=None,
    )
    arrows = [
        Arrow(start=(places[tail, 0], places[tail, 1]), end=(places[head, 0], places[head, 1]))
        for tail, head in ((0, 1), (2, 3))
    ]
    least, most = places[:, 0].min(), places[:, 0].max()
    aside = 0.5 * (most - least)
    return _vector_chart(
        420,
        _bare_axis(limits=(least - aside, most + aside)),
        _bare_axis(),
        marks=(points,),
        arrows=tuple(arrows),
        same_scale=True,
        summary=_analogy_summary(a, b, c, nearest),
    )


def angle_chart(words: Sequence[str], lengths: Sequence[float], cosine: float) -> Chart:
    """Plot two vectors of these lengths in the plane through both, with the angle between them."""
    angle = float(np.arccos(cosine))
    ends = [(lengths[0], 0.0), (lengths[1] * cosine, lengths[1] * float(np.sin(angle)))]
    turn = np.linspace(0, angle, 40)
    radius = 0.3 * min(lengths)
    arc = Series(x=radius * np.cos(turn), y=radius * np.sin(turn), colour=GUIDE, line=2, hover=None)
    names = Series(
        x=[x for x, _ in ends],
        y=[y for _, y in ends],
        colour=[HEADS[0], HEADS[1]],
        marker=9,
        labels=words,
        side=["bottom center", "top center"],
        label_size=16,
        clipped=False,
        hover=None,
    )
    half = radius * 1.35
    theta = Note(text="θ", x=half * np.cos(angle / 2), y=half * np.sin(angle / 2), size=16)
    longest = max(lengths)
    return _vector_chart(
        380,
        _bare_axis(limits=(min(0.0, ends[1][0]) - 0.2 * longest, 1.2 * longest)),
        _bare_axis(limits=(-0.2 * longest, max(ends[1][1], 0.3 * longest) + 0.2 * longest)),
        marks=(arc, names),
        arrows=tuple(
            Arrow(start=(0, 0), end=end, colour=colour, width=3, gap=0)
            for end, colour in zip(ends, HEADS, strict=False)
        ),
        notes=(theta,),
        same_scale=True,
    )


def _analogy_summary(a: str, b: str, c: str, nearest: Sequence[str]) -> str:
    if not nearest:
        return ""
    if len(nearest) == 1:
        return t(
            "The arrow from {a} to {b}, set at {c}, ends near {d}.", a=a, b=b, c=c, d=nearest[0]
        )
    return t(
        "The arrow from {a} to {b}, set at {c}, ends near {d} and {e}.",
        a=a,
        b=b,
        c=c,
        d=nearest[0],
        e=nearest[1],
    )


def occupations_chart(along: np.ndarray, percent: Mapping[str, float]) -> Chart:
    """Plot each occupation by its share of women and its place along the gender direction.

    The share is in per cent, the place is `along [occupation]`; a line is fitted to the points.
    """
    women = np.array(list(percent.values()), float)
    slope, height = np.polyfit(women, along, 1)
    line = Series(
        x=[0, 100],
        y=[height, height + 100 * slope],
        colour=GUIDE,
        line=1,
        dash="dash",
        hover=None,
    )
    points = Series(
        x=women,
        y=along.astype(np.float32),
        colour=HEADS[0],
        marker=8,
        labels=_spaced(women, along, list(percent)),
        details=list(percent),
        side="top center",
        label_size=12,
        clipped=False,
        hover=t("%{customdata}: %{x:.0f}% women, %{y:.3f} along"),
    )
    return _vector_chart(
        460,
        _number_axis(t("women in the occupation, per cent"), limits=(-4, 104)),
        _number_axis(t("← he   gender direction   she →")),
        marks=(line, points),
    )


def own_chart(along: np.ndarray, words: Sequence[str]) -> Chart:
    """Plot words at their places along the gender direction, `along [word]`, a row for each."""
    points = Series(
        x=along.astype(np.float32),
        y=np.arange(len(words)),
        colour=[HEADS[1] if place > 0 else HEADS[0] for place in along],
        marker=10,
        details=list(words),
        hover="%{customdata}: %{x:.3f}",
    )
    return Chart(
        height=max(160, 90 + 22 * len(words)),
        margins=Margins(left=120, right=24, top=16, bottom=52),
        x=_number_axis(t("← he   gender direction   she →")),
        y=Axis(ticks=range(len(words)), labels=list(words), tick_size=14, room=True),
        marks=(points,),
    )


def _spaced(x: np.ndarray, y: np.ndarray, names: Sequence[str]) -> list[str]:
    """Return the names that fit above their points without touching; "" for the others."""
    letter, line = 0.015 * np.ptp(x), 0.075 * np.ptp(y)  # width and height in a small window
    taken: list[tuple[float, float, float]] = []  # x, y and half the width of a name
    labelled = set()
    for place in np.argsort(-np.abs(y - np.median(y))):
        half = letter * len(names[place]) / 2
        if all(
            abs(x[place] - other) > half + width or abs(y[place] - level) > line
            for other, level, width in taken
        ):
            taken.append((x[place], y[place], half))
            labelled.add(int(place))
    return [name if place in labelled else "" for place, name in enumerate(names)]


def shares_chart(shares: np.ndarray) -> Chart:
    """Plot `shares [component]` of the variance, 0 to 1, as bars."""
    bars = Bars(
        places=list(range(1, len(shares) + 1)),
        values=shares.astype(np.float32),
        colour=HEADS[0],
        hover=t("component %{x}: %{y:.0%}"),
    )
    return _vector_chart(
        460,
        _number_axis(t("principal component"), step=1),
        _number_axis(t("share of the variance"), number_format=".0%", from_zero=True),
        marks=(bars,),
    )


def association_chart(result: Association, test: AssociationTest) -> Chart:
    """Plot each target word at s(w), a row for each list.

    Words on the right are nearer to the first attributes, on the left to the second.
    """
    marks: list[Series] = []
    for row, (part, words, values, symbol) in enumerate(
        zip(test.targets, result.targets, result.associations, ("circle", "diamond"), strict=True)
    ):
        ranks = np.argsort(np.argsort(values))
        level = 1 - row + 0.18 * np.where(ranks % 2, 1, -1)  # neighbours on two levels
        mean = float(values.mean())
        points = Series(
            x=values.astype(np.float32),
            y=level,
            name=part.name,
            colour=HEADS[row],
            marker=10,
            symbol=symbol,
            details=list(words),
            hover="%{customdata}: %{x:.3f}",
        )
        line = Series(
            x=[mean, mean],
            y=[0.6 - row, 1.4 - row],
            colour=HEADS[row],
            line=2,
            in_legend=False,
            hover=t("mean of {words}: %{{x:.3f}}", words=part.name),
        )
        marks += [points, line]
    first, second = (part.name for part in test.attributes)
    means = (
        f"{part.name} {format_number(values.mean(), '.2f')}"
        for part, values in zip(test.targets, result.associations, strict=True)
    )
    return _vector_chart(
        300,
        _number_axis(
            t("← nearer to {second}   s(w)   nearer to {first} →", first=first, second=second)
        ),
        _bare_axis(limits=(-0.6, 1.6)),
        legend=True,
        marks=tuple(marks),
        summary=t(
            "Mean s(w), above 0 nearer to {first}, below to {second}: {means}.",
            first=first,
            second=second,
            means=", ".join(means),
        ),
    )


def pairs_chart(pairs: Sequence[tuple[str, str]], cosines: np.ndarray) -> Chart:
    """Plot the cosines of the neighbour and of the word at random in each pair, `[pair, 2]`."""
    places = [*range(len(pairs))][::-1]  # the nearest on top
    marks = tuple(
        Bars(
            places=places,
            values=cosines[:, kind],
            colour=HEADS[kind],
            name=name,
            across=True,
            labels=[
                f"{pair[kind]} {format_number(float(cosine), '.2f')}"
                for pair, cosine in zip(pairs, cosines[:, kind], strict=True)
            ],
            labels_shown=True,
            hover=None,
        )
        for kind, name in enumerate((t("neighbour"), t("at random")))
    )
    return Chart(
        marks=marks,
        height=60 + 44 * len(pairs),
        margins=Margins(left=40, right=120, top=40, bottom=52),
        legend=Legend(size=14),
        x=_number_axis(t("cosine"), limits=(min(-0.05, float(cosines.min())), 1)),
        y=Axis(
            ticks=places,
            labels=[str(place + 1) for place in range(len(pairs))],
            tick_size=14,
            grid=False,
        ),
    )
