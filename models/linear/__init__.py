"""Two small language models that differ in the softmax alone. Numpy only.

The network is that of `models.networks.gpt`; `models.linear.reading` loads and asks both.
"""

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..protocols import ScoreName
from ..trace import AttentionMaps

LINEAR_FOLDER = Path(__file__).parent  # weights of both networks, and card.json
SCORES: dict[str, ScoreName] = {"softmax": "scaled dot", "linear": "linear"}  # the score of each


@functools.cache
def card() -> dict[str, Any]:
    """Return the card of both networks, with their figures."""
    content: dict[str, Any] = json.loads((LINEAR_FOLDER / "card.json").read_text(encoding="utf-8"))
    return content


@dataclass(frozen=True)
class Comparison:
    """A sentence as both networks read it. Raises ValueError if states do not fit the heads."""

    sentence: str
    softmax: AttentionMaps
    linear: AttentionMaps
    # S after each token, `[layer, head, position, d_head of the key, d_head of the value]`.
    states: np.ndarray

    def __post_init__(self) -> None:
        if self.states.shape[:-1] != self.linear.head_output.shape:
            raise ValueError(f"states have shape {self.states.shape}")
        if self.softmax.key_tokens != self.linear.key_tokens:
            raise ValueError("both networks have to read the same tokens")
