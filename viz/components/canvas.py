"""Pictures drawn on canvases in the browser, and how they get there.

What they say as JSON, numbers as 16 bits each, in one piece.

Plotly needs 30 to 50 ms for each small picture; a canvas paints all of them in one frame, and
pointing at a cell asks the server nothing. Without JavaScript there is no Streamlit at all, so the
fallback is for eyes and
printers: the page's table of the same numbers.
"""

import json
import struct
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import numpy as np
import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

from ..base.language import script_texts

HERE = Path(__file__).parent
PACKAGE = "heads_up"
MASKED = 65535  # stands for a cell that may not be looked at; other numbers use 0 to STEPS
STEPS = 65534


def component(name: str, html: str = ""):
    """Return the Streamlit component in the folder of this name.

    Its script is bundles/NAME.js, which `npm run build` makes of the modules in NAME/ and shared/
    and of its style NAME/NAME.css, and which a browser fetches from our server once: as text both
    would be sent again with all data, 86 KB with each sentence. Its content is `html` or else a
    <div> for pictures. What is mounted with `data=` a dictionary gets it as the one element of a
    list: in a dictionary Streamlit searches each value for a table, with pandas, 75 MB that the
    front page does not need.
    """
    html = html or f'<div class="{name} canvas-view"></div>'

    @cache
    def mount():
        return st.components.v2.component(full_name(name), html=html, js=f"{name}.js")

    def draw(*, data: dict[str, object] | bytes, **settings):
        serve_script(name)
        return mount()(data=[data] if isinstance(data, dict) else data, **settings)

    return draw


def full_name(name: str) -> str:
    """The name by which Streamlit knows a component."""
    return f"{PACKAGE}.{name}"


def serve_script(name: str) -> None:
    """Let the server that runs this script serve the bundle of a component.

    Streamlit reads from packages that are installed where their scripts lie; for ours, which is not
    installed, it is told here.
    """
    components = get_bidi_component_manager()
    if components.get_component_asset_root(full_name(name)) is None:
        bundles = ComponentConfig(name, "bundles")
        components.register_from_manifest(ComponentManifest(PACKAGE, "", [bundles]), HERE)


def quantize_uint16(
    values: np.ndarray,
    least: float | np.ndarray = 0.0,
    most: float | np.ndarray = 1.0,
    allowed: np.ndarray | None = None,
) -> np.ndarray:
    """Quantize values from `least` to `most` to integers 0 to 65534 (uint16).

    Cells that are not `allowed` become MASKED. The error is below 1e-5 of the range, and the size a
    quarter of that of text.
    """
    numbers = np.rint((np.clip(values, least, most) - least) / (most - least) * STEPS).astype("<u2")
    if allowed is not None:
        numbers[..., ~allowed] = MASKED
    return numbers


def pool(values: np.ndarray, most: int) -> np.ndarray:
    """The largest value of each block of cells, `[..., row, column]`.

    Blocks are so large that at most `most` stand in a row or a column.

    As many maxima of whole arrays as a block is high and wide: a fifth of the time of numpy's
    `reduceat`.
    """
    for _ in range(2):
        size = -(-values.shape[-2] // most)
        largest = values[..., ::size, :].copy()
        for start in range(1, size):
            part = values[..., start::size, :]
            there = largest[..., : part.shape[-2], :]
            np.maximum(there, part, out=there)
        values = largest.swapaxes(-1, -2)  # rows first, then columns
    return values


def encode(value: object) -> bytes:
    """A value as JSON."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", errors="replace")


def pack(
    head: dict, numbers: Iterable[np.ndarray], encoded: Mapping[str, bytes] | None = None
) -> bytes:
    """The length of the head (uint32), the head (JSON), all numbers (uint16).

    `encoded` are more values of the head, by their names, that are JSON already.
    """
    text = encode({**head, "steps": STEPS, "french": script_texts()})
    for name, value in (encoded or {}).items():
        text = b"%s, %s: %s}" % (text[:-1], encode(name), value)
    text += b" " * (len(text) % 2)  # the numbers start at an even place
    return struct.pack("<I", len(text)) + text + b"".join(block.tobytes() for block in numbers)
