"""Classify a sentence of one's own with the classifiers of the table, trained anew."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .encoders import ENCODERS, UNTRAINED, features, read_with_glove, read_with_model
from .layers import read_measured
from .probing import Probe, train_probe
from .tasks import Example, read_task

_OWN = tuple(name for name, encoder in ENCODERS.items() if UNTRAINED not in encoder.sources)
_Models = Mapping[str, Any]  # by the source of `encoders.MODELS` that it is


def _read_states(models: _Models, example: Example) -> dict[str, np.ndarray]:
    """Return the vectors of an example's targets by GloVe and by each model."""
    read = {name: read_with_model(model, example) for name, model in models.items()}
    return {"glove": read_with_glove(example), **read}


def train_probes(
    task: str, models: _Models, progress: Callable[[int, int], object] = lambda done, total: None
) -> dict[str, Probe]:
    """Train a classifier for each encoder of OWN on all training sentences of a task.

    As for the table, with the decays that were chosen there; the encoders stay as they are.
    """
    examples, measured = read_task(task).train, read_measured()[task]
    states = []
    for done, example in enumerate(examples):
        progress(done, len(examples))
        states.append(_read_states(models, example))
    labels = np.concatenate([example.labels for example in examples])
    return {
        name: train_probe(
            np.concatenate([features(name, state) for state in states]),
            labels,
            measured.labels,
            measured.decays[name][0],
        )
        for name in _OWN
    }


def classify(
    probes: Mapping[str, Probe], models: _Models, sentence: str, spans: Sequence[tuple[int, int]]
) -> np.ndarray:
    """Return the probability of each label of some spans of a sentence by each classifier.

    `[probe, span, label]`. Raises UserError for a sentence that a model cannot read.
    """
    states = _read_states(models, Example(sentence, tuple(spans), ()))
    scores = np.stack([probes[name].score(features(name, states)) for name in probes])
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    probabilities: np.ndarray = shares / shares.sum(-1, keepdims=True)
    return probabilities
