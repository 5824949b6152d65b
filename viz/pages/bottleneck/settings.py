"""What can be chosen on the page of the bottleneck."""

from dataclasses import dataclass

from ...export.charts.runs import LENGTHS_OF
from ...settings import Settings, choice


@dataclass(frozen=True)
class BottleneckSettings(Settings):
    """Which sentences are scored by their length."""

    sentences: str = choice(LENGTHS_OF)
