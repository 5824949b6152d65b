"""Profiles of heads over thousands of sentences, for the notes of the explorer."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from models.corpus.labels import FEW, SPREADS, Label, kinds_of, labels_of
from models.corpus.profile import read_profile

from ...analysis.views import HeadChoice
from ...base.language import current_locale, format_number, t
from ...components.explorer.notes import HeadProfile, Profiles
from ..head_controls import general_profile
from ..profiles.compute import order_value
from ..profiles.costs import HeadCosts, measured_costs
from ..profiles.settings import CLEAREST, CLEAREST_TITLE
from ..profiles.words import FIGURES, LABEL_KINDS, MEASURE_TITLES, SHORT, SIGNS
from .compute import HeadsContent


def profile_heads(content: HeadsContent) -> Profiles | None:
    """Return the profiles of the model's heads; None if its weights were not measured."""
    general = general_profile(content.model)
    if general is None:
        return None
    _, path = general
    return write_profiles(path, path.stat().st_mtime_ns, current_locale())


@lru_cache(maxsize=32)
def write_profiles(path: Path, changed: int, locale: str) -> Profiles:
    """Write the profiles of a file in the reader's language."""
    profile = read_profile(path)
    measures = {
        measure: None
        for stack in profile.stacks.values()
        for measure, rows in zip(stack.measures, stack.trained.rows, strict=True)
        if rows >= FEW
    }
    titles = {CLEAREST: CLEAREST_TITLE}
    titles |= {
        measure: title for measure, title in MEASURE_TITLES.items() if measure in measures
    } | FIGURES
    importance = profile.importance
    lost = measured_costs(importance) if importance else {}
    titles |= lost
    costs = HeadCosts(importance, HeadChoice()) if importance else None
    heads = {
        HeadChoice(*stack.head_at(place)).key: HeadProfile(
            _short_label(labels, kind),
            _describe_label(labels, kind),
            tuple(_known(order_value(order, stack, place, labels, costs)) for order in titles),
            t(SIGNS[labels[0].measure]) if labels else "?" if kind == "unmeasured" else "–",
        )
        for stack in profile.stacks.values()
        for place, (labels, kind) in enumerate(zip(labels_of(stack), kinds_of(stack), strict=True))
    }
    source = t("Over {count:,} sentences", count=profile.sentences)
    held_out = importance.sentences if importance and importance.sources else 0
    orders = (
        t("{order}, on {count:,} sentences never trained on", order=t(title), count=held_out)
        if held_out and by in lost
        else t(title)
        for by, title in titles.items()
    )
    return Profiles(source, tuple(orders), heads)


def _known(value: float) -> float | None:
    """Return a value for JSON, None for nan."""
    return None if np.isnan(value) else round(value, 3)


def _short_label(labels: list[Label], kind: str) -> str:
    """Describe a head in a word or two."""
    if not labels:
        return t(LABEL_KINDS[kind])
    return f"{t(SHORT[labels[0].measure])} {format_number(labels[0].share, '.0%')}"


def _describe_label(labels: list[Label], kind: str) -> str:
    """Describe the clearest behaviour of a head and how sure it is, in a short line."""
    if kind == "unmeasured":
        return t("not measured: too few words here could show every pattern")
    if not labels:
        return t(
            "no clear pattern: nothing stands out from chance, an untrained network and a control"
        )
    label = labels[0]
    return t(
        "spread out, {share:.0%} of the largest entropy"
        if label.measure == SPREADS
        else "{title} {share:.0%} (untrained or by chance {floor:.0%})",
        title=t(MEASURE_TITLES[label.measure]),
        share=label.share,
        floor=label.floor,
    )
