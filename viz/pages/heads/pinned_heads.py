"""The pinned head beside the current one, and their difference."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from models import Request, Trace, UserError

from ...analysis.views import HeadChoice, Heads, heads_of
from ...analysis.what_if_text import sentence as describe_change
from ...base.language import model_title, t
from ...draw.head_matrices import nearest_head
from ...view.pins import PARAMETERS, parse_pin
from ...view.runner import Runner, teacher_forced_trace
from ...view.settings import read_settings
from .settings import HeadsSettings


@dataclass(frozen=True)
class Pinned:
    """A pinned head with its sentence, model and what-ifs."""

    settings: HeadsSettings
    trace: Trace

    def heads(self, merged: bool) -> Heads | None:
        """Return the head as `[1, 1, row, column]`; None if the model does not have it."""
        return one_head(self.trace, self.settings.choice, merged)


class Comparison(NamedTuple):
    """Two heads, and second minus first where their words are equal."""

    first: Heads  # of one head each
    second: Heads
    difference: np.ndarray | None  # [row, column]


def read_pinned(settings: HeadsSettings, runner: Runner) -> Pinned | None:
    """Return the pinned head of the settings, or None. Raises UserError if it is unreadable."""
    if not settings.pin:
        return None
    parameters = {name: text for name, text in parse_pin(settings.pin) if name in PARAMETERS}
    reading = read_settings(HeadsSettings, parameters, runner, settings.sentence)
    if reading.refusals:
        raise UserError("The pinned picture: {why}", why=reading.refusals[0].sentence)
    pinned = reading.settings
    request = Request(pinned.model, pinned.sentence, None, pinned.what_if)
    if pinned.keeps_french:
        trained = runner.trace(Request(pinned.model, pinned.sentence))
        request = replace(request, target=trained.translation or None)
    trace = runner.trace(request)
    if settings.follows_pinned:  # both have the rows of a French that is read
        trace = teacher_forced_trace(runner, request)
    return Pinned(pinned, trace)


def one_head(trace: Trace, choice: HeadChoice, merged: bool, between: str = "all") -> Heads | None:
    """Return one head of a run as `[1, 1, row, column]`, or None."""
    if trace.attention.get(choice.stack) is None:
        return None
    heads = heads_of(trace, choice.stack, merged, between)
    nearest = nearest_head(heads, choice)
    return heads.only(nearest.layer, nearest.head)


def compare_heads(first: Heads, second: Heads) -> Comparison:
    """Compare second minus first; masked cells count as 0, nan where both are masked."""
    if (first.rows, first.columns) != (second.rows, second.columns):
        return Comparison(first, second, None)
    weights = [
        np.where(head_maps.allowed, head_maps.drawn[0, 0], 0.0) for head_maps in (first, second)
    ]
    difference = np.where(first.allowed | second.allowed, weights[1] - weights[0], np.nan)
    return Comparison(first, second, difference)


def why_no_difference(pinned: Pinned, trace: Trace, comparison: Comparison) -> str:
    """Say why two heads have no difference; "" if they have one."""
    if comparison.difference is not None:
        return ""
    first, second = comparison.first, comparison.second
    if first.stack != second.stack:
        return t("No difference: the rows and columns of these two are different words.")
    if pinned.trace.sentence != trace.sentence:
        return t("No difference: the sentences are not the same.")
    if pinned.trace.written_text != trace.written_text:
        return t("No difference: the translations are not the same.")
    return t("No difference: the two models cut words into different pieces.")


def describe_pinned(pinned: Pinned, trace: Trace) -> str:
    """Say in what other than the head the pinned and the current picture differ."""
    first, second = pinned.trace, trace
    parts = []
    if first.request.model != second.request.model:
        parts.append(model_title(first.request.model))
    if first.sentence != second.sentence:
        parts.append(t("“{word}”", word=first.sentence.strip()))
    if first.request.what_if != second.request.what_if:
        changes = first.request.what_if.applied
        parts.append(describe_change(first.request.what_if, first) if changes else t("as trained"))
    if first.written_text != second.written_text and first.translation:
        parts.append(t("“{word}”", word=first.translation))
    return " · ".join(parts)
