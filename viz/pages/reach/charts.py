"""Charts over the words of a sentence, in some of which two words are marked."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ...base.language import t
from ...base.theme import model_colour
from ...draw.chart import Axis, Chart, Rule, Series
from ...draw.word_charts import word_chart
from ...draw.words import shorten, word_ticks

_MOST_TICKS = 24  # words with a label; between two of them is room for no other
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
    least = max(_LEAST, min(map(np.min, norms.values())))
    y = Axis(
        log=True,
        number_format="power",
        step=max(1, round(-np.log10(least) / _TICKS)),
        title=t("gradient norm, share of the largest"),
    )
    return word_chart(words, lines, y, height=380)


def marked_gradient_chart(
    norms: Mapping[str, np.ndarray],
    words: tuple[str, ...],
    titles: Mapping[str, str],
    marked: Mapping[int, str],
) -> Chart:
    """Plot gradient norms `[word]` of each model up to the last word read, on a log axis."""
    count = max(map(len, norms.values()))
    chart = gradient_chart(dict(norms), words[:count], dict(titles))
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
    chart = word_chart(words, lines, Axis(title=t("largest weight"), limits=(0, 1)), height=380)
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
