"""The tokens that a pretrained model reads and writes in one run."""

from dataclasses import dataclass, field

from torch import Tensor

from ..networks.changes import AS_TRAINED, NetworkChanges
from ..store.tokenizer import Token


@dataclass(frozen=True)
class Run:
    """The tokens that a request makes a network read and write, with spans, words and ids."""

    sentence: str  # with its words swapped
    changes: NetworkChanges = AS_TRAINED
    translation: str = ""
    source: tuple[Token, ...] = ()  # tokens of the encoder
    source_ids: Tensor | None = None  # [1, source]
    # [1, source] 0 for the first sentence of a pair, 1 for the second; None: the model has no types
    types: Tensor | None = None
    words: int = 0  # tokens of the source, without padding
    second: int = 0  # index in the source where the second sentence of a pair begins; 0: no pair
    first: Token | None = None  # the first token of the decoder's input
    read: Tensor | None = None  # ids of the decoder's input, [1, target]
    predicted: tuple[Token, ...] = ()
    written: list[int] = field(default_factory=list)  # the ids of `predicted`
    prompt_length: int = 0  # how many of them belong to the prompt
    finished: bool = True

    @property
    def size(self) -> tuple[int, int]:
        """The number of tokens that the encoder and the decoder read."""
        return len(self.source), 0 if self.read is None else self.read.shape[1]


@dataclass(frozen=True)
class PretrainedReading:
    """A tokenized sentence or pair of sentences."""

    sentence: str
    ids: list[int]
    tokens: list[Token]
    types: list[int] | None  # 0 or 1, the sentence of each token; None: the model has no types
    second: int  # index where the second sentence of a pair begins; 0: no pair
