"""Every head at a glance, one head large, and the translation word by word: drawn on canvases in the browser.

Plotly needs 30 to 50 ms for each small picture; a canvas paints all of them in one frame, and choosing
a head then asks the server nothing. Without JavaScript there is no Streamlit at all, so the fallback
is for eyes and printers: the page's table of the same numbers.
"""

import json
import struct
from pathlib import Path

import numpy as np
import streamlit as st

from models import Trace

from ...theme import HEADS, INK
from ...views import STACK_TITLES, HeadChoice, all_heads, written_words

HERE = Path(__file__).parent
MASKED = 65535  # stands for a cell that may not be looked at; weights use 0 to STEPS
STEPS = 65534

component = st.components.v2.component(
    "explorer",
    html='<div class="explorer"></div>',
    css=(HERE / "explorer.css").read_text(encoding="utf-8"),
    js="".join(path.read_text(encoding="utf-8") for path in (HERE.parent / "drawing.js", HERE / "explorer.js")),
)


def pack(trace: Trace, merged: bool, choice: HeadChoice) -> bytes:
    """What the browser needs, in one piece: length of the head (uint32), head (JSON), all weights (uint16).

    Weights 0 to 1 become 0 to 65534, an error below 1e-5, at a quarter of the size of text.
    """
    blocks, numbers, offset = [], [], 0
    for heads in all_heads(trace, merged):
        steps = np.rint(heads.weights * STEPS).astype("<u2")
        steps[..., ~heads.allowed] = MASKED
        numbers.append(steps.tobytes())
        blocks.append({
            "stack": heads.stack, "title": STACK_TITLES[heads.stack], "layers": steps.shape[0], "heads": steps.shape[1],
            "offset": offset, "rows": heads.rows, "columns": heads.columns, "before": heads.before, "after": heads.after})
        offset += steps.size
    head = {
        "blocks": blocks, "choice": [choice.stack, choice.layer, choice.head], "ink": INK, "colours": HEADS, "steps": STEPS,
        "words": written_words(trace, merged), "finished": trace.finished}
    text = json.dumps(head, ensure_ascii=False).encode("utf-8", errors="replace")
    text += b" " * (len(text) % 2)  # the numbers start at an even place
    return struct.pack("<I", len(text)) + text + b"".join(numbers)


def explorer(trace: Trace, merged: bool, choice: HeadChoice, key: str = "explorer", on_choose=lambda: None):
    """Draw it; the state "choice" of `key` is the head the reader clicked, "stack/layer/head" counted from 0."""
    return component(key=key, data=pack(trace, merged, choice), on_choice_change=on_choose)
