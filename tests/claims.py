"""Claims of texts on our models, compared with the models; shared by the tests of claims."""

from collections.abc import Callable
from functools import cache

from models import Request, WhatIf, load
from viz.analysis.views import heads_of
from viz.view import lessons

TOURS = {**lessons.lessons(), "classics": lessons.tour("classics")}
STEPS = {
    f"{name} {place}": step
    for name, tour in TOURS.items()
    for place, step in enumerate(tour.steps, start=1)
}
DOG = "The big red dog is sleeping on the bed."
RED = "The big red dog", "transformer", "Le gros chien rouge"


@cache
def of(model: str):
    return load(model, "cpu")


@cache
def trace(
    sentence: str, model: str = "transformer", target: str | None = None, what_if: WhatIf = WhatIf()
):
    return of(model).trace(Request(model, sentence, target, what_if))


def weight(
    trace, stack: str, layer: int, head: int, row: str, column: str, merged: bool = False
) -> float:
    """Return the weight from the first row of a word to the first column of another.

    In cross-attention the row is that which writes the word.
    """
    heads = heads_of(trace, stack, merged)
    return float(
        heads.weights[layer - 1, head - 1, heads.rows.index(row), heads.columns.index(column)]
    )


def largest(stack: str, layer: int, head: int, row: str, sentence: str = DOG) -> str:
    """Return the word that a word attends to most, in cross-attention when it is written."""
    heads = heads_of(trace(sentence), stack, False)
    return heads.columns[int(heads.weights[layer - 1, head - 1, heads.rows.index(row)].argmax())]


def looks(stack: str, layer: int, head: int, *pairs: str, sentence: str = DOG) -> bool:
    """Whether each word before a ">" attends most to the word after it."""
    return all(
        largest(stack, layer, head, row, sentence) == column
        for row, column in (pair.split(">", 1) for pair in pairs)
    )


def written(sentence: str, model: str = "transformer", what_if: WhatIf = WhatIf()) -> str:
    return trace(sentence, model, None, what_if).translation


def name_of_claim(value: object) -> str:
    return value if isinstance(value, str) else ""


def quoted(step: str, words: str) -> None:
    assert words in " ".join(STEPS[step].whole_text.split()), (step, words)


def check_number(step: str, words: str, value: Callable[[], float]) -> None:
    """Assert that the number after these words of the step is this value, as rounded there."""
    quoted(step, words)
    number = words.split()[-1].replace("−", "-")
    assert f"{value():,.{len(number.partition('.')[2])}f}" == number


def check_truth(step: str, words: str, so: Callable[[], bool]) -> None:
    quoted(step, words)
    assert so()
