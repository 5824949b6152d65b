"""Detect a repetition at the end of a sequence of tokens: a period of one or more tokens."""

from collections.abc import Sequence
from functools import lru_cache

_SHORTEST = 8  # tokens of the shortest repetition: "très, très, très" is none


def _stretch(tokens: Sequence, period: int) -> int:
    """Return the number of tokens at the end with this period, its first occurrence included."""
    length = min(period, len(tokens))
    while length < len(tokens) and tokens[-1 - length] == tokens[-1 - length + period]:
        length += 1
    return length


def repetition(tokens: Sequence, times: int, shortest: int = _SHORTEST) -> tuple[int, int] | None:
    """Return the start of the repetition at the end, and its shortest period, or None.

    It has at least `times` periods and `shortest` tokens.
    """
    for period in range(1, len(tokens) // times + 1):
        length = _stretch(tokens, period)
        if length >= max(times * period, shortest):
            return len(tokens) - length, period
    return None


@lru_cache(maxsize=128)  # asked again at each word written; of 500 tokens it takes half a second
def _times_in(tokens: tuple) -> int:
    """Return the largest number of consecutive repetitions in these tokens; 1 without any."""
    return max(
        (
            _stretch(tokens[:end], period) // period
            for end in range(2, len(tokens) + 1)
            for period in range(1, end // 2 + 1)
        ),
        default=1,
    )


def is_loop(written: Sequence, read: Sequence) -> bool:
    """Return whether the written tokens end in a loop.

    A loop has three repetitions, and at least two more than anything in the tokens read. None of
    168,000 French sentences of people, eight tokens long or more, is a loop beside its English.
    """
    return (
        repetition(written, 3) is not None
        and repetition(written, _times_in(tuple(read)) + 2) is not None
    )


def once_repeated(written: list) -> list:
    """Cut a repetition at the end after its second period."""
    where = repetition(written, 2)
    return written[: where[0] + 2 * where[1]] if where else written
