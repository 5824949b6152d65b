"""What a pretrained model reads and writes: a sentence, and a run on it."""

from dataclasses import dataclass, field

from torch import Tensor

from ..networks.changes import AS_TRAINED, NetworkChanges
from ..store.tokenizer import Token


@dataclass(frozen=True)
class Run:
    """What a request makes the network read and write.

    It keeps tokens with their characters and words beside their ids.
    """

    sentence: str  # with its words swapped
    changes: NetworkChanges = AS_TRAINED
    translation: str = ""
    source: tuple[Token, ...] = ()  # what an encoder reads
    source_ids: Tensor | None = None  # [1, source]
    # [1, source] 0 for the first of two sentences, 1 for the second; None: there is no such thing
    types: Tensor | None = None
    words: int = 0  # of the source, without padding
    second: int = 0  # where the second of two sentences begins in it; 0: there is one
    first: Token | None = None  # what the decoder reads first
    read: Tensor | None = None  # ids [1, target]
    predicted: tuple[Token, ...] = ()
    written: list[int] = field(default_factory=list)  # the ids of predicted
    prompt_length: int = 0  # so many of them stand in the prompt
    finished: bool = True


@dataclass(frozen=True)
class Reading:
    """A sentence as the tokenizer reads it."""

    sentence: str
    ids: list[int]
    tokens: list[Token]
    types: list[int] | None  # the numbers 0 and 1 of two sentences; None: the model reads none
    second: int  # where the second begins; 0: there is one
