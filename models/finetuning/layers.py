"""What tasks take from encoders and layers: the measured table. Numpy only.

The module `measure_layers` of this folder in commit 4ec2d6f2 wrote it.
"""

import functools
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

_TABLE = Path(__file__).parents[1] / "tables" / "encoders.json"
_COUNTS = 0, 100, 25  # sentences to train on, the first of the task; 0: all
DRAWS = 5  # of four fifths of the training sentences, for the spread of a mix


class Mix(NamedTuple):
    """A learnt mix of layers: with all training sentences, and with each draw of them."""

    shares: np.ndarray  # [layer]
    drawn: np.ndarray  # [draw, layer]
    gamma: float


class TaskResults(NamedTuple):
    """A task and its results."""

    labels: int
    train: int  # sentences
    held_out: int
    targets: int  # held-out sentences, or their words, that get a label
    majority: float  # the share of the most frequent label among them
    accuracies: dict[str, dict[int, tuple[float, float, float]]]  # by encoder and _COUNTS
    to_best: dict[str, dict[int, tuple[float, float, float]]]  # the accuracy less the best one
    decays: dict[str, dict[int, float]]  # the weight decay, chosen by cross-validation
    mixes: dict[str, Mix]  # by encoder


class _Reader(NamedTuple):
    """A model whose states the classifiers read."""

    tokens: int  # that it read in its training
    numbers: int  # of its vector of a token, in each layer


@functools.cache
def read_readers() -> dict[str, _Reader]:
    """Return the models that the table was measured on, by name."""
    readers = json.loads(_TABLE.read_text(encoding="utf-8"))["read"]
    return {name: _Reader(**reader) for name, reader in readers.items()}


@functools.cache
def read_measured() -> dict[str, TaskResults]:
    """Return the table, by task."""
    tasks = json.loads(_TABLE.read_text(encoding="utf-8"))["tasks"]
    return {name: _read_task(**task) for name, task in tasks.items()}


def _read_task(encoders: dict[str, dict], **numbers) -> TaskResults:
    intervals = {
        kind: {
            name: {int(count): tuple(values) for count, values in encoder[kind].items()}
            for name, encoder in encoders.items()
        }
        for kind in ("accuracy", "to_best")
    }
    decays = {
        name: {int(count): decay for count, decay in encoder["decay"].items()}
        for name, encoder in encoders.items()
        if "decay" in encoder
    }
    mixes = {}
    for name, encoder in encoders.items():
        if "shares" in encoder:
            whole, *drawn = encoder["shares"]
            mixes[name] = Mix(np.array(whole), np.array(drawn), encoder["gamma"][0])
    return TaskResults(
        **numbers,
        accuracies=intervals["accuracy"],
        to_best=intervals["to_best"],
        decays=decays,
        mixes=mixes,
    )
