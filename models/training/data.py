"""Sentence pairs: where they come from, and batches of similar length."""

import gzip
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from ..decoding import pad
from ..errors import UserError
from ..tokenizer import Tokenizer

# Thin, non-breaking and zero-width spaces, and the soft hyphen, which a few hundred French lines carry.
SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200b": None, "\u00ad": None})


@dataclass(frozen=True)
class Pair:
    source: str
    target: str


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a tab-separated file, plain or gzip: English, then French.

    Raises UserError when the file is missing or a line does not have two fields.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
    except FileNotFoundError:
        raise UserError(f"There is no {path.name} in {path.parent}. Name the folder that has it with --data, or "
                        "leave --data away to download it.") from None
    for number, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise UserError(f"Line {number} of {path} has {len(row)} fields; it needs two, English and French, with a tab between.")
    return [Pair(*row) for row in rows]


def clean(pair: Pair) -> Pair:
    """Ordinary spaces only. For training; test files are scored as they are."""
    return Pair(pair.source.translate(SPACES), pair.target.translate(SPACES))


@dataclass(frozen=True)
class Batch:
    source: Tensor  # [batch, source] ids, ends with </s>, padded
    target: Tensor  # [batch, target + 1] ids, <s> ... </s>, padded

    def to(self, device: torch.device) -> "Batch":
        return Batch(self.source.to(device), self.target.to(device))


class Batches:
    """Batches of pairs of similar length; a pure function of the seed and the epoch, so that a run can resume.

    `tokens` is the most target positions a batch may have, padding included. A pair with more than
    `longest` tokens on either side is left out.
    """

    def __init__(self, pairs: list[Pair], tokenizer: Tokenizer, tokens: int, seed: int, longest: int = 100):
        end, begin = [tokenizer.end_id], [tokenizer.begin_id]
        sources = [ids + end for ids in tokenizer.encode_batch([pair.source for pair in pairs])]
        targets = [begin + ids + end for ids in tokenizer.encode_batch([pair.target for pair in pairs])]
        self.rows = [row for row in zip(sources, targets) if max(map(len, row)) <= longest]
        self.padding_id, self.tokens, self.seed = tokenizer.padding_id, tokens, seed

    def epoch(self, number: int) -> list[list[int]]:
        """The row numbers of each batch of this epoch, batches in random order."""
        draw = random.Random(f"{self.seed}/{number}")
        order = list(range(len(self.rows)))
        draw.shuffle(order)
        order.sort(key=lambda row: (len(self.rows[row][1]), len(self.rows[row][0])))  # ties stay shuffled
        batches, batch = [], []
        for row in order:
            if batch and (len(batch) + 1) * (len(self.rows[row][1]) - 1) > self.tokens:
                batches.append(batch)
                batch = []
            batch.append(row)
        batches.append(batch)
        draw.shuffle(batches)
        return batches

    def take(self, rows: list[int]) -> Batch:
        return Batch(*(pad(list(side), self.padding_id) for side in zip(*(self.rows[row] for row in rows))))

    def stream(self, epoch: int, skip: int) -> Iterator[tuple[int, int, Batch]]:
        """Batches without end from batch `skip` of `epoch` on, each with the epoch and index of the batch after it."""
        while True:
            batches = self.epoch(epoch)
            for index in range(skip, len(batches)):
                last = index + 1 == len(batches)
                yield (epoch + 1, 0, self.take(batches[index])) if last else (epoch, index + 1, self.take(batches[index]))
            epoch, skip = epoch + 1, 0


def folder_with(files, folder: Path | None) -> Path:
    return folder
