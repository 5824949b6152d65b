"""A convolutional network (LeCun et al. 1998), to compare a vision transformer with.

Three convolutions of 3 x 3 pixels with ReLU, each followed by a maximum over 2 x 2, and one hidden
layer. It knows where things stand by its construction, and has no positions to learn.
"""

from dataclasses import dataclass
from itertools import pairwise

from torch import Tensor, nn


@dataclass(frozen=True)
class ConvolutionConfig:
    """Sizes of the network; pictures are squares of so many pixels."""

    size: int = 28
    channels: int = 24  # of the first convolution; the next ones have two and three times as many
    d_hidden: int = 256
    dropout: float = 0.0
    n_labels: int = 10


class Convolution(nn.Module):
    def __init__(self, config: ConvolutionConfig):
        super().__init__()
        self.config = config
        widths = [1, *(config.channels * factor for factor in (1, 2, 3))]
        layers: list[nn.Module] = []
        for narrow, wide in pairwise(widths):
            layers += [nn.Conv2d(narrow, wide, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
        self.features = nn.Sequential(*layers)
        self.to_label = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(config.dropout),
            nn.Linear(widths[-1] * (config.size // 8) ** 2, config.d_hidden),
            nn.ReLU(),
            nn.Dropout(config.dropout),
            nn.Linear(config.d_hidden, config.n_labels),
        )

    def forward(self, pictures: Tensor) -> Tensor:
        """Score the labels of `pictures [batch, y, x]`, ink from 0 to 1: `[batch, label]`."""
        return self.to_label(self.features(pictures[:, None]))
