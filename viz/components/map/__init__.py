"""The place of a head in the whole model: a strip that opens a large map."""

from collections.abc import Callable, Sequence

from models import Capabilities

from ...analysis.views import HeadChoice
from ...base.language import t
from ...draw.map_drawing import draw_large, draw_strip
from ...draw.model_map import build_map, describe_place, explain_parts
from .. import canvas

_component = canvas.component("map")


def pack(capabilities: Capabilities, choice: HeadChoice | None, stacks: Sequence[str]) -> bytes:
    """Pack the map; heads of other mechanisms than `stacks` link to the front page.

    The result is the same for every sentence, so that it is computed and sent once.
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
    """Draw the packed map of a model with the chosen head highlighted.

    A click on a head of the mechanisms `stacks` triggers "head" of `key`: {"stack": "cross",
    "layer": 2, "head": 0}, from 0. Other heads link to the front page.
    """
    return _component(key=key, data=data, on_head_change=on_head)
