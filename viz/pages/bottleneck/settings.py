"""Settings of the page on the bottleneck."""

from dataclasses import dataclass

from ...view.settings import Settings, choice
from .lengths import LENGTHS_OF


@dataclass(frozen=True)
class BottleneckSettings(Settings):
    """The sentences whose scores are shown by length."""

    sentences: str = choice(LENGTHS_OF)
