"""Settings of the page on what attention costs."""

from dataclasses import dataclass

from ...base.language import format_number, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice
from . import table1

_LOOKS = translatable({"layers": "One layer", "kept": "What a token costs to keep"})
_QUANTITIES = translatable({"time": "Time", "memory": "Memory"})
_PROJECTIONS = translatable({"with": "With the projections", "without": "Attention alone"})


def _sizes(known: Known, runner: Runner) -> Options:
    """The d_model that were measured."""
    return {str(size): str(size) for size in table1.measured().d.tolist()}


def _lengths(known: Known, runner: Runner) -> Options:
    """The lengths that were measured."""
    return {str(length): format_number(length, ",") for length in table1.measured().n.tolist()}


@dataclass(frozen=True)
class CostSettings(Settings):
    """The look; the quantity, and the size that stays fixed while the other grows."""

    look: str = choice(_LOOKS, parameter="cost-look", omitted_when_default=True)
    quantity: str = choice(_QUANTITIES, parameter="cost")
    d: int = choice(_sizes, "256", parameter="cost-d", parse=int)
    n: int = choice(_lengths, "1024", parameter="cost-n", parse=int)
    projections: str = choice(_PROJECTIONS)

    @property
    def is_bare(self) -> bool:
        """Whether self-attention is without its projections."""
        return self.projections == "without"
