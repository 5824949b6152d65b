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

KINDS = {Series: "series", Band: "band", Bars: "bars", Heatmap: "heatmap"}
DIGITS = 7  # significant digits of a number
# Fields that chart.js has no use for: it lays out by the room there is.
UNUSED = {"margins", "numbers", "caption", "summary", "angles", "room", "title_size", "tick_size"}
NAMES = {"number_format": "format"}  # fields that have another name in charts.js

# What stands beside the text of a step: charts, texts in Markdown, and parts of sheet.js.
Parts = Sequence[Chart | str | Mapping[str, object]]
Draw = Callable[[Any], Parts]


def menu_chart(content: Any) -> Parts:
    """Return the chart that the page's menu offers first."""
    chart = content.menu.exports[0].draw()
    return [chart] if isinstance(chart, Chart) else []


def translations(content: Any) -> Parts:
    runs = [(model_title(name), text) for name, text in content.translations.items()]
    human = [(t("Human translation"), content.reference)] if content.reference else []
    return [{"kind": "translations", "runs": [*runs, *human]}]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, object]:
    return {"kind": "table", "head": head, "rows": rows}


def cosines(title: str, words: Sequence[tuple[str, float]]) -> dict[str, object]:
    rows = [(word, format_number(cosine, ".3f")) for word, cosine in words]
    return table((title, t("cosine")), rows)


def accuracy(content: Any) -> Parts:
    """Return the table of accuracies on the standard list of analogies."""
    rows = [
        (
            kind,
            "" if written["accuracy"] is None else format_number(written["accuracy"], ".1%"),
            format_number(written["questions"], ","),
        )
        for kind, written in (content.accuracy or {}).items()
    ]
    return [table((t("kind"), t("right"), t("questions")), rows)] if rows else []


def analogy(content: Any) -> Parts:
    sentence = dict(zip("abcd", (*content.settings.analogy, content.answers[0][0]), strict=True))
    figures = t("**{a}** is to **{b}** as **{c}** is to **{d}**", **sentence)
    return [figures, content.chart, cosines(t("word"), content.answers)]


def text_look(content: Any) -> Parts:
    """Return the counts of a text, or the probability of each of its words."""
    if not isinstance(content, Surprise):
        return [content.finding, content.chart] if isinstance(content, WhatWasCounted) else []
    head = ("", t("probability of the text"), t("perplexity per word"), t("bits per character"))
    rows = [(model_title(name), *values) for name, *values in content.table]
    return [content.finding, content.chart, table(head, rows)]


def gradients(content: Any) -> Parts:
    """Return both charts side by side, each with its title."""
    word = french_words(content.attentive, content.settings.merged)[content.place]
    titles = {
        t("**The state that has read the whole sentence**, left to right"): content.reading,
        t("**The state that writes “{word}”**", word=word): content.writing,
    }
    charts = [
        as_chart(wording) | {"legend": title.replace("**", "")} for title, wording in titles.items()
    ]
    return [{"kind": "charts", "charts": charts}]


def sentences(content: Any) -> Parts:
    charts = [content.words_chart(place) for place in range(len(content.lines))]
    numbered = [f"{place}. {line}" for place, line in enumerate(content.lines, start=1)]
    return [
        {"kind": "text", "text": gradient} if isinstance(gradient, str) else gradient
        for pair in zip(numbered, charts, strict=True)
        for gradient in pair
    ]


def cell(content: Any) -> Parts:
    """Return the diagram with its equations, or the gradients with what they say."""
    look = getattr(content.settings, "look", "")
    if look not in ("unit", "gradient"):
        return []
    part = content.lines if look == "unit" else content.findings
    extra = [{"kind": "markdown", "text": lines, "isExtra": True} for lines in part]
    return [*menu_chart(content), *extra]


def mixes(content: Any) -> Parts:
    both = [(content.mix_finding(line), content.shares_chart(line)) for line in MIX_TITLES]
    return [part for parts in both for part in parts]


# By page and part: the computation of the part, and what it shows of its content.
DRAWN: dict[tuple[str, str], tuple[Computation, Draw]] = {
    ("bottleneck", "translations"): (COMPUTATIONS["bottleneck"], translations),
    ("bottleneck", "lengths"): (COMPUTATIONS["bottleneck"], lambda content: [content.chart]),
    ("remember", "gradients"): (GRADIENTS, gradients),
    ("vectors", "nearest"): (
        COMPUTATIONS["vectors"],
        lambda content: [
            *menu_chart(content),
            cosines(t("nearest"), content.nearest) | {"isExtra": True},
        ],
    ),
    ("vectors", "analogy"): (COMPUTATIONS["vectors"], analogy),
    ("vectors", "accuracy"): (COMPUTATIONS["vectors"], accuracy),
    ("vectors", "occupations"): (
        COMPUTATIONS["vectors"],
        lambda content: [content.charts[1], content.finding],
    ),
    ("words", "map"): (COMPUTATIONS["words"], menu_chart),
    ("words", "curve"): (CURVE, lambda content: [content.separation]),
    ("cell", "picture"): (COMPUTATIONS["cell"], cell),
    ("tune", "accuracy"): (
        COMPUTATIONS["tune"],
        lambda content: [content.finding, content.accuracy_chart],
    ),
    ("tune", "mix"): (COMPUTATIONS["tune"], mixes),
    ("verdict", "cosines"): (COMPUTATIONS["verdict"], lambda content: [content.cosines_chart]),
    ("verdict", "words"): (
        COMPUTATIONS["verdict"],
        lambda content: [content.words_finding, *sentences(content)],
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
    ("next", "picture"): (
        COMPUTATIONS["next"],
        text_look,
    ),
}


class Keeping(PlainRunner):
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
    runner, pictures = Keeping(), {}
    for name, lesson in lessons().items():
        for locale in ("en", "fr"):
            with writing_in(locale):
                pictures[name, locale] = [picture(step, runner) for step in lesson.steps]
    return pictures


def picture(step: Step, runner: PlainRunner) -> list[dict[str, object]] | None:
    """Return the parts that show a step."""
    computation, draw = DRAWN.get((step.page, step.part or ""), (None, None))
    if computation is None or draw is None:
        return None
    try:
        address = dict(step.parameters)
        reading = read_settings(computation.settings, address, runner, computation.example)
        parts = draw(computation.compute(reading.settings, runner))
    except UserError:
        return None
    return [part_of(arguments) for arguments in parts] or None


def part_of(part: Chart | str | Mapping[str, object]) -> dict[str, object]:
    """Return a part of sheet.js."""
    if isinstance(part, Chart):
        return {"kind": "charts", "charts": [as_chart(part)]}
    if isinstance(part, str):
        return {"kind": "markdown", "text": part}
    return dict(part)


def as_chart(chart: Chart) -> dict[str, Any]:
    """Return a chart as JSON, with its alternative text."""
    return as_value(chart) | {"alt": alt_text(chart)}


def as_value(value: Any) -> Any:
    """Return a chart, or a part of one, as JSON with the names of charts.js, without defaults."""
    if isinstance(value, np.ndarray):
        return as_value(value.tolist())
    if isinstance(value, list | tuple):
        return [as_value(field_value) for field_value in value]
    if isinstance(value, float | np.floating):
        return None if np.isnan(value) else float(f"{value:.{DIGITS}g}")
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, Legend):
        return value.title or " "
    if not is_dataclass(value):
        return value
    made: dict[str, Any] = {"kind": KINDS[type(value)]} if type(value) in KINDS else {}
    for field in fields(value):
        part = getattr(value, field.name)
        is_default = field.default is not MISSING and part is field.default
        if field.name not in UNUSED and not is_default:
            made[camel(NAMES.get(field.name, field.name))] = as_value(part)
    if isinstance(value, Bars):
        made |= {"x": as_value(value.x), "y": as_value(value.y)}
    if isinstance(value, Axis) and value.categories:
        made |= {"ticks": [*range(len(value.categories))], "labels": list(value.categories)}
    return made


def camel(name: str) -> str:
    return re.sub("_(.)", lambda item: item[1].upper(), name)
