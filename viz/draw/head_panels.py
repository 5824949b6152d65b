"""One head as pictures: a matrix and its lines, or one of its rows in every head."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models import Trace

from ..analysis.views import STACK_TITLES, HeadChoice, Heads, heads_of
from ..base.language import t
from ..base.theme import HEADS
from .panel import Light, Panel, lit_cells


def head_panels(
    trace: Trace, choice: HeadChoice, merged: bool, lights: Sequence[Light] = ()
) -> list[Panel]:
    """A head as a matrix, with the cells that a step marks."""
    heads = heads_of(trace, choice.stack, merged)
    return [head_panel(heads, nearest_head(heads, choice), lights)]


def row_panels(
    trace: Trace, choice: HeadChoice, merged: bool, lights: Sequence[Light]
) -> list[Panel]:
    """The lines of one word in a head, and what that word gives to each word in every head.

    The word is that of the first row that a step marks. Without it, as in another sentence, the
    whole head.
    """
    heads = heads_of(trace, choice.stack, merged)
    choice = nearest_head(heads, choice)
    lit = lit_cells(lights, heads.rows, heads.columns)
    row = lit[0][0] if lit else None
    if row is None:
        return head_panels(trace, choice, merged)
    word = heads.rows[row]
    lines = replace(
        head_panel(heads, choice, lights),
        title=t("“{word}” in {head}", word=word, head=place_of(choice)),
        lines=True,
    )
    layers, across = heads.weights.shape[:2]
    weights = heads.weights[:, :, row].reshape(layers * across, -1)
    place = choice.layer * across + choice.head
    columns = tuple(dict.fromkeys(column for _, column in lit if column is not None))
    table = Panel(
        t("“{word}” in all {count} heads", word=word, count=layers * across),
        "",
        HEADS[choice.head % len(HEADS)],
        tuple(
            place_of(HeadChoice(choice.stack, layer, head))
            for layer in range(layers)
            for head in range(across)
        ),
        heads.columns,
        weights,
        lit=((place, None), *((None, column) for column in columns)),
        caption=describe_most(heads, weights, columns, across),
    )
    return [lines, table]


def describe_most(heads: Heads, weights: np.ndarray, columns: Sequence[int], across: int) -> str:
    """The most that a word gives to each of these columns; `weights [head, column]`."""
    sentences = []
    for column in columns:
        place = int(weights[:, column].argmax())
        sentences.append(
            t(
                "“{column}” gets at most {weight:.2f} ({head}).",
                column=heads.columns[column],
                weight=float(weights[place, column]),
                head=place_of(HeadChoice(heads.stack, *divmod(place, across))),
            )
        )
    return " ".join(sentences)


def head_panel(heads: Heads, choice: HeadChoice, lights: Sequence[Light]) -> Panel:
    """One head as a matrix."""
    return Panel(
        title_of(heads, choice),
        "",
        HEADS[choice.head % len(HEADS)],
        heads.rows,
        heads.columns,
        heads.weights[choice.layer, choice.head],
        heads.allowed,
        before=heads.before,
        lit=lit_cells(lights, heads.rows, heads.columns),
    )


def nearest_head(heads: Heads, choice: HeadChoice) -> HeadChoice:
    """This head, or the nearest that there is."""
    layers, across = heads.weights.shape[:2]
    return HeadChoice(heads.stack, min(choice.layer, layers - 1), min(choice.head, across - 1))


def place_of(choice: HeadChoice) -> str:
    return t("layer {layer}, head {head}", layer=choice.layer + 1, head=choice.head + 1)


def title_of(heads: Heads, choice: HeadChoice) -> str:
    single = heads.weights[..., 0, 0].size == 1
    title = t(STACK_TITLES[heads.stack])
    return title if single else f"{title} · {place_of(choice)}"
