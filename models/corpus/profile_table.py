"""Export a profile as a table with a row per head. Numpy only."""

import csv
import io
from typing import Any

import numpy as np

from ..store.libraries import LIBRARIES
from .head_measures import MEASURES
from .importance import Importance
from .labels import labels_of
from .profile import Profile

_INTERVALS = {"lost": "log-probability lost", "bleu_lost": "BLEU lost"}


def heads_table(profile: Profile) -> str:
    """Return a CSV of all heads; a cell that was not measured is empty. See `_head_rows`."""
    rows = [{name: _cell(value) for name, value in row.items()} for row in _head_rows(profile)]
    written = io.StringIO()
    table = csv.DictWriter(written, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return written.getvalue()


def heads_parquet(profile: Profile) -> bytes:
    """Return Parquet of all heads; a cell that was not measured is null. See `_head_rows`."""
    rows = [
        {name: None if _is_missing(value) else value for name, value in row.items()}
        for row in _head_rows(profile)
    ]
    about = {"model": profile.model, "sentences": str(profile.sentences)}
    if profile.importance is not None:
        about["losses measured on"] = _texts_of(profile.importance)
    written = io.BytesIO()
    table = LIBRARIES.pyarrow.Table.from_pylist(rows).replace_schema_metadata(about)
    LIBRARIES.parquet.write_table(table, written)
    return written.getvalue()


def _head_rows(profile: Profile) -> list[dict[str, Any]]:
    """Make a row per head: its label, figures and measures, and the loss without it.

    Layers and heads count from 1; NaN was not measured. All rows have the same names.
    """
    names = list(dict.fromkeys(name for stack in profile.stacks for name in MEASURES[stack]))
    rows = []
    for stack in profile.stacks.values():
        labels, figures = labels_of(stack), stack.figures()
        for place in range(len(stack.shares)):
            label = labels[place][0] if labels[place] else None
            head = stack.head_at(place)
            row: dict[str, Any] = {
                "mechanism": stack.name,
                "layer": head[1] + 1,
                "head": head[2] + 1,
                "label": label.measure if label else "",
                "share": label.share if label else np.nan,
                "strength": label.strength if label else np.nan,
                "control": label.control if label else np.nan,
                **{name: float(values[place]) for name, values in figures.items()},
            }
            for name in names:
                row[name] = np.nan
                if name in stack.measures:
                    row[name] = float(stack.shares[place, stack.measures.index(name)])
            if profile.importance is not None:
                row |= _costs_of(profile.importance, head)
            rows.append(row)
    return rows


def _texts_of(importance: Importance) -> str:
    """Return the number of sentences that losses were measured on, and their held-out texts."""
    texts = [f"{name} {count}" for name, count in importance.sources]
    text = f"{importance.sentences} sentences"
    return f"{text} never trained on ({', '.join(texts)})" if texts else f"{text} of the profile"


def _costs_of(importance: Importance, head: tuple[str, int, int]) -> dict[str, float]:
    """Return the losses without a head, with the ends of their intervals."""
    place = importance.heads.index(head)
    costs: dict[str, float] = {}
    for field, title in _INTERVALS.items():
        value, low, high = getattr(importance, field)[place]
        ends = {title: value, f"{title}, low": low, f"{title}, high": high}
        costs |= {name: float(number) for name, number in ends.items()}
    return costs | {"gradient importance": float(importance.gradient[place])}


def _is_missing(value: Any) -> bool:
    return not isinstance(value, str | int) and bool(np.isnan(value))


def _cell(value: Any) -> str:
    """Format a number with 6 significant digits, a text unchanged, a missing value as ""."""
    if isinstance(value, str | int):
        return str(value)
    return "" if _is_missing(value) else f"{value:.6g}"
