"""All heads of a model in a grid: colour and text say what a head does, size how surely."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from .. import canvas

_component = canvas.component("headmap")


@dataclass(frozen=True)
class HeadButton:
    """A head: its place, and the look of its mark."""

    layer: int  # from 0, as is the head
    head: int
    size: float  # 0 to 1
    colour: str
    label: str
    name: str  # of the head
    lines: tuple[str, ...]  # what the head does, shown on hover
    dimmed: bool


@dataclass(frozen=True)
class HeadGrid:
    """The heads of a mechanism, a row for each layer."""

    stack: str
    title: str
    heads: int  # in a layer
    buttons: tuple[HeadButton, ...]


def headmap(
    grids: Sequence[HeadGrid],
    chosen: tuple[str, int, int],
    legend: Sequence[tuple[str, str]],
    layer: str,
    key: str,
    on_choose: Callable[[], None],
):
    """Draw the grids; `legend` has colours and their meanings, `layer` is the word for a layer."""
    return _component(
        key=key,
        data={
            "grids": [asdict(grid) for grid in grids],
            "chosen": list(chosen),
            "legend": [list(entry) for entry in legend],
            "layer": layer,
        },
        on_choice_change=on_choose,
    )
