"""What the answers to many sentences have in common: means with intervals, as charts and text."""

from html import escape

import numpy as np

from models import Batch, Lens
from models.results import Attribution

from ..analysis.intervals import Interval, mean_interval
from ..base.language import format_number, t
from .attribution import parts_chart, values_of
from .chart import Chart
from .interval_charts import describe_interval, interval_chart
from .lens import lens_chart
from .pair_means import mean_shares
from .patching import MeanShares, chart_of, mean_chart

_PARTS = "embedding", "heads", "feed_forward", "biases"
_SHARE = ".0%"
_LEAST = 0.005  # of a mean that is written with its interval


def batch_charts(batch: Batch) -> tuple[Chart, ...]:
    """Return the chart of a batch, of patches one for each direction; of one sentence its own.

    Its numbers are all rows of the batch. A batch without an answer has no chart.
    """
    if not batch.answers:
        return ()
    first = batch[0]
    if len(batch) == 1:
        if isinstance(first, Lens):
            return (lens_chart(first),)
        if isinstance(first, Attribution):
            return (parts_chart(first),)
        return chart_of(first), chart_of(batch.back[0])
    title = _title_of(batch)
    if isinstance(first, Lens | Attribution):
        names, intervals = _intervals(batch)
        chart = interval_chart(names, {t("share"): intervals}, t("share"), _SHARE)
        return (chart.with_caption(title),)
    return tuple(
        mean_chart(shares).with_caption(f"{title}\n{direction}")
        for direction, shares in _directions(batch)
    )


def _title_of(batch: Batch) -> str:
    """Say what is measured of how many sentences."""
    count = len(batch)
    if not count:
        return t("No sentence could be read.")
    first = batch[0]
    if isinstance(first, Lens):
        words = sum(len(lens.final) for lens in batch)
        return t(
            "the layer after which the final word leads for the first time: {count} sentences, "
            "{words} words",
            count=count,
            words=words,
        )
    if isinstance(first, Attribution):
        return t(
            "what each part adds to the lead of the written word or takes from it, whatever its "
            "sign, and in all: {count} sentences",
            count=count,
        )
    return t("how far each part moves the choice: {count} pairs of sentences", count=count)


def batch_text(batch: Batch) -> str:
    """Write the means and intervals as lines of text; of one sentence there is no interval."""
    lines = [_title_of(batch)]
    if batch.answers and isinstance(batch[0], Lens | Attribution):
        names, intervals = _intervals(batch)
        width = max(map(len, names))
        lines += [
            f"{name:>{width}}  {_describe(interval)}"
            for name, interval in zip(names, intervals, strict=True)
        ]
    elif batch.answers:
        for direction, shares in _directions(batch):
            lines += ["", direction, *_table(shares), shares.leading]
    return "\n".join(lines)


def draw_in_notebook(batch: Batch) -> dict[str, str]:
    """Return the charts and what was refused as HTML."""
    charts = [chart._repr_mimebundle_()["image/svg+xml"] for chart in batch_charts(batch)]
    refused = "".join(
        f"<li>{escape(sentence)}: {escape(reason)}</li>" for sentence, reason in batch.refused
    )
    title = t("Refused: {count}", count=len(batch.refused))
    more = f"<p>{title}</p><ul>{refused}</ul>" if refused else ""
    text = batch_text(batch)
    return {"text/html": "".join(charts) + more or f"<p>{escape(text)}</p>", "text/plain": text}


def _directions(batch: Batch) -> list[tuple[str, MeanShares]]:
    """Name both directions, each with its mean map."""
    pairs = [(one.request.sentence, one.other) for one in batch]
    return [
        (t("the second sentences put into the first"), mean_shares(pairs, batch.answers)),
        (t("the first sentences put into the second"), mean_shares(pairs, batch.back)),
    ]


def _table(shares: MeanShares) -> list[str]:
    names = [row if isinstance(row, str) else f"{row[0]} {row[1] + 1}" for row in shares.rows]
    of_heads = bool(shares.rows) and not isinstance(shares.rows[0], str)
    cells = [["", *(str(column + of_heads) for column in shares.columns)]] + [
        [name, *(_cell(shares, row, column) for column in shares.columns)]
        for row, name in enumerate(names)
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(map(str.rjust, row, widths)) for row in cells]


def _cell(shares: MeanShares, row: int, column: int) -> str:
    return shares.interval(row, column) if abs(shares.mean[row, column]) >= _LEAST else "0%"


def _intervals(batch: Batch) -> tuple[list[str], list[Interval]]:
    """Return names, and mean shares with intervals over the sentences, each of which counts once.

    Of a lens the share of its words. Of attributions the share of the sizes of all parts, each head
    and each feed-forward layer by itself: a share of the lead would have no end where it is small.
    """
    if isinstance(batch[0], Lens):
        layers = len(batch[0].words)
        firsts = [
            [layers if first is None else first for first in lens.first_layers] for lens in batch
        ]
        shares = np.stack([np.bincount(row, minlength=layers + 1) / len(row) for row in firsts])
        names = [t("input"), *(t("layer {layer}", layer=layer) for layer in range(1, layers))]
        if shares[:, -1].any():
            return [*names, t("never")], _means(shares)
        return names, _means(shares[:, :-1])
    # [sentence][part]: what each of its parts adds to the lead.
    leads = [[values_of(getattr(one, part), False).ravel() for part in _PARTS] for one in batch]
    sizes = np.array([[np.abs(part).sum() for part in parts] for parts in leads])
    sums = np.array([[part.sum() for part in parts] for parts in leads]).mean(0)
    titles = t("input"), t("heads"), t("feed-forward layers"), t("biases")
    names = [
        t("{part}, in all {total}", part=title, total=format_number(float(total), "+.2f"))
        for title, total in zip(titles, sums, strict=True)
    ]
    return names, _means(sizes / sizes.sum(1, keepdims=True))


def _means(shares: np.ndarray) -> list[Interval]:
    return [Interval(*map(float, ends)) for ends in zip(*mean_interval(shares), strict=True)]


def _describe(interval: Interval) -> str:
    if np.isnan(interval.low):
        return format_number(interval.value, _SHARE)
    return describe_interval(interval, _SHARE)
