"""A model of one of our networks, with our tokenizer: what does not depend on its task.

Every text is normalised before the tokenizer; see `normalisation`. A trace shows a text and its
whole words as they were typed, pieces of words as they were read. A sentence whose words are
swapped is a new text, and shown as it was read.
"""

import functools
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from ..networks.changes import NetworkChanges
from ..networks.network import Network
from ..networks.recorder import Recording
from ..normalisation import NormalisedText, normalise, read_text
from ..protocols import Capabilities
from ..reasons import UNSUPPORTED
from ..request import Record, WhatIf
from ..store.tokenizer import BEGIN, Token, Tokenizer
from .attribution import LayerSums
from .base import HeadPlaces, Model
from .lens import random_logits
from .patching import find_patches


class NetworkModel(Model):
    """The base of the models of our networks, whatever their task."""

    network: Network
    tokenizer: Tokenizer
    # What the task adds to the capabilities of a network.
    _unsupported: ClassVar[Mapping[str, str]] = {}
    _unanswered: ClassVar[Mapping[str, str]] = {}
    _languages: ClassVar[tuple[str, ...]] = ()  # of a card that names none
    _of_tokenizer: ClassVar[Mapping[str, Any]] = {}  # mask, separator and sub-words

    @functools.cached_property
    def capabilities(self) -> Capabilities:
        """The capabilities of its network, completed by its task and its card."""
        network_capabilities = self.network.capabilities
        is_known = hasattr(self.network, "output_vector")
        unknown = {
            "lens": UNSUPPORTED["unknown output"],
            "attribute": UNSUPPORTED["no sum"],
            "circuit": UNSUPPORTED["no matrices of heads"],
        }
        refusals = {} if is_known else unknown
        return replace(
            network_capabilities,
            unsupported={**self._unsupported, **network_capabilities.unsupported},
            unanswered={**refusals, **self._unanswered, **network_capabilities.unanswered},
            trained_here=True,
            languages=tuple(self.card.get("languages", self._languages)),
            **self._of_tokenizer,
        )

    @property
    def embedding(self) -> Tensor:
        """Return the input embedding, before any layer; `[token, d_model]`."""
        return self.network.embedding.weight

    @functools.cached_property
    def whole_words(self) -> dict[int, str]:
        """Return the tokens that are whole words of at least two letters, by their ids."""
        return self.tokenizer.whole_words()

    def _pieces(self, word: str) -> list[int]:
        return self.tokenizer.encode(normalise(word))

    def swap_words(self, sentence: NormalisedText, what_if: WhatIf) -> NormalisedText:
        """Return the sentence with the words replaced that a what-if swaps."""
        if not what_if.swap:
            return sentence
        words = {number: normalise(word) for number, word in what_if.swap}
        return read_text(self.tokenizer.swap(sentence.plain, words))

    def network_changes(
        self, what_if: WhatIf, sentence: str, sizes: Mapping[str, int]
    ) -> NetworkChanges:
        """Return the what-ifs as the network applies them to a sentence of so many tokens.

        Raises what `find_patches` raises.
        """
        return NetworkChanges(what_if, patches=find_patches(self, what_if, sentence, sizes))

    def _beside(self, sentence: str, run: Any = None) -> Any:
        """Return a run that reads another sentence and writes as a `run`; without one, nothing."""
        raise NotImplementedError

    def _until(self, run: Any, place: int) -> Any:
        """Return a run without what is written after a place, on which nothing there depends."""
        return run

    def _sizes(self, run: Any) -> Mapping[str, int]:
        """Return the number of tokens of the encoder and of the decoder, without padding.

        Of a language model those of the sentence, without its continuation.
        """
        raise NotImplementedError

    def show(self, ids: list[int], text: NormalisedText) -> list[Token]:
        """Locate the ids of the plain text in the text as typed."""
        return locate_tokens(self.tokenizer.show(ids), text)

    @abstractmethod
    def _logits(
        self,
        run: Any,
        silenced: tuple[HeadPlaces, ...] = ((),),
        recording: Recording | None = None,
    ) -> Tensor:
        """Score the vocabulary at each place, as `Model._logits`, and record the pass."""

    def _places_to_read(self, run: Any) -> tuple[str, Sequence[int], Sequence[str]]:
        read = [BEGIN, *map(self.tokenizer.name, run.written[:-1])]
        return "decoder", range(len(read)), read

    def _layer_logits(
        self, run: Any, stack: str, places: Sequence[int], random: bool
    ) -> Iterator[Tensor]:
        network: Any = self.network  # which has an output vector, or no lens
        recording = Recording(Record(weights=(), scores=False, vectors=False, gates=False))
        self._logits(run, recording=recording)
        for state in recording.hidden[stack]:
            # All positions, as the model itself: the sums of a product depend on its shape.
            vectors, matrix = network.output_vector(state), self.embedding
            logits = random_logits(vectors, matrix) if random else vectors @ matrix.T
            yield logits[0, places]

    def _layer_sums(self, run: Any, place: int) -> LayerSums:
        network: Any = self.network
        recording = Recording(Record(weights=("decoder",), scores=False, gates=False))
        logits = self._logits(run, recording=recording)[0, place]
        return LayerSums(
            logits,
            torch.stack([state[0, place] for state in recording.hidden["decoder"]]),
            [step.head_output[0, :, place] for step in recording.attention["decoder"]],
            network.output_vector,
            self.embedding,
            None,
        )

    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        return self.network.parts(stack, layer)


def locate_tokens(tokens: list[Token], text: NormalisedText) -> list[Token]:
    """Locate the tokens of the text that is read in the text as typed."""
    spans = [text.locate(token.start, token.end) for token in tokens]
    return [
        token._replace(start=start, end=end)
        for token, (start, end) in zip(tokens, spans, strict=True)
    ]
