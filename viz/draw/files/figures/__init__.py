"""Pictures and numbers of a trace and of a derivation."""

from .archive import trace_arrays, trace_json, trace_npz
from .heads import (
    alignment_picture,
    caption,
    comparison_picture,
    head_csv,
    head_picture,
    head_place_text,
    lines_picture,
    lowercase_first,
    mask_caption,
    mask_picture,
    overview_picture,
    slide_picture,
    writing_animation,
)
from .steps import step_picture

__all__ = [
    "alignment_picture",
    "caption",
    "comparison_picture",
    "head_csv",
    "head_picture",
    "head_place_text",
    "lines_picture",
    "lowercase_first",
    "mask_caption",
    "mask_picture",
    "overview_picture",
    "slide_picture",
    "step_picture",
    "trace_arrays",
    "trace_json",
    "trace_npz",
    "writing_animation",
]
