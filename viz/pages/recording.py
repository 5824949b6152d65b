"""What the app draws of a view, without a browser: the parts of a sheet, for the edition.

Streamlit runs the page, or a part of it, as for a reader; its elements become parts of
`components/sheet`, in which charts stay values. Menus and what is folded away are left out.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from streamlit.testing.v1 import AppTest

from models import UserError

from ..app import internals, shell
from ..components.canvas import PACKAGE
from ..draw.chart import Chart
from ..draw.matrix import Highlight
from ..view.runner import Runner
from ..view.settings import SettingsReading
from . import panels
from .registry import PAGES

_Part = Mapping[str, Any] | Chart  # of components/sheet/sheet.js
_LONGEST = 600  # seconds of one view
_SCRIPT = f"from {__name__} import _draw_it\n_draw_it()"
_SETTING = "setting "  # before the parameter, in the key of a widget
_CAPTION, _LATEX = 2, 4  # kinds of Markdown, in Streamlit's messages
_CHARTS: list[Chart] = []  # of the view that is drawn
_TO_DRAW: list[Callable[[], None]] = []  # draws it
_UNPACKED = "headmap", "headprofile"  # components whose data are JSON
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.S)
_ESCAPED = re.compile(r"\\([^\w\s])")
_SIGN = re.compile(r":[a-z_]+/[a-z_]+: *|:[a-z]+\[([^\]]*)\]")  # Streamlit's icons and colours


@dataclass(frozen=True)
class Recorded:
    """A view as it was drawn."""

    parts: Sequence[_Part]
    address: Mapping[str, str]  # of all that it shows
    short_address: Mapping[str, str]  # without defaults
    reading: SettingsReading | None  # None: its settings could not be read
    alerts: Sequence[str] = ()  # why a value of the address is not what is drawn
    labels: Mapping[str, str] = field(default_factory=dict)  # of widgets, by parameter


def record(
    path: str,
    address: Mapping[str, str],
    runner: Runner,
    part: str = "",
    highlights: Sequence[Highlight] = (),
) -> Recorded:
    """Draw a page at an address, or one `part` of it with marks, and return what was drawn.

    Raises UserError where the app would show an error.
    """
    drawn: list[tuple[dict[str, str], dict[str, str], SettingsReading | None, list[str]]] = []
    errors: list[UserError] = []

    def draw() -> None:
        try:
            drawn.append(shell.draw_alone(PAGES[path], runner, part, highlights))
        except UserError as error:
            errors.append(error)

    internals.say_errors_alone()  # no word on parts of Streamlit that a browser would need
    test = AppTest.from_string(_SCRIPT, default_timeout=_LONGEST)
    for name, text in address.items():
        test.query_params[name] = text
    _CHARTS.clear()
    _TO_DRAW[:] = [draw]
    with _keeping_charts():
        test.run()
    for error in errors:
        raise error
    if test.exception:
        raise RuntimeError(
            f"/{path}?{urlencode(address)} is not drawn: {test.exception[0].message}"
        )
    labels: dict[str, str] = {}
    parts = [*_parts_of(test.main, labels)]
    return Recorded(parts, *drawn[0], labels)


def _draw_it() -> None:
    """Draw the view that `record` was asked for, in the script that it runs."""
    _TO_DRAW[0]()


@contextmanager
def _keeping_charts() -> Iterator[None]:
    """Let a chart keep its place among the elements in place of Plotly's figure."""
    plot = panels.plot_chart

    def keep(chart: Chart, key: str, open_mark: object = None) -> None:
        _CHARTS.append(chart)
        st.json({"chart": len(_CHARTS) - 1})

    setattr(panels, "plot_chart", keep)  # noqa: B010
    try:
        yield
    finally:
        setattr(panels, "plot_chart", plot)  # noqa: B010


def _parts_of(block: Any, labels: dict[str, str]) -> Iterator[_Part]:
    """Yield the parts of a block; the labels of its widgets are added to `labels`."""
    for child in block.children.values():
        if not hasattr(child, "children"):
            key = getattr(child, "key", None) or ""
            if key.startswith(_SETTING):
                labels.setdefault(key.removeprefix(_SETTING), _plain(getattr(child, "label", "")))
            yield from _DRAWN.get(child.type, _nothing)(child)
        elif child.type not in ("popover", "expander", "dialog"):
            yield from _parts_of_block(child, labels)


def _parts_of_block(block: Any, labels: dict[str, str]) -> Iterator[_Part]:
    """Yield the parts of columns side by side, or of any other block in turn."""
    inside = [*block.children.values()]
    if not any(child.type == "column" for child in inside):
        yield from _parts_of(block, labels)
        return
    columns = [[*_parts_of(child, labels)] for child in inside if hasattr(child, "children")]
    filled = [column for column in columns if column]
    if len(filled) > 1:
        yield {"kind": "columns", "columns": filled}
    else:
        yield from (part for column in filled for part in column)


def _nothing(element: Any) -> Iterator[_Part]:
    """Yield nothing: a widget, or what has a place of its own in the edition."""
    yield from ()


def _plain(text: str) -> str:
    """Return Markdown without what only Streamlit reads."""
    return _ESCAPED.sub(r"\1", _SIGN.sub(r"\1", text))


def _markdown(element: Any) -> Iterator[_Part]:
    text = element.proto.body
    if element.proto.element_type == _LATEX:
        yield {"kind": "formula", "text": text.strip().strip("$")}
        return
    is_small = element.proto.element_type == _CAPTION
    for block in re.split(r"\n{2,}(?!- )|  \n", text):
        heading = re.match("#+ ", block)
        if heading:
            yield {"kind": "heading", "text": _plain(block[heading.end() :])}
        elif block.strip():
            yield {"kind": "markdown", "text": _plain(block), "isSmall": is_small}


def _html(element: Any) -> Iterator[_Part]:
    """Yield HTML with its style beside it; the attributes of its style have another name."""
    body = element.proto.body
    style = "".join(_STYLE.findall(body))
    rest = _STYLE.sub("", body).strip()
    if rest:
        yield {"kind": "html", "html": rest.replace(" style=", " data-style="), "style": style}


def _table(element: Any) -> Iterator[_Part]:
    """Yield a table of texts; the index is its first column, unless it is hidden."""
    table = element.value
    is_hidden = getattr(element.proto, "hide_index", False) or table.index.dtype.kind in "iu"
    head = [*map(str, table.columns)]
    rows = [[_plain(_text(value)) for value in row] for row in table.itertuples(index=False)]
    if not is_hidden:
        head = [str(table.index.name or ""), *head]
        rows = [[_plain(_text(name)), *row] for name, row in zip(table.index, rows, strict=True)]
    if getattr(element.proto, "hide_header", False):
        head = []
    yield {"kind": "table", "head": [*map(_plain, head)], "rows": rows}


def _text(value: object) -> str:
    return "" if value is None or value != value else str(value)


def _chart(element: Any) -> Iterator[_Part]:
    yield _CHARTS[json.loads(element.proto.body)["chart"]]


def _component(element: Any) -> Iterator[_Part]:
    """Yield a picture of our own: its head without the scripts' texts, its numbers in base64."""
    name, data = element.proto.component_name.removeprefix(f"{PACKAGE}."), element.proto.bytes
    if name in _UNPACKED:
        yield {"kind": "component", "name": name, "data": json.loads(element.proto.json)}
    if not data:  # nothing that is packed: a link, the search
        return
    start = 4 + int.from_bytes(data[:4], "little")
    head = json.loads(data[4:start])
    head.pop("language", None)
    yield {
        "kind": "component",
        "name": name,
        "head": head,
        "numbers": b64encode(data[start:]).decode(),
    }


def _image(element: Any) -> Iterator[_Part]:
    for image in element.proto.imgs:
        alt = getattr(image, "alt", "") or image.caption
        yield {"kind": "image", "source": image.url, "alt": alt}


def _link(element: Any) -> Iterator[_Part]:
    yield {"kind": "markdown", "text": f"[{_plain(element.proto.label)}]({element.proto.url})"}


_DRAWN: Mapping[str, Callable[[Any], Iterator[_Part]]] = {
    **dict.fromkeys(("markdown", "caption", "latex"), _markdown),
    **dict.fromkeys(("table", "dataframe", "arrow_table"), _table),
    **dict.fromkeys(
        ("info", "warning", "error", "success", "alert"),
        lambda element: iter([{"kind": "markdown", "text": _plain(element.proto.body)}]),
    ),
    **dict.fromkeys(
        ("subheader", "header", "heading"),
        lambda element: iter([{"kind": "heading", "text": _plain(element.proto.body)}]),
    ),
    "text": lambda element: iter([{"kind": "text", "text": element.proto.body}]),
    "code": lambda element: iter([{"kind": "code", "text": element.proto.code_text}]),
    "html": _html,
    "json": _chart,
    "bidi_component": _component,
    **dict.fromkeys(("image", "imgs"), _image),
    "link_button": _link,
}
