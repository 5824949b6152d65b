"""Decoders without an output layer, as classifiers and text embedding models have them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ..reasons import UNSUPPORTED
from .encoder_only import PretrainedMaskedLM


class PretrainedReader(PretrainedMaskedLM):
    """The layers of a decoder alone: they read a text and write nothing.

    The trace is that of an encoder with a causal mask.
    """

    reads_ahead: ClassVar[bool] = False
    cache: ClassVar[Mapping[str, Any]] = {"use_cache": False}

    def _unsupported(self) -> dict[str, str]:
        return super()._unsupported() | dict.fromkeys(("mask", "window"), UNSUPPORTED["only reads"])
