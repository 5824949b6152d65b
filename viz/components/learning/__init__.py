"""Word vectors that the reader's browser learns: the window, the map, the neighbours, the loss."""

import hashlib
from collections.abc import Callable

import numpy as np

from models.words.text import END

from ...base.theme import HEADS, INK
from ...draw.learning import LearningRun
from .. import canvas

_component = canvas.component("learning")
_END_SENT = 65535  # stands for END in the numbers sent; a text has fewer words


def _pack(run: LearningRun, word: int) -> bytes:
    """Pack a run and the word whose neighbours are listed. Raises ValueError for too many words."""
    if len(run.text.words) >= _END_SENT:
        raise ValueError(f"{len(run.text.words)} words; fewer than {_END_SENT} can be sent")
    numbers = np.where(run.text.numbers == END, _END_SENT, run.text.numbers).astype("<u2")
    head = {
        "words": run.text.words,
        "end": _END_SENT,
        "shown": run.shown,
        "groups": run.groups,
        "method": run.method,
        "window": run.window,
        "negatives": run.negatives,
        "dimensions": run.dimensions,
        "seed": run.seed,
        "rate": run.rate,
        "passes": run.passes,
        "threshold": run.threshold,
        "limit": run.limit,
    }
    # Another run begins anew; another word or language does not.
    mark = hashlib.sha256(canvas.pack(head, [numbers])).hexdigest()
    more = {"group_names": run.group_names, "colours": HEADS, "ink": INK, "word": word}
    return canvas.pack({**head, **more, "mark": mark}, [numbers])


def learning(
    run: LearningRun,
    word: int,
    key: str = "learning",
    on_choose: Callable[[], object] = lambda: None,
):
    """Draw the run. The state "setting" of `key` is the word chosen on the map: {"word": "dog"}."""
    return _component(key=key, data=_pack(run, word), on_setting_change=on_choose)
