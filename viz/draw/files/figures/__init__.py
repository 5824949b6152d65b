"""Pictures and numbers of a trace and of a derivation."""

from .archive import arrays, whole, whole_json
from .heads import (
    alignment,
    caption,
    compared,
    head,
    lines,
    lower,
    mask,
    mask_caption,
    numbers,
    overview,
    place,
    slide,
    writing,
)
from .steps import step

__all__ = [
    "alignment",
    "arrays",
    "caption",
    "compared",
    "head",
    "lines",
    "lower",
    "mask",
    "mask_caption",
    "numbers",
    "overview",
    "place",
    "slide",
    "step",
    "whole",
    "whole_json",
    "writing",
]
