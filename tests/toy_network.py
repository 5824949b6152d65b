"""A small decoder of an architecture of its own, to be shipped beside the models of the app."""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from models.networks.attention import MultiHeadAttention, target_mask
from models.networks.changes import AS_TRAINED
from models.protocols import Capabilities, Stack
from models.store import checkpoint
from models.store.tokenizer import Tokenizer
from tests.shipping import ship_the_others

SENTENCE = "the cat sees the cat"
TEXTS = [SENTENCE, "the big dog sleeps on the mat", "a cat and a dog sleep"]


@dataclass(frozen=True)
class ToyConfig:
    vocabulary_size: int
    d_model: int = 16
    n_heads: int = 2
    max_length: int = 128
    padding_id: int = 0


class Toy(nn.Module):
    """A decoder of two layers with norms before sub-layers, and learned positions."""

    task = "causal-lm"

    def __init__(self, config: ToyConfig):
        super().__init__()
        self.config = config
        d = config.d_model
        self.embedding = nn.Embedding(config.vocabulary_size, d)
        self.positions = nn.Parameter(torch.randn(config.max_length, d))
        self.attention = nn.ModuleList(MultiHeadAttention(d, config.n_heads, 0.0) for _ in "12")
        self.norms = nn.ModuleList(nn.LayerNorm(d) for _ in "12345")
        self.feed = nn.ModuleList(nn.ModuleList([nn.Linear(d, 8), nn.Linear(8, d)]) for _ in "12")

    @property
    def capabilities(self):
        stacks = {"decoder": Stack(2, self.config.n_heads)}
        built = {"block": "transformer", "norm": "before", "positions": "learned"}
        return Capabilities(
            self.task, stacks, **built, score="scaled dot", longest=self.config.max_length
        )

    def parts(self, stack, layer):
        feed = dict(zip(("feed_forward_in", "feed_forward_out"), self.feed[layer], strict=True))
        norms = {"norm": self.norms[2 * layer], "feed_forward_norm": self.norms[2 * layer + 1]}
        before = {} if layer else {"positions": self.positions}
        return before | dict(self.attention[layer].named_children()) | norms | feed

    def embed(self, ids, start=0, arrangement="as trained"):
        added = self.positions[start : start + ids.shape[1]]
        return self.embedding(ids) + (added if arrangement == "as trained" else 0 * added)

    def forward(self, ids, recording=None, changes=AS_TRAINED):
        what_if = changes.what_if
        n = ids.shape[1]
        x = self.embed(ids, 0, what_if.positions)
        allowed = target_mask(n, what_if.mask, what_if.window)
        states = [x]
        for layer, (attention, (into, out)) in enumerate(
            zip(self.attention, self.feed, strict=True)
        ):
            normed = self.norms[2 * layer](x)
            record = recording and recording.attention["decoder"]
            keys = attention.keys_and_values(normed)
            change = changes.at("decoder", layer)
            x = x + attention(normed, *keys, allowed, record, change)
            x = x + out(into(self.norms[2 * layer + 1](x)).relu())
            states.append(x)
        if recording is not None:
            recording.add_hidden("decoder", *states)
        return self.norms[4](x)

    def logits(self, x):
        return x @ self.embedding.weight.T


def ship(checkpoints: Path, architectures: dict[str, type[Toy]], patch) -> dict[str, Toy]:
    """Ship a network of each architecture under its name, with a card as training writes it."""
    ship_the_others(checkpoints)
    _, _, card = checkpoint.load_checkpoint(checkpoints / "transformer", torch.device("cpu"))
    tokenizer = Tokenizer.train(TEXTS * 5, 400)
    networks = {}
    for name, kind in architectures.items():
        patch.setitem(checkpoint.ARCHITECTURES, name, (kind, ToyConfig))
        torch.manual_seed(0)
        networks[name] = network = kind(ToyConfig(len(tokenizer)))
        written = {part: card[part] for part in ("training", "licences")}
        written |= {"name": name, "architecture": checkpoint.describe_layers(network)}
        checkpoint.save(checkpoints / name, network, tokenizer, written)
    return networks
