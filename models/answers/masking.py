"""Mask tokens, as in training or where a reader hides them.

Training predicts 15 % of the tokens of each row. 80 % of these are replaced with "[MASK]", 10 %
with a random token, and 10 % are kept (Devlin et al. 2019, section 3.1).
"""

import random
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from torch import Tensor

from ..protocols import Sees
from ..results import Guesses
from ..store.tokenizer import BYTES, FIRST, MARKS, MASK, SEPARATOR, SPECIALS, Tokenizer

SHARE, _AS_MASK, _AT_RANDOM = 0.15, 0.8, 0.1


class Marks(NamedTuple):
    """The ids of special and ordinary tokens."""

    first: int
    separator: int
    mask: int
    padding: int
    ordinary: range  # candidates for a random replacement

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> "Marks":
        ids = tokenizer.backend.get_vocab()
        ordinary = range(len(SPECIALS) + len(BYTES), len(tokenizer) - len(MARKS))
        return cls(ids[FIRST], ids[SEPARATOR], ids[MASK], tokenizer.padding_id, ordinary)

    def joined(self, first: list[int], second: list[int] | None = None) -> list[int]:
        """Return [CLS] first [SEP] second [SEP], or [CLS] first [SEP]."""
        behind = [] if second is None else [*second, self.separator]
        return [self.first, *first, self.separator, *behind]

    def segments(self, ids: list[int]) -> list[int]:
        """Return 0 for ids up to the first separator, 1 after it."""
        length = ids.index(self.separator) + 1
        return [0] * length + [1] * (len(ids) - length)


def masked(ids: list[int], marks: Marks, draw: random.Random) -> tuple[list[int], list[int]]:
    """Return the ids to read, and the ids to predict, with padding where there is none.

    Masks at least one token of a short sentence, and never a special token.
    """
    places = [place for place, index in enumerate(ids) if index not in marks[:2]]
    read, wanted = [*ids], [marks.padding] * len(ids)
    for place in draw.sample(places, max(1, round(SHARE * len(places)))):
        wanted[place], chance = ids[place], draw.random()
        if chance < _AS_MASK:
            read[place] = marks.mask
        elif chance < _AS_MASK + _AT_RANDOM:
            read[place] = draw.choice(marks.ordinary)
    return read, wanted


def hidden_rows(
    ids: Sequence[int], places: Sequence[int], sees: Sees, mask: int, marks: Collection[int]
) -> list[list[int]]:
    """Return the ids with all `places` masked, a row for each place.

    If `sees` is "left" or "right", the words on the other side of the place are masked too, except
    `marks`. Raises ValueError for a place without a word.
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
    """Return the best `count` tokens of each place, and the rank of the true token.

    `probabilities [place, vocabulary]`; `ids` are those of the whole sentence before masking.
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
