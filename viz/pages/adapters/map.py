"""The map of the model on a page: it lights the head on show, and goes to the one clicked."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...analysis.views import HeadChoice
from ...app import memory
from ...app.state import current_view, is_lecture, is_tour, read_message, set_head
from ...base.language import current_locale
from ...components.map import draw_map, pack

KEY = "map"


def show_map(
    model: Any,
    choice: HeadChoice | None = None,
    stacks: Sequence[str] | None = None,
    on_head: Callable[[HeadChoice], object] = set_head,
) -> None:
    """Draw the map of a model; lectures and tours have no room for it.

    Lit is `choice`, at first the head of the tab. `stacks` are the mechanisms of which the page
    shows any head, at first all, by `on_head`; the heads of others stand on the front page.
    """
    if is_lecture() or is_tour():
        return
    capabilities = model.capabilities
    if choice is None and capabilities.stacks:
        choice = current_view().choice
    if stacks is None:
        stacks = tuple(capabilities.stacks)
    # Half a megabyte of SVG that is the same for every sentence.
    data = memory.cache("values").compute(
        ("map", model.name, choice, stacks, current_locale()),
        lambda: pack(capabilities, choice, stacks),
    )
    draw_map(data, KEY, partial(keep_head, on_head))


def keep_head(on_head: Callable[[HeadChoice], object]) -> None:
    """Show the head that was clicked."""
    if message := read_message(KEY, "head"):
        on_head(HeadChoice(message["stack"], int(message["layer"]), int(message["head"])))
