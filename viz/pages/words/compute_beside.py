"""Compare how models of every kind separate the meanings of one word."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from models import shipped_for
from models.protocols import TASKS

from ...analysis.projections import silhouettes
from ...base.language import format_number, model_title, t
from ...base.progress import Progress
from ...view.runner import Runner, encodings
from .layer_mix import add_mix, mixed_places
from .occurrences import occurrences, step_names
from .settings import SHORTEST, Row


class _Separation(NamedTuple):
    """How well a model separates the noted meanings of a word: silhouettes."""

    steps: np.ndarray  # [step]
    mix: float | None  # of the layers in equal shares; None for too few layers


def _models_of_every_kind(model: str) -> list[str]:
    """Return the names of a model and of one of ours for each task."""
    names = [name for task in TASKS for name in shipped_for(task)[:1]]
    return [*dict.fromkeys((model, *names))]


def _separate(
    runner: Runner, name: str, word: str, rows: Sequence[Row], progress: Progress
) -> _Separation | None:
    """Measure a model on the sentences with the word; None for a single meaning.

    Raises UserError for an unreadable sentence.
    """
    steps = encodings(runner, name, SHORTEST)[0].steps
    sentences = [(row.english, None, row.meaning) for row in rows]
    cases = occurrences(runner.model(name), None, word, sentences, progress)
    states = np.stack([case.states for case in cases], 1)  # [step, sentence, d_model]
    places = mixed_places(steps)
    if places:
        states = add_mix(states, steps, (0.0,) * len(places))
    values = silhouettes(states, [case.meaning or "" for case in cases])
    if values is None:
        return None
    return _Separation(values[: len(steps)], float(values[-1]) if places else None)


def table_beside(runner: Runner, model: str, word: str, rows: Sequence[Row]) -> list[dict]:
    """Return a row for each model that has two meanings of the word, for `st.table`."""
    table = []
    for name in _models_of_every_kind(model):
        separation = runner.compute_once(
            f"separation {name} {word!r} {[*rows]!r}",
            t("{model} reads the sentences", model=name),
            partial(_separate, runner, name, word, rows),
        )
        if separation is None:
            continue
        steps = step_names(encodings(runner, name, SHORTEST)[0].steps)
        best = int(separation.steps.argmax())
        mix = separation.mix
        table.append(
            {
                t("model"): model_title(name),
                t("embedding"): format_number(separation.steps[0], ".2f"),
                t("best"): f"{format_number(separation.steps[best], '.2f')} ({steps[best]})",
                t("last layer"): format_number(separation.steps[-1], ".2f"),
                t("mix, equal shares"): "" if mix is None else format_number(mix, ".2f"),
            }
        )
    return table
