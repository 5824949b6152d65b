"""Colours of values, and the ink that is legible on them."""

from collections.abc import Sequence

from ..base.theme import DIVERGING

_EVEN = 0.179  # the luminance with equal contrast to black and to white


def colour_of(value: float, theme: str) -> tuple[int, int, int]:
    """Return the colour of a value from -1 to 1 in the theme "light" or "dark", as RGB."""
    return colour_between(DIVERGING[theme], (value + 1) / 2)


def colour_between(stops: Sequence[str], share: float) -> tuple[int, int, int]:
    """Return the colour at a share, 0 to 1, of evenly spaced colours "#rrggbb", as RGB."""
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    pairs = zip(rgb(stops[low]), rgb(stops[low + 1]), strict=True)
    red, green, blue = (round(a + (b - a) * (place - low)) for a, b in pairs)
    return red, green, blue


def rgb(colour: str) -> tuple[int, int, int]:
    """Parse "#rrggbb" into red, green and blue."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


def ink_on(*colour: int) -> str:
    """Return black or white, whichever has more contrast to an RGB colour: at least 4.58."""
    return "#000000" if _luminance(*colour) > _EVEN else "#ffffff"


def contrast(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the contrast of two RGB colours, from 1 (WCAG 2.2)."""
    darker, lighter = sorted((_luminance(*first), _luminance(*second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(*colour: int) -> float:
    """Return the relative luminance of an RGB colour, 0 to 1 (WCAG 2.2)."""
    shares = [value / 255 for value in colour]
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
