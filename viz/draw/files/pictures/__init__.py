"""Pictures of words by words: values here, painted by `drawing`."""

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
]
