"""Which tokens are masked: as in training, and where a reader hides them.

Of each row 15 % of the tokens are to be found. Of these 80 % are replaced with "[MASK]", 10 % with
a random token, and 10 % stay as they are (Devlin et al. 2019, section 3.1).
"""

import random
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from torch import Tensor

from ..protocols import Sees
from ..results import Guesses
from ..store.tokenizer import BYTES, FIRST, MARKS, MASK, SEPARATOR, SPECIALS, Tokenizer

SHARE, AS_MASK, AT_RANDOM = 0.15, 0.8, 0.1


class Marks(NamedTuple):
    """The ids that a row is made with."""

    first: int
    separator: int
    mask: int
    padding: int
    ordinary: range  # what may stand in a word's place at random

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> "Marks":
        ids = tokenizer.backend.get_vocab()
        ordinary = range(len(SPECIALS) + len(BYTES), len(tokenizer) - len(MARKS))
        return cls(ids[FIRST], ids[SEPARATOR], ids[MASK], tokenizer.padding_id, ordinary)

    def joined(self, first: list[int], second: list[int] | None = None) -> list[int]:
        """[CLS] first [SEP] second [SEP], or [CLS] first [SEP]."""
        behind = [] if second is None else [*second, self.separator]
        return [self.first, *first, self.separator, *behind]

    def segments(self, ids: list[int]) -> list[int]:
        """0 up to the first separator, 1 behind it."""
        length = ids.index(self.separator) + 1
        return [0] * length + [1] * (len(ids) - length)


def masked(ids: list[int], marks: Marks, draw: random.Random) -> tuple[list[int], list[int]]:
    """What is read in place of `ids`, and what is to be found there: padding where nothing is.

    At least one token, whatever 15 % of a short sentence is; no mark is ever chosen.
    """
    places = [place for place, index in enumerate(ids) if index not in marks[:2]]
    read, wanted = [*ids], [marks.padding] * len(ids)
    for place in draw.sample(places, max(1, round(SHARE * len(places)))):
        wanted[place], chance = ids[place], draw.random()
        if chance < AS_MASK:
            read[place] = marks.mask
        elif chance < AS_MASK + AT_RANDOM:
            read[place] = draw.choice(marks.ordinary)
    return read, wanted


def hidden_rows(
    ids: Sequence[int], places: Sequence[int], sees: Sees, mask: int, marks: Collection[int]
) -> list[list[int]]:
    """The ids with all `places` masked, a row for each place.

    Where a place sees the "left" or the "right" alone, the words on its other side are masked too;
    `marks` are ids that stay. Raises ValueError for a place where no word stands.
    """
    for place in places:
        if not 0 <= place < len(ids) or ids[place] in marks:
            raise ValueError(f"no word stands at place {place} of {len(ids)} tokens")

    def is_hidden(other: int, place: int) -> bool:
        beyond = {"both": False, "left": other > place, "right": other < place}[sees]
        return other in places or (beyond and ids[other] not in marks)

    return [
        [mask if is_hidden(other, place) else index for other, index in enumerate(ids)]
        for place in places
    ]


def rank_guesses(
    probabilities: Tensor,
    places: Sequence[int],
    ids: Sequence[int],
    mask: int,
    name: Callable[[int], str],
    count: int,
) -> tuple[Guesses, ...]:
    """The best `count` tokens of each place, and how the one that stands there ranks.

    `probabilities [place, vocabulary]`; `ids` of the whole sentence, before it was masked.
    """
    best = probabilities.topk(min(count, probabilities.shape[-1]))
    guesses = []
    for row, place in enumerate(places):
        true = ids[place]
        probability = float(probabilities[row, true])
        guesses.append(
            Guesses(
                place,
                tuple(map(name, best.indices[row].tolist())),
                best.values[row].cpu().numpy(),
                None if true == mask else name(true),
                None if true == mask else probability,
                None if true == mask else int((probabilities[row] > probability).sum()) + 1,
            )
        )
    return tuple(guesses)
