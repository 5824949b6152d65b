"""The answers to many sentences as one value: it iterates and becomes a table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from .errors import UserError
from .notebook import displayed
from .results import Attribution, HeadPatching, Lens, Patching

_AnyAnswer = Lens | Patching | HeadPatching | Attribution
_Answer = TypeVar("_Answer", bound=_AnyAnswer)
_Row = tuple[Any, ...]


@dataclass(frozen=True, repr=False)
class Batch(Sequence[_Answer], Generic[_Answer]):
    """An answer for each of many sentences, in their order, without those that were refused.

    Of pairs of sentences, the answers put the second one into the run of the first, and `back` has
    the other direction of the same pairs.
    """

    answers: tuple[_Answer, ...]
    refused: tuple[tuple[str, str], ...] = ()  # a sentence, or "one | other", and the reason
    back: tuple[_Answer, ...] = ()

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, place: Any) -> Any:
        return self.answers[place]

    def __repr__(self) -> str:
        return f"Batch({len(self)} × {self.kind.__name__}; {len(self.refused)} refused)"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)

    @property
    def kind(self) -> type[Any]:
        """The class of the answers; `Lens` where there is none."""
        return type(self.answers[0]) if self.answers else Lens

    def rows(self, first: int = 0) -> tuple[tuple[str, ...], list[_Row]]:
        """Return the names of columns, and rows of all answers.

        Layers of states count from 0, which is the input; texts, heads and their layers from
        `first`.
        """
        if not self.answers:
            return ("text",), []
        columns, write = _TABLES[self.kind]
        rows = [
            (number, *row)
            for answers in (self.answers, self.back)
            for number, answer in enumerate(answers, start=first)
            for row in write(answer, first)
        ]
        return ("text", *columns), rows


def collect(
    names: Sequence[str],
    answered: Iterable[tuple[int, Any]],
    progress: Callable[[int, int], object],
) -> Batch[Any]:
    """Put answers in the order of the named sentences; a UserError among them is a refusal.

    An answer is one value, or a pair of both directions. `progress` receives the number of
    sentences done and in all.
    """
    answers: dict[int, Any] = {}
    for done, (place, answer) in enumerate(answered, start=1):
        answers[place] = answer
        progress(done, len(names))
    refused, kept = [], []
    for place, name in enumerate(names):
        if isinstance(answers[place], UserError):
            refused.append((name, str(answers[place])))
        else:
            kept.append(answers[place])
    if kept and isinstance(kept[0], tuple):
        there, back = zip(*kept, strict=True)
        return Batch(there, (*refused,), back)
    return Batch((*kept,), (*refused,))


# --- rows -----------------------------------------------------------------------------------------


def _lens_rows(lens: Lens, first: int) -> Iterator[_Row]:
    for layer, place, rank in np.ndindex(lens.probabilities.shape):
        yield (
            lens.request.sentence,
            place + first,
            lens.read[place],
            layer,
            rank + 1,
            lens.words[layer][place][rank],
            float(lens.probabilities[layer, place, rank]),
            lens.final[place],
            float(lens.of_final[layer, place]),
            int(lens.ranks[layer, place]),
        )


def _patching_rows(patching: Patching, first: int) -> Iterator[_Row]:
    for layer, token in np.ndindex(patching.differences.shape):
        yield (
            patching.request.sentence,
            patching.other,
            *patching.words,
            layer,
            token + first,
            patching.tokens[token],
            patching.other_tokens[token],
            float(patching.differences[layer, token]),
            float(patching.shares[layer, token]),
        )


def _head_rows(patching: HeadPatching, first: int) -> Iterator[_Row]:
    for place, (stack, layer, head) in enumerate(patching.heads):
        yield (
            patching.request.sentence,
            patching.other,
            *patching.words,
            stack,
            layer + first,
            head + first,
            patching.kind,
            float(patching.differences[place]),
            float(patching.shares[place]),
        )


def _part_rows(attribution: Attribution, first: int) -> Iterator[_Row]:
    layers, heads, _ = attribution.heads.shape
    parts: list[tuple[str, int | None, int | None, np.ndarray]] = [
        ("embedding", None, None, attribution.embedding),
        *(
            ("head", layer + first, head + first, attribution.heads[layer, head])
            for layer, head in np.ndindex(layers, heads)
        ),
        *(
            ("feed_forward", layer + first, None, logits)
            for layer, logits in enumerate(attribution.feed_forward)
        ),
        ("biases", None, None, attribution.biases),
    ]
    for *part, logits in parts:
        word, other = map(float, logits)
        yield attribution.request.sentence, *attribution.words, *part, word, other, word - other


_COMPARED = "sentence", "other sentence", "word", "other word"
_TABLES: dict[type, tuple[tuple[str, ...], Callable[[Any, int], Iterator[_Row]]]] = {
    Lens: (
        (
            "sentence",
            "place",
            "read",
            "layer",
            "rank",
            "candidate",
            "probability",
            "final word",
            "its probability",
            "its rank",
        ),
        _lens_rows,
    ),
    Patching: (
        (*_COMPARED, "layer", "place", "token", "takes the state of", "difference", "share"),
        _patching_rows,
    ),
    HeadPatching: (
        (*_COMPARED, "mechanism", "layer", "head", "kind", "difference", "share"),
        _head_rows,
    ),
    Attribution: (
        (
            "sentence",
            "word",
            "other word",
            "part",
            "layer",
            "head",
            "logit",
            "logit of the other",
            "difference",
        ),
        _part_rows,
    ),
}
