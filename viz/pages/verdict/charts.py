"""Charts of two sentences: cosines, the words behind the largest values, the vectors."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Bars, Chart, ColourBar, Heatmap, Margins, Rule
from ...draw.words import shorten

_ROW = 34  # pixels of a bar


def cosines_chart(cosines: Mapping[str, float]) -> Chart:
    """Plot the cosine of both sentences for each source of vectors."""
    labels = [format_number(value, ".2f") for value in cosines.values()]
    return bars_chart(
        [*cosines],
        [*cosines.values()],
        Axis(
            title=t("cosine of the two sentences"),
            title_size=14,
            limits=(min(0.0, *cosines.values()) * 1.1, 1.2),
            ticks=(0.0, 0.5, 1.0),
            number_format=".1~f",
        ),
        y=Axis(tick_size=14, room=True, grid=False),
        can_repeat=True,
        labels=labels,
        name=t("cosine"),
        row=_ROW,
        margins=Margins(left=8, right=16, top=8, bottom=52),
        summary=", ".join(map("{}: {}".format, cosines, labels)),
    )


def shares_chart(words: Sequence[str], shares: np.ndarray) -> Chart:
    """Plot the share of the units whose largest value comes from each word, `[word]`."""
    places = list(range(len(words)))
    bars = Bars(
        places=places,
        values=shares,
        colour=HEADS[0],
        labels=[format_number(float(share), ".0%") for share in shares],
        labels_shown=True,
        hover=None,
        name=t("share of the units"),
    )
    return Chart(
        marks=(bars,),
        x=Axis(
            ticks=places,
            labels=[shorten(word) for word in words],
            tick_size=13.5,
            grid=False,
            limits=(-0.6, len(words) - 0.4),
            angles=(0, -45, -90),
        ),
        y=Axis(
            title=t("share of the units"),
            title_size=14,
            from_zero=True,
            number_format=".0%",
            limits=(0, max(0.3, float(shares.max()) * 1.15)),
        ),
        height=280,
        margins=Margins(left=72, right=16, top=16, bottom=64),
        rules=(Rule(axis="y", at=1 / len(words)),),
        summary=", ".join(
            f"{word}: {format_number(float(share), '.0%')}"
            for word, share in zip(words, shares, strict=True)
        ),
    )


def vectors_chart(rows: Mapping[str, np.ndarray]) -> Chart:
    """Plot vectors of the same size under each other, `[d]` each."""
    values = np.stack([*rows.values()])
    most = float(np.abs(values).max())
    return Chart(
        marks=(
            Heatmap(
                values=values.astype(np.float32),
                least=-most,
                most=most,
                palette="signed",
                bar=ColourBar(ticks=(-most, 0, most), number_format=".1~f"),
                hover="%{y}, %{x}: %{z:.2f}",
            ),
        ),
        x=Axis(title=t("unit"), title_size=14, grid=False),
        y=Axis(
            ticks=list(range(len(rows))),
            labels=[*rows],
            tick_size=16,
            grid=False,
            room=True,
            limits=(len(rows) - 0.5, -0.5),
        ),
        height=320,
        margins=Margins(left=72, right=16, top=16, bottom=56),
    )
