"""Experiments of the page on all heads: named what-ifs, each a setting of the address.

No Streamlit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models import Ablation, Trace

from ...analysis.views import HeadChoice, source_axis, source_words
from ...base.language import translatable
from .settings import HeadsSettings

Head = tuple[str, int, int]  # mechanism, layer, head, from 0


@dataclass(frozen=True)
class Experiment:
    """One setting at one value."""

    title: str
    sentence: str  # describes the effect
    field: str  # of the settings
    value: str


EXPERIMENTS = (
    Experiment(
        translatable("Blur attention"),
        translatable("Every head spreads its attention over more words."),
        "temperature",
        "4",
    ),
    Experiment(
        translatable("No word order"),
        translatable("The model sees the words, but not which comes first."),
        "positions",
        "off",
    ),
    Experiment(
        translatable("Let it peek"),
        translatable("Without the causal mask, each word can also attend to later ones."),
        "mask",
        "none",
    ),
)


def is_active(experiment: Experiment, settings: HeadsSettings) -> bool:
    """Return whether the settings are those of the experiment."""
    return getattr(settings, experiment.field) == experiment.value


# --- one head less -------------------------------------------------------------------------------


def most_important_head(ablation: Ablation) -> tuple[Head, float]:
    """Return the head without which the translation is least probable, and its log-probability."""
    place = int(np.argmin(ablation.log_probability))
    return ablation.heads[place], float(ablation.log_probability[place])


def without_or_with(silenced: str, head: Head) -> str:
    """Return the setting of silenced heads with this head toggled."""
    name = HeadChoice(*head).key
    heads = [other for other in silenced.split(",") if other]
    if name in heads:
        heads.remove(name)
    else:
        heads.append(name)
    return ",".join(heads)


# --- hidden words --------------------------------------------------------------------------------


def _tokens_of_words(trace: Trace) -> Mapping[int, tuple[int, ...]]:
    """Return the places of the tokens of each word of the sentence, by index of the word."""
    words = source_axis(trace).words
    return {
        number: tuple(place for place, word in enumerate(words) if word == number)
        for number in source_words(trace)
    }


def hidden_words(trace: Trace, blocked: str) -> list[int]:
    """Return the words whose tokens are all hidden. `blocked` is the setting: places from 1."""
    hidden = {int(place) - 1 for place in blocked.split(",") if place}
    return [word for word, places in _tokens_of_words(trace).items() if {*places} <= hidden]


def hide_words(trace: Trace, blocked: str, words: list[int]) -> str:
    """Return the setting that hides these words, and hidden tokens that belong to no word."""
    tokens = _tokens_of_words(trace)
    word_places = {place for places in tokens.values() for place in places}
    others = {int(place) - 1 for place in blocked.split(",") if place} - word_places
    hidden = others | {place for word in words for place in tokens[word]}
    return ",".join(str(place + 1) for place in sorted(hidden))
