"""Where a head is in the whole model: a strip that opens to a large map."""

from collections.abc import Callable, Sequence

from models import Capabilities

from ...analysis.views import HeadChoice
from ...base.language import t
from ...draw.map_drawing import draw_large, draw_strip
from ...draw.model_map import build_map, describe_place, explain_parts
from .. import canvas

component = canvas.component("map")


def pack(capabilities: Capabilities, choice: HeadChoice | None, stacks: Sequence[str]) -> bytes:
    """What the browser draws; heads of other mechanisms than `stacks` lead to the front page.

    It is the same for every sentence, so that it is written, and the browser gets it, once.
    """
    model = build_map(capabilities)
    place = t("The whole model") if choice is None else describe_place(choice)
    return canvas.pack(
        {
            "strip": draw_strip(model, choice),
            "large": draw_large(model, choice),
            "place": place,
            "alt": model.describe(choice),
            "stacks": list(stacks),
            "texts": {
                "open": t("Show the whole model"),
                "title": t("The whole model"),
                "hint": explain_parts(model),
                "save": t("Save as SVG"),
                "close": t("Close"),
            },
        },
        (),
    )


def draw_map(data: bytes, key: str = "map", on_head: Callable[[], object] = lambda: None):
    """Draw the map of a model, as packed, with the chosen head lit.

    A click on a head of one of the mechanisms `stacks` triggers "head" of `key`: {"stack": "cross",
    "layer": 2, "head": 0}, counted from 0. Others lead to the front page.
    """
    return component(key=key, data=data, on_head_change=on_head)
