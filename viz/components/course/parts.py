"""Parts of a page as JSON, for the scripts that draw them: components/sheet/sheet.js."""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import numpy as np

from ...draw.alt import alt_text
from ...draw.chart import Axis, Band, Bars, Chart, Heatmap, Legend, Series

_KINDS = {Series: "series", Band: "band", Bars: "bars", Heatmap: "heatmap"}
_DIGITS = 7  # significant digits of a number
_DECIMALS = 4  # of a number that is a colour of a heatmap
# Fields that chart.js has no use for: it lays out by the room there is.
_UNUSED = {"margins", "numbers", "caption", "summary", "angles", "room", "title_size", "tick_size"}
_NAMES = {"number_format": "format"}  # fields that have another name in charts.js


def part_of(part: Chart | str | Mapping[str, Any]) -> dict[str, Any]:
    """Return a part of sheet.js."""
    if isinstance(part, Chart):
        return {"kind": "charts", "charts": [_as_chart(part)]}
    if isinstance(part, str):
        return {"kind": "markdown", "text": part}
    if part["kind"] == "columns":
        return {"kind": "columns", "columns": [[*map(part_of, each)] for each in part["columns"]]}
    return dict(part)


def _as_chart(chart: Chart) -> dict[str, Any]:
    """Return a chart as JSON, with its alternative text."""
    return _as_value(chart) | {"alt": alt_text(chart)}


def _as_value(value: Any) -> Any:
    """Return a chart, or a part of one, as JSON with the names of charts.js, without defaults."""
    if isinstance(value, np.ndarray):
        return _as_value((value.round(_DECIMALS) if value.ndim == 2 else value).tolist())
    if isinstance(value, list | tuple):
        return [_as_value(field_value) for field_value in value]
    if isinstance(value, float | np.floating):
        return None if np.isnan(value) else float(f"{value:.{_DIGITS}g}")
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, Legend):
        return value.title or " "
    if not is_dataclass(value):
        return value
    made: dict[str, Any] = {"kind": _KINDS[type(value)]} if type(value) in _KINDS else {}
    for field in fields(value):
        part = getattr(value, field.name)
        is_default = field.default is not MISSING and part is field.default
        if field.name not in _UNUSED and not is_default:
            made[_camel(_NAMES.get(field.name, field.name))] = _as_value(part)
    if isinstance(value, Bars):
        made |= {"x": _as_value(value.x), "y": _as_value(value.y)}
    if isinstance(value, Axis) and value.categories:
        made |= {"ticks": [*range(len(value.categories))], "labels": list(value.categories)}
    return made


def _camel(name: str) -> str:
    return re.sub("_(.)", lambda item: item[1].upper(), name)
