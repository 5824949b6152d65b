"""How much a state depends on each word read before it."""

import numpy as np

from ..base.language import t
from ..base.theme import model_colour
from .chart import Axis, ChartSpec, Legend, Margins, Series
from .words import LONGEST, word_ticks

LEAST = 1e-30  # what is drawn in place of 0, which a log axis does not have
TICKS = 7  # on the log axis, about


def gradient_figure(
    norms: dict[str, np.ndarray], words: tuple[str, ...], titles: dict[str, str]
) -> ChartSpec:
    """Plot gradient norms over the words, one line a model.

    As shares of the model's largest, on a log axis.

    `norms` maps a model to `[word]`, `titles` to its title.
    """
    lines = tuple(
        Series(
            x=list(range(len(words))),
            y=np.maximum(of_model, LEAST).tolist(),
            name=titles[name],
            colour=model_colour(name),
            line=3,
            marker=7,
            labels=words,
            hover=t("%{text}: %{y:.2g} of its largest"),
        )
        for name, of_model in norms.items()
    )
    longest = max(map(len, words))
    turned = len(words) > 12 or longest * len(words) > 60
    ticks, labels = word_ticks(words)
    least = max(LEAST, min(map(np.min, norms.values())))
    return ChartSpec(
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
            step=max(1, round(-np.log10(least) / TICKS)),
            title=t("gradient norm, share of the largest"),
        ),
        height=360 + (6 * min(longest, LONGEST) if turned else 0),
        margins=Margins(left=72, right=16, top=48, bottom=40),
        legend=Legend(size=14) if len(lines) > 1 else None,
        hover_together=True,
    )
