"""Pictures and numbers of a trace and of a derivation."""

from .archive import arrays, whole, whole_json
from .heads import (
    alignment,
    alignments,
    caption,
    compared,
    head,
    lines,
    lower,
    mask,
    numbers,
    overview,
    panels,
    place,
    slide,
    writing,
)
from .steps import step

__all__ = [
    "alignment",
    "alignments",
    "arrays",
    "caption",
    "compared",
    "head",
    "lines",
    "lower",
    "mask",
    "numbers",
    "overview",
    "panels",
    "place",
    "slide",
    "step",
    "whole",
    "whole_json",
    "writing",
]
