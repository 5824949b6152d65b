"""Canvas components: their registration with Streamlit, and the packing of their data.

Data are one piece: JSON, then numbers of 16 bits each. Plotly needs 30 to 50 ms for each small
picture; a canvas paints all of them in one frame, and hovering needs no server. The fallback, for
screen readers and printers, is the page's table of the same numbers.
"""

import json
import struct
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from ..base.language import current_locale, script_language
from ..base.libraries import LIBRARIES

_HERE = Path(__file__).parent
PACKAGE = "heads_up"
_MASKED = 65535  # marks a masked cell; other numbers are 0 to STEPS
PACKED_STEPS = 65534


def _no_server(name: str, folder: Path) -> None:
    """Stand in for the registered script server."""
    raise RuntimeError("No server offers the scripts of components. Import viz.app.internals.")


_serve_script: Callable[[str, Path], None] = _no_server


def component(name: str, html: str = ""):
    """Return the Streamlit component in the folder of this name.

    Its script is bundles/NAME.js, which `npm run build` makes of the modules in NAME/ and shared/
    and of the style NAME/NAME.css. A browser fetches it once; as text it would be sent with all
    data, 86 KB with each sentence. The content is `html` or a <div> for pictures. Pass a dictionary
    as `data=` in a list of one element: Streamlit searches each value of a dictionary for tables
    with pandas, 75 MB that the front page does not need.
    """
    html = html or f'<div class="{name} canvas-view"></div>'

    @cache
    def mount():
        components = LIBRARIES.streamlit.components.v2
        return components.component(full_name(name), html=html, js=f"{name}.js")

    def draw(*, data: dict[str, object] | bytes, **settings):
        _serve_script(name, _HERE)
        return mount()(data=[data] if isinstance(data, dict) else data, **settings)

    return draw


def full_name(name: str) -> str:
    """Return Streamlit's name of a component."""
    return f"{PACKAGE}.{name}"


def register_script_server(serve_script: Callable[[str, Path], None]) -> None:
    """Let `serve_script(name, folder)` offer bundles/NAME.js of the folder to the browser.

    That takes Streamlit's private parts, which only the app may use.
    """
    global _serve_script
    _serve_script = serve_script


def quantize_uint16(
    values: np.ndarray,
    least: float | np.ndarray = 0.0,
    most: float | np.ndarray = 1.0,
    allowed: np.ndarray | None = None,
    steps: int = PACKED_STEPS,
) -> np.ndarray:
    """Quantize values from `least` to `most` to integers 0 to `steps` (uint16).

    Cells that are not `allowed`, in each layer or in all, become _MASKED. With all STEPS the error
    is below 1e-5 of the range, and the size a quarter of that of text.
    """
    numbers = np.rint((np.clip(values, least, most) - least) / (most - least) * steps).astype("<u2")
    if allowed is not None:
        for part, mask in [(numbers, allowed)] if allowed.ndim == 2 else zip(numbers, allowed):
            part[..., ~mask] = _MASKED
    return numbers


def encode(value: object) -> bytes:
    """Encode a value as JSON."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", errors="replace")


@cache
def _encoded_language(locale: str) -> bytes:
    """Return what a browser script is told of a language as JSON: 30 KB in French."""
    return encode(script_language(locale))


def pack(
    head: dict, numbers: Iterable[np.ndarray], encoded: Mapping[str, bytes] | None = None
) -> bytes:
    """Pack the length of the head (uint32), the head (JSON) and all numbers (uint16).

    `encoded` has more values of the head by name, as JSON.
    """
    text = encode({**head, "steps": head.get("steps", PACKED_STEPS)})
    for name, value in {"language": _encoded_language(current_locale()), **(encoded or {})}.items():
        text = b"%s, %s: %s}" % (text[:-1], encode(name), value)
    text += b" " * (len(text) % 2)  # aligns the numbers to 2 bytes
    return struct.pack("<I", len(text)) + text + b"".join(block.tobytes() for block in numbers)
