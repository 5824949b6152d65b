"""A model of one of our networks, with our tokenizer: what it is asked besides its task.

Every text is normalised before the tokenizer; see `normalisation`. A trace and an encoding have
the text as it was read, which their spans and words refer to; the request keeps it as typed.
"""

import functools

from torch import Tensor, nn

from .base import Model
from .normalisation import normalise
from .protocols import Network
from .request import WhatIf
from .tokenizer import Tokenizer


class NetworkModel(Model):
    """What the models of all our networks have in common, whatever their task."""

    network: Network
    tokenizer: Tokenizer

    @property
    def embedding(self) -> Tensor:
        """The input embedding, before any layer; `[token, d_model]`."""
        return self.network.embedding.weight

    @functools.cached_property
    def whole_words(self) -> dict[int, str]:
        """The tokens that are whole words of at least two letters, by their ids."""
        return self.tokenizer.whole_words()

    def _pieces(self, word: str) -> list[int]:
        return self.tokenizer.encode(normalise(word))

    def swap_words(self, sentence: str, what_if: WhatIf) -> str:
        """Return a normalised sentence with the words replaced that a what-if swaps."""
        if not what_if.swap:
            return sentence
        words = {number: normalise(word) for number, word in what_if.swap}
        return self.tokenizer.swap(sentence, words)

    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        return self.network.parts(stack, layer)
