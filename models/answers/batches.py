"""Which requests are decoded together: those with the same settings and similar lengths."""

from collections.abc import Hashable, Iterator, Sequence

from ..request import SCALES, Request, WhatIf

_CELLS = 64 * 32 * 32  # of one batch: sentences * longest²; memory grows with it


def batch_key(request: Request, source: int) -> Hashable:
    """Return a key; requests with equal keys may share a padded batch.

    `source` is the number of tokens read. A swapped word changes only the text and is ignored. If
    padding would be visible, or the order of positions depends on the length, only sentences of
    equal length share a batch.
    """
    names = (name for name in request.what_if.applied if name != "swap")
    changed = tuple((name, getattr(request.what_if, name)) for name in names)
    return changed, source if request.what_if.sees_padding else None


def magnifies_scores(what_if: WhatIf) -> bool:
    """Return whether scores grow larger than in training, and their rounding errors with them."""
    return what_if.temperature < 1 or SCALES[what_if.scale] < 0.5


def are_similar(tokens: int, others: int) -> bool:
    """Return whether two lengths are close enough to share a batch."""
    return max(tokens, others) <= 1.5 * min(tokens, others) + 4


def batches(
    keys: Sequence[Hashable], lengths: Sequence[int], cells: int = _CELLS
) -> Iterator[list[int]]:
    """Group the indices of entries with equal `keys` and similar `lengths`, each index once.

    The size of a batch, entries * longest², is at most `cells`; a batch has at least one entry.
    """
    groups: dict[Hashable, list[int]] = {}
    for index, key in enumerate(keys):
        groups.setdefault(key, []).append(index)
    for indices in groups.values():
        batch: list[int] = []
        for index in sorted(indices, key=lengths.__getitem__):
            if batch and (len(batch) + 1) * lengths[index] ** 2 > cells:
                yield batch
                batch = []
            batch.append(index)
        yield batch
