"""Decoders that write nothing: without an output layer, or whose words attend to later ones."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ..reasons import UNSUPPORTED
from .encoder_only import PretrainedMaskedLM


class PretrainedReader(PretrainedMaskedLM):
    """The layers of a decoder alone: they read a text and write nothing.

    Classifiers and text embedding models have them. The trace is that of an encoder, with a causal
    mask unless the network was trained to look ahead.
    """

    cache: ClassVar[Mapping[str, Any]] = {"use_cache": False}
    can_fill: ClassVar[bool] = False

    def _unsupported(self) -> dict[str, str]:
        unsupported = super()._unsupported()
        if not self.reads_ahead:
            unsupported |= dict.fromkeys(("mask", "window"), UNSUPPORTED["only reads"])
        return unsupported
