"""Charts of an attribution: what each part of a decoder wrote for a word."""

import numpy as np

from models.results import Attribution

from ..base.language import format_number, t
from ..base.theme import HEADS
from .bars import bars_chart
from .chart import FAINT, Axis, Chart, Heatmap, Margins
from .tables import number, written

_MOST = 14  # bars of parts; the rest is one more
_MOST_TEXTS = 170  # cells of a map with a number in each


def values_of(parts: np.ndarray, alone: bool) -> np.ndarray:
    """Return the logits of the word itself, or how much more it gets than the other one.

    `[..., word]` to `[...]`.
    """
    return parts[..., 0] if alone else parts[..., 0] - parts[..., 1]


def named_parts(attribution: Attribution) -> list[tuple[str, np.ndarray]]:
    """List each part with its logits of both words, in the order of the network."""
    parts = [(t("input"), attribution.embedding)]
    for layer, heads in enumerate(attribution.heads, start=1):
        parts += [
            (t("Layer {layer}, head {head}", layer=layer, head=head), logits)
            for head, logits in enumerate(heads, start=1)
        ]
        name = t("Layer {layer}, FF", layer=layer)
        parts.append((name, attribution.feed_forward[layer - 1]))
    return [*parts, (t("biases"), attribution.biases)]


def ranked_parts(attribution: Attribution, alone: bool) -> list[tuple[str, float]]:
    """List each part with its value, the largest first whatever its sign."""
    parts = [(name, float(values_of(logits, alone))) for name, logits in named_parts(attribution)]
    return sorted(parts, key=lambda part: -abs(part[1]))


def parts_chart(attribution: Attribution, alone: bool = False) -> Chart:
    """Plot a bar for each part, the largest first, and one for the sum of the others."""
    parts = ranked_parts(attribution, alone)
    total = float(values_of(attribution.logits, alone))
    bars = parts if len(parts) <= _MOST + 1 else parts[:_MOST]
    if rest := parts[len(bars) :]:
        others = t("the {count} others", count=len(rest))
        bars = [*bars, (others, sum(value for _, value in rest))]
    names, values = zip(*bars, strict=True)
    room = 0.6 * max(map(abs, values))  # for the numbers beside the bars
    return bars_chart(
        names,
        values,
        Axis(
            title=attribution_title(attribution, alone)
            + f" · {t('in all {total}', total=_signed(total))}",
            title_size=14,
            limits=(min(values) - room if min(values) < 0 else 0, max(0, *values) + room),
            zero="strong",
        ),
        colours=[
            FAINT if rest and place == _MOST else HEADS[0] if value > 0 else HEADS[1]
            for place, value in enumerate(values)
        ],
        labels=[_signed(value) for value in values],
        hover="%{y}: %{x:+.3f}",
        row=26,
        around=70,
        margins=Margins(left=8, right=16, top=4, bottom=56),
        summary=t(
            "{title}, in all {total}. The largest parts: {parts}.",
            title=attribution_title(attribution, alone),
            total=_signed(total),
            parts=", ".join(f"{name} {_signed(value)}" for name, value in parts[:5]),
        ),
        numbers=_attribution_table(attribution),
    )


def attribution_map(attribution: Attribution, alone: bool = False) -> Chart:
    """Plot a row for each layer, the last on top, with a cell for each head and one more.

    That is the feed-forward layer.
    """
    heads = values_of(attribution.heads, alone)  # [layer, head]
    cells = np.hstack([heads, values_of(attribution.feed_forward, alone)[:, None]])
    layers, columns = cells.shape
    most = float(np.abs(cells).max())
    ticks = [*range(layers)][:: -1 if layers <= 16 else -2]
    columns_named = 1 if columns <= 10 else 2
    return Chart(
        marks=(
            Heatmap(
                values=cells.astype(np.float32),
                least=-most,
                most=most,
                palette="signed",
                bar=None,
                hover=t("layer %{y}, %{x}: %{z:+.2f}"),
                texts=[[_cell(value) for value in row] for row in cells.tolist()]
                if cells.size <= _MOST_TEXTS
                else (),
                text_size=13 if columns < 9 else 10,
            ),
        ),
        x=Axis(
            ticks=[*range(0, columns - 1, columns_named), columns - 1],
            labels=[*map(str, range(1, columns, columns_named)), t("FF")],
            title=t("head, and feed-forward layer (FF)"),
            title_size=14,
            limits=(-0.5, columns - 0.5),
            angles=(0,),
            grid=False,
            zero="none",
        ),
        y=Axis(
            ticks=ticks,
            labels=[str(layer + 1) for layer in ticks],
            title=t("layer"),
            title_size=14,
            limits=(-0.5, layers - 0.5),
            tick_size=14,
            grid=False,
            zero="none",
        ),
        height=max(280, 110 + 26 * layers),
        margins=Margins(left=56, right=16, top=4, bottom=56),
        summary=t(
            "Of the heads together {heads}, of the feed-forward layers {fed}.",
            heads=_signed(float(heads.sum())),
            fed=_signed(float(cells[:, -1].sum())),
        ),
        numbers=_attribution_table(attribution),
    )


def attribution_title(attribution: Attribution, alone: bool) -> str:
    """Name what the numbers are."""
    word, other = attribution.words
    if alone:
        return t("logit of “{word}”", word=word)
    return t("logit of “{word}” minus that of “{other}”", word=word, other=other)


def _attribution_table(attribution: Attribution) -> str:
    """Write a line for each part and one for the model's own logits, as CSV."""
    rows = [*named_parts(attribution), (t("the model’s logit"), attribution.logits)]
    return written(
        ("part", *attribution.words, "difference"),
        (
            (name, number(logits[0]), number(logits[1]), number(values_of(logits, False)))
            for name, logits in rows
        ),
    )


def draw_in_notebook(attribution: Attribution) -> dict[str, str]:
    """Return the parts as SVG."""
    chart = parts_chart(attribution)
    return chart.with_caption(attribution.request.sentence)._repr_mimebundle_()


def _cell(value: float) -> str:
    return format_number(value, "+.1f") if abs(value) >= 0.05 else "0"


def _signed(value: float) -> str:
    return format_number(value, "+.2f")
