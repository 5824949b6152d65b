"""How accuracy on sentiment grows with the number of training sentences: the measured table.

The module `measure_curves` of this folder in commit 4ec2d6f2 wrote it. Without numpy or torch.
"""

import functools
import json
from pathlib import Path
from typing import NamedTuple

_TABLE = Path(__file__).parents[1] / "tables" / "sentiment_curves.json"
SIZES = 50, 100, 250, 500, 1000, 2400  # training sentences
_TUNED_SIZES = 100, 500, 2400  # those with which all weights are trained
# Read once, without layers to choose from: counted words, GloVe, and BERT with random weights.
_ALONE = "words", "glove", "bert-random"
_READERS = "lstm-lm", "elmo", "gpt", "bert", "transformer"  # models whose layers are read
_USES = {"last": _READERS, "mix": _READERS, "tuned": ("bert",)}
_Interval = tuple[float, float, float]  # a value, and its 95 % interval


class Curve(NamedTuple):
    """An encoder's results by the number of training sentences."""

    accuracy: dict[int, _Interval]
    to_glove: dict[int, _Interval]  # the accuracy less that of GloVe, on the same sentences
    to_words: dict[int, _Interval]  # less that of counted words


class CurvesTable(NamedTuple):
    """The table."""

    sentences: int
    held_out: int  # in each draw
    majority: float  # the share of the most frequent label among them
    known: dict[int, float]  # the share of held-out words in the training sentences, by their count
    draws: dict[str, int]  # by use of the layers; "alone": that of _ALONE
    read: dict[str, int]  # tokens that each of _READERS read in its training
    curves: dict[str, dict[str, Curve]]  # by use and encoder


@functools.cache
def read_curves() -> CurvesTable:
    """Return the table."""
    table = json.loads(_TABLE.read_text(encoding="utf-8"))
    curves = {
        use: {
            name: Curve(*(_by_size(entry[kind], tuple) for kind in Curve._fields))
            for name, entry in entries.items()
        }
        for use, entries in table["curves"].items()
    }
    numbers = {name: table[name] for name in ("sentences", "held_out", "majority")}
    return CurvesTable(
        **numbers,
        known=_by_size(table["known"], float),
        draws=table["draws"],
        read=table["read"],
        curves=curves,
    )


def _by_size(entries: dict, convert) -> dict:
    """Turn the keys of a JSON object into numbers of sentences."""
    return {int(size): convert(value) for size, value in entries.items()}
