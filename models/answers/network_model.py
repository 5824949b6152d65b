"""A model of one of our networks, with our tokenizer: what it is asked besides its task.

Every text is normalised before the tokenizer; see `normalisation`. A trace shows a text and its
whole words as they were typed, pieces of words as they were read. A sentence whose words are
swapped is a new text, and shown as it was read.
"""

import functools

from torch import Tensor, nn

from ..networks.network import Network
from ..normalisation import NormalisedText, normalise, read_text
from ..request import WhatIf
from ..store.tokenizer import Token, Tokenizer
from .base import Model


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

    def swap_words(self, sentence: NormalisedText, what_if: WhatIf) -> NormalisedText:
        """Return the sentence with the words replaced that a what-if swaps."""
        if not what_if.swap:
            return sentence
        words = {number: normalise(word) for number, word in what_if.swap}
        return read_text(self.tokenizer.swap(sentence.plain, words))

    def show(self, ids: list[int], text: NormalisedText) -> list[Token]:
        """Each of these ids, those of the plain text, with its place in the text as typed."""
        return locate_tokens(self.tokenizer.show(ids), text)

    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        return self.network.parts(stack, layer)


def locate_tokens(tokens: list[Token], text: NormalisedText) -> list[Token]:
    """The tokens of a text as it is read, each with its place in the text as it was typed."""
    spans = [text.locate(token.start, token.end) for token in tokens]
    return [
        token._replace(start=start, end=end)
        for token, (start, end) in zip(tokens, spans, strict=True)
    ]
