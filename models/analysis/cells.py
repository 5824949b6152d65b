"""Which unit of the character LSTM tells a concept: inside quotes, in brackets, a capital, …

Karpathy et al. 2015, "Visualizing and understanding recurrent networks", section 4.2. Numpy only;
`measure_cells` writes the table.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..request import Request
from ..trace import Trace

MODEL = "char-lstm"
TABLES = Path(__file__).parents[1] / "tables"
TEXTS, TABLE = TABLES / "held_out_books.txt", TABLES / "cells.json"
CONCEPTS = "quotes", "later", "brackets", "upper"  # and "words", of the reader's own
SHUFFLES = 1000  # of the table
GOOD = 0.9  # the AUC from which a unit is said to tell a concept


class Ranking(NamedTuple):
    """How well each unit tells a concept."""

    auc: tuple[float, ...]  # [unit], layer after layer; below 0.5 a low cell tells it
    chance: float  # the best unit of 95 % of shuffles, as its distance from 0.5 plus 0.5
    share: float  # of the characters for which the concept holds

    @property
    def best(self) -> int:
        return int(np.abs(np.array(self.auc) - 0.5).argmax())

    @property
    def best_auc(self) -> float:
        """The AUC of the best unit, above 0.5."""
        return float(np.abs(self.auc[self.best] - 0.5) + 0.5)

    @property
    def found(self) -> bool:
        return self.best_auc > self.chance


def texts() -> list[str]:
    """Return the held-out paragraphs on which units are measured."""
    return TEXTS.read_text(encoding="utf-8").splitlines()


def labels_of(concept: str, text: str, words: Sequence[str] = ()) -> np.ndarray:
    """Return for which characters of a text a concept holds, `[character]`.

    A quote or a bracket begins with its first sign and ends before its last.
    """
    labels = np.zeros(len(text), bool)
    if concept == "quotes":
        inside = False
        for place, character in enumerate(text):
            inside = (character != "”") if character in "“”" else inside ^ (character == '"')
            labels[place] = inside
    elif concept == "brackets":
        depth = np.cumsum([(sign in "([{") - (sign in ")]}") for sign in text])
        labels = depth > 0
    elif concept == "upper":
        labels = np.array([character.isupper() for character in text])
    elif concept == "later":
        labels[len(text) // 2 :] = True
    else:
        for word in filter(None, words):
            for match in re.finditer(rf"\b{re.escape(word)}\b", text, re.IGNORECASE):
                labels[slice(*match.span())] = True
    return labels


def cells_of(trace: Trace) -> tuple[np.ndarray, list[int]]:
    """Return tanh of the cell of all units after each character of the sentence, and its place.

    `[character, unit]`, layer after layer.
    """
    count = trace.prompt_length
    cells = [np.tanh(gates.cell[1 : count + 1]) for gates in trace.gates.values()]
    places = [max(end - 1, 0) for _, end in trace.predicted_spans[:count]]
    return np.concatenate(cells, axis=1), places


def ranks_of(cells: np.ndarray) -> np.ndarray:
    """Return the rank of each value among those of its unit, from 1; `[character, unit]`."""
    return cells.argsort(0).argsort(0).astype(np.float32) + 1


def auc_of(ranks: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the area under the ROC curve of each unit, for each row of `labels [row, character]`.

    `[row, unit]`: the probability that a unit is higher where the concept holds (Mann & Whitney
    1947).
    """
    positive = labels.sum(1, keepdims=True).astype(np.float64)
    negative = labels.shape[1] - positive
    sums = labels.astype(np.float32) @ ranks
    return (sums - positive * (positive + 1) / 2) / np.maximum(positive * negative, 1)


def rank_units(ranks: np.ndarray, labels: np.ndarray, shuffles: int) -> Ranking | None:
    """Rank units by how well they tell a concept, beside `shuffles`; None where it never holds.

    A shuffle moves all labels by one random distance, around the end: so runs of labels stay as
    long as they are, and what is compared is the best of all units each time.
    """
    if labels.all() or not labels.any():
        return None
    dice = np.random.default_rng(7)
    moved = [np.roll(labels, by) for by in dice.integers(1, len(labels), shuffles)]
    best = np.abs(auc_of(ranks, np.array(moved)) - 0.5).max(1) + 0.5
    auc = auc_of(ranks, labels[None])[0]
    return Ranking(
        tuple(round(float(value), 4) for value in auc),
        round(float(np.quantile(best, 0.95)), 4),
        round(float(labels.mean()), 4),
    )


def requests(paragraphs: Sequence[str]) -> list[Request]:
    """Return the runs over paragraphs."""
    return [Request(MODEL, text, "") for text in paragraphs]


def texts_with(words: Sequence[str], most: int) -> list[str]:
    """Return at most so many of the held-out paragraphs, first those with most of the words."""

    def without(text: str) -> float:
        return -float(labels_of("words", text, words).mean())

    return sorted(texts(), key=without)[:most]


def rank_concept(
    traces: Sequence[Trace], concept: str, words: Sequence[str], shuffles: int
) -> Ranking | None:
    """Rank the units by one concept over the runs of `requests`."""
    read = [cells_of(trace) for trace in traces]
    labels = [
        labels_of(concept, trace.sentence, words)[places]
        for trace, (_, places) in zip(traces, read, strict=True)
    ]
    ranks = ranks_of(np.concatenate([cells for cells, _ in read]))
    return rank_units(ranks, np.concatenate(labels), shuffles)


def read_table() -> dict[str, Ranking]:
    """Return the measured rankings by concept."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    return {
        name: Ranking(tuple(of["auc"]), of["chance"], of["share"])
        for name, of in table["concepts"].items()
    }
