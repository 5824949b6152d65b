"""Charts over the words of a sentence in which two words are marked."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ...base.language import t
from ...base.theme import model_colour
from ...draw.chart import Axis, Chart, Legend, Margins, Rule, Series
from ...draw.words import LONGEST, shorten, word_ticks
from ..remember import charts

_MOST_TICKS = 24  # words with a label; between two of them is room for no other


def gradient_chart(
    norms: Mapping[str, np.ndarray],
    words: tuple[str, ...],
    titles: Mapping[str, str],
    marked: Mapping[int, str],
) -> Chart:
    """Plot gradient norms `[word]` of each model up to the last word read, on a log axis."""
    count = max(map(len, norms.values()))
    chart = charts.gradient_chart(dict(norms), words[:count], dict(titles))
    return _mark_words(chart, words[:count], marked)


def attention_chart(
    weights: Mapping[str, np.ndarray],
    words: tuple[str, ...],
    titles: Mapping[str, str],
    marked: Mapping[int, str],
) -> Chart:
    """Plot the weight `[word]` that each model gives to each word, 0 to 1."""
    lines = tuple(
        Series(
            x=list(range(len(model_weights))),
            y=model_weights.tolist(),
            name=titles[name],
            colour=model_colour(name),
            line=2,
            marker=6,
            labels=words,
            hover=t("%{text}: weight %{y:.2f}"),
        )
        for name, model_weights in weights.items()
    )
    chart = Chart(
        marks=lines,
        x=Axis(angles=(-90,), tick_size=13, zero="none"),
        y=Axis(title=t("largest weight"), limits=(0, 1)),
        height=360 + 6 * min(max(map(len, words)), LONGEST),
        margins=Margins(left=72, right=16, top=48, bottom=40),
        legend=Legend(size=14),
        hover_together=True,
    )
    return _mark_words(chart, words, marked)


def _mark_words(chart: Chart, words: tuple[str, ...], marked: Mapping[int, str]) -> Chart:
    """Draw a line at each marked word, and its label even where others have no room."""
    places, _ = word_ticks(words, _MOST_TICKS)
    near = max(1, -(-len(words) // _MOST_TICKS))
    ticks = [
        place
        for place in places
        if all(abs(place - marked_place) >= near for marked_place in marked)
    ]
    ticks = sorted({*ticks, *marked})
    labels = [shorten(words[place]) for place in ticks]
    rules = tuple(Rule(axis="x", at=place) for place in marked)
    return replace(chart, rules=rules, x=replace(chart.x, ticks=ticks, labels=labels))
