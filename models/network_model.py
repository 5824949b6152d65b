"""A model of one of our networks, with our tokenizer: what it is asked besides its task."""

import functools

from torch import Tensor, nn

from .base import Model
from .protocols import Network
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
        return self.tokenizer.encode(word)

    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        return self.network.parts(stack, layer)
