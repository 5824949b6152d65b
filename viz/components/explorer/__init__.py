"""Every head at a glance, one head large, and the translation word by word."""

from models import Trace

from ...language import t
from ...theme import HEADS, INK
from ...views import STACK_TITLES, HeadChoice, all_heads, written_words
from ...what_if import parameters
from .. import canvas

component = canvas.component("explorer")


def pack(trace: Trace, merged: bool, choice: HeadChoice, can: frozenset[str] = frozenset()) -> bytes:
    """All heads of all mechanisms, the translation, which head is large, and which what-ifs there `can` be.

    A word of several sub-words has no cell of its own to force.
    """
    blocks, numbers, offset, changed = [], [], 0, parameters(trace.request.what_if)
    for heads in all_heads(trace, merged):
        numbers.append(canvas.steps(heads.weights, allowed=heads.allowed))
        blocks.append({
            "stack": heads.stack, "title": t(STACK_TITLES[heads.stack]), "layers": heads.weights.shape[0], "heads": heads.weights.shape[1],
            "offset": offset, "rows": heads.rows, "columns": heads.columns, "before": heads.before, "after": heads.after})
        offset += heads.weights.size
    return canvas.pack({
        "blocks": blocks, "choice": [choice.stack, choice.layer, choice.head], "ink": INK, "colours": HEADS,
        "words": written_words(trace, merged), "finished": trace.finished,
        "can": {"silenced": "silenced" in can, "forced": "forced" in can and not merged},
        "off": changed.get("off", ""), "force": changed.get("force", "")}, numbers)


def explorer(trace: Trace, merged: bool, choice: HeadChoice, can: frozenset[str], key: str = "explorer", on_choose=lambda: None, on_off=lambda: None,
             on_force=lambda: None):
    """Draw it. States of `key`: "choice", the head clicked, "stack/layer/head" counted from 0; "off" and "force", the heads
    switched off and the weights forced, as in an address."""
    return component(key=key, data=pack(trace, merged, choice, can), on_choice_change=on_choose, on_off_change=on_off, on_force_change=on_force)
