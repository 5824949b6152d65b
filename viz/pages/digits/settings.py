"""Settings of the page on drawn digits: the drawing, a patch to look from, and the what-ifs."""

from dataclasses import dataclass

from models import UserError
from models.digits import GRID, HEADS, LAYERS, MOST_POINTS, parse_strokes

from ...base.language import t, translatable
from ...view.settings import Settings, choice, number, text, when
from .examples import EXAMPLES

_LOOKS = translatable({"draw": "Draw", "tested": "How often it is right"})
_POSITIONS = translatable(
    {"as trained": "As trained", "off": "No positions", "shuffled": "Shuffled patches"}
)
_PATCHES = GRID**2
_IS_DRAWN = when(look="draw")


def _check_drawing(typed: str) -> str:
    try:
        parse_strokes(typed)
    except UserError as error:
        return str(error)
    return ""


def _check_patches(typed: str) -> str:
    if all(
        part.isascii() and part.isdigit() and 1 <= int(part) <= _PATCHES
        for part in typed.split(",")
    ):
        return ""
    return t("Patches are numbers from 1 to {count}, with commas between them.", count=_PATCHES)


def _check_heads(typed: str) -> str:
    heads = {f"{layer + 1}-{head + 1}" for layer in range(LAYERS) for head in range(HEADS)}
    if {*typed.split(",")} <= heads:
        return ""
    return t(
        "Heads are written as layer-head, from 1-1 to {layers}-{heads}, with commas between them.",
        layers=LAYERS,
        heads=HEADS,
    )


@dataclass(frozen=True)
class DigitsSettings(Settings):
    """The look, the drawing as `models.digits.parse_strokes` reads it, and the what-ifs."""

    look: str = choice(_LOOKS, parameter="digits-look")
    digit: str | None = text(
        EXAMPLES[3],
        max_characters=3 * MOST_POINTS,
        omitted_when_default=True,
        check=_check_drawing,
        applies=_IS_DRAWN,
    )
    positions: str | None = choice(_POSITIONS, parameter="digit-positions", applies=_IS_DRAWN)
    hidden: str | None = text(
        "",
        parameter="digit-hidden",
        check=_check_patches,
        omitted_when_default=True,
        applies=_IS_DRAWN,
    )
    silenced: str | None = text(
        "",
        parameter="digit-heads",
        check=_check_heads,
        omitted_when_default=True,
        applies=_IS_DRAWN,
    )
    query: int | None = number(
        0, 0, _PATCHES, parameter="digit-patch", omitted_when_default=True, applies=_IS_DRAWN
    )  # 0: [CLS]


def hidden_patches(settings: DigitsSettings) -> tuple[int, ...]:
    """Return the hidden patches, from 0."""
    return tuple(int(part) - 1 for part in (settings.hidden or "").split(",") if part)


def silenced_heads(settings: DigitsSettings) -> tuple[tuple[str, int, int], ...]:
    """Return the heads that are off, as `WhatIf.silenced` has them."""
    places = [part.split("-") for part in (settings.silenced or "").split(",") if part]
    return tuple(("encoder", int(layer) - 1, int(head) - 1) for layer, head in places)
