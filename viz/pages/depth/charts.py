"""Charts from layer to layer: similarity of words, sinks of attention, and the flow of words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.bars import bars_chart
from ...draw.chart import FAINT, GUIDE, Axis, Bars, Chart, Legend, Margins, Note, Rule, Series
from ...draw.words import LONGEST, shorten

_FLOOR = 1e-7  # the rounding error of 32 bits: nothing below is drawn
_ALL_PLACES = 0.005  # the smallest share of a link that is drawn
_WIDEST, _THINNEST = 24, 0.8  # widths of links, in pixels
_STEPS = 24  # different widths of links
_MANY_TIMES = 30  # the longest over the shortest vector, from which an axis is logarithmic
_LARGEST, _SMALLEST = 22, 5  # dots of a word that holds all, and nothing, in pixels
_ROW = 28  # height of a word, in pixels
_SINK, _PLAIN = HEADS[1], FAINT


@dataclass(frozen=True)
class LayerLine:
    """A number for the input of layer 1 and for the output of each layer."""

    name: str
    values: Sequence[float]
    colour: str
    dashed: bool = False


def layers_chart(
    lines: Sequence[LayerLine], title: str, log: bool = False, first: int = 0, dashed: str = ""
) -> Chart:
    """Plot a line over the layers for each of `lines`; with `log` from _FLOOR to 1.

    Values begin with those of layer `first`, 0 for the input; the legend says what is `dashed`.
    """
    steps = range(first, first + len(lines[0].values))
    marks = tuple(
        Series(
            x=list(steps),
            y=np.maximum(line.values, _FLOOR).tolist() if log else list(map(float, line.values)),
            name=line.name,
            colour=line.colour,
            line=2 if line.dashed else 3,
            dash="dash" if line.dashed else "solid",
            marker=6 if line.dashed else 8,
            hover=t("layer %{x}: %{y:.3g}"),
            hover_title=line.name,
            in_legend=not line.dashed,
        )
        for line in lines
    )
    least = min(min(map(float, line.values)) for line in lines)
    linear = Axis(
        title=title,
        title_size=14,
        limits=(min(0.0, least * 1.1), 1.03),
        number_format=".0%",
        zero="faint",
    )
    powers = Axis(
        title=title, title_size=14, log=True, limits=(_FLOOR / 2, 2), number_format="power", step=1
    )
    title_of_legend = dashed if any(line.dashed for line in lines) else ""
    return Chart(
        marks=marks,
        x=_layer_axis(steps),
        y=powers if log else linear,
        height=360,
        margins=Margins(left=64, right=16, top=40, bottom=56),
        legend=Legend(size=14, title=title_of_legend),
    )


def _layer_axis(steps: range) -> Axis:
    return Axis(
        title=t("layer") if steps.start else t("layer; 0 is the input"),
        title_size=14,
        ticks=list(steps),
        labels=list(map(str, steps)),
        zero="none",
    )


def lengths_chart(
    lengths: np.ndarray, tokens: Sequence[str], sink: int, title: str, first: int = 0
) -> Chart:
    """Plot a line over the layers for each token, that of the `sink` in its colour.

    `lengths [layer, token]` begin with layer `first`, 0 for the input. The axis is logarithmic
    where some are many times as long as others.
    """
    steps = range(first, first + len(lengths))
    order = [place for place in range(len(tokens)) if place != sink] + [sink]
    marks = tuple(
        Series(
            x=list(steps),
            y=lengths[:, place].tolist(),
            name=tokens[place] if place == sink else t("other tokens"),
            colour=_SINK if place == sink else FAINT,
            line=3 if place == sink else 1.5,
            marker=8 if place == sink else 5,
            hover=t("layer %{x}: %{y:.3g}"),
            hover_title=tokens[place],
            in_legend=place in (sink, order[0]),
        )
        for place in order
    )
    least, most = float(lengths.min()), float(lengths.max())
    is_log = 0 < _MANY_TIMES * least < most
    return Chart(
        marks=marks,
        x=_layer_axis(steps),
        y=Axis(
            title=title,
            title_size=14,
            log=is_log,
            limits=(least / 1.3, most * 1.3) if is_log else (0.0, most * 1.05),
        ),
        height=300,
        margins=Margins(left=64, right=16, top=40, bottom=56),
        legend=Legend(size=14),
    )


def sinks_chart(names: Sequence[str], shares: Sequence[float], even: float, title: str) -> Chart:
    """Plot a bar for each head, the first on top, and a line at the share of `even` attention."""
    note = Note(
        text=t("uniform: {share:.0%}", share=even),
        x=even,
        y=1,
        y_share=True,
        side_x="left" if even < 0.5 else "right",
        side_y="bottom",
        size=14,
    )
    return bars_chart(
        [
            t("{name}: {share:.0%}", name=name, share=share)
            for name, share in zip(names, map(float, shares), strict=True)
        ],
        shares,
        Axis(title=title, title_size=14, limits=(0, 1.02), number_format=".0%", angles=(0,)),
        colours=[_SINK if share > even else _PLAIN for share in map(float, shares)],
        hover="%{y}: %{x:.1%}",  # clicks need a hover text
        row=28,
        around=108,
        margins=Margins(left=8, right=24, top=36, bottom=56),
        rules=(Rule(axis="x", at=even, colour=GUIDE, width=2),),
        notes=(note,),
    )


def links_chart(
    links: np.ndarray, words: Sequence[str], word: int, colour: str, summary: str
) -> Chart:
    """Plot words by layers, with a line for each link that carries a part of one word.

    `links [layer, upper, lower]` are those of `measures.paths_to`; a line is as wide as its share.
    Words are from top to bottom, layers from left to right; the word is on the right.
    """
    n_layers, count = links.shape[0], len(words)
    held = np.concatenate([links.sum(1), np.eye(count)[[word]]])  # [layer + 1, word]
    marks = (*_link_lines(links, colour), *_word_dots(held, words, colour))
    end = Note(
        text=shorten(words[word]),
        x=n_layers,
        y=count - 1 - word,
        side_x="left",
        shift_x=14,
        size=15,
    )
    return Chart(
        marks=marks,
        notes=(end,),
        x=Axis(
            title=t("layer; 0 is the input"),
            title_size=14,
            ticks=list(range(n_layers + 1)),
            labels=list(map(str, range(n_layers + 1))),
            limits=(-0.15, n_layers + 0.15),
            grid=False,
            zero="none",
        ),
        y=_word_axis(words),
        height=_word_height(count),
        margins=Margins(left=8, right=96, top=56, bottom=56),
        summary=summary,
    )


def _link_lines(links: np.ndarray, colour: str) -> list[Series]:
    """Return the links as lines, one series for each width; an empty point ends each line."""
    steps = np.ceil(np.clip(links, 0, 1) * _STEPS).astype(int)
    last = links.shape[-1] - 1
    lines = []
    for step in range(1, _STEPS + 1):
        chosen = np.argwhere((steps == step) & (links > _ALL_PLACES))
        if not len(chosen):
            continue
        gap = np.full(len(chosen), np.nan)
        layer, upper, lower = chosen.T
        lines.append(
            Series(
                x=np.stack([layer, layer + 1, gap], 1).ravel(),
                y=np.stack([last - lower, last - upper, gap], 1).ravel(),
                colour=colour,
                line=max(_THINNEST, _WIDEST * (step - 0.5) / _STEPS),
                opacity=0.6 + 0.3 * step / _STEPS,
                hover=None,
                in_legend=False,
            )
        )
    return lines


def _word_dots(held: np.ndarray, words: Sequence[str], colour: str) -> list[Series]:
    """Return a dot for each word at each layer, its area the share `held [layer, word]`."""
    last = len(words) - 1  # the first word is on top
    sizes = np.rint(_SMALLEST + (_LARGEST - _SMALLEST) * np.sqrt(np.clip(held, 0, 1))).astype(int)
    dots = []
    for size in np.unique(sizes).tolist():
        chosen = np.argwhere(sizes == size)
        layers, rows = chosen.T
        shares = held[layers, rows].tolist()
        dots.append(
            Series(
                x=layers.astype(float),
                y=(last - rows).astype(float),
                colour=[colour if share > _ALL_PLACES else FAINT for share in shares],
                marker=size,
                labels=[words[row] for row in rows.tolist()],
                details=[format_number(share, ".1%") for share in shares],
                hover=t("%{text}, layer %{x}: %{customdata}"),
                in_legend=False,
                clipped=False,
            )
        )
    return dots


def sources_chart(
    rollout: np.ndarray, flow: np.ndarray | None, words: Sequence[str], colour: str
) -> Chart:
    """Plot the share of each word in one word, by rollout and, if given, by flow.

    Rows are those of `links_chart`.
    """
    values = list(map(float, rollout))[::-1]
    bars = Bars(
        places=list(range(len(values))),
        values=values,
        across=True,
        colour=colour,
        name=t("rollout"),
        hover="%{y}: %{x:.1%}",
    )
    marks: list[Bars | Series] = [bars]
    if flow is not None:
        marks.append(
            Series(
                x=list(map(float, flow))[::-1],
                y=list(range(len(values))),
                colour=GUIDE,
                name=t("largest flow"),
                marker=9,
                symbol="diamond",
                hover="%{y}: %{x:.1%}",
                clipped=False,
            )
        )
    return Chart(
        marks=tuple(marks),
        x=Axis(
            title=t("how much of the word comes from there"),
            title_size=14,
            limits=(0, 1.02),
            number_format=".0%",
            angles=(0,),
        ),
        y=_word_axis(words),
        height=_word_height(len(words)),
        margins=Margins(left=8, right=24, top=56, bottom=56),
        legend=Legend(size=14),
    )


def _word_axis(words: Sequence[str]) -> Axis:
    """Return an axis of words from top to bottom; integer places keep repeated words apart."""
    return Axis(
        ticks=list(range(len(words))),
        labels=[shorten(word, LONGEST) for word in words][::-1],
        limits=(-0.6, len(words) - 0.4),
        tick_size=14,
        grid=False,
        zero="none",
        room=True,
    )


def _word_height(count: int) -> float:
    return max(280, 100 + _ROW * count)
