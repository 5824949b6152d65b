"""Bind the map of the model to a page: it highlights the current head; a click selects one."""

from collections.abc import Sequence
from functools import partial

from models import TextModel

from ...analysis.views import HeadChoice
from ...app import bounded_cache
from ...app.state import current_view, is_lecture, is_tour, read_message, set_head, set_setting
from ...base.language import current_locale
from ...components.map import draw_map, pack

_KEY = "map"


def show_map(
    model: TextModel,
    choice: HeadChoice | None = None,
    stacks: Sequence[str] | None = None,
    sets: tuple[str, str] | None = None,
) -> None:
    """Draw the map of a model, except in lectures and tours, which have no room for it.

    Highlights `choice`, by default the head of the tab. A click on a head of `stacks`, by default
    all, shows it, or `sets` a parameter to a text with its layer and head. Heads of other
    mechanisms link to the front page.
    """
    if is_lecture() or is_tour():
        return
    capabilities = model.capabilities
    if choice is None and capabilities.stacks:
        choice = current_view().choice
    if stacks is None:
        stacks = tuple(capabilities.stacks)
    # Half a megabyte of SVG that is the same for every sentence.
    data = bounded_cache.cache("values").compute(
        ("map", model.name, choice, stacks, current_locale()),
        lambda: pack(capabilities, choice, stacks),
    )
    draw_map(data, _KEY, partial(_keep_head, sets))


def _keep_head(sets: tuple[str, str] | None) -> None:
    """Show the head that was clicked, or set a parameter to it."""
    if message := read_message(_KEY, "head"):
        layer, head = int(message["layer"]), int(message["head"])
        if sets:
            name, text = sets
            set_setting(name, text.format(layer + 1, head + 1))
        else:
            set_head(HeadChoice(message["stack"], layer, head))
