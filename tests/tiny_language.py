"""Tiny language models for tests: a GPT and an LSTM with random weights, and counts."""

from pathlib import Path

import torch

from models.networks.ngrams import NGrams
from models.store import checkpoint
from models.store.tokenizer import MARKS, Tokenizer
from tests.shipping import enlarge

TEXTS = (
    "the cat sees the dog",
    "the dog sees the cat",
    "a red dog and a black cat sleep",
    "Anqi was late for the train",
)
SIZES = {
    "gpt": {"d_model": 32, "d_ff": 48, "n_heads": 4, "n_layers": 2},
    "lstm-lm": {"d_model": 32, "d_hidden": 48, "n_layers": 1},
}


def tiny_tokenizer() -> Tokenizer:
    """Make a tokenizer of the texts; each of their words is one token."""
    return Tokenizer.train(TEXTS * 8, 500, MARKS)


def count_texts(tokenizer: Tokenizer) -> NGrams:
    """Count rows of up to four tokens of the texts; the third text was seen three times."""
    texts = (*TEXTS, *TEXTS[2:], TEXTS[2])
    rows = [[tokenizer.begin_id, *tokenizer.encode(text), tokenizer.end_id] for text in texts]
    return NGrams.count(rows, 4, len(tokenizer), tokenizer.begin_id)


def save_networks(folder: Path, *names: str) -> None:
    """Write checkpoints of these networks with weights as large as after training."""
    tokenizer = tiny_tokenizer()
    for name in names:
        torch.manual_seed(0)
        sizes = {"vocabulary_size": len(tokenizer), "padding_id": 0, **SIZES[name]}
        network = checkpoint.build({"architecture": name, **sizes})
        enlarge(network, 0.2)
        card = {"name": name, "languages": ["en"]}
        checkpoint.save(folder / name, network, tokenizer, card)
