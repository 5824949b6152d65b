"""Pictures of words by words: values, how large they can be on a page, and painting them."""

from .drawing import draw_picture
from .values import DIFFERENCE, SIGNED, Animation, Layer, Lines, Matrix, Picture, Translation, Words

__all__ = [
    "DIFFERENCE",
    "SIGNED",
    "Animation",
    "Layer",
    "Lines",
    "Matrix",
    "Picture",
    "Translation",
    "Words",
    "draw_picture",
]
