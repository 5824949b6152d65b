"""Which unit of a character LSTM tells a concept: inside quotes, in a comment, a capital, …

Karpathy et al. 2015, "Visualizing and understanding recurrent networks", section 4.2. Numpy only;
The module `measure_cells` of this folder in commit 288cf3c6 wrote the table.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..normalisation import BREAK, INDENT
from ..request import Request
from ..trace import Trace
from .importance import ranks

_TABLES = Path(__file__).parents[1] / "tables"
_TABLE = _TABLES / "cells.json"
BOOKS, CODE = "char-lstm", "code-lstm"  # models of English books, and of Python's library
_TEXTS = {BOOKS: _TABLES / "held_out_books.txt", CODE: _TABLES / "held_out_code.txt"}
CONCEPTS = {  # by model; books have also "words", of the reader's own
    BOOKS: ("quotes", "later", "brackets", "upper"),
    CODE: ("comments", "strings", "expressions", "nested", "indented"),
}
_NESTED, _INDENTED = 2, 2  # the least depth of brackets and of a line's indent in these concepts
_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
_SHUFFLES = 1000  # rotations of the labels, for the table
FEWEST = 10  # separate places in each half of the paragraphs from which a unit is measured
_BOOTSTRAPS = 1000
GOOD = 0.9  # the AUC from which a unit is said to tell a concept


class Ranking(NamedTuple):
    """How well each unit tells a concept on half the paragraphs, and the best on the other half."""

    auc: tuple[float, ...]  # [unit], layer after layer; below 0.5 a low cell tells it
    chance: float  # 95 % of rotations have a lower best unit; its distance from 0.5 plus 0.5
    tested: float  # the AUC of the best unit on the other half; of a low cell where it is low
    low: float  # 95 % bootstrap interval of `tested` over the paragraphs of the other half
    high: float

    @property
    def best(self) -> int:
        return int(np.abs(np.array(self.auc) - 0.5).argmax())

    @property
    def best_auc(self) -> float:
        """The AUC of the best unit on the half that it was chosen on, above 0.5."""
        return float(np.abs(self.auc[self.best] - 0.5) + 0.5)

    @property
    def is_low(self) -> bool:
        """Return whether the best unit's cell is low where the concept holds."""
        return self.auc[self.best] < 0.5

    @property
    def found(self) -> bool:
        return self.best_auc > self.chance and self.low > 0.5


def model_of(concept: str) -> str:
    """Return the model whose units are ranked by a concept."""
    return CODE if concept in CONCEPTS[CODE] else BOOKS


def texts(model: str = BOOKS) -> list[str]:
    """Return the held-out paragraphs, or blocks of code, on which units are measured."""
    return _TEXTS[model].read_text(encoding="utf-8").splitlines()


def labels_of(concept: str, text: str, words: Sequence[str] = ()) -> np.ndarray:
    """Return for which characters of a text a concept holds, `[character]`.

    A quote or a bracket begins with its first sign and ends before its last.
    """
    if concept in CONCEPTS[CODE]:
        return _labels_of_code(text)[concept]
    labels = np.zeros(len(text), bool)
    if concept == "quotes":
        inside = False
        for place, character in enumerate(text):
            if character in "“”":
                inside = character == "“"
            elif character == '"':
                inside = not inside
            labels[place] = inside
    elif concept == "brackets":
        depth = 0  # of a bracket that closes what began before the text it stays 0
        for place, sign in enumerate(text):
            depth = max(0, depth + (sign in "([{") - (sign in ")]}"))
            labels[place] = depth > 0
    elif concept == "upper":
        labels = np.array([character.isupper() for character in text])
    elif concept == "later":
        labels[len(text) // 2 :] = True
    else:
        for word in filter(None, words):
            for match in re.finditer(rf"\b{re.escape(word)}\b", text, re.IGNORECASE):
                labels[slice(*match.span())] = True
    return labels


def _labels_of_code(code: str) -> dict[str, np.ndarray]:
    """Return for which characters of code with signs each concept holds, `[character]` each.

    Comments and strings are found as Python finds them; brackets in them do not count. A block
    begins outside of both.
    """
    labels = {concept: np.zeros(len(code), bool) for concept in CONCEPTS[CODE]}
    quote, is_comment, depth, place = "", False, 0, 0
    while place < len(code):
        sign, step = code[place], 1
        if is_comment:
            is_comment = sign != BREAK
        elif quote:
            if code.startswith(quote, place):
                quote, step = "", len(quote)
            elif sign == "\\":
                step = 2
            elif sign == BREAK and len(quote) == 1:  # a string that does not end
                quote = ""
        elif sign == "#":
            is_comment = True
        elif sign in "\"'":
            quote = sign * 3 if code.startswith(sign * 3, place) else sign
            step = len(quote)
        else:
            depth = max(0, depth + (sign in _CLOSED_BY) - (sign in _CLOSED_BY.values()))
        here = slice(place, place + step)
        labels["comments"][here], labels["strings"][here] = is_comment, bool(quote)
        labels["expressions"][here], labels["nested"][here] = depth >= 1, depth >= _NESTED
        place += step
    start = 0
    for line in code.split(BREAK):
        indent = len(line) - len(line.lstrip(INDENT))
        labels["indented"][start : start + len(line)] = indent >= _INDENTED
        start += len(line) + 1
    return labels


def cells_of(trace: Trace) -> tuple[np.ndarray, list[int]]:
    """Return the cell of all units after each character of the sentence, and its place.

    `[character, unit]`, layer after layer.
    """
    count = trace.prompt_length
    cells = [gates.cell[1 : count + 1] for gates in trace.gates.values()]
    places = [max(end - 1, 0) for _, end in trace.predicted_spans[:count]]
    return np.concatenate(cells, axis=1), places


def _ranks_of(cells: np.ndarray) -> np.ndarray:
    """Return the rank of each value among those of its unit, from 1; `[character, unit]`."""
    return np.stack([ranks(values) for values in cells.T], axis=1)


def _auc_of(ranks: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the area under the ROC curve of each unit, for each row of `labels [row, character]`.

    `[row, unit]`: the probability that a unit is higher where the concept holds (Mann & Whitney
    1947).
    """
    positive = labels.sum(1, keepdims=True).astype(np.float64)
    negative = labels.shape[1] - positive
    sums = labels.astype(np.float32) @ ranks
    return (sums - positive * (positive + 1) / 2) / np.maximum(positive * negative, 1)


def _rank_units(ranks: np.ndarray, labels: np.ndarray, shuffles: int) -> tuple[np.ndarray, float]:
    """Return the AUC of each unit, and what the best stays below in 95 % of `shuffles`.

    A shuffle moves all labels by one random distance, around the end: so runs of labels stay as
    long as they are, and what is compared is the best of all units each time.
    """
    dice = np.random.default_rng(7)
    moved = [np.roll(labels, by) for by in dice.integers(1, len(labels), shuffles)]
    best = np.abs(_auc_of(ranks, np.array(moved)) - 0.5).max(1) + 0.5
    return _auc_of(ranks, labels[None])[0], float(np.quantile(best, 0.95))


def _interval_of(values: Sequence[np.ndarray], labels: Sequence[np.ndarray]) -> tuple[float, ...]:
    """Return the AUC of one unit over paragraphs, and the limits of its 95 % interval.

    A bootstrap draws whole paragraphs, with replacement, since characters of one are not
    independent (Efron 1979).
    """
    higher = np.zeros((len(values), len(values)))  # pairs in the right order, [in it, outside]
    for column, (cells, is_inside) in enumerate(zip(values, labels, strict=True)):
        outside = np.sort(cells[~is_inside])
        for row, (others, are_inside) in enumerate(zip(values, labels, strict=True)):
            sides = [
                np.searchsorted(outside, others[are_inside], side).sum()
                for side in ("left", "right")
            ]
            higher[row, column] = sum(sides) / 2
    inside = np.array([held.sum() for held in labels], float)
    rest = np.array([len(held) for held in labels]) - inside
    drawn = np.random.default_rng(7).integers(0, len(values), (_BOOTSTRAPS, len(values)))
    draws = np.array([np.bincount(draw, minlength=len(values)) for draw in drawn], float)
    draws = np.concatenate([np.ones((1, len(values))), draws])
    pairs = (draws @ inside) * (draws @ rest)
    auc = np.einsum("dr,rc,dc->d", draws, higher, draws)[pairs > 0] / pairs[pairs > 0]
    return float(auc[0]), *map(float, np.quantile(auc[1:], (0.025, 0.975)))


def _count_runs(paragraphs: Sequence[str], concept: str, words: Sequence[str] = ()) -> int:
    """Return in how many separate places of paragraphs a concept holds."""
    labels = [labels_of(concept, text, words).astype(int) for text in paragraphs]
    return sum(int((np.diff(held, prepend=0) == 1).sum()) for held in labels)


def _is_enough(paragraphs: Sequence[str], concept: str, words: Sequence[str] = ()) -> bool:
    """Return whether both halves, every other paragraph, hold a concept in enough places."""
    return all(_count_runs(paragraphs[half::2], concept, words) >= FEWEST for half in (0, 1))


def requests(paragraphs: Sequence[str], model: str = BOOKS) -> list[Request]:
    """Return the runs over paragraphs."""
    return [Request(model, text, "") for text in paragraphs]


def texts_with(words: Sequence[str], most: int) -> list[str]:
    """Return so many of the held-out paragraphs, those that the words fill most first."""

    def without(text: str) -> float:
        return -float(labels_of("words", text, words).mean())

    return sorted(texts(), key=without)[:most]


def rank_concept(
    traces: Sequence[Trace], concept: str, words: Sequence[str], shuffles: int
) -> Ranking | None:
    """Choose the best unit on every other run of `requests`, and measure it on the others.

    None for too little text.
    """
    if not _is_enough([trace.sentence for trace in traces], concept, words):
        return None
    read = [cells_of(trace) for trace in traces]
    labels = [
        labels_of(concept, trace.sentence, words)[places]
        for trace, (_, places) in zip(traces, read, strict=True)
    ]
    ranks = _ranks_of(np.concatenate([cells for cells, _ in read[::2]]))
    auc, chance = _rank_units(ranks, np.concatenate(labels[::2]), shuffles)
    best = int(np.abs(auc - 0.5).argmax())
    sign = -1 if auc[best] < 0.5 else 1
    tested = _interval_of([sign * cells[:, best] for cells, _ in read[1::2]], labels[1::2])
    numbers = [round(value, 4) for value in (chance, *tested)]
    return Ranking(tuple(round(float(value), 4) for value in auc), *numbers)


def read_table() -> dict[str, Ranking]:
    """Return the measured rankings by concept; one with too little text is not there."""
    table = json.loads(_TABLE.read_text(encoding="utf-8"))
    return {
        name: Ranking(**{**figures, "auc": tuple(figures["auc"])})
        for name, figures in table["concepts"].items()
    }
