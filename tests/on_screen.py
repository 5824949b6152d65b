"""Numbers and heads that a text names, and those that are on the screen beside it."""

import json
import re
import struct
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import product

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import component_name, pictures
from viz.components import matrices
from viz.draw.chart import Chart
from viz.draw.matrix import Matrix
from viz.pages import panels
from viz.pages.inside import parts as inside_parts

SILENT = re.compile(r"`[^`]*`|\]\([^)]*\)")  # code, and the address of a link
HEAD = re.compile(
    r"(?:[Ll]ayer|[Cc]ouche) (\d+), (?:head|tête) (\d+)|"
    r"(?:[Hh]ead|[Tt]ête) (\d+) (?:of layer|de la couche) (\d+)"
)
NUMBER = re.compile(r"(?<![\w.,_/])[−-]?\d+(?:[,\u202f]\d{3}\b)*(?:[.,]\d+)?(?:\s?%)?(?![\w-])")
WRITTEN = ("markdown", "text", "caption", "html", "info")  # elements with text
SIZES = "layers", "heads"  # of a block in a map of all heads
DRAWN = ("x", "y", "values")  # of a mark in a chart


def heads_in(text: str) -> set[tuple[int, int]]:
    """Return layer and head, from 1, of each head that a text names, in English or French."""
    groups = (one.groups() for one in HEAD.finditer(SILENT.sub("]", text)))
    return {
        (int(layer), int(head)) if layer else (int(of_layer), int(first))
        for layer, head, first, of_layer in groups
    }


def numbers_in(text: str, french: bool = False) -> list[str]:
    """Return the numbers of a text as Python writes them, with "%": "-0.24", "1297", "7%"."""
    found = NUMBER.findall(HEAD.sub("", SILENT.sub("]", text)))
    comma = "." if french else ""
    return [re.sub(r"\s", "", one.replace(",", comma)).replace("−", "-") for one in found]


class Screen:
    """What a page draws: the values behind its pictures, before they are drawn, and its texts.

    Of a matrix in which a lesson marks something, only what is marked counts.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.values: list[np.ndarray] = []
        self.texts: list[str] = []  # on the page
        self.pictured: list[str] = []  # in its pictures alone
        self.heads: set[tuple[int, int]] = set()  # of a map of all heads, from 1
        self.record(monkeypatch, matrices, "pack", self.see_matrices)
        self.record(monkeypatch, panels, "plot_chart", self.see_chart)
        self.record(monkeypatch, inside_parts, "show_derivation", self.see_derivation)

    def record(self, monkeypatch, module, name: str, see) -> None:
        """Let `see` have the arguments of a function, each time that it is called."""
        function = getattr(module, name)

        def seen(*arguments, **named):
            see(*arguments)
            return function(*arguments, **named)

        monkeypatch.setattr(module, name, seen)

    def clear(self) -> None:
        """Forget what an earlier run has drawn."""
        self.values.clear()
        self.texts.clear()
        self.pictured.clear()
        self.heads.clear()

    def see_matrices(self, drawn: list[Matrix], *others) -> None:
        for matrix in drawn:
            self.pictured += [matrix.title, matrix.note, matrix.caption]
            self.pictured += [*matrix.rows, *matrix.columns]
            if not matrix.is_empty:
                self.values += marked(matrix) if matrix.lit else [matrix.values[matrix.seen]]

    def see_chart(self, chart: Chart, *others) -> None:
        self.pictured += texts_of(chart)
        self.values += [
            as_numbers(getattr(mark, name, ())) for mark in chart.marks for name in DRAWN
        ]

    def see_derivation(self, name: str, derivation, place: int, *others) -> None:
        step = derivation.steps[place]
        self.pictured += [derivation.title, step.name, step.says]
        for name in step.shows:
            grid = derivation.grids[name]
            self.pictured += [grid.title, *grid.rows, *grid.columns]
            self.values.append(as_numbers(grid.values))

    def read(self, test: AppTest, without: tuple[str, ...]) -> None:
        """Take the texts of a drawn page but those with one of the texts in `without`."""
        for kind in WRITTEN:
            for element in test.get(kind):
                text = element.proto.body
                if not any(one in text for one in without if one):
                    self.texts.append(re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.S))
        for table in test.table:
            self.texts += map(str, table.value.to_numpy().ravel())
        for component in pictures(test):
            if component_name(component) == "explorer":
                blocks = json.loads(head_of(component.bytes))["blocks"]
                self.values.append(counts_of(blocks))
                for block in blocks:
                    self.heads |= {*product(*(range(1, block[each] + 1) for each in SIZES))}

    def shows_number(self, number: str) -> bool:
        """Whether a value on the screen, rounded, or a text on it is this number.

        Values below 1 are not rounded to whole numbers: each weight would be a 0 or a 1.
        """
        decimals = len(number.strip("%").partition(".")[2]) + 2 * number.endswith("%")
        texts = self.texts + self.pictured
        written = [value_of(one) for text in texts for one in numbers_in(text)]
        values = np.concatenate([*self.values, np.array(written)])
        rounded = np.where(
            np.abs(values) < 1, np.round(values, decimals or 2), values.round(decimals)
        )
        return bool(np.isclose(rounded, value_of(number), atol=1e-9).any())

    def shows_head(self, head: tuple[int, int]) -> bool:
        """Whether a picture is of this head, or has it among all heads; not a text beside it."""
        return head in self.heads or any(head in heads_in(text) for text in self.pictured)


def value_of(number: str) -> float:
    return float(number.strip("%")) / (100 if number.endswith("%") else 1)


def marked(matrix: Matrix) -> Iterator[np.ndarray]:
    """Yield the values of the cells, rows and columns that are marked."""
    for row, column in matrix.lit:
        at = slice(None) if row is None else row, slice(None) if column is None else column
        yield as_numbers(matrix.values[at])


def texts_of(value) -> Iterator[str]:
    """Yield all texts in a value: titles, labels, notes."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from texts_of(getattr(value, one.name))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_of(one)


def as_numbers(values) -> np.ndarray:
    """Return the finite numbers among values; of texts none."""
    array = np.asarray(values if isinstance(values, np.ndarray | np.generic) else list(values))
    if array.dtype.kind not in "iuf":
        return np.zeros(0)
    return array[np.isfinite(array)].ravel()


def head_of(data: bytes) -> bytes:
    return data[4 : 4 + struct.unpack_from("<I", data)[0]]


def counts_of(blocks: list[dict]) -> np.ndarray:
    """Return how many mechanisms, layers and heads are drawn, and small pictures in all."""
    maps = [block["layers"] * block["heads"] for block in blocks]
    each = [size for block in blocks for size in (block["layers"], block["heads"])]
    return np.array([len(blocks), *each, sum(maps)])
