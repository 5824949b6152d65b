"""Measure how accuracy on sentiment grows with the number of training sentences.

Run `python -m models.finetuning.measure_curves --data DIR`. The folder has `sentiment.en.tsv.gz`
(Kotzias et al. 2015): source, sentence, 1 or 0 a line. Only figures are written.
"""

import argparse
import functools
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from .. import registry
from ..answers.depth import without_training
from ..cards import count_tokens
from ..errors import UserError
from ..files import write_whole
from . import question_words
from .curves import ALONE, READERS, SIZES, TABLE, TUNED_SIZES, USES
from .encoders import read_with_glove, read_with_model
from .measure_layers import FOLDS, QUANTILES, choose_decay, join
from .probing import train_probe
from .tasks import NEAR, Example
from .unfrozen import Tuned, rows_of

_FILE = "sentiment.en.tsv.gz"
_DRAWS = {"alone": 5, "last": 5, "mix": 3, "tuned": 2}  # of training and held-out sentences
_MANY = 250  # sentences above which one fold alone chooses the decay
_RESAMPLES = 2000
_EPOCHS, _LEAST_STEPS = 3, 60  # of training all weights
_BATCH = 32
_LAST, _ALL = slice(-1, None), slice(None)  # layers
_Right = np.ndarray  # [draw, sentence]: 1 right, 0 wrong, nan not held out
_Rows = Sequence[np.ndarray]  # for each sentence [1, layer, d]


def _read_examples(folder: Path) -> list[Example]:
    """Read the sentences, without those near to an earlier one.

    Raises UserError if the folder lacks them.
    """
    try:
        with gzip.open(folder / _FILE, "rt", encoding="utf-8") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
    except FileNotFoundError:
        raise UserError(f"There is no {_FILE} in {folder}. Check the folder of --data.") from None
    examples: list[Example] = []
    known: list[frozenset[str]] = []
    for _, sentence, label in rows:
        words = question_words(sentence)
        if any(len(words & other) >= NEAR * len(words | other) for other in known):
            continue
        known.append(words)
        examples.append(Example(sentence, ((0, len(sentence)),), (int(label),)))
    return examples


def _read(name: str, reader: Callable[[Example], np.ndarray], examples: Sequence[Example]) -> Any:
    """Return the vectors of each sentence, or None where it is too long for the model."""
    print("reading:", name, flush=True)
    rows: list[np.ndarray | None] = []
    for example in examples:
        try:
            rows.append(reader(example))
        except UserError:
            rows.append(None)
    return rows


def _draw(examples: Sequence[Example], seed: int) -> list[int]:
    """Return a random order of the sentences, in which the labels take turns."""
    dice = random.Random(seed)
    groups = [
        [place for place, example in enumerate(examples) if example.labels == (label,)]
        for label in (0, 1)
    ]
    least = min(map(len, groups))
    turns = zip(*(dice.sample(group, least) for group in groups), strict=True)
    return [place for turn in turns for place in turn]


def _count_words(train: Sequence[Example], examples: Sequence[Example]) -> _Rows:
    """Return which words each sentence has, of those in two or more training sentences."""
    counts = Counter(word for example in train for word in question_words(example.sentence))
    columns = {
        word: column
        for column, word in enumerate(sorted(word for word in counts if counts[word] > 1))
    }
    rows = np.zeros((len(examples), 1, 1, len(columns)), np.float32)
    for row, example in zip(rows, examples, strict=True):
        row[0, 0, [columns[word] for word in question_words(example.sentence) & {*columns}]] = 1
    return [*rows]


class _Measuring:
    """Sentences with their draws; each method trains and returns what is right, by size."""

    def __init__(self, examples: Sequence[Example]):
        self.examples = examples
        self.orders = [_draw(examples, seed) for seed in range(1, max(_DRAWS.values()) + 1)]

    def draw(self, use: str, size: int) -> Iterator[tuple[list[int], list[int]]]:
        """Return the places of the training and held-out sentences of each draw."""
        for order in self.orders[: _DRAWS[use]]:
            yield order[:size], order[SIZES[-1] :]

    def measure_features(
        self, use: str, features: Callable[[list[int], list[int]], _Rows]
    ) -> dict[int, _Right]:
        """Train classifiers on vectors that stay as they are.

        `features` returns those of some sentences, given the training sentences.
        """
        return {size: self._measure_size(use, size, features) for size in SIZES}

    def _measure_size(
        self, use: str, size: int, features: Callable[[list[int], list[int]], _Rows]
    ) -> _Right:
        """Choose the decay on the first draw, at equal shares of the layers, and train on all."""
        decay, rights = None, []
        for train, held_out in self.draw(use, size):
            rows, some = features(train, train), [self.examples[place] for place in train]
            if decay is None:
                decay = choose_decay(
                    [row.mean(1, keepdims=True) for row in rows],
                    some,
                    2,
                    1 if size > _MANY else FOLDS,
                )
            labels = join([example.labels for example in some])
            probe = train_probe(join(rows), labels, 2, decay, has_gamma=False)
            right = np.full(len(self.examples), np.nan)
            labels = join([self.examples[place].labels for place in held_out])
            right[held_out] = probe.predict(join(features(train, held_out))) == labels
            rights.append(right)
        print(use, size, decay, np.nanmean(rights), flush=True)
        return np.stack(rights)

    def measure_tuned(self, model: Any) -> dict[int, _Right]:
        """Train all weights of a model with its classifier."""
        rows = rows_of(model, self.examples)
        result = {}
        for size in TUNED_SIZES:
            rights = []
            for train, held_out in self.draw("tuned", size):
                steps = max(_LEAST_STEPS, _EPOCHS * size // _BATCH)
                tuned = Tuned(model, 2, bfloat16=True)
                tuned.train([rows[place] for place in train], steps, _BATCH)
                right = np.full(len(rows), np.nan)
                right[held_out] = tuned.rights([rows[place] for place in held_out])
                rights.append(right)
                print("tuned", size, np.nanmean(rights), flush=True)
            result[size] = np.stack(rights)
        return result

    def share_known(self, size: int) -> float:
        """Return the share of the words of held-out sentences that training sentences have."""
        known = total = 0
        for train, held_out in self.draw("alone", size):
            words = {
                word for place in train for word in question_words(self.examples[place].sentence)
            }
            for place in held_out:
                found = question_words(self.examples[place].sentence)
                known, total = known + len(found & words), total + len(found)
        return known / total


@functools.cache
def _resample(draws: int, sentences: int) -> tuple[np.ndarray, np.ndarray]:
    """Return how often each draw and each sentence is taken, `[resample, draw]` and the like."""
    dice = np.random.default_rng(7)
    taken = [
        [
            np.bincount(dice.integers(0, count, count), minlength=count)
            for count in (draws, sentences)
        ]
        for _ in range(_RESAMPLES)
    ]
    some, others = (np.array(counts, np.float32) for counts in zip(*taken, strict=True))
    return some, others


def _interval(right: _Right) -> list[float]:
    """Return the share of right sentences and its 95 % interval.

    Draws and sentences are resampled, each sentence with all draws in which it is held out. Of
    differences it is that of the difference.
    """
    values, held_out = np.nan_to_num(right), ~np.isnan(right)
    draws, sentences = _resample(*right.shape)
    shares = (draws * (sentences @ values.T)).sum(1) / (draws * (sentences @ held_out.T)).sum(1)
    whole = values.sum() / held_out.sum(), *np.quantile(shares, QUANTILES)
    return [round(float(value), 4) for value in whole]


def _describe(
    right: dict[int, _Right], glove: dict[int, _Right], words: dict[int, _Right]
) -> dict[str, dict[int, list[float]]]:
    """Return the accuracy by size, and how much it is above GloVe and counted words."""
    others = {"to_glove": glove, "to_words": words}
    return {
        "accuracy": {size: _interval(some) for size, some in right.items()},
        **{
            kind: {size: _interval(some - other[size][: len(some)]) for size, some in right.items()}
            for kind, other in others.items()
        },
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.finetuning.measure_curves", description=__doc__
    )
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "uses", nargs="*", choices=[*USES, []], help="uses of the layers to measure again (all)"
    )
    options = parser.parse_args(arguments)
    try:
        _measure(options.data, options.uses or [*USES])
    except UserError as error:
        sys.exit(str(error))


def _measure(folder: Path, uses: Sequence[str]) -> None:
    """Measure, and write the table; what other uses gave stays."""
    torch.set_num_threads(1)
    models: dict[str, Any] = {name: registry.load(name, "cpu") for name in READERS}
    readers: dict[str, Callable[[Example], np.ndarray]] = {
        "glove": read_with_glove,
        "bert-random": partial(read_with_model, without_training(models["bert"])),
        **{name: partial(read_with_model, model) for name, model in models.items()},
    }
    every = _read_examples(folder)
    states = {name: _read(name, reader, every) for name, reader in readers.items()}
    kept = [
        place
        for place in range(len(every))
        if all(rows[place] is not None for rows in states.values())
    ]
    examples = [every[place] for place in kept]
    measuring = _Measuring(examples)

    def vectors(name: str, layers: slice) -> Any:
        rows = [states[name][place][:, layers] for place in kept]
        return lambda train, places: [rows[place] for place in places]

    def words(train: list[int], places: list[int]) -> _Rows:
        return _count_words(*([examples[place] for place in some] for some in (train, places)))

    alone = {"words": measuring.measure_features("alone", words)} | {
        name: measuring.measure_features("alone", vectors(name, _LAST))
        for name in ALONE
        if name != "words"
    }
    describe = partial(_describe, glove=alone["glove"], words=alone["words"])
    curves = json.loads(TABLE.read_text(encoding="utf-8"))["curves"] if TABLE.exists() else {}
    curves["alone"] = {name: describe(right) for name, right in alone.items()}
    held_out = [place for _, places in measuring.draw("alone", SIZES[-1]) for place in places]
    labels = np.bincount(join([examples[place].labels for place in held_out]))
    table = {
        "models": {
            name: model.card["sha256"]["weights.safetensors"] for name, model in models.items()
        },
        "read": {name: count_tokens(model.card["training"]) for name, model in models.items()},
        "sentences": len(examples),
        "held_out": len(held_out) // _DRAWS["alone"],
        "majority": round(float(labels.max() / labels.sum()), 4),
        "known": {size: round(measuring.share_known(size), 4) for size in SIZES},
        "draws": _DRAWS,
    }
    for use in uses:
        curves[use] = {}
        for name in USES[use]:
            print(name, flush=True)
            if use == "tuned":
                right = measuring.measure_tuned(models[name])
            else:
                right = measuring.measure_features(
                    use, vectors(name, _LAST if use == "last" else _ALL)
                )
            curves[use][name] = describe(right)
        kept_curves = {use: curves[use] for use in ("alone", *USES) if use in curves}
        write_whole({TABLE: f"{json.dumps({**table, 'curves': kept_curves})}\n".encode()})


if __name__ == "__main__":
    main()
