"""A derivation step by step: grids and formulae, each number explained by its terms."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from ...analysis.derivation import EPSILON, Derivation
from ...analysis.walkthrough.stages import Overview
from ...base.theme import DIVERGING, HEADS, INK
from .. import canvas

# One colour for each role, in grids, formulae and sentences: the 8 of 12 that differ most, for the
# colour-blind too.
PART_COLOURS = {
    "state": HEADS[10],
    "query": HEADS[0],
    "key": HEADS[1],
    "value": HEADS[2],
    "score": HEADS[3],
    "weight": HEADS[6],
    "output": HEADS[4],
    "matrix": HEADS[11],
}

_component = canvas.component("inside")


def pack(
    derivation: Derivation,
    step: int = 0,
    everything: bool = False,
    row: int | None = None,
    words: tuple[str, ...] = (),
    overview: Overview | None = None,
    alone: bool = False,
    preview: Mapping[str, Any] | None = None,
) -> bytes:
    """Pack a derivation and the step to show; step -1 is its `overview`.

    `preview` is what a browser needs to compute that of another sentence.

    The numbers are the values of each grid that is sent, row by row, as float32, which
    engine/packing.js reads as twice 16 bits. Raises ValueError for a step, a row or a role that
    does not exist.
    """
    if not (-1 if overview else 0) <= step < len(derivation.steps):
        raise ValueError(f"Step {step} of {len(derivation.steps)}")
    if words and (row is None or not 0 <= row < len(words)):
        raise ValueError(f"Row {row} of {len(words)} words")
    grids, numbers, offset = [], [], 0
    for name, grid in derivation.grids.items():
        if grid.role not in PART_COLOURS:
            raise ValueError(
                f"The grid {name} has the role {grid.role!r}, which is none of "
                f"{', '.join(PART_COLOURS)}"
            )
        grids.append(
            {
                "name": name,
                "title": grid.title,
                "symbol": grid.symbol,
                "role": grid.role,
                "rows": grid.rows,
                "columns": grid.columns,
                "shape": grid.values.shape,
                "operation": grid.operation,
                "of": grid.of,
                "number": grid.number,
                "offset": offset if grid.sent else None,
            }
        )
        if grid.sent:
            numbers.append(grid.values.astype("<f4"))
            offset += grid.values.size
    steps = [
        {
            "name": step.name,
            "says": step.says,
            "formula": step.formula,
            "shows": step.shows,
            "code": step.code,
        }
        for step in derivation.steps
    ]
    head = {
        "title": derivation.title,
        "grids": grids,
        "stages": steps,
        "overview": overview and asdict(overview),
        "epsilon": EPSILON,
        "colours": PART_COLOURS,
        "ink": INK,
        "diverging": DIVERGING,
    }
    mark = hashlib.sha256(
        canvas.pack(head, numbers)
    ).hexdigest()  # lets the browser detect another derivation
    return canvas.pack(
        {
            **head,
            "mark": mark,
            "step": step,
            "everything": everything,
            "row": row or 0,
            "words": words,
            "alone": alone,
            "preview": preview,
        },
        numbers,
    )


def inside(
    derivation: Derivation,
    step: int = 0,
    everything: bool = False,
    row: int | None = None,
    words: tuple[str, ...] = (),
    overview: Overview | None = None,
    key: str = "inside",
    on_keep: Callable[[], object] = lambda: None,
    alone: bool = False,
    preview: Mapping[str, Any] | None = None,
):
    """Draw a derivation at this step, or with `everything`; step -1 is its `overview`.

    The reader may choose from `words`; the derivation is that of the word at `row`. With `alone`
    there is no navigation to other steps.

    Stepping and pointing work in the browser. When the reader pauses, or chooses another word, the
    trigger "setting" of `key` is the current view, from 1, for `on_keep` to read: {"step": 4,
    "row": 2, "all": False}; the overview is step 0, and without words row is 1. Values that the
    component has not sent, from a link for example, move it there; another derivation with as many
    steps keeps the step.
    """
    return _component(
        key=key,
        data=pack(derivation, step, everything, row, words, overview, alone, preview),
        on_setting_change=on_keep,
    )
