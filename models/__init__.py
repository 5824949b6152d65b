"""The front door: names, a model by its name, and the values that go in and come out.

>>> from models import available, load, Request
>>> model = load("transformer")
>>> model.trace(Request("transformer", "I am tired.")).translation

Torch is imported when a model is loaded, not before.
"""

from .batch import Batch
from .batch_files import read_batch, save_batch
from .contributing import contributions
from .errors import NotRecorded, UserError
from .protocols import Capabilities, LayerParameters, Task, TextModel
from .registry import (
    APART,
    available,
    load,
    load_from,
    register,
    save_translator,
    shipped,
    shipped_for,
    shipped_with_lstms,
    trace_pretrained,
    unload,
    withdrawn,
)
from .request import WEIGHTS_ONLY, Record, Request, WhatIf
from .results import (
    Ablation,
    Encoding,
    Gradients,
    Guesses,
    LayerStates,
    Lens,
    MaskingDraw,
    NextWords,
)
from .table_of_runs import frame
from .trace import AttentionMaps, Trace

__version__ = "0.1.0"
__all__ = [
    "APART",
    "WEIGHTS_ONLY",
    "Ablation",
    "AttentionMaps",
    "Batch",
    "Capabilities",
    "Encoding",
    "Gradients",
    "Guesses",
    "LayerParameters",
    "LayerStates",
    "Lens",
    "MaskingDraw",
    "NextWords",
    "NotRecorded",
    "Record",
    "Request",
    "Task",
    "TextModel",
    "Trace",
    "UserError",
    "WhatIf",
    "available",
    "contributions",
    "frame",
    "load",
    "load_from",
    "read_batch",
    "register",
    "save_batch",
    "save_translator",
    "shipped",
    "shipped_for",
    "shipped_with_lstms",
    "trace_pretrained",
    "unload",
    "withdrawn",
]
