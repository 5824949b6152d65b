"""The charts of gradients along the memory of recurrent layers, and of the best units."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base.language import format_number, t
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Chart, Dash, Margins, Rule, Series
from ...draw.word_charts import word_chart

_LEAST = 1e-30  # replaces 0 on the log axis


@dataclass(frozen=True)
class Chain:
    """A gradient with respect to each earlier token, the last first read being the last."""

    name: str
    values: np.ndarray  # [token read]
    colour: str
    dash: Dash = "solid"


def chain_chart(chains: Sequence[Chain], words: Sequence[str], cut: int) -> Chart:
    """Plot gradients on a log axis over the words in the order of reading.

    All end at the last word; a gradient that is cut is followed for `cut` steps, 0 for all.
    """
    last = len(words) - 1
    lines = []
    for chain in chains:
        values = chain.values[-(cut + 1) :] if cut else chain.values
        places = list(range(last - len(values) + 1, last + 1))
        lines.append(
            Series(
                x=places,
                y=np.maximum(values, _LEAST).tolist(),
                name=chain.name,
                colour=chain.colour,
                line=3,
                dash=chain.dash,
                marker=7,
                labels=[words[place] for place in places],
                hover=t("%{text}: %{y:.3g}"),
            )
        )
    values = np.concatenate([line.y for line in lines])
    least, most = min(values.min(), 0.5), max(values.max(), 2.0)
    y = Axis(
        log=True,
        number_format="power",
        limits=(least / 2, most * 2),
        step=max(1, round(np.log10(most / least) / 7)),
        title=t("gradient with respect to the state after this word"),
    )
    rules = [Rule(axis="y", at=1.0)]
    if 0 < cut <= last:
        rules.append(Rule(axis="x", at=last - cut - 0.5, dash="dash"))
    return word_chart(words, lines, y, rules=tuple(rules), height=420)


def ranking_chart(auc: np.ndarray, names: Sequence[str], chance: float) -> Chart:
    """Plot the AUC of units, the best first, beside that of rotated labels."""
    return bars_chart(
        names,
        auc,
        Axis(limits=(0.5, 1.04), title=t("AUC where chosen; dotted: chance (95%)")),
        y=Axis(grid=False),
        labels=[format_number(float(value), ".2f") for value in auc],
        hover="%{y}: %{x:.3f}",
        row=0,
        around=340,
        margins=Margins(left=130, right=24, top=16, bottom=56),
        rules=(Rule(axis="x", at=chance),),
    )
