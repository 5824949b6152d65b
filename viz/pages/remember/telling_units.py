"""Find units of an LSTM with a nameable role in a sentence, and draw them as HTML."""

from dataclasses import dataclass
from html import escape

import numpy as np

from ...base.language import format_number, t
from ...base.theme import style_sheet
from ...draw.colouring import colour_of, ink_on

_STYLE = style_sheet(__file__, "telling_units.css")


@dataclass(frozen=True)
class TellingUnit:
    """A unit and its role in this sentence."""

    unit: int  # from 0
    role: str  # "counts", "keeps" or "follows"
    text: str  # describes the role with its measure
    values: np.ndarray  # [word], tanh of its cell


def telling_units(cells: np.ndarray, words: tuple[str, ...]) -> list[TellingUnit]:
    """Find up to three units, one of each role; a short sentence has fewer.

    `cells [word, unit]` is tanh of the cell. The unit that "counts" has the largest product of
    range and correlation with the word's place. The unit that "keeps" has the largest value of
    `_kept`. The unit that "follows" moves most from word to word.
    """
    if len(cells) < 4:
        return []
    counting = np.abs(_correlations(cells)) * np.ptp(cells, axis=0)
    steps = np.abs(np.diff(cells, axis=0))
    units: list[TellingUnit] = []
    for role, scores in (
        ("keeps", _kept(cells)),
        ("counts", counting),
        ("follows", steps.sum(0)),
    ):
        scores = scores.copy()
        scores[[unit.unit for unit in units]] = -np.inf
        unit = int(scores.argmax())
        text = _DESCRIPTIONS[role](cells[:, unit], words)
        units.append(TellingUnit(unit, role, text, cells[:, unit]))
    return units


def _correlations(cells: np.ndarray) -> np.ndarray:
    """Return each unit's correlation with the word's place, `[unit]`; 0 for a constant unit."""
    centred = cells - cells.mean(0)
    places = np.arange(len(cells)) - (len(cells) - 1) / 2
    lengths = np.linalg.norm(centred, axis=0) * np.linalg.norm(places)
    return (places @ centred) / np.maximum(lengths, np.finfo(np.float32).tiny)


def _kept(cells: np.ndarray) -> np.ndarray:
    """Measure how well each unit keeps its largest step, `[unit]`; below 0 it does not.

    This is the least value after the step, in its sign, minus the largest size before it.
    """
    scores = np.full(cells.shape[1], -np.inf)
    for unit, values in enumerate(cells.T):
        place = _taken_in(values)
        after = values[place:] * np.sign(values[place])
        scores[unit] = after.min() - np.abs(values[:place]).max()
    return scores


def _taken_in(values: np.ndarray) -> int:
    """Return the word of the largest step, before the last two: some words must follow."""
    return 1 + int(np.abs(np.diff(values))[:-2].argmax())


def _describe_keeping(values: np.ndarray, words: tuple[str, ...]) -> str:
    place = _taken_in(values)
    return t(
        "remember#a unit that remembers",
        word=words[place],
        before=_signed(values[place - 1]),
        after=_signed(values[place]),
        last=_signed(values[-1]),
    )


def _describe_counting(values: np.ndarray, words: tuple[str, ...]) -> str:
    correlation = float(_correlations(values[:, None])[0])
    return t(
        "remember#a unit that counts",
        first=_signed(values[0]),
        last=_signed(values[-1]),
        correlation=_signed(correlation),
    )


def _describe_following(values: np.ndarray, words: tuple[str, ...]) -> str:
    return t(
        "It forgets: it follows the word just read and changes sign {count} times.",
        count=int((np.diff(np.sign(values)) != 0).sum()),
    )


_DESCRIPTIONS = {
    "keeps": _describe_keeping,
    "counts": _describe_counting,
    "follows": _describe_following,
}


def _signed(value: float) -> str:
    return format_number(round(float(value), 2) + 0.0, "+.2f")  # no "−0.00"


def telling_units_html(units: list[TellingUnit], words: tuple[str, ...], theme: str) -> str:
    """Write each unit as a sentence over the words, coloured by its cell."""
    blocks = []
    for unit in units:
        cells = []
        for word, value in zip(words, unit.values, strict=True):
            red, green, blue = colour_of(float(value), theme)
            ink = ink_on(red, green, blue)
            cells.append(
                f'<li style="background: rgb({red}, {green}, {blue}); color: {ink}">'
                f"{escape(word)}<small>{_signed(value)}</small></li>"
            )
        title = t("Unit {unit}.", unit=unit.unit + 1)
        blocks.append(
            f'<div class="unit"><p><b>{escape(title)}</b> {escape(unit.text)}</p>'
            f"<ol>{''.join(cells)}</ol></div>"
        )
    return _STYLE + "".join(blocks)
