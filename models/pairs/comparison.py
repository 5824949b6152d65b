"""Load our InferSent, and compare two sentences with it."""

import functools
import json
from pathlib import Path

import torch

from ..answers.decoding import pad
from ..networks.infersent import InferSent, InferSentConfig
from ..store.weights import read_weights
from ..words import glove
from . import LEARNT, PADDING, PAIRS_FOLDER, UNKNOWN, SentenceReading, Verdict, encode_words


def _build(**sizes: int) -> InferSent:
    """Build the network with the shipped word vectors, and random weights."""
    vectors = glove().table.copy()
    return InferSent(InferSentConfig(len(LEARNT), vectors.shape[1], **sizes), torch.tensor(vectors))


def _read_network(folder: Path) -> tuple[InferSent, dict]:
    """Read a network and its card."""
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    network = _build(**card["sizes"])
    weights = read_weights((folder / "weights.safetensors").read_bytes())
    network.load_state_dict({name: weight.float() for name, weight in weights.items()})
    return network.eval(), card


@functools.cache
def _infersent() -> InferSent:
    """Load the network that comes with the app."""
    return _read_network(PAIRS_FOLDER)[0]


@torch.inference_mode()
def judge(first: str, second: str) -> Verdict:
    """Say what one sentence says of another. Raises UserError for unreadable text."""
    network = _infersent()
    readings, vectors = [], []
    for sentence in (first, second):
        words, row = encode_words(sentence)
        pooled = network.encode(pad([row], PADDING))
        unknown = [word for word, number in zip(words, row, strict=True) if number == UNKNOWN]
        readings.append(
            SentenceReading(
                tuple(words), tuple(unknown), pooled.vectors[0].numpy(), pooled.places[0].numpy()
            )
        )
        vectors.append(pooled.vectors)
    first_reading, second_reading = readings
    probabilities = network.judge(*vectors)[0].softmax(-1).numpy()
    return Verdict(first_reading, second_reading, probabilities)
