"""What is lost with one head off: in three ways, and together with each other head."""

from dataclasses import replace

import numpy as np

from models import Trace
from models.results import HeadAblation, SelfRepair

from ...analysis.views import mean_word_probability
from ...analysis.what_if_text import head_name
from ...base.language import format_number, t, translatable
from ...base.theme import HEADS
from ...draw.bars import bars_chart
from ...draw.chart import FAINT, Axis, Chart, Margins, Series
from ...draw.probabilities import whole_percent

_KINDS = translatable({"zero": "zero", "mean": "mean", "resample": "resample"})


def losses_chart(ablation: HeadAblation) -> Chart:
    """Plot a bar for each way to replace the head's output, and a dot for each other sentence.

    A bar is the drop in the text's log-probability (nats), the mean over other sentences.
    """
    means = [float(values.mean()) for values in ablation.losses.values()]
    chart = bars_chart(
        # The numbers stand where no dot covers them.
        [
            f"{t(_KINDS[kind])} {format_number(mean, '+.2f')}"
            for kind, mean in zip(ablation.losses, means, strict=True)
        ],
        means,
        Axis(title=t("nats lost"), title_size=14),
        can_repeat=True,
        hover="%{x:+.3f}",
        around=108,
        margins=Margins(left=8, right=48, top=36, bottom=56),
    )
    draws = ablation.losses["resample"]
    dots = Series(
        x=draws, y=np.zeros(len(draws)), colour=HEADS[1], marker=8, opacity=0.8, hover="%{x:+.3f}"
    )
    return replace(chart, marks=(*chart.marks, dots))


def describe_probabilities(ablation: HeadAblation, baseline: Trace) -> dict[str, str]:
    """Write the mean word probability with the head as it is, and with its output replaced."""
    before = float(-np.logaddexp(0, -ablation.baseline).sum())

    def write(loss: float) -> str:
        return whole_percent(mean_word_probability(baseline, before - float(loss)))

    losses = ablation.losses
    return {
        "before": write(0),
        "zero": write(losses["zero"][0]),
        "mean": write(losses["mean"][0]),
        "low": write(losses["resample"].max()),
        "high": write(losses["resample"].min()),
    }


def describe_repair(repair: SelfRepair) -> str:
    """Say in Markdown whether another head makes up for this one, beside the control."""
    other = repair.others[repair.strongest]
    # Rounded first, so that the text adds up.
    alone = round(repair.alone, 2)
    beside = round(float(repair.others_alone[repair.strongest]), 2)
    both = round(float(repair.together[repair.strongest]), 2)
    numbers = {
        "alone": alone,
        "beside": beside,
        "both": both,
        "excess": both - alone - beside,
        "random": repair.random.max(),
        "mean": repair.mean,
        "random_mean": repair.random_mean.max(),
    }
    return t(
        "heads#another head takes over" if repair.partner else "heads#no head takes over",
        other=head_name(*other),
        pairs=len(repair.random),
        **{name: format_number(value + 0.0, ".2f") for name, value in numbers.items()},
    )


def judge_repair(repair: SelfRepair) -> str:
    """Say in a sentence whether another head makes up for this one."""
    if repair.partner is None:
        return t("No other head is seen to take over.")
    return t("Another head takes over: {other}.", other=head_name(*repair.partner))


def repair_chart(repair: SelfRepair) -> Chart:
    """Plot the loss without this head, without the strongest other one and without both.

    Below them how much more that is than the sum, and the most of random pairs.
    """
    other = repair.strongest
    bars = {
        t("without this head"): repair.alone,
        t("without {other}", other=head_name(*repair.others[other])): repair.others_alone[other],
        t("without both"): repair.together[other],
        t("both: more than the sum"): repair.excess[other],
        t("{count} random pairs: at most", count=len(repair.random)): repair.random.max(),
    }
    values = [float(value) for value in bars.values()]
    labels = [format_number(value, "+.2f") for value in values]
    room = 0.2 * max(map(abs, values))  # for the numbers beside the bars
    return bars_chart(
        list(bars),
        values,
        Axis(
            title=t("log-odds lost"),
            title_size=14,
            limits=(min(0, *values) - (room if min(values) < 0 else 0), max(0, *values) + room),
            zero="strong",
        ),
        colours=[HEADS[0]] * 3 + [HEADS[1], FAINT],
        labels=labels,
        hover="%{y}: %{x:+.3f}",
        around=90,
        margins=Margins(left=8, right=16, top=8, bottom=56),
        summary=t("; ").join(f"{name} {label}" for name, label in zip(bars, labels, strict=True)),
    )
