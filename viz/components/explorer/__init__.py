"""Every head at a glance, one head large, and the translation word by word."""

from models import Trace

from ...language import t
from ...theme import HEADS, INK
from ...views import STACK_TITLES, HeadChoice, all_heads, written_words
from ...what_if import parameters
from .. import canvas

component = canvas.component("explorer")
MANY = 2**20  # more weights than this, 2 MB, are not all sent in full: never so with our own models, whose heads are few
SIDE = 64  # a head that is not sent in full has at most so many cells a side


def pack(trace: Trace, merged: bool, choice: HeadChoice, can: frozenset[str] = frozenset(), between: str = "all") -> bytes:
    """All heads of all mechanisms, the translation, which head is large, which what-ifs there `can` be, and `between` which of two sentences.

    A word of several sub-words has no cell of its own to force, and in a part of a head the cells are counted otherwise. Of many heads of
    a long text the browser gets only the one chosen in full, and every head coarsely, each cell the largest of several weights: 144
    heads of 512 tokens are 1.7 instead of 75 MB.
    """
    blocks, numbers, offset, changed, mechanisms = [], [], 0, parameters(trace.request.what_if), all_heads(trace, merged, between)
    shown = next((heads for heads in mechanisms if heads.stack == choice.stack), mechanisms[0])
    many = sum(heads.weights.size for heads in mechanisms) > MANY
    for heads in mechanisms:
        coarse = many and max(heads.weights.shape[-2:]) > SIDE
        sent = [canvas.steps(canvas.pool(heads.weights, SIDE), allowed=canvas.pool(heads.allowed, SIDE)) if coarse
                else canvas.steps(heads.weights, allowed=heads.allowed)]
        blocks.append({
            "stack": heads.stack, "title": t(STACK_TITLES[heads.stack]), "layers": heads.weights.shape[0], "heads": heads.weights.shape[1],
            "offset": offset, "rows": heads.rows, "columns": heads.columns, "before": heads.before, "after": heads.after})
        if coarse:
            blocks[-1]["coarse"] = sent[0].shape[-2:]
        if coarse and heads is shown:
            place = tuple(min(wanted, there - 1) for wanted, there in zip((choice.layer, choice.head), heads.weights.shape))
            blocks[-1]["full"] = {"layer": place[0], "head": place[1], "offset": offset + sent[0].size}
            sent.append(canvas.steps(heads.weights[place], allowed=heads.allowed))
        offset += sum(part.size for part in sent)
        numbers += sent
    return canvas.pack({
        "blocks": blocks, "choice": [choice.stack, choice.layer, choice.head], "ink": INK, "colours": HEADS,
        "words": written_words(trace, merged), "finished": trace.finished,
        "can": {"silenced": "silenced" in can, "forced": "forced" in can and not merged and between == "all"},
        "off": changed.get("off", ""), "force": changed.get("force", "")}, numbers)


def explorer(trace: Trace, merged: bool, choice: HeadChoice, can: frozenset[str], between: str = "all", key: str = "explorer", on_choose=lambda: None,
             on_off=lambda: None, on_force=lambda: None):
    """Draw it. Its messages are triggers of `key`.

    "choice": the head clicked, {"stack": "cross", "layer": 3, "head": 0}, counted from 0.
    "off": the heads switched off, {"heads": ["cross-4-1"]}, and "force": the weights forced,
    {"cells": ["cross-4-1-2-3-0.5"]}, each as in an address.
    """
    return component(key=key, data=pack(trace, merged, choice, can, between), on_choice_change=on_choose, on_off_change=on_off, on_force_change=on_force)
