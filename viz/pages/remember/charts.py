"""Charts of the units of LSTMs, and of the gradients of their states."""

import numpy as np

from ...base.language import t
from ...base.theme import model_colour
from ...draw.chart import (
    DARK,
    Axis,
    Chart,
    ColourBar,
    Heatmap,
    Legend,
    Margins,
    RowFrame,
    Series,
)
from ...draw.words import LONGEST, shorten, word_ticks


def gates_chart(
    values: np.ndarray,
    words: tuple[str, ...],
    order: np.ndarray,
    quantity: str,
    signed: bool,
    unit: int,
) -> Chart:
    """Plot `values [word, unit]`, a column for each word, a row for each unit in `order [unit]`.

    One unit is framed. `signed` values are -1 to 1, others 0 to 1.
    """
    row = int(np.flatnonzero(order == unit)[0])
    heatmap = Heatmap(
        values=values[:, order].T.astype(np.float32),
        least=-1 if signed else 0,
        most=1,
        palette="signed" if signed else "weight",
        bar=ColourBar(above=True, ticks=[-1, 0, 1] if signed else [0, 0.5, 1], title=quantity),
    )
    return Chart(
        marks=(heatmap,),
        rules=(RowFrame(row=row, colour=DARK, width=1.5),),
        x=Axis(
            ticks=list(range(len(words))),
            labels=[shorten(word) for word in words],
            tick_size=15,
            grid=False,
            limits=(-0.5, len(words) - 0.5),
        ),
        y=Axis(
            ticks=[row],
            labels=[t("unit {unit}", unit=unit + 1)],
            grid=False,
            limits=(len(order) - 0.5, -0.5),
            title=t("{count} units", count=len(order)),
        ),
        height=520,
        margins=Margins(left=96, right=16, top=72, bottom=72),
    )


_LEAST = 1e-30  # replaces 0 on the log axis
_TICKS = 7  # on the log axis, about


def gradient_chart(
    norms: dict[str, np.ndarray], words: tuple[str, ...], titles: dict[str, str]
) -> Chart:
    """Plot gradient norms over the words on a log axis, a line for each model.

    `norms` maps a model to `[word]`, shares of its largest norm; `titles` maps it to its title.
    """
    lines = tuple(
        Series(
            x=list(range(len(words))),
            y=np.maximum(model_norms, _LEAST).tolist(),
            name=titles[name],
            colour=model_colour(name),
            line=3,
            marker=7,
            labels=words,
            hover=t("%{text}: %{y:.2g} of its largest"),
        )
        for name, model_norms in norms.items()
    )
    longest = max(map(len, words))
    turned = len(words) > 12 or longest * len(words) > 60
    ticks, labels = word_ticks(words)
    least = max(_LEAST, min(map(np.min, norms.values())))
    return Chart(
        marks=lines,
        x=Axis(
            ticks=ticks,
            labels=labels,
            angles=(-90 if turned else 0,),
            tick_size=13 if len(words) <= 30 else 10,
            zero="none",
        ),
        y=Axis(
            log=True,
            number_format="power",
            step=max(1, round(-np.log10(least) / _TICKS)),
            title=t("gradient norm, share of the largest"),
        ),
        height=360 + (6 * min(longest, LONGEST) if turned else 0),
        margins=Margins(left=72, right=16, top=48, bottom=40),
        legend=Legend(size=14) if len(lines) > 1 else None,
        hover_together=True,
    )
