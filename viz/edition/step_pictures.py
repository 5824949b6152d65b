"""The pictures of lessons' steps that the edition does not compute: computed once, as values."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np

from models import UserError
from viz.analysis.views import french_words
from viz.base.language import current_locale, format_number, model_title, t, writing_in
from viz.draw.alt import alt_text
from viz.draw.chart import Axis, Band, Bars, Chart, Heatmap, Legend, Series
from viz.pages.computations import COMPUTATIONS
from viz.pages.next.looks import Surprise
from viz.pages.next.rows_seen import WhatWasCounted
from viz.pages.remember.compute import GRADIENTS
from viz.pages.tune.compute_layers import MIX_TITLES
from viz.pages.words.compute import CURVE
from viz.view.computation import Computation
from viz.view.lessons import Step, lessons
from viz.view.runner import PlainRunner
from viz.view.settings import read_settings

_KINDS = {Series: "series", Band: "band", Bars: "bars", Heatmap: "heatmap"}
_DIGITS = 7  # significant digits of a number
_DECIMALS = 4  # of a number that is a colour of a heatmap
# Fields that chart.js has no use for: it lays out by the room there is.
_UNUSED = {"margins", "numbers", "caption", "summary", "angles", "room", "title_size", "tick_size"}
_NAMES = {"number_format": "format"}  # fields that have another name in charts.js

# What stands beside the text of a step: charts, texts in Markdown, and parts of sheet.js.
_Parts = Sequence[Chart | str | Mapping[str, object]]
_Draw = Callable[[Any], _Parts]


def _menu_chart(content: Any) -> _Parts:
    """Return the chart that the page's menu offers first."""
    chart = content.menu.exports[0].draw()
    return [chart] if isinstance(chart, Chart) else []


def _translations(content: Any) -> _Parts:
    runs = [(model_title(name), text) for name, text in content.translations.items()]
    human = [(t("Human translation"), content.reference)] if content.reference else []
    return [{"kind": "translations", "runs": [*runs, *human]}]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, object]:
    return {"kind": "table", "head": head, "rows": rows}


def _cosines(title: str, words: Sequence[tuple[str, float]]) -> dict[str, object]:
    rows = [(word, format_number(cosine, ".3f")) for word, cosine in words]
    return _table((title, t("cosine")), rows)


def _accuracy(content: Any) -> _Parts:
    """Return the table of accuracies on the standard list of analogies."""
    rows = [
        (
            kind,
            "" if written["accuracy"] is None else format_number(written["accuracy"], ".1%"),
            format_number(written["questions"], ","),
        )
        for kind, written in (content.accuracy or {}).items()
    ]
    return [_table((t("kind"), t("right"), t("questions")), rows)] if rows else []


def _analogy(content: Any) -> _Parts:
    sentence = dict(zip("abcd", (*content.settings.analogy, content.answers[0][0]), strict=True))
    figures = t("**{a}** is to **{b}** as **{c}** is to **{d}**", **sentence)
    return [figures, content.chart, _cosines(t("word"), content.answers)]


def _text_look(content: Any) -> _Parts:
    """Return the counts of a text, or the probability of each of its words."""
    if not isinstance(content, Surprise):
        return [content.finding, content.chart] if isinstance(content, WhatWasCounted) else []
    head = ("", t("probability of the text"), t("perplexity per word"), t("bits per character"))
    rows = [(model_title(name), *values) for name, *values in content.table]
    return [content.finding, content.chart, _table(head, rows)]


def _gradients(content: Any) -> _Parts:
    """Return both charts side by side, each with its title."""
    word = french_words(content.attentive, content.settings.merged)[content.place]
    titles = {
        t("**The state that has read the whole sentence**, left to right"): content.reading,
        t("**The state that writes “{word}”**", word=word): content.writing,
    }
    charts = [
        _as_chart(wording) | {"legend": title.replace("**", "")}
        for title, wording in titles.items()
    ]
    return [{"kind": "charts", "charts": charts}]


def _sentences(content: Any) -> _Parts:
    charts = [content.words_chart(place) for place in range(len(content.lines))]
    numbered = [f"{place}. {line}" for place, line in enumerate(content.lines, start=1)]
    return [
        {"kind": "text", "text": gradient} if isinstance(gradient, str) else gradient
        for pair in zip(numbered, charts, strict=True)
        for gradient in pair
    ]


def _cell(content: Any) -> _Parts:
    """Return the diagram with its equations, or the gradients with what they say."""
    look = getattr(content.settings, "look", "")
    if look not in ("unit", "gradient"):
        return []
    part = content.lines if look == "unit" else content.findings
    extra = [{"kind": "markdown", "text": lines, "isExtra": True} for lines in part]
    return [*_menu_chart(content), *extra]


def _mixes(content: Any) -> _Parts:
    both = [(content.mix_finding(line), content.shares_chart(line)) for line in MIX_TITLES]
    return [part for parts in both for part in parts]


def _tested(content: Any) -> _Parts:
    return [content.tested_finding, content.tested_chart]


def _languages(content: Any) -> _Parts:
    """Return both translations or the figures; the other looks are in the app."""
    if content.settings.look == "measured":
        return [content.measured_finding, content.bleu_chart, content.wrong_chart]
    if content.settings.look == "ways":
        runs = [*content.translations.items()]
        return [{"kind": "translations", "runs": runs}, content.finding]
    return []


_TREE_FINDINGS: dict[str, Callable[[Any], str]] = {
    "tree": lambda content: content.finding,
    "readings": lambda content: content.readings_finding,
    "measured": lambda content: content.measured_finding,
}

# By page and part: the computation of the part, and what it shows of its content.
_DRAWN: dict[tuple[str, str], tuple[Computation, _Draw]] = {
    ("depth", "look"): (
        COMPUTATIONS["depth"],
        lambda content: [content.finding, *content.charts.values()],
    ),
    ("bottleneck", "translations"): (COMPUTATIONS["bottleneck"], _translations),
    ("bottleneck", "lengths"): (COMPUTATIONS["bottleneck"], lambda content: [content.chart]),
    ("remember", "gradients"): (GRADIENTS, _gradients),
    ("vectors", "nearest"): (
        COMPUTATIONS["vectors"],
        lambda content: [
            *_menu_chart(content),
            _cosines(t("nearest"), content.nearest) | {"isExtra": True},
        ],
    ),
    ("vectors", "analogy"): (COMPUTATIONS["vectors"], _analogy),
    ("vectors", "accuracy"): (COMPUTATIONS["vectors"], _accuracy),
    ("vectors", "occupations"): (
        COMPUTATIONS["vectors"],
        lambda content: [content.charts[1], content.finding],
    ),
    ("words", "map"): (COMPUTATIONS["words"], _menu_chart),
    ("words", "curve"): (CURVE, lambda content: [content.separation]),
    ("cell", "picture"): (COMPUTATIONS["cell"], _cell),
    ("tune", "accuracy"): (
        COMPUTATIONS["tune"],
        lambda content: [content.finding, content.accuracy_chart],
    ),
    ("tune", "mix"): (COMPUTATIONS["tune"], _mixes),
    ("tune", "sizes"): (
        COMPUTATIONS["tune"],
        lambda content: [content.finding, content.chart, content.crossing],
    ),
    ("verdict", "cosines"): (COMPUTATIONS["verdict"], lambda content: [content.cosines_chart]),
    ("verdict", "words"): (
        COMPUTATIONS["verdict"],
        lambda content: [content.words_finding, *_sentences(content)],
    ),
    ("verdict", "vectors"): (
        COMPUTATIONS["verdict"],
        lambda content: [content.finding, content.vectors_finding, content.vectors_chart],
    ),
    ("verdict", "people"): (
        COMPUTATIONS["verdict"],
        lambda content: [content.people_finding, content.people_chart],
    ),
    ("verdict", "tested"): (
        COMPUTATIONS["verdict"],
        lambda content: [content.tested_finding, content.tested_chart],
    ),
    ("ladder", "picture"): (
        COMPUTATIONS["ladder"],
        lambda content: [
            content.finding if content.settings.look == "sentence" else content.steps_back,
            *_menu_chart(content),
        ],
    ),
    ("digits", "tested"): (COMPUTATIONS["digits"], _tested),
    ("captions", "tested"): (COMPUTATIONS["captions"], _tested),
    ("languages", "picture"): (COMPUTATIONS["languages"], _languages),
    ("trees", "look"): (
        COMPUTATIONS["trees"],
        lambda content: [_TREE_FINDINGS[content.settings.look](content), *_menu_chart(content)],
    ),
    ("next", "picture"): (
        COMPUTATIONS["next"],
        _text_look,
    ),
}


class _Keeping(PlainRunner):
    """A runner that computes a value, which may hold texts, once a language for all steps."""

    def __init__(self) -> None:
        super().__init__("cpu")
        self.kept: dict[str, Any] = {}

    def compute_once(self, key: str, *content: Any, **more: Any) -> Any:
        named = f"{current_locale()} {key}"
        if named not in self.kept:
            self.kept[named] = super().compute_once(key, *content, **more)
        return self.kept[named]


@cache
def step_pictures() -> dict[tuple[str, str], list[list[dict[str, object]] | None]]:
    """Return the parts of sheet.js for each step, by lesson and language; None: it has none.

    A step whose model or table is not installed has none either.
    """
    runner, pictures = _Keeping(), {}
    for name, lesson in lessons().items():
        for locale in ("en", "fr"):
            with writing_in(locale):
                pictures[name, locale] = [_picture(step, runner) for step in lesson.steps]
    return pictures


def _picture(step: Step, runner: PlainRunner) -> list[dict[str, object]] | None:
    """Return the parts that show a step."""
    computation, draw = _DRAWN.get((step.page, step.part or ""), (None, None))
    if computation is None or draw is None:
        return None
    try:
        address = dict(step.parameters)
        reading = read_settings(computation.settings, address, runner, computation.example)
        parts = draw(computation.compute(reading.settings, runner))
    except UserError:
        return None
    return [_part_of(arguments) for arguments in parts] or None


def _part_of(part: Chart | str | Mapping[str, object]) -> dict[str, object]:
    """Return a part of sheet.js."""
    if isinstance(part, Chart):
        return {"kind": "charts", "charts": [_as_chart(part)]}
    if isinstance(part, str):
        return {"kind": "markdown", "text": part}
    return dict(part)


def _as_chart(chart: Chart) -> dict[str, Any]:
    """Return a chart as JSON, with its alternative text."""
    return _as_value(chart) | {"alt": alt_text(chart)}


def _as_value(value: Any) -> Any:
    """Return a chart, or a part of one, as JSON with the names of charts.js, without defaults."""
    if isinstance(value, np.ndarray):
        return _as_value((value.round(_DECIMALS) if value.ndim == 2 else value).tolist())
    if isinstance(value, list | tuple):
        return [_as_value(field_value) for field_value in value]
    if isinstance(value, float | np.floating):
        return None if np.isnan(value) else float(f"{value:.{_DIGITS}g}")
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, Legend):
        return value.title or " "
    if not is_dataclass(value):
        return value
    made: dict[str, Any] = {"kind": _KINDS[type(value)]} if type(value) in _KINDS else {}
    for field in fields(value):
        part = getattr(value, field.name)
        is_default = field.default is not MISSING and part is field.default
        if field.name not in _UNUSED and not is_default:
            made[_camel(_NAMES.get(field.name, field.name))] = _as_value(part)
    if isinstance(value, Bars):
        made |= {"x": _as_value(value.x), "y": _as_value(value.y)}
    if isinstance(value, Axis) and value.categories:
        made |= {"ticks": [*range(len(value.categories))], "labels": list(value.categories)}
    return made


def _camel(name: str) -> str:
    return re.sub("_(.)", lambda item: item[1].upper(), name)
