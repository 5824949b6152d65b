"""Every head at a glance, one head large, and the translation word by word."""

from models import Trace

from ...theme import HEADS, INK
from ...views import STACK_TITLES, HeadChoice, all_heads, written_words
from .. import canvas

component = canvas.component("explorer")


def pack(trace: Trace, merged: bool, choice: HeadChoice) -> bytes:
    """All heads of all mechanisms, the translation, and which head is large."""
    blocks, numbers, offset = [], [], 0
    for heads in all_heads(trace, merged):
        numbers.append(canvas.steps(heads.weights, allowed=heads.allowed))
        blocks.append({
            "stack": heads.stack, "title": STACK_TITLES[heads.stack], "layers": heads.weights.shape[0], "heads": heads.weights.shape[1],
            "offset": offset, "rows": heads.rows, "columns": heads.columns, "before": heads.before, "after": heads.after})
        offset += heads.weights.size
    return canvas.pack({
        "blocks": blocks, "choice": [choice.stack, choice.layer, choice.head], "ink": INK, "colours": HEADS,
        "words": written_words(trace, merged), "finished": trace.finished}, numbers)


def explorer(trace: Trace, merged: bool, choice: HeadChoice, key: str = "explorer", on_choose=lambda: None):
    """Draw it; the state "choice" of `key` is the head the reader clicked, "stack/layer/head" counted from 0."""
    return component(key=key, data=pack(trace, merged, choice), on_choice_change=on_choose)
