"""Measure what tasks take from encoders and layers, and write the table of the page.

Run `python -m models.finetuning.measure_layers`; each task takes some minutes of one core.
"""

import argparse
import itertools
import json
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike

from .. import registry
from ..answers.depth import without_training
from ..cards import count_tokens
from ..files import write_whole
from .encoders import (
    ENCODERS,
    MIXES,
    MODELS,
    TUNED,
    UNTRAINED,
    features,
    read_with_glove,
    read_with_model,
)
from .layers import COUNTS, DRAWS, TABLE
from .probing import Probe, train_probe
from .tasks import TASKS, Example, Task, read_task
from .unfrozen import Tuned, rows_of

_DECAYS = 0.001, 0.01, 0.1, 1.0, 10.0
FOLDS = 5  # of the training sentences, on which the decay is chosen
_DRAWN = 0.8  # share of the training sentences in each draw
_RESAMPLES = 2000
QUANTILES = 0.025, 0.975
_Rows = Sequence[np.ndarray]  # for each sentence [target, layer, d]


def join(rows: Sequence[Any]) -> np.ndarray:
    """Join the targets of sentences."""
    return np.concatenate([np.asarray(row) for row in rows])


def _fit(rows: _Rows, examples: Sequence[Example], count: int, decay: float) -> Probe:
    """Train a classifier on sentences."""
    return train_probe(join(rows), join([example.labels for example in examples]), count, decay)


def _rights(probe: Probe, rows: _Rows, examples: Sequence[Example]) -> list[int]:
    """Count the right targets of each sentence."""
    return [
        int((probe.predict(row) == np.array(example.labels)).sum())
        for row, example in zip(rows, examples, strict=True)
    ]


def choose_decay(rows: _Rows, examples: Sequence[Example], count: int, tried: int = FOLDS) -> float:
    """Return the decay with the least cross-entropy in a cross-validation over `FOLDS`.

    Labels take turns in the order of the sentences: folds are stretches of it, of which the first
    `tried` are held out.
    """
    cuts = [round(place * len(rows) / FOLDS) for place in range(FOLDS + 1)]

    def loss(decay: float) -> float:
        total = 0.0
        for start, end in itertools.pairwise(cuts[: tried + 1]):
            kept = [*rows[:start], *rows[end:]]
            probe = _fit(kept, [*examples[:start], *examples[end:]], count, decay)
            labels = join([example.labels for example in examples[start:end]])
            total += float(probe.losses(join(rows[start:end]), labels).sum())
        return total

    return min(_DECAYS, key=loss)


def _interval(right: ArrayLike, examples: Sequence[Example]) -> list[float]:
    """Return the share of right targets and its 95 % interval.

    Whole sentences are resampled, those of one pattern together.

    Of differences of right targets, of two encoders on the same sentences, it is that of the
    difference of their shares.
    """
    names = [example.pattern or place for place, example in enumerate(examples)]
    groups = {name: group for group, name in enumerate(dict.fromkeys(names))}
    group_values = [groups[name] for name in names]
    counts = [len(example.labels) for example in examples]
    numbers = [np.bincount(group_values, weights=values) for values in (right, counts)]
    dice = np.random.default_rng(7)
    drawn = dice.integers(0, len(groups), (_RESAMPLES, len(groups)))
    shares = numbers[0][drawn].sum(1) / numbers[1][drawn].sum(1)
    values = numbers[0].sum() / numbers[1].sum(), *np.quantile(shares, QUANTILES)
    return [round(float(value), 4) for value in values]


def _draw_probes(train: _Rows, task: Task, decay: float) -> list[Probe]:
    """Train on draws of four fifths of the training sentences."""
    probes = []
    for seed in range(1, DRAWS + 1):
        some = random.Random(seed).sample(range(len(train)), round(_DRAWN * len(train)))
        rows, examples = [train[place] for place in some], [task.train[place] for place in some]
        probes.append(_fit(rows, examples, len(task.labels), decay))
    return probes


def _measure_tuned(model: Any, task: Task) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """Train all weights of BERT on the first so many sentences; returns as `_measure_encoder`."""
    count = len(task.labels)
    train, held_out = (rows_of(model, examples) for examples in (task.train, task.held_out))
    right: dict[str, list[int]] = {}
    for size in COUNTS:
        right[str(size)] = Tuned(model, count).train(train[: size or None]).rights(held_out)
    return {}, right


def _measure_encoder(
    name: str,
    task: Task,
    train: _Rows,
    held_out: _Rows,
    known: Mapping[str, float] | None,
) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """Train on the first so many sentences, and on draws of them if the encoder mixes layers.

    `known` are the decays by count, chosen before. Returns what the table says, and the right
    targets of each held-out sentence by count.
    """
    count = len(task.labels)
    right: dict[str, list[int]] = {}
    decays: dict[str, float] = {}
    result: dict[str, Any] = {"decay": decays}
    for size in COUNTS:
        rows, examples = train[: size or None], task.train[: size or None]
        decay = known[str(size)] if known else choose_decay(rows, examples, count)
        decays[str(size)] = decay
        probe = _fit(rows, examples, count, decay)
        right[str(size)] = _rights(probe, held_out, task.held_out)
        if name in MIXES and size == 0:
            probes = [probe, *_draw_probes(train, task, decay)]
            result["shares"] = [[round(float(s), 4) for s in probe.shares] for probe in probes]
            result["gamma"] = [round(probe.gamma, 4) for probe in probes]
    return result, right


def _compare(
    right: Mapping[str, Mapping[str, Sequence[int]]], examples: Sequence[Example]
) -> dict[str, dict[str, dict[str, list[float]]]]:
    """Return, for each encoder and count, the accuracy and how much it is above the best one's.

    `right[encoder][count]` has the right targets of each sentence. Both have 95 % intervals; the
    best and the other encoder are resampled with the same sentences.
    """
    best = {
        size: max((counts[size] for counts in right.values()), key=sum)
        for size in next(iter(right.values()))
    }
    return {
        name: {
            "accuracy": {size: _interval(some, examples) for size, some in by_count.items()},
            "to_best": {
                size: _interval(np.subtract(some, best[size]), examples)
                for size, some in by_count.items()
            },
        }
        for name, by_count in right.items()
    }


def _measure_task(
    task: Task,
    readers: Mapping[str, Callable[[Example], np.ndarray]],
    bert: Any,
    known: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Measure all encoders on one task; `known` is what was measured before, with its decays."""
    read = {
        split: {
            source: [reader(example) for example in examples] for source, reader in readers.items()
        }
        for split, examples in (("train", task.train), ("held_out", task.held_out))
    }

    def rows(encoder: str, split: str) -> list[np.ndarray]:
        sentences = zip(*read[split].values(), strict=True)
        return [features(encoder, dict(zip(readers, states))) for states in sentences]

    measured = {
        name: _measure_encoder(
            name,
            task,
            rows(name, "train"),
            rows(name, "held_out"),
            known and known["encoders"][name]["decay"],
        )
        for name in ENCODERS
    }
    measured[TUNED] = _measure_tuned(bert, task)
    compared = _compare({name: right for name, (_, right) in measured.items()}, task.held_out)
    labels = np.bincount(join([example.labels for example in task.held_out]))
    return {
        "labels": len(task.labels),
        "train": len(task.train),
        "held_out": len(task.held_out),
        "targets": int(labels.sum()),
        "majority": round(float(labels.max() / labels.sum()), 4),
        "encoders": {name: {**compared[name], **result} for name, (result, _) in measured.items()},
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.finetuning.measure_layers", description=__doc__
    )
    parser.add_argument(
        "tasks", nargs="*", choices=[*TASKS, []], help="tasks to measure again (all)"
    )
    parser.add_argument(
        "--keep-decays", action="store_true", help="take the decays of the table, do not choose"
    )
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    readers: dict[str, Callable[[Example], np.ndarray]] = {"glove": read_with_glove}
    weights = {}
    models: dict[str, Any] = {name: registry.load(name, "cpu") for name in MODELS.values()}
    for source, name in MODELS.items():
        model = models[name]
        weights[name] = model.card["sha256"]["weights.safetensors"]
        reader = without_training(model) if source == UNTRAINED else model
        readers[source] = partial(read_with_model, reader)
    before = json.loads(TABLE.read_text(encoding="utf-8"))["tasks"] if TABLE.exists() else {}
    for name in options.tasks or TASKS:
        known = before[name] if options.keep_decays else None
        before[name] = _measure_task(read_task(name), readers, models[MODELS["bert"]], known)
        accuracies = {
            encoder: figures["accuracy"] for encoder, figures in before[name]["encoders"].items()
        }
        print(name, accuracies)
    read = {
        name: {
            "tokens": count_tokens(model.card["training"]),
            "numbers": model.encode("A").states.shape[-1],
        }
        for name, model in models.items()
    }
    table = {
        "models": weights,
        "read": read,
        "tasks": {name: before[name] for name in TASKS if name in before},
    }
    write_whole({TABLE: f"{json.dumps(table)}\n".encode()})


if __name__ == "__main__":
    main()
