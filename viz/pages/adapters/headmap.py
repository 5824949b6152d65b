"""Bind the map of heads to a page: a click selects the tab's head."""

from collections.abc import Sequence

from ...analysis.views import HeadChoice
from ...app.state import read_message, set_head
from ...components.headmap import HeadGrid, headmap

KEY = "headmap"


def show_headmap(
    grids: Sequence[HeadGrid], chosen: HeadChoice, legend: Sequence[tuple[str, str]], layer: str
) -> None:
    """Draw the heads; a click selects a head."""
    place = chosen.stack, chosen.layer, chosen.head
    headmap(grids, place, legend, layer, KEY, on_choose=keep_head)


def keep_head() -> None:
    """Select the head that was clicked."""
    if message := read_message(KEY, "choice"):
        set_head(HeadChoice(message["stack"], int(message["layer"]), int(message["head"])))
