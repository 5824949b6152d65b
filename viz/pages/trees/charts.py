"""Trees as arcs over the words of a sentence."""

from collections.abc import Sequence

import numpy as np

from models.corpus.trees import ROOT

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.bars import bars_chart
from ...draw.chart import Arrow, Axis, Chart, Margins, Rule, Series
from ...draw.tables import number, written
from ...draw.words import shorten

_POINTS = 33  # of an arc
_ASIDE = 0.14  # words from the arrow that ends at a word to the arcs that begin there
_CLEAR = 0.35  # words from the root's arrow to a number that it would cross
_LABELLED = 12  # words of a sentence whose arcs have room for numbers


def tree_chart(
    words: Sequence[str],
    tree: Sequence[int],
    weights: np.ndarray,
    is_directed: bool = True,
    lit: int | None = None,
    longest: int = 1,
) -> Chart:
    """Draw an arc from each word's head to the word, thicker for a larger weight `[word]`.

    The arrow points to the word; the word without a head is the root. One word's arc may be `lit`.
    There is room for an arc over `longest` words.
    """
    top = longest**0.8
    root = tuple(tree).index(ROOT) if is_directed and ROOT in tree else None
    marks, arrows, rows, sentences = [], [], [], []
    for word, head in enumerate(tree):
        weight = float(np.clip(weights[word], 0, 1))
        colour = HEADS[1] if word == lit else HEADS[0]
        if head == ROOT:
            rows.append((words[word], "", ""))
            if is_directed:
                sentences.append(t("root: {word}", word=words[word]))
            continue
        side = 1 if head < word else -1
        left, right = head + side * _ASIDE, float(word)
        height = abs(head - word) ** 0.8
        top = max(top, height)
        angles = np.linspace(0, np.pi, _POINTS)
        x = (left + right) / 2 + (left - right) / 2 * np.cos(angles)
        y = height * np.sin(angles)
        label = format_number(weight, ".2f")
        title = t("{word} hangs from {head}: {weight}", word=words[word], head=words[head],
                  weight=label)  # fmt: skip
        marks.append(
            Series(
                x=x,
                y=y,
                colour=colour,
                line=1.5 + 2.5 * weight,
                opacity=0.85,
                labels=[title] * _POINTS,
                hover="%{text}",
                in_legend=False,
            )
        )
        if len(words) <= _LABELLED:
            place = _POINTS // 2
            if root is not None and abs(x[place] - root) < _CLEAR:
                place = _POINTS // 3
            marks.append(
                Series(
                    x=[float(x[place])],
                    y=[float(y[place])],
                    colour=colour,
                    labels=[label],
                    side="top center",
                    label_size=12,
                    hover=None,
                    in_legend=False,
                    clipped=False,
                )
            )
        if is_directed:
            last = float(x[-3]), float(y[-3])
            arrows.append(Arrow(start=last, end=(right, 0), colour=colour, width=2 + weight, gap=0))
        rows.append((words[word], words[head], number(weight)))
        sentences.append(title)
    if root is not None:
        arrows.append(Arrow(start=(root, top + 0.5), end=(root, 0), colour=HEADS[4], gap=0))
    turned = len(words) > _LABELLED or sum(map(len, words)) > 60
    widest = max(map(len, words))
    return Chart(
        marks=tuple(marks),
        x=Axis(
            ticks=list(range(len(words))),
            labels=[shorten(word) for word in words],
            angles=(-90,) if turned else (0, -90),
            tick_size=16 if not turned else 13,
            limits=(-0.6, len(words) - 0.4),
            grid=False,
            zero="none",
        ),
        y=Axis(visible=False, limits=(0, top + 0.6), grid=False, zero="none"),
        height=190 + 24 * min(top, 8) + (6 * widest if turned else 0),
        margins=Margins(left=12, right=12, top=12, bottom=36),
        arrows=tuple(arrows),
        summary="; ".join(sentences),
        numbers=written(("word", "head", "weight"), rows),
    )


def odds_chart(names: Sequence[str], odds: Sequence[float], colours: Sequence[str]) -> Chart:
    """Plot for each name by how much the second reading's score is above the first's."""
    widest = max(1.0, *(abs(value) for value in odds)) * 1.6
    return bars_chart(
        names,
        odds,
        Axis(title=t("difference of the scores"), limits=(-widest, widest), zero="strong"),
        colours=colours,
        labels=[format_number(value, "+.2f") for value in odds],
        margins=Margins(left=8, right=24, top=16, bottom=52),
        rules=(Rule(axis="x", at=0),),
        can_repeat=True,
    )
