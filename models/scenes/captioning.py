"""Load our captioners, and let them write what they see in a scene."""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..networks.captioners import AttendingConfig, AttendingLSTM, SceneTransformer
from ..networks.recorder import Recording
from ..networks.transformer import TransformerConfig
from ..request import WEIGHTS_ONLY
from ..store.weights import read_weights
from . import BEGIN, CAPTIONERS, CAPTIONERS_FOLDER, END, PADDING, VOCABULARY, Caption, Scene, draw

_LONGEST = 32  # words of a caption
Captioner = AttendingLSTM | SceneTransformer


def _build(name: str) -> Captioner:
    """Build a network with random weights: "lstm" or "transformer"."""
    if name == "lstm":
        return AttendingLSTM(AttendingConfig(len(VOCABULARY)))
    return SceneTransformer(TransformerConfig(len(VOCABULARY), n_layers=2, max_length=_LONGEST))


@functools.cache
def load_captioner(name: str) -> Captioner:
    """Load a network that comes with the app."""
    network = _build(name)
    weights = read_weights((CAPTIONERS_FOLDER / f"{name}.safetensors").read_bytes())
    network.load_state_dict({key: weight.float() for key, weight in weights.items()})
    return network.eval()


def _pictures(scenes: Sequence[Scene]) -> Tensor:
    return torch.tensor(draw(np.stack([scene.numbers for scene in scenes])))


@torch.inference_mode()
def write(network: Captioner, scenes: Sequence[Scene]) -> list[Caption]:
    """Write a caption of each scene, always with the most probable word."""
    state: Any = network.start(_pictures(scenes))
    last = torch.full((len(scenes),), BEGIN)
    rows: list[Tensor] = []
    ended = torch.zeros(len(scenes), dtype=torch.bool)
    while len(rows) < _LONGEST - 1 and not ended.all():
        logits, state = network.step(last, state)
        last = logits.argmax(-1)
        rows.append(last)
        ended |= last == END
    captions = []
    for row in torch.stack(rows, 1).tolist():
        length = row.index(END) if END in row else len(row)
        captions.append(tuple(VOCABULARY[number] for number in row[:length]))
    return follow(network, scenes, captions)


@torch.inference_mode()
def follow(
    network: Captioner, scenes: Sequence[Scene], captions: Sequence[tuple[str, ...]]
) -> list[Caption]:
    """Let a network read given captions, and record where it looks for each word."""
    rows = [[BEGIN, *map(VOCABULARY.index, words), END] for words in captions]
    ids = torch.full((len(rows), max(map(len, rows))), PADDING)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = torch.tensor(row)
    recording = Recording(WEIGHTS_ONLY)
    shares = network(_pictures(scenes), ids[:, :-1], recording).softmax(-1)
    shares = shares.gather(-1, ids[:, 1:, None])[..., 0].numpy()  # [scene, word]
    weights = torch.stack([step.weights for step in recording.attention["cross"]], 1).numpy()
    return [
        Caption(scene, words, share[: len(words) + 1], weight[:, :, : len(words) + 1])
        for scene, words, share, weight in zip(scenes, captions, shares, weights, strict=True)
    ]


def caption(scene: Scene) -> dict[str, Caption]:
    """Return the caption of each network, by its name."""
    return {name: write(load_captioner(name), [scene])[0] for name in CAPTIONERS}
