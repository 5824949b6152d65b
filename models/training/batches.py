"""Batches of rows of similar length, a pure function of the seed and the epoch."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any


class Rows(ABC):
    """Rows of data and their batches; deterministic, so a run can resume.

    `tokens` is the most predicted positions of a batch, padding included.
    """

    def __init__(self, rows: list, tokens: int, seed: int):
        self.rows, self.tokens, self.seed = rows, tokens, seed

    @abstractmethod
    def size(self, row: Any) -> tuple[int, ...]:
        """Return the sort key of a row; its first entry is the number of predicted positions."""

    @abstractmethod
    def take(self, rows: list[int], epoch: int = 0) -> Any:
        """Make the batch of these rows for this epoch."""

    def epoch(self, number: int) -> list[list[int]]:
        """Return the row numbers of each batch of this epoch, batches in random order."""
        draw = random.Random(f"{self.seed}/{number}")
        order = list(range(len(self.rows)))
        draw.shuffle(order)
        order.sort(key=lambda row: self.size(self.rows[row]))  # ties stay shuffled
        batches: list[list[int]] = []
        batch: list[int] = []
        for row in order:
            if batch and (len(batch) + 1) * self.size(self.rows[row])[0] > self.tokens:
                batches.append(batch)
                batch = []
            batch.append(row)
        batches.append(batch)
        draw.shuffle(batches)
        return batches

    def stream(self, epoch: int, skip: int) -> Iterator[tuple[int, int, Any]]:
        """Yield batches endlessly, from batch `skip` of `epoch` on.

        Each comes with the epoch and index of the next batch.
        """
        while True:
            batches = self.epoch(epoch)
            for index in range(skip, len(batches)):
                last = index + 1 == len(batches)
                batch = self.take(batches[index], epoch)
                yield (epoch + 1, 0, batch) if last else (epoch, index + 1, batch)
            epoch, skip = epoch + 1, 0
