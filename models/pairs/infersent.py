"""Load our InferSent, and compare two sentences with it."""

import functools
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ..networks.infersent import InferSent, InferSentConfig
from ..store.weights import read_weights
from ..words import glove
from . import FOLDER, LEARNT, PADDING, UNKNOWN, Reading, Verdict, encode_words


def build(**sizes: int) -> InferSent:
    """Build the network with the shipped word vectors, and random weights."""
    vectors = glove().table.copy()
    return InferSent(InferSentConfig(len(LEARNT), vectors.shape[1], **sizes), torch.tensor(vectors))


def pad(rows: Sequence[Sequence[int]]) -> Tensor:
    """Put ids of different lengths into one tensor `[batch, position]`."""
    ids = torch.full((len(rows), max(map(len, rows))), PADDING)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = torch.tensor(row)
    return ids


def read(folder: Path) -> tuple[InferSent, dict]:
    """Read a network and its card."""
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    network = build(**card["sizes"])
    weights = read_weights((folder / "weights.safetensors").read_bytes())
    network.load_state_dict({name: weight.float() for name, weight in weights.items()})
    return network.eval(), card


@functools.cache
def infersent() -> InferSent:
    """Load the network that comes with the app."""
    return read(FOLDER)[0]


@torch.inference_mode()
def sentence_vectors(sentences: Sequence[str], network: InferSent | None = None) -> np.ndarray:
    """Return sentences as vectors, `[sentence, d]`. Raises UserError for unreadable text."""
    rows = [encode_words(sentence)[1] for sentence in sentences]
    vectors: np.ndarray = (network or infersent()).encode(pad(rows)).vectors.numpy()
    return vectors


@torch.inference_mode()
def judge(first: str, second: str) -> Verdict:
    """Say what one sentence says of another. Raises UserError for unreadable text."""
    network = infersent()
    readings, vectors = [], []
    for sentence in (first, second):
        words, row = encode_words(sentence)
        pooled = network.encode(pad([row]))
        unknown = [word for word, one in zip(words, row, strict=True) if one == UNKNOWN]
        readings.append(
            Reading(
                tuple(words), tuple(unknown), pooled.vectors[0].numpy(), pooled.places[0].numpy()
            )
        )
        vectors.append(pooled.vectors)
    first_reading, second_reading = readings
    probabilities = network.judge(*vectors)[0].softmax(-1).numpy()
    return Verdict(first_reading, second_reading, probabilities)
